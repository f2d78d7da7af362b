"""The table of figures: what is held is computed, and what is missing is said."""

from __future__ import annotations

import pytest

from benchmarks import __main__ as runner
from benchmarks import page
from benchmarks.catalogue import MEASUREMENTS
from benchmarks.result import Result


@pytest.mark.parametrize(
    ("figure", "wanted", "is_held"),
    [
        (50.0, "<= 50", True),
        (50.1, "<= 50", False),
        (40_000, ">= 40,000", True),
        (5.0, "< 5", False),
        (0, "0", True),
        (1, "", None),
    ],
)
def test_a_limit_is_held_or_not_by_its_figure(figure, wanted, is_held):
    assert Result("what", figure, "ms", wanted).is_held is is_held


def test_what_is_no_limit_is_refused():
    with pytest.raises(ValueError, match="'about 5' is no limit"):
        _ = Result("what", 5, "ms", "about 5").is_held


def test_every_measurement_is_there():
    for measurement in MEASUREMENTS.values():
        assert callable(measurement.load())


def kept():
    results = [Result("one", 2.5, "ms", "<= 2", "theirs: 9 | 10")._asdict(), Result("  of it", 1, "ms", "")._asdict()]
    return {"rules": {"date": "2026-01-02", "machine": "2 cores", "load": 0.5, "results": results}}


def test_the_table_says_what_falls_short_and_what_was_not_measured():
    text = runner.markdown(kept())
    assert text.startswith("0 of 1 limits are held. Not measured here: talk, ")
    assert "| one | <= 2 | 2.50 | ms | NO | theirs: 9 \\| 10 |" in text
    assert "| - of it |  | 1 | ms |  |  |" in text
    assert "2026-01-02, load 0.5 to 0.5" in text


def test_a_table_takes_the_place_of_the_one_before(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "DOCS", tmp_path)
    file = tmp_path / "page.md"
    file.write_text("before\n<!-- x: written by a script -->\nold\n<!-- end of x -->\nafter\n")
    for _ in range(2):
        page.write("page.md", "x", "new")
    assert file.read_text() == "before\n<!-- x: written by a script -->\n\nnew\n\n<!-- end of x -->\nafter\n"
    with pytest.raises(ValueError, match=r"docs/page\.md has no place"):
        page.write("page.md", "y", "new")


@pytest.mark.parametrize(("name", "table"), [("performance.md", "figures"), ("reliability.md", "siege")])
def test_the_pages_have_room_for_their_tables(name, table):
    text = (page.DOCS / name).read_text("utf-8")
    assert f"<!-- {table}: written by a script -->" in text and f"<!-- end of {table} -->" in text
