"""The data that a prompt of a service quotes."""

from __future__ import annotations

import json
from typing import Any


def quoted(prompt: str) -> Any:
    """The data of a prompt, which is all of its first line."""
    return json.loads(prompt.splitlines()[0])
