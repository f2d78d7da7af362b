"""Agreement of people with the machine and with each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.games.ship.claims.label_errors import Part, phase_of
from woozle.games.ship.claims.labels import MACHINE, Heard, Item, Opinion, compare_labels, rows
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.tui.annotation import agreement_lines

from tests.games.ship.claims.observed.scene import board

LINE = build_timeline(board().talk().record)
HERE = Claim("location", "Alice", room="medbay", when="at tick 1", span=(0, 9), is_hedged=True)
SAW = Claim("sighting", "Alice", "Bob", "medbay")
BLAME = Claim("accusation", "Alice", "Frank", strength="strong", basis="a feeling")


def heard(at: int, *claims: Claim, is_missing: bool = False) -> Heard:
    statement = Statement(0, 6, 0, "Alice", "so and so", at)
    return Heard("one", "d", LINE, statement, None if is_missing else claims)


def judge(speech, claim):
    return "true" if claim.type == "location" else "false"


def done(speech, **labels):
    """The labels of a speech that is done: by the place of the claim, as c0, c1."""
    found = {speech.item(speech.claims[int(name[1:])]): label for name, label in labels.items()}
    return found | {speech.item(): Opinion("all")}


def test_a_person_who_agrees_makes_the_machine_perfect():
    speeches = [heard(at, HERE, SAW) for at in range(40)]
    labels = {}
    for speech in speeches:
        labels |= done(speech, c0=Opinion("yes", outcome="true"), c1=Opinion("yes", outcome="false"))
    found = compare_labels(speeches, {"ann": labels}, judge)
    reading = found.readings["ann"]
    assert (reading.speeches, reading.claims, reading.judged) == (40, 80, 80)
    assert [figure.value for figure in reading.retrieval] == [1, 1, 1]
    assert found.kappas["machine", "ann"].value == found.everybody.value == 1
    assert found.people.n == 0 and found.people.value is None
    assert found.confusion == {("true", "true"): 40, ("false", "false"): 40}


def test_what_was_not_said_costs_precision_and_what_was_missed_costs_recall():
    speech = heard(1, HERE, SAW)
    labels = done(speech, c0=Opinion("yes"), c1=Opinion("no")) | {speech.item(BLAME): Opinion("added")}
    precision, recall, f1 = compare_labels([speech], {"ann": labels}, judge).readings["ann"].retrieval
    assert (precision.value, recall.value, f1.value) == (0.5, 0.5, 0.5)


def test_a_correction_counts_as_another_claim_but_not_where_only_the_time_is_put_otherwise():
    speech = heard(1, HERE, SAW)
    other_time = Claim("location", "Alice", room="medbay", when="tick 1")
    other_room = Claim("sighting", "Alice", "Bob", "storage")
    labels = done(speech, c0=Opinion("corrected", other_time), c1=Opinion("corrected", other_room))
    assert compare_labels([speech], {"ann": labels}, judge).readings["ann"].retrieval.f1.value == 0.5


def test_claims_that_the_machine_no_longer_reads_were_still_said():
    before, now = heard(1, HERE, SAW), heard(1, HERE)
    labels = done(before, c0=Opinion("yes"), c1=Opinion("yes"))
    reading = compare_labels([now], {"ann": labels}, judge).readings["ann"]
    assert (reading.claims, reading.retrieval.precision.value, reading.retrieval.recall.value) == (2, 1, 0.5)
    assert [row.meaning.type for row in rows(now, labels)] == ["location", "sighting"]


def test_speeches_that_are_not_done_or_that_the_machine_did_not_read_say_nothing_of_extraction():
    begun, unread = heard(1, HERE), heard(2, is_missing=True)
    labels = {begun.item(HERE): Opinion("yes", outcome="true"), unread.item(): Opinion("all"), Item("gone", 1): Opinion("all")}
    found = compare_labels([begun, unread], {"ann": labels}, judge)
    assert found.readings["ann"].speeches == 0
    assert found.readings["ann"].retrieval.f1.value is None
    assert found.kappas["machine", "ann"].n == 1
    assert found.elsewhere == 1


def test_people_are_compared_on_what_both_judged_as_they_both_have_it():
    speeches = [heard(at, SAW) for at in range(4)]
    ann, bob = {}, {}
    for number, speech in enumerate(speeches):
        ann[speech.item(SAW)] = Opinion("yes", outcome="true" if number % 2 else "false")
        bob[speech.item(SAW)] = Opinion("yes", outcome="true" if number % 2 else "false")
    bob[speeches[3].item(SAW)] = Opinion("corrected", HERE, "true")
    found = compare_labels(speeches, {"bob": bob, "ann": ann}, judge)
    assert list(found.kappas) == [(MACHINE, "ann"), (MACHINE, "bob"), ("ann", "bob")]
    assert (found.kappas["ann", "bob"].n, found.kappas["ann", "bob"].value) == (3, 1)
    assert found.people == pytest.approx(found.people._replace(value=1.0))
    assert found.everybody.n == 4, "five claims of four speeches"


def test_what_is_uncertain_to_the_machine_agrees_with_nobody_and_is_counted():
    speeches = [heard(at, HERE, SAW) for at in range(4)]
    labels = {}
    for number, speech in enumerate(speeches):
        outcome = "true" if number % 2 else "false"
        labels |= done(speech, c0=Opinion("yes", outcome=outcome), c1=Opinion("yes", outcome="true"))

    def unsure(speech, claim):
        return "uncertain" if claim.type == "sighting" else "true" if speech.statement.at % 2 else "false"

    found = compare_labels(speeches, {"ann": labels}, unsure)
    assert found.confusion == {("true", "true"): 2, ("false", "false"): 2, ("true", "uncertain"): 4}
    assert found.kappas["machine", "ann"].value == found.everybody.value == 1
    assert "4 labels of claims that the machine did not fully understand" in "\n".join(agreement_lines(found))


def test_hedges_bases_and_spans_make_no_other_claim():
    speech = heard(1, HERE, Claim("location", "Alice", room="medbay", when="at tick 1"), BLAME)
    assert [row.claim for row in rows(speech, {})] == [HERE, BLAME]
    doubted = replace(HERE, doubt="It stands in a quotation or beside one.")
    assert heard(1, doubted).item(doubted) == speech.item(HERE)


def test_errors_are_told_by_type_of_claim_and_phase_of_the_match():
    """Alice's claims in the first meeting are read right but one; of those in a third meeting one is missed."""
    first = heard(1, HERE, SAW)
    later = replace(heard(2, HERE), statement=Statement(2, 30, 0, "Alice", "so and so", 2))
    labels = done(first, c0=Opinion("yes", outcome="false"), c1=Opinion("no"))
    labels |= done(later, c0=Opinion("yes", outcome="true")) | {later.item(SAW): Opinion("added", outcome="near_miss")}
    errors = compare_labels([first, later], {"ann": labels}, judge).errors
    assert list(errors) == [
        Part("location", "early"), Part("location", "late"), Part("location", None),
        Part("sighting", "early"), Part("sighting", "late"), Part("sighting", None),
        Part(None, "early"), Part(None, "late"), Part(None, None),
    ]  # fmt: skip
    everything, sightings = errors[Part(None, None)], errors[Part("sighting", None)]
    assert (everything.misread, everything.missed, everything.misjudged) == ((1, 3), (1, 3), (2, 3))
    assert (sightings.misread, sightings.missed, sightings.misjudged) == ((1, 1), (1, 1), (1, 1))
    assert errors[Part("location", "early")].misjudged == (1, 1) and errors[Part("location", "late")].misjudged == (0, 1)
    assert everything.misjudged_rate.value == pytest.approx(2 / 3)
    again = compare_labels([first, later], {"ann": labels, "bob": labels}, judge).errors[Part(None, None)]
    assert again.misjudged == (4, 6) and again.misjudged_rate.n == 2, "a speech counts once, whoever labels it"


@pytest.mark.parametrize(("meeting", "phase"), [(0, "early"), (1, "middle"), (2, "late"), (7, "late")])
def test_the_phase_of_a_match_is_told_by_its_meetings(meeting, phase):
    assert phase_of(Statement(meeting, 9, 1, "Alice", "", 3)) == phase
