"""The debate as its viewers see it."""
