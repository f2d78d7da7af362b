"""Figures in columns: aligned, cut where they have to be, and never read as anything but text."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.tui.widgets.figures import FigurePanel

from tests.tui.hosts import Host, settled

SHEET = FigureTable(
    (
        FigureColumn("seat", is_cut=True),
        FigureColumn("does", is_cut=True, leaves=2),
        FigureColumn("calls", is_number=True),
        FigureColumn("Q", is_number=True, leaves=1),
    ),
    (
        FigureRow(("Ada", "writes a-long-passage", "7", "0.91"), 1, "A"),
        FigureRow(("Bartholomew-Maximilian", "–", "1,234", "0.5"), 2, "B", {3: "good"}),
    ),
    "how to read it",
)


async def drawn(sheet, width):
    async with Host(panel := FigurePanel(sheet)).run_test(size=(width, 12)) as pilot:
        await settled(pilot)
        return panel.render().plain.split("\n")


async def test_words_stand_left_and_numbers_right():
    heads, ada, ben, note = await drawn(SHEET, 80)
    assert heads.index("calls") + 5 == ada.index("7") + 1 == ben.index("1,234") + 5
    assert heads.index("does") == ada.index("writes") == ben.index("–")
    assert ada.startswith("A Ada ")
    assert note == "  how to read it"


@pytest.mark.parametrize("width", [14, 24, 50])
async def test_no_row_is_wider_than_the_panel_and_the_last_columns_stay(width):
    rows = await drawn(SHEET, width)
    assert all(cell_len(row.rstrip()) <= width for row in rows)
    assert all(row in text for row, text in zip(("calls", "7", "1,234"), rows, strict=False))


async def test_names_are_cut_before_columns_leave_and_those_that_may_leave_first():
    heads, _, ben, _ = await drawn(SHEET, 42)
    assert "does" in heads
    assert "…" in ben
    assert "does" not in (await drawn(SHEET, 30))[0]
    assert "Q" not in (await drawn(SHEET, 20))[0]


async def test_another_sheet_takes_the_rows_that_it_needs():
    async with Host(panel := FigurePanel()).run_test(size=(60, 12)) as pilot:
        await settled(pilot)
        assert panel.render().plain == ""
        panel.show(SHEET)
        await settled(pilot)
        assert panel.size.height == 4


async def test_columns_of_short_words_leave_only_for_want_of_room():
    columns = (
        FigureColumn("seat", is_cut=True),
        FigureColumn("is", leaves=3),
        FigureColumn("reds", is_number=True),
        FigureColumn("said", leaves=1),
    )
    sheet = FigureTable(columns, (FigureRow(("Bo", "fair", "3", "4"), 1, "B"),))
    assert [row.split() for row in await drawn(sheet, 60)] == [["seat", "is", "reds", "said"], ["B", "Bo", "fair", "3", "4"]]
    assert (await drawn(sheet, 18))[0].split() == ["seat", "reds", "said"]
