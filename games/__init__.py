"""One package a game; each opens with the paper it comes from."""
