"""How closely programs that take seats are fenced in."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Level: TypeAlias = Literal["off", "auto", "required"]
LEVELS: tuple[Level, ...] = get_args(Level)
USUAL: Final[Level] = "auto"
"""The default level: programs run as without a sandbox, but cannot read more than their seat observes."""
