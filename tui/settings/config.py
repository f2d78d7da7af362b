"""The file of settings, config.toml: read at the start, written when a setting is changed in the app.

What the app does not know stays in the file. What it cannot read is never lost: the file is kept beside the new one.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, time
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

from woozle.core.regular_files import SMALL, read_text_file
from woozle.saves import paths
from woozle.tui.settings.schema import ABOUT, Settings, parse_settings, with_setting

_HEAD = "# The settings of Woozle. The app writes this file when a setting is changed there; notes like this one are not kept.\n"
_UNREADABLE = "*"


class Config(NamedTuple):
    """The settings in the file. raw: the whole table. refused: a sentence for each invalid setting, which keeps its default."""

    settings: Settings
    raw: Mapping[str, Any]
    refused: Mapping[str, str]

    @property
    def why_matches_may_be_elsewhere(self) -> str:
        """Return why the folder of matches may be another than the file was meant to say; empty if it is not."""
        return self.refused.get(_UNREADABLE) or self.refused.get("matches", "")


def file() -> Path:
    """Return the path of the file."""
    return paths.config_folder() / "config.toml"


def read() -> Config:
    """Read the settings; defaults where there is no file or it is broken."""
    try:
        raw = tomllib.loads(read_text_file(file(), SMALL, follows_links=True))
        toml(raw)  # what could not be written again could not be kept
    except FileNotFoundError:
        return Config(Settings(), {}, {})
    except RecursionError:
        return _unreadable("is nested too deeply")
    except ValueError as error:
        return _unreadable(f"is not TOML ({error})")
    except OSError as error:
        return _unreadable(f"cannot be read: {error.strerror}")
    settings, refused = parse_settings(raw)
    return Config(settings, raw, {name: f"In {file()}, {sentence}" for name, sentence in refused.items()})


def write(name: str, value: str | Mapping[str, str]) -> None:
    """Write one setting; the others stay as they are in the file. Raises SaveError."""
    from woozle.saves import disk

    config, path = read(), Path(os.path.realpath(file()))  # a file that is kept elsewhere stays there
    good = config.raw
    for refused in config.refused.keys() & ABOUT.keys():
        good = with_setting(good, refused, None)
    with disk.explain_save_errors(path, "change it again"):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if config.refused:
            path.replace(path.with_name(f"{path.name}.broken"))
        disk.replace(path, toml(with_setting(good, name, value)).encode())


def trouble_with(folder: Path) -> str:
    """Return why nothing can be kept in a folder; empty if it can be written, or made. Changes nothing."""
    try:
        place = next(each for each in (folder, *folder.parents) if each.exists())
        if not place.is_dir():
            return f"{place} is a file"
        return "" if os.access(place, os.W_OK | os.X_OK) else f"{place} is not yours to write"
    except (OSError, ValueError, StopIteration):  # too long, another's, on a disk that is gone
        return "there is no way there"


def toml(table: Mapping[str, Any]) -> str:
    """Return a table as TOML, its tables last."""
    flat = "".join(f"{_key(name)} = {_value(value)}\n" for name, value in table.items() if not isinstance(value, Mapping))
    return _HEAD + flat + "".join(_table(name, value) for name, value in table.items() if isinstance(value, Mapping))


def _table(name: str, table: Mapping[str, Any]) -> str:
    return f"\n[{_key(name)}]\n" + "".join(f"{line}\n" for line in _pairs(table))


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(name)} = {_value(value)}" for name, value in table.items())


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _text(name)


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _text(value)
        case Mapping():
            return f"{{{', '.join(_pairs(value))}}}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case date() | time():
            return value.isoformat()
    return str(value)


def _text(text: str) -> str:
    # JSON escapes what TOML escapes, but for one control character.
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _unreadable(why: str) -> Config:
    return Config(Settings(), {}, {_UNREADABLE: f"{file()} {why}; the usual settings are used."})
