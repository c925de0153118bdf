"""Runs: the folder that is their database, and the scheduling of their tasks."""
