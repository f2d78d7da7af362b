"""An arena for games about truth."""
