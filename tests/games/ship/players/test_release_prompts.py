"""The prompts `quack`, in whole matches of bots by the rules of the release."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.event import last
from woozle.core.referee import Referee
from woozle.core.replies import read_reply
from woozle.core.request import PastResponse, Picture, Response
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Foresee, Overheard, Said, Sight, Speak, SpeakingOrder, Vote
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.players.release_prompts import PRINTED, PROMPTS
from woozle.games.ship.rules import Ship
from woozle.players.models.player import ModelPlayer
from woozle.players.models.seat_prompt import SeatPrompt
from woozle.players.models.spec import parse, parse_description
from woozle.players.seats import SeatsError, parse_seats

PAPERS = sorted((Path(__file__).parents[5] / "shared" / "papers").glob("004_*.txt"))
PICTURE = Picture.png(b"a picture")


def asked(seed, rules="quack", **options):
    """Each Request of a match of bots, with what the seat has observed and what a model is sent."""
    referee = Referee(Ship(6, preset(rules, **options)), key_from_seed(seed))
    bots = {seat: ShipBot(f"{seed}{seat}") for seat in referee.game.seats}
    prompts = {seat: SeatPrompt.of_model("ship", seat, parse("openai:x?prompts=quack"), "none") for seat in bots}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        observation = referee.view(request.to)
        yield referee, request, observation, prompts[request.to]
        referee.answer(request.to, bots[request.to].answer(request, observation))


def squeezed(text):
    return "".join(text.split()).replace("’", "'")


@pytest.mark.skipif(not PAPERS, reason="needs the paper's text in ../shared/papers")
@pytest.mark.parametrize("passage", PRINTED)
def test_what_is_said_to_be_printed_stands_in_the_paper(passage):
    paper = PAPERS[0].read_text("utf-8").replace("optionally 12 append", "optionally append")  # the number of a page
    assert squeezed(passage) in squeezed(paper)


def test_whatever_the_prompt_offers_is_read_as_that_when_a_model_gives_it_back():
    read = 0
    for _, request, observation, prompt in asked(3):
        system, user = prompt.messages(request, observation)
        assert all(passage in system.parts[0] for passage in PRINTED[:3])
        if request.answer is Act:
            offered = [
                line.partition(". ")[2].partition("  #")[0]
                for line in user.parts[-1].splitlines()[-1 - len(request.choices["action"]) : -1]
            ]
            for option, text in zip(request.choices["action"], offered, strict=True):
                said = read_reply(f"{text} | say(on my way, Bob)", request)
                assert (said.answer.action, said.answer.say) == (option, "on my way, Bob")
        elif request.answer is Vote:
            (line,) = [line for line in user.parts[-1].splitlines() if line.startswith("Whom do you vote for? ")]
            for option, text in zip(request.choices["target"], line.partition("? ")[2].split(", "), strict=True):
                assert read_reply(text, request).answer.target == option
        assert (prompt.schema(request) is None) == (request.answer is not Speak)
        read += 1
    assert read > 100


def test_each_question_has_the_own_tasks_with_their_distances_and_the_place_among_the_speakers():
    for referee, request, observation, prompt in asked(4):
        text = prompt.messages(request, observation)[-1].parts[-1]
        ship = referee.game.map
        if request.answer is Act:
            room = last(observation, Sight).room
            for place in referee.game._member(request.to).work:
                far = ship.distances[room][place]
                assert f"in {place}: " in text and (f", {far} tick" if far else ", here") in text
        elif request.answer is Speak:
            order = last(observation, SpeakingOrder).seats
            assert f"You are speaker {order.index(request.to) + 1} of {len(order)} " in text


@pytest.mark.parametrize("rules", ["quack", "standard"])
def test_a_remark_stands_in_the_next_turn_of_whoever_heard_it_and_in_no_later_one(rules):
    read = {}
    for _, request, observation, prompt in asked(6, rules):
        if request.answer is Act:
            text = prompt.messages(request, observation)[-1].parts[-1]
            for event in observation:
                if isinstance(event, Said | Overheard) and event.seat != request.to:
                    read.setdefault((request.to, id(event)), []).append(f"\n- {event.seat}: {event.text}\n" in text)
    assert any(True in each for each in read.values())
    assert all(True not in each[1:] for each in read.values()), "it is said once, at the first turn after it"


def test_after_a_reply_that_cannot_be_read_the_prompts_own_form_is_said_again_and_no_other():
    for _, request, observation, prompt in asked(3):
        if request.answer is Act:
            failed = read_reply("I will think about it.", request)
            prompt.remember(PastResponse(request, Response(request.id, failed.for_response()), len(observation)), failed)
            *_, last = prompt.messages(request, observation)
            assert last.parts[-1].endswith("Respond with EXACTLY one action from the list.") and "JSON" not in last.parts[-1]
            break


def test_it_is_asked_with_two_pictures_before_the_text_and_the_dead_are_asked_too():
    kinds = set()
    for _, request, observation, prompt in asked(5, "standard"):
        *pictures, text = prompt.messages(request, observation, (PICTURE, PICTURE))[-1].parts
        assert pictures == [PICTURE, PICTURE] and text
        kinds.add(request.answer)
    assert kinds == {Act, Speak, Vote, Foresee}


def test_a_header_says_which_prompts_a_model_read_and_in_which_version():
    spec = parse("openai:x?prompts=quack")
    described = ModelPlayer("Bob", "ship", spec, None, seed="1").describe()
    assert described["prompt"] == {"game": "ship", "name": "quack", "version": PROMPTS.version}
    assert parse_description(described).prompts == "quack"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("prompts=quacks", "There are no prompts 'quacks' for ship; did you mean quack"),
        ("prompts=quack&thoughts=on", "leave out thoughts=on"),
        ("prompts=quack&memory=digest", "leave out memory=digest"),
    ],
)
def test_options_that_do_not_go_with_these_prompts_are_refused(options, why):
    with pytest.raises(SeatsError, match=why):
        parse_seats(f"openai:x?{options}", "ship")
