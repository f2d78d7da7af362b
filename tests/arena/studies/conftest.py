"""The usual study of these tests."""

from __future__ import annotations

import pytest

from tests.arena.studies.pilot import written


@pytest.fixture
def study(tmp_path):
    return written(tmp_path / "study")
