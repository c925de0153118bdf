"""What is said of a run: counts, and tables for the terminal, for papers and for programs."""
