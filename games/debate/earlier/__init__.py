"""Earlier rules of the debate, so that saved matches stay verified."""
