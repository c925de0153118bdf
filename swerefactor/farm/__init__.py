"""Where Java is built and run: sandboxes, build tools and test runs."""
