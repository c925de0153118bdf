"""The main job: whether a model carries out a refactoring and breaks nothing."""
