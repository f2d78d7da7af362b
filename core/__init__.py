"""The rules: game protocol, match runner, games. Imports nothing of the house above it."""
