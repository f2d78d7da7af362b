"""The end of a match on a card: who won and why, and the viewer's best moment, each in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from woozle.arena.views.end import HEADLINES, End
from woozle.arena.views.panels import Document, Panel
from woozle.arena.views.registry import results
from woozle.core import registry
from woozle.core.event import PUBLIC, Event, Forfeited, Refused
from woozle.core.line import Line, texts
from woozle.core.measures import Played, match_of, report_of
from woozle.core.request import Seat
from woozle.core.state import observes, seat_of
from woozle.core.value import value
from woozle.core.words import narrate

_HEADLINES: Mapping[str, str] = {**HEADLINES, "drawn": "It is a draw", "void": "Nobody wins"}
_OVER = "The match is over"
_QUOTED = 60  # characters of a quotation


@value
class Scene:
    """A panel with more of the end. title: what its key is called."""

    title: str
    panel: Panel


@value
class EndCard:
    """The end of a match in a few words.

    headline: for the viewer; sentence: who won, and why; best: the viewer's best moment, empty without one.
    is_won: None where the viewer neither won nor lost. scenes: at most two. told: events hidden from the viewer until now.
    words: what these and the scenes show, for those who read line by line. note: what else is worth knowing, such as a reason.
    """

    headline: str
    sentence: str
    best: str = ""
    is_won: bool | None = None
    scenes: tuple[Scene, ...] = ()
    told: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()
    note: str = ""


def text_scene(title: str, heading: str, lines: Iterable[Line]) -> Scene:
    """Return a scene to read."""
    return Scene(title, Document(heading, tuple(lines)))


def end_card(game: str, end: End) -> EndCard:
    """Return the card of a match that is over: as its game has it, else with the reason that its rules gave."""
    if own := registry.part_of(game, "end_card"):
        found: EndCard = own(end)
        return found
    why = end.outcome.reason or results(game, end).headline
    if not end.kind:
        return card_of(end, why)
    told = tuple(_hidden_facts(end))
    return card_of(end, why, _deeds(game, end), note=_score(end), told=told, words=_in_words(game, told, end.me))


def _score(end: End) -> str:
    """Return the viewer's score; empty where scores say no more than who won."""
    scores = {seat: result.numbers["score"] for seat, result in end.outcome.results.items() if "score" in result.numbers}
    return f"Your score: {scores[end.me]:zg}." if end.me in scores and not {*scores.values()} <= {0, 1} else ""


def _in_words(game: str, events: Iterable[Event], me: Seat | None) -> tuple[str, ...]:
    return tuple(text for _, lines in narrate(registry.words_of(game), events, me or PUBLIC) for text in texts(lines))


def _hidden_facts(end: End) -> Iterator[Event]:
    """Yield the events about seats that were hidden from the viewer."""
    for event, audience in end.record:
        is_fact = seat_of(event) and not isinstance(event, Forfeited | Refused)
        if is_fact and not observes(end.me or "", audience):
            yield event


def _deeds(game: str, end: End) -> Iterator[str]:
    """Yield what the viewer did well, as the profile counts it: lies that held, and a suspicion that was right."""
    report = report_of(registry.game(game))
    if report.conduct is None:
        return
    played = Played(end.record, end.outcome)
    conduct = report.conduct.read(played, match_of(report, played).facts, end.me or "")
    if held := conduct.lies.count(False):
        many = len(conduct.lies)
        lies = "Your lie" if many == 1 else "Both of your lies" if held == many == 2 else f"{held} of your {many} lies"
        yield f"{lies} held: you were not caught."
    for suspicion in conduct.suspicions:
        if suspicion.is_right:
            did = "voted for" if suspicion.how == "vote" else "accused"
            yield f"You {did} the {suspicion.role.replace('_', ' ')}, and you were right."


def card_of(
    end: End,
    why: str,
    moments: Iterable[str] = (),
    *,
    note: str = "",
    headlines: Mapping[str, str] = HEADLINES,
    scenes: tuple[Scene, ...] = (),
    told: tuple[Event, ...] = (),
    words: tuple[str, ...] = (),
) -> EndCard:
    """Return a card.

    Args:
        why: Who won, and why; by default the reason that the rules gave.
        moments: The viewer's deeds that counted, the best first; spectators are shown none.
        headlines: By the kind of the viewer's result, in place of the default ones.
    """
    headline = headlines.get(end.kind) or _HEADLINES.get(end.kind, _OVER)
    best = next(iter(moments), "") if end.me else ""
    return EndCard(headline, why or end.outcome.reason, best, end.is_won, scenes, told, words, note)


def lines(card: EndCard) -> Iterator[str]:
    """Yield the card line by line."""
    yield f"{card.headline}."
    yield card.sentence
    if card.note:
        yield card.note
    if card.best:
        yield f"Your best moment: {card.best}"
    yield from card.words


def quote(text: str) -> str:
    """Return a seat's words in quotation marks, cut where they are long."""
    words = " ".join(text.split())
    if len(words) > _QUOTED:
        words = f"{words[:_QUOTED].rpartition(' ')[0] or words[:_QUOTED]}…"
    return f"“{words.rstrip('.')}”"
