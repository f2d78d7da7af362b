"""Small studies, written into a folder as a researcher would."""

from __future__ import annotations

from pathlib import Path

from tests.arena.studies.study_plans import plan, write_files

FORM, CHECK, BELIEFS, QUESTIONNAIRE = (plan(f"who_is_who_{part}") for part in ("form", "check", "beliefs", "questionnaire"))

_SHIP = '{{ game = "ship", seats = ["human", "bot*4"], options = {{ map = "shuttle", max_ticks = {ticks}, rounds = 1 }}{more} }}'


def ship(ticks: int = 4, more: str = "") -> str:
    """A short match of the ship."""
    return _SHIP.format(ticks=ticks, more=more)


TEXTS = {
    "information": "\n".join(
        ["What this is about.\n", *(f"Paragraph {n}: some players are machines." for n in range(40)), "\nThe end."]
    ),
    "consent": "You agree to take part.\n\nYou can stop at any time.",
    "debrief": "We wanted to know how people find out who is who.",
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
) -> Path:
    """A study in a folder; the folder."""
    plays = f"practice = [{', '.join(practice)}]\n" if practice else ""
    each = "".join(
        f'[[conditions]]\nname = "condition_{letter}"\nmatches = [{", ".join(matches)}]\n'
        for letter, matches in zip("abcdefgh", conditions, strict=False)
    )
    text = plan("who_is_who", f"{head}\n{plays}") + form + check + each + beliefs + questionnaire + rest
    write_files(folder, text, **TEXTS)
    return folder
