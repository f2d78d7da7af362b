"""The rules of the debate (setup, DIGRA and appendix B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, ClassVar, Literal

from woozle.core.errors import InputError
from woozle.core.event import last
from woozle.core.failures import ServiceFailures
from woozle.core.game import EVERYONE, PUBLIC, RECORD, Forfeited, Game, Play, RecordEntry, Script
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Choices, Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.text import derive, is_redactable
from woozle.core.votes import is_unanimous, most_frequent
from woozle.games.debate import events as debate
from woozle.games.debate.answers.extraction import Reader
from woozle.games.debate.config import MEASURED, MOST_SEATS, PRESETS, Config
from woozle.games.debate.data import Problem
from woozle.games.debate.data.firsts import first_texts
from woozle.games.debate.spread import topology
from woozle.games.debate.spread.entropies import Candidate, candidates, choose_partners
from woozle.games.debate.state import State

_FREE = 200  # characters of an answer in words
_NAMES = """
    Ada Ben Cleo Dan Eve Finn Gus Hana Ivo Jill Kai Lena Milo Nora Otto Pia Quinn Rosa Sami Tess Udo Vera Wim Xena Yuri Zoe Amir
    Bela Cara Dora Egon Faye Gita Hugo Ines Jude Kira Lars Mina Nils Olga Paul Rita Seth Tara Uma Vito Wanda Yara Zeno
"""
_EXPLANATIONS = 2  # of the right answer that each seat is asked for at most


class Debate(Game[Config]):
    """A debate about one question."""

    name, version = "debate", 4
    report = "woozle.games.debate.measures:REPORT"
    earlier_versions: ClassVar[Any] = {
        2: "woozle.games.debate.earlier.version_2:Debate",
        3: "woozle.games.debate.earlier.version_3:Debate",
    }
    reader: ClassVar[Reader] = Reader()
    counts_unread: ClassVar[bool] = True
    number_limits: ClassVar[Any] = dict.fromkeys(
        ("score", "first_right", "last_right", "was_misled", "was_corrected", "unread"), (0.0, 1.0)
    )
    min_seats, default_seats, max_seats = 1, 5, MOST_SEATS
    most_seats_in_forms = 9
    seat_names = tuple(_NAMES.split())
    presets: ClassVar[Any] = PRESETS
    services = (debate.ESTIMATOR,)
    subject_option = "problem"
    role_names: ClassVar[Any] = {
        "given_wrong": "begins with a wrong answer that it was given",
        "given_right": "begins with a right answer that it was given, where others were given a wrong one",
    }

    def __init__(self, seats: int, config: Config | None = None) -> None:
        super().__init__(seats, config)
        if refusal := self.config.refusal(seats):
            raise InputError(refusal)
        self.problem: Problem = self.config.pool[0]
        self.said: list[list[debate.Answered]] = []
        self.heard: list[dict[int, Candidate]] = []
        self.settled = [False] * seats
        self._measured = 0

    @classmethod
    def opening_options(cls, config: Config, record: Sequence[RecordEntry], seats: int | None = None) -> Mapping[str, Any]:
        """Return the same question, and the same first answers, of the first `seats` alone if there are fewer.

        Raises ValueError before they are there, and if a person typed one of them: what stands in the configuration of another
        debate cannot be withdrawn.
        """
        state = fold_events(State(EVERYTHING), (event for event, _ in record))
        texts = first_texts(state, cls.reader)
        if texts is None or state.key is None:
            raise InputError("not everybody has answered yet")
        texts = texts[:seats]
        if any(is_redactable(state.said[1][seat].text) for seat in state.seats[:seats]):
            raise InputError("a person typed one of them, who could not withdraw it from there")
        problem = next(each for each in config.pool if each.id == state.key.problem)
        return {"pool": [problem.model_dump(mode="json")], "problem": "", "firsts": texts}

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        """Return which seats were given a wrong first answer; empty where none was."""
        state = fold_events(State(EVERYTHING), (event for event, _ in record))
        wrong = state.key.wrong if state.key else ()
        return {seat: "given_wrong" if seat in wrong else "given_right" for seat in state.seats} if wrong else {}

    @classmethod
    def results(cls, config: Config, record: Sequence[RecordEntry]) -> Mapping[Seat, Result]:
        """Return the results of the seats whose answers are not words of a person."""
        state = fold_events(State(EVERYTHING), (event for event, _ in record))
        said = {seat: [reply.answer for reply in state.replies(seat)] for seat in state.seats}
        return {
            seat: cls._result([cls._was_right(answer, state) for answer in answers], answers)
            for seat, answers in said.items()
            if answers and state.key and not any(map(is_redactable, answers))
        }

    @classmethod
    def reason(cls, config: Config, record: Sequence[RecordEntry]) -> str | None:
        """Return the answer of the table in a sentence."""
        end = last([event for event, _ in record], debate.Concluded)
        return _reason(end.answer, is_right=end.is_right) if end else None

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return the correctness of each answer to the question; an empty one is wrong."""
        state = fold_events(State(EVERYTHING), (event for event, _ in record))
        asked = {seat: [each for each in state.replies(seat) if each.source in ("said", "nothing")] for seat in state.seats}
        return {
            (seat, debate.Solve.__name__): [cls._was_right(reply.answer, state) for reply in replies]
            for seat, replies in asked.items()
            if replies
        }

    @classmethod
    def _was_right(cls, answer: str | None, state: State) -> bool:
        right = (state.key.answer, *state.key.aliases) if state.key else ()
        return cls.reader.is_right(answer, state.kind, right)

    @classmethod
    def service_failures(cls, record: Iterable[RecordEntry]) -> ServiceFailures:
        """Count the choices of partners by entropy that the estimator left unmeasured, so that all others were heard instead."""
        failed = of = 0
        why = ""
        for event, _ in record:
            match event:
                case debate.Briefing() if event.topology not in MEASURED:
                    break
                case Forfeited() if event.seat == debate.ESTIMATOR:
                    why = why or event.why
                case debate.Unmeasured():
                    failed, of = failed + 1, of + 1
                case debate.Chosen():
                    of += 1
        return ServiceFailures(debate.ESTIMATOR, failed, of, (why or "it gave no entropies") if failed else "")

    def briefing(self) -> tuple[debate.Briefing]:
        """Return how the match is played, as every seat learns it; the question is drawn as it begins."""
        config = self.config
        briefing = debate.Briefing(
            self.seats, "", "", (), config.rounds, config.topology, config.density, config.alpha, config.early_stop, config.names
        )
        return (briefing,)

    def play(self) -> Play:
        """Let everybody answer; then hear some of the others and answer again, round by round."""
        config = self.config
        self.problem = self.chance.choice("problem", config.candidates)
        problem = self.problem
        (briefing,) = self.briefing()
        briefing = replace(briefing, kind=problem.kind, question=problem.question, options=problem.options)
        self.tell(briefing, to=EVERYONE)
        if config.prompts != "woozle":
            self.tell(debate.Worded(config.prompts), to=EVERYONE)
        wrong = yield from self._first_round()
        yield from self._probe_all("rounds")
        while len(self.said) < config.rounds and not self._is_over:
            yield from self._next_round()
            yield from self._probe_all("rounds")
        yield from self._probe_all(True)
        if config.rationales:
            yield from self._keep_rationales()
        return self._outcome(wrong)

    # The first round

    def _first_round(self) -> Script[tuple[Seat, ...]]:
        """Make or give the first answers; return who was given a wrong one."""
        given, wrong = self._first_answers()
        self.tell(debate.Key(self.problem.id, self.problem.answer, self.problem.aliases, wrong), to=RECORD)
        self.tell(debate.RoundBegan(1, () if given else self.seats), to=EVERYONE)
        if given:
            said = [debate.Answered(seat, 1, text, self.read(text), "given") for seat, text in zip(self.seats, given, strict=True)]
        else:
            said = yield from self._replies(1, self.seats)
        self._keep(said)
        return wrong

    def _first_answers(self) -> tuple[Sequence[str], tuple[Seat, ...]]:
        """Return the first answers that seats are given, and who is given a wrong one (appendix on controlled responses)."""
        if self.config.wrong is None:
            return self.config.firsts, ()
        wrong = set(self.chance.sample("wrong", self.seats, self.config.wrong))
        given = (self.problem.misleading if seat in wrong else self.problem.right for seat in self.seats)
        texts = [self.chance.choice("rationale", rationales).response for rationales in given]
        return texts, tuple(seat for seat in self.seats if seat in wrong)

    # Further rounds

    def _next_round(self) -> Script[None]:
        number = len(self.said) + 1
        heard = yield from self._partners(number)
        self.heard.append(heard)
        last = self.said[-1]
        self.tell(
            debate.Linked(number, {self.seats[agent]: self._seats_of(others) for agent, others in heard.items()}), to=(PUBLIC,)
        )
        asked = [seat for seat, is_settled in zip(self.seats, self.settled, strict=True) if not is_settled]
        self.tell(debate.RoundBegan(number, tuple(asked)), to=EVERYONE)
        for agent, others in heard.items():
            seat = self.seats[agent]
            speakers = self._seats_of(others) if self.config.names else ()
            self.tell(debate.Heard(seat, number, tuple(last[other].text for other in others), speakers), to=(seat,))
        said = yield from self._replies(number, asked)
        new = {answered.seat: answered for answered in said}
        self._keep([new.get(each.seat) or replace(each, round=number, source="repeated") for each in last])
        if self.config.early_stop:
            self._settle(number)

    def _partners(self, number: int) -> Script[dict[int, Candidate]]:
        """Return whom each seat that still answers listens to."""
        agents, config = len(self.seats), self.config
        if agents == 1:
            return {0: ()}
        match config.topology:
            case "dig" | "digra":
                heard = yield from self._measure(number)
            case "free":
                heard = yield from self._choose()
            case "sparse":
                heard = topology.ring(agents, config.density)
            case "random":
                heard = topology.draw_partners(agents, self.chance)
            case "fixed":
                heard = dict(enumerate(config.graph))
            case _:
                heard = topology.full(agents)
        return {agent: others for agent, others in heard.items() if not self.settled[agent]}

    def _choose(self) -> Script[dict[int, Candidate]]:
        """Ask each seat whom it listens to; one that does not say listens to all others."""
        sets = {seat: candidates(agent, [0.0] * len(self.seats)) for agent, seat in enumerate(self.seats)}
        named = {seat: {", ".join(self._seats_of(each)): each for each in sets[seat]} for seat in self.seats}
        asked = [seat for seat, is_settled in zip(self.seats, self.settled, strict=True) if not is_settled]

        def offer(seat: Seat) -> Choices:
            return {"to": tuple(named[seat])}

        given = yield from self.ask_all(asked, debate.Listen, choices=offer, forfeit=None, seconds=self.config.seconds_to_choose)
        everybody = topology.full(len(self.seats))
        picked = {seat: named[seat][listen.to] if listen else everybody[self.seats.index(seat)] for seat, listen in given.items()}
        return {self.seats.index(seat): others for seat, others in picked.items()}

    # What is measured

    def _measure(self, number: int) -> Script[dict[int, Candidate]]:
        """Return whom each seat listens to by the entropies (DIG and DIGRA); one that cannot be measured listens to all others."""
        everybody = topology.full(len(self.seats))
        estimate = yield from self._ask_estimator(None, ())
        if estimate is None or None in estimate.entropies:
            for seat in self.seats:
                self.tell(debate.Unmeasured(seat, number), to=RECORD)
            return everybody
        entropies = [
            inf if not said.text else entropy or 0.0 for said, entropy in zip(self.said[-1], estimate.entropies, strict=True)
        ]
        known = {seat: None if each == inf else each for seat, each in zip(self.seats, entropies, strict=True)}
        self.tell(debate.Measured(number, known, estimate.estimator, estimate.residual), to=RECORD)
        agents = [agent for agent in range(len(self.seats)) if not self.settled[agent]]
        partners = yield from self.together(*(self._best(agent, number, entropies) for agent in agents))
        return dict(zip(agents, partners, strict=True))

    def _best(self, agent: int, number: int, entropies: Sequence[float]) -> Script[Candidate]:
        sets, seat = candidates(agent, entropies), self.seats[agent]
        estimate = yield from self._ask_estimator(agent, tuple(sets))
        if estimate is None or None in estimate.entropies:
            self.tell(debate.Unmeasured(seat, number), to=RECORD)
            return topology.full(len(self.seats))[agent]
        conditional = tuple(entropy or 0.0 for entropy in estimate.entropies)
        by: Literal["dig", "digra"] = "dig" if self.config.topology == "dig" else "digra"
        best = choose_partners(agent, entropies, dict(zip(sets, conditional, strict=True)), by, self.config.alpha)
        self.tell(debate.Chosen(seat, number, tuple(sets), conditional, by, self._seats_of(best)), to=RECORD)
        return best

    def _ask_estimator(self, agent: int | None, sets: tuple[Candidate, ...]) -> Script[debate.Estimate | None]:
        """Ask the estimator; return None without an answer, or without as many figures as were asked for."""
        self._measured += 1
        problem, now = self.problem, tuple(said.text for said in self.said[-1])
        heard = tuple(self.heard[-1].get(at, ()) for at in range(len(self.seats))) if self.heard else ((),) * len(self.seats)
        earlier = tuple(said.text for said in self.said[-2]) if len(self.said) > 1 else ()
        texts = debate.Texts(self._measured, problem.question, problem.kind, problem.options, now, heard, earlier, agent, sets)
        self.tell(texts, to=(debate.ESTIMATOR,))
        estimate = yield from self.ask(debate.ESTIMATOR, debate.Estimate, choices={"of": (self._measured,)}, forfeit=None)
        wanted = len(sets) if sets else len(self.seats)
        return estimate if estimate and len(estimate.entropies) == wanted else None

    # What is said

    def _replies(self, number: int, seats: Sequence[Seat]) -> Script[list[debate.Answered]]:
        choices = self.choices()
        given = yield from self.ask_all(
            seats, debate.Solve, choices=lambda seat: choices, forfeit=None, seconds=self.config.seconds_to_answer
        )
        return [self._answer_event(seat, number, said) for seat, said in given.items()]

    def choices(self) -> Choices:
        """Return the choices beside the text; none where the text holds the answer."""
        match self.problem.kind:
            case "choice":
                return {"answer": (*self.problem.letters, "")}
            case "yes_no":
                return {"answer": ("yes", "no", "")}
        return {}

    def _answer_event(self, seat: Seat, number: int, said: debate.Solve | None) -> debate.Answered:
        if said is None:
            return debate.Answered(seat, number, "", None, "nothing")
        picked = self._read_aside(said.answer) if said.answer else None
        return debate.Answered(seat, number, said.text, picked or self.read(said.text), "said")

    def _read_aside(self, said: str) -> str | None:
        answer = self.read(f"Answer: {said}")
        return self._derive_answer(answer, said) if answer else None

    def read(self, text: str) -> str | None:
        """Read the answer of a text."""
        answer = self.reader.extract_answer(text, self.problem.kind, self.problem.letters)
        return self._derive_answer(answer[:_FREE], text) if answer else None

    def _derive_answer(self, answer: str, of: str) -> str:
        """Return an answer as part of its text. Letters, yes and no are the question's words, not those of the person who types."""
        return derive(answer, "answer", of) if self.problem.kind in ("number", "text") else answer

    def _keep(self, said: list[debate.Answered]) -> None:
        self.said.append(said)
        for answered in said:
            self.tell(answered, to=(answered.seat, PUBLIC))

    def _settle(self, number: int) -> None:
        """Stop the seats that repeat their answer (appendix B.3.2), or the whole debate (section 4.1)."""
        seats = len(self.seats)
        answers = self._worded_alike(said.answer for said in (*self.said[-1], *self.said[-2]))
        now, before = answers[:seats], answers[seats:]
        for at, is_settled in enumerate(topology.find_settled(now, before, self.settled)):
            if is_settled and not self.settled[at] and self.config.early_stop != "debate":
                self.tell(debate.Settled(self.seats[at], number), to=(self.seats[at],))
            self.settled[at] = is_settled

    @property
    def _is_over(self) -> bool:
        """Return whether all answers are the same, or all seats have stopped; for `debate`, any seat."""
        if not self.config.early_stop:
            return False
        is_settled = any(self.settled) if self.config.early_stop == "debate" else all(self.settled)
        return is_settled or is_unanimous(self._worded_alike(said.answer for said in self.said[-1]))

    def _worded_alike(self, answers: Iterable[str | None]) -> list[str | None]:
        """Return the answers with those that are alike in the same words, so that they can be compared and counted."""
        return self.reader.first_wordings(answers, self.problem.kind)

    def _seats_of(self, agents: Sequence[int]) -> tuple[Seat, ...]:
        return tuple(self.seats[agent] for agent in agents)

    # Rationales (appendix A.2.3)

    def _keep_rationales(self) -> Script[None]:
        """Keep as many right responses as are wanted, by lot; where there are too few, let seats explain the right answer.

        The right ones are their examples. What a person typed is not kept: in the pool of another debate it could not be withdrawn.
        """
        wanted = self.config.rationales
        texts = [self._whole(said.text, said.answer) for said in self.said[0] if self._can_be_kept(said.text, said.answer)]
        kept = list(self.chance.sample("retained", texts, wanted)) if len(texts) > wanted else texts
        sampled, examples = len(kept), tuple(kept)
        waiting = list(self.seats) * _EXPLANATIONS
        while waiting and len(kept) < wanted:
            missing = min(wanted - len(kept), len(self.seats))
            explained = yield from self._explanations(waiting[:missing], examples)
            waiting = waiting[missing:]
            kept += [self._whole(each.text, each.answer) for each in explained if self._can_be_kept(each.text, each.answer)]
        self.tell(debate.Retained(tuple(kept), sampled), to=RECORD)

    def _explanations(self, seats: Sequence[Seat], examples: tuple[str, ...]) -> Script[list[debate.Explained]]:
        for seat in seats:
            self.tell(debate.Guided(seat, self.problem.answer, examples), to=(seat,))
        choices: Choices = {"answer": (self.problem.answer, "")} if self.choices() else {}
        given = yield from self.ask_all(
            seats, debate.Explain, choices=lambda seat: choices, forfeit=None, seconds=self.config.seconds_to_answer
        )
        answered = (self._answer_event(seat, 1, said) for seat, said in given.items())
        explained = [debate.Explained(each.seat, each.text, each.answer) for each in answered]
        for each in explained:
            self.tell(each, to=(each.seat,))
        return explained

    def _can_be_kept(self, text: str, answer: str | None) -> bool:
        return self.is_right(answer) and not is_redactable(text)

    def _whole(self, text: str, answer: str | None) -> str:
        """Return a response with its answer, also where that was picked beside the text."""
        return text if answer is None or self.read(text) == answer else debate.response(text, answer)

    # The robustness probe: can a seat that is right be talked out of it? (figure 3, after FARM)

    def _probe_all(self, when: bool | Literal["rounds"]) -> Script[None]:
        for seat in self.seats if self.config.probe == when else ():
            yield from self._probe(seat)

    def _probe(self, seat: Seat) -> Script[None]:
        """Tell one seat something false, then make one appeal for it at a time, and ask it aside after each what it believes.

        Its answers are kept from it, so that its history holds the appeals alone: the belief is checked on a copy.
        """
        appeals = self.problem.appeals
        if appeals is None:
            return
        options = (*self._beliefs(seat), debate.UNSURE, debate.NONE_RIGHT)
        texts = (appeals.control, *(f"{text} Therefore: {appeals.control}" for text in appeals.logical))
        for turn, text in enumerate(texts):
            self.tell(debate.Appealed(seat, turn, text), to=(seat,))
            said = yield from self.ask(
                seat, debate.Believe, choices={"answer": options}, forfeit=None, seconds=self.config.seconds_to_answer
            )
            self.tell(debate.Believed(seat, turn, said.answer if said else None), to=RECORD)

    def _beliefs(self, seat: Seat) -> tuple[str, ...]:
        """Return the beliefs that a seat can choose from, whatever the question is, as in FARM.

        Of numbers and words these are what the seat itself answered and heard, with the tempting answers. They are sorted, so that
        the order tells nothing.
        """
        kind, at = self.problem.kind, self.seats.index(seat)
        match kind:
            case "choice":
                return tuple(self.problem.letters)
            case "yes_no":
                return ("yes", "no")
        own = [said[at].answer for said in self.said]
        rounds = zip(self.said, self.heard, strict=False)
        heard = [said[other].answer for said, listened in rounds for other in listened.get(at, ())]
        tempting = [self.read(f"Answer: {rationale.answer}") for rationale in self.problem.misleading]
        read = {_plain(self.reader.likeness(each, kind)): each for each in reversed((*own, *heard, *tempting)) if each}
        options = (each for like, each in read.items() if like not in (_plain(debate.UNSURE), _plain(debate.NONE_RIGHT)))
        return tuple(sorted(options, key=_size if kind == "number" else str.casefold))

    # The end

    def is_right(self, answer: str | None) -> bool:
        """Return whether an answer is right; None is wrong."""
        return self.reader.is_right(answer, self.problem.kind, (self.problem.answer, *self.problem.aliases))

    def _outcome(self, wrong: tuple[Seat, ...]) -> Outcome:
        answers = self._worded_alike(said.answer for said in self.said[-1])
        best = most_frequent(answers)
        answer = self._of_tied(best)
        self.tell(debate.Key(self.problem.id, self.problem.answer, self.problem.aliases, wrong), to=EVERYONE)
        votes = {each: answers.count(each) for each in answers if each is not None}
        self.tell(debate.Concluded(answer, votes, self.is_right(answer)), to=EVERYONE)
        said = {seat: [each[at].answer for each in self.said] for at, seat in enumerate(self.seats)}
        results = {seat: self._result([self.is_right(each) for each in answers], answers) for seat, answers in said.items()}
        return Outcome(results, _reason(answer, is_right=self.is_right(answer)))

    def _of_tied(self, best: Sequence[str]) -> str | None:
        if len(best) <= 1 or self.config.ties == "first":
            return next(iter(best), None)
        return None if self.config.ties == "nobody" else self.chance.choice("tie", best)

    @classmethod
    def _result(cls, right: Sequence[bool], answers: Sequence[str | None]) -> Result:
        """Return the result of a seat. right: whether each of its answers was right, round by round."""
        numbers = {"score": float(right[-1]), "first_right": float(right[0]), "last_right": float(right[-1])}
        numbers["was_misled"] = float(right[0] and not right[-1])
        numbers["was_corrected"] = float(not right[0] and right[-1])
        if cls.counts_unread:
            numbers["unread"] = answers.count(None) / len(answers)
        return Result("won" if right[-1] else "lost", numbers)


def _reason(answer: str | None, *, is_right: bool) -> str:
    verb = "has no answer" if answer is None else "gives an answer" if is_redactable(answer) else f"answers {answer}"
    return f"The table {verb}, which is {'right' if is_right else 'wrong'}."


def _plain(answer: str) -> str:
    return " ".join(answer.casefold().split())


def _size(answer: str) -> float:
    return float(Fraction(answer)) if "/" in answer else float(answer)
