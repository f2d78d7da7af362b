"""Earlier rules of undercover, so that saved matches stay verified."""
