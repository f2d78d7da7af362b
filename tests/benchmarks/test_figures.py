"""The table of figures: what is held is computed, at the speed of the reference machine, and what is missing is said."""

from __future__ import annotations

import json

import pytest

from benchmarks import __main__ as runner
from benchmarks import page, quotes, scale_tables
from benchmarks.result import Result


@pytest.mark.parametrize(
    ("figure", "unit", "wanted", "slowness", "is_held"),
    [
        (50.0, "ms", "<= 50", 1.0, True),
        (50.1, "ms", "<= 50", 1.0, False),
        (5.0, "ms", "< 5", 1.0, False),
        (0, "ms", "0", 1.0, True),
        (1, "ms", "", 1.0, None),
        (20_000, "ticks/s", ">= 40,000", 2.0, True),  # a machine of half the speed
        (19_999, "ticks/s", ">= 40,000", 2.0, False),
        (60_000, "ticks/s", ">= 40,000", 0.5, False),  # one twice as fast
        (100, "ms", "<= 50", 2.0, True),
        (26, "ms", "<= 50", 0.5, False),
        (25.1, "% of a core", "<= 25", 1.0, False),
        (50, "% of a core", "<= 25", 2.0, True),
        (50, "%", "<= 25", 2.0, False),  # a share of matches does not hang on the machine
        (1.6, "times", "<= 1.5", 2.0, False),
        (61, "MB", "<= 60", 2.0, False),
    ],
)
def test_limits_of_rates_and_times_are_scaled_by_the_speed_of_the_machine_and_no_others(figure, unit, wanted, slowness, is_held):
    assert Result("what", figure, unit, wanted).is_held(slowness) is is_held


def kept(slowness=None):
    results = [Result("one", 2.5, "ms", "<= 2"), Result("  of it", 1, "ms", ""), Result("two", 3, "MB", "<= 2")]
    found = {"date": "2026-01-02", "machine": "2 cores", "load": 0.5, "results": [each._asdict() for each in results]}
    return {"rules": found | ({"slowness": slowness} if slowness else {})}


@pytest.mark.parametrize(
    ("number", "figure", "text"),
    [
        ("171", 128.2, "128"),
        ("3.9", 3.7251, "3.7"),
        ("33,000", 49_425.1, "49,000"),
        ("700", 1_249.0, "1,200"),
        ("100", 99.6, "100"),
        ("100", 104.0, "104"),
        (".49", 0.516, ".52"),
        ("0.49", 0.516, "0.52"),
    ],
)
def test_a_quoted_figure_keeps_the_digits_that_stand_there(number, figure, text):
    assert quotes.like(number, figure) == text


def test_sentences_quote_what_is_kept():
    figures = quotes.Figures(kept())
    text = "It takes **9.9**<!-- rules: one --> ms, of it 7<!-- rules: one / of it --> ms. <!-- other: remark -->"
    assert quotes.updated(text, figures) == text.replace("9.9", "2.5").replace("7<", "1<")
    for what in ("three", "of it", "one / else"):
        with pytest.raises(KeyError, match=f"0 figures of 'rules' are called '{what}'"):
            quotes.updated(f"1<!-- rules: {what} -->", figures)


def docs():
    return json.loads((page.DOCS / "performance.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(page.DOCS.glob("*.md")), ids=lambda path: path.name)
def test_the_sentences_of_the_pages_quote_what_is_kept(path):
    text = path.read_text("utf-8")
    assert text == quotes.updated(text, quotes.Figures(docs())), "python -m benchmarks --table --docs writes them anew"


def test_the_tables_of_the_pages_are_what_is_kept():
    assert f"\n\n{runner.markdown(docs())}\n\n" in (page.DOCS / "performance.md").read_text("utf-8")
    for text in scale_tables.tables(quotes.Figures(docs())).values():
        assert f"\n\n{text}\n\n" in (page.DOCS / "scale.md").read_text("utf-8")
