"""The content of each sentence of "How this match is played", checked against a match that was played so.

SAYS has, by game, a pattern for each sentence and what has to be so of the match; a sentence without one fails the test that reads
it, so that a new sentence brings its check. What follows the pattern is called with the match and the groups of the pattern.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from woozle.arena.views import rules
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.event import EVERYONE
from woozle.core.game import Event, Game
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Request, Seat
from woozle.core.text import answer_words
from woozle.games.debate import events as debate
from woozle.games.quest import events as quest
from woozle.games.quest.judgement.words import count_words
from woozle.games.self_play import events as self_play
from woozle.games.ship import events as ship
from woozle.games.urn import events as urn
from woozle.players.registry import bot
from woozle.players.seats import SeatSpec, bot_seed, nobody
from woozle.players.services.registry import seat_services

_OFTEN = {"once": 1, "twice": 2}


def often(words: str) -> int:
    return _OFTEN.get(words.lower()) or int(words.split(maxsplit=1)[0])


@dataclass
class Played:
    """A match of bots. asked: every Request; told: the record, with who was told."""

    game: Game[Any]
    asked: list[Request]
    told: list[tuple[Event, Any]]
    results: list[Any]

    @property
    def config(self) -> Any:
        return self.game.config

    @property
    def sentences(self) -> list[str]:
        """Return the rules of the match, sentence by sentence."""
        return [each for part in rules.of_match(self.game) for each in re.split(r"(?<=[.!?]) (?=[A-Z])", part)]

    def all(self, *kinds: type[Event]) -> list[Any]:
        return [event for event, _ in self.told if isinstance(event, kinds)]

    def hear(self, kind: type[Event]) -> list[tuple[Any, Any]]:
        return [(event, to) for event, to in self.told if isinstance(event, kind)]


class _Noting:
    is_human = False

    def __init__(self, player, asked):
        self._player, self._asked = player, asked
        self.answers_at_once, self.keeps_time = player.answers_at_once, player.keeps_time

    async def respond(self, request, observation):
        self._asked.append(request)
        return await self._player.respond(request, observation)

    def describe(self):
        return self._player.describe()


def played(name: str, config: Any, specs: list[SeatSpec], seed: int) -> Played:
    """Play a match; a bot takes the seat of a person."""
    key = key_from_seed(seed, 1)
    game = registry.game(name)(len(specs), config)
    asked: list[Request] = []
    players = {
        seat: _Noting(bot(name, "" if spec.model else spec.name)(bot_seed(seat, key)), asked)
        for seat, spec in zip(game.seats, specs, strict=True)
    }
    referee = Referee(game, key)
    asyncio.run(Match(referee, players | seat_services(game, {}, key, nobody)).play())
    assert referee.outcome
    return Played(game, asked, referee.record, [referee.outcome.results[seat] for seat in game.seats])


# Every game

_TYPES = {
    "act": ("Act",),
    "speak": ("Speak",),
    "vote": ("Vote", "Foresee"),
    "decide": ("Decide",),
    "write": ("Write", "Reply"),
    "reason": ("Reason", "Summarise", "Conclude"),
    "choose": ("Listen",),
}


def limits_hold(match: Played, words: str) -> bool:
    limits = {verb: float(seconds) for seconds, verb in re.findall(r"([\d.]+) seconds to (\w+)", words)}
    found: dict[str, set[float | None]] = defaultdict(set)
    for request in match.asked:
        name = request.answer.__name__
        found[next((verb for verb, names in _TYPES.items() if name in names), "answer")].add(request.seconds)
    if found.keys() == {"act"} | {"answer"}:
        found["act"] |= found.pop("answer")
    return all(seconds == {limits.get(verb)} for verb, seconds in found.items())


ANY = [
    (r"Nobody's time is limited", lambda m: all(request.seconds is None for request in m.asked)),
    (r"You have ([\d.].* seconds to .*)\.", limits_hold),
]


# The ship


def team(match: Played) -> dict[Seat, str]:
    return {event.seat: event.team for event in match.all(ship.Role)}


def lives(match: Played) -> Counter[str]:
    teams = team(match)
    gone = [event.victim for event in match.all(ship.Killed)] + [event.ejected for event in match.all(ship.Ballot)]
    return Counter(each for seat, each in teams.items() if seat not in gone)


def ship_ends(match: Played, ticks: str) -> bool:
    ended, last = match.all(ship.Ended)[0], match.all(ship.Tick)[-1].number
    alive, late = lives(match), last >= int(ticks)
    if ended.winner == "duck":
        return alive["duck"] >= alive["goose"]
    return not alive["duck"] or "tasks" in ended.reason or (late and "Time" in ended.reason)


def one_turn(match: Played) -> bool:
    turns: Counter[Seat] = Counter()
    for event in match.all(ship.Tick, ship.Waited, ship.Moved, ship.Worked):
        if isinstance(event, ship.Tick):
            turns.clear()
        else:
            turns[event.seat] += 1
            if turns[event.seat] > 1:
                return False
    return True


def in_corridors(match: Played) -> bool:
    """Whoever is on a longer way sees nothing until it arrives."""
    on_the_way: set[Seat] = set()
    for event in match.all(ship.Moved, ship.Arrived, ship.Sight, ship.Placed):
        if isinstance(event, ship.Sight) and event.seat in on_the_way and not match.config.travellers_return:
            return False
        on_the_way.discard(event.seat)
        if isinstance(event, ship.Moved) and event.ticks > 1:
            on_the_way.add(event.seat)
    return True


def cooldowns(match: Played, first: str, again: str) -> bool:
    ready = dict.fromkeys((seat for seat, each in team(match).items() if each == "duck"), int(first))
    tick = 0
    for event in match.all(ship.Tick, ship.Sight, ship.Killed):
        match event:
            case ship.Tick(number):
                tick = number
            case ship.Sight(seat, at, cooldown=cooldown) if seat in ready and at == tick:
                if (cooldown <= 0) != (tick >= ready[seat]):
                    return False
            case ship.Killed(killer):
                if tick < ready[killer]:
                    return False
                ready[killer] = tick + (int(again) if again else 1)
    return True


def to_the_living(match: Played) -> list[tuple[Event, Any]]:
    """The record, without the dead who see everything among those who were told."""
    watching: set[Seat] = set()
    found = []
    for event, to in match.told:
        found.append((event, tuple(seat for seat in to if seat not in watching)))
        if isinstance(event, ship.Unveiled):
            watching.add(event.seat)
    return found


def dead_see(match: Played) -> bool:
    """Whether the dead are told where everyone goes and what everyone does from the tick on that follows their death."""
    watching: set[Seat] = set()
    dead: set[Seat | None] = set()
    for event, to in match.told:
        match event:
            case ship.Killed(victim=seat) | ship.Ballot(ejected=seat):
                dead.add(seat)
            case ship.Unveiled(seat=seat):
                watching.add(seat)
            case ship.SpeakingOrder() if match.config.ghosts and dead - {None} != watching:
                return False
            case ship.Moved() | ship.Worked() | ship.Voted() if not watching <= {*to}:
                return False
    return match.config.ghosts


def dead_expect(match: Played) -> bool:
    """Whether each of the dead is asked at each vote, and nobody alive is told what it says."""
    alone = all(not {*to} - {event.seat} for event, to in to_the_living(match) if isinstance(event, ship.Foreseen))
    return alone and all(
        {event.seat for event in meeting if isinstance(event, ship.Foreseen)} == {*match.game.seats} - voters
        for meeting in meetings(match)
        if (voters := {event.seat for event in meeting if isinstance(event, ship.Voted)})
    )


def seen_in_the_room(match: Played, kind: type[Event], who: str) -> list[tuple[set[Seat], set[Seat]]]:
    """For each Event, to whom it was told, and who was in the room when its turn began and still lives."""
    present: dict[Seat, set[Seat]] = {}
    dead: set[Seat] = set()
    found = []
    for event, to in to_the_living(match):
        if isinstance(event, ship.Sight):
            present[event.seat] = {event.seat, *event.present}
        elif isinstance(event, kind):
            found.append(({*to}, present[getattr(event, who)] - dead))
        if isinstance(event, ship.Killed):
            dead.add(event.victim)
    return found


def buttons(match: Played, room: str, times: str) -> bool:
    pressed, where = 0, {}
    for event in match.all(ship.Sight, ship.MeetingCalled):
        if isinstance(event, ship.Sight):
            where[event.seat] = event.room
        elif event.cause == "button":
            pressed += 1
            if where[event.caller].replace("_", " ") != room:
                return False
    offered = any("button" in request.choices.get("action", ()) for request in match.asked)
    return match.config.map.button.replace("_", " ") == room and (pressed <= often(times) if times else not offered)


def meetings(match: Played) -> list[list[Event]]:
    found: list[list[Event]] = []
    for event, _ in match.told:
        if isinstance(event, ship.MeetingCalled):
            found.append([])
        if found:
            found[-1].append(event)
    return [each for each in found if any(isinstance(event, ship.Ballot) for event in each)]


def speeches(match: Played, times: str) -> bool:
    for meeting in meetings(match):
        spoken = [event.seat for event in meeting if isinstance(event, ship.Spoke)]
        if spoken[0] != meeting[0].caller or {*Counter(spoken).values()} != {often(times)}:
            return False
    return True


def most_votes(match: Played) -> bool:
    for ballot in match.all(ship.Ballot):
        best = [name for name, votes in ballot.counts.items() if votes == max(ballot.counts.values())]
        if ballot.ejected != (best[0] if len(best) == 1 and best[0] != "skip" else None):
            return False
    return True


def silent_dead(match: Played) -> bool:
    dead: set[Seat | None] = set()
    for event in match.all(ship.Killed, ship.Ballot, ship.Spoke, ship.Voted):
        if isinstance(event, ship.Killed):
            dead.add(event.victim)
        elif isinstance(event, ship.Ballot):
            dead.add(event.ejected)
        elif event.seat in dead:
            return False
    return True


def after_meetings(match: Played) -> bool:
    """Whoever lives is put somewhere after a meeting, and no body of before is seen again."""
    gone: set[Seat] = set()
    for event, to in to_the_living(match):
        if isinstance(event, ship.Ballot):
            gone = {killed.victim for killed in match.all(ship.Killed)[: _killed_before(match, event)]}
        if isinstance(event, ship.Sight) and gone & {*event.bodies}:
            return False
        if isinstance(event, ship.Placed) and to != (event.seat,):
            return False
    return True


def _killed_before(match: Played, ballot: Event) -> int:
    at = next(i for i, (event, _) in enumerate(match.told) if event is ballot)
    return sum(isinstance(event, ship.Killed) for event, _ in match.told[:at])


def tasks_take(match: Played, tasks: str, turns: str) -> bool:
    needed = {event.needed for event in match.all(ship.Worked)}
    return {len(event.tasks) for event in match.all(ship.Role)} == {int(tasks)} and needed <= {int(turns)}


def heard_by_later_turns(match: Played) -> bool:
    is_own = all(to == (event.seat,) for event, to in to_the_living(match) if isinstance(event, ship.Said))
    return is_own and match.config.chat_heard == "by_later_turns"


def callers_know(match: Played) -> bool:
    found = [(event, to) for event, to in to_the_living(match) if isinstance(event, ship.Bodies)]
    calls = match.all(ship.MeetingCalled)
    told = all(to == (call.caller,) for (_, to), call in zip(found, calls, strict=True))
    return told or not any(event.rooms for event, _ in found)


def roles_are_told(match: Played, who: str) -> bool:
    return all((event.team is not None) == (who == "Everyone") for event in match.all(ship.Ballot) if event.ejected)


SHIP = [
    (r"(One|\d+) of you ", lambda m, n: list(team(m).values()).count("duck") == (1 if n == "One" else int(n))),
    (r"Only the ducks? knows? who ", lambda m: all(to == (event.seat,) for event, to in m.hear(ship.Role))),
    (r"The geese win when .* or when (\d+) ticks? ", ship_ends),
    (r"The ducks win once ", lambda m: ship_ends(m, "100000") or m.all(ship.Ended)[0].winner == "goose"),
    (r"In each tick everyone .* takes one turn, in random order", one_turn),
    (r"Going to a neighbouring room ", in_corridors),
    (r"Everyone has (\d+) tasks?, and each takes (\d+) ", tasks_take),
    (r"A duck's tasks are fake", lambda m: True),
    (r"Unfinished tasks of dead geese still count", lambda m: m.config.dead_tasks_count),
    (r"A duck can kill a goose .*: from tick (\d+) on, and then again (?:(\d+) ticks after|in every tick)", cooldowns),
    (r"Everyone in the room sees who did it", lambda m: all(to == at for to, at in seen_in_the_room(m, ship.Killed, "killer"))),
    (r"No one sees who did it", lambda m: all(len(to) == 2 for event, to in to_the_living(m) if isinstance(event, ship.Killed))),
    (r"A goose that is killed before its turn in a tick still takes that turn", lambda m: m.config.zombie_turns),
    (r"You see only your own room: .* so far in this tick", lambda m: m.config.moves_seen != "since_last_turn"),
    (r"You see only your own room: .* since your last turn", lambda m: m.config.moves_seen == "since_last_turn"),
    (r"What you say .* by everyone in", lambda m: all(to == room for to, room in seen_in_the_room(m, ship.Said, "seat"))),
    (r"What you say .* by those in the room whose turn comes later", heard_by_later_turns),
    (r"Travellers see who they pass", lambda m: m.config.corridor_sight),
    (r"Everyone knows how many players are alive ", lambda m: bool(m.all(ship.Totals))),
    (
        r"Reporting a body, or pressing the button, ",
        lambda m: all(event.cause in ("report", "button") for event in m.all(ship.MeetingCalled)),
    ),
    (r"The emergency button is in the (.+) and (?:can be pressed (.+) in the whole match|does not work in this match)\.", buttons),
    (r"The caller of a meeting learns where all the bodies are", callers_know),
    (r"In a meeting everyone speaks (.+), starting with the caller", speeches),
    (r"The player with the most votes is ejected", most_votes),
    (r"Votes are (open|secret)", lambda m, how: all((event.votes is not None) == (how == "open") for event in m.all(ship.Ballot))),
    (r"(Everyone|No one) learns whether an ejected player ", roles_are_told),
    (r"After a meeting the survivors restart in random rooms", after_meetings),
    (r"The dead hear all later meetings, but neither speak nor vote", silent_dead),
    (r"The dead see the whole ship", dead_see),
    (r"At each vote they say whom they expect to be ejected, and how sure they are; that counts for them alone", dead_expect),
]


# The quest


def items_of(match: Played) -> dict[Seat, list[str]]:
    found: dict[Seat, list[str]] = {seat: [] for seat in match.game.seats}
    for event in match.all(quest.Given):
        found[event.seat].append(event.item)
    return found


def quest_items(match: Played, verb: str, number: str, noun: str, order: str | None = None) -> bool:
    given = items_of(match)
    first, *others = given.values()
    kind = quest.Reply if verb == "answers" else quest.Write
    if any(request.answer not in (*quest.DECISIONS, kind, quest.Score) for request in match.asked):
        return False
    if any(sorted(each) != sorted(first) or len(each) != int(number) for each in given.values()):
        return False
    turned = [first[at:] + first[:at] for at in range(len(first))]
    match order:
        case None | "each in their own order":
            return order is None or match.config.order == "shuffled"
        case "in opposite orders":
            return others == [first[::-1]]
        case "in the same order":
            return all(each == first for each in others)
        case "each starting elsewhere":
            return all(each in turned for each in others)
    forwards, backwards, rest = re.fullmatch(r"(\w+) forwards, (\w+) backwards, while (.+) starts? elsewhere", order).groups()
    named = re.split(r", | and ", rest)
    return [forwards, backwards, *named] == [*given] and others[0] == first[::-1] and all(each in turned for each in others[1:])


def most_reviews(match: Played, times: str) -> bool:
    reviews = Counter((event.seat, event.item) for event in match.all(quest.Reconsidered))
    first = [request for request in match.asked if request.answer in quest.DECISIONS][: len(match.game.seats)]
    return max(reviews.values(), default=0) <= often(times) and not any("review" in each.choices["choice"] for each in first)


def any_text(match: Played) -> bool:
    free = [request for request in match.asked if request.answer is quest.DecideText]
    offered = [sum("review" in choice for choice in each.choices["choice"]) for each in free]
    return match.config.reviewed == "any" and (match.config.items < 3 or max(offered) > 1)


def lowest_first(match: Played) -> bool:
    worst: dict[Seat, str] = {}
    for event in match.all(quest.Standing, quest.Reconsidered):
        if isinstance(event, quest.Standing):
            worst[event.seat] = event.worst
        elif event.item != worst[event.seat]:
            return False
    return True


_FACTS = {
    "your tokens": {"tokens"},
    "your progress": {"step", "done"},
    "your costs": {"calls", "tokens", "reviews", "seconds"},
    "your mean score": {"mean_h"},
    "the score of your worst text": {"worst_h", "worst"},
    "the score of each text": {"worst_h", "worst", "each_h"},
}


def shows(match: Played, words: str) -> bool:
    told = set().union(*(_FACTS[each] for each in re.split(r", | and ", words)))
    glimpses = match.all(quest.Glimpse)
    last = {seat: items[-1] for seat, items in items_of(match).items()}
    step: dict[Seat, str] = {}
    reviewed = 0
    for event in match.all(quest.Standing, quest.Reconsidered):
        if isinstance(event, quest.Standing):
            step[event.seat] = event.current
        else:
            reviewed += step[event.seat] != last[event.seat]  # after the last step nobody is shown anything
    fresh = sum(event.age == 1 for event in glimpses)
    stays = match.config.sticky or fresh == len(glimpses)
    return fresh == reviewed and stays and all({*event.facts} <= told and told - {*event.facts} <= {"worst"} for event in glimpses)


def q_adds_up(match: Played, alpha: str | None, beta: str) -> bool:
    tallies = match.all(quest.Tally)
    q = [float(alpha or 1) * each.mean_h - float(beta) * each.penalty for each in tallies]
    most = [max(getattr(each, name) for each in tallies) for name in ("calls", "reviews", "seconds")]
    tokens = max(each.tokens_in + each.tokens_out for each in tallies)
    shares = [
        each.calls / most[0]
        + (each.tokens_in + each.tokens_out) / tokens
        + (each.reviews / most[1] if most[1] else 0)
        + each.seconds / most[2]
        for each in tallies
    ]
    return q == pytest.approx([each.q for each in tallies]) and shares == pytest.approx([each.penalty for each in tallies])


def virtual_seconds(match: Played) -> bool:
    return all(
        each.seconds == pytest.approx(each.calls + 0.001 * (each.tokens_in + each.tokens_out)) for each in match.all(quest.Tally)
    )


def h_is_a_product(m: Any) -> bool:
    h = {event.of: event.h for event in m.all(quest.Scored)}
    made = [event for event in m.all(quest.Appraised) if event.of in h]
    return bool(made) and all(abs(h[event.of] - event.faithful * event.covered) < 1e-9 for event in made)


def untold_facts(match: Played) -> bool:
    facts = {fact.fact for item in match.config.pool for fact in item.facts}
    told = [replace(event, sentences=()) for event, to in match.hear(quest.Appraised) if to == (event.seat,)]
    return any(each.untold for each in told) and not any(fact in repr(each) for each in told for fact in facts)


def short_enough(match: Played, words: str) -> bool:
    return all(count_words(event.text) <= int(words) == match.config.words for event in match.all(quest.Submitted))


def told_at_the_end(match: Played) -> bool:
    is_hidden = not any(event.seat in to for event, to in match.hear(quest.Scored))
    return is_hidden and all(to is EVERYONE for _, to in match.hear(quest.Tally))


def advised(match: Played, limit: str) -> bool:
    return all(each.is_review_advised == (each.worst_h < float(limit)) for each in match.all(quest.Standing) if each.worst)


QUEST = [
    (r"Everyone (summarises|answers) the same (\d+) (passages?|questions?)(?:, (.+))?\.", quest_items),
    (r"A judge scores how much .* 1 is all of it, 0 is nothing", lambda m: all(0 <= event.h <= 1 for event in m.all(quest.Scored))),
    (r"A summary has at most (\d+) words", short_enough),
    (r"Hyphens and other marks divide words", lambda m: count_words("one-two/three.four") == 4),
    (r"You learn how many of them you left out, but not which", untold_facts),
    (r"A summary's score is the judge's, times the share of the passage's key facts ", h_is_a_product),
    (r"A score is the judge's alone", lambda m: not m.config.coverage and not any(each.covered for each in m.all(quest.Appraised))),
    (r"A passage that you refuse to write about scores 0 ", lambda m: m.config.refused == "scored"),
    (r"A passage that a seat refuses to write about does not count for anyone", lambda m: m.config.refused == "left_out"),
    (r"A right answer scores 1, any other 0", lambda m: {event.h for event in m.all(quest.Scored)} <= {0, 1}),
    (r"Saying that you do not know costs no more ", lambda m: m.config.task == "question"),
    (r"You learn the score of each text at once", lambda m: all(to == (each.seat,) for each, to in m.hear(quest.Scored))),
    (r"You learn how you did only at the end", told_at_the_end),
    (r"Before each step .* the one of your earlier texts with the lowest score", lowest_first),
    (r"Before each step .* any of your earlier texts:", any_text),
    (r"Before each step .* one of your earlier texts:", lambda m: not any(event.worst_h for event in m.all(quest.Standing))),
    (r"No text can be reviewed more than (.+)\.", most_reviews),
    (r"(?:That|For the worst it) is advised while its score is below ([\d.]+)\.", advised),
    (r"The others do not learn of it", lambda m: not m.all(quest.Glimpse)),
    (r"A review shows the others, in the next step: (.+)\.", shows),
    (r"The highest result wins: (?:([\d.]+) x )?mean score - ([\d.]+) x cost, ", q_adds_up),
    (r"Points are 100 x the result", lambda m: m.config.weights in ("stated", "tables", "simpleqa_tables")),
    (r"Your seconds are measured; ", lambda m: m.config.clock == "recorded" and virtual_seconds(m)),
    (r"No one's seconds are measured: ", lambda m: m.config.clock == "virtual" and virtual_seconds(m)),
    (r"You may end early", lambda m: all("end" in each.choices["choice"] for each in m.asked if each.answer in quest.DECISIONS)),
]


# The debate


def heard(match: Played) -> list[dict[Seat, tuple[Seat, ...]]]:
    return [dict(event.heard) for event in match.all(debate.Linked)]


def rounds_of_answers(match: Played, number: str) -> bool:
    began, n = match.all(debate.RoundBegan), int(number)
    is_whole = len(began) == n or (match.config.early_stop and len(began) <= n)
    return is_whole and all(event.round > 1 for event in match.all(debate.Heard)) and bool(match.all(debate.Heard))


def next_ones(match: Played, number: str | None) -> bool:
    seats, near = match.game.seats, int(number or 1)
    ring = {seat: tuple(seats[(at + step) % len(seats)] for step in range(1, near + 1)) for at, seat in enumerate(seats)}
    return all(each == {seat: ring[seat] for seat in each} for each in heard(match))


def topology_is(*names: str) -> Any:
    return lambda match: match.config.topology in names and bool(heard(match))


def by_majority(match: Played) -> bool:
    concluded = match.all(debate.Concluded)[0]
    return concluded.answer is None or concluded.votes[concluded.answer] == max(concluded.votes.values())


def last_right(match: Played) -> bool:
    return all((result.kind == "won") == bool(result.numbers["last_right"]) for result in match.results)


def all_are_heard(match: Played) -> bool:
    return all({seat, *others} == {*match.game.seats} for each in heard(match) for seat, others in each.items())


DEBATE = [
    (r"All answer the same question in (\d+) rounds", rounds_of_answers),
    (r"In the first, no one has heard the others", lambda m: all(event.round > 1 for event in m.all(debate.Heard))),
    (r"All answer once, alone", lambda m: len(m.all(debate.RoundBegan)) == 1 and not m.all(debate.Heard)),
    (
        r"(\w+) is alone, and answers (.+)\.",
        lambda m, seat, n: (m.game.seats, len(m.all(debate.RoundBegan))) == ((seat,), often(n)),
    ),
    (r"Everyone listens to all others", all_are_heard),
    (r"Everyone listens to the next (?:one|(\d+)) at the table", next_ones),
    (r"Everyone listens to some of the others, drawn anew ", topology_is("random")),
    (r"Everyone listens .* \(DIG\)", lambda m: topology_is("dig")(m) and bool(m.all(debate.Measured))),
    (r"Everyone listens .* \(DIGRA\)", lambda m: topology_is("digra")(m) and bool(m.all(debate.Measured))),
    (r"Who listens to whom is fixed", lambda m: topology_is("fixed")(m) and all(a == b for a, b in pairwise(heard(m)))),
    (r"Before each later round everyone chooses whom ", topology_is("free")),
    (r"No one learns whose words those are", lambda m: not any(event.speakers for event in m.all(debate.Heard))),
    (r"A seat that gives the same answer twice in a row stops", lambda m: m.config.early_stop),
    (
        r"The debate ends when all give the same answer, or one seat gives the same answer twice",
        lambda m: m.config.early_stop == "debate" and not m.all(debate.Settled),
    ),
    (r"You win if your (?:last )?answer is right", last_right),
    (r"The answer that most give", by_majority),
]


# Self-play


def asks(match: Played) -> Counter[Seat]:
    return Counter(event.seat for event in match.all(self_play.Acted) if event.action == "ASK")


def tools(match: Played) -> Counter[Seat]:
    return Counter(event.seat for event in match.all(self_play.Acted) if event.action in ("SEARCH", "CALCULATE"))


def most_of(counted: Counter[Seat]) -> int:
    return max(counted.values(), default=0)


def replies(match: Played) -> list[Any]:
    return [event for event in match.all(self_play.Evidence) if event.tag.startswith("FRIEND")]


def last_words(match: Played, first: str, other: str) -> bool:
    posed, concluded = match.all(self_play.Posed)[0], match.all(self_play.Concluded)[0]
    last = [event for event in match.all(self_play.Acted) if event.seat == first][-1]
    return posed.seat == first == other and concluded.answer in ("", last.argument)


def paid(match: Played, price: str) -> bool:
    concluded = match.all(self_play.Concluded)[0]
    scores = {result.numbers["score"] for result in match.results}
    return concluded.reward == pytest.approx(concluded.f1 - float(price) * concluded.searches) and len(scores) == 1


def as_its_words(match: Played) -> bool:
    """Return whether what was lacking, or said beside the right words, made the answer less right, and nothing else did."""
    concluded, right = match.all(self_play.Concluded)[0], match.all(self_play.Key)[-1].answers
    said = sorted(answer_words(concluded.answer))
    return (concluded.f1 == 1) == (bool(said) and said in [sorted(answer_words(each)) for each in right])


def asked_whom(match: Played, orchestration: str) -> bool:
    """Return whether one ASK reaches as many seats as it should: through a hub one, else all."""
    seats = len({event.seat for event in match.all(self_play.Posed)}) - 1
    return match.config.orchestration == orchestration and (seats <= len([*asks(match).elements()]) or orchestration == "broadcast")


def as_it_is(match: Played) -> bool:
    question = match.all(self_play.Posed)[0].question
    return {event.argument for event in match.all(self_play.Acted) if event.action in ("ASK", "SEARCH")} <= {question}


def corpora_are_named(match: Played) -> bool:
    return match.config.names and (not replies(match) or any(event.tool for event in replies(match)))


def ask_at_most(match: Played, each: str | None, times: str) -> bool:
    most = often(times) * (len(match.game.seats) - 1 if each else 1)
    return most_of(asks(match)) <= most and match.config.asks == often(times)


def use_tools_at_most(match: Played, times: str, found: str) -> bool:
    is_used = most_of(tools(match)) <= often(times) == match.config.searches
    return is_used and all(len(event.texts) <= int(found) == match.config.found for event in match.all(self_play.Evidence))


SELF_PLAY = [
    (r"(\w+) is asked a question, and (\w+)'s final answer counts", last_words),
    (r"A question goes to everyone within the asker's reach", lambda m: asked_whom(m, "broadcast")),
    (r"A question goes to one", lambda m: asked_whom(m, "hub")),
    (r"A reply is .*; you do not learn whose it is", lambda m: not any(event.tool for event in replies(m))),
    (r"A reply is .*; you learn which corpus ", corpora_are_named),
    (r"(?:Asking and searching use|Searching uses) the question, word for word", as_it_is),
    (r"(?:Asking and searching use|Searching uses) your own words, ", lambda m: m.config.queries == "own"),
    (r"Everyone can ask( each player within reach)? (once|twice|\d+ times)(?: at most)?\.", ask_at_most),
    (r"No one can ask", lambda m: not asks(m)),
    (r"A seat can use its tools (once|twice|\d+ times)(?: at most)?; a search finds (\d+) ", use_tools_at_most),
    (r"No one can use a tool", lambda m: not tools(m)),
    (r"Together, you can use tools (once|twice|\d+ times)", lambda m, times: tools(m).total() <= often(times)),
    (r"The match ends after (\d+) steps? in all", lambda m, steps: len(m.all(self_play.Acted)) <= int(steps) == m.config.steps),
    (r"(?:You all get the same|Your) score: how right the answer is, from 0 to 1, less ([\d.]+) for ", paid),
    (r"Missing words and extra words both count against an answer", as_its_words),
]


# The urn


def handfuls(match: Played, times: str, marbles: str) -> bool:
    drawn = Counter(event.seat for event in match.all(urn.Drawn))
    reported = Counter(event.seat for event in match.all(urn.Reported))
    legal = {max(each.choices["reds"]) for each in match.asked if each.answer is urn.Report}
    secret = all(to == (event.seat,) for event, to in match.hear(urn.Drawn))
    counts = secret and drawn == reported and {*drawn.values()} == {often(times)} and legal == {int(marbles)}
    return counts and sum(event.reds for event in match.all(urn.Drawn)) == match.all(urn.Opened)[0].red


def points(match: Played, start: int, miss: int, named: int) -> bool:
    opened = match.all(urn.Opened)[0]
    for judged in match.all(urn.Judged):
        if judged.seat == opened.crook:
            continue
        missed = max(judged.low - opened.red, opened.red - judged.high, 0)
        for_name = 0 if judged.accused is None else named if judged.accused == opened.crook else -named
        if judged.points != pytest.approx(start - (judged.high - judged.low) - miss * missed + for_name):
            return False
    return True


def misled(match: Played, par: str) -> int:
    crook = match.all(urn.Opened)[0].crook
    return sum(event.points < int(par) for event in match.all(urn.Judged) if event.seat != crook)


def each_by_its_points(match: Played, par: str) -> bool:
    crook, points = match.all(urn.Opened)[0].crook, {event.seat: event.points for event in match.all(urn.Judged)}
    won = {seat: result.kind == "won" for seat, result in zip(match.game.seats, match.results, strict=True)}
    return all(won[seat] == (points[seat] >= int(par)) for seat in points if seat != crook)


def crook_by_the_others(match: Played) -> bool:
    crook, others = match.all(urn.Opened)[0].crook, len(match.game.seats) - 1
    won = match.results[match.game.seats.index(crook)].kind == "won"
    return won == (misled(match, "90") >= others / 2)


def points_of_the_crook(match: Played, most: str) -> bool:
    crook, others = match.all(urn.Opened)[0].crook, len(match.game.seats) - 1
    score = next(event.points for event in match.all(urn.Judged) if event.seat == crook)
    return score == pytest.approx(int(most) * misled(match, "90") / others)


def only_the_crook_knows(match: Played, least: str, most: str) -> bool:
    ((opened, to),) = match.hear(urn.Opened)[:1]
    return to == (opened.crook,) and int(least) <= opened.red <= int(most)


def all_are_drawn(match: Played, marbles: str) -> bool:
    ((briefing, _),) = match.hear(urn.Briefing)
    return int(marbles) == len(match.all(urn.Drawn)) * briefing.marbles


def asked_at_the_end(match: Played) -> bool:
    return all(sum(each.answer is kind for each in match.asked) == len(match.game.seats) for kind in (urn.Accuse, urn.Guess))


URN = [
    (r"An urn holds (\d+) marbles, and all of them are drawn", all_are_drawn),
    (r"The number of red ones, from (\d+) to (\d+), is random, and only the crook knows it", only_the_crook_knows),
    (r"(Once|Twice|\d+ times), everyone draws (\d+) marbles? in secret", handfuls),
    (r"At the end everyone says in secret who they think the crook is, and gives a range", asked_at_the_end),
    (
        r"You have (\d+) points, .* width and (\d+) for each that it misses by",
        lambda m, start, miss: points(m, int(start), int(miss), 10),
    ),
    (r"Naming the crook earns (\d+) points, naming anyone else costs \1", lambda m, worth: points(m, 100, 10, int(worth))),
    (r"Aim for a range that holds the true number 80% of the time", lambda m: pytest.approx(0.2) == urn.ALPHA),
    (r"If all reports are true, they add up to the number of red marbles", lambda m: True),
    (r"Everyone but the crook wins with (\d+) points or more", each_by_its_points),
    (r"The crook wins if at least half of the others have fewer; ", crook_by_the_others),
    (r" it has (\d+) points if all of them do, and its share of that if some do", points_of_the_crook),
]


SAYS = {"ship": SHIP, "quest": QUEST, "debate": DEBATE, "self_play": SELF_PLAY, "urn": URN}
