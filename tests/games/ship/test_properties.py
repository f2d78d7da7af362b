"""Properties of every match of the ship, whatever its players do: random play, random options, all maps."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.core.chance import Chance, key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Forfeit
from woozle.games.ship.config import PRESETS, Config
from woozle.games.ship.events import (
    Act,
    Arrived,
    Ballot,
    Ended,
    Foresee,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Role,
    Sight,
    SpeakingOrder,
    Spoke,
    Tick,
    Vote,
    Voted,
    Worked,
)
from woozle.games.ship.maps import NAMES, load
from woozle.games.ship.rules import Ship

OPTIONS = {
    "moves_seen": st.sampled_from(["so_far_this_tick", "since_last_turn"]),
    "chat_heard": st.sampled_from(["by_later_turns", "in_the_room"]),
    **{name: st.booleans() for rules in PRESETS.values() for name, value in rules.items() if isinstance(value, bool)},
}


@st.composite
def matches(draw) -> Referee:
    """A match played to its end at random; now and then somebody gives up."""
    seats = draw(st.integers(4, 10))
    config = Config(
        map=load(draw(st.sampled_from(NAMES))),
        ducks=draw(st.integers(1, min(4, (seats - 1) // 2))),
        max_ticks=draw(st.integers(1, 40)),
        kill_cooldown=draw(st.integers(0, 5)),
        first_kill_cooldown=draw(st.integers(0, 5)),
        ticks_per_task=draw(st.integers(1, 3)),
        tasks_each=draw(st.integers(1, 5)),
        rounds=draw(st.integers(1, 2)),
        **draw(st.fixed_dictionaries(OPTIONS)),
    )
    seed = draw(st.integers(0, 2**32))
    table, luck = Referee(Ship(seats, config), key_from_seed(seed)), Chance(key_from_seed(seed, "players"))
    while table.outcome is None:
        request = luck.choice("who", list(table.open.values()))
        if luck.below("gives up", 20) == 0:
            answer = Forfeit("gave_up")
        elif request.answer is Act:
            answer = Act(action=luck.choice("action", request.choices["action"]), say=luck.choice("say", ["", "hello"]))
        elif request.answer is Vote:
            answer = Vote(target=luck.choice("vote", request.choices["target"]))
        elif request.answer is Foresee:
            answer = Foresee(ejected=luck.choice("vote", request.choices["ejected"]), sure=luck.below("sure", 101))
        else:
            answer = request.answer.model_validate({"text": "hm"})
        table.answer(request.to, answer)
    return table


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches())
def test_the_record_tells_a_story_that_could_have_happened(table):
    config = table.game.config
    rooms, alive, ducks, travelling = {}, set(table.game.seats), set(), set()
    work: Counter[tuple[str, str]] = Counter()
    tick = meetings = 0
    meeting = False
    for event, _ in table.record:
        match event:
            case Role(seat, team, mates, tasks):
                ducks |= {seat} if team == "duck" else set()
                assert set(mates) <= set(table.game.seats) - {seat}
                assert len(set(tasks)) == min(config.tasks_each, len(config.map.tasks))
            case Tick(number):
                assert number == (tick := tick + 1)
            case Placed(seat, room) | Arrived(seat, room):
                rooms[seat] = room
                travelling.discard(seat)
            case Moved(seat, start, to, ticks):
                assert rooms[seat] == start
                assert config.map.neighbours[start][to] == ticks
                rooms[seat] = to if ticks == 1 else start
                travelling |= {seat} if ticks > 1 else set()
            case Sight(seat, at, room, present, bodies, _, _, cooldown):
                assert (at, room) == (tick, rooms[seat])
                if not (meeting and config.travellers_return):
                    assert set(present) == {o for o in alive if rooms[o] == room and o != seat and o not in travelling}
                assert not set(bodies) & alive
                assert (cooldown is None) == (seat not in ducks)
            case Worked(seat, room, task, done, needed):
                work[seat, room] += 1
                assert (done, needed, task) == (work[seat, room], config.ticks_per_task, config.map.tasks[room])
                assert rooms[seat] == room
            case Killed(killer, victim, room):
                assert killer in ducks
                assert victim not in ducks
                assert victim in alive
                assert rooms[killer] == rooms[victim] == room
                assert victim not in travelling
                alive.discard(victim)
            case MeetingCalled(at, caller, _, dead):
                assert at == tick
                assert caller in alive
                assert set(dead) == set(table.game.seats) - alive
                meetings += 1
                meeting = True
                spoken: Counter[str] = Counter()
            case SpeakingOrder(order):
                assert set(order) == alive
            case Spoke(seat, _, _):
                spoken[seat] += 1
            case Voted(seat, target):
                assert seat in alive
                assert target is None or (target in alive and target != seat)
                assert spoken == dict.fromkeys(alive, config.rounds)
            case Ballot(counts, _, ejected, _):
                assert sum(counts.values()) == len(alive)
                best = [name for name, count in counts.items() if count == max(counts.values())]
                assert ejected == (best[0] if len(best) == 1 and best[0] != "skip" else None)
                alive.discard(ejected)
                meeting = False
            case Ended(winner, _, revealed):
                assert set(revealed) == ducks
                assert winner == ("duck" if alive & ducks and len(alive & ducks) >= len(alive - ducks) else "goose")
    assert tick <= config.max_ticks + (0 if config.wins_at_once else meetings)
    assert {seat for seat, result in table.outcome.results.items() if result.kind == "won"} in (
        ducks,
        set(table.game.seats) - ducks,
    )
    assert {seat for seat, result in table.outcome.results.items() if result.numbers["survived"]} == alive
