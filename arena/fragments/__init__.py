"""A match as HTML: fragments of the table and whole pages, for browsers at an open table and for exported replays; no server."""
