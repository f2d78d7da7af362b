"""The table as HTML: every word of it, and no word as markup."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from html import escape
from html.parser import HTMLParser
from importlib.resources import files
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

from woozle.arena.fragments import ending, table
from woozle.arena.fragments.question import (
    Draft,
    announcement,
    answer_parts,
    confirmation,
    needs_confirmation,
    problem_of,
    question,
)
from woozle.arena.views import registry
from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.arena.views.help import for_pages, for_terminals
from woozle.arena.views.panels import Choice, Panel, Question, WordLimit
from woozle.core import registry as games
from woozle.core.game import PUBLIC
from woozle.core.line import Line, Tag
from woozle.core.state import EVERYTHING, observes
from woozle.games.ship.views.panels import Routes
from woozle.saves.decoder import decode_record
from woozle.saves.match import FinishedMatch
from woozle.saves.transcript import read
from woozle.tui.styles.themes import DARK, LIGHT

from tests.tui.hostile import HOSTILE

GOLDEN = Path(__file__).parents[1] / "golden"
ONE_OF_EACH = [path for path in sorted(GOLDEN.glob("*-1-*.jsonl")) if path.stem.endswith(("standard", "summary"))]
MARKUP = f"</textarea></script><script>PWNED</script><img src=x onerror=PWNED>\"' onclick='PWNED {HOSTILE}"
NAMES = (
    "tone",
    "tones",
    "key",
    "value",
    "target",
    "game",
    "sights",
    "ends",
    "letters",
    "draft",
    "glyph",
    "moment",
    "change",
    "led",
    "turned",
)
VOID = ("meta", "link", "img", "input", "br")


class Read(HTMLParser):
    """The words of a fragment, its elements, and whether each that was opened was closed."""

    def __init__(self, html):
        super().__init__()
        self.words, self.elements, self.open = "", [], []
        self.feed(str(html))
        self.close()
        assert self.open == []
        self.words = " ".join(self.words.split())

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.words += f" {dict(attrs)['alt']} " if "alt" in dict(attrs) else ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.words += " " if tag not in ("b", "span", "strong") else ""

    def handle_data(self, data):
        self.words += data

    def find(self, tag, **attributes):
        return [found for name, found in self.elements if name == tag and attributes.items() <= found.items()]


def parts(view):
    """The table as one fragment."""
    shown = dict(table.table(view))
    return "".join(f"<div>{html}</div>" for html in (escape(shown.pop("title")), *shown.values()))


def kinds(kind=Panel):
    """All kinds of panels, without the faulty ones of other tests."""
    found = [each for sub in kind.__subclasses__() for each in (sub, *kinds(sub))]
    return [each for each in found if each.__module__.startswith("woozle.")]


def texts(view):
    """All texts in a frozen value, but for what names something else."""
    match view:
        case str():
            yield view
        case tuple() | list():
            yield from chain.from_iterable(map(texts, view))
        case _ if is_dataclass(view):
            for each in fields(view):
                if each.name not in NAMES and not (each.name == "name" and hasattr(view, "title")):
                    told = getattr(view, each.name)
                    yield from texts([words for words, _ in told] if each.name == "legend" else told)


def test_every_panel_has_a_template_of_its_own():
    for game in games.names():
        registry.observer(game, PUBLIC)  # loads its views
    assert {kind.__name__ for kind in kinds()} >= {
        "Map",
        "Tasks",
        "Routes",
        "Graph",
        "Rounds",
        "FigureTable",
        "Document",
        "Pictures",
    }
    for kind in kinds():
        package, _, file = kind.TEMPLATE.partition(":")
        assert (files(package) / file).is_file()


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_every_word_of_a_table_is_in_its_html(path):
    transcript = read(path)
    game = transcript.header.game
    told = [*chain(*decode_record(games.game(game, transcript.header.rules), transcript))]
    for viewer in (EVERYTHING, PUBLIC, next(iter(transcript.header.players))):
        timeline = registry.new_timeline(game, viewer)
        timeline.grow(told)
        for at in range(0, len(told) + 1, max(1, len(told) // 12)):
            view = timeline.table(at)
            read_parts = Read(parts(view))
            for text in texts(replace(view, role=view.role.replace("_", " "), question=None)):
                assert " ".join(text.split()).lower() in read_parts.words.lower(), text
        log = Read(table.log(timeline.lines))
        assert [each for line in timeline.lines if " ".join(line.text.split()) not in log.words for each in [line.text]] == []
        assert len(log.find("li")) == len(timeline.lines)


def hostile(value):
    """The same value with hostile words in place of all texts."""
    match value:
        case str():
            return value and MARKUP + value
        case tuple():
            return tuple(map(hostile, value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            kept = ("tone", "tones", "sights", "game", "key", "change", "led", "turned", "template")
            return replace(
                value, **{each.name: hostile(getattr(value, each.name)) for each in fields(value) if each.name not in kept}
            )
    return value


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_no_text_becomes_markup(path):
    transcript = read(path)
    game = transcript.header.game
    told = [*chain(*decode_record(games.game(game, transcript.header.rules), transcript))]
    timeline = registry.new_timeline(game, EVERYTHING)
    timeline.grow(told)
    view = timeline.table(len(told) // 2)
    shown = [parts(hostile(view)), table.log(tuple(hostile(line) for line in timeline.lines))]
    asked = Question(
        1,
        MARKUP,
        (Choice("1", MARKUP, MARKUP, MARKUP, sure=MARKUP, target=MARKUP, then=MARKUP, draft=MARKUP), Choice("2", "No one", None)),
        hears=MARKUP,
    )
    shown += [question(asked, "/t/a/answer", Draft(MARKUP, MARKUP), MARKUP), confirmation(asked, "/", Draft(MARKUP, MARKUP))]
    plain = Read(parts(view)).elements
    for html in shown:
        found = Read(html)
        assert not {tag for tag, _ in found.elements} & {"script", "iframe", "style", "base", "object"}
        assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on") or name == "style"]
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066-\u2069]", html)
    assert [tag for tag, _ in Read(shown[0]).elements] == [tag for tag, _ in plain]


def test_a_form_names_what_is_chosen_typed_and_wrong():
    asked = Question(
        7,
        "Your turn?",
        (
            Choice("1", "Go to Medbay", "move medbay", "2 ticks", target="medbay"),
            Choice("2", "Kill Bob", "kill Bob", sure="Kill Bob?", who=2),
            Choice("3", "No one", None),
        ),
        hears="Bob",
        seconds=90.0,
    )
    form = Read(question(asked, "/t/a/answer", Draft("kill Bob", "hello"), "Bob is gone."))
    assert form.find("form", method="post", action="/t/a/answer")
    assert [radio["value"] for radio in form.find("input", type="radio", name="choice")] == ["move medbay", "kill Bob", ""]
    assert form.find("input", checked=None)[0]["data-sure"] == "Kill Bob?"
    assert form.find("input", value="move medbay")[0]["data-target"] == "medbay"
    assert form.find("input", name="text")[0]["value"] == "hello"
    described = {each for _, found in form.elements for each in found.get("aria-describedby", "").split()}
    assert described <= {found.get("id") for _, found in form.elements}
    assert "Bob is gone." in form.words and "Say to Bob" in form.words
    assert needs_confirmation(asked, Draft("kill Bob")) and not needs_confirmation(asked, Draft(""))
    sure = Read(confirmation(asked, "/t/a/answer", Draft("kill Bob", "hi\nthere")))
    assert "Kill Bob?" in sure.words and sure.find("input", type="hidden", name="text", value="hi\nthere")
    assert answer_parts(asked, Draft("", "hi\r\nthere")) == (None, "hi\nthere")
    assert problem_of(asked, Draft()) == "Choose one first." and problem_of(asked, Draft("")) == ""
    assert announcement(asked) == "Your turn: 3 choices, 90 seconds."


def test_a_text_has_its_limits():
    asked = Question(1, "Say it.", limit=20, words=WordLimit(3, len), may_be_empty=True, offer="Here")
    form = Read(question(asked, "/", Draft(text="\n<b>one</b>\n")))
    assert form.find("textarea", maxlength="20") and form.find("textarea")[0]["data-words"] == "3"
    assert "At most 3 words are read." in form.words and form.find("button", name="silent")
    assert problem_of(asked, Draft()).startswith("Nothing is written yet.") and problem_of(asked, Draft(), is_silent=True) == ""
    assert problem_of(asked, Draft(text="x" * 21)) == "21 of 20 characters: 1 too many."
    assert answer_parts(asked, Draft(text=" a\u00adb ")) == (None, "ab")
    number = Question(1, "How sure?", limit=3, span=(0, 100))
    assert Read(question(number, "/")).find("input", type="number", min="0", max="100")
    assert problem_of(number, Draft(text="101")) == "Type a whole number from 0 to 100."


def test_an_answer_of_two_parts_is_one_form():
    asked = Question(
        1,
        "Which?",
        (
            Choice("1", "Yes", "yes"),
            Choice("2", "Ask", "ask", then="{first}: whom?", wants_text=True),
            Choice("0", "No", "no", then=""),
        ),
        then=Question(1, "{first}: why?", limit=50, is_optional=True, may_be_empty=True),
    )
    form = Read(question(asked, "/"))
    assert form.find("textarea", name="text") and "why?" in form.words and "Ask: whom?" in form.words
    assert problem_of(asked, Draft("yes")) == "" and problem_of(asked, Draft("ask")).startswith("Nothing is written yet.")
    assert answer_parts(asked, Draft("no", "because")) == ("no", "") and answer_parts(asked, Draft("ask", "Bob")) == ("ask", "Bob")
    typed = Question(1, "What?", limit=9, then=Question(1, "{first}: why?", limit=9))
    assert Read(question(typed, "/", Draft("red", "so"))).find("textarea", name="choice")
    assert answer_parts(typed, Draft(" red ", "so")) == ("red", "so")
    assert problem_of(typed, Draft(" ", "so")) == "The first part is empty." and problem_of(typed, Draft("red", "so")) == ""


def test_the_end_has_its_figures_as_a_table_and_its_scenes():
    path = GOLDEN / "ship-1-standard.jsonl"
    match = FinishedMatch(read(path), "match")
    end = End(match.record, match.outcome, match.header.players, match.seats[0].seat)
    shown, card = registry.results("ship", end), end_card("ship", end)
    results, told = Read(ending.results(shown)), Read(ending.end_card(card))
    assert shown.headline in results.words and all(fact in results.words for fact in shown.facts)
    assert len(results.find("th", scope="col")) == len(shown.ranks.columns)
    assert all(sentence in told.words for _, sentence in card.rows) and card.headline in told.words
    [routes] = [scene.panel for scene in card.scenes if isinstance(scene.panel, Routes)]
    assert all(step.title in told.words and step.news in told.words for step in routes.steps)
    notes = registry.new_notes("ship", end.me)
    known = registry.observer("ship", end.me)
    for event, audience in end.record:
        if observes(end.me, audience):
            notes.see(event, known.see(event))
    page = notes.page(known.look().seats)
    book = Read(ending.notebook(page, log="/t/a"))
    assert all(entry.words in book.words for entry in page.entries)
    assert {link["href"] for link in book.find("a")} <= {f"/t/a#line-{line}" for line in page.lines}


OF_TERMINALS = re.compile(
    r"\{\w+\.\w+\}|▸ before|press its number|a number takes|arrows lead|the number of a choice, then|the bar below|No words"
    r"|\b(ctrl|esc|shift|tab|pgup)\b|terminal",
    re.IGNORECASE,
)
"""What only a terminal has."""


@pytest.mark.parametrize("is_study", [True, False])
def test_help_on_a_page_speaks_of_nothing_that_only_a_terminal_has(is_study):
    for game in games.names():
        html = table.page_of_lines(registry.help_of(game, is_study=is_study))
        assert not OF_TERMINALS.search(html), (game, OF_TERMINALS.search(html))
        assert not re.search("</h2>\n<h2[^>]*>[^<]*</h2>\n?$", html)


def test_each_sentence_of_help_stands_where_it_holds():
    text = "Both. {only-terminal}Press it; ! marks it. {only-page}Click it! {table.map} opens it. Both again."
    assert for_terminals(text) == "Both. Press it; ! marks it. {table.map} opens it. Both again."
    assert for_pages(text) == "Both. Click it! Both again."
    for game in games.names():
        assert not [line for line in registry.help_of(game) if "{only" in for_terminals(line.text) or not for_terminals(line.text)]


def test_older_lines_stand_behind_earlier():
    told = [Line(f"line {number}", tags=(Tag("✓ TRUE", "it is", "good"),)) for number in range(100)]
    log = table.log(told, first=5)
    before, after = log.split('role="log"')
    assert before.count("<li") == 100 - table.NEWEST and after.count("<li") == table.NEWEST
    assert 'id="line-5"' in before and 'id="line-104"' in after


def test_a_panel_of_an_outside_package_brings_its_own_template(tmp_path, monkeypatch):
    folder = tmp_path / "kites"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kite.html").write_text('<p id="{{ id }}">{{ panel.words }} {{ names[1] }} {{ addresses | length }}</p>')
    monkeypatch.syspath_prepend(tmp_path)
    shown = SimpleNamespace(TEMPLATE="kites:kite.html", words="<b>high</b>")
    assert table.panel(shown, {1: "Ada"}) == '<p id="panel-simplenamespace">&lt;b&gt;high&lt;/b&gt; Ada 0</p>'


def test_seats_have_the_colours_of_the_terminal():
    styles = (files("woozle.arena.web.static") / "table.css").read_text("utf-8")
    light, dark, dark_again = re.findall(r"--s1: .*;", styles)
    for theme, found in ((LIGHT, light), (DARK, dark), (DARK, dark_again)):
        colours = [theme.variables[f"seat-{number}"] for number in range(1, 11)]
        assert re.findall(r"#\w+", found) == colours
        assert f"--back: {theme.background}; --surface: {theme.surface}; --panel: {theme.panel};" in styles
