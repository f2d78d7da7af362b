"""Claims about a scene that are found in a text."""

from __future__ import annotations

import sys

import pytest

from woozle.core.chance import Chance, key_from_seed
from woozle.games.undercover.claims.grammar import LONGEST, MOST_CLAIMS, Claim, answers, claims, is_true
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Scene, Thing
from woozle.games.undercover.scenes.words import describe_scene

SHELF = Scene(
    "shelf",
    (
        Thing("t1", "cup", "red", 0, count=3, size="large", pattern="striped", state="full"),
        Thing("t2", "book", "blue", 4, text="OWLS", state="open"),
        Thing("t3", "candle", "white", 11, count=2, size="small", state="lit"),
    ),
)


def list_claims(text: str, setting="shelf") -> list[str]:
    """Claims in short: `cup count 3`, `not ball kind`."""
    return [
        " ".join(filter(None, ("not" if claim.is_denied else "", claim.kind, claim.about, claim.value)))
        for claim in claims(text, setting)
    ]


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("There is a cup.", ["cup kind"]),
        ("I'd say there are two cups; Ben has three, mine are red", ["cup count 2", "cup colour red"]),
        ("I see three large red cups.", ["cup count 3", "cup size large", "cup colour red"]),
        ("a big, striped ball", ["ball size large", "ball pattern striped"]),
        ("My cup's violet, with polka dots.", ["cup colour purple", "cup pattern dotted"]),
        ("The book is wide open.", ["book state open"]),
        ("I count 4 shells; they're all yellow.", ["shell count 4", "shell colour yellow"]),
        ("Cups: 3. Candles (4), unlit", ["cup count 3", "candle count 4", "candle state unlit"]),
        ("a couple of teddies", ["bear count 2"]),
        ("Potted plants? One plant, potted.", ["plant count 1"]),
    ],
)
def test_things_are_understood_with_numbers_plurals_and_other_words_for_them(text, understood):
    assert list_claims(text) == understood


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("There is a cup on the top board on the left.", ["cup place on the top board", "cup place on the left"]),
        ("On the left is a ball and on the right a cup.", ["ball place on the left", "cup place on the right"]),
        ("The cup is to the left of the ball.", ["cup kind", "ball kind"]),
        ("The cup is on the left of the picture.", ["cup place on the left"]),
        ("The right answer is obvious, all right.", []),
    ],
)
def test_places_are_understood_row_and_column_apart(text, understood):
    assert list_claims(text) == understood


@pytest.mark.parametrize(
    ("text", "setting", "understood"),
    [
        ("3x kitties on the rug, bottom left", "room", ["cat count 3", "cat place on the carpet", "cat place on the left"]),
        ("cushions against the wall", "room", ["cushion place by the wall"]),
        ("spotty teapot", "table", ["teapot pattern dotted"]),
        ("vase, nothing in it", "table", ["vase state empty"]),
        ("pair of kites top right", "park", ["kite count 2", "kite place on the right"]),
        ("sign in the middle of the hill", "park", ["sign place in the centre", "sign place on the hill"]),
        ("a box, shoes written on it", "room", ["box text SHOES"]),
        ("no dog, tree or duck", "park", ["not dog kind", "not tree kind", "not duck kind"]),
    ],
)
def test_what_people_type_in_passing_is_understood(text, setting, understood):
    assert list_claims(text, setting) == understood


@pytest.mark.parametrize(
    "text",
    [
        "the cup has white handles",
        "a red cup with a white rim",
        "red cups with white stripes",
        "red and white striped cups",
        "a book with white lettering",
        "two clouds behind the cups",
        "the shelf is brown, the cup is on it",
        "a brown shelf with cups",
        "Ben's cups are blue",
        "Ben has two cups",
        "you have two cups, Ben",
        "your cups are blue, Ben",
        "Ben counted two cups",
        "so why two cups",
        "anyone with two cups is lying",
        "in the other picture the cups may be blue",
        "everything but the cup is empty",
        "none of the cups are empty",
        "three cups, none empty",
        "book yes, clock no",
        "clock: no",
        "I'd say three cups, and you have two cups",
    ],
)
def test_what_is_said_of_parts_of_things_and_of_others_is_no_error(text):
    assert all(is_true(claim, SHELF) for claim in claims(text, "shelf")), list_claims(text)


def test_at_the_front_is_understood_where_there_is_a_front():
    assert list_claims("The cake is at the front.", "table") == ["cake place at the front of the table"]
    assert list_claims("The cake is in the middle of the table.", "table") == ["cake place in the middle of the table"]


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("The book reads STARS and is closed.", ["book text STARS", "book state closed"]),
        ("the jar reads honey", ["jar text HONEY"]),
        ("The HONEY jar is empty.", ["jar text HONEY", "jar state empty"]),
        ("On the book I can read ‘magic’.", ["book text MAGIC"]),
        ("The magic of honey!", []),
    ],
)
def test_what_is_written_is_understood_in_quotes_in_capitals_or_after_a_verb(text, understood):
    assert list_claims(text) == understood


def test_a_number_may_be_a_text_and_how_many_there_are():
    assert list_claims("The bus says 12.", "street") == ["bus text 12"]
    assert list_claims("Two birds", "street") == ["bird count 2"]


def test_on_is_a_state_of_a_television_and_a_preposition():
    assert list_claims("The television is on, on the left.", "room") == ["television state on", "television place on the left"]
    assert list_claims("The TV is on the carpet.", "room") == ["television place on the carpet"]
    assert list_claims("It is a TV. It is switched off.", "room") == ["television kind", "television state off"]


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("There is no cup.", ["not cup kind"]),
        ("I can't see a red cup anywhere.", ["not cup kind red"]),
        ("I do not see three cups, there are two.", ["not cup count 3", "cup count 2"]),
        ("Not a red ball but a blue one.", ["not ball kind red", "ball colour blue"]),
        ("neither ball nor shell", ["not ball kind", "not shell kind"]),
        ("I see no cup, but two candles.", ["not cup kind", "candle count 2"]),
        ("No cups on the left.", ["not cup place on the left"]),
        ("No doubt, there is a cup.", ["cup kind"]),
        ("Not only the cup, also the ball is red.", ["cup kind", "ball colour red"]),
        ("The lamp is not lit.", ["lamp state unlit"]),
        ("I cannot tell what the cup is.", ["cup kind"]),
    ],
)
def test_what_is_denied_is_not_taken_for_claimed(text, understood):
    assert list_claims(text) == understood


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Is there a red cup?", []),
        ("Ada says that there are three cups.", []),
        ("Ada says there are three cups, but I see only two.", ["cup count 2"]),
        ("According to Ben, the ball is pink, and I see none.", ["not ball kind"]),
        ("Everybody claims it is a red cup.", []),
        ("I agree with Ada: the cup is red.", ["cup colour red"]),
    ],
)
def test_questions_conditions_and_the_words_of_others_are_nobodys_claims(text, understood):
    assert list_claims(text) == understood


def test_somebody_who_hedges_still_claims():
    assert list_claims("I think the cup might be red, perhaps.") == ["cup colour red"]


def test_only_things_that_the_setting_has_are_claimed():
    assert list_claims("There are red curtains, a dog and a window.") == []


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("kind", "ball"), False),
        (Claim("kind", "ball", is_denied=True), True),
        (Claim("kind", "cup", "blue", is_denied=True), True),
        (Claim("kind", "cup", "red", is_denied=True), False),
        (Claim("count", "cup", "3"), True),
        (Claim("count", "cup", "2"), False),
        (Claim("colour", "cup", "red", is_denied=True), False),
        (Claim("colour", "ball", "red"), False),
        (Claim("text", "book", "OWLS"), True),
        (Claim("state", "book", "closed"), False),
        (Claim("place", "cup", "on the left"), True),
        (Claim("place", "cup", "on the top board on the left"), True),
        (Claim("place", "cup", "on the right"), False),
        (Claim("answer", "How many cups are there?", "3"), True),
    ],
)
def test_a_claim_is_true_or_false_of_a_scene(claim, verdict):
    assert is_true(claim, SHELF) is verdict


def test_several_groups_of_a_kind_count_apart_or_together():
    scene = Scene("shelf", (Thing("t1", "cup", "red", 0, count=2), Thing("t2", "cup", "blue", 1, count=3)))
    assert [is_true(Claim("count", "cup", str(count)), scene) for count in (2, 3, 4, 5)] == [True, True, False, True]


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_described_scene_claims_what_is_in_it_and_nothing_else(setting):
    for seed in range(40):
        scene = generate_scene(Chance(key_from_seed(seed)), setting, 7)
        understood = claims(describe_scene(scene), setting)
        assert all(is_true(claim, scene) for claim in understood)
        assert {claim.kind for claim in understood} == {thing.kind for thing in scene.things}
        assert {(claim.kind, claim.value) for claim in understood if claim.about == "colour"} == {
            (thing.kind, thing.colour) for thing in scene.things
        }


@pytest.mark.parametrize(
    ("question", "answer", "meant"),
    [
        ("How many cups are there?", "There are three.", "3"),
        ("How many cups are there?", "none", "0"),
        ("What colour is the cup?", "It is crimson.", "red"),
        ("Is the cup red?", "Yes, it is", "yes"),
        ("Is the cup red?", "red", ""),
        ("Where is the cup?", "on the top board on the left", "on the top board on the left"),
        ("What is on the top board on the left?", "Nothing.", "nothing"),
        ("What is written on the book?", "owls", "OWLS"),
    ],
)
def test_an_answer_claims_what_it_means(question, answer, meant):
    assert answers(question, answer, "shelf") == ((Claim("answer", question, meant),) if meant else ())


def test_an_answer_to_any_other_question_claims_what_its_words_do():
    assert answers("What do you like best?", "the red cups", "shelf") == (Claim("colour", "cup", "red"),)


HOSTILE = {
    "nothing": "",
    "no words": "\x1b[2J\u202e\ud83d",
    "quotes": '"' * LONGEST,
    "apostrophes": "'a" * LONGEST,
    "no stop": "red cup " * LONGEST,
    "commas": "a, " * LONGEST + "cup",
    "or": "no cup or " * LONGEST,
    "one word": "cup" * LONGEST,
    "markup": "[red]cup[/red] {place} %s <b>",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_can_be_read(text):
    for setting in SETTINGS:
        assert len(claims(text, setting)) <= MOST_CLAIMS


@pytest.mark.parametrize(
    "piece", ["red cup ", "no cup or ", "on the left ", "red ", "a, ", '"', "Ada says ", "it is on the ", "is it? "]
)
def test_a_text_is_read_in_time_proportional_to_its_length(piece):
    length = LONGEST // len(piece) // 4
    claims("cup", "shelf")

    def calls(text: str) -> int:
        made = 0

        def count(*_: object) -> None:
            nonlocal made
            made += 1

        sys.setprofile(count)
        try:
            claims.__wrapped__(text, "shelf")
        finally:
            sys.setprofile(None)
        return made

    assert calls(piece * 4 * length) <= 5 * calls(piece * length)
