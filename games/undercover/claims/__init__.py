"""Claims about a scene: how they are read, compared and weighed."""
