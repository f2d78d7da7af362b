"""Sentences for participants follow the plan: the pages' own change with its options, and a study's texts are compared with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import pytest

from woozle.arena.studies.contradictions import contradictions
from woozle.arena.studies.plan import StudyPlan, read_plan, read_text
from woozle.arena.studies.plan_check import check_study

EXAMPLES = resources.files("woozle.arena.studies") / "examples"
GAMES = ("any_game", "debate", "quest", "self_play", "ship", "undercover", "urn")

PAID = 'currency = "GBP"\n[bonus]\nformula = "won"\nmost = 2\n[[exits]]\nwhen = "completion"\npay = 2.5\n'

# What is untrue of every example as it is
UNTRUE = (
    "You must be at least 16 years old.",
    "It takes 999 minutes.",
    "You can come back within 3 hours.",
    "You can return for ten days.",
    "You play nine matches.",
    "There are 7 practice matches.",
    "There is no practice.",
    "You played nine kinds of match.",
    "You have 8 attempts at them.",
    "You are paid £7.50.",
    "If you win, you get a bonus.",
    "You can play as long as you like.",
    "The other players are people like you.",
    "The others were language models.",
    "You play alone.",
    "You play in groups of seven.",
    "You meet two other participants.",
    "What you type will be deleted.",
    "How you type is not measured.",
    "Nothing about your screen is known to us.",
    "Your name is stored with your answers.",
    "IP addresses are logged.",
    "We record your voice.",
    "Your data are anonymous.",
    "What you type will never be published.",
    "Your data cannot be deleted.",
)
# What is untrue once an option is another one
UNTRUE_IF = (
    (r"\[\[practice\]\]\n(?:.+\n)+", "", "There is a practice match first."),
    (r"(?ms)^\[\[check\]\]\n.*?(?=\[\[conditions)", "", "There are a few questions on the rules."),
    (r"(?s)\[\[form\]\]\n.*?(?=# A practice)", "", "There are questions before the game."),
    (r"(?s)\[\[questionnaire\]\]\n.*", "", "There are questions after the game."),
    ('design = "within"', 'design = "between"', "Others play the same in another order."),
    ("limit_minutes = .*", "limit_minutes = 45", "It takes 60 minutes at most."),
    (r"(?=\[consent\])", PAID, "You are paid nothing."),
    (r"(?=\[consent\])", PAID, "There is no bonus."),
    (r"(?=\[consent\])", PAID, "You are paid 3 GBP."),
    (r"(?=\[consent\])", PAID, "You can leave without any loss."),
    ("text = true", "text = false", "What you type is kept."),
    ("timing = true", "timing = false", "The number of keys is counted."),
    ("device = true", "device = false", "The size of your window is kept."),
    ("release = .*", "", "What you type may be published."),
    (r"(?=\[consent\])", "[recruiter]\n", "You need a terminal."),
    (r"(?=\[consent\])", "[recruiter]\n", "Your id is not stored."),
    ("coarse_pictures = true.*", "", "You see blocks of colour."),
    ('(?s)(id = "effort"\nask = "[^"]*")', r"\1\nis_required = true", "To each question you may prefer not to say."),
    (r'seats = \["human", .*\]', 'seats = ["human", "ollama:qwen3:8b*2"]', "No language model plays here."),
)


def example(game: str, folder: Path, old: str = "", new: str = "") -> StudyPlan:
    """Write an example into a folder, with an option that is another one, and its own rules; return its plan."""
    for each in (EXAMPLES / game).iterdir():
        text = each.read_text("utf-8").replace("@game@", "debate").replace("@others@", "2").replace("@title@", "Debate")
        if each.name == "study.toml":
            if game == "any_game":  # its own is a comment
                check = '[[check]]\nid = "a"\nask = "b"\noptions = ["c", "d"]\nright = "c"\n\n'
                text = text.replace("[[conditions]]", check + "[[conditions]]", 1)
            text = re.sub(old, new, text) if old else text
            text = text.replace("[consent]", '[texts]\ninstructions = "rules.txt"\n[consent]', 1)
        (folder / each.name).write_text(text, "utf-8")
    (folder / "rules.txt").write_text("Play well.\n", "utf-8")
    return read_plan(folder)


def texts_of(folder: Path, plan: StudyPlan) -> Mapping[str, str]:
    names = {name: getattr(plan.texts, name) for name in ("information", "consent", "debrief", "instructions")}
    return {name: read_text(folder, file).text for name, file in names.items()} | {"boxes": "\n".join(plan.consent.boxes)}


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_of_an_example_are_true_and_a_wrong_sentence_in_any_of_them_is_found(game, tmp_path):
    plan = example(game, tmp_path)
    texts = texts_of(tmp_path, plan)
    assert list(contradictions(plan, texts)) == []
    missed = [
        (sentence, where)
        for sentence in UNTRUE
        for where, text in texts.items()
        if len([*contradictions(plan, {where: f"{text}\nIt is so. {sentence} That is all."})]) != 1
    ]
    assert missed == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("old", "new", "sentence"), UNTRUE_IF)
def test_a_sentence_that_was_true_before_an_option_was_changed_is_found(game, old, new, sentence, tmp_path):
    plan = example(game, tmp_path, old, new)
    assert [where for where, _ in contradictions(plan, {"debrief": sentence})] == ["debrief"]


def test_the_check_of_a_study_reads_all_its_texts(tmp_path):
    example("urn", tmp_path, "I take part voluntarily", "I am paid £9. I take part voluntarily")
    for name in ("information", "consent", "debrief", "rules"):
        path = tmp_path / f"{name}.txt"
        path.write_text(f"{path.read_text('utf-8')}\nYou play nine matches.", "utf-8")
    found = [each.where for each in check_study(tmp_path).findings if "It says" in each.sentence]
    assert found == ["information", "consent", "debrief", "consent.boxes", "instructions, rules.txt"]
