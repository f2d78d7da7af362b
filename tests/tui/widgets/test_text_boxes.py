"""Reports of text boxes on input: how much was deleted and pasted, and never what."""

from __future__ import annotations

import pytest
from textual import events

from woozle.tui.widgets.text_boxes import TypedLine, TypedText

from tests.tui.hosts import Host


class Listening(Host):
    """One box, and what it tells."""

    def __init__(self, kind, text="", **options):
        super().__init__()
        self._made = lambda: kind(text, **options)
        self.told = []

    def compose(self):
        self.box = self._made()
        yield self.box

    def on_typed(self, message) -> None:
        self.told.append((message.keys, message.deleted, message.pasted))


async def writing(pilot, *steps):
    """Keys, and texts to paste in a tuple."""
    pilot.app.box.focus()
    await pilot.pause()
    for step in steps:
        if isinstance(step, tuple):
            pilot.app.post_message(events.Paste(*step))
            await pilot.pause()
        else:
            await pilot.press(step)
    await pilot.pause()
    return pilot.app.told


async def test_of_what_is_too_long_to_be_pasted_the_beginning_is_taken_and_it_is_said(monkeypatch):
    told = []
    monkeypatch.setattr(TypedLine, "notify", lambda _, sentence, **options: told.append(sentence))
    async with Listening(TypedLine, "Mi", max_length=12).run_test() as pilot:
        assert await writing(pilot, "end", ("chaela Johanna",)) == [(0, 0, 10)]
        assert pilot.app.box.value == "Michaela Joh"
        await writing(pilot, "x", "home", "shift+end", ("Tom",))
        assert pilot.app.box.value == "Tom"
    assert told == ["There is room for 12 characters; the rest was not pasted."]


async def test_a_key_for_which_there_is_no_room_rings_no_bell(monkeypatch):
    rung = []
    monkeypatch.setattr(Listening, "bell", lambda app: rung.append("bell"))
    async with Listening(TypedLine, "Mi", max_length=2).run_test() as pilot:
        assert await writing(pilot, "end", "x") == []
        assert pilot.app.box.value == "Mi"
    assert rung == []


WAYS = (
    (["backspace", "backspace"], [(0, 1, 0)] * 2),
    (["left", "delete"], [(0, 1, 0)]),
    (["ctrl+w"], [(0, 3, 0)]),
    (["ctrl+u"], [(0, 7, 0)]),
    (["home", "ctrl+k"], [(0, 7, 0)]),
    (["shift+home", "x"], [(0, 7, 0)]),
    (["shift+home", "backspace"], [(0, 7, 0)]),
    (["home", "backspace"], []),
    (["ctrl+u", "backspace"], [(0, 7, 0)]),
    ([("",)], []),
    ([(" three",), "shift+home", ("x",)], [(0, 0, 6), (0, 13, 1)]),
    (["ctrl+v"], [(0, 0, 5)]),
)
"""Keys, and texts to paste in a tuple, behind `one two`; what is told: keys of no box, characters deleted, characters pasted."""


@pytest.mark.parametrize(("box", "holds"), [(TypedLine, "value"), (TypedText, "text")])
async def test_every_way_of_deleting_and_pasting_is_told_in_characters_and_what_the_app_itself_does_is_not(box, holds):
    async with Listening(box).run_test() as pilot:
        pilot.app._clipboard = "three"
        for steps, told in WAYS:
            pilot.app.told.clear()
            setattr(pilot.app.box, holds, "one two")
            assert await writing(pilot, "end", *steps) == told, steps


async def test_what_is_taken_back_is_deleted_and_what_comes_again_is_not():
    async with Listening(TypedText).run_test() as pilot:
        assert await writing(pilot, ("pasted",), "ctrl+z") == [(0, 0, 6), (0, 6, 0)]
        assert await writing(pilot, "ctrl+y") == [(0, 0, 6), (0, 6, 0)]
        assert pilot.app.box.text == "pasted"


PERSIAN = "می\u200cخواهم"


@pytest.mark.parametrize(
    ("box", "pasted", "kept"),
    [
        (TypedText, "one\rtwo\r\nthree", "one\ntwo\nthree"),
        (TypedLine, "one\rtwo\r\nthree\r", "one"),
        (TypedText, f"co\u00adoperate {PERSIAN}", f"cooperate {PERSIAN}"),
        (TypedLine, f"co\u00adoperate {PERSIAN}", f"cooperate {PERSIAN}"),
        (TypedText, "a\x1b]52;c;aGk=\x1b\\b", "a␛]52;c;aGk=␛\\b"),
        (TypedLine, "a\x1b]52;c;aGk=\x1b\\b", "a␛]52;c;aGk=␛\\b"),
    ],
)
async def test_a_paste_is_the_text_that_was_copied_and_reaches_no_terminal_as_control(box, pasted, kept):
    async with Listening(box).run_test() as pilot:
        told = await writing(pilot, (pasted,))
        assert (pilot.app.box.text if box is TypedText else pilot.app.box.value) == kept
    assert told == [(0, 0, len(kept))]
