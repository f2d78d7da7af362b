"""Undercover: its bots, prompt, pictures, and the services that edit and compare them."""
