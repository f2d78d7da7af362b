"""Properties of the options of all games."""

from __future__ import annotations

import math

import pytest

from woozle.core import registry

LIMITS = [
    (name, option)
    for name in registry.names()
    for option in registry.game(name).config_type.model_fields
    if option.startswith("seconds_to_")
]


@pytest.mark.parametrize(("name", "option"), LIMITS)
@pytest.mark.parametrize("seconds", [math.inf, math.nan, 0, -1])
def test_a_limit_of_time_is_a_finite_number_above_0(name, option, seconds):
    with pytest.raises(registry.ConfigError, match=option):
        registry.configure(registry.game(name), "standard", {option: seconds})
    assert getattr(registry.configure(registry.game(name), "standard", {option: "0.5"}), option) == 0.5
