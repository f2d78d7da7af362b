"""Text from outside never becomes markup, a control sequence or a link."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

import woozle.tui
from woozle.tui import safe
from woozle.tui.widgets.text_layout import wrap

HOSTILE = (
    "[red]x[/] [@click=app.quit]go[/] \x1b]52;c;aGk=\x1b\\ \x9b2J \u202eevil\u2066 \x07\x08\r\x00 [/nope] [link=http://x]y[/link]"
)
SOURCES = sorted(Path(woozle.tui.__path__[0]).rglob("*.py"))
OWN_CALLS = {"Static", "Label", "Button", "Option", "notify"}


def test_hostile_text_stays_text():
    for content in (safe.text(HOSTILE), safe.line(HOSTILE)):
        assert "[@click=app.quit]go[/]" in content.plain
        assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u202e\u2066" for char in content.plain)
        assert not content.spans


def test_a_line_stays_one_line_and_a_long_text_says_what_is_left_out():
    assert "\n" not in safe.line("a\nb").plain
    assert safe.text("x" * 30_000).plain.endswith("… (10000 more characters)")


@pytest.mark.parametrize("text", ["", "one", "a b " * 40, "x" * 95, "字" * 33, "a\n\nb", "été " * 30, "👩‍🚀" * 20])
@pytest.mark.parametrize("width", [2, 7, 30])
def test_wrapped_lines_fit_and_lose_nothing(text, width):
    from rich.cells import cell_len

    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def _is_plain(node: ast.expr) -> bool:
    """A constant of ours, or something that went through `safe` or Content."""
    match node:
        case ast.Constant() | ast.Name() | ast.Attribute():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="safe" | "Content"))) | ast.Call(func=ast.Name(id="table")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Call())):  # Content("\n").join(...)
            return _is_plain(node.func.value)
        case ast.Call(func=ast.Name(id="Content")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"))):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return _is_plain(body) and _is_plain(orelse)
    return False


@pytest.mark.parametrize("half", [0, 1])
def test_no_module_reads_markup_or_writes_to_the_terminal(half):
    assert len(SOURCES) > 100
    for path in SOURCES[half::2]:
        _assert_plain(path)


def _assert_plain(path):
    gc.disable()  # a collection inside ast.parse may print a traceback, which parses too: Python 3.11 then gives a SystemError
    try:
        tree = ast.parse(path.read_text("utf-8"))
    finally:
        gc.enable()
    for node in ast.walk(tree):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [f"{getattr(node, 'module', '')}.{alias.name}" for alias in node.names]
            assert not any("markup" in name.lower() or "Markdown" in name for name in names), where
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("from_markup", "write_escape"), where
            assert not (node.attr == "write" and isinstance(node.value, ast.Attribute) and "driver" in node.value.attr), where
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Attribute) and t.attr in ("border_title", "border_subtitle", "tooltip", "title", "sub_title")
            for t in node.targets
        ):
            assert isinstance(node.value, ast.Constant | ast.Name), where
        if isinstance(node, ast.Call):
            name = (
                node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
            )
            for keyword in node.keywords:
                assert not (keyword.arg == "markup" and getattr(keyword.value, "value", None) is not False), where
            if name in OWN_CALLS:
                assert all(_is_plain(arg) for arg in node.args), where
            if name in ("Static", "Label", "notify", "OptionList"):
                assert any(keyword.arg == "markup" for keyword in node.keywords), where
