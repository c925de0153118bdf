"""The verdict: four checks over facts, in pure functions, and the one place that gathers the facts."""
