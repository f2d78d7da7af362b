"""Key facts that a summary tells."""

from __future__ import annotations

import pytest

from woozle.games.quest.judgement.coverage import Fact, find_missing

SOLD = Fact(fact="sold for 2,260 crowns", words=("sell|auction", "2,260"))
FROZE = Fact(fact="the clockwork froze", words=("clockwork freeze|frost",))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It was sold for 2,260 crowns.", [FROZE]),
        ("At auction it made 2,260; the clockwork froze.", []),
        ("It was sold for 2,261 crowns.", [SOLD, FROZE]),
        ("2,260", [SOLD, FROZE]),
        ("The clockwork had frozen in the frost.", [SOLD]),
        ("FROST stopped it.", [SOLD]),
        ("The frozen clockwork.", [SOLD, FROZE]),
        ("The clockworks freeze.", [SOLD]),
        ("Frosty clockwork, 12,260 sold.", [SOLD, FROZE]),
        ("", [SOLD, FROZE]),
    ],
)
def test_a_fact_is_told_where_each_of_its_words_or_one_that_does_as_well_is_there_in_any_form(text, left):
    assert find_missing((SOLD, FROZE), text) == tuple(each.fact for each in left)
