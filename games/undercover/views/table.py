"""The table of undercover: the title, the seats, the pictures and the question, from what its viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Choice, Document, Pictures, SeatCard, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.rules import HEADING
from woozle.arena.views.words import capitalise
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.games.undercover.events import Conclude, Pair, Sight, Summarise, Vote
from woozle.games.undercover.pairs.comparison import Comparison
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted, rules

_LONG = 72  # characters of a question that are read at a glance


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table of a viewer, with the question to it."""
    is_it = state.is_undercover
    seen = TableView(
        title=title(state),
        role="" if is_it is None else "undercover" if is_it else "regular",
        goal=state.briefing.question,
        prompt=_waiting(state),
        seats=tuple(_cards(state)),
        panels=panels(_pictures(state), _page(state)),
        is_discussion=state.part != "over",
    )
    return ask_seat(seen, request, state) if request else seen


def _page(state: State) -> Document | None:
    """Return the question, if it is too long for one line; to the public, which sees no picture yet, the rules."""
    briefing = state.briefing
    told = (Line(briefing.question), *(Line(f"· {option}", "quiet") for option in briefing.options))
    if state.seats and state.me is None and state.pair is None:
        return Document(HEADING, (*told, Line(""), *map(Line, rules(briefing))))
    return Document("The question", told) if len(briefing.question) > _LONG else None


def _pictures(state: State) -> Pictures | None:
    if state.pair:
        return both_pictures(state.pair, state.size, state.undercover)
    return own_picture(state.sight) if state.sight else None


def _waiting(state: State) -> str:
    if state.part == "over":
        return ""
    if state.me in state.out:
        return "You are out. You can keep watching."
    match state.part:
        case "":
            return "The pictures are being made."
        case "vote" | "revote":
            return "The votes are being cast."
        case "counted":
            return "The votes are counted."
        case "summary":
            return "Those who are left say what they think now."
    if speaker := state.speaker:
        return f"Next to speak: {speaker}, {len(state.spoken) + 1} of {len(state.order)}."
    return "The others look at their pictures." if state.me else "All look at their pictures."


def _cards(state: State) -> Iterator[SeatCard]:
    speaker = state.speaker
    for card in seat_cards(state):
        seat = card.name
        yield replace(
            card,
            out="OUT" if seat in state.out else "",
            is_speaking=seat == speaker,
            status=" · ".join(_describe_seat(seat, state)),
            note="speaks" if seat == speaker else "spoke" if speaker and seat in state.spoken else "",
        )


def _describe_seat(seat: Seat, state: State) -> Iterator[str]:
    is_revealed = state.revealed is not None and seat == state.undercover
    if is_revealed or (seat == state.undercover and seat != state.me):  # the own role stands in the corner
        yield "UNDERCOVER"
    if seat in state.out:
        yield f"out, vote {state.out[seat].vote}"
    if (said := state.lasts.get(seat)) is not None:
        yield f"{'said' if seat in state.out else 'says'} {quoted(said)}" if said else "no answer"
    voted = [targets[seat] or "nobody" for targets in state.ballots.values() if seat in targets]
    if voted and not is_revealed:  # its votes are of no account any more
        yield f"voted {', '.join(voted)}"


def title(state: State) -> str:
    """Return the part of the match, as it stands above the table and in questions."""
    match state.part:
        case "reasoning":
            return f"Round {state.number}"
        case "vote" | "counted" | "revote":
            return f"Vote {state.vote} of {state.briefing.rounds}{', after a tie' if state.part == 'revote' else ''}"
        case "summary":
            return f"Answering together, round {state.number} of {state.briefing.summary_rounds}"
        case "over":
            return "The match is over"
    return "Undercover"


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if issubclass(request.answer, Vote):
        return ask(table, request, f"{title(state)}: who sees another picture?", label=partial(_label_vote, state), then="")
    if request.answer is Conclude:
        return ask(table, request, "A tie, and you decide: what is the answer?", label=_label_last_words)
    last = state.lasts.get(request.to, "")
    why = "Why, after all that was said?" if request.answer is Summarise else _WHY_JUDGED if state.has_undercover else _WHY
    return ask(
        table,
        request,
        _prompt(request, state),
        label=partial(_label_option, last),
        draft=last,
        then=f"Your answer: {{first}}. {why}",
        offer="Write what you tell everyone.",
    )


_WHY = "What in your picture supports it?"
_WHY_JUDGED = f"{_WHY} Describe two or three things, or they may vote you out."


def _prompt(request: Request, state: State) -> str:
    asked = state.briefing.question
    if request.answer is Summarise:
        return f"After all that was said: {asked}"
    if state.reflects:
        return f"{'Your final answer' if state.reflects.is_final else 'Look at it again'}: {asked}"
    return asked


def _label_option(last: str, option: str, choice: Choice) -> Choice:
    is_last = bool(last) and option.casefold() == last.casefold()
    return replace(choice, hint="your last answer" if is_last else "")


def _label_vote(state: State, target: Seat | None, choice: Choice) -> Choice:
    if target is None:
        return replace(choice, text="Abstain", sure="Vote for no one?")
    return replace(choice, hint=_describe_answer(target, state), sure=f"Vote for {target}?")


def _describe_answer(seat: Seat, state: State) -> str:
    first, said = state.firsts.get(seat, ""), state.lasts.get(seat, "")
    if first and said and first.casefold() != said.casefold():
        return f"first {quoted(first)}, now {quoted(said)}"
    return f"says {quoted(said)}" if said else "gave no answer"


def _label_last_words(option: str, choice: Choice) -> Choice:
    return replace(choice, sure=f"Answer {quoted(option)} for all?")


_SHOWN = 8  # characters of a name, which tell two pictures apart
_SIZE = 512  # pixels of a drawing, for viewers who do not know the size used in the match


def own_picture(sight: Sight) -> Pictures:
    """Return one seat's picture. Nothing tells which of the two it is."""
    return Pictures("undercover", (sight,), ("Yours",))


def both_pictures(pair: Pair, size: int = 0, undercover: str = "") -> Pictures:
    """Return the picture and, if there is one, its counterfactual, each with its name. undercover: its viewer, if known."""
    picture = Sight("", pair.picture, size or _SIZE, pair.scene)
    if not pair.has_copy:
        return Pictures("undercover", (picture,), (_add_name("The picture", pair, pair.picture),))
    other = Sight("", pair.counterfactual, size or _SIZE, pair.other)
    what = f": {pair.change}" if pair.edit else ""
    seen = _add_name(f"{undercover or 'The undercover'} sees{what or ' this'}", pair, pair.counterfactual)
    return Pictures("undercover", (picture, other), (_add_name("The picture", pair, pair.picture), seen))


def compared_pictures(pair: Pair, size: int = 0, undercover: str = "") -> Pictures:
    """Return both pictures side by side with the change framed, then each alone; without a counterfactual, the picture."""
    if not pair.has_copy:
        return both_pictures(pair, size)
    shown = {shows: Comparison(pair, shows, size or _SIZE) for shows in ("both", "picture", "counterfactual")}
    seen, others = f"what {undercover or 'the undercover'} saw", "what everyone else saw"
    what = f". Changed: {pair.change}." if pair.edit else ""
    captions = (
        f"Left: {others}. Right: {seen}{what}",
        _add_name(others, pair, pair.picture),
        _add_name(f"{seen}{what}", pair, pair.counterfactual),
    )
    return Pictures("undercover", tuple(shown.values()), tuple(map(capitalise, captions)))


def _add_name(caption: str, pair: Pair, name: str) -> str:
    """Return a caption with the beginning of the picture's name."""
    return f"{caption} ({'file' if pair.scene is None else 'drawing'} {name[:_SHOWN]})"
