"""Small studies, written into a folder as a researcher would."""

from __future__ import annotations

from pathlib import Path

HEAD = """
study = 2
name = "{name}"
title = "How people find out who is who"
age = 18
contact = "Mo Field, mo@example.org"
storage = "on a server of the university"
seed = 7
minutes = 15
{head}

[consent]
boxes = ["I am 18 or older.", "My answers may be used for research.", "I take part of my own free will."]
release = "What I type may be published."
"""

FORM = """
[[form]]
id = "age"
ask = "How old are you?"
options = ["18 to 29", "30 to 49", "50 or older"]

[[form]]
id = "english"
ask = "How well do you read English?"
kind = "scale"
low_label = "hardly"
high_label = "like my first language"

[[form]]
id = "played"
ask = "How often have you played such games?"
kind = "number"
low = 0
high = 1000
is_required = true

[[form]]
id = "device"
ask = "What do you sit at?"
kind = "text"
"""

CHECK = """
[[check]]
id = "win"
ask = "When do the geese win?"
options = ["When all ducks are out", "When all geese are out"]
right = "When all ducks are out"
why = "Geese win when no duck is left, or when all tasks are done."

[[check]]
id = "lie"
ask = "May players lie?"
options = ["Yes", "No"]
right = "Yes"
why = "A duck has to lie to stay in."
"""

_SHIP = '{{ game = "ship", seats = ["human", "bot*4"], options = {{ map = "shuttle", max_ticks = {ticks}, rounds = 1 }}{more} }}'


def ship(ticks: int = 4, more: str = "") -> str:
    """A short match of the ship."""
    return _SHIP.format(ticks=ticks, more=more)


BELIEFS = """
[[beliefs]]
id = "who"
after = "Vote"
ask = "Whom do you suspect most?"
kind = "suspect"

[[beliefs]]
id = "act_sure"
after = "Act"
ask = "How sure are you that this was the best thing to do?"
game = "ship"
"""

QUESTIONNAIRE = """
[[questionnaire]]
id = "fun"
ask = "Did you like it?"
options = ["Yes", "No"]
"""


TEXTS = {
    "information.txt": "What this is about.\n\n"
    + "\n".join(f"Paragraph {n}: some players are machines." for n in range(40))
    + "\n\nThe end.",
    "consent.txt": "You agree to take part.\n\nYou can stop at any time.",
    "debrief.txt": "We wanted to know how people find out who is who.",
}


def write(
    folder: Path,
    *,
    head: str = "",
    form: str = FORM,
    practice: tuple[str, ...] = (),
    check: str = CHECK,
    conditions: tuple[tuple[str, ...], ...] = ((ship(),),),
    beliefs: str = "",
    questionnaire: str = QUESTIONNAIRE,
    rest: str = "",
    texts: dict[str, str] = TEXTS,
    name: str = "who_is_who",
) -> Path:
    """A study in a folder; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    plays = f"practice = [{', '.join(practice)}]\n" if practice else ""
    each = "".join(
        f'[[conditions]]\nname = "condition_{letter}"\nmatches = [{", ".join(matches)}]\n'
        for letter, matches in zip("abcdefgh", conditions, strict=False)
    )
    plan = HEAD.format(head=head + "\n" + plays, name=name) + form + check + each + beliefs + questionnaire + rest
    (folder / "study.toml").write_text(plan, "utf-8")
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    return folder
