"""Somebody who is looking elsewhere is told of their turn, in fixed words, and nobody else is."""

import pytest
from textual import events

from woozle.tui.app import WoozleApp
from woozle.tui.notices import TurnNotices

from tests.tui.hosts import settled


@pytest.mark.parametrize(
    ("environ", "how", "sent"),
    [
        ({}, "bell", "\a"),
        ({}, "desktop", "\a"),
        ({"TERM_PROGRAM": "WezTerm"}, "desktop", "\x1b]9;Woozle: your turn\a"),
        ({"TERM": "foot-extra"}, "desktop", "\x1b]777;notify;Woozle;Your turn\a"),
        ({"TERM": "foot", "TMUX": "x"}, "desktop", "\a"),
        ({"TERM_PROGRAM": "WezTerm"}, "bell", "\a"),
    ],
)
def test_each_terminal_is_told_in_a_way_that_it_knows_and_once(environ, how, sent):
    written = []
    notices = TurnNotices(written.append, environ)
    notices.begin(how)
    notices.begin(how)
    (told,) = written
    assert told.endswith(sent)
    assert told.count("\x1b[22;2t") == 1
    notices.end()
    notices.end()
    assert written[1:] == ["\x1b[23;2t"]


async def test_only_whoever_is_away_is_told_and_looking_or_the_end_takes_it_back(monkeypatch):
    written = []
    async with WoozleApp().run_test() as pilot:
        await settled(pilot)
        app = pilot.app
        app.preferences.change("notice", "bell")
        monkeypatch.setattr(app.painter, "output", written.append)
        for is_away in (False, True):
            written.clear()
            if is_away:
                app.post_message(events.AppBlur())
                await pilot.pause()
            app.note_turn()
            assert ["\a" in sequence for sequence in written] == [True] * is_away
            app.post_message(events.AppFocus())
            await pilot.pause()
            assert ("\x1b[23;2t" in written) == is_away
        app.post_message(events.AppBlur())
        await pilot.pause()
        app.note_turn()
        written.clear()
        app._terminate()
        assert written[:1] == ["\x1b[23;2t"], "an app that is killed leaves no title behind"
