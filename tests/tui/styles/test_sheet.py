"""The stylesheet: gives each widget what Textual's own would, and parses again only what other variables change."""

from __future__ import annotations

import pytest
from textual.css.stylesheet import Stylesheet

from woozle.tui import routes
from woozle.tui.styles.sheet import Sheet

from tests.tui.hosts import settled
from tests.tui.scenes import Stage


def looks(app) -> list[tuple[str, str]]:
    return [(repr(node), node.styles.base.css) for node in app.screen.walk_children(with_self=True)]


@pytest.mark.parametrize("theme", ["woozle-dark", "woozle-light"])
async def test_every_widget_looks_as_with_the_stylesheet_of_textual(theme):
    async with Stage().run_test() as pilot:
        await pilot.app.push_screen(routes.seats("ship"))
        pilot.app.theme = theme
        await settled(pilot)
        ours = looks(pilot.app)
        plain = Stylesheet(variables=pilot.app.get_css_variables())
        plain.source = dict(pilot.app.stylesheet.source)
        plain.parse()
        plain.update(pilot.app)
        assert looks(pilot.app) == ours
        assert len(ours) > 20


def test_only_other_variables_make_other_rules():
    sheet = Sheet(variables={"colour": "red"})
    sheet.add_source("Label { color: $colour; }")
    sheet.reparse()
    first = sheet.rules
    assert "#FF0000" in first[0].css
    sheet.set_variables({"colour": "red"})
    sheet.reparse()
    assert sheet.rules is first
    sheet.set_variables({"colour": "blue"})
    sheet.reparse()
    assert "#0000FF" in sheet.rules[0].css


async def test_rules_that_come_with_a_later_screen_are_followed_on_it():
    async with Stage().run_test() as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        assert pilot.app.screen.query_one("#title").size.height == 1
