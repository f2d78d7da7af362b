"""The rules of the undercover game (MUG, sections on detection and summarisation)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, ClassVar, Literal

from woozle.core.event import first, last
from woozle.core.game import EVERYONE, RECORD, Audience, Game, Play, RecordEntry, Script
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Choices, Seat
from woozle.core.text import derive, is_redactable
from woozle.core.votes import is_unanimous, leaders, most_frequent, tally
from woozle.games.undercover import events as undercover
from woozle.games.undercover.claims.answers import interpret_answer, is_right
from woozle.games.undercover.claims.formulas import Phi, ending, suspect, weigh_factors
from woozle.games.undercover.config import PRESETS, Config
from woozle.games.undercover.pairs.pictures import make_pair
from woozle.games.undercover.scenes.graph import Question

_NOTHING = undercover.Reason(answer="", analysis="")  # for a seat that says nothing
_ABSTAINS = undercover.Vote(target=None)
_DEBATE_ROUNDS = {"mad_vote": 2, "mad_judge": 3}  # as in the baselines that MUG compares with


class Undercover(Game[Config]):
    """A match of the game, or of a baseline, about one picture and one question."""

    name, version = "undercover", 6
    report = "woozle.games.undercover.measures:REPORT"
    earlier_versions: ClassVar[Mapping[int, str]] = {
        2: "woozle.games.undercover.earlier.version_2:Undercover",
        3: "woozle.games.undercover.earlier.version_3:Undercover",
        4: "woozle.games.undercover.earlier.version_4:Undercover",
        5: "woozle.games.undercover.earlier.version_5:Undercover",
    }
    compares_sizes: ClassVar[bool] = True  # a size is asked for beside something else in the picture
    weighted_ballot: ClassVar[type[undercover.Vote]] = undercover.FactorVote
    tells_checks: ClassVar[bool] = True  # the known faults of a pair are told as an Event
    tells_reasons: ClassVar[bool] = True  # everyone reads why a seat votes as it does, if it says so
    has_earlier_wordings: ClassVar[bool] = False  # of questions
    asks_for_drawings: ClassVar[bool] = False  # scenes are drawn for each viewer, and named by what they describe
    tells_sides: ClassVar[bool] = True  # a seat's own vote can decide whether it wins with its side
    min_seats, default_seats, max_seats = 3, 5, 10
    seat_names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June")
    presets: ClassVar[Any] = PRESETS
    subject_option = "case"
    role_names: ClassVar[Any] = {"undercover": "sees another picture and is to be found", "regular": "looks for the undercover"}
    hidden_role = "undercover"
    number_limits: ClassVar[Any] = {"first_right": (0.0, 1.0), "last_right": (0.0, 1.0)}
    services = (undercover.EDITOR, undercover.LIKENESS)

    def __init__(self, seats: int, config: Config | None = None) -> None:
        super().__init__(seats, config)
        self.left: list[Seat] = list(self.seats)
        self.undercover: Seat | None = None
        self.firsts: dict[Seat, str] = {}
        self.lasts: dict[Seat, str] = {}
        self._votes: list[tuple[Seat, Seat | None]] = []
        self._ended: str = ""
        self._votings = 0
        self._wordings: dict[str, str] = {}
        self._check: undercover.Checked | None = None

    @classmethod
    def min_seats_for(cls, config: Config) -> int:
        """Return the fewest seats; a seat that answers alone needs no others."""
        return 1 if config.mode in ("single", "self_refine") else cls.min_seats

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        """Return which seat is the undercover, drawn before the first round; without one, all are alike."""
        dealt = takewhile(lambda told: not isinstance(told[0], undercover.RoundBegan), record)
        found = {event.seat: event.is_undercover for event, _ in dealt if isinstance(event, undercover.Role)}
        return {seat: "undercover" if is_it else "regular" for seat, is_it in found.items()} if any(found.values()) else {}

    @classmethod
    def results(cls, config: Config, record: Sequence[RecordEntry]) -> Mapping[Seat, Result]:
        """Return the results, without the figures of answers that a person gave in own words."""
        events = [event for event, _ in record]
        briefing, pair, end = first(events, undercover.Briefing), last(events, undercover.Pair), last(events, undercover.Revealed)
        if briefing is None or pair is None or end is None:
            return {}
        out = {event.eliminated for event in events if isinstance(event, undercover.Counted)}
        results = {}
        for seat in briefing.seats:
            votes = [event.target for event in events if isinstance(event, undercover.Voted) and event.seat == seat]
            answers = [
                event.answer
                for event in events
                if isinstance(event, undercover.Reasoned | undercover.Summarised) and event.seat == seat
            ]
            told = cls._seat_result(config, end, seat, votes, survived=seat not in out)
            results[seat] = Result(told.kind, dict(told.numbers) | _right_answers(answers, pair.question))
        return results

    @classmethod
    def reason(cls, config: Config, record: Sequence[RecordEntry]) -> str | None:
        """Return how the undercover fared, and whether the table's answer is right."""
        events = [event for event, _ in record]
        answer, ended, end = (
            last(events, undercover.Concluded),
            last(events, undercover.DetectionEnded),
            last(events, undercover.Revealed),
        )
        if answer is None or end is None:
            return None
        votings = sum(isinstance(event, undercover.Counted) for event in events)
        return _reason(end, votings, ended.why if ended else "", has_answer=answer.by != "nobody")

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return whether each answer to the question is right for the picture of all but the undercover; no answer is wrong."""
        question: Question | None = None
        found: dict[tuple[Seat, str], list[bool | None]] = {}
        for event, _ in record:
            match event:
                case undercover.Pair():
                    question = event.question
                case undercover.Reasoned() if question:
                    found.setdefault((event.seat, undercover.Reason.__name__), []).append(is_right(event.answer, question))
        return found

    def briefing(self) -> tuple[undercover.Briefing, *tuple[undercover.Stakes, ...]]:
        """Return how the match is played, as every seat learns it; the question is about pictures that are made as it begins."""
        config = self.config
        briefing = undercover.Briefing(
            self.seats, config.mode, "", (), config.mode == "undercover" and config.has_undercover, config.knows, config.speaking,
            config.observation_rounds, config.rounds, config.ballot, config.ties, config.summary_rounds,
        )  # fmt: skip
        is_told = self.tells_sides and briefing.has_undercover
        return (briefing, undercover.Stakes(own_vote=config.wins == "vote")) if is_told else (briefing,)

    def play(self) -> Play:
        """Deal the pictures, let the seats reason and vote until the undercover is found, then ask those left for one answer."""
        checks: dict[int, undercover.Checked] = {}
        pair = yield from make_pair(self, checks)
        if pair is None:
            return Outcome({seat: Result("void") for seat in self.seats}, "The pictures could not be made.")
        check = checks[pair.tries]
        if self.tells_checks and check != undercover.Checked(None, None):
            self._check = check
            self.tell(check, to=RECORD)
        self._deal(pair)
        if self.config.mode != "undercover":
            answer = yield from self._play_baseline(pair.question)
            return self._outcome(pair, answer)
        if self.config.has_undercover:
            yield from self._detect(pair)
        else:  # no one to vote out
            for number in range(1, self.config.observation_rounds + 1):
                yield from self._reason(pair, number)
        answer = yield from self._summarise(pair)
        return self._outcome(pair, answer)

    def _deal(self, pair: undercover.Pair) -> None:
        config = self.config
        is_game = config.mode == "undercover"
        briefing, *stakes = self.briefing()
        asked = replace(briefing, question=pair.question.text, options=self._options(pair.question))
        for event in (asked, *stakes):
            self.tell(event, to=EVERYONE)
        if is_game and config.has_undercover:
            self.undercover = self.chance.choice("undercover", self.seats)
        for seat in self.seats:
            if is_game:
                is_it = seat == self.undercover
                self.tell(undercover.Role(seat, is_it), to=(seat,) if config.knows and config.has_undercover else RECORD)
            is_other = seat == self.undercover and config.has_counterfactual
            self.tell(self._sight(seat, pair, is_other=is_other), to=(seat,))

    def _sight(self, seat: Seat, pair: undercover.Pair, *, is_other: bool) -> undercover.Sight:
        case = next((case for case in self.config.pool if case.id == pair.case), None)
        described = (case.other_described if is_other else case.described) if case else ""
        if is_other:
            return undercover.Sight(seat, pair.counterfactual, self.config.size, pair.other, described)
        return undercover.Sight(seat, pair.picture, self.config.size, pair.scene, described)

    # What is answered, in the game and in the baselines

    def _options(self, question: Question) -> tuple[str, ...]:
        """Return the options to choose from; empty where answers are in free words."""
        return () if self.config.free_answers else question.options

    def _choices(self, question: Question) -> Choices:
        """Return the options as limits of a Request."""
        return {"answer": options} if (options := self._options(question)) else {}

    def _reasons(self, seats: Sequence[Seat], question: Question) -> Script[dict[Seat, undercover.Reason]]:
        """Ask some seats at the same time for an answer and what supports it (equation 4)."""
        choices, seconds = self._choices(question), self.config.seconds_to_reason
        return self.ask_all(seats, undercover.Reason, choices=lambda seat: choices, forfeit=_NOTHING, seconds=seconds)

    def _tell_reason(self, seat: Seat, number: int, said: undercover.Reason, question: Question, to: Audience = EVERYONE) -> None:
        """Keep and tell a seat's answer. number: of the round."""
        self._keep(seat, said.answer, question)
        self.tell(undercover.Reasoned(seat, number, said.answer, said.analysis), to=to)

    def _keep(self, seat: Seat, said: str, question: Question) -> None:
        """Keep what a seat answers now, and in which words it was first said: those of a person can be withdrawn."""
        answer = interpret_answer(said, question)
        if answer not in question.options:
            answer = derive(answer, "meant", said)
        self.firsts.setdefault(seat, answer)
        self.lasts[seat] = answer
        if answer not in question.options:
            self._wordings.setdefault(answer, said)

    def _find_wording(self, answer: str) -> str:
        """Return an answer as it was first said, or as the question has it among its options."""
        return self._wordings.get(answer, answer)

    # Detection

    def _detect(self, pair: undercover.Pair) -> Script[None]:
        number = 0
        for voting in range(1, self.config.rounds + 1):
            for _ in range(self.config.observation_rounds if voting == 1 else 1):
                number += 1
                yield from self._reason(pair, number)
            self._votings = voting
            out = yield from self._vote(voting)
            role: Literal["U", "D"] | None = None if out is None else "U" if out == self.undercover else "D"
            if why := ending(role, len(set(self.left) - {self.undercover}), voting + 1, self.config.rounds):
                self._ended = why
                return self.tell(undercover.DetectionEnded(why, tuple(self.left)), to=EVERYONE)

    def _reason(self, pair: undercover.Pair, number: int) -> Script[None]:
        """Ask every seat that is left the question, all together or one after the other."""
        is_together = self.config.speaking == "together"
        order = self.left if is_together else self.chance.shuffle("order", self.left)
        self.tell(undercover.RoundBegan("reasoning", number, tuple(order)), to=EVERYONE)
        for asked in [order] if is_together else [[seat] for seat in order]:
            given = yield from self._reasons(asked, pair.question)
            for seat in asked:
                self._tell_reason(seat, number, given[seat], pair.question)

    def _vote(self, number: int) -> Script[Seat | None]:
        """Take a vote in which no seat votes for itself (equation 7); the seat with most votes is out (equation 8)."""
        votes = yield from self._ballot(number, self.left, is_again=False)
        most = leaders(votes, self.seats)
        tied, out = tuple(most) if len(most) > 1 else (), most[0] if len(most) == 1 else None
        if tied:
            votes, out = yield from self._break_tie(number, votes, most)
        is_it = None if out is None else out == self.undercover
        if out is not None:
            self.left.remove(out)
        self.tell(undercover.Counted(number, tally(votes), tied, out, is_it), to=EVERYONE)
        return out

    def _break_tie(
        self, number: int, votes: dict[Seat, Seat | None], tied: Sequence[Seat]
    ) -> Script[tuple[dict[Seat, Seat | None], Seat | None]]:
        """Return the votes that decided between tied seats, and the seat that is out, by the rule for ties."""
        match self.config.ties:
            case "none":
                return votes, None
            case "seat_order":
                return votes, tied[0]
            case "revote":
                self.tell(undercover.RoundBegan("revote", number, tuple(self.left)), to=EVERYONE)
                votes = yield from self._ballot(number, tied, is_again=True)
                tied = leaders(votes, self.seats) or tied
        return votes, tied[0] if len(tied) == 1 else self.chance.choice("tie", tied)

    def _ballot(self, number: int, targets: Sequence[Seat], *, is_again: bool) -> Script[dict[Seat, Seat | None]]:
        def others(seat: Seat) -> Choices:
            return {"target": (*(each for each in targets if each != seat), None)}

        ballot = self.weighted_ballot if self.config.ballot == "weighted" else undercover.Vote
        given = yield from self.ask_all(
            self.left, ballot, choices=others, forfeit=_ABSTAINS, seconds=self.config.seconds_to_vote, is_public=True
        )
        votes = {seat: self._target(seat, number, vote, targets) for seat, vote in given.items()}
        for seat, target in votes.items():
            self._votes.append((seat, target))
            if self.tells_reasons and target and (why := given[seat].why) and target == given[seat].target:
                self.tell(undercover.Argued(seat, number, why), to=EVERYONE)
            self.tell(undercover.Voted(seat, number, target, is_again), to=EVERYONE)
        return votes

    def _target(self, seat: Seat, number: int, vote: undercover.Vote, targets: Sequence[Seat]) -> Seat | None:
        """Return the seat that a vote counts for: the one it names or, where factors weigh and are given, the one they point to."""
        candidates = [each for each in targets if each != seat]
        factors = {named: _phi(each) for each in vote.factors for named in candidates if named == each.seat}
        if factors:
            self.tell(undercover.Weighed(seat, number, vote.target, factors), to=RECORD)
        if self.config.ballot == "direct" or not factors:
            return vote.target
        return suspect(weigh_factors(factors, self.config.factor_weights), candidates)

    # Summarisation

    def _summarise(self, pair: undercover.Pair) -> Script[str]:
        """Ask the seats that are left for their answers until they agree, and return the one of the table (equations 10 and 11)."""
        choices = self._choices(pair.question)
        for number in range(1, self.config.summary_rounds + 1):
            self.tell(undercover.RoundBegan("summary", number, tuple(self.left)), to=EVERYONE)
            given = yield from self.ask_all(
                self.left, undercover.Summarise, choices=lambda seat: choices, forfeit=None, seconds=self.config.seconds_to_reason
            )
            for seat in self.left:
                said = given[seat]
                if said is not None:
                    self._keep(seat, said.answer, pair.question)
                    self.tell(undercover.Summarised(seat, number, said.answer, said.summary), to=EVERYONE)
            if is_unanimous([self.lasts.get(seat, "") for seat in self.left]):
                break
        return (yield from self._conclude(self.left))

    def _conclude(self, seats: Sequence[Seat]) -> Script[str]:
        """Return the answer of most of these seats; if several are as frequent, ask the first seat once more."""
        answers = [self.lasts[seat] for seat in seats if self.lasts.get(seat)]
        votes = tuple(count for _, count in Counter(answers).most_common())
        best = most_frequent(answers)
        if len(best) <= 1:
            by: Literal["consensus", "majority", "nobody"] = "consensus" if len(votes) == 1 else "majority" if best else "nobody"
            self.tell(undercover.Concluded(self._find_wording(best[0]) if best else "", by, votes), to=EVERYONE)
            return best[0] if best else ""
        said = yield from self.ask(
            seats[0], undercover.Conclude, choices={"answer": tuple(best)}, forfeit=None, seconds=self.config.seconds_to_reason
        )
        answer = said.answer if said else next(self.lasts[seat] for seat in seats if self.lasts.get(seat) in best)
        self.tell(undercover.Concluded(self._find_wording(answer), "extra_call" if said else "first_seat", votes), to=EVERYONE)
        return answer

    # The baselines of MUG, table 1: everybody sees the picture, and no one is voted out
    #
    # The released ones show others' answers alone and take an answer that cannot be read for `yes`. Here what is shared is what was
    # said, and no answer is no answer.

    def _play_baseline(self, question: Question) -> Script[str]:
        """Return the answer that the baseline of the mode gives."""
        match self.config.mode:
            case "single":
                return (yield from self._answer_alone(question, rounds=1))
            case "self_refine":
                return (yield from self._answer_alone(question, rounds=3))
            case "mad_vote":
                yield from self._debate(question, self.seats)
                return (yield from self._conclude(self.seats))
            case _:
                return (yield from self._debate_with_judge(question))

    def _answer_alone(self, question: Question, rounds: int) -> Script[str]:
        """Let each seat answer for itself and hear no one; the answer of the table is the first seat's.

        rounds: 1, or 3 to answer, to reflect and to answer finally.
        """
        for number in range(1, rounds + 1):
            self.tell(undercover.RoundBegan("reasoning", number, self.seats), to=EVERYONE)
            if number > 1:
                for seat in self.seats:
                    self.tell(undercover.Reflecting(seat, number, is_final=number == rounds), to=(seat,))
            given = yield from self._reasons(self.seats, question)
            for seat in self.seats:
                self._tell_reason(seat, number, given[seat], question, to=(seat,))
        answer = self.lasts[self.seats[0]]
        self.tell(
            undercover.Concluded(self._find_wording(answer), "first" if answer else "nobody", (1,) if answer else ()), to=EVERYONE
        )
        return answer

    def _debate(self, question: Question, seats: Sequence[Seat]) -> Script[None]:
        for number in range(1, _DEBATE_ROUNDS[self.config.mode] + 1):
            self.tell(undercover.RoundBegan("reasoning", number, tuple(seats)), to=EVERYONE)
            given = yield from self._reasons(seats, question)
            for seat in seats:
                self._tell_reason(seat, number, given[seat], question)

    def _debate_with_judge(self, question: Question) -> Script[str]:
        """Let the last seat, which says nothing in the debate, pick the answer after it."""
        *debaters, judge = self.seats
        yield from self._debate(question, debaters)
        given = yield from self._reasons((judge,), question)
        self._tell_reason(judge, _DEBATE_ROUNDS["mad_judge"] + 1, given[judge], question)
        answer = self.lasts[judge]
        if not answer:
            return (yield from self._conclude(debaters))
        self.tell(undercover.Concluded(self._find_wording(answer), "judge", (1,)), to=EVERYONE)
        return answer

    # The end

    def _outcome(self, pair: undercover.Pair, answer: str) -> Outcome:
        is_found = self.undercover is not None and self.undercover not in self.left
        right = is_right(answer, pair.question)
        self.tell(pair, to=EVERYONE)
        if self._check:
            self.tell(self._check, to=EVERYONE)
        end = undercover.Revealed(self.undercover, is_found, right)
        self.tell(end, to=EVERYONE)
        results = {seat: self._result(seat, pair, end) for seat in self.seats}
        return Outcome(results, _reason(end, self._votings, self._ended, has_answer=bool(answer)))

    def _result(self, seat: Seat, pair: undercover.Pair, end: undercover.Revealed) -> Result:
        votes = [target for voter, target in self._votes if voter == seat]
        told = self._seat_result(self.config, end, seat, votes, survived=seat in self.left)
        answers = {
            "first_right": float(is_right(self.firsts.get(seat, ""), pair.question)),
            "last_right": float(is_right(self.lasts.get(seat, ""), pair.question)),
        }
        score, role, *rest = told.numbers.items()
        return Result(told.kind, dict([score, role, *answers.items(), *rest]))

    @classmethod
    def _seat_result(
        cls, config: Config, end: undercover.Revealed, seat: Seat, votes: Sequence[Seat | None], *, survived: bool
    ) -> Result:
        """Return the result of a seat without the figures of its answers. votes: for whom it voted, in order."""
        is_it = seat == end.undercover
        has_side_won = end.is_right if end.undercover is None else end.is_found != is_it
        has_won = has_side_won
        if cls.tells_sides and config.wins == "vote" and end.undercover and not is_it:
            has_won = has_side_won and votes[-1:] == [end.undercover]
        numbers = {
            "score": float(has_won),
            "undercover": float(is_it),
            "votes": float(len(votes)),
            "votes_right": float(sum(target == end.undercover for target in votes if target is not None)),
            "survived": float(survived),
        }
        if cls.tells_sides and end.undercover:
            numbers["side_won"] = float(has_side_won)
        return Result("won" if has_won else "lost", numbers)


def _reason(end: undercover.Revealed, votings: int, ended: str, *, has_answer: bool) -> str:
    table = f"The table's answer{'' if has_answer else ', none,'} is {'right' if end.is_right else 'wrong'}"
    if end.undercover is None:
        return f"{table}."
    if end.is_found:
        return f"{end.undercover} was the undercover and was found in vote {votings}. {table}."
    why = {"timeout": "the votes were used up", "regulars_exhausted": "only one other was left"}[ended]
    return f"{end.undercover} was the undercover and was not found: {why}. {table}."


def _right_answers(answers: Sequence[str], question: Question) -> dict[str, float]:
    """Return whether the first and the last of a seat's answers are right, unless they are words of a person."""
    ends = {"first_right": answers[0], "last_right": answers[-1]} if answers else {"first_right": "", "last_right": ""}
    return {name: float(is_right(answer, question)) for name, answer in ends.items() if not is_redactable(answer)}


def _phi(factors: undercover.Factors) -> Phi:
    return factors.inconsistency, factors.deviation, factors.detail_accuracy, factors.suspicion
