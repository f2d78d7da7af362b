"""Episodes mean the same however they are driven: the same answers give the same match."""

import asyncio
from random import Random

import pytest

from woozle.arena.environments.episode import Episode, SlowPlayerError, setting
from woozle.arena.environments.stepper import Stepper
from woozle.core import registry
from woozle.core.request import Forfeit
from woozle.players.random_bot import random_answer
from woozle.saves.transcript import CLOSED, PART
from woozle.saves.verify import verify

from tests.option_values import own_games
from tests.saves.table import lines_without

GAMES = own_games()


def _seats(game, agents=1):
    return f"agent*{agents},bot:random*{registry.game(game).default_seats - agents}"


def _play_by_hand(episode, seed=1):
    chance = Random(seed)
    episode.begin()
    while turns := episode.turns:
        turn = next(iter(turns.values()))
        turn.answer(random_answer(turn.request, chance), 0.0)
        episode.go_on()
    episode.close()
    return episode


async def _play_in_a_loop(episode, seed=1):
    chance = Random(seed)
    await episode.start()
    while turns := episode.turns:
        turn = next(iter(turns.values()))
        turn.answer(random_answer(turn.request, chance), 0.0)
        await episode.next_turns()
    await episode.leave()
    return episode


def _lines(episode):
    """Return the lines of a transcript without what makes one match another: time, salts and links."""
    return lines_without(episode.folder / CLOSED, "started", "link", "salt")


@pytest.mark.parametrize("game", GAMES)
def test_an_episode_by_hand_is_that_in_an_event_loop_and_verifies(game, tmp_path):
    one, other = (setting(game, _seats(game), records=tmp_path / name) for name in ("hand", "loop"))
    by_hand = _play_by_hand(Episode(one, 7, about={"name": "x"}, is_by_hand=True))
    in_a_loop = asyncio.run(_play_in_a_loop(Episode(other, 7, about={"name": "x"})))
    assert _lines(by_hand) == _lines(in_a_loop)
    assert verify(by_hand.folder, 3).is_verified
    assert by_hand.reward(by_hand.agents[0]) == in_a_loop.reward(in_a_loop.agents[0])


def test_text_is_kept_as_it_came_and_read_again_by_verify(tmp_path):
    episode = Episode(setting("urn", "agent,bot:random*4", records=tmp_path), 7, about={"name": "x"}, is_by_hand=True)
    episode.begin()
    asked = []
    while turns := episode.turns:
        (turn,) = turns.values()
        asked.append(turn.asked)
        text = "No idea." if turn.asked == 1 else f"I say: {random_answer(turn.request, Random(1)).model_dump_json()}"
        turn.answer(text, 0.0, model="tiny")
        episode.go_on()
    episode.close()
    assert asked == [1, 2] * (len(asked) // 2)  # what cannot be read is asked again
    assert verify(episode.folder, 3).is_verified
    assert "No idea." in (episode.folder / CLOSED).read_text()


def test_several_agents_are_asked_side_by_side_and_may_answer_together():
    episode = Episode(setting("urn", "agent*5"), 7, about={"name": "x"}, is_by_hand=True)
    episode.begin()
    most = 0
    while turns := episode.turns:
        most = max(most, len(turns))
        for turn in [*turns.values()]:
            turn.answer(random_answer(turn.request, Random(1)), 0.0)
        episode.go_on()
    assert most == 5
    assert sum(episode.reward(seat) for seat in episode.agents) > 0


def test_a_void_episode_has_no_reward_and_a_forfeit_has_one():
    for kind, reward in (("error", None), ("gave_up", 0.0)):
        episode = Episode(setting("urn", "agent,bot:random*4"), 7, about={"name": "x"}, is_by_hand=True)
        episode.begin()
        while turns := episode.turns:
            for turn in [*turns.values()]:
                turn.answer(Forfeit(kind))
            episode.go_on()
        result = episode.outcome.results[episode.agents[0]]
        assert (episode.reward(episode.agents[0]) is None) == (result.kind == "void") == (kind == "error")
        if reward is not None:
            assert episode.reward(episode.agents[0]) in (0.0, 0.5, 1.0)


def test_rewards_can_be_any_figure_of_a_seat_and_others_are_named():
    for reward in ("score", "width", "answer"):
        episode = _play_by_hand(
            Episode(setting("urn", "agent,bot:random*4", reward=reward), 7, about={"name": "x"}, is_by_hand=True)
        )
        seat = episode.agents[0]
        if reward == "answer":
            with pytest.raises(ValueError, match="There is no figure 'answer' of a seat; choose from result, score"):
                episode.reward(seat)
        else:
            assert episode.reward(seat) == episode.outcome.results[seat].numbers[reward]


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ("bot*5", "name one agent, as in agent,bot"),
        ("agent,human,bot*3", "No human can sit here; write agent"),
        ("agent*40", "seats"),
        ("agent,boot*4", "There is no player 'boot'"),
    ],
)
def test_seats_that_cannot_be_are_refused_in_a_sentence(seats, why):
    with pytest.raises(ValueError, match=why):
        setting("urn", seats)


class Slow:
    async def answer(self, request, observation):
        await asyncio.sleep(0)
        return random_answer(request, Random(len(observation)))


def test_who_has_to_be_waited_for_needs_a_loop_and_a_stepper_brings_one(tmp_path):
    table = setting("urn", ["agent", Slow, "bot:random*3"], records=tmp_path)
    with pytest.raises(SlowPlayerError, match="has to be waited for"):
        Episode(table.without_records(), 7, about={"name": "x"}, is_by_hand=True)
    stepper = Stepper(table, {"name": "x"})
    stepper.reset(7)
    while turns := stepper.turns:
        stepper.step(*((turn, random_answer(turn.request, Random(1))) for turn in turns.values()))
    folder = stepper.episode.folder
    stepper.close()
    assert verify(folder, 3).is_verified


def test_an_episode_that_is_left_is_kept_as_unfinished(tmp_path):
    stepper = Stepper(setting("urn", records=tmp_path), {"name": "x"})
    stepper.reset(7)
    left = stepper.episode.folder
    stepper.reset(8)
    stepper.close()
    assert (left / PART).exists()
    assert not (left / CLOSED).exists()
