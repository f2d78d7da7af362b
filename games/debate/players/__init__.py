"""Debates: their bots, prompts, and the services that estimate uncertainty."""
