"""The whole examination, in the order in which it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.tui.doctor.finding import Part, State


def examined() -> tuple[Part, ...]:
    """All that can be looked at without changing anything. Takes a second or two, and no network."""
    from woozle.tui.doctor.endpoints import endpoints
    from woozle.tui.doctor.folders import folders
    from woozle.tui.doctor.holdings import holdings
    from woozle.tui.doctor.leftovers import leftovers
    from woozle.tui.doctor.software import software
    from woozle.tui.doctor.terminal import encoding_here, size_here, terminal
    from woozle.tui.settings import config

    parts = software()
    has_pixels = any(each.what == "images" and each.state == "ok" for each in parts.findings)
    seen = terminal(size=size_here(), encoding=encoding_here(), images=config.read().settings.images, has_pixels=has_pixels)
    return parts, seen, folders(), endpoints(), holdings(), leftovers()


def number(parts: Sequence[Part], state: State) -> int:
    """How many findings are so."""
    return sum(each.state == state for part in parts for each in part.findings)


def as_values(parts: Sequence[Part]) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "works": not number(parts, "broken"),
        **{state: number(parts, state) for state in ("ok", "note", "missing", "broken")},
        "parts": [
            {
                "part": part.title,
                "findings": [
                    {
                        "what": each.what,
                        "state": each.state,
                        "sentence": f"{each.sentence}.",
                        "remedy": f"{each.remedy}." if each.remedy else "",
                    }
                    for each in part.findings
                ],
            }
            for part in parts
        ],
    }
