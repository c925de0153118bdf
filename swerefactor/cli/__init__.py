"""The command line: parses, calls one function, prints. No logic."""
