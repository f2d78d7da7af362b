"""The players who answer requests: people, models, bots and services; and the wording and pictures of observations."""
