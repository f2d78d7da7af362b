"""What can be set before a match of each game, and the Start that comes of it."""
