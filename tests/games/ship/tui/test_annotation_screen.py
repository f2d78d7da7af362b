"""The screen where people label claims: by keys alone, blind, and how it looks."""

from __future__ import annotations

import errno
import gc
from dataclasses import replace

import pytest
from textual.widgets import Static

from woozle.games.ship.claims import observed
from woozle.games.ship.claims.labels import Opinion
from woozle.games.ship.claims.observed import consistency
from woozle.games.ship.claims.schema import Checked, Claim, Verdict, Window
from woozle.games.ship.tui import annotation
from woozle.games.ship.tui.annotation_widgets import ClaimForm, ClaimList, PlacesPanel, SightingsPanel
from woozle.games.ship.tui.label_files import read_labels
from woozle.games.ship.views.annotation import label_words
from woozle.saves import disk
from woozle.tui.screens.lobby import LobbyScreen

from tests.tui.annotated import CLAIMS, app_of, heard, labelling, write
from tests.tui.hosts import HOSTILE, VIEWS, is_clean, settled, shown


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return write(tmp_path_factory.mktemp("matches") / "one")


@pytest.fixture
def speeches(match):
    return heard(match)


@pytest.fixture
def app(tmp_path, speeches):
    return app_of(labelling(tmp_path, order=speeches))


def kept(folder, name="anna"):
    return read_labels(folder / "labels" / f"{name}.jsonl").labels


def words(pilot, selector: str) -> str:
    return pilot.app.screen.query_one(selector, Static).render().plain


def states(pilot) -> list[str]:
    return [label_words(row.label)[1] for row in pilot.app.screen._rows]


def rows(widget) -> str:
    return "\n".join(shown(widget))


def facts(panel) -> str:
    return "\n".join(each.render().plain for each in panel.query(Static))


async def press(pilot, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_a_whole_speech_by_keys_after_which_one_is_led_to_the_lobby(tmp_path, speeches):
    alice = speeches[0]
    app = app_of(labelling(tmp_path, order=[alice]))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert words(pilot, "#question") == "Does the speech say this?"
        assert "0 of 1 speeches" in rows(pilot.app.screen.query_one("#title"))
        await press(pilot, "y")
        assert words(pilot, "#question") == "Is it so?"
        await press(pilot, "1", "n", "y", "4")
        assert states(pilot) == ["said, true", "not said", "said, undecidable"]
        assert words(pilot, "#question") == "Does it claim anything else? Add it; else that is all."
        await press(pilot, "d")
        assert words(pilot, "#question").startswith("All speeches are labelled.")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, LobbyScreen)
        labelling(tmp_path, order=[alice]).close()
    location, sighting, accusation = map(alice.item, CLAIMS["Alice"])
    assert kept(tmp_path) == {
        location: Opinion("yes", outcome="true"),
        sighting: Opinion("no"),
        accusation: Opinion("yes", outcome="unverifiable"),
        alice.item(): Opinion("all"),
    }


async def test_claims_are_corrected_and_added_by_keys_and_what_is_refused_is_said(app, tmp_path, monkeypatch):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        form = pilot.app.screen.query_one(ClaimForm)
        await press(pilot, "a", "right", "escape")
        assert not form.display and pilot.app.screen.query_one("#answers").display
        assert kept(tmp_path) == {}

        await press(pilot, "c", "down", "down", "left")
        assert form.display
        await press(pilot, "t")
        (label,) = kept(tmp_path).values()
        assert label.said == "corrected" and label.means.room != "medbay" and label.means.span == (2, 15)
        assert words(pilot, "#question") == "Is it so?"
        await press(pilot, "5", "a", "l", "down", "down", "right", "t")
        added = [item.claim for item, label in kept(tmp_path).items() if label.said == "added"]
        assert added == [Claim("sighting", "Alice", "Alice")]
        assert pilot.app.screen.focused is pilot.app.screen.query_one(ClaimList)

        def full(*given, **options):
            raise OSError(errno.ENOSPC, "full")

        before = states(pilot)
        with monkeypatch.context() as patch:
            patch.setattr(disk, "write", full)
            await press(pilot, "n")
        assert "the disk is full" in str([note.message for note in pilot.app._notifications])
        assert states(pilot) == before
        await press(pilot, "n")
        assert states(pilot) != before


async def test_only_answers_that_fit_are_taken_and_each_once(app, tmp_path):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "1", "d", "t")
        assert kept(tmp_path) == {}
        await press(pilot, "y", "u")
        assert states(pilot)[0] == "not labelled yet"
        assert kept(tmp_path) == {}
        screen = pilot.app.screen
        screen.action_say("no")
        screen.action_say("no")
        await pilot.pause()
        assert states(pilot) == ["not said", "not labelled yet", "not labelled yet"]
        await press(pilot, "s")
        assert words(pilot, "#who").startswith("Bob")
        await press(pilot, "b")
        assert words(pilot, "#who").startswith("Alice")


# What is shown


async def test_the_claim_under_the_cursor_is_marked_and_the_facts_turn(app, speeches):
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)

        def marked():
            content = pilot.app.screen.query_one("#words", Static).render()
            return [content.plain[span.start : span.end] for span in content.spans if "reverse" in str(span.style)]

        text = speeches[0].statement.text
        for claim in CLAIMS["Alice"]:
            assert marked() == [text[slice(*claim.span)]]
            await press(pilot, "down")
        places, seen = pilot.app.screen.query_one(PlacesPanel), pilot.app.screen.query_one(SightingsPanel)
        assert "Frank" in facts(places) and "duck" in facts(places) and places.size and not seen.display
        await press(pilot, "f")
        assert "Cafeteria: with Bob, Charlie, Diana, Eve and Frank" in facts(seen) and not places.display


def strange(speeches):
    """Speeches that want something of the terminal, or are very long."""
    alice, bob, eve, frank = speeches
    texts = [HOSTILE, "字" * 900 + " I was in Medbay " + "字" * 900, "x" * 100_000, ""]
    claims = [
        (Claim("location", HOSTILE, room=HOSTILE, when=HOSTILE, span=(3, 20)), Claim("sighting", "字" * 60, "👩‍🚀" * 9, HOSTILE)),
        (Claim("location", "Bob", room="medbay", span=(903, 918)), *(Claim("count", "Bob", number=n) for n in range(12))),
        (Claim("alone", "Eve", span=(99_000, 99_100)), Claim("alone", "Eve", "Bob", span=(7, 200_000))),
        (),
    ]
    return [
        replace(each, match=HOSTILE, claims=claim, statement=replace(each.statement, text=text))
        for each, text, claim in zip((alice, bob, eve, frank), texts, claims, strict=True)
    ]


async def test_strange_speeches_do_nothing_to_the_terminal_and_what_is_marked_far_down_is_in_view(tmp_path, speeches):
    app = app_of(labelling(tmp_path, order=strange(speeches)))
    async with app.run_test(size=(80, 24)) as pilot:

        def drawn():
            return [strip.text for strip in pilot.app.screen._compositor.render_strips()]

        for number in range(4):
            await settled(pilot)
            assert all(is_clean(row) for row in drawn())
            assert number != 1 or "I was in Medbay" in "\n".join(drawn())
            await press(pilot, "c")
            await settled(pilot)
            assert all(is_clean(row) for row in drawn())
            await press(pilot, "escape") if pilot.app.screen.query_one(ClaimForm).display else None
            await press(pilot, "s")


# Blind


def everything_in(app) -> list[object]:
    """All that the widgets hold, and all that these hold."""
    seen: dict[int, object] = {}
    todo: list[object] = [app.screen, *app.screen.query("*")]
    while todo:
        each = todo.pop()
        kind = type(each)
        if id(each) in seen or issubclass(kind, type):
            continue
        seen[id(each)] = each
        if kind in (dict, list, tuple, set, frozenset) or kind.__module__.startswith(("woozle", "textual", "collections")):
            todo += gc.get_referents(each)
    return [*seen.values()]


def strings_in(app) -> str:
    return "\n".join(each for each in everything_in(app) if isinstance(each, str))


async def test_nothing_of_what_the_machine_thinks_is_on_the_screen_or_behind_it(match, tmp_path, monkeypatch):
    canary = Verdict("wrong_player", Window(7701, 7702, "CANARY-WINDOW"), "CANARY-REASON", "lie", (770001,))
    for module in (consistency, observed, annotation):
        monkeypatch.setattr(module, "check", lambda *given, **options: canary)
    app = app_of(annotation.open_labelling(match.parent, "blind"))
    async with app.run_test(size=(140, 45)) as pilot:
        await settled(pilot)
        for _ in range(2):
            await press(pilot, "y")
            held = everything_in(pilot.app)
            assert pilot.app.screen._rows in held
            assert "CANARY" not in strings_in(pilot.app)
            assert not [each for each in held if isinstance(each, Verdict | Window | Checked)]
            await press(pilot, "s")


async def test_nothing_of_what_others_said_is_on_the_screen_or_behind_it(tmp_path, speeches):
    bob = labelling(tmp_path, "bob", speeches)
    bob.correct(0, Claim("location", "CANARY", room="CANARY"))
    bob.add(Claim("accusation", "Alice", "CANARY"))
    app = app_of(labelling(tmp_path, order=speeches))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "CANARY" not in strings_in(pilot.app)
        assert "Alice accuses Bob (strong)" in strings_in(pilot.app)
        assert states(pilot) == ["not labelled yet"] * 3


# Pictures


async def look(pilot):
    await settled(pilot)
    await pilot.press("y", "1", "down", "up")
    await settled(pilot)
    await pilot.press("y")
    await settled(pilot)


@VIEWS
def test_the_picture_of_a_speech(snap_compare, tmp_path, speeches, size, theme):
    assert snap_compare(app_of(labelling(tmp_path, order=speeches), theme), terminal_size=size, run_before=look)


def test_the_picture_of_ten_seats(snap_compare, tmp_path):
    match = write(tmp_path / "ten", seats=10, turns={("Alice", 3): "button"})
    assert snap_compare(app_of(labelling(tmp_path, order=heard(match))), terminal_size=(80, 24), run_before=settled)
