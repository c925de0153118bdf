"""Mode multi-agent: a developer and a reviewer, two conversations with one model."""
