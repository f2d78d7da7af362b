"""Pages for browsers, and the server of studies."""
