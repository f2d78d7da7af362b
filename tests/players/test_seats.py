"""Seats of the command line and of a header."""

from dataclasses import asdict

import pytest

from woozle.core import registry as registry_of_games
from woozle.core.chance import commitment, key_from_seed
from woozle.core.kit import GameKit
from woozle.core.plugins import ADDITIONS
from woozle.core.referee import Referee
from woozle.games.quest.config import Config
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.players import registry
from woozle.players.backends.model_client import Sampling
from woozle.players.human import Human
from woozle.players.models.spec import ModelSpec
from woozle.players.random_bot import RandomBot
from woozle.players.seats import (
    HUMAN,
    REMOTE,
    SeatsError,
    SeatSpec,
    bot_seed,
    format_seats,
    in_roles,
    parse_seats,
    players_from_header,
    seat_players,
)
from woozle.players.services.service import Service, ServiceRole

from tests import packages

QWEN = SeatSpec("model", model=ModelSpec("ollama", "qwen3:8b"))
BOT, RANDOM = SeatSpec("bot", "watchful"), SeatSpec("bot", "random")
KEY = key_from_seed(1)
CHOICES = (
    "choose from human, bot, bot:watchful, bot:trusting, bot:shrewd, bot:random, empty, "
    "or name a model, as in ollama:qwen3:8b or openai:gpt-5-mini."
)


class Seated:
    """A model's player that records its arguments."""

    def __init__(self, *told):
        self.told = told

    def describe(self):
        _, _, spec, seed = self.told
        return {"kind": "model", **asdict(spec), "seed": seed}


def human(seat):
    return Human(lambda ask: None)


@pytest.mark.parametrize(
    "text, specs",
    [
        ("human", [HUMAN]),
        ("human,bot*4,bot:random", [HUMAN, BOT, BOT, BOT, BOT, RANDOM]),
        (" human ,  bot * 2 , bot : random * 2 ", [HUMAN, BOT, BOT, RANDOM, RANDOM]),
        ("bot,empty*3,bot:watchful", [BOT, BOT]),
        ("human, ollama:qwen3:8b * 2 ,bot", [HUMAN, QWEN, QWEN, BOT]),
        (
            "openai@lab:a/b?top_p=0.5&thoughts=off",
            [SeatSpec("model", model=ModelSpec("openai", "a/b", "lab", Sampling(top_p=0.5), False))],
        ),
        ("empty", []),
    ],
)
def test_seats_are_read_in_order(text, specs):
    assert parse_seats(text, "ship") == specs


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("robot", "There is no player 'robot'; did you mean bot?"),
        ("chess", f"There is no player 'chess'; {CHOICES}"),
        ("", f"There is no player ''; {CHOICES}"),
        ("human:bob", "There is no player 'human:bob'; did you mean human?"),
        ("bot:deep", "There is no bot 'deep' for ship; choose from easy, normal, hard, watchful, trusting, shrewd, random."),
        ("bot*many", "'bot*many' does not say how often to repeat a seat; write for example bot*4."),
        ("bot*0", "'bot*0' does not say how often to repeat a seat; write for example bot*4."),
        ("bot*²", "'bot*²' does not say how often to repeat a seat; write for example bot*4."),
        ("openai:", "'openai:' names no model; write for example openai:gpt-5-mini."),
        (
            "openai:x?temperature=1,top_p=1",
            "'top_p=1' is an option of a model; options follow its name after ? and are joined by &.",
        ),
        (
            "local:/a*b",
            "'local:/a*b' does not say how often to repeat a seat; write for example bot*4. "
            "A star in the name of a model is written %2A.",
        ),
        ("bot*51", "51 seats are more than any table has; there can be at most 50."),
    ],
)
def test_what_cannot_be_read_is_answered_in_one_sentence(text, sentence):
    with pytest.raises(SeatsError) as refused:
        parse_seats(text, "ship")
    assert str(refused.value) == sentence


def test_each_bot_gets_a_seed_of_its_own_that_does_not_tell_the_key():
    players = seat_players("ship", ("Alice", "Bob", "Eve"), [BOT, RANDOM, HUMAN], KEY, human)
    assert [type(player) for player in players.values()] == [ShipBot, RandomBot, Human]
    seeds = [players[seat].describe()["seed"] for seat in ("Alice", "Bob")]
    assert len(set(seeds)) == 2
    assert all(len(seed) == 16 and seed not in KEY.hex() + commitment(KEY) for seed in seeds)
    assert bot_seed("Alice", KEY) == seeds[0]


def model(game, seat, spec, seed, make=None):
    return Seated(game, seat, spec, seed)


def test_a_seat_for_someone_who_joins_is_read_at_an_open_table_alone():
    assert parse_seats("human,remote*2,bot", "ship", is_open_table=True) == [HUMAN, REMOTE, REMOTE, BOT]
    with pytest.raises(SeatsError, match="`woozle host` opens a table"):
        parse_seats("human,remote*2,bot", "ship")
    with pytest.raises(SeatsError, match="did you mean remote"):
        parse_seats("remot", "ship", is_open_table=True)


def test_all_who_join_get_the_player_of_a_human_the_first_time_and_again():
    players = seat_players("ship", ("Alice", "Bob"), [REMOTE, BOT], KEY, human)
    joined = {"Alice": {"kind": "human", "remote": True}, "Bob": {"kind": "agent", "name": "mine", "remote": True}}
    assert [type(each) for each in (players["Alice"], *players_from_header("ship", joined, human).values())] == [Human] * 3


@pytest.mark.parametrize("specs", [[BOT, RANDOM, HUMAN], [QWEN, QWEN, BOT]], ids=["bots", "models"])
def test_players_sit_down_again_as_the_header_describes_them(specs):
    players = seat_players("ship", ("Alice", "Bob", "Eve"), specs, KEY, human, model)
    header = {seat: player.describe() for seat, player in players.items()}
    again = players_from_header("ship", header, human, model)
    assert {seat: player.describe() for seat, player in again.items()} == header
    assert [type(player) for player in again.values()] == [type(player) for player in players.values()]


def test_models_are_seated_by_whoever_is_given_for_that_each_with_a_seed_of_its_own():
    players = seat_players("ship", ("Alice", "Bob", "Eve"), [QWEN, QWEN, BOT], KEY, human, model)
    assert [players[seat].told[:3] for seat in ("Alice", "Bob")] == [("ship", "Alice", QWEN.model), ("ship", "Bob", QWEN.model)]
    assert len({player.describe()["seed"] for player in players.values()}) == 3
    with pytest.raises(SeatsError, match=r"^The seat of Alice is a model's, and none can be asked here\.$"):
        seat_players("ship", ("Alice",), [QWEN], KEY, human)


def test_seats_are_written_as_they_are_read():
    text = "human,bot:watchful*2,ollama:qwen3:8b*3,openai:a%2Cb?thoughts=off"
    assert format_seats(parse_seats(text, "ship")) == text


@pytest.mark.parametrize(
    "who",
    [
        {},
        {"kind": "model", "name": "x"},
        {"kind": "model", "seed": "1", "backend": "x"},
        {"kind": "bot", "name": "gone", "seed": "1"},
        {"kind": "bot"},
    ],
)
def test_whom_nobody_can_seat_again_is_named_but_not_the_seat_which_people_at_the_table_may_not_know(who):
    with pytest.raises(SeatsError, match=r"^No player here can play on as ") as refused:
        players_from_header("ship", {"Bob": who}, human)
    assert repr(who) in str(refused.value) and "Bob" not in str(refused.value)


def test_a_player_that_is_named_with_a_role_sits_where_that_role_is_dealt():
    text = "duck=bot:shrewd,bot:trusting*5"
    assert format_seats(parse_seats(text, "ship")) == text
    for seed in range(6):
        table, key = registry_of_games.game("ship")(6, preset("quack")), key_from_seed(seed)
        seated = in_roles(parse_seats(text, "ship"), table, key)
        roles = table.roles(Referee(table, key).record)
        assert [spec.name for spec in seated] == ["shrewd" if roles[seat] == "duck" else "trusting" for seat in table.seats]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("duck=human,bot*5", "A human cannot choose to be the duck"),
        ("drake=bot,bot*5", "There is no player 'drake=bot'"),
        ("duck=bot*2,bot*4", "2 players are to be duck, and 1 of 6 seats are"),
    ],
)
def test_a_role_that_cannot_be_had_is_refused(text, why):
    with pytest.raises(SeatsError, match=why):
        in_roles(parse_seats(text, "ship"), registry_of_games.game("ship")(6, preset("quack")), KEY)


def test_nobody_is_seated_by_role_once_the_roles_are_dealt():
    with pytest.raises(SeatsError, match="Roles are dealt already"):
        seat_players("ship", ("Alice",), parse_seats("duck=bot", "ship"), KEY, human)


def test_seats_and_players_must_be_as_many():
    with pytest.raises(SeatsError, match="1 players cannot take 2 seats"):
        seat_players("ship", ("Alice", "Bob"), [BOT], KEY, human)


def test_a_game_without_a_bot_is_played_at_random():
    assert registry.bot("two_truths") is RandomBot
    assert list(registry.bots("two_truths")) == ["random"]


class TruthBot(RandomBot):
    name = "truth"


class MildBot(RandomBot):
    name, level, character, former_names = "mild", "easy", "Believes everybody.", ("soft",)


LEVELS = (TruthBot, MildBot)
TRUTHS = (TruthBot,)
OF_LEVELS = GameKit(bots=f"{__name__}:LEVELS")
OF_TRUTHS = GameKit(bots=f"{__name__}:TRUTHS", reply="builtins:str")
COIN = ServiceRole("judge", "judge summaries", (Service("coin", "by lot", None),))
OF_QUEST = GameKit(bots=f"{__name__}:TRUTHS", services=f"{__name__}:judges")


def judges(config):
    return (COIN,)


def test_another_package_brings_bots_a_judge_and_a_prompt_to_a_game_without_one(monkeypatch, tmp_path):
    added = {"two_truths": f"{__name__}:OF_TRUTHS", "ship": f"{__name__}:OF_TRUTHS", "quest": f"{__name__}:OF_QUEST"}
    packages.installed(monkeypatch, tmp_path, {ADDITIONS: added})
    assert registry.bot("two_truths") is TruthBot
    assert list(registry.bots("two_truths")) == ["truth", "random"]
    assert registry.prompt("two_truths").reply is str
    assert "truth" in registry.bots("ship")
    assert registry.prompt("ship").digest and registry.prompt("ship").reply is None
    assert list(registry.bots("quest"))[-2:] == ["truth", "random"]
    (judge,) = registry.services("quest", Config())
    assert (judge.services[0].name, judge.services[-1].name) == ("claims", "coin")


def test_a_bot_is_seated_by_its_level_and_by_a_name_that_it_had(monkeypatch, tmp_path):
    packages.installed(monkeypatch, tmp_path, {ADDITIONS: {"two_truths": f"{__name__}:OF_LEVELS"}})
    assert format_seats(parse_seats("bot:easy*2,bot,bot:soft", "two_truths")) == "bot:mild*2,bot:truth,bot:mild"
    who = {"kind": "bot", "name": "soft", "seed": "3"}
    assert isinstance(players_from_header("two_truths", {"Bob": who}, human)["Bob"], MildBot)
    with pytest.raises(SeatsError, match="There is no bot 'hard' for two_truths"):
        parse_seats("bot:hard", "two_truths")
