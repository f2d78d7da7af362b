"""Measures of the undercover game: detection, votes, and the effect of the talk on answers.

Matches by the same rules, with the same players and services, are put together, whatever the seating and the picture;
matches about questions of different benchmarks are not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from woozle.core.conduct import Conduct, ConductReader, Suspicion
from woozle.core.measures import (
    Change,
    Match,
    Measure,
    Methods,
    Parts,
    Played,
    Report,
    Terms,
    Topic,
    Value,
    by_player,
    has_failed,
    result_number,
)
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.statistics.resampling import Share
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.events import Checked, Pair, Weighed
from woozle.games.undercover.pairs.benchmark_metrics import Confusion, confusion
from woozle.games.undercover.state import State

HALLUSION_PLACE = ("category", "subcategory", "set", "figure", "question")
"""The data by which a question of HallusionBench is placed among its figures."""

_DIGITS = 12  # of the digest of a picture that was drawn for a match, which has no name of its own
_DRAWN_ANEW = ("pool", "case", "left_out")  # options that say what a match is about and not how it is played


_MODES = ("single", "self_refine", "mad_vote", "mad_judge", "undercover")
"""Methods in the order in which they are compared."""


class Voting(NamedTuple):
    """The ballots of one vote, without the undercover's, before any tie was broken.

    ballots: how many they had; cast: for a seat; right: for the undercover.
    """

    round: int
    ballots: int
    cast: int
    right: int


@dataclass(frozen=True, slots=True)
class UndercoverFacts:
    """The facts of a match, read from its record.

    Args:
        pair: None if the pictures could not be made.
        sees_another: the seat with the counterfactual; its answers are about another picture.
        outs: the seats that were voted out, by the vote.
        ballots: the targets of each vote, before any tie was broken.
        firsts, lasts: what seats answered, as they said it; a seat that was not asked is not there.
        benchmark: that its question is of; empty if it is of none.
        left_out: questions of the benchmark's lists that were not in the pool, by reason.
    """

    terms: Terms
    pair: Pair | None
    undercover: Seat | None
    sees_another: Seat | None
    outs: Mapping[int, Seat]
    ballots: Mapping[int, Mapping[Seat, Seat | None]]
    firsts: Mapping[Seat, str]
    lasts: Mapping[Seat, str]
    answer: str
    check: Checked | None = None
    with_factors: Share = Share(0, 0)
    benchmark: str = ""
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_identical(self) -> bool:
        """Return whether the undercover was dealt the picture of all others, though it was to see another."""
        if self.pair is None or self.undercover is None or self.sees_another is None:
            return False
        return self.pair.picture == self.pair.counterfactual or bool(self.check and self.check.is_changed is False)

    @property
    def is_hunt(self) -> bool:
        """Return whether there was an undercover to find."""
        return self.undercover is not None and not self.is_identical

    @property
    def mode(self) -> str:
        """The game, or the baseline."""
        return str(self.terms.config.get("mode", "undercover"))

    @property
    def found_at(self) -> int | None:
        """The vote in which the undercover was found."""
        return next((at for at, seat in self.outs.items() if seat == self.undercover), None)

    @property
    def votings(self) -> Iterator[Voting]:
        """The votes, in order."""
        for vote, ballots in self.ballots.items():
            targets = [target for seat, target in ballots.items() if seat != self.undercover]
            cast = [target for target in targets if target is not None]
            yield Voting(vote, len(targets), len(cast), cast.count(self.undercover) if self.undercover else 0)

    @property
    def witnesses(self) -> list[Seat]:
        """The seats that see the picture and answered."""
        return [seat for seat in self.firsts if seat != self.sees_another]

    @property
    def scored_as(self) -> str:
        """How answers are scored: as those of HallusionBench, or by the kind of the question; empty without a benchmark."""
        if self.pair is None or not self.benchmark:
            return ""
        is_placed = self.benchmark == "HallusionBench" and all(name in self.pair.data for name in HALLUSION_PLACE)
        return "hallusion" if is_placed else self.pair.question.kind

    @property
    def category(self) -> str:
        """The category of the question; of HallusionBench the finer one, by which figure 4 of MUG divides it."""
        data = self.pair.data if self.pair else {}
        return data.get("subcategory" if self.benchmark == "HallusionBench" else "category", "")

    def is_right(self, answer: str) -> bool:
        """Return whether an answer is right."""
        return self.pair is not None and is_right(answer, self.pair.question)

    def right(self, which: Literal["first", "last"], seats: Iterable[Seat]) -> Share:
        """Return how many of the first or last answers of some seats are right, of those that see the picture."""
        answers = self.firsts if which == "first" else self.lasts
        return Share.of(self.is_right(answers[seat]) for seat in seats if seat in answers and seat != self.sees_another)


def facts(played: Played) -> UndercoverFacts:
    """Read the facts from a record."""
    config, state = played.terms.config, fold_events(State(EVERYTHING), (event for event, _ in played.record))
    undercover, benchmark = state.undercover or None, _benchmark(state.pair, config)
    all_ballots = [*state.ballots.values(), *state.tied_ballots.values()] if config.get("ballot") == "weighted" else []
    ballots = sum(map(len, all_ballots))
    return UndercoverFacts(
        played.terms.without(_DRAWN_ANEW),
        state.pair,
        undercover,
        undercover if config.get("has_counterfactual", True) else None,
        {out.vote: seat for seat, out in state.out.items()},
        state.ballots | state.tied_ballots,
        state.firsts,
        state.lasts,
        state.concluded.answer if state.concluded else "",
        state.check,
        Share(sum(isinstance(event, Weighed) for event, _ in played.record) if ballots else 0, ballots),
        benchmark,
        config.get("left_out", {}).get(benchmark, {}),
    )


def _benchmark(pair: Pair | None, config: Mapping[str, Any]) -> str:
    """Return the benchmark of a question; where no pictures could be made, the only one of the pool."""
    if pair:
        return pair.data.get("benchmark", "")
    names = {case.get("data", {}).get("benchmark", "") for case in config.get("pool") or ()}
    return str(names.pop()) if len(names) == 1 else ""


# What is measured


def _in_hunts(value: Callable[[UndercoverFacts], Value]) -> Callable[[Match[UndercoverFacts]], Value]:
    """Return a value of matches in which there was an undercover to be found; others say nothing of it."""
    return lambda match: value(match.facts) if match.facts.is_hunt else None


def _votes(part: str, whole: str) -> Callable[[UndercoverFacts], Share]:
    return lambda match: Share(*(sum(getattr(voting, name) for voting in match.votings) for name in (part, whole)))


def _right(which: Literal["first", "last"]) -> Callable[[Match[UndercoverFacts], Seat], Share]:
    return lambda match, seat: match.facts.right(which, [seat])


def _gain(match: Match[UndercoverFacts], seat: Seat) -> Change:
    return Change(match.facts.right("last", [seat]), match.facts.right("first", [seat]))


def _survival(match: UndercoverFacts) -> dict[int, bool]:
    found, rounds = match.found_at, int(match.terms.config.get("rounds", 0))
    return {at: found is None or found > at for at in range(1, rounds + 1)}


def _hidden(match: Match[UndercoverFacts], seat: Seat) -> bool | None:
    game = match.facts
    return game.found_at is None if game.is_hunt and seat == game.undercover else None


def _votes_right(match: Match[UndercoverFacts], seat: Seat) -> Share | None:
    numbers = match.seats[seat].result.numbers
    return Share(numbers["votes_right"], numbers["votes"]) if "votes" in numbers and seat != match.facts.undercover else None


def _is_accepted(match: Match[UndercoverFacts]) -> bool | None:
    pair = match.facts.pair
    return pair.is_accepted if pair and pair.likeness is not None else None


def _accepted_by_maker(match: Match[UndercoverFacts]) -> bool | None:
    check = match.facts.check
    return check.made.accepted if check and check.made else None


def _yes_no(share: Callable[[Confusion], Share]) -> Callable[[Match[UndercoverFacts]], Mapping[str, Share]]:
    """Return a figure of the table's answers to questions for yes or no: of all, and of each split that a question is in."""

    def value(match: Match[UndercoverFacts]) -> Mapping[str, Share]:
        game = match.facts
        if game.scored_as != "yes_no" or game.pair is None:
            return {}
        found = share(confusion([(game.answer, game.pair.question.answer.strip().casefold())]))
        splits = [name for name in game.pair.data.get("split", "").split(",") if name]
        times = len(splits) or 1
        return {"": Share(times * found.part, times * found.whole), **{f"_{name}": found for name in splits}}

    return value


def _table_right(scored_as: str) -> Callable[[Match[UndercoverFacts]], Mapping[str, Share]]:
    return lambda match: {"": Share.of([match.facts.is_right(match.facts.answer)])} if match.facts.scored_as == scored_as else {}


def _placed(part: str) -> Callable[[Match[UndercoverFacts]], tuple[Hashable, Hashable]]:
    """Return the figure of HallusionBench, or the question on all figures of its set, that a match is about, and which of it."""

    def place(match: Match[UndercoverFacts]) -> tuple[Hashable, Hashable]:
        data = match.facts.pair.data if match.facts.pair else {}
        of = tuple(data.get(name, "") for name in HALLUSION_PLACE[:3])
        return (*of, data.get(part, "")), tuple(data.get(name, "") for name in HALLUSION_PLACE)

    return place


MEASURES = (
    Measure("detected", "share of matches in which the undercover was found", _in_hunts(lambda match: match.found_at is not None),
            better="high", interval="wilson", title="undercover found"),
    Measure("rounds_to_detection", "votes it took to find the undercover, where it was found",
            lambda match: match.facts.found_at, "votes", better="low", title="votes it took", under="detected",
            form="g"),
    Measure("left_after_vote_", "share of matches in which the undercover was not voted out so far; one that was over with the "
            "undercover still in counts as survived (MUG, figure 6)",
            lambda match: _survival(match.facts) if match.facts.is_hunt else {}, interval="wilson",
            title="undercover left after vote {}", form="g"),
    Measure("false_eliminations", "others who were voted out, a match",
            _in_hunts(lambda match: sum(out != match.undercover for out in match.outs.values())), "seats", better="low",
            title="others voted out, a match", form="g"),
    Measure("vote_precision", "share of the votes of others that are for the undercover", _in_hunts(_votes("right", "cast")),
            better="high", interval="wilson", title="votes that are right"),
    Measure("vote_recall", "the same of their ballots, abstentions included", _in_hunts(_votes("right", "ballots")), better="high",
            interval="wilson", title="of all ballots", under="vote_precision"),
    Measure("votes_on_the_undercover", "votes that the undercover got, a vote",
            _in_hunts(lambda match: Share.of(voting.right for voting in match.votings)), "votes",
            title="votes on the undercover, a vote"),
    Measure("factors_given", "share of weighted ballots that came with their factors", lambda match: match.facts.with_factors,
            better="high", interval="wilson", title="ballots with factors"),
    Measure("votes_hit", "share of the votes of a seat that are for the undercover", _votes_right, of="decision", better="high",
            interval="wilson", title="its votes that are right", head="votes hit", leaves=1),
    Measure("first_right", "share of right first answers, of seats that see the picture", _right("first"), of="decision",
            better="high", interval="wilson", title="right first answers", seats="pooled"),
    Measure("last_right", "share of right last answers, of seats that see the picture", _right("last"), of="decision",
            better="high", interval="wilson", title="right last answers", seats="pooled"),
    Measure("gain", "right last answers less right first ones", _gain, of="decision", better="high",
            title="difference, in pairs", under="first_right", seats="pooled"),
    Measure("hidden", "share of matches in which the seat was the undercover and was not found", _hidden, of="seat", better="high",
            interval="wilson", title="not found as the undercover"),
    Measure("table_right", "share of matches in which the table's answer is right",
            lambda match: match.facts.is_right(match.facts.answer), better="high", interval="wilson",
            title="right answers of the table"),
    Measure("yes_no_accuracy", "share of the table's yes and no that are right, of all and by split (POPE)",
            _yes_no(lambda counts: Share(counts.tp + counts.tn, sum(counts))), better="high", interval="wilson", listed="never"),
    Measure("yes_no_precision", "share of the table's yes that are right, of all and by split (POPE)",
            _yes_no(lambda counts: Share(counts.tp, counts.tp + counts.fp)), better="high", interval="wilson", listed="never"),
    Measure("yes_no_recall", "share of the questions whose answer is yes that the table answers so, of all and by split (POPE)",
            _yes_no(lambda counts: Share(counts.tp, counts.tp + counts.fn)), better="high", interval="wilson", listed="never"),
    Measure("yes_no_f1", "the harmonic mean of these two, of all and by split (POPE)",
            _yes_no(lambda counts: Share(2 * counts.tp, 2 * counts.tp + counts.fp + counts.fn)), better="high",
            interval="wilson", listed="never"),
    Measure("yes_ratio", "share of the table's answers that are yes, of all and by split (POPE)",
            _yes_no(lambda counts: Share(counts.tp + counts.fp, sum(counts))), interval="wilson", listed="never"),
    Measure("a_acc", "share of questions that are right (HallusionBench)", _table_right("hallusion"), better="high",
            interval="wilson", listed="never"),
    Measure("f_acc", "share of figures with all questions right (HallusionBench)", _table_right("hallusion"), better="high",
            interval="wilson", listed="never", together=_placed("figure")),
    Measure("q_acc", "share of questions that are right on all their figures (HallusionBench)", _table_right("hallusion"),
            better="high", interval="wilson", listed="never", together=_placed("question")),
    Measure("accepted", "share of pairs that the match's estimator accepted (equation 3)", _is_accepted,
            better="high", interval="wilson", title="pairs accepted in the match"),
    Measure("accepted_by_maker", "share that the pairs' maker accepted", _accepted_by_maker, better="high", interval="wilson",
            title="pairs accepted by their maker"),
    result_number("score", "1 if it won", better="high"),
    result_number("side_won", "1 if its side won: for the undercover that it was not found, for the others that it was"),
    result_number("votes", "votes it had", "votes"),
    result_number("votes_right", "those among them that are for the undercover", "votes"),
    result_number("survived", "1 if it was not voted out"),
)  # fmt: skip


def _details(match: Match[UndercoverFacts]) -> Mapping[str, Any]:
    game, pair = match.facts, match.facts.pair
    return {
        "mode": game.mode,
        "case": pair.case if pair else None,
        "data": dict(pair.data) if pair else {},
        "question": {"kind": pair.question.kind, "text": pair.question.text, "answer": pair.question.answer} if pair else None,
        "edit": pair.edit.type if pair and pair.edit else None,
        "setting": pair.scene.setting if pair and pair.scene else None,
        "identical": game.is_identical,
        "made": asdict(game.check.made) if game.check and game.check.made else None,
        "undercover": game.undercover,
        "found_at": game.found_at,
        "voted_out": {str(at): seat for at, seat in game.outs.items()},
        "votes": list(game.votings),
        "answer": game.answer,
        "seats": {seat: {"first": said, "last": game.lasts[seat]} for seat, said in game.firsts.items()},
    }


def _conduct(played: Played, game: UndercoverFacts, seat: Seat) -> Conduct:
    if not game.is_hunt or seat == game.undercover:
        return Conduct()
    suspicions = []
    for vote, ballots in game.ballots.items():
        if target := ballots.get(seat):
            out = [gone for at, gone in game.outs.items() if at < vote]
            left = [other for other in played.outcome.results if other not in (seat, *out)]
            hit = target == game.undercover
            suspicions.append(Suspicion("vote", "undercover" if hit else "regular", hit, 1 / len(left)))
    return Conduct(suspicions=tuple(suspicions))


def _topic(match: Match[UndercoverFacts]) -> Topic | None:
    game, pair = match.facts, match.facts.pair
    if pair is None:
        return None
    answer = game.answer or None
    case, data = (f"{pair.case} {pair.picture[:_DIGITS]}", "drawn scenes") if pair.scene else (pair.case, "")
    is_free = not (game.answer in pair.question.options or game.answer.isdigit())
    return Topic(case, game.benchmark or data, pair.question.text, answer, game.is_right(game.answer) if answer else None, is_free)


REPORT = Report(
    MEASURES,
    facts,
    about=_DRAWN_ANEW,
    is_void=lambda played, game: game.pair is None or has_failed(played),
    likeness=lambda match: match.terms.digest(in_any_seat=True),
    topic=_topic,
    methods=Methods(
        dict.fromkeys(("table_right", "detected", "last_right"), ""),
        baselines=lambda match: {} if match.facts.mode == "single" else {"first answers": {"last_right": "first_right"}},
        rank=lambda match: _MODES.index(match.facts.mode) if match.facts.mode in _MODES else len(_MODES),
    ),
    whose=by_player,
    parts=Parts(
        {
            "by edit": lambda match: match.facts.pair.edit.type if match.facts.pair and match.facts.pair.edit else "",
            "by setting": lambda match: match.facts.pair.scene.setting if match.facts.pair and match.facts.pair.scene else "",
            "by question": lambda match: match.facts.pair.question.kind if match.facts.pair else "",
            "by category": lambda match: match.facts.category,
        },
        {"detected": "found", "first_right": "first", "last_right": "last", "table_right": "table"},
    ),
    details=_details,
    conduct=ConductReader(_conduct, suspicions="Whom you vote for, unless you are the undercover yourself."),
)
