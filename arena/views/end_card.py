"""The end of a match on a card: who won and why, how the viewer did, when the match turned, and what to try next.

The sentences are found in the record by exact rules, which the page of each game in `docs` tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from woozle.arena.views.end import HEADLINES, End
from woozle.arena.views.panels import Document, Panel
from woozle.arena.views.registry import results
from woozle.arena.views.words import ordinal
from woozle.core import registry
from woozle.core.event import PUBLIC, Event, Forfeited, Refused
from woozle.core.line import Line, texts
from woozle.core.measures import Played, match_of, report_of
from woozle.core.names import join_names
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

    Args:
        headline: How it ended for the viewer.
        side: Who won, and why.
        you: How the viewer did, whichever side won, with its figures beside those of others.
        turned: The moment after which the match went the way it did.
        best: The viewer's best moment.
        try_next: What the viewer could do another time, or should keep, from what it did in this match.
        is_won: None where the viewer neither won nor lost.
        scenes: At most two.
        told: Events hidden from the viewer until now.
        words: What these and the scenes show, for those who read line by line.
        note: What else is worth knowing, such as a reason.
        others: The cards of several people who share it, by what each is called.

    Sentences are empty where there is nothing to say; `you`, `best` and `try_next` for spectators.
    """

    headline: str
    side: str
    you: str = ""
    turned: str = ""
    best: str = ""
    try_next: str = ""
    is_won: bool | None = None
    scenes: tuple[Scene, ...] = ()
    told: tuple[Event, ...] = ()
    words: tuple[str, ...] = ()
    note: str = ""
    others: Mapping[str, EndCard] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return the sentences that have a title, each with it."""
        rows = {"Your part": self.you, "Turning point": self.turned, "Your best moment": self.best, "Next time": self.try_next}
        for name, card in self.others.items():
            rows |= {name: card.you, f"{name}, next time": card.try_next}
        return tuple(row for row in rows.items() if row[1])


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
    return card_of(end, why, _deeds(game, end), you=_score(end), told=told, words=_in_words(game, told, end.me))


def shared_card(game: str, end: End, names: Mapping[Seat, str]) -> EndCard:
    """Return the card of several people who share a screen: that of spectators, with the part of each. names: of their seats."""
    others = {name: end_card(game, replace(end, me=seat)) for seat, name in names.items()}
    return replace(end_card(game, replace(end, me=None)), others=others)


def _score(end: End) -> str:
    """Return the viewer's score and its rank; empty where scores say no more than who won."""
    scores = {seat: result.numbers["score"] for seat, result in end.outcome.results.items() if "score" in result.numbers}
    if end.me not in scores or {*scores.values()} <= {0, 1}:
        return ""
    return f"Your score is {scores[end.me]:zg}, {rank(scores, end.me)}."


def part_of(part: int, whole: int, noun: str) -> str:
    """Return how many of the viewer's things it was: `both of your votes`, `none of your 3 votes`, `2 of your 5 tasks`."""
    if part == whole:
        return f"your one {noun}" if whole == 1 else f"both of your {noun}s" if whole == 2 else f"all {whole} of your {noun}s"
    return f"{part} of your {whole} {noun}s" if part else f"none of your {noun}s"


def part_of_others(part: int, others: int) -> str:
    """Return how many of the others it was: `all 4 others`, `both others`, `none of the 4 others`, `2 of the 4 others`."""
    if part == others:
        return "both others" if others == 2 else f"all {others} others"
    return f"{part or 'none'} of the {others} others"


def rank(figures: Mapping[Seat, float], seat: Seat) -> str:
    """Return the place of a seat among all by a figure, the highest first: `second of 5`, `first of 5, with Bo`."""
    place = 1 + sum(each > figures[seat] for each in figures.values())
    equals = join_names(other for other, each in figures.items() if other != seat and each == figures[seat])
    return f"{ordinal(place)} of {len(figures)}{f', with {equals}' if equals else ''}"


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
    you: str = "",
    turned: str = "",
    ideas: Iterable[str] = (),
    note: str = "",
    headlines: Mapping[str, str] = HEADLINES,
    scenes: tuple[Scene, ...] = (),
    told: tuple[Event, ...] = (),
    words: tuple[str, ...] = (),
) -> EndCard:
    """Return a card.

    Args:
        why: Who won, and why; by default the reason that the rules gave.
        moments: The viewer's deeds that counted, the best first.
        ideas: What the viewer could do another time, or should keep, the most useful first.
        you, turned: As in an EndCard. What is about the viewer is not asked for spectators.
        headlines: By the kind of the viewer's result, in place of the default ones.
    """
    headline = headlines.get(end.kind) or _HEADLINES.get(end.kind, _OVER)
    best, idea = (next(iter(each), "") if end.me else "" for each in (moments, ideas))
    return EndCard(
        headline, why or end.outcome.reason, you if end.me else "", turned, best, idea, end.is_won, scenes, told, words, note
    )


def lines(card: EndCard) -> Iterator[str]:
    """Yield the card line by line."""
    yield f"{card.headline}."
    yield card.side
    yield from (f"{title}: {sentence}" for title, sentence in card.rows)
    if card.note:
        yield card.note
    yield from card.words


def quote(text: str) -> str:
    """Return a seat's words in quotation marks, cut where they are long."""
    words = " ".join(text.split())
    if len(words) > _QUOTED:
        words = f"{words[:_QUOTED].rpartition(' ')[0] or words[:_QUOTED]}…"
    return f"“{words.rstrip('.')}”"
