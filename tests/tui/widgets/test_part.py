"""A part is sought once, and by its selector where there are several of a class."""

from collections import Counter

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.widgets import Label, Static

from woozle.tui.widgets.part import Part


class _Whole(Vertical):
    first = Part(Static)
    second = Part(Static, "#second")
    label = Part(Label)

    def __init__(self) -> None:
        super().__init__()
        self.sought: Counter[object] = Counter()

    def compose(self) -> ComposeResult:
        """Two of a class."""
        yield Static(id="first")
        yield Static(id="second")

    def query_one(self, *what):
        """Count who asks."""
        self.sought[what] += 1
        return super().query_one(*what)


class _App(App[None]):
    def compose(self) -> ComposeResult:
        """Two wholes: what one has found is not the other's."""
        yield _Whole()
        yield _Whole()


async def test_each_whole_finds_its_own_parts_once():
    app = _App()
    async with app.run_test():
        one, other = app.query(_Whole)
        for _ in range(3):
            assert (one.first.id, one.second.id, other.first.id) == ("first", "second", "first")
        assert one.first is not other.first
        assert set(one.sought.values()) == {1}


async def test_a_part_that_is_not_there_yet_is_sought_again():
    app = _App()
    async with app.run_test():
        whole = app.query(_Whole).first()
        with pytest.raises(NoMatches):
            whole.label  # noqa: B018
        label = Label("now")
        await whole.mount(label)
        assert whole.label is label
