"""Documents beside a debate: the question, and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.panels import Document
from woozle.arena.views.rules import of_briefing
from woozle.core.line import Line
from woozle.games.debate.events import Briefing
from woozle.games.debate.state import State
from woozle.games.debate.views.lines import options

_KINDS = {"choice": "choose one", "number": "a number", "yes_no": "yes or no", "text": "in words"}
_GOALS = {
    "full": "all listen to all",
    "sparse": "each listens to a few, in a ring",
    "random": "partners are drawn",
    "dig": "partners by DIG",
    "digra": "partners by DIGRA",
    "fixed": "partners are set",
    "free": "you choose whom to read",
}


def goal(briefing: Briefing) -> str:
    """Return the rule of listening in a few words."""
    return "each answers alone" if briefing.rounds == 1 or len(briefing.seats) == 1 else _GOALS.get(briefing.topology, "")


def page(state: State, *more: Line) -> Document | None:
    """Return the question with its options, the right answer once known, and the rules. more: lines between the two."""
    if not state.seats:
        return None
    briefing = state.briefing
    told = (
        Line(briefing.question),
        *_options(state),
        *more,
        Line(""),
        *(Line(rule, "quiet") for rule in of_briefing("debate", briefing)),
    )
    return Document("The question", told, _KINDS.get(briefing.kind, ""), heading="The question")


def _options(state: State) -> Iterator[Line]:
    for option in options(state.briefing):
        is_right = bool(state.letters) and state.is_right(option[:1]) is True
        yield Line(f"{option[:1]} ✓{option[2:]}" if is_right else option, "good" if is_right else "plain")
    if state.key and not state.letters:
        yield Line(f"Right: {', '.join((state.key.answer, *state.key.aliases))} ✓", "good")
