"""Pictures over one coordinate."""
