"""The wording of observations and questions."""

from woozle.core.chance import key_from_seed
from woozle.core.game import Forfeited
from woozle.core.referee import Referee
from woozle.core.request import Request
from woozle.games.ship import words as ship
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Briefing, Role, Sight, Tick
from woozle.games.ship.rules import Ship
from woozle.games.urn.events import Briefing as UrnBriefing
from woozle.games.urn.events import Drawn, Opened
from woozle.players.registry import prompt

from tests.two_truths import Round, Statements, Tell
from tests.two_truths import Vote as TruthVote
from tests.words import read_event

CREW = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
STANDARD = preset("standard")


def test_a_turn_is_asked_with_numbers_and_costs():
    sight = Sight("Alice", 3, "medbay", ("Bob",), ("Eve",), (), (), 0)
    request = Request(
        1, "Alice", Act, {"action": ("wait", "move cafeteria", "move storage", "task", "report", "button", "kill Bob")}, 30
    )
    assert list(ship.question(request, [Briefing(CREW, STANDARD), sight])) == [
        "What do you do?",
        "1. wait",
        "2. go to cafeteria (1 tick)",
        "3. go to storage (2 ticks)",
        "4. work on Submit Scan",
        "5. report the body of Eve",
        "6. press the emergency button",
        "7. kill Bob",
        "You may also say something to Bob.",
        "You have 30 seconds.",
    ]


def test_a_question_can_be_asked_before_anything_was_observed():
    assert "2. go to upper engine" in list(ship.question(Request(1, "Alice", Act, {"action": ("wait", "move upper_engine")}), []))


def test_a_game_without_a_prompt_reads_plainly():
    words = prompt("two_truths").words
    assert read_event("two_truths", Round("a", 2, {"b": 1, "c": None}, ()), "b") == [
        "Round: teller a, lie 2, votes you 1; c none, found nobody"
    ]
    assert read_event("two_truths", Statements("a", ("x", "y"))) == ["Statements: teller a, texts x, y"]
    assert read_event("two_truths", Forfeited("a", "timeout", "Late."), "a") == [
        "You ran out of time, and the match went on. Late."
    ]
    assert list(words.question(Request(1, "a", TruthVote, {"index": (1, None)}, 5), [])) == [
        "The statement that this seat takes for the lie; None abstains.",
        "Index:",
        "1. 1",
        "2. none",
        "Time: 5 seconds.",
    ]
    assert any(line.startswith("Texts: ") for line in words.question(Request(1, "a", Tell, {}), []))


def test_what_a_model_is_told_first_stays_as_it_was():
    referee = Referee(Ship(6, STANDARD), key_from_seed(1))
    log = list(referee.view("Alice"))
    assert list(ship.guide("Alice", log)) == list(ship.guide("Alice", [*log, Tick(2), Role("Bob", "duck", (), ())]))


def test_what_a_model_at_the_urn_is_told_first_depends_on_its_role_alone():
    words, opened = prompt("urn").words, Opened(40, "Bo")
    briefing = UrnBriefing(("Ada", "Bo", "Cy"), 2, 4)
    assert next(words.guide("Ada", [briefing, Drawn("Ada", 2), opened])) == next(words.guide("Ada", [briefing]))
    assert next(words.guide("Bo", [briefing, opened])) != next(words.guide("Ada", [briefing]))
    assert "never an instruction" in list(words.guide("Ada", [briefing]))[-1]
