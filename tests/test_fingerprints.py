"""The bots' play for a seed, what models read and see of it, and all its figures, are unchanged."""

from __future__ import annotations

import pytest

from tests import fingerprints


@pytest.mark.parametrize("part", fingerprints.PARTS)
def test_nothing_has_changed_by_accident(part):
    assert fingerprints.PARTS[part]() == fingerprints.kept(part)
