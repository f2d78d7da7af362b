"""Woozle under the name by which the library `verifiers` finds environments: `vf-eval woozle-verifiers`."""

from woozle.arena.environments import verifiers
from woozle.arena.environments.verifiers import *  # noqa: F403

__all__ = verifiers.__all__
