"""Pictures over two coordinates."""
