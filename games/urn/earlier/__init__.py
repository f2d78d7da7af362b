"""Earlier rules of the urn, so that saved matches stay verified."""
