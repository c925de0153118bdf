"""The main job: does a model carry out a refactoring, and break nothing?"""
