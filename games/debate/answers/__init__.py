"""Answers: the prompt that asks for one, and how one is read from a response."""
