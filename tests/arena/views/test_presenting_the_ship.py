"""Views of the ship follow from what the viewer was told, and from nothing else."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.core.chance import Chance, key_from_seed
from woozle.core.game import PUBLIC
from woozle.core.referee import Referee
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.games.ship.rules import Ship
from woozle.games.ship.views.panels import Map
from woozle.games.ship.views.results import results

from tests.tables import panel, you
from tests.tui import scenes


def seen(events, me="Alice"):
    known = observer("ship", me)
    lines = [line for event in events for line in known.see(event)]
    return known, lines


def played(seed, ducks=1, name="standard"):
    """A match of players who choose at random and sign every remark and speech with their name and a number."""
    referee = Referee(Ship(6, preset(name, ducks=ducks, max_ticks=40)), key_from_seed(seed))
    chance = Chance(key_from_seed(seed, "players"))
    said = 0
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        if request.answer is ship.Act:
            said += 1
            given = ship.Act(action=chance.choice("act", request.choices["action"]), say=f"canary-{request.to}-{said}.")
        elif request.answer is ship.Speak:
            given = ship.Speak(text=f"I am {request.to}.")
        else:
            given = ship.Vote(target=chance.choice("vote", request.choices["target"]))
        referee.answer(request.to, given)
    return referee


def test_a_remark_that_a_seat_did_not_hear_is_nowhere_in_its_view():
    for seed, name in ((1, "standard"), (2, "quack")):
        referee = played(seed, name=name)
        remarks = {event.text for event, _ in referee.record if isinstance(event, ship.Said)}
        for viewer in (*referee.game.seats, PUBLIC):
            heard = {event.text for event in referee.view(viewer) if isinstance(event, ship.Said | ship.Overheard)}
            known = observer("ship", viewer)
            shown = [repr((known.see(event), known.look())) for event in referee.view(viewer)]
            for canary in remarks - heard:
                assert not any(canary in each for each in shown)
            assert all(any(canary in each for each in shown) for canary in heard)


def test_nothing_shows_who_is_a_duck_before_the_end_but_to_the_ducks():
    referee = played(3, ducks=2)
    ducks = next(event for event, _ in referee.record if isinstance(event, ship.Ended)).ducks
    for viewer in referee.game.seats:
        known = observer("ship", viewer)
        for event in referee.view(viewer):
            if isinstance(event, ship.Ended | ship.Ballot | ship.Killed):
                break
            known.see(event)
            statuses = {card.name for card in known.look().seats if "duck" in card.status.lower()}
            assert statuses <= (set(ducks) if viewer in ducks else set())


def test_every_request_of_a_match_can_be_asked_and_answered_by_its_choices():
    for seed in (4, 5):
        referee = Referee(Ship(6, preset("standard", max_ticks=30)), key_from_seed(seed))
        known = {seat: observer("ship", seat) for seat in referee.game.seats}
        read = dict.fromkeys(known, 0)
        turn = 0
        while referee.outcome is None:
            request = next(iter(referee.open.values()))
            view = referee.view(request.to)
            for event in view[read[request.to] :]:
                known[request.to].see(event)
            read[request.to] = len(view)
            question = known[request.to].look(request).question
            if question.is_text:
                given = answer(request, None, "hm")
            else:
                assert {choice.value for choice in question.choices} == set(next(iter(request.choices.values())))
                turn += 1
                given = answer(request, question.choices[turn % len(question.choices)].value)
            assert not request.refusal(given)
            referee.answer(request.to, given)


def test_what_cannot_be_undone_is_asked_once_more_and_nothing_else():
    known, _ = seen(scenes.ROAM)
    finals = {choice.value for choice in known.look(scenes.ACT).question.choices if choice.is_final}
    assert finals == {"report"}
    known, _ = seen(scenes.DUCK)
    assert {choice.value for choice in known.look(scenes.KILL).question.choices if choice.is_final} == {"kill Bob"}
    known, _ = seen(scenes.VOTE)
    assert all(choice.is_final for choice in known.look(scenes.VOTING).question.choices)


def test_moves_come_first_a_task_is_nine_and_waiting_zero_all_match():
    known, _ = seen(scenes.ROAM)
    choices = known.look(scenes.ACT).question.choices
    assert [choice.key for choice in choices] == ["1", "2", "3", "4", "5", "9", "0"]
    assert [choice.text for choice in choices[:2]] == ["Go to Cafeteria", "Go to Electrical"]
    assert (choices[5].text, choices[5].hint) == ("Do task: Submit Scan", "1/3")
    known, _ = seen(scenes.DUCK)
    keys = {choice.value: choice.key for choice in known.look(scenes.KILL).question.choices}
    assert (keys["task"], keys["kill Bob"], keys["wait"]) == ("9", "4", "0")


def test_the_map_shows_you_those_you_see_bodies_and_open_tasks():
    known, _ = seen(scenes.ROAM)
    rooms = {room.name: room for room in panel(known.look(scenes.ACT), Map).rooms}
    assert rooms["medbay"].is_here
    assert rooms["medbay"].people == (5, 6)
    assert rooms["medbay"].bodies == (4,)
    assert rooms["storage"].task == "Sort Cargo"
    assert rooms["storage"].key == "3"
    assert not rooms["security"].task
    assert rooms["cafeteria"].has_button


def test_a_traveller_is_on_the_line_and_learns_when_it_arrives():
    known, _ = seen([*scenes.START, ship.Moved("Alice", "medbay", "storage", 2)])
    table = known.look()
    assert [way.ends for way in panel(table, Map).ways if way.is_mine] == [("medbay", "storage")]
    assert not any(room.is_here for room in panel(table, Map).rooms)
    assert table.prompt == "On the way to Storage: you arrive as tick 5 begins."


def test_a_remark_is_offered_only_where_somebody_hears_it():
    known, _ = seen(scenes.ROAM)
    assert known.look(scenes.ACT).question.hears == "Eve and Frank"
    known, _ = seen(scenes.START)
    assert known.look(scenes.ACT).question.hears is None


def test_a_seat_is_noted_where_it_was_last_seen():
    known, _ = seen(scenes.ROAM)
    notes = {card.name: card.note for card in known.look().seats}
    assert notes["Bob"] == "→ Storage, tick 3"
    assert notes["Eve"] == "here"
    assert notes["Charlie"] == ""


def test_a_meeting_says_who_speaks_and_then_who_has_voted_for_whom():
    known, _ = seen(scenes.MEETING)
    assert known.look().prompt == "Next to speak: Alice, 2 of 5, round 1 of 2."
    known, lines = seen(scenes.DEAD)
    assert any(line.text == "3 votes for Alice: Eve, Bob and Charlie." for line in lines)
    assert any(line.text == "You were ejected, a goose." for line in lines)


def test_the_dead_are_told_that_they_are():
    known, _ = seen(scenes.DEAD)
    table = known.look()
    assert not table.is_discussion
    assert you(table).out == "DEAD"
    assert table.prompt == "You are dead and watch on."  # what they can press is the business of the screen: in a replay, nothing


def test_words_from_outside_are_passed_on_as_they_are_and_only_as_text():
    text = "[@click=app.quit]x[/] \x1b]0;owned\x07"
    _, lines = seen([*scenes.START, ship.Said("Bob", "medbay", text)])
    assert lines[-1].text == text


def test_results_say_who_was_what_and_what_became_of_them():
    referee = played(6)
    players = {"Alice": {"kind": "human"}, "Bob": {"kind": "bot", "name": "random"}}
    shown = results(End(referee.record, referee.outcome, players, "Alice"))
    seats = {name: (role, fate, player) for name, role, fate, *_, player in (row.cells for row in shown.ranks.rows)}
    ducks = {name for name, (role, _, _) in seats.items() if role == "DUCK"}
    assert ducks == set(next(event for event, _ in referee.record if isinstance(event, ship.Ended)).ducks)
    assert seats["Alice"][2] == "you"
    assert seats["Bob"][2] == "bot random"
    assert shown.reason == referee.outcome.reason
    killed = {event.victim for event, _ in referee.record if isinstance(event, ship.Killed)}
    assert {name for name, (_, fate, _) in seats.items() if fate.startswith("killed")} == killed
