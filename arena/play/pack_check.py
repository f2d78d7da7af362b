"""Validation of packs: every file, every item and every option, before anything of a pack is kept or played with.

The check is always of a copy, made file by file without following links, so that the pack kept is the pack checked.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from woozle.arena.play import packs
from woozle.core import registry
from woozle.core.plugins import PluginError, UnknownGameError
from woozle.core.regular_files import RefusedFileError, read_file
from woozle.core.text import visible, visible_line
from woozle.core.validation import problems
from woozle.core.value import value
from woozle.players.paths import expand_home

TEXTS = (".toml", ".json", ".jsonl", ".csv", ".tsv", ".yaml", ".yml", ".md", ".txt")
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
MOST_BYTES, MOST_IN_ALL, MOST_FILES = 8 * 2**20, 64 * 2**20, 500
_DEEPEST = 3  # folders in each other
_MOST_FAULTS = 50
_MANIFEST_BYTES = 64 * 2**10
_YAML_CHARACTERS, _YAML_DEPTH = 64_000, 20  # the time that YAML takes grows with the square of either
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")
_LINE = re.compile(r"\bline (\d+)\b[^:]*: (.*)", re.DOTALL)
_QUOTED = re.compile(r"'([^']{1,200})'")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_MEND = "mend it, or leave it out"


@value
class Fault:
    """Something wrong with a pack. file: in it. line: from 1, 0 where it is of no one line. what, mend: without full stops."""

    file: str
    line: int
    what: str
    mend: str = _MEND

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{where}: {self.what}; {self.mend}."


@value
class Checked:
    """The result of a check. manifest: None where it cannot be read. items: how many each part has, by `game/part`."""

    manifest: packs.Manifest | None
    faults: tuple[Fault, ...]
    items: dict[str, int]


def check_folder(folder: Path) -> Checked:
    """Return what is wrong with the pack in a folder. Raises PackError for what is no folder with a pack."""
    with tempfile.TemporaryDirectory(prefix="woozle-pack-") as place:
        faults = copy_pack(folder, Path(place) / "pack")
        return faults if isinstance(faults, Checked) else check_copy(Path(place) / "pack")


def copy_pack(folder: Path, to: Path) -> Checked | None:
    """Copy a pack, without what is hidden; return the faults for which it was not copied, None if it was.

    Raises PackError for what is no folder with a pack, and where the copy cannot be written.
    """
    shown = visible_line(str(folder))
    folder = expand_home(folder)
    try:
        is_there = (folder / packs.MANIFEST).exists()
    except (OSError, ValueError):
        is_there = False
    if not is_there:
        raise packs.PackError(f"There is no {packs.MANIFEST} in {shown}; name the folder of a pack.")
    faults: list[Fault] = []
    try:
        to.mkdir(mode=0o700, parents=True)
        left, number = MOST_IN_ALL, 0
        for name, kind in _walk(folder, "", faults):
            number += kind == "file"
            if kind == "folder":
                (to / name).mkdir(mode=0o700)
            elif number > MOST_FILES:
                faults.append(Fault(name, 0, f"there are more than {MOST_FILES} files", "make several packs of them"))
                break
            else:
                data = _read(folder / name, name, min(left, MOST_BYTES), faults)
                (to / name).write_bytes(data)
                left -= len(data)
    except OSError as error:
        raise packs.PackError(f"The pack in {shown} cannot be copied: {error.strerror}.") from None
    return Checked(None, tuple(faults[:_MOST_FAULTS]), {}) if faults else None


def _walk(folder: Path, below: str, faults: list[Fault], depth: int = 1) -> Iterator[tuple[str, str]]:
    """Yield the files and folders in a folder that may be in a pack, folders before what is in them."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        name = f"{below}{entry.name}"
        shown = visible_line(name)
        if entry.name.startswith("."):
            continue
        if not _FILE_NAME.fullmatch(entry.name):
            faults.append(
                Fault(shown, 0, "its name is not plain", "name it with up to 80 letters, digits, dots, dashes and underscores")
            )
        elif entry.is_symlink():
            faults.append(Fault(shown, 0, "it is a link", "put the file itself there"))
        elif entry.is_dir(follow_symlinks=False):
            if depth == _DEEPEST:
                faults.append(Fault(shown, 0, f"it is deeper than {_DEEPEST} folders", "move it up"))
                continue
            yield name, "folder"
            yield from _walk(folder / entry.name, f"{name}/", faults, depth + 1)
        elif not entry.is_file(follow_symlinks=False):
            faults.append(Fault(shown, 0, "it is no file", "take it out"))
        elif not entry.name.lower().endswith((*TEXTS, *PICTURES)):
            faults.append(
                Fault(shown, 0, "it is of a kind that packs do not have", f"only {', '.join((*TEXTS, *PICTURES))} are kept")
            )
        else:
            yield name, "file"


def _read(path: Path, name: str, most: int, faults: list[Fault]) -> bytes:
    """Return the content of a file; empty where it has become something else, or is too large."""
    try:
        return read_file(path, most)
    except RefusedFileError as error:
        what, _, _ = str(error.strerror).partition("; ")
        limit = f"{MOST_BYTES // 2**20} MB, and {MOST_IN_ALL // 2**20} MB together"
        faults.append(Fault(name, 0, what, f"packs hold plain files of up to {limit}"))
        return b""


def check_copy(folder: Path) -> Checked:
    """Return what is wrong with a pack whose files exist and belong to it alone. Files with faults are written to."""
    texts, faults = _texts(folder)
    manifest, wrong = _manifest(texts.get(packs.MANIFEST))
    faults += wrong
    for name, text in texts.items():
        faults += _hidden(name, text)
    items: dict[str, int] = {}
    if manifest and not faults:
        for game, parts in manifest.games.items():
            for name, options in parts.items():
                found = _check_part(folder, texts[packs.MANIFEST], packs.Part(game, name, options))
                if isinstance(found, int):
                    items[f"{game}/{name}"] = found
                else:
                    faults += found
        faults += _unnamed_files(folder, manifest, texts)
    faults = list(dict.fromkeys(faults))
    if len(faults) > _MOST_FAULTS:
        faults = [*faults[:_MOST_FAULTS], Fault(packs.MANIFEST, 0, "there is more that is wrong", "mend these first")]
    return Checked(manifest, tuple(faults), items)


def _texts(folder: Path) -> tuple[dict[str, str], list[Fault]]:
    """Return the files with text by name, those in folders too, and the faults of those that are not in UTF-8."""
    texts: dict[str, str] = {}
    faults: list[Fault] = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.lower() in TEXTS:
            name = path.relative_to(folder).as_posix()
            data = path.read_bytes()
            try:
                texts[name] = data.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                faults.append(Fault(name, data.count(b"\n", 0, error.start) + 1, "it is not in UTF-8", "save it as UTF-8 text"))
    return texts, faults


def _manifest(text: str | None) -> tuple[packs.Manifest | None, list[Fault]]:
    if text is None:
        return None, [Fault(packs.MANIFEST, 0, "it is no text in UTF-8", "save it as UTF-8 text")]
    if len(text) > _MANIFEST_BYTES:
        return None, [Fault(packs.MANIFEST, 0, "it is too large", f"make it smaller than {_MANIFEST_BYTES // 2**10} kB")]
    try:
        return packs.read_manifest(text), []
    except ValidationError as error:
        faults = []
        for each in problems(error):
            what, _, mend = packs.wording(each).rpartition("; ")
            keys = [part for part in each.place.split(".") if not part.isdigit()]
            faults.append(Fault(packs.MANIFEST, _line_of_key(text, keys), what or mend, mend if what else _MEND))
        return None, faults
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        said = visible_line(_AT_LINE.sub("", str(error)).strip().rstrip("."))
        return None, [Fault(packs.MANIFEST, int(at[1]) if at else 0, f"it is not TOML: {said}")]
    except ValueError as error:
        return None, [Fault(packs.MANIFEST, 0, f"it {error}")]


def _hidden(name: str, text: str) -> Iterator[Fault]:
    """Yield where a file has characters that are not seen, written out or escaped, and what of YAML can grow without end."""
    suffix = Path(name).suffix.lower()
    for line, words in enumerate(text.split("\n"), 1):
        if fault := _hidden_in(name, line, words.removesuffix("\r")):
            yield fault
        elif suffix == ".jsonl" and "\\" in words:
            with suppress(ValueError, RecursionError):
                yield from filter(None, (_hidden_in(name, line, each) for each in _strings(json.loads(words))))
    with suppress(ValueError, RecursionError):
        if suffix == ".json":
            yield from filter(None, (_hidden_in(name, 0, each) for each in _strings(json.loads(text))))
        elif suffix == ".toml":
            yield from filter(None, (_hidden_in(name, 0, each) for each in _strings(tomllib.loads(text))))
    if suffix in (".yaml", ".yml"):
        if len(text) > _YAML_CHARACTERS or _flow_depth(text) > _YAML_DEPTH:
            yield Fault(name, 0, "it is too large or too deeply nested", f"keep it below {_YAML_CHARACTERS:,} characters")
            return
        with suppress(yaml.YAMLError, RecursionError, ValueError):
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                line = event.start_mark.line + 1 if event.start_mark else 0
                if isinstance(event, yaml.AliasEvent):
                    yield Fault(name, line, "it repeats a part by an alias (*)", "write it out")
                elif isinstance(event, yaml.ScalarEvent) and (fault := _hidden_in(name, line, event.value)):
                    yield fault


def _flow_depth(text: str) -> int:
    """Return how many brackets are open at once, at most."""
    return max(accumulate((char in "[{") - (char in "]}") for char in text), default=0)


def _hidden_in(name: str, line: int, words: str) -> Fault | None:
    if visible(words) == words.replace("\t", "    "):
        return None
    odd = next((char for char in words if visible(char) not in (char, "    ")), "")
    what = f"U+{ord(odd):04X}" if odd else "too many marks on one letter"
    return Fault(name, line, f"it has a character that is not seen ({what})", "take it out")


def _strings(found: Any) -> Iterator[str]:
    match found:
        case str():
            yield found
        case dict():
            for name, each in found.items():
                yield name
                yield from _strings(each)
        case list():
            for each in found:
                yield from _strings(each)


def _check_part(folder: Path, manifest: str, part: packs.Part) -> int | list[Fault]:
    """Return how many items a part has, or its faults."""
    at = _line_of_part(manifest, part)
    try:
        kind = registry.game(part.game)
    except (UnknownGameError, PluginError) as error:
        what, _, mend = str(error).rstrip(".?").partition("; ")
        return [Fault(packs.MANIFEST, at, visible_line(what), f"{mend or 'install it'}, or leave out [games.{part.game}]")]
    if unknown := [name for name in part.options if name not in kind.config_type.model_fields]:
        return [Fault(packs.MANIFEST, at, f"{part.game} has no option {visible_line(name)!r}", "take it out") for name in unknown]
    faults: list[Fault] = []
    read: dict[str, Any] = {}
    for option in part.options:
        try:
            read[option] = packs.read_option(folder, part, option)
        except ValueError as error:
            faults += _faults_of_option(folder, part, option, str(error), at)
    if faults:
        return faults
    try:
        return packs.count_items(part.game, read)
    except ValueError as error:
        return [_fault_of_config(folder, part, str(error), at)]


def _faults_of_option(folder: Path, part: packs.Part, option: str, sentence: str, at: int) -> Iterator[Fault]:
    """Yield all that is wrong with the file of an option: each line that is refused is emptied, and the file read again."""
    path = folder / str(part.options[option])
    name = str(part.options[option])
    met: set[int] = set()
    while (found := _LINE.search(sentence)) and path.is_file() and int(found[1]) not in met and len(met) < _MOST_FAULTS:
        line = int(found[1])
        met.add(line)
        yield _make_fault(name, line, found[2])
        lines = path.read_text("utf-8-sig").split("\n")
        if path.suffix.lower() != ".jsonl" or not 0 < line <= len(lines):
            return
        lines[line - 1] = ""
        path.write_text("\n".join(lines), "utf-8")
        sentence = _refusal(folder, part, option)
    if not met:
        what = sentence.replace(str(path.resolve()), name).replace(str(path), name)
        yield _make_fault(packs.MANIFEST, at, what)


def _refusal(folder: Path, part: packs.Part, option: str) -> str:
    try:
        packs.read_option(folder, part, option)
    except ValueError as error:
        return str(error)
    return ""


def _fault_of_config(folder: Path, part: packs.Part, sentence: str, at: int) -> Fault:
    """Return the fault for which a game refuses a part, at the line that has what the sentence quotes or names, if one has."""
    option = next((name for name in part.options if re.match(rf"{re.escape(name)}\b", sentence)), "")
    if option and not (folder / str(part.options[option])).is_file():
        return _make_fault(
            packs.MANIFEST,
            _find_line((folder / packs.MANIFEST).read_text("utf-8-sig"), rf"^\s*{re.escape(option)}\b") or at,
            sentence,
        )
    named = [*_QUOTED.findall(sentence), *re.findall(r"[\w-]{3,}", sentence)]
    for given in part.options.values():
        path = folder / str(given)
        if isinstance(given, str) and path.is_file():
            lines = path.read_text("utf-8-sig").split("\n")
            for word in named:
                hits = [number for number, line in enumerate(lines, 1) if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line)]
                if len(hits) == 1 or (hits and word in _QUOTED.findall(sentence)):
                    return _make_fault(given, hits[-1], sentence)
            return _make_fault(given, 0, sentence)
    return _make_fault(packs.MANIFEST, at, sentence)


def _make_fault(file: str, line: int, sentence: str) -> Fault:
    what, _, mend = sentence.strip().rstrip(".").rpartition("; ")
    return Fault(file, line, what or mend, mend if what else _MEND)


def _unnamed_files(folder: Path, manifest: packs.Manifest, texts: dict[str, str]) -> Iterator[Fault]:
    """Yield files with items that no part names: they were not checked, and will not be used."""
    named = {(folder / str(each)) for parts in manifest.games.values() for part in parts.values() for each in part.values()}
    for name in texts:
        path = folder / name
        if path.suffix.lower() not in (".md", ".txt", ".toml") and not named & {path, *path.parents}:
            yield Fault(name, 0, "no part names it", f"name it in {packs.MANIFEST}, or take it out")


def _line_of_part(manifest: str, part: packs.Part) -> int:
    return _find_line(manifest, rf"^\s*\[games\.\"?{re.escape(part.game)}\"?\.\"?{re.escape(part.name)}\"?\]") or _line_of_key(
        manifest, [part.name]
    )


def _line_of_key(manifest: str, keys: list[str]) -> int:
    """Return the line of the innermost key that stands in a manifest; 0 if none does."""
    return next((line for key in reversed(keys) if (line := _find_line(manifest, rf"^\s*(\[.*\b)?{re.escape(key)}\b"))), 0)


def _find_line(text: str, pattern: str) -> int:
    return next((number for number, line in enumerate(text.split("\n"), 1) if re.search(pattern, line)), 0)
