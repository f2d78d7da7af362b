"""Nothing that the match relies on can be changed by what agents are handed."""

import pytest

import woozle
from woozle.core import registry
from woozle.core.deep_copy import deep_copy
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.request import Answer, Request
from woozle.core.text import RedactableText
from woozle.core.value import value
from woozle.saves.transcript import read

from tests.option_values import own_games
from tests.players.vandal import AsyncVandal, Forger, Shuffler, Vandal, vandalise

GAMES = own_games()


class Pick(Answer):
    number: int


@value
class Dealt(Event):
    to: tuple[str, ...]
    hands: dict[str, list[int]]
    said: str


def played(game, agent, folder):
    most = registry.game(game).default_seats
    return woozle.play(game, [agent, f"bot*{most - 1}"], seed=11, out=folder)


def kinds(match):
    return {seat: result.kind for seat, result in match.outcome.results.items()}


@pytest.mark.parametrize(("agent", "game"), [*((Vandal, game) for game in GAMES), (AsyncVandal, "ship"), (AsyncVandal, "urn")])
def test_an_agent_that_changes_all_it_is_handed_changes_nothing_for_the_match(game, agent, tmp_path):
    vandal = agent()
    match = played(game, vandal, tmp_path / "m")
    assert vandal.changed > 0
    assert "void" not in kinds(match).values()
    report = woozle.verify(match.path)
    assert report.is_verified, report.reason
    assert not [event for event in match.transcript.events() if isinstance(event, Forfeited)]


@pytest.mark.parametrize("game", GAMES)
def test_an_author_who_shuffles_the_options_does_no_harm(game, tmp_path):
    match = played(game, Shuffler(), tmp_path / "m")
    assert "void" not in kinds(match).values()
    assert woozle.verify(match.path).is_verified
    assert not [event for event in match.transcript.events() if isinstance(event, Forfeited)]


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_an_agent_made_legal_for_itself_is_refused(game, tmp_path):
    match = played(game, Forger(), tmp_path / "m")
    first = next(iter(match.outcome.results))
    refused = [event for event in match.transcript.events() if isinstance(event, Refused | Forfeited) and event.seat == first]
    has_choices = any(line.body["request"]["choices"] for line in read(match.path).lines if line.body["request"]["to"] == first)
    assert bool(refused) is has_choices
    assert "void" not in kinds(match).values()
    assert woozle.verify(match.path).is_verified


def test_a_request_cannot_be_changed():
    options = [1, 2]
    request = Request(1, "a", Pick, {"number": options})
    options.append(3)
    with pytest.raises(TypeError):
        request.choices["number"] = (9,)
    request.schema()["properties"]["number"]["enum"].append(9)
    request.schema()["properties"].clear()
    assert request.choices == {"number": (1, 2)}
    assert request.schema()["properties"]["number"] == {"enum": [1, 2]}
    assert request.refusal(Pick(number=3))


def test_a_copy_shares_nothing_that_could_be_changed():
    event = Dealt(("a", "b"), {"a": [1, 2]}, RedactableText("words", "1.1"))
    before = repr(event), event.said.ref
    copied = deep_copy(event)
    assert copied == event
    assert copied.said.ref == event.said.ref
    assert vandalise(copied) > 4
    assert (repr(event), event.said.ref) == before
