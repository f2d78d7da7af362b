"""Every kind of viewer is shown what it was shown when somebody last read the golden files of tables."""

from __future__ import annotations

import pytest

from tests import looks
from tests.lines import difference


@pytest.mark.parametrize("game", looks.GAMES)
def test_tables_results_and_end_cards_look_as_in_the_golden_file(game):
    changed = difference(looks.KEPT / f"{game}.txt", looks.text_of(game), looks.RENEW)
    assert not changed, changed
