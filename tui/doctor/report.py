"""The report of `woozle doctor`: all its sections, and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from woozle.tui.doctor.endpoints import endpoints
from woozle.tui.doctor.findings import Section, State
from woozle.tui.doctor.folders import folders, leftovers
from woozle.tui.doctor.game_data import game_data
from woozle.tui.doctor.software import software
from woozle.tui.doctor.terminal import output_encoding, terminal, terminal_size
from woozle.tui.settings import config


def examine() -> tuple[Section, ...]:
    """Check everything without changing anything. Takes a second or two."""
    parts = software()
    settings = config.read().settings
    seen = terminal(size=terminal_size(), encoding=output_encoding(), images=settings.images, blocks=settings.blocks)
    return parts, seen, folders(), endpoints(), game_data(), leftovers()


def count_findings(parts: Sequence[Section], state: State) -> int:
    """Count the findings in a state."""
    return sum(each.state == state for part in parts for each in part.findings)


def report_as_dict(parts: Sequence[Section]) -> dict[str, Any]:
    """Return the report as values for JSON."""
    return {
        "works": not count_findings(parts, "broken"),
        **{state: count_findings(parts, state) for state in ("ok", "note", "missing", "broken")},
        "parts": [
            {
                "part": part.title,
                "findings": [
                    {**asdict(each), "sentence": f"{each.sentence}.", "remedy": f"{each.remedy}." if each.remedy else ""}
                    for each in part.findings
                ],
            }
            for part in parts
        ],
    }
