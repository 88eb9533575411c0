"""Pictures in three dimensions."""
