"""The comparison with an earlier commit names what differs, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.digests import cells, json_values, page_values
from benchmarks.unchanged import differences

LINES = [[1, "Ada speaks.", "plain", "", 0, ""], [2, "Ben votes.", "quiet", "", 0, ""]]


def page(folder: Path, **changes: object) -> Path:
    """Write a page with one viewer, and return its folder."""
    viewer = {"key": "*", "name": "everything", "lines": LINES, "parts": {"title": [[0, 0], [1, 1]]}, **changes}
    replay = {"game": "urn", "result": {"reason": "It is over."}, "viewers": [viewer], "pool": ["Start", "Round 1", "Round 2"]}
    folder.mkdir()
    text = f'<html><script type="application/json" id="replay">{json.dumps(replay)}</script></html>'
    (folder / "0001.html").write_text(text, "utf-8")
    return folder


def changed(before: Path, after: Path) -> list[str]:
    return differences({"page": cells(page_values(before))}, {"page": cells(page_values(after))})


def test_the_text_of_a_line_is_apart_from_the_rest_of_a_page(tmp_path):
    before = page(tmp_path / "before")
    assert not changed(before, page(tmp_path / "same"))
    text = [[1, "Ada says:", *LINES[0][2:]], LINES[1]]
    assert changed(before, page(tmp_path / "text", lines=text)) == ["page: lines of all, texts: changed"]
    mark = [[1, "Ada speaks.", "quiet", *LINES[0][3:]], LINES[1]]
    assert changed(before, page(tmp_path / "mark", lines=mark)) == ["page: lines of all, the rest: changed"]
    title = {"title": [[0, 0], [1, 2]]}
    assert changed(before, page(tmp_path / "title", parts=title)) == ["page: table of all, title: changed"]


def report(won: int, **more: int) -> dict[str, object]:
    return {
        "matches": [{"path": "a", "seconds": 1.0, "seats": {"Ada": {"won": won, "lies": 2, **more}, "Ben": {"won": 0, "lies": 1}}}]
    }


def test_a_figure_names_itself_in_all_seats():
    before = {"report": cells(json_values(report(1), 4))}
    assert set(before["report"]) == {"matches", "matches.path", "matches.seats.won", "matches.seats.lies"}
    assert differences(before, {"report": cells(json_values(report(2), 4))}) == ["report: matches.seats.won: changed"]
    assert differences(before, {"report": cells(json_values(report(1, calls=3), 4))}) == ["report: matches.seats.calls: new"]
