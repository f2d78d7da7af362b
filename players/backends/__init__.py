"""Clients of language models on servers and in this process, with the limits and the cache in front of them."""
