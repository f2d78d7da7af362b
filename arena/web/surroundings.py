"""What the process of a visit finds around it: what Python and the seats of the study need, and a home that is gone afterwards.

So no participant meets the settings that another one changed, no log tells who was there, and a visit that ends before somebody
agreed leaves nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from woozle.saves import disk, places

DRIVER = "woozle.tui.serving.driver:VisitDriver"
"""How the app of a visit draws: what this process starts, it does not load."""

TICKET = "WOOZLE_TICKET"
"""The name under which a visit finds its ticket."""

_NEEDED = frozenset(
    {
        "HOME", "LANG", "LANGUAGE", "PATH", "TZ", "TMPDIR", "TEMP", "TMP", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
        "SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PATHEXT", "COMSPEC",  # Windows
    }
)  # fmt: skip
_KINDS = ("LC_", "PYTHON")
_FOR_MODELS = frozenset(
    {
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "HF_HOME", "HF_HUB_OFFLINE", "CUDA_VISIBLE_DEVICES", "OLLAMA_HOST",
        "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",  # the system's keyring
    }
)  # fmt: skip


def surroundings(
    parent: Mapping[str, str], home: Path, ticket: str, size: tuple[int, int], keys: Iterable[str] | None = None
) -> dict[str, str]:
    """The environment of a visit. home: a folder of its own; size: columns and rows.

    keys: the variables that hold keys of the models at the tables; None if no model sits there.
    """
    needed = _NEEDED if keys is None else _NEEDED | _FOR_MODELS | {*keys}
    passed = {name: text for name, text in parent.items() if name in needed or name.startswith(_KINDS)}
    columns, rows = size
    return {
        **passed,
        "WOOZLE_HOME": str(home),
        TICKET: ticket,
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "COLUMNS": str(columns),
        "ROWS": str(rows),
        "SSH_CONNECTION": "browser",  # the participant is elsewhere: nothing is opened on the screen of this machine
    }


def furnish(home: Path) -> None:
    """Make the home of a visit: empty, but for what says how models are asked. Raises OSError."""
    home.mkdir(mode=0o700)
    models = places.config() / "models.toml"
    if models.exists():
        shutil.copyfile(models, home / models.name)


def clear(home: Path) -> Path | None:
    """Take the home of a visit away. Returns where the details of a crash are kept, if it crashed."""
    kept = None
    try:
        details = (home / places.CRASH_REPORT).read_bytes()
        kept = places.home() / places.CRASH_REPORT
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(kept, details, sync=False)
    except FileNotFoundError:
        pass
    except OSError:
        kept = None
    shutil.rmtree(home, ignore_errors=True)
    return kept
