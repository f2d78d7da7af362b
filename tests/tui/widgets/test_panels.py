"""Names, sentences and choices in panels that are too narrow for them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from woozle.arena.views.panels import Choice, Question, SeatCard
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.panels import Prompt, SeatList
from woozle.tui.widgets.text_layout import hang

from tests.tui.hosts import HOSTILE, Host, is_clean, settled, shown

LONG = (
    "Alice",
    "Bartholomew-Maximilian the 2nd",
    "字" * 8,
    "a-model-70b-instruct",
    "Eve",
    HOSTILE,
    "y" * 60,
    "Henry",
    "Ívy",
    "Jack",
)


def cards(names):
    return tuple(
        SeatCard(
            number,
            "ABCDEFGHIJ"[number - 1],
            name,
            is_you=number == 1,
            out="OUT" if number == 9 else "",
            is_speaking=number == 4,
            status="here",
        )
        for number, name in enumerate(names, 1)
    )


class Strip(SeatList):
    DEFAULT_CSS = "Strip { height: 1; }"


async def strip_of(names, width):
    async with Host(strip := Strip()).run_test(size=(width, 3)) as pilot:
        strip.show(cards(names))
        await settled(pilot)
        return strip.render().plain


@pytest.mark.parametrize("width", [60, 138])
async def test_names_that_do_not_fit_are_cut_and_every_seat_stays(width):
    strip = await strip_of(LONG, width)
    assert cell_len(strip) <= width
    assert all(f"{letter} " in strip for letter in "ABCDEFGHIJ")
    assert "J Ja" in strip
    assert is_clean(strip)


async def test_what_is_known_of_a_seat_is_not_pushed_away_by_its_name():
    async with Host(seats := SeatList()).run_test(size=(50, 12)) as pilot:
        seats.show(cards(LONG))
        await settled(pilot)
        rows = seats.render().plain.split("\n")
        assert len({cell_len(row[: row.rindex("here")]) for row in rows}) == 1
        assert all(cell_len(row) <= 50 for row in rows)


async def test_warnings_and_questions_are_read_to_their_end_and_what_is_only_said_keeps_to_one_line():
    sentence = "The transcript could not be written: no space is left. Free some, then go on with woozle resume."
    async with Host(prompt := Prompt()).run_test(size=(40, 12)) as pilot:
        prompt.show(sentence, is_warning=True)
        await settled(pilot)
        assert prompt.size.height == 3
        assert " ".join(shown(prompt)).replace("   ", " ") == f"▸ {sentence}"
        prompt.show(sentence, is_asked=True)
        prompt.time_left(59)
        await settled(pilot)
        assert prompt.size.height == 4
        rows = shown(prompt)
        assert rows[0].endswith("0:59 left")
        assert "resume." in rows[-1]
        prompt.time_left(None)
        prompt.show(sentence)
        await settled(pilot)
        assert prompt.size.height == 1


async def test_what_stands_beside_words_follows_them_where_there_is_no_room_and_never_cuts_into_them():
    warning, aside = "Leave? ctrl+c again leaves, esc stays.", "saved: woozle resume 20261123-030754"
    async with Host(prompt := Prompt()).run_test(size=(60, 12)) as pilot:
        prompt.show(warning, is_warning=True)
        prompt.aside(aside)
        await settled(pilot)
        assert shown(prompt) == [f"▸ {warning}", f"  {aside}"]
        prompt.aside("saved")
        await settled(pilot)
        assert shown(prompt) == [f"▸ {warning}{' ' * (60 - 2 - len(warning) - len('saved'))}saved"]
        prompt.show("Those who are left say what they think now.")
        prompt.aside("time to read: → goes on")
        await settled(pilot)
        assert shown(prompt) == ["· Those who are left say what they think now.", "  time to read: → goes on"]


async def test_choices_take_the_room_they_need_and_no_more():
    texts = ("Go to Cafeteria", "Go to Electrical", "Report the body of Diana", "Go to Upper engine", "Do a task", "Wait here")
    question = Question(1, "?", tuple(Choice(str(n), text, text) for n, text in enumerate(texts)))
    async with Host(choices := Choices()).run_test(size=(78, 2)) as pilot:
        choices.styles.height = 2
        choices.show(question)
        await settled(pilot)
        assert choices.columns == 3
        assert "…" not in "".join(shown(choices))
        assert sum(choices.widths) <= 78


async def test_a_choice_that_is_too_long_is_seen_to_be_cut():
    question = Question(1, "?", tuple(Choice(str(n), "y" * 60, str(n)) for n in range(6)))
    async with Host(choices := Choices()).run_test(size=(78, 2)) as pilot:
        choices.styles.height = 2
        choices.show(question)
        await settled(pilot)
        assert "".join(shown(choices)).count("…") == 6


def test_the_rows_of_a_sentence_hang_below_its_beginning():
    assert hang("one two three", 9, 2) == "one two\n  three"
