"""Predictors: who or what answers an instance with a patch."""
