"""A QR code in cells has the modules of the code, with its border, and is black on white."""

from __future__ import annotations

import re

import pytest
import segno

from woozle.arena.views.qr_code import BORDER, qr_code

LINK = "http://10.0.0.12:8322/t/K7Q2M4XA#" + "x7Zq" * 11


@pytest.mark.parametrize(("text", "width", "height"), [(LINK[:70], 41, 21), (LINK, 41, 21), (f"{LINK}12", 45, 23)])
def test_a_link_takes_as_little_room_as_it_can(text, width, height):
    code = qr_code(text)
    assert (code.width, code.height) == (width, height)


def test_cells_hold_the_modules_of_the_code_and_a_border():
    drawn = []
    for row in qr_code(LINK).rows():
        drawn += [[run.top for run in row for _ in range(run.cells)], [run.bottom for run in row for _ in range(run.cells)]]
    expected = [[bool(module) for module in row] for row in segno.make_qr(LINK).matrix_iter(border=BORDER)]
    assert drawn[: len(expected)] == expected
    assert not any(map(any, drawn[len(expected) :])), "what is left over is light"


def test_lines_for_a_terminal_are_black_and_white_in_every_theme():
    (first, *_) = lines = list(qr_code(LINK).lines())
    assert {int(tone) for line in lines for tone in re.findall(r"[34]8;5;(\d+)", line)} == {16, 231}
    assert re.sub(r"\x1b\[[\d;]*m", "", first) == "▀" * 41
