"""The place of a spectator: how it moves with a match, away from its end, and back."""

from __future__ import annotations

from functools import partial

from woozle.arena.play.news import Playhead
from woozle.arena.views.registry import new_timeline
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core.game import EVERYONE
from woozle.core.state import EVERYTHING
from woozle.tui.screens.watch.playback import Playback

from tests.tui import scenes


def begun(*, is_live: bool):
    """Return the playback of a record of five events, and what it has asked for."""
    viewpoint = Viewpoint((EVERYTHING,), EVERYTHING, partial(new_timeline, "ship"))
    viewpoint.grow([(event, EVERYONE) for event in scenes.START[:5]], (0, 1, 2, 3, 4))
    asked: list[object] = []
    playback = Playback(
        viewpoint,
        is_live=is_live,
        steer=lambda change, at: asked.append((change, at)),
        move=lambda by: asked.append((by, viewpoint.at)),
        draw=lambda: (asked.append("drawn"), playback.note_drawn()),
    )
    return playback, viewpoint, asked


def test_a_replay_has_its_player_go_along_and_does_not_draw_a_moment_twice():
    playback, viewpoint, asked = begun(is_live=False)
    playback.go(3)
    assert asked == [("to", 3), ("jump", 3), "drawn"]
    playback.take(Playhead(3, True, 1.0))
    assert len(asked) == 3, "the player has only followed"
    playback.step(-1)
    assert asked[3:] == [("pause", 0), ("to", 2), ("jump", 2), "drawn"] and viewpoint.at == 2


def test_a_live_match_goes_on_behind_a_spectator_who_looks_back():
    playback, viewpoint, asked = begun(is_live=True)
    playback.take(Playhead(5, True, 1.0))
    assert asked == [("on", 5), "drawn"] and playback.state == ("following", False)
    playback.step(1)
    assert asked[-1] == ("step", 0), "at the end, the next answer is asked for"
    playback.go(1)
    playback.take(Playhead(5, False, 1.0))
    assert viewpoint.at == 1 and playback.state == ("LOOKING BACK", True)
    playback.go_to_edge()
    playback.is_over = True
    assert viewpoint.at == 5 and playback.is_at_end and playback.state == ("OVER", False)
