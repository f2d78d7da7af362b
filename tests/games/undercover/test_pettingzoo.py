"""Pictures in environments of PettingZoo."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import woozle.environments
from woozle.core.event import last
from woozle.games.undercover.events import Sight
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.scenes.graph import drawing_name
from woozle.saves.verify import verify


def test_pictures_are_shown_where_they_are_asked_for_and_no_others_are_drawn_or_kept(tmp_path):
    for pictures in (False, True):
        folder = tmp_path / str(pictures)
        env = woozle.environments.aec_env("undercover", form="json", pictures=pictures, records=folder)
        draw_scene.cache_clear()
        env.reset(seed=1)
        request = env.last()[0]["request"]
        assert bool(request["pictures"]) == pictures and request["described"]
        for agent in env.agent_iter():
            *_, is_over, is_void, _ = env.last()
            env.step(None if is_over or is_void else env.action_space(agent).sample())
        env.close()
        (match,) = folder.iterdir()
        assert verify(match, 3).is_verified
        kept = [*match.glob("blobs/*")]
        if not pictures:
            assert not kept
            assert draw_scene.cache_info().misses == 0
            continue
        sight = last(woozle.read(match).events(env.possible_agents[0]), Sight)
        assert [path.read_bytes() for path in kept] == [draw_scene(sight.scene, sight.size).data]
        assert sight.picture == drawing_name(sight.scene, sight.size)
