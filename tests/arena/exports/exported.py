"""Matches on their way out: exported, and read back."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

from woozle.arena.exports.chat import CHAT, ChatExport
from woozle.arena.exports.decisions import ALL, Choice
from woozle.arena.exports.inspect_log import InspectExport
from woozle.arena.exports.pages import PageExport
from woozle.saves.match import FinishedMatch
from woozle.saves.transcript import read


def match(path: Path, name: str = "match") -> FinishedMatch:
    """A match as exporters take it."""
    return FinishedMatch(read(path), name)


def chats(path: Path, out: Path, choice: Choice = ALL, *, with_text: bool = False) -> list[dict[str, Any]]:
    """The chats of a match."""
    with ChatExport(out, choice, with_text=with_text, is_forced=True) as export:
        export.add(match(path))
        export.close()
    return [json.loads(line) for line in (out / CHAT).read_text("utf-8").split("\n")[:-1]]


def log(path: Path, out: Path, choice: Choice = ALL, *, with_text: bool = False) -> Path:
    """The log of a match."""
    with InspectExport(out, choice, with_text=with_text, is_forced=True) as export:
        export.add(match(path))
        [file] = export.close()
    return file


def parts_of_log(file: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The header of a log, and its samples by their ids."""
    with zipfile.ZipFile(file) as zipped:
        samples = [json.loads(zipped.read(name)) for name in zipped.namelist() if name.startswith("samples/")]
        assert [sample["id"] for sample in samples] == [each["id"] for each in json.loads(zipped.read("summaries.json"))]
        return json.loads(zipped.read("header.json")), {sample["id"]: sample for sample in samples}


def page(path: Path, out: Path, viewer: str | None = None, *, with_text: bool = False) -> Path:
    """The page of a match."""
    with PageExport(out, viewer, with_text=with_text, is_forced=True) as export:
        export.add(match(path))
        [file] = export.close()
    return file


def data(file: Path) -> dict[str, Any]:
    """Return the data of a page."""
    text = file.read_text("utf-8").split('<script type="application/json" id="replay">')[1]
    found: dict[str, Any] = json.loads(text.split("</script>")[0])
    return found


def read_lines(shown: Mapping[str, Any], viewer: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the lines of a viewer of a page, each with the event that it tells of."""
    texts = ((at, re.search('<span class="text">(.*?)</span>', shown["rows"][row], re.S)) for at, row in viewer["lines"])
    return [(at, unescape(text[1]) if text else "") for at, text in texts]


def html_at(shown: Mapping[str, Any], viewer: Mapping[str, Any], name: str, at: int) -> str:
    """Return a part of a page at a place of the match."""
    now = [place for since, place in viewer["parts"][name] if since <= at][-1]
    return "\n".join(shown["rows"][row] for row in shown["pool"][now])
