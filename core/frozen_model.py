"""The base class of outside data, apart from `value`: pydantic takes longer to load than the lobby may take to be painted."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class FrozenModel(BaseModel):
    """The base class of answers, configurations and their parts: pydantic models that never change and take no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def later_option(default: Any, **more: Any) -> Any:
    """Declare a field of a configuration that is added when matches have been recorded without it.

    Records leave it out while it has its default, so that matches from before it and after it have the same bytes.

    Args:
        more: What pydantic's `Field` takes, such as a description and limits.
    """
    return Field(default=default, exclude_if=lambda given: given == default, **more)
