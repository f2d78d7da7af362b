"""The rules of the quest (MAS-HQ, section 3 and Algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from woozle.core.arithmetic import mean_of_known
from woozle.core.game import EVERYONE, RECORD, Event, Game, Play, RecordEntry, Script
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Forfeit, Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.text import derive
from woozle.core.usage import Ledger
from woozle.games.quest import events as quest
from woozle.games.quest.config import PRESETS, Config
from woozle.games.quest.data import Item
from woozle.games.quest.judgement.coverage import find_missing
from woozle.games.quest.judgement.refusals import is_refusal
from woozle.games.quest.judgement.scores import WEIGHTS, penalties, q_score
from woozle.games.quest.judgement.words import count_words, limit_words
from woozle.games.quest.lane import Lane, Spent, Work, spent_by
from woozle.games.quest.state import State, find_best

_UNSCORED = "Nothing could be scored, so no one wins."


class Quest(Game[Config]):
    """A match of the quest. All seats take each step together, knowing only what was shown in the steps before."""

    name, version = "quest", 5
    report = "woozle.games.quest.measures:REPORT"
    earlier_versions: ClassVar[Mapping[int, str]] = {
        number: f"woozle.games.quest.earlier.version_{number}:Quest" for number in (2, 3, 4)
    }
    default_seats, max_seats = 3, 8
    seat_names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
    presets: ClassVar[Any] = PRESETS
    services = (quest.JUDGE,)
    summary: ClassVar[type[quest.Write]] = quest.Write

    def __init__(self, seats: int, config: Config | None = None) -> None:
        super().__init__(seats, config)
        self.ledger: Ledger = Ledger()
        self.items: list[Item] = []
        self.lanes: dict[Seat, Lane] = {}
        self._left_out: dict[int, Literal["refused", "not_scored"]] = {}
        self._glimpses: dict[Seat, tuple[int, quest.Glimpse]] = {}
        self._submitted = 0
        self.answers: dict[Seat, quest.Breakdown] = {}

    @classmethod
    def results(cls, config: Config, record: Sequence[RecordEntry]) -> Mapping[Seat, Result]:
        """Return the results that follow from each Tally and its Breakdown."""
        known = fold_events(State(EVERYTHING), (event for event, _ in record))
        return _results([*known.tallies.values()], known.breakdowns, config.items - len(known.left_out))

    @classmethod
    def reason(cls, config: Config, record: Sequence[RecordEntry]) -> str | None:
        """Return who wins by the Tallies, if anything was scored."""
        known = fold_events(State(EVERYTHING), (event for event, _ in record))
        if not known.tallies:
            return None
        return _reason(config, [*known.tallies.values()]) if len(known.left_out) < config.items else _UNSCORED

    def briefing(self) -> tuple[Event, ...]:
        """Return how the match is played, as every seat learns it."""
        config, weights = self.config, self.config.q_weights
        kind = quest.Briefing if config.reviewed == "worst" else quest.FreeBriefing
        briefing = kind(
            self.seats, config.task, config.items, config.order, config.reviews, config.threshold, config.vision,
            config.early_end, config.tells_scores, config.weights_name, weights.alpha, weights.beta, config.clock,
        )  # fmt: skip
        return (briefing, *self._demands(config.pool))

    def play(self) -> Play:
        """Take steps until everything is written, then tell the scores."""
        config = self.config
        self.items = [config.pool[at] for at in sorted(self.chance.sample("items", range(len(config.pool)), config.items))]
        self.lanes = {seat: Lane(order) for seat, order in zip(self.seats, self._orders(), strict=True)}
        briefing, *_ = self.briefing()
        for event in (briefing, *self._demands(self.items)):
            self.tell(event, to=EVERYONE)
        for step in range(config.items):
            self._show(step)
            yield from self.together(*(self._turn(seat, step) for seat in self.seats if not self.lanes[seat].has_ended))
        return self._outcome()

    def _demands(self, items: Sequence[Item]) -> tuple[quest.Demands, ...]:
        """Return what summaries of these items must tell, apart from being faithful."""
        config = self.config
        if config.task != "summary":
            return ()
        known = min(sum(bool(item.facts) for item in items), config.items) if config.coverage else -1
        return (quest.Demands(config.words, known, config.refused),)

    def _orders(self) -> list[list[int]]:
        count, seats = self.config.items, len(self.seats)
        forward = list(range(count))
        rotated = [forward[at:] + forward[:at] for at in (seat * count // seats for seat in range(seats))]
        match self.config.order:
            case "forward":
                return [forward] * seats
            case "shuffled":
                return [self.chance.shuffle(f"order {seat}", forward) for seat in self.seats]
            case "opposite":
                return [forward, forward[::-1], *rotated[2:]]
            case _:
                return rotated

    def _turn(self, seat: Seat, step: int) -> Script[None]:
        lane = self.lanes[seat]
        reviews = self._reviews(lane)
        kind: type[quest.Decide] | type[quest.DecideText] = quest.Decide if self.config.reviewed == "worst" else quest.DecideText
        decided = yield from self.ask(
            seat,
            kind,
            choices={"choice": ["continue", *reviews, *(["end"] if self.config.early_end else [])]},
            forfeit=kind.model_validate({"choice": "continue"}),
            seconds=self.config.seconds_to_decide,
        )
        self._pay(seat, lane.order[step])
        if decided.choice == "end":
            lane.has_ended = True
            return self.tell(quest.Stopped(seat, step), to=EVERYONE)
        if decided.choice in reviews:
            yield from self._review(seat, reviews[decided.choice], step)
        return (yield from self._write(seat, lane.order[step]))

    def _reviews(self, lane: Lane) -> dict[str, int]:
        """Return the items that a seat may review now, by the choice that names each."""
        items = lane.open_to_review(self.config)
        if self.config.reviewed == "worst":
            return dict(zip(["review"], items, strict=False))
        return {f"review {self.items[at].id}": at for at in items}

    def _write(self, seat: Seat, at: int) -> Script[None]:
        """Let a seat write about its next item; there is no second decision after a review (mandatory continuation)."""
        lane, item = self.lanes[seat], self.items[at]
        self.tell(quest.Given(seat, item.id, item.text), to=(seat,))
        lane.read(item.text)
        text, is_refused = yield from self._text_of(seat, at, is_review=False)
        lane.works[at] = work = Work(text, text, is_refused=is_refused)
        if is_refused and self.config.refused == "left_out":
            self._left_out[at] = "refused"
        elif is_refused:
            work.h = 0.0
        if text and not (yield from self._score_text(seat, at, text, is_review=False)):
            self._left_out.setdefault(at, "not_scored")
        work.first_h = work.h

    def _review(self, seat: Seat, at: int, step: int) -> Script[None]:
        """Let a seat write its worst text again; its rivals see what that shows in the next step.

        What was scored stays scored: a review that is refused, or cannot be scored, leaves what was there.
        """
        lane, item, work = self.lanes[seat], self.items[at], self.lanes[seat].works[at]
        known = work.h if self.config.tells_scores else None
        before = work.text if self.config.tells_scores else work.latest
        self.tell(quest.Reconsidered(seat, item.id, item.text, before, known), to=(seat,))
        lane.read(item.text, before)
        lane.reviews += 1
        work.reviews += 1
        text, _ = yield from self._text_of(seat, at, is_review=True)
        if text:
            yield from self._score_text(seat, at, text, is_review=True)
        if self.config.vision != "off":
            self._glimpses[seat] = (step, self._glimpse(seat, step))

    def _text_of(self, seat: Seat, at: int, *, is_review: bool) -> Script[tuple[str, bool]]:
        """Return the text of a seat, empty if none, and whether it refuses to write. A refused question has no answer."""
        is_summary = self.config.task == "summary"
        kind: type[quest.Write] | type[quest.Reply] = self.summary if is_summary else quest.Reply
        given = yield from self.ask_why(seat, kind, seconds=self.config.seconds_to_write)
        said = "" if isinstance(given, Forfeit) else given.text
        is_refused = given.kind == "refused" if isinstance(given, Forfeit) else is_summary and is_refusal(said)
        if is_refused:
            self.tell(quest.Declined(seat, self.items[at].id, said, is_review), to=(seat,))
        self.lanes[seat].wrote(said)
        self._pay(seat, at)
        return "" if is_refused else said, is_refused

    def _pay(self, seat: Seat, at: int) -> None:
        """Tell a seat its cost; an answer is paid for whatever its result. at: the item that it was about."""
        spent = self._spent(seat)
        self.lanes[seat].pay(spent, at)
        self.tell(quest.Paid(seat, spent.calls, spent.tokens_in + spent.tokens_out, spent.reviews, spent.seconds), to=(seat,))

    def _spent(self, seat: Seat) -> Spent:
        return spent_by(self.lanes[seat], self.ledger[seat], self.config.clock)

    def _score_text(self, seat: Seat, at: int, text: str, *, is_review: bool) -> Script[bool]:
        """Return whether a text could be scored; if so, tell and keep its score."""
        item, work = self.items[at], self.lanes[seat].works[at]
        self._submitted += 1
        of = self._submitted
        self.tell(quest.Written(seat, item.id, text, of, is_review), to=(seat,))
        is_summary = self.config.task == "summary"
        answers = () if is_summary else (item.answer, *item.aliases)
        read = self._read(text) if is_summary else text
        self.tell(quest.Submitted(of, item.text, read, answers), to=(quest.JUDGE,))
        grades = tuple(quest.GRADES) if answers else quest.UNGRADED
        score = yield from self.ask(quest.JUDGE, quest.Score, choices={"of": (of,), "grade": grades}, forfeit=None, about=read)
        if score is None:
            return False
        covered = self._appraise(seat, item, text, read, score) if is_summary and self.config.coverage else None
        h = score.h if covered is None else score.h * covered
        is_kept = not self.config.keep_best or work.h is None or h >= work.h
        self.tell(quest.Scored(seat, item.id, of, h, is_kept, score.grade), to=(seat,) if self.config.tells_scores else RECORD)
        work.latest = text
        if is_kept:
            work.text, work.h, work.faithful, work.covered, work.is_refused = text, h, score.h, covered, False
        return True

    def _read(self, text: str) -> str:
        """Return the part of a summary that is read."""
        read = limit_words(text, self.config.words)
        return text if read == text else derive(read, "read", text)

    def _appraise(self, seat: Seat, item: Item, text: str, read: str, score: quest.Score) -> float | None:
        """Tell the parts of the H of a summary, and return the share of key facts that it tells; None if none are known.

        Only the number of missing facts is told: a seat that pasted the facts would win without reading.
        """
        untold = len(find_missing(item.facts, read))
        covered = 1 - untold / len(item.facts) if item.facts else None
        parts = quest.Appraised(seat, item.id, score.of, score.h, covered, untold, count_words(text), score.form, score.sentences)
        self.tell(parts, to=(seat,) if self.config.tells_scores else RECORD)
        return covered

    def _show(self, step: int) -> None:
        """Tell each seat its standing, and the facts that reviews of rivals have shown."""
        for seat, (shown, glimpse) in self._glimpses.items():
            age = step - shown
            if age == 1 or self.config.sticky:
                self.tell(quest.Glimpse(glimpse.seat, age, glimpse.facts), to=tuple(rival for rival in self.seats if rival != seat))
        for seat, lane in self.lanes.items():
            if not lane.has_ended:
                self.tell(self._standing(seat, lane, step), to=(seat,))

    def _standing(self, seat: Seat, lane: Lane, step: int) -> quest.Standing:
        is_told = self.config.tells_scores
        worst = next(iter(lane.open_to_review(self.config)), None)
        h = lane.works[worst].h if worst is not None and is_told else None
        spent = self._spent(seat)
        return quest.Standing(
            seat=seat,
            step=step,
            total=len(self.items),
            done=len(lane.works),
            current=self.items[lane.order[step]].id,
            mean_h=lane.mean_h() if is_told and lane.works else None,
            worst=self.items[worst].id if worst is not None else "",
            worst_h=h,
            is_review_advised=h is not None and h < self.config.threshold,
            calls=spent.calls,
            tokens=spent.tokens_in + spent.tokens_out,
            reviews=spent.reviews,
            seconds=spent.seconds,
        )

    def _glimpse(self, seat: Seat, step: int) -> quest.Glimpse:
        standing = self._standing(seat, self.lanes[seat], step)
        facts: dict[str, Any] = {"tokens": standing.tokens}
        if self.config.vision != "minimal":
            facts |= {name: getattr(standing, name) for name in ("step", "done", "calls", "reviews", "seconds")}
        if self.config.tells_scores and standing.worst_h is not None:
            facts["worst_h"] = standing.worst_h
            if self.config.vision != "minimal":
                facts |= {"worst": standing.worst, "mean_h": standing.mean_h}
            if self.config.vision == "full":
                facts["each_h"] = tuple(work.h or 0.0 for work in self.lanes[seat].works.values())
        return quest.Glimpse(seat, 0, facts)

    def _outcome(self) -> Outcome:
        for at, why in sorted(self._left_out.items()):
            self.tell(quest.LeftOut(self.items[at].id, why), to=EVERYONE)
        counted = [at for at in range(len(self.items)) if at not in self._left_out]
        tallies = self._tallies(counted)
        for tally in tallies:
            self.tell(tally, to=EVERYONE)
        self._break_down(counted)
        return Outcome(_results(tallies, self.answers, len(counted)), _reason(self.config, tallies) if counted else _UNSCORED)

    def _tallies(self, counted: Sequence[int]) -> list[quest.Tally]:
        charges = [self._charge(seat, counted) for seat in self.seats]
        found = []
        for (seat, lane), spent, penalty in zip(
            self.lanes.items(), charges, penalties([each.cost for each in charges]), strict=True
        ):
            mean, first = lane.mean_h(counted), lane.mean_h(counted, is_first=True)
            scores = (q_score(mean, penalty, weights) for weights in (self.config.q_weights, WEIGHTS["tables"]))
            found.append(quest.Tally(seat, mean, first, *spent, penalty, *scores))
        return found

    def _charge(self, seat: Seat, counted: Sequence[int]) -> Spent:
        """Return what a seat has spent, but for items that are left out: the paper took them out of its data before it played."""
        return self.lanes[seat].spent_on(counted) if self._left_out else self._spent(seat)

    def _break_down(self, counted: Sequence[int]) -> None:
        for seat, lane in self.lanes.items():
            works = [work for at, work in lane.works.items() if at in counted and work.text and work.h is not None]
            faithful, covered = (mean_of_known(getattr(work, part) for work in works) for part in ("faithful", "covered"))
            answered = sum(bool(work.text) for work in lane.works.values())
            refused = sum(work.is_refused for work in lane.works.values())
            self.answers[seat] = quest.Breakdown(seat, faithful, covered, len(lane.works), answered, refused)
            self.tell(self.answers[seat], to=EVERYONE)


def _results(tallies: Sequence[quest.Tally], parts: Mapping[Seat, quest.Breakdown], items: int) -> dict[Seat, Result]:
    """Return the results. parts: empty by earlier rules; items: that count."""
    if not items:
        return {tally.seat: Result("void") for tally in tallies}
    best = find_best(tallies, "q")
    top: Literal["won", "drawn"] = "won" if len(best) == 1 else "drawn"
    return {
        each.seat: Result(top if each.seat in best else "lost", _numbers(each, parts.get(each.seat), items)) for each in tallies
    }


def _numbers(tally: quest.Tally, parts: quest.Breakdown | None, items: int) -> dict[str, float]:
    """Return the numbers of a result. parts: None by earlier rules."""
    told = ("q_tables", "mean_h", "first_h", "calls", "tokens_in", "tokens_out", "reviews", "seconds", "penalty")
    numbers = {"score": tally.q} | {name: float(getattr(tally, name)) for name in told}
    for name in ("faithful", "covered", "given", "answered", "refused"):
        if (number := getattr(parts, name, None)) is not None:
            numbers[name] = float(number)
    return numbers | {"items": items}


def _reason(config: Config, tallies: Sequence[quest.Tally]) -> str:
    best, by_tables = find_best(tallies, "q"), find_best(tallies, "q_tables")
    name, beta = config.weights_name, config.q_weights.beta
    said = f"By the weights `{name}` (beta {beta:g}) {_wins(best)}"
    if name == "tables":
        return f"{said}."
    also = "as well" if best == by_tables else f"{_wins(by_tables)}"
    return f"{said}; by `tables` (beta {WEIGHTS['tables'].beta:g}) {also}."


def _wins(seats: Sequence[Seat]) -> str:
    return f"{seats[0]} wins" if len(seats) == 1 else f"{', '.join(seats)} draw"
