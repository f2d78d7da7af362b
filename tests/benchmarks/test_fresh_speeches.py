"""Most verdicts against speakers are right, in speeches that were written without the grammar in view."""

from __future__ import annotations

from benchmarks.fresh_speeches import count_rightly_held, read_speeches


def test_all_that_is_noted_as_false_is_in_its_speech():
    assert [each["quote"] for speech in read_speeches() for each in speech.false if each["quote"] not in speech.text] == []


def test_most_claims_that_are_held_against_their_speakers_are_false():
    right, n = count_rightly_held()
    assert n >= 25 and right >= 0.75 * n
