"""The ship: its bots, prompt, pictures and the service that reads claims."""
