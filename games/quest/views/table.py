"""The table of the quest: how each seat stands, the page with what is written, and the questions to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Choice, Document, FigureColumn, FigureTable, SeatCard, TableView, WordLimit, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.core.line import Line, shown_lines
from woozle.core.request import Request, Seat
from woozle.core.state import EVERYTHING, number_of
from woozle.core.words import quantity
from woozle.games.quest.events import DECISIONS, Appraised, Briefing, Demands, Given, Reconsidered, Reply, Standing
from woozle.games.quest.judgement.words import count_words
from woozle.games.quest.state import Progress, State, Text
from woozle.games.quest.views import figures
from woozle.games.quest.views.figures import Figures
from woozle.games.quest.words import length_of, noun, out_of_100, say_unread, say_untold

_ESTIMATE = "Points if it ended now. Rivals have shown nothing yet."
_AS_SEEN = f"{figures.STALE}: as last seen. Points if it ended now."
_AS_IF = "Points as if it were over now."
_SOUND = 0.995  # of the form of a text, which is shown as 100%


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table of a viewer."""
    # a player has nothing to compare before a text was scored
    has_figures = state.me is None or state.tallies or state.mine.texts or state.sights
    seen = TableView(
        title=_title(state),
        goal="you see everything" if state.viewer == EVERYTHING else "most points wins" if state.briefing else "",
        prompt=_waiting(state),
        seats=tuple(_fill_card(card, state) for card in seat_cards(state)),
        panels=panels(_figures(state) if state.seats and has_figures else None, _page(state)),
    )
    return ask_seat(seen, request, state) if request else seen


def _title(state: State) -> str:
    if state.tallies:
        return "The match is over"
    steps = [each.standing for each in state.progress.values() if each.standing]
    return f"Step {max(step.step for step in steps) + 1} of {steps[0].total}" if steps else "Quest"


def _waiting(state: State) -> str:
    if state.tallies:
        return ""
    if state.viewer == EVERYTHING:
        return "All write, each about its own passage."
    if state.me is None:
        return "All are writing; the texts are hidden."
    return "You have ended; the others go on." if state.me in state.stopped else "You wait until all have taken this step."


def _fill_card(card: SeatCard, state: State) -> SeatCard:
    card = replace(card, is_done=card.name in state.stopped)
    if state.viewer == EVERYTHING:
        does, texts = _activity(state, card.name), state.of(card.name).texts
        return replace(card, is_speaking=does not in ("", "ended"), status=f"{len(texts)} written", note=does)
    stopped = state.stopped.get(card.name)
    return card if stopped is None else replace(card, note=f"ended after step {stopped}")


def _activity(state: State, seat: Seat) -> str:
    if seat in state.stopped:
        return "ended"
    doing = state.of(seat).doing
    return f"{'reviews' if isinstance(doing, Reconsidered) else 'writes'} {doing.item}" if doing else ""


# The page


def _page(state: State) -> Document | None:
    mine, briefing = state.mine, state.briefing
    if state.viewer == EVERYTHING and state.last:
        return _last_page(state, state.last)
    if mine.doing:
        again = mine.texts.get(mine.doing.item) if isinstance(mine.doing, Reconsidered) else None
        return page_about(mine.doing, briefing, first=explain_score(again, state.demands))
    if mine.texts:
        return list_texts(mine, state.demands)
    if briefing is None:
        return None
    return opening_page(briefing, state.demands) if state.me else rules_page(briefing, state.demands)


def _last_page(state: State, seat: Seat) -> Document | None:
    """Return what the seat that acted last wrote about, and its text."""
    progress = state.of(seat)
    if progress.about is None:
        return None
    page = page_about(progress.about, state.briefing, *_last_text(state, seat, progress, progress.about.item))
    return replace(page, title=f"{seat} · {page.title}")


def _last_text(state: State, seat: Seat, progress: Progress, item: str) -> Iterator[Line]:
    if text := progress.texts.get(item):
        h = "" if text.h is None else f" · {out_of_100(text.h)}"
        yield Line("")
        yield Line(text.text or "Nothing.", "speech", who=number_of(state, seat), label=f"{seat} wrote{h}")
        yield from explain_score(text, state.demands)


# The figures


def _figures(state: State) -> FigureTable:
    briefing, seats = state.briefing, state.seats
    is_told = state.viewer == EVERYTHING or (briefing is not None and briefing.scores_told)
    if state.viewer == EVERYTHING:
        known = {seat: figures.of_progress(state.of(seat), _activity(state, seat), is_told=is_told) for seat in seats}
    else:
        known = {seat: figures.of_sight(sight) for seat, sight in state.sights.items()}
        if state.mine.standing:
            known[state.viewer] = figures.of_progress(state.mine, str(state.mine.step), is_told=is_told)
    current = {seat: each for seat, each in known.items() if seat not in state.sights or state.viewer == EVERYTHING}
    known |= {seat: figures.of_tally(state, seat, current.get(seat, Figures())) for seat in state.tallies}
    return figures.standing(
        state,
        known,
        when=FigureColumn("does", leaves=4, is_cut=True) if state.viewer == EVERYTHING else FigureColumn("step", is_number=True),
        note="" if state.tallies else _note(state, is_told=is_told),
        stale=set() if state.viewer == EVERYTHING else state.sights.keys() - state.tallies.keys(),
    )


def _note(state: State, *, is_told: bool) -> str:
    if state.viewer == EVERYTHING:
        return _AS_IF
    if not is_told:
        return "Points are shown at the end."
    return _AS_SEEN if state.sights else _ESTIMATE if state.me else ""


_REPLY = ("Answer, or say that you don't know.", "Change your answer, if you know better.")


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer in DECISIONS:
        return ask(table, request, _prompt(state.mine.standing), label=lambda way, choice: _label(choice, state))
    doing, words = state.mine.doing, state.demands.words if state.demands else 0
    draft = doing.text if isinstance(doing, Reconsidered) else None
    if request.answer is Reply:
        return ask(table, request, _REPLY[draft is not None], draft=draft)
    at_most = f" in at most {words} words" if words else ""
    limit = WordLimit(words, count_words) if words else None
    prompt = f"{'Summarise' if draft is None else 'Make it better'}{at_most}, from the passage alone."
    return ask(table, request, prompt, draft=draft, words=limit, offer="Write your summary here, using only the page.")


def _prompt(step: Standing | None) -> str:
    if step is None:
        return "What do you do?"
    where = f"Step {step.step + 1} of {step.total}"
    if step.is_review_advised:
        return f"{where}: you could improve {step.worst}."
    return f"{where}: continue, or revise your weakest summary first?" if step.worst else f"{where}: continue."


def _label(choice: Choice, state: State) -> Choice:
    step, (way, _, item) = state.mine.standing, str(choice.value).partition(" ")
    match way:
        case "continue":
            return replace(choice, text=f"Continue with {f'the {noun(state.briefing)} {step.current}' if step else 'the next one'}")
        case "review":
            item = item or (step.worst if step else "")
            text = state.mine.texts.get(item)
            h = text.h if text else step.worst_h if step else None
            is_advised = step is not None and step.is_review_advised and item == step.worst
            hint = "" if h is None else f"{out_of_100(h)}{', advised' if is_advised else ''}"
            return replace(choice, text=f"Revise {item or 'your weakest'} first", hint=hint)
    return replace(choice, text="End here", sure="End here? What you have not written counts 0.")


def source_page(title: str, text: str, more: Iterable[Line] = ()) -> Document:
    """Return an item as a document. more: lines below it."""
    return Document(title, (*map(Line, text.split("\n")), *more), length_of(text))


def page_about(doing: Given | Reconsidered, briefing: Briefing | None, *more: Line, first: Iterable[Line] = ()) -> Document:
    """Return the item that a seat writes about. more: lines below it; first: lines above it."""
    what = noun(briefing).capitalize()
    if isinstance(doing, Given):
        return source_page(f"{what} {doing.item}", doing.text, more)
    page = source_page(
        f"{what} {doing.item}, again{'' if doing.h is None else f': it had {out_of_100(doing.h)}'}", doing.source, more
    )
    return replace(page, lines=(*first, *page.lines))


def explain_score(text: Text | None, demands: Demands | None) -> Iterator[Line]:
    """Yield lines on the parts of a text's H and what it lacks."""
    made = text.parts if text else None
    if made and made.covered is not None:
        yield Line(f"{made.faithful:.0%} from the passage x {made.covered:.0%} of its facts", "quiet")
    yield from shown_lines(say_unread(text.text if text else "", demands))
    if isinstance(made, Appraised):
        yield from _verdicts(made)
        yield from (Line(each, "notice") for each in say_untold(made))
    elif made:  # by earlier rules
        yield from [Line(f"Not in the passage: {', '.join(made.ungrounded)}", "notice")] if made.ungrounded else ()
        yield from [Line(f"Left out: {'; '.join(made.missing)}", "notice")] if made.missing else ()


def _verdicts(made: Appraised) -> Iterator[Line]:
    """Yield the judge's objections to the sentences of a text, if it looks at them one by one."""
    if made.form < _SOUND and made.sentences:
        yield Line(f"Only {made.form:.0%} of this counts, as parts of it do not read like sentences.", "notice")
    if made.sentences and not any(each.reason for each in made.sentences):
        yield Line("The judge holds nothing against any sentence.", "quiet")
    for each in made.sentences:
        if each.reason:
            yield Line(f"{out_of_100(each.score)}: {each.reason}, in “{each.text}”", "notice")


def list_texts(progress: Progress, demands: Demands | None) -> Document:
    """Return a seat's texts, the one to review first, then the newest."""
    worst, newest = progress.worst, [*progress.texts.items()][::-1]
    newest.sort(key=lambda each: each[0] != worst)
    lines = [
        line
        for item, text in newest
        for line in (Line(text.text or "Nothing.", "speech", label=_label_text(item, text, worst)), *explain_score(text, demands))
    ]
    return Document("What you have written", tuple(lines), quantity(len(newest), "text"))


def opening_page(briefing: Briefing, asked: Demands | None) -> Document:
    """Return how a match is won, without a formula, for viewers with nothing to read yet."""
    rivals = quantity(len(briefing.seats) - 1, "rival")
    lines = [f"You and {rivals} get the same {quantity(briefing.items, noun(briefing))}, one after the other."]
    if noun(briefing) == "question":
        lines.append("Answer each. A right answer counts, a wrong one does not; if you do not know, say so.")
    else:
        lines.append("Say what each says, and nothing that it does not: each claim is looked for in the passage.")
    if asked and asked.facts > 0:
        lines.append("Its main facts count as much: what you leave out costs you points.")
    if asked and asked.words:
        lines.append(f"Only the first {asked.words} words of a text are read.")
    if briefing.reviews and briefing.items > 1:
        lines.append("Before each further one you may revise your weakest text.")
    most_cost = 100 * briefing.beta * 4  # of a seat that spends the most of everything: four shares, each at most 1
    lines.append(f"A perfect match is 100 points; words, rewrites and time cost at most {most_cost:g}.")
    lines.append("Most points wins. Help has the rules in full.")
    return Document("How you win", tuple(map(Line, lines)))


def rules_page(briefing: Briefing, asked: Demands | None) -> Document:
    """Return the rules of this match."""
    return Document(HEADING, tuple(map(Line, of_briefing("quest", *filter(None, (briefing, asked))))))


def _label_text(item: str, text: Text, worst: str) -> str:
    h = [] if text.h is None else [out_of_100(text.h)]
    reviewed = [f"revised {quantity(text.reviews, 'time')}" if text.reviews > 1 else "revised"] if text.reviews else []
    return " · ".join([item, *h, *reviewed, *(["weakest"] if item == worst else [])])
