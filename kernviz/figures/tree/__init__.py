"""Trees and graphs of boxes."""
