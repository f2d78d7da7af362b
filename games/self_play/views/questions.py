"""Questions to a seat of self-play, and the answers that a choice and a text stand for."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.panels import Choice, Question
from woozle.arena.views.words import capitalise, count
from woozle.core.request import Request
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, LONGEST, NUMBERED, SEARCH, Act
from woozle.games.self_play.state import State
from woozle.games.self_play.words import corpus_name, reach

_LONGEST_SUM = 200  # characters that the calculator reads
_WIDE = max(map(len, NUMBERED)) + 1


def question(request: Request, state: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is not Act:
        return None
    prompt = f"What do you do? {_count_left(request, state)}"
    return Question(request.id, "act", prompt, tuple(_actions(request, state)), seconds=request.seconds)


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


def _actions(request: Request, state: State) -> Iterator[Choice]:
    """Yield the legal actions. Each keeps its own number, whatever else is legal, so that none is taken for another."""
    legal = [str(action) for action in request.choices["action"]]
    for number, action in enumerate(NUMBERED, 1):
        if action in legal:
            hint, then = _meaning(action, request, state), _words(action, request, state)
            yield Choice(str(number), action, action, " " * (_WIDE - len(action)) + hint, then=then)


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
            return "you're sure; this is everyone's answer" if is_first else "you're sure, and the asker is told so"
    return "you're not sure; this is everyone's answer" if is_first else "you're not sure, and the asker is told so"


def _words(action: str, request: Request, state: State) -> Question | None:
    """Return the question after the choice of an action; None where words would not count."""
    posed = state.posed(request.to)
    if action in (ANSWER, HEDGE):
        prompt = "{first}: the answer alone; words beside it count against it."
        return Question(request.id, "reply", prompt, limit=LONGEST, seconds=request.seconds, draft="", silence="No words")
    if action == CALCULATE:
        prompt = "CALCULATE: what sum? Numbers, + - * / and brackets."
        return Question(request.id, "reply", prompt, limit=_LONGEST_SUM, seconds=request.seconds, draft="", offer="(12 + 3) * 4")
    if not state.has_own_words:
        return None
    prompt = f"{action}: in what words?"
    draft = posed.question[:LONGEST] if posed else ""
    return Question(
        request.id, "reply", prompt, limit=LONGEST, seconds=request.seconds, draft=draft, offer="The question as it is."
    )
