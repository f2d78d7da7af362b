"""The rules: game protocol, match runner, games, and the figures of many matches. Imports nothing of the layers above it."""
