"""What screens show of self-play."""
