"""The table of self-play as one viewer sees it: the seats, the page with the evidence, and the questions to its seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Choice, Document, SeatCard, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.words import capitalise, count
from woozle.core.line import Line, shown_lines
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.core.state import number_of
from woozle.games.self_play.events import ASK, CALCULATE, LONGEST, NUMBERED, SEARCH
from woozle.games.self_play.state import Given, State
from woozle.games.self_play.views.society import now, society
from woozle.games.self_play.words import (
    corpus_name,
    describe_answer,
    describe_key,
    describe_reward,
    describe_tools,
    evidence_lines,
    judgements,
    reach,
    tone_of,
)


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table as a viewer sees it, with the question to it."""
    is_looked_on = state.me is None or state.is_over
    seen = TableView(
        title=_title(state),
        role=_role(state),
        goal=goal(state),
        prompt=_waiting(state),
        seats=tuple(_cards(state)),
        panels=panels(
            society(state) if is_looked_on else None,
            own_page(state) if state.me else whole_page(state),
        ),
    )
    return ask_seat(seen, request, state) if request else seen


def _title(state: State) -> str:
    if state.is_over:
        return "The match is over"
    if state.me or not state.briefing:
        return "Self-play"
    return f"Step {state.step} of {state.briefing.steps}"


def _role(state: State) -> str:
    if state.me is None or not state.seats:
        return ""
    return "alone" if len(state.seats) == 1 else "asker" if state.me == state.seats[0] else "helper"


def _waiting(state: State) -> str:
    """Return the prompt while the viewer is asked nothing. A seat does not see who acts."""
    if state.is_over:
        return ""
    if state.me is None:
        return f"It's {state.active}'s turn." if state.active else "All is said." if state.last else "A question is drawn."
    steps = state.steps_of(state.me)
    if steps and steps[-1].acted.action == ASK:
        return "You have asked. You go on once your friends have replied."
    if steps and steps[-1].is_reply:
        return "You have replied. The others go on."
    if steps:
        return "What you wanted is looked up."
    return "You wait until another player asks what you can find out."


def _cards(state: State) -> Iterator[SeatCard]:
    """Yield a card for each seat. Only spectators see who has control, and who waits for what."""
    for card in seat_cards(state):
        yield card if state.me else replace(card, is_speaking=card.name == state.active, status=now(state, card.name))


_WIDE = max(map(len, NUMBERED)) + 1


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""

    def label(action: str, choice: Choice) -> Choice:
        """Label an action; each keeps its own number, whatever else is legal, so that none is taken for another."""
        place, hint = NUMBERED.index(action), " " * (_WIDE - len(action)) + _meaning(action, request, state)
        then, draft = _words(action, request, state)
        wants_text = action not in (ASK, SEARCH)
        return replace(choice, key=str(place + 1), hint=hint, then=then, draft=draft, wants_text=wants_text)

    return ask(table, request, f"What do you do? {_count_left(request, state)}", label=label, order=NUMBERED.index)


def _count_left(request: Request, state: State) -> str:
    """Return what is left of a limited action, for a seat that has it."""
    tools, can = state.equipped.get(request.to), request.choices["action"]
    if tools is None or state.briefing is None:
        return ""
    left = []
    if tools.library or tools.has_calculator:
        what = ("tool use", "tool uses") if tools.has_calculator else ("search", "searches")
        left.append(_some(state.tools_left(request.to) if SEARCH in can or CALCULATE in can else 0, *what))
    if tools.reaches:
        left.append(_some(state.asks_left(request.to) if ASK in can else 0, "ask", "asks"))
    price = f" A search costs {state.briefing.price:g}." if SEARCH in can else ""
    words = f"{', '.join(left)} left.{price}" if left else ""
    return capitalise(words)


def _some(number: int, one: str, many: str) -> str:
    return count(number, one, many) if number else f"no {many}"


def _meaning(action: str, request: Request, state: State) -> str:
    tools, briefing, is_first = state.equipped.get(request.to), state.briefing, (request.to,) == state.seats[:1]
    match action:
        case "ASK":
            whom, is_one = (reach(tools.reaches), len(tools.reaches) == 1) if tools else ("your friends", False)
            if briefing and briefing.orchestration == "hub" and not is_one:
                return f"one of {whom} replies, the next one"
            return f"{whom} {'replies' if is_one else 'reply'}, then you go on"
        case "SEARCH":
            cost = f" for {briefing.price:g}" if briefing else ""
            return f"look it up in {corpus_name(tools.library) if tools else 'the corpus'}{cost}"
        case "CALCULATE":
            return "have a sum worked out; it costs nothing"
        case "ANSWER":
            return "you're sure; this is everyone's answer" if is_first else "you're sure, and the asker will know"
    return "you're not sure; this is everyone's answer" if is_first else "you're not sure, and the asker will know"


def _words(action: str, request: Request, state: State) -> tuple[str, str]:
    """Return what is asked after the choice of an action, empty where words would not count, and its draft."""
    posed = state.posed(request.to)
    if action == CALCULATE:
        return "{first}: what sum? Numbers, + - * / and brackets: (12 + 3) * 4", ""
    if action not in (ASK, SEARCH):
        return "{first}: just the answer; extra words cost points.", ""
    draft = posed.question[:LONGEST] if posed else ""
    return ("{first}: in what words? None: the question as it is.", draft) if state.has_own_words else ("", "")


_HEADING = "The question, and what was found out"


def goal(state: State) -> str:
    """Return the shared goal in a few words."""
    return f"be right together; a search costs {state.briefing.price:g}" if state.briefing else ""


def own_page(state: State) -> Document | None:
    """Return a seat's page: its question, its evidence and its options."""
    if state.briefing is None:
        return None
    me = state.me or ""
    posed, given = state.posed(me), state.given(me)
    told: list[Line] = [*_end(state)]
    if posed:
        told += [*([Line("The question", "heading")] if told else []), Line(posed.question, "notice")]
        told += [Line(f"{posed.by} asks you.", "quiet")] if posed.by else []
        told += _evidence(given, state)
    told += _rules(state, me)
    title = "How it ended" if state.is_over else "The question" if posed else "You have not been asked yet"
    return Document(title, tuple(told), _amount(given), heading=_HEADING)


def whole_page(state: State) -> Document | None:
    """Return the page for spectators: the question, the waiting seats, and the evidence of the seat in control."""
    if state.briefing is None:
        return None
    if not state.question:
        rules = of_briefing("self_play", state.briefing)
        return Document(HEADING, tuple(Line(rule, "quiet") for rule in rules), heading=_HEADING)
    told = [Line(state.question, "notice")]
    if state.key and not state.is_over:
        told += [Line(each, "private") for each in describe_key(state.key)]
    told += _end(state)
    seat = state.active or state.seats[0]
    told += _control(state)
    if state.active and (posed := state.posed(seat)) and posed.question != state.question:
        told.append(Line(f"{seat} was asked: {posed.question}", "quiet", who=number_of(state, seat)))
    given = state.given(seat)
    told += _evidence(given, state, f"What {seat} was given") or [Line(f"{seat} was given nothing yet.", "quiet")]
    return Document("The question", tuple(told), _amount(given), heading=_HEADING)


def _end(state: State) -> list[Line]:
    if state.concluded is None or state.key is None:
        return []
    end = state.concluded
    told = [Line(describe_answer(end), tone_of(end)), Line(describe_reward(end)), *map(Line, describe_key(state.key))]
    return [*told, *(Line(each.sentence, each.tone) for each in judgements(state, end))]


def _control(state: State) -> Iterator[Line]:
    if not state.active:
        return
    yield Line(f"It's {state.active}'s turn.", "plain", "▸", number_of(state, state.active))
    for has_asked, seats in groupby(reversed(state.stack), state.waits_for_replies):
        names = list(seats)
        waits, what = "waits" if len(names) == 1 else "wait", "for replies" if has_asked else "to be asked"
        yield Line(f"{join_names(names)} {waits} {what}.", "quiet", "·")


def _evidence(given: tuple[Given, ...], state: State, title: str = "What you were given") -> list[Line]:
    """Return a seat's evidence, the newest first; what came together stays in order. Paragraphs are set apart."""
    parts = [list(part) for _, part in groupby(given, key=lambda each: each.steps)]
    found: list[Line] = []
    was_long = False
    for each in (each for part in reversed(parts) for each in part):
        is_long = each.evidence.tag == "RETRIEVAL"
        for line in shown_lines(evidence_lines(each, state)):
            found += [Line(""), line] if found and (is_long or was_long) else [line]
            was_long = is_long
    return [Line(title, "heading"), *found] if found else []


def _rules(state: State, me: Seat) -> Iterator[Line]:
    if state.briefing is None:
        return
    yield Line(HEADING, "heading")
    if tools := state.equipped.get(me):
        yield Line(describe_tools(tools, me))
    yield from (Line(rule, "quiet") for rule in of_briefing("self_play", state.briefing))


def _amount(given: tuple[Given, ...]) -> str:
    """Return the amount of evidence: `1 reply and 3 paragraphs`."""
    replies = sum(each.evidence.tag.startswith("FRIEND") for each in given)
    paragraphs = sum(len(each.evidence.texts) for each in given if each.evidence.tag == "RETRIEVAL")
    results = sum(each.evidence.tag == "CALCULATION" for each in given)
    counts = ((replies, "reply", "replies"), (paragraphs, "paragraph", "paragraphs"), (results, "result", "results"))
    return join_names(count(number, one, many) for number, one, many in counts if number)
