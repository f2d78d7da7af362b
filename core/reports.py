"""What reports of all games have in common."""

from __future__ import annotations


class ReportError(ValueError):
    """A match of which nothing can be reported. Says why, in a sentence."""
