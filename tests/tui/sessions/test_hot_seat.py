"""Several people at one terminal: whole matches, and what nobody else may find on the screen or behind it."""

from __future__ import annotations

import re

import pytest

from woozle.arena.play import people
from woozle.arena.play.people import Person
from woozle.arena.play.start import Resume, Start
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import without_turns
from woozle.arena.views.registry import observer
from woozle.core.line import Line
from woozle.games.ship.config import preset
from woozle.games.ship.events import Voted
from woozle.games.ship.maps import load
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.app import WoozleApp
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.transcript import Transcript

from tests.tui import scenes
from tests.tui.hosts import settled, take, until
from tests.tui.sessions.test_playing import is_asked as table_asks
from tests.tui.sessions.test_playing import sensible, the_match


def match(seed, *names, is_blind=False, pins=(), ticks=3, **options):
    """A short match of several people and three bots."""
    config = preset("standard", map=load("shuttle"), max_ticks=ticks, rounds=1, ticks_per_task=2, **options)
    known = [Person(number, name) for number, name in enumerate(names or ("Mia", "Leo"), 1)]
    for person, pin in zip(known, pins, strict=False):
        person.lock.set(pin)
    return Start("ship", (*["human"] * len(known), *["bot:watchful"] * 3), config, seed, tuple(known), is_blind)


def app_of(start, clock=None) -> WoozleApp:
    app = WoozleApp(start, clock=clock) if clock else WoozleApp(start)
    app.speed = float("inf")
    return app


def words(app) -> str:
    """All that the curtain says."""
    return "\n".join(str(app.screen.query_one(f"#{name}").render()) for name in ("who", "what", "notes"))


def is_asked(screen) -> bool:
    return isinstance(screen, TableScreen) and screen.is_mounted and table_asks(screen)


async def something(pilot):
    """Wait until somebody can do something; what: the screen."""
    app = pilot.app

    def is_so():
        screen = app.screen
        if isinstance(screen, CurtainScreen):
            return bool(screen.is_mounted and screen.check_action("ready", ()))
        return is_asked(screen) or (isinstance(screen, TableScreen) and screen.seat.is_over)

    await until(pilot, is_so)
    await pilot.pause()
    return app.screen


async def reveal(pilot):
    await pilot.press("y", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


async def answer_by_keys(pilot):
    question = pilot.app.screen.table.question
    if question.is_text:
        await pilot.press("h", "i", "enter")
    else:
        choice = sensible(question)
        await take(pilot, choice)
    await moved_on(pilot, question)


async def moved_on(pilot, question):
    def is_so():
        screen, match = pilot.app.screen, pilot.app.session.match
        is_taken = match.referee.outcome or question.id not in match.referee.open
        return is_taken and (not is_asked(screen) or screen.seat.is_over or screen.seat.request.id != question.id)

    await until(pilot, is_so)


async def play_by_keys(pilot, look=lambda: None, most=400):
    """To the end; `look` is called on every screen that somebody sees."""
    for _ in range(most):
        screen = await something(pilot)
        look()
        if isinstance(screen, CurtainScreen):
            await reveal(pilot)
        elif screen.seat.is_over:
            return
        else:
            await answer_by_keys(pilot)
    raise AssertionError("The match has no end.")


@pytest.fixture
def canaries(monkeypatch):
    """Every line and every panel of a seat's table says whose it is, in a word that stands nowhere else."""
    see, look = Observer.see, Observer.look

    def seen(self, event):
        return [*see(self, event), Line(f"line{canary(self.state.me)}")]

    def looked(self, request=None):
        from dataclasses import replace

        return replace(look(self, request), role=f"role{canary(self.state.me)}")

    monkeypatch.setattr(Observer, "see", seen)
    monkeypatch.setattr(Observer, "look", looked)


def canary(seat) -> str:
    return f"secret{''.join(f'{ord(char):x}' for char in seat or 'public')}"


def everything_in(app) -> str:
    """The picture of the screen, and all that any widget of the app and the objects of its screens hold."""
    held = [vars(node) for node in app._registry]
    held += [vars(each) for of in held for each in of.values() if type(each).__module__.startswith("woozle.tui.screens.table")]
    return app.export_screenshot() + "\n".join(map(str, held)) + app.clipboard


class Watchman:
    """Looks at every screen for what belongs to a seat that is not looking."""

    def __init__(self, app):
        self.app = app
        self.curtains = []
        self.looked = set()

    def __call__(self):
        session, found = self.app.session, everything_in(self.app)
        for seat in session.match.players:
            assert (canary(seat) in found) == (seat == session.looking), (seat, session.looking)
        if isinstance(self.app.screen, CurtainScreen):
            assert session.looking is None
            self.curtains.append(words(self.app))
        else:
            self.looked.add(session.looking)


async def test_two_people_play_a_whole_match_with_keys_alone_and_neither_finds_what_is_the_others(canaries):
    app = app_of(match(11, ticks=2))
    async with app.run_test(size=(80, 24)) as pilot:
        look = Watchman(app)
        await play_by_keys(pilot, look)
        assert look.looked == {"Alice", "Bob"}
        assert any("Mia  (Alice)" in said for said in look.curtains)
        assert any("Leo  (Bob)" in said for said in look.curtains)
        assert all("Everyone else: please look away." in said for said in look.curtains)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        ranks = str(app.screen.query_one("#ranks").render())
        assert "Mia" in ranks
        assert "Leo" in ranks
        assert "you" not in ranks
    assert verify(the_match()).is_verified


async def test_a_rematch_seats_the_same_people_at_a_match_of_its_own():
    app = app_of(match(11, ticks=1))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_by_keys(pilot)
        first = app.session
        await until(pilot, lambda: app.screen.check_action("do", ("rematch",)))
        parts = dict(app.screen.ending.panel.card.rows)
        assert all(parts[who].startswith("You ") for who in ("Mia (Alice)", "Leo (Bob)")), "each is told of their own part"
        assert "Rematch" in [key.words for key in app.screen.query_one(KeyLine).keys]
        await pilot.press("a")
        await until(pilot, lambda: app.session not in (None, first) and isinstance(app.screen, CurtainScreen))
        second = app.session
        assert [person.name for person in second.hand.people.values()] == ["Mia", "Leo"]
        before, after = (read(session.folder).header for session in (first, second))
        sat = [[(seat, who["kind"], who.get("name")) for seat, who in each.players.items()] for each in (before, after)]
        assert (before.game, before.config, sat[0]) == (after.game, after.config, sat[1])
        assert before.commitment != after.commitment and first.folder != second.folder, "roles are dealt by another key"
        await play_by_keys(pilot)
    assert verify(first.folder).is_verified and verify(second.folder).is_verified


# Between two people


async def test_votes_go_to_one_after_the_other_and_the_second_does_not_see_what_the_first_voted():
    app = app_of(match(19, ticks=30))
    async with app.run_test(size=(80, 24)) as pilot:
        voters = []
        for _ in range(200):
            screen = await something(pilot)
            if isinstance(screen, CurtainScreen):
                await reveal(pilot)
                continue
            question = screen.table.question
            assert question, "Nobody called a meeting."
            if all(choice.is_final for choice in question.choices):
                assert not any("voted" in line.text for line in screen.query_one(Transcript).lines)
                assert not any(isinstance(event, Voted) for event in app.session.match.referee.view(app.session.looking))
                voters.append(app.session.looking)
            button = next((choice.key for choice in question.choices if choice.value == "button"), None)
            if button:
                await pilot.press(button, button)
                await moved_on(pilot, question)
            else:
                await answer_by_keys(pilot)
            if len(voters) == 2:
                break
        assert voters == ["Alice", "Bob"]


async def test_what_lay_over_a_table_is_gone_when_the_curtain_falls_and_nothing_can_be_pasted(monkeypatch):
    now = [0.0]
    app = app_of(match(11, seconds_to_act=60), clock=lambda: now[0])
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await something(pilot)
        await reveal(pilot)
        for _ in range(50):  # until one's time runs out while somebody else is next
            await something(pilot)
            looking = app.session.looking
            app._copied = "what I copied"
            app.say("a sentence")
            await pilot.press("f1")
            await until(pilot, lambda: app.session.hand.turn.was_shown)
            now[0] += 61
            app.session.attention.set_away(True)
            app.session.attention.set_away(False)
            await something_else(pilot)
            if isinstance(app.screen, CurtainScreen):
                break
        assert app.session.looking is None
        assert len(app.screen_stack) == 2
        assert not app.clipboard
        assert not app._notifications
        assert looking


async def something_else(pilot):
    """The question is over, and somebody is asked again."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, CurtainScreen) or not app.session.hand.turn.was_shown or app.session.is_over)
    await pilot.pause()
    if not isinstance(app.screen, CurtainScreen):
        await pilot.press("escape")


async def test_the_curtain_and_the_tables_leave_nothing_to_copy_and_offer_no_picture():
    app = app_of(match(11))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        assert not app.screen.allow_select
        assert "Picture" not in {command.title for command in app.get_system_commands(app.screen)}
        await reveal(pilot)
        assert not app.screen.allow_select
        app.copy_to_clipboard("mine")
        assert not app.clipboard
        await pilot.press("q", "q")
        await until(pilot, lambda: app.session is None)
        app.copy_to_clipboard("mine")
        assert app.clipboard == "mine"
        assert "Picture" in {command.title for command in app.get_system_commands(app.screen)}


async def test_developer_tools_that_record_screens_are_refused(monkeypatch):
    app = app_of(match(11))
    app.features = frozenset({"devtools"})
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        assert app.session is None
        assert any("The developer tools of Textual would keep" in notice.message for notice in app._notifications)


# Blind


async def test_in_a_blind_match_seats_are_drawn_and_the_curtain_does_not_say_who_sits_where(monkeypatch):
    monkeypatch.setattr(people, "by_lot", lambda seats: seats.reverse())
    app = app_of(match(11, is_blind=True, ticks=1))
    seen = []

    def look():
        if isinstance(app.screen, CurtainScreen):
            seen.append(words(app))
            assert not set(re.findall(r"\w+", words(app))) & set(app.session.match.players)

    async with app.run_test(size=(80, 24)) as pilot:
        await play_by_keys(pilot, look)
        assert {seat: person.name for seat, person in app.session.hand.people.items()} == {"Eve": "Mia", "Diana": "Leo"}
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
        rows = {row.cells[0]: row.cells[-1] for row in app.screen._results.ranks.rows}
        assert rows == {"Alice": "bot watchful", "Bob": "bot watchful", "Charlie": "bot watchful", "Diana": "Leo", "Eve": "Mia"}
        assert app.matches.last[0].is_blind
        assert [person.name for person in app.matches.last[0].people] == ["Mia", "Leo"]
    assert any("Mia" in said for said in seen)
    players = read(the_match()).header.players
    assert players["Eve"] == players["Diana"] == {"kind": "human"}


async def test_a_blind_match_that_is_resumed_stays_blind_and_everybody_keeps_their_number():
    app = app_of(match(11, is_blind=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        numbers = {seat: person.number for seat, person in app.session.hand.people.items()}
    app = app_of(Resume(the_match()))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        assert app.session.is_blind
        assert {seat: person.number for seat, person in app.session.hand.people.items()} == numbers
        assert not set(re.findall(r"\w+", words(app))) & set(app.session.match.players)
        assert "Who was entered first is person 1" in words(app)
        await reveal(pilot)
        assert app.screen.terms.is_blind


def test_a_blind_table_does_not_say_who_speaks_or_has_spoken():
    known = observer("ship", "Alice")
    for event in scenes.MEETING[:-1]:
        known.see(event)
    assert any(card.is_speaking for card in known.look().seats)
    table = without_turns(known.look())
    assert not any(card.is_speaking or "spe" in card.note or "spoke" in card.note for card in table.seats)
    assert "Eve" not in table.prompt
    assert without_turns(known.look(scenes.SPEAK)).prompt == known.look(scenes.SPEAK).prompt
    roaming = observer("ship", "Alice")
    for event in scenes.ROAM:
        roaming.see(event)
    assert without_turns(roaming.look()) == roaming.look()


async def test_an_enter_too_many_at_the_curtain_chooses_nothing_on_the_table_behind_it():
    app = app_of(match(31))
    async with app.run_test(size=(100, 30)) as pilot:
        await something(pilot)
        await pilot.press("y", *["enter"] * 8)
        await until(pilot, lambda: is_asked(app.screen))
        await settled(pilot)
        request = app.screen.seat.request
        await pilot.press(*["enter"] * 8)  # the key is held down
        await settled(pilot)
        assert app.screen.seat.request is request
        await pilot.press("down", "enter")
        await until(pilot, lambda: not is_asked(app.screen) or app.screen.seat.request is not request)
