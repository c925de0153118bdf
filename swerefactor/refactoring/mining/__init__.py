"""From the histories of repositories to candidates for new instances."""
