"""Withdrawn words of debates."""

from __future__ import annotations

from itertools import chain

import pytest

from woozle.core.text import WITHDRAWN
from woozle.saves.decoder import decode_record
from woozle.saves.redaction import redact
from woozle.saves.transcript import read

from tests.games.debate.cases import FREE
from tests.typists import Typist, pieces, played


def test_who_withdraws_takes_along_what_others_said_again_of_them_and_nothing_else(tmp_path):
    case = FREE[0]
    seats = case.play().seats
    folder = played(case, 0, tmp_path / "m", {seats[0]: (one := Typist("one")), seats[1]: (other := Typist("other"))})
    redact(folder, seats=seats[:1])
    transcript = read(folder)
    assert transcript.redacted_count < len(transcript.lines)
    texts = {ref: text for line in transcript.lines for ref, text in (line.words or {}).items()}
    assert not any(piece in text.casefold() for text in texts.values() for piece in pieces(one.planted))
    assert any(text in texts.values() for text in other.planted)
    assert WITHDRAWN in {str(words) for words in transcript.words.values()}
    with pytest.raises(ValueError, match="a person typed one of them"):
        case.play().opening_options(case.play().config, list(chain.from_iterable(decode_record(type(case.play()), transcript))))
