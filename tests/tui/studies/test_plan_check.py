"""The report of `woozle study check` on a plan before participants are invited."""

from __future__ import annotations

import pytest

from woozle.arena.studies.plan_check import check_study

from tests.arena.studies.study_plans import plan, write_files

TWO = 'game = "debate"\nseats = ["human", "bot*2"]\noptions = { rounds = 2 }'
INFORMATION = "Other players are machines, and players may mislead you."


@pytest.fixture
def found(tmp_path):
    """Return a function for the findings in a plan with some parts changed."""

    def findings(information=INFORMATION, consent="Consent.", debrief="Debrief.", rules="", **parts):
        text = plan("two_conditions") + parts.pop("more", "")
        for part, words in ({"two": TWO} | parts).items():
            text = text.replace(f"# {part}\n", f"{words}\n")
        texts = {"information": information, "consent": consent, "debrief": debrief, "rules": rules}
        write_files(tmp_path, text, **{name: words for name, words in texts.items() if words})
        return check_study(tmp_path)

    return findings


def said(checked, weight):
    return [f"{each.where}: {each.sentence}" for each in checked.findings if each.weight == weight]


def test_a_sound_plan_has_nothing_to_say(found):
    checked = found()
    assert checked.findings == ()
    assert (checked.is_runnable, checked.block, checked.conditions) == (True, 2, 2)


@pytest.mark.parametrize(
    ("two", "says"),
    [
        ('game = "chess"\nseats = ["human", "bot"]', "There is no game 'chess'"),
        ('game = "ship"\nseats = ["human", "bot"]', "takes"),
        ('game = "debate"\nseats = ["human", "bot:nobody"]', "nobody"),
        ('game = "debate"\nseats = ["human", "bot"]\npreset = "huge"', "no preset 'huge'"),
        ('game = "debate"\nseats = ["human", "bot"]\noptions = { rounds = 0 }', "rounds"),
        ('game = "debate"\nseats = ["human", "bot"]\noptions = { round = 2 }', "no option 'round'"),
        ('game = "debate"\nseats = ["human", "bot"]\noptions = { pool = "missing.csv" }', "missing.csv"),
        ('game = "debate"\nseats = ["human", "bot"]\nrole = "duck"', "no role duck"),
        ('game = "ship"\nseats = ["human", "bot*4"]\nrole = "swan"', "no role swan"),
        ('game = "quest"\nseats = ["human", "bot"]\nofficials = { judge = "nobody" }', "nobody"),
        ('game = "quest"\nseats = ["human", "bot"]\nofficials = { editor = "scenes" }', "no editor"),
    ],
)
def test_a_match_that_cannot_be_played_is_an_error_with_its_place(found, two, says):
    checked = found(two=two)
    (error,) = said(checked, "error")
    assert error.startswith("two, match 1: ")
    assert says in error
    assert error.endswith((".", "?"))
    assert not checked.is_runnable


def test_a_plan_that_cannot_be_read_is_one_error(tmp_path):
    (error,) = check_study(tmp_path).findings
    assert error.weight == "error"
    assert "woozle study new" in error.sentence


def test_texts_that_are_missing_or_outside_are_errors(found, tmp_path):
    found()
    (tmp_path / "debrief.txt").unlink()
    assert any("debrief.txt" in sentence for sentence in said(check_study(tmp_path), "error"))
    checked = found(head='[texts]\nconsent = "../consent.txt"')
    assert any("outside the folder" in sentence for sentence in said(checked, "error"))


@pytest.mark.parametrize(
    ("belief", "weight", "says"),
    [
        ('after = "Nod"', "error", "asks for 'Nod'; participants are asked for"),
        ('after = "Solve"\ngame = "ship"', "error", "The study has no match of ship"),
        ('after = "Estimate"', "warning", "no participant was asked for Estimate"),
        ('after = "Listen"', "warning", "no participant was asked for Listen"),
        ('after = "Solve"\nkind = "suspect"', "warning", "debate has no role to look for"),
    ],
)
def test_beliefs_come_after_answers_that_are_really_asked(found, belief, weight, says):
    checked = found(more=f'[[beliefs]]\nid = "b"\nask = "How sure?"\n{belief}')
    assert any(sentence.startswith("belief b: ") and says in sentence for sentence in said(checked, weight)), checked.findings


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("What is your name?", "name"),
        ("Tu correo", "mail"),
        ("Where do you live (street, town)?", "address"),
        ("Telefonnummer", "phone"),
        ("What is your date of birth?", "birthday"),
        ("Your IP", "IP"),
        ("Student number", "id"),
        ("Username", "account"),
    ],
)
def test_questions_for_somebody_are_warned_of(found, asked, what):
    checked = found(form=f'[[form]]\nid = "more"\nask = "{asked}"\noptions = ["a", "b"]')
    assert any(f"the participant's {what}" in sentence for sentence in said(checked, "warning"))


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"form": '[[form]]\nid = "more"\nask = "How?"\nkind = "text"'}, "In free text, participants may identify themselves"),
        ({"form": '[[form]]\nid = "more"\nask = "How?"\noptions = ["a", "b"]\nis_required = true'}, "prefer not to say"),
        ({"one": "seed = 4"}, "everybody gets the same deal"),
        ({"two": TWO.replace("2 }", "1 }")}, "same matches as one"),
        ({"head": "invited = 1"}, "fewer than the 2 participants"),
        ({"head": "limit_minutes = 5"}, "shorter than the time announced to participants"),
        ({"information": "Players may lie."}, "players are machines"),
        ({"information": "Others are bots."}, "may mislead"),
        ({"information": INFORMATION + " Ask [somebody]."}, "square brackets"),
        ({"two": TWO + f"\n[[conditions.matches]]\n{TWO}"}, "different numbers of matches"),
        (
            {"head": "[texts]\ninstructions = 'rules.txt'", "rules": "[How it goes.]"},
            "instructions, rules.txt: It still has placeholders",
        ),
        (
            {"head": "[texts]\ninstructions = 'rules.txt'", "rules": "Speak."},
            "This text is shown before matches that differ in seats and rounds, so it must be true of all",
        ),
    ],
)
def test_what_a_researcher_should_look_at_is_a_warning(found, parts, says):
    checked = found(**parts)
    assert any(says in sentence for sentence in said(checked, "warning")), checked.findings
    assert checked.is_runnable


@pytest.mark.parametrize(("box", "about"), [(0, "old enough"), (1, "happens to the data"), (2, "voluntary")])
def test_consent_says_who_may_take_part_in_what_and_freely(found, tmp_path, box, about):
    found()
    path = tmp_path / "study.toml"
    boxes = ["I am 18 or older.", "My answers may be used for research.", "I take part of my own free will."]
    path.write_text(path.read_text("utf-8").replace(boxes[box], "Yes."), "utf-8")
    assert said(check_study(tmp_path), "warning") == [f"consent.boxes: No box seems to say {dict_of[about]}."]


dict_of = {
    "old enough": "that the participant is old enough",
    "happens to the data": "what happens to the data",
    "voluntary": "that taking part is voluntary",
}


def test_an_odd_number_of_conditions_says_how_many_a_block_takes(found):
    checked = found(more=f'[[conditions]]\nname = "three"\n[[conditions.matches]]\n{TWO.replace("2 }", "3 }")}')
    assert checked.block == 6
    assert any("6 participants" in sentence for sentence in said(checked, "note"))


def test_rules_in_the_words_of_the_researcher_are_a_note_where_all_matches_are_alike(found):
    matches = f"[[conditions.matches]]\n{TWO}\n".replace("rounds = 2", "rounds = 3")
    checked = found(more=f'[[conditions]]\nname = "three"\ninstructions = "rules.txt"\n{2 * matches}', rules="Speak.")
    assert [sentence for sentence in said(checked, "note") if "instructions" in sentence] == [
        "instructions, rules.txt: The rules are in your words; they are not compared with the options of the matches."
    ]
    assert not [sentence for sentence in said(checked, "warning") if "instructions" in sentence]


def test_rules_that_are_not_there_are_an_error(found):
    checked = found(head="[texts]\ninstructions = 'other.txt'")
    assert not checked.is_runnable and "other.txt cannot be read" in said(checked, "error")[0]


def test_models_are_said_to_need_a_network_and_are_not_asked(found):
    checked = found(two='game = "debate"\nseats = ["human", "openai:gpt-5-mini"]\noptions = { rounds = 1 }', head="")
    assert any("needs a network" in sentence and "bots need neither" in sentence for sentence in said(checked, "note"))


API = 'game = "debate"\nseats = ["human", "openai:gpt-5-mini"]\noptions = { rounds = 1 }'
JUDGE = 'game = "quest"\nseats = ["human", "bot"]\nofficials = { judge = "grader:openai:gpt-5-mini" }'
TOLD = f"{INFORMATION} What you type is sent to OpenAI; what was sent to it cannot be taken back."


@pytest.mark.parametrize("two", [API, JUDGE])
@pytest.mark.parametrize(
    ("information", "box", "says"),
    [
        (TOLD, "What I type may be sent to OpenAI.", []),
        (TOLD.replace("OpenAI", "a company"), "What I type may be sent on.", ["must name the provider"]),
        (TOLD.replace("taken back", "read"), "What I type may be sent on.", ["cannot be taken back"]),
        (TOLD, "", ["a box must agree"]),
        (INFORMATION, "", ["must name the provider", "cannot be taken back", "a box must agree"]),
    ],
)
def test_a_model_of_a_provider_needs_that_it_is_said_and_agreed_to(found, tmp_path, two, information, box, says):
    found(two=two, information=information)
    plan = (tmp_path / "study.toml").read_text("utf-8")
    (tmp_path / "study.toml").write_text(plan.replace('free will."]', f'free will."{f", {box!r}" if box else ""}]'), "utf-8")
    errors = said(check_study(tmp_path), "error")
    assert len(errors) == len(says), errors
    for error, words in zip(errors, says, strict=True):
        assert words in error and "api.openai.com" in error


def test_a_model_on_this_machine_sends_nothing_away(found):
    assert said(found(two=API.replace("openai:gpt-5-mini", "ollama:qwen3:8b")), "error") == []


@pytest.mark.parametrize(
    ("formula", "depends"),
    [
        *(
            (each, False)
            for each in ("matches", "1.5", "max(2, won)", "won - won", "0 * score", "round(won / 9)", "min(3, 2, score * 0)")
        ),
        *(
            (each, True)
            for each in (
                "score / 2",
                "max(0, score - 1000)",
                "min(1, max(0, -9000 - score))",
                "1 / won",
                "round(score / 1e6)",
                "max(9, 1 / score)",
            )
        ),
    ],
)
def test_a_bonus_for_who_only_waits_is_warned_of(found, formula, depends):
    warned = said(found(head=f"bonus = {{ formula = '{formula}', most = 2 }}"), "warning")
    assert any("however somebody plays" in each for each in warned) != depends


def test_a_bonus_names_measures_that_the_matches_give(found):
    assert said(found(head='bonus = { formula = "won + score / matches", most = 2 }'), "error") == []
    (error,) = said(found(head='bonus = { formula = "points", most = 2 }'), "error")
    assert "bonus: No match gives points; choose from" in error and "score" in error
