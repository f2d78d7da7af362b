"""Earlier rules of the quest, so that saved matches stay verified."""
