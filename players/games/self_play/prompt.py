"""How self-play reads as text: to a person line by line, and to whoever looks at a match afterwards.

For models see `self_play_chat`. The words of players, and of what was found, are passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from woozle.core.event import first
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.games.self_play.events import (
    ANSWER,
    ASK,
    CALCULATE,
    HEDGE,
    LONGEST,
    NUMBERED,
    SEARCH,
    Act,
    Acted,
    Briefing,
    Concluded,
    Equipped,
    Evidence,
    Key,
    Posed,
    Query,
    Stacked,
)
from woozle.core.request import Answer, Request, Seat
from woozle.players.games.self_play.chat import VERSION, conversation, reply
from woozle.players.generic_prompt import are, counted, deadline, forfeited, names, often, refused, who

__all__ = ["VERSION", "conversation", "guide", "lines", "question", "reply", "rules", "typed"]


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Nothing: what a model reads is all in its one turn, as `self_play_chat` words it."""
    yield from ()


def lines(event: Event, me: Seat | None) -> Iterator[str]:
    """An Event in words."""
    match event:
        case Briefing():
            yield f"At the table: {names(event.seats)}."
            yield from rules(event)
        case Equipped():
            yield _equipped(event, me)
        case Posed(seat, asked, by):
            yield f"{who(seat, me)} {are(seat, me)} asked{f' by {by}' if by else ''}: {asked}"
        case Acted():
            yield _acted(event, me)
        case Evidence():
            yield from _given(event, me)
        case Stacked(_, active, stack):
            waiting = f" Waiting, the next last: {', '.join(stack)}." if stack else ""
            yield f"{active} has control.{waiting}" if active else "Nobody has control: it is over."
        case Query(number, seat, tool, corpus, text, most):
            what = f"find at most {counted(most, 'paragraph')} in {corpus} for" if tool == SEARCH else "work out"
            yield f"Query {number}, of {seat}: {what}: {text}"
        case _:
            yield from _ending(event, me)


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """What a person is asked, each action with its own number, whatever else can be done now."""
    if request.answer is Act:
        asked = next((e.question for e in reversed(observation) if isinstance(e, Posed) and e.seat == request.to), "")
        if asked:
            yield f"The question: {asked}"
        yield "What do you do?"
        briefing = first(observation, Briefing)
        has_own_words = briefing is not None and briefing.queries == "own"
        for action in sorted(request.choices.get("action", ()), key=NUMBERED.index):
            yield f"{NUMBERED.index(action) + 1}. {action}{_HOW[action]}{_OWN if has_own_words and action in (ASK, SEARCH) else ''}"
        yield _FORM
    else:
        yield "What is the result?" if "result" in request.answer.model_fields else "What was found?"
    yield from deadline(request)


def typed(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """What reads one line of a person as an action and its words; None for what else is asked, which is read as it always is."""
    return partial(_act, request=request) if request.answer is Act else None


def rules(briefing: Briefing) -> Iterator[str]:
    """How this match is played."""
    first, *others = briefing.seats or ("Somebody",)
    yield f"{first} is asked a question, and {first}'s last words are the answer{' of all' if others else ''}."
    if others:
        yield _ASKING.get(briefing.orchestration, "")
        told = "you are told which corpus it comes from" if briefing.names else "nobody is told whose it is"
        yield f"A reply is an ANSWER, which is sure, or a HEDGE, which is not; {told}."
    words = (
        "put in words of one's own, or is the question if there are none" if briefing.queries == "own" else "the question as it is"
    )
    yield f"What is {'asked and ' if others else ''}searched for is {words}."
    yield " ".join(_limits(briefing))
    paid, anybody = ("All are paid the same", " of anybody") if others else ("You are paid", "")
    yield f"{paid}: how right the answer is, from 0 to 1, less {briefing.price:g} for every search{anybody}."


def _limits(briefing: Briefing) -> Iterator[str]:
    if len(briefing.seats) > 1:
        whom = " for each it can reach" if briefing.orchestration == "hub" else ""
        yield f"Everybody can ask {_often(briefing.asks)}{whom}." if briefing.asks else "Nobody can ask."
    if briefing.searches and briefing.effort != 0:
        found = counted(briefing.found, "paragraph")
        yield f"A seat can use its tools {_often(briefing.searches)}; a search finds {found} at most."
    else:
        yield "Nobody can use a tool."
    if briefing.effort:
        yield f"All together can use tools {_often(briefing.effort)}."
    yield f"After {counted(briefing.steps, 'step')} in all it is over."


def _often(number: int) -> str:
    return f"{often(number)} at most" if number > 1 else often(number)


_ASKING: Mapping[str, str] = {
    "broadcast": "A question goes to all whom the asker can reach; none of them sees what the others reply.",
    "hub": "A question goes to one; when it has replied, the next can be asked.",
}
_HOW: Mapping[str, str] = {
    ASK: ": others may know",
    SEARCH: ": look it up in your corpus",
    CALCULATE: " and a sum: have it worked out, as in `CALCULATE 1912 - 1848`",
    ANSWER: " and your answer: you are confident, as in `ANSWER 1912`",
    HEDGE: " and your best guess: you are unsure, as in `HEDGE 1912`",
}
_OWN = ", in words of your own that follow"
_FORM = (
    "Type the action, by its number or name, and the words that belong to it on the same line; "
    "ANSWER or HEDGE alone is a reply without words."
)


def _act(line: str, request: Request) -> Act:
    """What a line means. Raises ValueError, with a sentence, where it is no action."""
    legal: Sequence[str] = request.choices.get("action", ())
    first, _, rest = line.strip().partition(" ")
    number = first.rstrip(".:")
    if action := next((each for at, each in enumerate(NUMBERED, 1) if number == str(at) and each in legal), None):
        return Act(action=action, argument=rest.strip()[:LONGEST])
    if act := Act.of_reply(line, request):
        return act
    raise ValueError(f"{_FORM} You can {', '.join(legal[:-1])} or {legal[-1]}.")


def _equipped(event: Equipped, me: Seat | None) -> str:
    tools = [f"search {event.library}"] if event.library else []
    tools += ["have sums worked out"] if event.has_calculator else []
    tools += [f"ask {names(event.reaches)}"] if event.reaches else []
    return f"{who(event.seat, me)} can {', '.join(tools) or 'use no tool, and ask nobody'}."


def _acted(event: Acted, me: Seat | None) -> str:
    actor, is_me = who(event.seat, me), event.seat == me
    if event.forfeited:
        return f"{actor} did nothing that could be taken, which counts as a HEDGE without words."
    match event.action:
        case "ASK":
            return f"{actor} {'ask' if is_me else 'asks'}: {event.argument}"
        case "SEARCH":
            return f"{actor} {'search' if is_me else 'searches'} for: {event.argument}"
        case "CALCULATE":
            return f"{actor} {'have' if is_me else 'has'} worked out: {event.argument}"
    verb = {"ANSWER": "answer", "HEDGE": "hedge"}[event.action]
    return f"{actor} {verb if is_me else f'{verb}s'}: {event.argument or 'no words'}"


def _given(event: Evidence, me: Seat | None) -> Iterator[str]:
    hearer = who(event.seat, me)
    match event.tag:
        case "RETRIEVAL":
            found = counted(len(event.texts), "paragraph") if event.texts else "nothing"
            yield f"{hearer} {'find' if event.seat == me else 'finds'} {found}."
            for at, text in enumerate(event.texts):
                source = f" ({event.sources[at]})" if at < len(event.sources) else ""
                yield f"{at + 1}.{source} {text}"
        case "CALCULATION":
            yield f"{hearer} {are(event.seat, me)} told what it comes to: {' '.join(event.texts) or 'nothing'}"
        case _:
            sure = "is confident" if event.tag == "FRIEND_ANSWER" else "is unsure"
            tool = f", who can search {event.tool}," if event.tool else ""
            yield f"{hearer} {are(event.seat, me)} told by a friend{tool} who {sure}: {' '.join(event.texts) or 'no words'}"


def _ending(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Key(id, answers, source):
            where = f", to be found in {source}" if source else ""
            yield f"The right answer is {answers[0]}{where}." + (f" Question {id}." if me is None else "")
            if answers[1:]:
                yield f"So would be: {' / '.join(answers[1:])}."
        case Concluded(answer, action, f1, searches, paid):
            sure = {"ANSWER": ", confident", "HEDGE": ", unsure"}.get(action, "")
            yield f"The group answers{sure}: {answer}" if answer else "The group has no answer."
            yield f"F1 {f1:.2f}, {counted(searches, 'search', 'es')}, reward {paid:.2f} for everybody."
        case Refused():
            yield refused(event, me)
        case Forfeited():
            yield forfeited(event, me)
