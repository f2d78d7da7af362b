"""Claims checked as a record grows, and what their verdicts come to in words. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from woozle.arena.views.audits import CONTRADICTED, FILTERS, TRUE, UNCERTAIN, UNSEEN, ClaimRow, SeatRates, rates, shares_of, tags
from woozle.arena.views.registry import can_audit
from woozle.core.game import EVERYONE
from woozle.core.line import Tag
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.events import Spoke
from woozle.games.ship.views.audit import Audit
from woozle.games.ship.views.verdicts import STANDINGS, VERDICTS, standing_words

from tests.tui.hosts import HOSTILE
from tests.tui.matches import folds, recorded

FALSE, NEAR = VERDICTS["false"], VERDICTS["near_miss"]
EVE = ClaimRow(40, 5, "Eve", "Eve was in Medbay", FALSE, CONTRADICTED, "Eve was in storage at tick 4.", (12,), "I was in medbay")


def row(verdict, standing="", **changes) -> ClaimRow:
    return replace(EVE, verdict=verdict, standing=standing, **changes)


def test_the_shares_say_what_they_are_of_and_what_is_in_none():
    accused, unseen = row(FALSE, CONTRADICTED, is_counted=False), row(UNSEEN, is_counted=False)
    assert shares_of([]) == ""
    unknown = "How often they are right has not been measured."
    assert shares_of([row(TRUE), EVE]) == f"Shares are of 2 of 2 claims. {unknown}"
    said = "Shares are of 2 of 5 claims, without 2 accusations or defences and 1 UNSEEN."
    assert shares_of([row(TRUE), accused, EVE, unseen, accused]) == f"{said} {unknown}"


def test_beside_the_shares_stands_how_often_such_verdicts_are_right():
    sure, unsure = replace(row(TRUE), measured=(58, 60)), replace(EVE, measured=(12, 30))
    assert shares_of([sure, unsure]).endswith("claims. Of such verdicts these were right: true 58 of 60, contradicted 12 of 30.")
    assert unsure.finding.endswith(" Contradicted (as the grammar reads it); of 30 such verdicts 12 were right.")
    assert sure.finding.endswith(" Of 60 such verdicts 58 were right.")
    assert "such verdicts" not in replace(row(UNSEEN), measured=(1, 2)).finding, "nothing was concluded"


def test_what_is_counted_and_what_is_left_out_are_all_claims_of_a_match():
    rows = audited(recorded(2, seats=6).record)
    numbers = [int(each) for each in re.findall(r"\d+", shares_of(rows).partition(". Of such")[0])]
    assert numbers[0] == sum(seat.counted for seat in rates(rows)) and numbers[1] == len(rows)
    assert numbers[0] + sum(numbers[2:]) == numbers[1]


def match(*speeches: str):
    """A record with these speeches in place of the first ones of its meetings; after them nobody says anything."""
    left = iter(speeches)
    return [
        (replace(event, text=next(left, "")) if isinstance(event, Spoke) else event, audience)
        for event, audience in recorded(2, seats=6).record
    ]


def audited(record, until=None) -> tuple[ClaimRow, ...]:
    fold = Audit()
    fold.grow(record)
    return fold.check(until or len(record), 10**6)


def test_a_whole_match_has_the_verdicts_of_the_command_line():
    record = recorded(2, seats=6).record
    rows, known = audited(record), audit(record).checked
    assert len(rows) == len(known) > 10
    for each, checked in zip(rows, known, strict=True):
        found = checked.verdict
        assert each.at == checked.statement.at
        assert each.verdict == (UNCERTAIN if found.standing == "uncertain" else VERDICTS[found.outcome])
        assert each.standing == standing_words(checked)
        assert (each.reason, each.proof) == (found.reason, found.evidence)


@pytest.mark.parametrize("is_imported", [False, True])
@pytest.mark.parametrize("goes_along", [False, True])
def test_speeches_are_judged_as_they_are_made_as_they_are_in_the_end(goes_along, is_imported):
    fold, rows = Audit(is_imported=is_imported), ()
    whole = Audit(is_imported=is_imported)
    whole.grow(recorded(2, seats=6).record)
    for _, new in folds(2, seats=6):
        fold.grow(new)
        if goes_along:
            fold.go_along()
        if fold.is_behind(len(fold)):
            rows += fold.check(len(fold), 1)
    assert rows == whole.check(len(whole), 10**6)


def test_only_what_was_heard_is_judged_and_only_once():
    record = recorded(2, seats=6).record
    fold = Audit()
    fold.grow(record)
    first = next(at for at, (event, _) in enumerate(record) if isinstance(event, Spoke))
    assert not fold.is_behind(first)
    assert fold.check(first, 9) == ()
    assert fold.is_behind(first + 1)
    assert {each.at for each in fold.check(first + 1, 9)} == {first}
    assert not fold.is_behind(first + 1)
    assert fold.is_behind(len(record))
    assert first not in {each.at for each in fold.check(len(record), 10**6)}


def test_a_claim_has_its_words_its_speaker_and_what_proves_it():
    speaker = next(event.seat for event, _ in match() if isinstance(event, Spoke))
    one, other = [seat for seat in ("Alice", "Bob", "Charlie") if seat != speaker][:2]
    record = match(f"I was in navigation the whole time, and I saw {one} kill {other} in weapons.")
    rows = audited(record)
    said, _ = record[rows[0].at]
    assert {(each.speaker, each.number) for each in rows} == {(said.seat, "ABCDEF".index(said.seat[0]) + 1)}
    assert all(each.quote in said.text for each in rows)
    assert any(f" kill {other} in Weapons" in each.claim and each.verdict != TRUE for each in rows)
    assert all(0 <= at < len(record) for each in rows for at in each.proof)


ODD = ("", HOSTILE, f"I was in {HOSTILE} at tick 3", "字" * 500, "I saw Bob in medbay. " * 2000, "\x00\n" * 50)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_any_text_can_be_said(text):
    assert all(isinstance(each, ClaimRow) for each in audited(match(text, "I was in medbay at tick 1.")))


def test_a_record_that_no_match_has_is_refused_in_a_sentence():
    record = [each for each in recorded(2, seats=6).record if type(each[0]).__name__ not in ("Briefing", "Placed")]
    with pytest.raises(ValueError, match="do not fit together"):
        audited(record)
    assert audited([(Spoke("Alice", 1, "I was in medbay."), EVERYONE)]) == ()


def test_what_is_not_so_is_noted_in_full_and_the_rest_is_counted():
    assert tags([row(TRUE), EVE, row(TRUE, "no grounds"), row(UNSEEN, claim="Eve found a body")]) == (
        Tag("✗ FALSE", "Eve was in Medbay — Eve was in storage at tick 4. Contradicted (as the grammar reads it).", "bad"),
        Tag("✓ TRUE", "2 claims", "good"),
        Tag("? UNSEEN", "Eve found a body", "quiet"),
    )
    assert tags([row(UNCERTAIN), row(UNSEEN), row(UNCERTAIN)]) == (
        Tag("? UNSEEN", "Eve was in Medbay", "quiet"),
        Tag("? UNCERTAIN", "2 claims", "quiet"),
    )
    assert tags([row(NEAR, "mistaken")])[0].tone == "notice"
    assert tags([]) == ()


def test_filters_leave_out_what_is_true_or_unseen_and_what_is_not_contradicted():
    rows = [row(TRUE), EVE, row(NEAR, "mistaken"), row(UNSEEN, contradiction="Eve contradicts itself."), row(UNCERTAIN)]
    found = {name: len([*filter(fits, rows)]) for name, fits in FILTERS.items()}
    assert found == {"all claims": 5, "not true": 2, "contradicted": 1, "contradict themselves": 1, "uncertain": 1}


def test_a_claim_that_its_own_speech_contradicts_is_noted_in_full_whatever_it_is_worth():
    itself = "Eve contradicts itself: “I saw Bob at tick 2” and “I saw nobody all round”."
    (tag, rest) = tags([row(TRUE, contradiction=itself), row(TRUE)])
    assert tag.mark == "✓ TRUE" and tag.text.endswith(itself) and rest.text == "Eve was in Medbay"


def test_no_word_for_what_the_grammar_read_says_lie():
    said = [*FILTERS, *STANDINGS.values(), *(tag.text for tag in tags([EVE]))]
    assert not [words for words in said if re.search(r"\b(?:lie|lies|lied|liar)", words)]


def test_rates_are_of_what_can_be_checked_and_is_no_accusation():
    bob = row(TRUE, number=2, speaker="Bob")
    rows = [EVE, row(TRUE), row(UNSEEN, is_counted=False), bob, row(FALSE, CONTRADICTED, is_counted=False)]
    assert rates(rows) == (SeatRates(2, "Bob", 1, 1, 0), SeatRates(5, "Eve", 2, 1, 1))
    assert rates([row(UNSEEN, is_counted=False)]) == (SeatRates(5, "Eve", 0, 0, 0),)


def test_rates_are_those_of_the_tallies():
    record = recorded(2, seats=6).record
    tallies = audit(record).tallies
    for seat in rates(audited(record)):
        assert (seat.true, seat.counted) == tallies[seat.name].true
        assert seat.contradicted == tallies[seat.name].contradicted.part


def test_games_without_meetings_have_no_audit():
    assert can_audit("ship")
    assert not can_audit("two_truths")
    assert not can_audit(HOSTILE)
