"""What is said of Java code without running it: facts from the analyser, and CodeBLEU."""
