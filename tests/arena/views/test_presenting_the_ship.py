"""Views of the ship follow from what the viewer was told, and from nothing else."""

from __future__ import annotations

from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.core.chance import Chance, key_from_seed
from woozle.core.game import PUBLIC
from woozle.core.referee import Referee
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.games.ship.rules import Ship

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


def test_words_from_outside_are_passed_on_as_they_are_and_only_as_text():
    text = "[@click=app.quit]x[/] \x1b]0;owned\x07"
    _, lines = seen([*scenes.START, ship.Said("Bob", "medbay", text)])
    assert lines[-1].text == text
