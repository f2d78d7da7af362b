"""Tables of docs/scale.md: the cost of many matches, from the figures of `python -m benchmarks transcripts`."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.page import markdown
from benchmarks.quotes import Figures

_GAMES = {"ship": "ship", "quest": "quest", "undercover": "undercover", "debate": "debate", "self_play": "self-play", "urn": "urn"}
_WITH_A_MODEL = "ship of 30 ticks, a model and bots"
_SECONDS_AN_ANSWER, _MATCHES, _TRANSCRIPTS = 0.002, 100_000, 1_000_000


class _Measured:
    """The measured figures of transcripts, by kind."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def size(self, kind: str) -> float:
        """Return the size of a transcript in kB."""
        return self._figures.figure("transcripts", f"{kind}: a transcript")

    def answers(self, kind: str) -> float:
        return self._figures.figure("transcripts", f"{kind}: a transcript / answers in it")

    def rate(self, kind: str, level: int) -> float:
        """Return how many are verified per second of one core."""
        return self._figures.figure("transcripts", f"{kind}: a transcript / verified at level {level}, of one core")

    def hours(self, kind: str, level: int) -> str:
        """Return the core-hours for a million transcripts, as text."""
        return f"{_TRANSCRIPTS / self.rate(kind, level) / 3600:.1f}"


def tables(figures: Figures) -> Mapping[str, str]:
    """Return the tables, by the name of their place on the page."""
    measured = _Measured(figures)
    return {"matches": _matches(measured), "verified": _verified(measured)}


def _matches(measured: _Measured) -> str:
    rows = []
    for name, title in _GAMES.items():
        answers, size = measured.answers(f"{name}, bots"), measured.size(f"{name}, bots")
        all_answers = answers * _MATCHES
        rows.append(
            (
                title,
                f"{answers:.0f}" if answers >= 10 else f"{answers:.1f}",
                f"{all_answers / 1e6:.1f} million",
                f"{size * _MATCHES / 1e6:.1f} GB",
                f"{all_answers * _SECONDS_AN_ANSWER / 3600:.1f} core-hours",
            )
        )
    return markdown(
        ("game, usual seats, as bots play it", "answers a match", "100,000 matches", "transcripts", "2 ms an answer"), rows
    )


def _verified(measured: _Measured) -> str:
    rows = []
    for name, title in _GAMES.items():
        kind = f"{name}, bots"
        rates = (f"{measured.rate(kind, level):,.0f}" for level in (0, 2))
        rows.append((f"{title}, bots", f"{measured.size(kind):.0f} kB", *rates, "", f"{measured.hours(kind, 2)} core-hours"))
    rates = (f"{measured.rate(_WITH_A_MODEL, level):,.0f}" for level in (0, 2, 3))
    hours = f"{measured.hours(_WITH_A_MODEL, 2)} (level 3: {measured.hours(_WITH_A_MODEL, 3)})"
    rows.append(("ship of 30 ticks, a model among them", f"{measured.size(_WITH_A_MODEL):.0f} kB", *rates, hours))
    rate = measured.rate("ship, bots", 2)
    minutes = _TRANSCRIPTS / rate / 60
    return (
        markdown(("transcripts of", "one is", "level 0", "level 2", "level 3", "a million at level 2"), rows)
        + f"\n\nA million matches of the ship so take about {minutes / 2:.0f} minutes on 2 cores and {minutes / 32:.1g} on 32, if"
        f"\nthe disk gives those the {rate * 32 * measured.size('ship, bots') / 1000:.0f} MB/s that they read."
    )
