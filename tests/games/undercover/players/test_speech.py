"""The bots' sentences, as others understand them."""

from __future__ import annotations

import re

import pytest

from woozle.core.chance import Chance, key_from_seed
from woozle.core.state import fold_events
from woozle.games.undercover.claims.grammar import Claim, claims, is_true
from woozle.games.undercover.claims.suspicion import Charge
from woozle.games.undercover.events import Briefing, Counted, Reasoned, Sight, Summarised
from woozle.games.undercover.players.beliefs import Beliefs
from woozle.games.undercover.players.eye import Acuity, sighting
from woozle.games.undercover.players.speech import SAYINGS, Stance, analysis
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Question, Scene, Setting, Thing
from woozle.games.undercover.scenes.questions import make_question
from woozle.games.undercover.state import State
from woozle.testing import find_events

from tests.games.undercover.players.watching import played

OPENINGS = [occasion for occasion, list_ in SAYINGS.items() if not re.search(r"{(?!other}|Other})", "".join(list_))]
"""Those that are about no thing."""


def shown(scene: Scene, question: Question, seats: tuple[str, ...] = ("Ada", "Ben", "Cleo")) -> Beliefs:
    briefing = Briefing(seats, "undercover", question.text, question.options, True, False, "together", 1, 3, "direct", "none", 2)
    state = fold_events(State("Ada"), [briefing, Sight("Ada", "a" * 64, 512, scene)])
    return Beliefs(state, sighting(scene, Acuity(), b"eye"))


def pair(setting: Setting, seed: int) -> tuple[Scene, Question]:
    chance = Chance(key_from_seed(seed))
    scene = generate_scene(chance, setting, 7)
    other, edit = edit_scene(chance, scene, "any")
    return scene, make_question(chance, scene, other, edit)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_bot_claims_what_it_sees_and_nothing_else_whatever_it_says(setting):
    for seed in range(40):
        scene, question = pair(setting, seed)
        beliefs, chance = shown(scene, question), Chance(key_from_seed(seed, "words"))
        stance = Stance(question.answer, OPENINGS[seed % len(OPENINGS)], other="Ben")
        text = analysis(beliefs, stance, chance, details=7)
        understood = claims(text, setting)
        assert [claim for claim in understood if not is_true(claim, scene)] == [], text
        assert len(understood) >= 6, text


@pytest.mark.parametrize("about", ["colour", "count", "place"])
def test_a_question_claims_nothing_and_is_understood_as_one(about):
    for seed in range(20):
        scene, question = pair(SETTINGS[seed % 5], seed)
        kind = scene.things[seed % len(scene.things)].kind
        stance = Stance("", "openings", shows=False, question=("Ben", kind))
        said = analysis(shown(scene, question), stance, Chance(key_from_seed(seed, about)), details=0)
        beliefs = shown(scene, question)
        beliefs.state.said["Ada"] = (("", said),)
        assert not claims(said, scene.setting), said
        assert kind in beliefs.questions("Ada", "Ben") and not beliefs.questions("Ada", "Cleo"), said


@pytest.mark.parametrize("setting", SETTINGS)
def test_that_a_question_was_left_open_claims_no_more_than_that_there_is_such_a_thing(setting):
    for seed in range(10):
        scene, question = pair(setting, seed)
        beliefs = shown(scene, question)
        asked = Stance("", "openings", shows=False, question=("Ben", scene.things[0].kind))
        question_asked = analysis(shown(scene, question), asked, Chance(b"words"), details=0)
        beliefs.state.said |= {"Ada": (("", question_asked), ("", "As before.")), "Ben": (("", "Well, well."),)}
        said = analysis(beliefs, Stance("", "again", shows=False), Chance(key_from_seed(seed)), details=0)
        assert "Ben" in said
        assert [(each.about, each.kind, each.is_denied) for each in claims(said, setting)] == [
            ("kind", scene.things[0].kind, False)
        ]


@pytest.mark.parametrize("sayings", OPENINGS)
def test_openings_claim_nothing_of_any_scene(sayings):
    for setting in SETTINGS:
        for saying in SAYINGS[sayings]:
            assert not claims(saying.format(other="Ben", Other="Ben"), setting), saying


def test_what_was_asked_about_is_spoken_of_unless_it_had_better_not():
    for seed in range(60):
        scene, question = pair("park", seed)
        beliefs = shown(scene, question)
        shows = analysis(beliefs, Stance(question.answer, "openings"), Chance(b"words"), details=0)
        hides = analysis(beliefs, Stance(question.answer, "openings", shows=False), Chance(b"words"), details=0)
        assert len(shows) > len(hides)
        assert hides in SAYINGS["openings"]


def test_what_is_better_left_is_left():
    scene, question = pair("room", 3)
    kinds = {thing.kind for thing in scene.things}
    spared = sorted(kinds)[:3]
    said = analysis(shown(scene, question), Stance("", "openings", shows=False, silent=spared), Chance(b"words"), details=7)
    assert {claim.kind for claim in claims(said, "room")} == kinds - set(spared)


def test_a_reply_claims_what_the_bot_sees_and_not_what_the_other_said():
    for seed in range(60):
        scene, question = pair(SETTINGS[seed % 5], seed)
        thing = scene.things[seed % 7]
        wrong = [Claim("count", thing.kind, "9"), Claim("colour", thing.kind, "brown"), Claim("kind", thing.kind, is_denied=True)]
        wrong += [Claim("place", thing.kind, "on the moon"), Claim("size", thing.kind, "huge")]
        wrong += [Claim("text", thing.kind, "XYZ")] if thing.text else []
        for claim in wrong:
            stance = Stance("", "openings", shows=False, reply=(claim, "Ben"))
            text = analysis(shown(scene, question), stance, Chance(key_from_seed(seed, "words")), details=0)
            understood = claims(text, scene.setting)
            assert "Ben" in text
            assert understood, text
            assert all(is_true(each, scene) for each in understood), text


def test_a_bot_that_doubts_what_it_says_hedges():
    scene, question = pair("shelf", 5)
    sure, doubtful = shown(scene, question), shown(scene, question)
    assert doubtful.sees
    doubts = frozenset((thing.kind, "colour") for thing in scene.things)
    doubtful.sees = type(doubtful.sees)(scene, doubts)
    said = [analysis(beliefs, Stance("", "openings", shows=False), Chance(b"words"), details=7) for beliefs in (sure, doubtful)]
    hedged = [any(start in text for start in ("I think", "perhaps", "It might", "That looks like", "Probably")) for text in said]
    assert hedged == [False, True]


def test_the_pattern_that_was_asked_about_is_said_once():
    for seed, pattern in enumerate(["plain", "striped", "dotted"] * 10):
        scene = Scene("shelf", (Thing("t1", "cup", "red", 0, pattern=pattern),))
        question = Question("option", "Are the cups plain, striped or dotted?", ("plain", "striped", "dotted"), pattern)
        said = analysis(shown(scene, question), Stance(pattern, "openings"), Chance(key_from_seed(seed)), details=0)
        assert said.count(pattern) == 1, said


# Who says what, by what was said before

BIRDS = Scene("park", (Thing("t1", "bird", "green", 0, count=2), Thing("t2", "bench", "white", 4)))
COLOUR = Question("option", "Which colour does the bench have?", ("white", "red"), "white")


def heard(said: dict[str, str], argued: dict[str, str]) -> Beliefs:
    """Beliefs of Ada, who has heard this."""
    beliefs = shown(BIRDS, COLOUR)
    beliefs.state.said |= {seat: (("white", text),) for seat, text in said.items()}
    beliefs.state.argued |= {seat: (text,) for seat, text in argued.items()}
    return beliefs


def accusation(beliefs: Beliefs, *wrong: Claim) -> str:
    charged = Stance("white", "again", shows=False, silent=("bird",), suspect=Charge("Ben", "alone"), wrong=wrong)
    return analysis(beliefs, charged, Chance(b"words"), details=0)


@pytest.mark.parametrize(
    ("cleo", "argued", "is_alone"),
    [
        ("Two green birds.", {}, True),
        ("I see no bench.", {}, False),  # only one other spoke of any colour
        ("Two blue birds.", {}, False),  # all three differ
        ("Two green birds.", {"Cleo": "Ben says that there is a bird, but mine are red."}, False),
    ],
)
def test_a_seat_is_alone_if_two_others_spoke_of_the_same_and_none_ever_said_so(cleo, argued, is_alone):
    beliefs = heard({"Ada": "I see green birds.", "Ben": "The birds are red.", "Cleo": cleo}, argued)
    said = accusation(beliefs, Claim("colour", "bird", "red"))
    assert bool(re.search("Nobody but Ben|Ben alone", said)) == is_alone, said


@pytest.mark.parametrize(
    ("ada", "cleo", "accuses"),
    [
        ("Two green birds.", "Two green birds.", True),
        ("A white bench.", "Two green birds.", False),  # one word against another
        ("A green bird.", "Two green birds.", False),  # she contradicts Cleo as well
        ("Two red birds.", "Two green birds.", False),
    ],
)
def test_nobody_is_blamed_for_contradicting_a_seat_that_the_speaker_contradicts(ada, cleo, accuses):
    said = accusation(heard({"Ada": ada, "Ben": "Two red birds.", "Cleo": cleo}, {}))
    assert bool(re.search("Ben .*Cleo and me about the birds", said)) == accuses, said


def test_nobody_is_blamed_who_is_backed_by_as_many_be_it_in_a_vote():
    beliefs = heard({"Ada": "Two green birds.", "Ben": "Two red birds.", "Cleo": "Two green birds.", "Dan": ""}, {})
    beliefs.state.argued["Dan"] = ("Ada says that the birds are green, but mine are red.",)
    assert "Ben" not in accusation(beliefs)


@pytest.mark.parametrize(
    ("ben", "is_blamed"),
    [
        ("There is perhaps a red bird. It might be a white bench.", True),
        ("There is perhaps a red bird. I see a white bench. There are two kites.", False),
    ],
)
def test_a_seat_hedges_nearly_everything_only_if_it_does(ben, is_blamed):
    beliefs = heard({"Ada": "I see green birds. A white bench.", "Ben": ben, "Cleo": "A white bench."}, {})
    charged = Stance("white", "again", shows=False, suspect=Charge("Ben", "hedges"), wrong=())
    said = analysis(beliefs, charged, Chance(b"words"), details=0)
    blames = [each.format(other="Ben", Other="Ben") for each in SAYINGS["hedges"]]
    assert any(each in said for each in blames) == is_blamed, said


@pytest.mark.parametrize(
    ("ben", "are"),
    [
        ("A red bird.", "the bird is red"),
        ("Red birds.", "the birds are red"),
        ("A red bird. How many birds are there in yours, Cleo?", "the bird is red"),
    ],
)
def test_things_are_spoken_of_in_the_number_in_which_another_named_them(ben, are):
    beliefs = heard({"Ada": "Two green birds.", "Ben": ben, "Cleo": "Two green birds."}, {})
    charged = Stance("white", "again", shows=False, suspect=Charge("Ben", "details"), wrong=[Claim("colour", "bird", "red")])
    assert are in analysis(beliefs, charged, Chance(b"words"), details=0)


def test_an_answer_that_was_quoted_is_not_disputed_once_more():
    beliefs = shown(BIRDS, Question("object", "What is on the hill in the centre?", ("bench", "kite"), "bench"))
    beliefs.state.said |= {"Ada": (("bench", ""),), "Ben": (("kite", ""),), "Cleo": (("bench", ""),)}
    wrong = Claim("answer", beliefs.question, "kite")
    charged = Stance("bench", "again", suspect=Charge("Ben", "answer", wrong), wrong=[wrong])
    assert analysis(beliefs, charged, Chance(b"words"), details=0).count('"kite"') == 1


def test_what_is_not_there_is_said_once_also_to_one_who_asked():
    beliefs = shown(BIRDS, COLOUR)
    beliefs.state.said |= {"Ada": (("white", ""),), "Ben": (("white", "A red kite. Ada, how many kites are there in yours?"),)}
    wrong = Claim("colour", "kite", "red")
    charged = Stance("white", "again", suspect=Charge("Ben", "details", wrong), wrong=[wrong])
    assert analysis(beliefs, charged, Chance(b"words"), details=0).count("kite") == 1


@pytest.mark.parametrize(
    ("other", "is_said"),
    [
        ({}, True),
        ({"Dan": (("red", "A red bench."),)}, False),  # Ben is not alone with it
        ({"Ben": (("red", "It's a guess."),)}, False),
        ({"Cleo": (("white", "It's a guess."),), "Dan": (("white", "It's a guess."),)}, False),
        ({"Ada": (("red", "It's a guess."), ("white", ""))}, False),  # she gave it herself
    ],
)
def test_an_answer_is_held_against_one_who_saw_it_alone_and_by_one_who_never_gave_another(other, is_said):
    beliefs = shown(BIRDS, COLOUR, seats=("Ada", "Ben", "Cleo", "Dan", "Eve"))
    white = dict.fromkeys(("Ada", "Cleo", "Dan", "Eve"), (("white", "A white bench."),))
    beliefs.state.said |= {**white, "Ben": (("red", "A red bench."),), **other}
    said = analysis(beliefs, Stance("white", "again", shows=False, suspect=Charge("Ben", "alone")), Chance(b"words"), details=0)
    assert bool(re.search(r"What Ben answers|Ben contradicts (?![^.]*about)", said)) == is_said, said


def test_nobody_is_blamed_for_an_answer_that_the_speaker_gave_as_well():
    beliefs = heard({"Ada": "Two green birds.", "Ben": "Two green birds.", "Cleo": "A white bench."}, {})
    beliefs.state.said["Ada"] = (("red", ""), ("white", "Two green birds."))
    beliefs.state.said["Ben"] = (("red", ""),)
    wrong = Claim("answer", COLOUR.text, "red")
    charged = Stance("white", "again", talks=False, suspect=Charge("Ben", "answer", wrong), wrong=[wrong])
    said = analysis(beliefs, charged, Chance(b"words"), details=0)
    assert "Ben" not in said, said


def test_what_is_seen_where_something_else_is_guessed_to_be_is_not_mentioned():
    question = Question("option", "Where would you look for the kite?", ("in the sky on the left", "on the hill on the left"), "")
    guess = Stance("in the sky on the left", "guesses", shows=False)
    assert "bird" not in analysis(shown(BIRDS, question), guess, Chance(b"words"), details=2)


TURNS = ("returns", "turned", "turned_to_most", "turned_to_out", "turned_alone", "turned_blindly", "guesses_anew")


def occasions(text: str) -> set[str]:
    """The occasions of the turns that are said in a text."""
    patterns = {
        name: [re.escape(each).replace(r"\{other\}", r"\w+").replace(r"\{Other\}", r"\w+") for each in SAYINGS[name]]
        for name in TURNS
    }
    return {name for name, each in patterns.items() if re.search("|".join(each), text)}


@pytest.mark.parametrize("bot", ["neighbour", "dreamer"])
def test_whoever_changes_its_answer_says_so_and_with_most_only_if_they_are_most(bot):
    turned = set[str]()
    for seed in range(8):
        match = played(seed, bot=bot)
        lasts: dict[str, str] = {}
        left, now, rounds = {*match.game.seats}, dict[str, str](), None
        for event in (event for event, _ in match.record):
            if isinstance(event, Counted):
                left -= {event.eliminated}
            if not isinstance(event, Reasoned | Summarised):
                continue
            if rounds != (rounds := (type(event), event.round)):  # all speak at the same time
                lasts, now = lasts | now, {}
            now[event.seat] = event.answer
            said = event.analysis if isinstance(event, Reasoned) else event.summary
            found = occasions(said)
            turned |= found
            assert bool(found) == (lasts.get(event.seat, event.answer) != event.answer), said
            alike = [seat for seat in left - {event.seat} if lasts.get(seat) == event.answer]
            assert "turned_to_most" not in found or (len(alike) >= 2 and 2 * len(alike) > len(left) - 1), said
    assert turned


def test_nothing_is_added_before_anything_was_described():
    for seed in range(8):
        match = played(seed, bot="fox")
        setting = find_events(match, Sight)[0].scene.setting
        for said in find_events(match, Reasoned):
            before, *more = re.split(r"What else\?|Besides,|I also have|(?<=[.!?] )And ", said.analysis, maxsplit=1)
            assert not more or claims(before, setting), said.analysis


@pytest.mark.parametrize(
    ("ben", "argued", "is_shared"),
    [
        ("In the sky on the left there are two green kites.", {}, True),
        (
            "In the sky on the left there are two green kites.",
            {"Ben": "Ada says that the kites are dotted, but mine are striped."},
            False,
        ),
        ("Two green kites.", {}, False),
    ],
)
def test_what_is_shared_is_what_the_other_said_and_never_denied(ben, argued, is_shared):
    dotted = Scene("park", (Thing("t1", "kite", "green", 0, count=2, pattern="dotted"), Thing("t2", "bench", "white", 4)))
    beliefs = shown(dotted, COLOUR)
    beliefs.state.said |= {"Ada": (("white", ""),), "Ben": (("white", ben),)}
    beliefs.state.argued |= {seat: (text,) for seat, text in argued.items()}
    texts = [analysis(beliefs, Stance("white", "bluffs", shows=False), Chance(key_from_seed(seed))) for seed in range(20)]
    shared = [text for text in texts if "Ben" in text]
    assert bool(shared) == is_shared
    assert not any("dotted" in text for text in shared)


def test_own_eyes_are_not_trusted_by_whom_doubts_them():
    beliefs = shown(BIRDS, COLOUR)
    assert beliefs.sees
    beliefs.sees = type(beliefs.sees)(BIRDS, frozenset({("bench", "colour")}))
    said = analysis(beliefs, Stance("white", "stays", talks=False), Chance(b"words"), details=0)
    assert "eyes" not in said.split(".")[0] and any(each in said for each in SAYINGS["keeps"]), said


def test_an_answer_on_several_things_is_not_held_up_by_one_of_them():
    scene = Scene("park", (Thing("t1", "dog", "white", 4), Thing("t2", "tree", "green", 5)))
    beliefs = shown(
        scene, Question("option", "Which takes up more of the picture's height, the dog or the tree?", ("dog", "tree"), "tree")
    )
    beliefs.state.said |= {"Ada": (("tree", ""),), "Ben": (("dog", ""),)}
    said = analysis(beliefs, Stance("tree", "again"), Chance(b"words"), details=0)
    assert "Ben" not in said, said
