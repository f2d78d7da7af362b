"""Models that run in this process, with transformers: batched, held to a schema, and open to being scored."""

from woozle.players.backends.local.backend import Local, Sureness
from woozle.players.backends.local.scoring import Forced

__all__ = ["Forced", "Local", "Sureness"]
