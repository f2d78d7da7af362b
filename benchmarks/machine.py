"""The machine of the measurements, in words: what makes figures comparable, and nothing that could identify it."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from woozle.arena.runs.shards import cores


def in_words() -> str:
    """Return a description such as `2 cores (AMD EPYC), 23 GB, Linux, Python 3.11.7, Textual 8.2.8`."""
    parts = (f"{cores()} cores{_processor()}", _memory(), platform.system(), f"Python {platform.python_version()}")
    return ", ".join(filter(None, (*parts, f"Textual {version('textual')}")))


def load() -> float:
    """Return how many processes wanted a core in the last minute: above 1 or so, other work ran beside the measurement."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.+)", file.read_text()) if file.exists() else None
    return f" ({' '.join(found[1].split())})" if found else ""


def _memory() -> str:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return ""
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GB"
