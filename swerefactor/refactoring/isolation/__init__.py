"""Isolated references: the smallest part of a developer's commit that holds an instance's refactoring."""
