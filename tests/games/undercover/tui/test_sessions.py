"""Pictures beside the table in whole matches: what of them is recorded, and what nobody else may find."""

from __future__ import annotations

import weakref

from textual.widgets import Static

from woozle.arena.play.people import Person
from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay, Start
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.match import Pacer
from woozle.core.request import Display
from woozle.games.undercover.events import Sight
from woozle.games.undercover.rules import Undercover
from woozle.players.registry import pictures
from woozle.saves.transcript import read
from woozle.tui import surfaces
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.settings import config
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.picture import PictureView

from tests.tui.hosts import is_ready, settled, take
from tests.tui.sessions.test_hot_seat import everything_in, moved_on, reveal, something
from tests.tui.sessions.test_playing import app_of, the_match, turn, until

SEATS = Undercover.seat_names[:5]
PAIR = next(seed for seed in range(99) if Chance(key_from_seed(seed)).choice("undercover", SEATS) in SEATS[:2])
"""The seed of a match in which one of the first two seats is the undercover."""


def match(seed=PAIR, people=1, **options) -> Start:
    settings = registry.configure(Undercover, "standard", {"size": 256, **options})
    known = [Person(number, name) for number, name in enumerate(("Mia", "Leo")[:people], 1)] if people > 1 else []
    return Start("undercover", (*["human"] * people, *["bot"] * (5 - people)), settings, seed, tuple(known))


async def at_the_table(pilot):
    """The table with its picture, and something asked."""
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    await turn(pilot)
    await until(pilot, lambda: view(pilot.app).pictures)
    await settled(pilot)


def view(app) -> PictureView:
    return app.screen.query_one(PictureView)


def sees(session, seat):
    """Return the pictures of a seat, as they would be drawn for a model."""
    return pictures("undercover")(None, session.match.referee.view(seat))


def recorded(path):
    """Return the display and the digests of the pictures of each answer by a person."""
    return [
        (line.body["response"].get("display"), [each["digest"] for each in line.body["response"].get("pictures", ())])
        for line in read(path).lines
        if line.body["request"]["to"] in read(path).header.people
    ]


async def answer(pilot):
    """Whatever is asked: the first choice, then some words."""
    app, question = pilot.app, pilot.app.screen.table.question
    if question.choices:
        choice = question.choices[0]
        await take(pilot, choice)
    if question.then or question.is_text:
        await until(pilot, lambda: isinstance(app.focused, SpeechArea) and is_ready(app.screen))
        await pilot.press("h", "i", "enter")
    await moved_on(pilot, question)


async def test_a_person_sees_what_a_model_in_that_seat_would_under_no_name_and_the_record_says_how(tmp_path):
    config.write("pictures", str(tmp_path / "pictures"))
    config.write("show_pictures", "save")
    app = app_of(match())
    async with app.run_test(size=(80, 24)) as pilot:
        await at_the_table(pilot)
        (mine,) = view(app).pictures
        assert (mine,) == sees(app.session, app.session.looking)
        await pilot.press("z", "z", "o")
        await until(pilot, lambda: view(app).seen_as.opened == 1)
        await settled(pilot)
        notices = [notice.message for notice in app._notifications]
        assert any("aved in" in notice for notice in notices)
        assert mine.digest[:8] not in app.export_screenshot() + "".join(notices)
        digest = mine.digest
        await answer(pilot)
        await turn(pilot)
        app.preferences.show()
        await settled(pilot)
        app.preferences.change("images", "off")
        app.pop_screen()
        await settled(pilot)
        assert view(app).seen_as == Display("off", 0, 0, 0, 0)
        assert view(app).has_class("-off")
        await answer(pilot)
    (first, shown), (second, shown_again) = recorded(the_match())
    assert shown == shown_again == [digest]
    assert first == {"mode": "halfblock", "columns": 30, "rows": 15, "width": 30, "height": 30, "zooms": 2, "opened": 1} | {
        name: first[name] for name in ("columns", "rows", "width", "height")
    }
    assert first["columns"] == first["width"]
    assert first["height"] == 2 * first["rows"]
    assert (second["mode"], second["zooms"], second["opened"]) == ("off", 0, 0)
    assert (the_match() / "blobs" / f"{digest}.png").is_file()


# Two people


async def test_behind_the_curtain_no_picture_is_left_and_at_a_table_only_that_of_who_sits_there(monkeypatch):
    app = app_of(match(people=2))
    drawn, tables, curtains = weakref.WeakSet(), [], 0
    begin = PictureView.__init__

    def begin_and_note(view, *given, **named):
        drawn.add(view)
        begin(view, *given, **named)

    monkeypatch.setattr(PictureView, "__init__", begin_and_note)
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        session = app.session
        assert session.match.referee.game.undercover in session.hand.people
        sights = {seat: sees(session, seat)[0].digest for seat in session.hand.people}
        scenes = {event.seat: event for event, _ in session.match.referee.record if isinstance(event, Sight)}
        assert len(set(sights.values())) == 2
        while curtains < 3:  # each has sat at the table, and has left it
            screen, held = await something(pilot), everything_in(app)
            for seat, sight in sights.items():
                assert (sight in held or repr(scenes[seat].scene) in held) == (seat == session.looking), (seat, session.looking)
            pictures = {picture.digest for each in drawn for picture in each.pictures}
            assert pictures <= ({sights[session.looking]} if session.looking else set())
            if isinstance(screen, CurtainScreen):
                assert session.looking is None
                curtains += 1
                await reveal(pilot)
            else:
                await until(pilot, lambda: view(app).pictures)
                tables.append(session.looking)
                await answer(pilot)
    assert set(tables) == set(read(the_match()).header.people)
    assert all(display and len(shown) == 1 for display, shown in recorded(the_match()))


async def test_nobody_selects_opens_or_photographs_the_picture_at_a_shared_table():
    app = app_of(match(people=2))
    app.terminal = surfaces.Surface("kitty", object, (9, 18))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        await reveal(pilot)
        await at_the_table(pilot)
        assert app.surface == surfaces.HALF_BLOCKS
        assert "opens the file" not in str(view(app).query_one(".picture-caption", Static).render())
        assert not app.screen.allow_select
        await pilot.press("o")
        await until(pilot, lambda: any("while several people share" in notice.message for notice in app._notifications))
        app.action_picture()
        await pilot.pause()
        assert any("No picture is saved" in notice.message for notice in app._notifications)
        assert view(app).seen_as.opened == 0


# Afterwards


async def played():
    """Play a whole match of bots, and return its folder."""
    settings = registry.configure(Undercover, "standard", {"size": 256})
    ready = new_match("undercover", ["bot*5"], settings, PAIR, pacer=Pacer())
    await ready.match.play()
    ready.writer.close()
    return ready.folder


async def test_in_a_replay_each_seat_sees_its_own_and_whoever_sees_everything_both_as_in_the_results(tmp_path):
    config.write("pictures", str(tmp_path / "pictures"))
    config.write("show_pictures", "save")
    path = await played()
    async with app_of(Replay(path, line=12)).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and len(app.screen.viewpoint))
        await until(pilot, lambda: len(view(app).pictures) == 2)
        both = {picture.digest for picture in view(app).pictures}
        await pilot.press("o")
        await until(pilot, lambda: (tmp_path / "pictures").exists() and len([*(tmp_path / "pictures").iterdir()]) == 2)
        at = app.screen.viewpoint.at
        await pilot.press("z", "right", "left")  # about in the picture, which is near
        await settled(pilot)
        assert app.screen.viewpoint.at == at
        assert view(app).seen_as.zooms
        await pilot.press("u", "left")  # and else through the match
        await settled(pilot)
        assert app.screen.viewpoint.at < at
        for key in "12":
            await pilot.press(key)
            await until(pilot, lambda: len(view(app).pictures) == 1)
            assert view(app).pictures[0].digest in both
        await pilot.press("0")
        await until(pilot, lambda: not view(app).pictures)
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        await until(pilot, lambda: len(view(app).pictures) == 3)  # both side by side, then each
