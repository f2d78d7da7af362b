"""The terms of a match, as the reports of all games tell it: its rules, and who sat there and beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from woozle.core import registry
from woozle.core.naming import listed, player
from woozle.core.reports import Terms
from woozle.saves.transcript import Transcript


def terms_of(
    transcript: Transcript, *, about: Collection[str] = (), official: Callable[[Mapping[str, Any]], str] = player
) -> Terms:
    """What a match was before it began. about: options that say what it is about, and not how it is played.

    official: what somebody beside the table is called, from how the header describes them.
    """
    header = transcript.header
    played = {name: each for name, each in header.config.items() if name not in about}
    return Terms(
        str(transcript.folder),
        _rules(header.game, header.rules, json.dumps(played)),
        listed(official(each.player) for each in header.officials) or "nobody",
        {place.seat: player(place.player) for place in header.seats},
        header.config,
        header.rules,
    )


@lru_cache(maxsize=256)
def _rules(game: str, version: int, config: str) -> str:
    """A configuration in words, and the version of the rules if it is not the one that is played now; in a run all are the same."""
    now = registry.installed(game)
    older = f", version {version} of the rules" if now and now.version != version else ""
    return f"{registry.in_words(game, json.loads(config), version)}{older}"
