"""Numbers as squares of colour."""
