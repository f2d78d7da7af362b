"""Scenes, things and edits in words."""

from __future__ import annotations

from woozle.games.undercover.scenes.graph import Edit, Scene, Thing
from woozle.games.undercover.scenes.words import describe_edit


def test_an_edit_says_what_it_is_about():
    scene = Scene("park", (Thing("a", "balloon", "red", 0, count=3),))
    pattern = Edit("attribute", "a", "Make them striped.", "plain", "striped")
    assert describe_edit(pattern, scene) == "the balloons: plain became striped"
    assert describe_edit(pattern, None) == "plain became striped"
    assert (
        describe_edit(Edit("quantity", "a", "Add one.", "three balloons", "four balloons"), scene)
        == "three balloons became four balloons"
    )
    assert describe_edit(Edit("object_add", "b", "Add a kite.", "", "a kite in the sky"), scene) == "a kite in the sky, added"
    assert describe_edit(Edit("object_remove", "a", "Take them away.", "three balloons", ""), scene) == "three balloons, gone"
