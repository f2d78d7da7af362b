"""The rules of self-play (section 3, and section 5 for its instance)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from woozle.core.errors import InputError
from woozle.core.event import first, last
from woozle.core.game import EVERYONE, PUBLIC, RECORD, Game, Play, RecordEntry, Script
from woozle.core.groups import group_pairs
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.text import answer_words, is_redactable
from woozle.games.self_play import events as self_play
from woozle.games.self_play.config import PRESETS, Config
from woozle.games.self_play.data import Question
from woozle.games.self_play.papers.metrics import RIGHT, reward, token_f1
from woozle.games.self_play.society import Agent, Orchestrator
from woozle.games.self_play.state import State


class SelfPlay(Game[Config]):
    """A question that a society answers together."""

    name, version = "self_play", 3
    report = "woozle.games.self_play.measures:REPORT"
    earlier_versions: ClassVar[Any] = {2: "woozle.games.self_play.version_2:SelfPlay"}
    min_seats, default_seats, max_seats = 1, 3, 9
    seat_names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo")
    presets: ClassVar[Any] = PRESETS
    services = (self_play.LIBRARIAN, self_play.CALCULATOR)
    subject_option = "question"
    role_names: ClassVar[Any] = {
        "asker": "is asked the question and answers for the group",
        "helper": "can be asked by others",
        "alone": "is asked the question and plays alone",
    }

    def __init__(self, seats: int, config: Config | None = None) -> None:
        super().__init__(seats, config)
        if refusal := self.config.refusal(seats):
            raise InputError(refusal)
        self.graph = self.config.graph_of(seats)
        self.libraries = self.config.libraries_of(seats)
        self.orchestrator = Orchestrator(self.graph, self.config.orchestration)
        self.question: Question = self.config.pool[0]
        self.questions = [""] * seats  # what each was asked last
        self.steps = 0
        self.done: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.last: self_play.Acted | None = None

    @staticmethod
    def words(text: str) -> Sequence[str]:
        """Return the words of an answer that count."""
        return answer_words(text)

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        """Return the roles: the first seat is asked, whatever seats it can ask."""
        briefing = first((event for event, _ in record), self_play.Briefing)
        if briefing is None:
            return {}
        asked, *others = briefing.seats
        return {asked: "asker" if others else "alone"} | dict.fromkeys(others, "helper")

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return for each ANSWER and HEDGE to the question of the match whether its F1 is above one half. Other steps have None."""
        known = fold_events(State(EVERYTHING), (event for event, _ in record))
        return group_pairs(((step.acted.seat, self_play.Act.__name__), known.is_right(step, cls.words)) for step in known.steps())

    @classmethod
    def results(cls, config: Config, record: Sequence[RecordEntry]) -> Mapping[Seat, Result]:
        """Return the results, which follow from the group's answer; and how often a seat searched, from its queries."""
        events = [event for event, _ in record]
        briefing, end = first(events, self_play.Briefing), last(events, self_play.Concluded)
        if briefing is None or end is None:
            return {}
        done = Counter(event.seat for event in events if isinstance(event, self_play.Query) and event.tool == self_play.SEARCH)
        return {seat: _result(end.f1, end.reward, done[seat]) for seat in briefing.seats}

    @classmethod
    def reason(cls, config: Config, record: Sequence[RecordEntry]) -> str | None:
        """Return the group's answer in a sentence."""
        end = last([event for event, _ in record], self_play.Concluded)
        return _reason(end.answer, end.f1) if end else None

    def briefing(self) -> tuple[self_play.Briefing]:
        """Return how the match is played, as every seat learns it."""
        config = self.config
        briefing = self_play.Briefing(
            self.seats, config.orchestration, config.names, config.queries, config.found, config.searches, config.asks,
            config.steps, config.effort, config.price,
        )  # fmt: skip
        return (briefing,)

    def play(self) -> Play:
        """Pass control from seat to seat until the first has answered, or no step is left."""
        config = self.config
        self.question = self.chance.choice("question", config.candidates)
        self.tell(*self.briefing(), to=EVERYONE)
        for agent, seat in enumerate(self.seats):
            self.tell(self._equipment_of(agent), to=(seat, PUBLIC))
        key = self_play.Key(self.question.id, self.question.answers, self.question.source)
        self.tell(key, to=RECORD)
        self.questions[0] = self.question.question
        self._enter(0, None)
        while (active := self.orchestrator.active) is not None and self.steps < config.steps:
            yield from self._step(active)
        return self._outcome(key)

    # What a seat can do

    def _equipment_of(self, agent: Agent) -> self_play.Equipped:
        reaches = tuple(self.seats[other] for other in self.graph[agent])
        return self_play.Equipped(self.seats[agent], self.libraries[agent], agent in self.config.calculators, reaches)

    def legal(self, agent: Agent) -> tuple[str, ...]:
        """Return the actions that a seat can take now. ANSWER and HEDGE are always among them."""
        done, config = self.done[agent], self.config
        can_work = done[self_play.SEARCH] + done[self_play.CALCULATE] < config.searches and (
            config.effort is None or self.effort < config.effort
        )
        asks = config.asks * (len(self.graph[agent]) if config.orchestration == "hub" else 1)
        can = {
            self_play.ASK: done[self_play.ASK] < asks and bool(self.orchestrator.reachable()),
            self_play.SEARCH: can_work and bool(self.libraries[agent]),
            self_play.CALCULATE: can_work and agent in config.calculators,
        }
        return (*(action for action, is_legal in can.items() if is_legal), self_play.ANSWER, self_play.HEDGE)

    @property
    def searches(self) -> int:
        """The searches of all seats so far."""
        return sum(done[self_play.SEARCH] for done in self.done)

    @property
    def effort(self) -> int:
        """The uses of tools by all seats so far."""
        return self.searches + sum(done[self_play.CALCULATE] for done in self.done)

    # A step

    def _step(self, agent: Agent) -> Script[None]:
        seat, config = self.seats[agent], self.config
        act = yield from self.ask(
            seat, self_play.Act, choices={"action": self.legal(agent)}, forfeit=None, seconds=config.seconds_to_act
        )
        self.steps += 1
        action = act.action if act else self_play.HEDGE
        self.last = self_play.Acted(seat, action, self._argument(agent, action, act.argument if act else ""), act is None)
        self.done[agent][action] += 1
        self.tell(self.last, to=(seat, PUBLIC))
        match action:
            case "ASK":
                asked = self.orchestrator.ask()
                for other in asked[:1] if config.orchestration == "hub" else asked:
                    self.questions[other] = self.last.argument
                self._enter(asked[0], agent)
            case "SEARCH":
                yield from self._search(agent, self.last.argument)
            case "CALCULATE":
                yield from self._calculate(agent, self.last.argument)
            case _:
                self._relinquish(agent, action, self.last.argument)
        active = self.orchestrator.active
        waiting = tuple(self.seats[each] for each in self.orchestrator.stack)
        self.tell(self_play.Stacked(self.steps, "" if active is None else self.seats[active], waiting), to=(PUBLIC,))

    def _argument(self, agent: Agent, action: str, said: str) -> str:
        """Return what is meant: an asker or searcher passes the question on as it is, unless words are its own (section 5)."""
        if action in (self_play.ASK, self_play.SEARCH) and (self.config.queries == "question" or not said):
            return self.questions[agent]
        return said

    def _enter(self, agent: Agent, asker: Agent | None) -> None:
        """Give a seat control, with a question that was put to it."""
        seat = self.seats[agent]
        self.tell(self_play.Posed(seat, self.questions[agent], "" if asker is None else self.seats[asker]), to=(seat, PUBLIC))

    def _relinquish(self, agent: Agent, action: str, said: str) -> None:
        """Tell the asker, and pass control on; the next in a broadcast does not see what its peers replied."""
        asker = self.orchestrator.relinquish()
        if asker is None:
            return
        tag: self_play.Tag = "FRIEND_ANSWER" if action == self_play.ANSWER else "FRIEND_HEDGE"
        tool = self.libraries[agent] if self.config.names else ""
        self._give(asker, self_play.Evidence(self.seats[asker], tag, (said,), tool, ()))
        now = self.orchestrator.active
        if now is not None and now != asker:
            self._enter(now, self.orchestrator.asker_of(now))

    def _give(self, agent: Agent, evidence: self_play.Evidence) -> None:
        self.tell(evidence, to=(self.seats[agent], PUBLIC))

    # Tools

    def _search(self, agent: Agent, text: str) -> Script[None]:
        query = self._query(agent, self_play.SEARCH, self.libraries[agent], text)
        found = yield from self.ask(self_play.LIBRARIAN, self_play.Found, choices={"of": (query.number,)}, forfeit=None, about=text)
        texts, sources = (found.texts, found.sources) if found else ((), ())
        most = self.config.found
        self._give(agent, self_play.Evidence(query.seat, "RETRIEVAL", texts[:most], "", sources[:most]))

    def _calculate(self, agent: Agent, text: str) -> Script[None]:
        query = self._query(agent, self_play.CALCULATE, "", text)
        worked = yield from self.ask(
            self_play.CALCULATOR, self_play.Worked, choices={"of": (query.number,)}, forfeit=None, about=text
        )
        self._give(agent, self_play.Evidence(query.seat, "CALCULATION", (worked.result,) if worked else (), "", ()))

    def _query(self, agent: Agent, tool: str, corpus: str, text: str) -> self_play.Query:
        query = self_play.Query(
            self.effort, self.seats[agent], tool, corpus, text, self.config.found if tool == self_play.SEARCH else 1
        )
        self.tell(query, to=(self_play.LIBRARIAN if tool == self_play.SEARCH else self_play.CALCULATOR,))
        return query

    # The end

    def _outcome(self, key: self_play.Key) -> Outcome:
        """End with the last reply of the first seat as the group's answer; none if no step was left for it."""
        is_over = self.orchestrator.active is None and self.last is not None
        said, action = (self.last.argument, self.last.action) if is_over and self.last else ("", "")
        f1 = token_f1(said, self.question.answers, self.words) if said else 0.0
        paid = reward(f1, self.searches, self.config.price)
        self.tell(key, to=EVERYONE)
        for agent in range(len(self.seats)):
            self.tell(self._equipment_of(agent), to=EVERYONE)
        self.tell(self_play.Concluded(said, action, f1, self.searches, paid), to=EVERYONE)
        results = {seat: _result(f1, paid, done[self_play.SEARCH]) for seat, done in zip(self.seats, self.done, strict=True)}
        return Outcome(results, _reason(said, f1))


def _reason(said: str, f1: float) -> str:
    quoted = "" if is_redactable(said) else f" {said!r}"
    return f"The group answers{quoted}, F1 {f1:.2f}." if said else "The group has no answer."


def _result(f1: float, paid: float, searches: int) -> Result:
    return Result("won" if f1 > RIGHT else "lost", {"score": paid, "f1": f1, "searches": float(searches)})
