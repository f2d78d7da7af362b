"""Sources of the pages' figures: docs/figures.toml names files for each section that has some, and repeated figures are equal."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, is_about_removed

SOURCES = {
    section: source
    for section, source in tomllib.loads((ROOT / "docs" / "figures.toml").read_text("utf-8")).items()
    if not is_about_removed(section)
}

FIGURE = re.compile(
    r"(?<![\w.])\d[\d,.]* ?(?:ms|us|s|MB|kB|KB|GB|MB/s|core-hours|minutes|seconds|hours|tokens/s|matches/s|times|%)(?!\w)"
    r"|(?<![\w.])0?\.\d\d+(?!\w)"
)
"""A pattern for measurements: a number with a unit, a share."""

WORDS = re.compile(r"rules|published|derived|once, 20\d\d-\d\d-\d\d: .{20,}")
"""Sources other than files: options and limits of the rules; a paper or release that the section names; figures derived from other
figures of the section; and what was measured by hand, with the day and how."""

WRITTEN = re.compile(r"<!-- (\w+): written by a script -->.*?<!-- end of \1 -->", re.DOTALL)


def sections(page: Path) -> dict[str, str]:
    """The prose and tables of a page by heading, as links name it; without code, and without what scripts write."""
    code = {number for number, _ in blocks(page)}
    text = WRITTEN.sub(lambda found: "\n" * found[0].count("\n"), page.read_text("utf-8"))
    parts: dict[str, str] = {}
    name = "top"
    for number, line in enumerate(text.splitlines(), 1):
        if number in code:
            continue
        if heading := re.match(r"#{1,6} (.+)", line):
            name = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
        parts[name] = f"{parts.get(name, '')}{re.sub('<!--.*?-->', '', line)}\n"
    return parts


BY_NAME = {f"{page.name}#{name}": text for page in PAGES for name, text in sections(page).items()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_section_with_figures_says_where_they_come_from(page):
    without = {
        name: FIGURE.findall(text) for name, text in BY_NAME.items() if name.startswith(f"{page.name}#") and FIGURE.search(text)
    }
    without = {name: figures for name, figures in without.items() if name not in SOURCES}
    assert not without, "name a file for these in docs/figures.toml"


@pytest.mark.parametrize("section", SOURCES)
def test_the_source_of_figures_is_there_and_says_the_same(section):
    assert section in BY_NAME, f"docs/figures.toml: there is no section {section}"
    assert SOURCES[section].keys() <= {"from", "repeats", "commands", "checked"}
    for source in SOURCES[section]["from"]:
        assert WORDS.fullmatch(source) or (ROOT / source).is_file(), f"{section}: {source} is no file"
    texts = [(ROOT / source).read_text("utf-8") for source in SOURCES[section]["from"] if (ROOT / source).is_file()]
    for figure in SOURCES[section].get("repeats", ()):
        pattern = re.compile(rf"(?<![\w.,]){re.escape(figure)}(?!\w|[.,]\d)")
        assert pattern.search(BY_NAME[section]), f"{section} does not say {figure}"
        assert any(pattern.search(text) for text in texts), f"{section}: no source says {figure}"


@pytest.mark.parametrize("section", SOURCES)
def test_what_a_benchmark_measured_can_be_checked_by_commands(section):
    if any(source.startswith("benchmarks/") for source in SOURCES[section]["from"]):
        assert SOURCES[section].get("commands"), f"docs/figures.toml: {section} names no command that prints its figures"
    if "checked" in SOURCES[section]:
        assert date.fromisoformat(SOURCES[section]["checked"]), section


@pytest.mark.parametrize(
    ("line", "is_figure"),
    [
        ("It took 3.9 times as long.", True),
        ("It found .66 of them, 95 % of all, in 1,200 ms.", True),
        ("Version 0.7.4 of five seats, 24 passages.", False),
    ],
)
def test_what_looks_like_a_measurement_is_noticed(line, is_figure):
    assert bool(FIGURE.search(line)) is is_figure
