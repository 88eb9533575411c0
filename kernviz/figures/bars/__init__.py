"""Numbers as lengths."""
