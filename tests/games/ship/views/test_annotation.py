"""A speech to be labelled, as a page; what happened, as tables; a claim, as a form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.games.ship.claims.labels import Heard, Opinion, rows
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.events import MeetingCalled
from woozle.games.ship.views.annotation import (
    FIELDS,
    NOTHING,
    OVER,
    REST,
    SAID,
    SO,
    Cell,
    claim_from_form,
    is_done,
    label_words,
    offer_fields,
    places,
    question,
    selects,
    sightings,
)

from tests.games.ship.claims.observed.scene import board

RECORD = board().talk("I was here.").record
LINE = build_timeline(RECORD)
STATEMENTS = {each.speaker: each for each in LINE.statements}
CLAIM = Claim("location", "Alice", room="medbay", when="at tick 1", span=(2, 5))


def heard(speaker: str = "Alice", *claims: Claim) -> Heard:
    return Heard("one", "d", LINE, STATEMENTS[speaker], claims)


def asked(speech, labels, at=0):
    return question(rows(speech, labels), at, is_over=is_done(speech, labels))


def test_a_claim_is_asked_about_twice_and_then_whether_that_is_all():
    speech, labels = heard("Alice", CLAIM), {}
    assert asked(speech, labels) == SAID
    labels[speech.item(CLAIM)] = Opinion("yes")
    assert asked(speech, labels) == SO
    labels[speech.item(CLAIM)] = Opinion("yes", outcome="wrong_room")
    assert asked(speech, labels) == REST
    assert label_words(rows(speech, labels)[0].label) == ("✓", "said, wrong room")
    labels[speech.item()] = Opinion("all")
    assert asked(speech, labels) == OVER


def test_an_answered_claim_among_others_says_how_many_are_left():
    speech = heard("Alice", CLAIM, Claim("count", "Alice", number=2))
    labels = {speech.item(CLAIM): Opinion("no")}
    assert asked(speech, labels, 0) == "Answered; another answer takes its place. 1 claim to go."
    assert asked(speech, labels, 1) == SAID
    assert asked(heard(), {}, None) == NOTHING
    assert label_words(rows(speech, labels)[0].label) == ("✗", "not said")


def test_corrected_and_added_claims_stand_as_the_person_has_them():
    speech = heard("Alice", CLAIM)
    other, added = Claim("location", "Alice", room="storage"), Claim("defense", "Alice", "Bob")
    first, second = rows(speech, {speech.item(CLAIM): Opinion("corrected", other), speech.item(added): Opinion("added")})
    assert (first.meaning, label_words(first.label), first.claim.span) == (other, ("≈", "corrected"), (2, 5))
    assert (second.meaning, label_words(second.label), second.claim.span) == (added, ("+", "added"), None)


# What happened


def test_the_table_tells_where_everyone_was_until_the_meeting():
    table = places(LINE, STATEMENTS["Alice"])
    rows = {row.tick: row for row in table.rows if row.cells}
    assert (table.names[5], table.teams[5]) == ("Frank", "duck")
    assert list(rows) == [str(tick) for tick in range(7)]
    assert [cell.room for cell in rows["1"].cells[:3]] == ["Medbay", "Cafeteria", "Medbay"]
    assert rows["2"].cells[1] == Cell("", "†")
    assert rows["3"].cells[5] == Cell("Weapons", "→")
    words = [row.words for row in table.rows if not row.cells]
    assert words == ["Round 1", "† Frank killed Bob in Cafeteria", "▪ Charlie reported a body in Cafeteria"]


def test_the_list_tells_what_the_speaker_saw_and_nobody_else():
    frank = [row.words for row in sightings(LINE, STATEMENTS["Frank"]).rows]
    alice = [row.words for row in sightings(LINE, STATEMENTS["Alice"]).rows]
    assert "killed Bob in cafeteria" in frank
    assert not [words for words in alice if "killed" in words or "body" in words]
    assert any(words.startswith("Medbay: with Charlie, Diana and Eve") for words in alice)
    charlie = [row.words for row in sightings(LINE, STATEMENTS["Charlie"]).rows]
    assert any("the body of Bob" in words for words in charlie)


def test_later_rounds_begin_where_their_speech_is_about():
    table = board(max_ticks=20).talk().vote().tick().act("Alice", "button")
    line = build_timeline(table.talk().record)
    last = line.statements[-1]
    found = places(line, last)
    assert last.meeting == 1
    assert found.rows[found.begin].words == "Round 2"
    assert sightings(line, last).rows[sightings(line, last).begin].words == "Round 2"


def test_a_meeting_long_after_the_last_tick_of_a_forged_record_has_no_rows_between():
    forged = [(replace(event, tick=10**12) if isinstance(event, MeetingCalled) else event, to) for event, to in RECORD]
    line = build_timeline(forged)
    assert places(line, line.statements[-1]) == places(LINE, LINE.statements[-1])


# Forms


def untouched(speech, claim=None):
    """Return what stands in the form of a claim before anything is changed."""
    return {select.id: select.values[select.index] for select in selects(speech, claim)}


@pytest.mark.parametrize(
    "claim",
    [
        CLAIM,
        Claim("location", "Alice", route=("medbay", "storage"), span=(1, 2)),
        Claim("sighting", "Alice", "Nobody at all", "medbay", is_negated=True),
        Claim("accusation", "Alice", "Frank", strength="weak", basis="it"),
        Claim("kill", "Alice", "Frank", "medbay", victim="Bob"),
        Claim("departure", "Alice", "Frank", "medbay", way="storage"),
        Claim("count", "Alice", number=3, room="the moon"),
        Claim("activity", "Alice", activity="juggling"),
        Claim("defense", "Diana", "Bob"),
    ],
    ids=lambda claim: claim.type,
)
def test_a_form_that_is_not_touched_says_the_same_claim(claim):
    assert claim_from_form(untouched(heard("Alice", claim), claim), claim, "Alice") == claim


def test_every_type_has_its_selects():
    form = {select.id: select for select in selects(heard(), None)}
    assert set(FIELDS) == set(form["type"].values)
    assert {name for told in FIELDS.values() for name in told} == set(form) - {"type"}


def test_another_type_keeps_only_the_place_in_the_speech():
    values = untouched(heard("Alice", CLAIM), CLAIM) | {"type": "alone", "room": "storage", "when": "", "is_negated": "yes"}
    assert claim_from_form(values, CLAIM, "Alice") == Claim("alone", "Alice", room="storage", is_negated=True, span=(2, 5))


def test_a_route_is_set_room_by_room_ends_at_a_gap_and_can_be_shortened_to_a_room():
    values = untouched(heard("Eve"))
    assert offer_fields(values) == ["type", "subject", "room", "when", "is_negated"]
    values |= {"room": "medbay", "stop-2": "storage", "stop-4": "cafeteria"}
    assert offer_fields(values) == ["type", "subject", "room", "stop-2", "stop-3", "when", "is_negated"]
    assert claim_from_form(values, None, "Eve").route == ("medbay", "storage")
    assert claim_from_form({**values, "stop-2": ""}, None, "Eve").room == "medbay"
    claim = Claim("location", "Alice", route=("medbay", "storage"), span=(1, 2))
    shorter = {**untouched(heard("Alice", claim), claim), "stop-2": ""}
    assert claim_from_form(shorter, claim, "Alice") == Claim("location", "Alice", room="medbay", span=(1, 2))


def test_a_new_claim_is_the_speakers_own():
    values = untouched(heard("Eve")) | {"type": "sighting", "target": "Alice", "when": "tick 3"}
    assert claim_from_form(values, None, "Eve") == Claim("sighting", "Eve", "Alice", when="tick 3")


def test_names_and_rooms_from_outside_are_made_visible():
    form = selects(heard("Alice"), Claim("sighting", "Al\x1bice", "B\u202eob"))
    assert not any("\x1b" in word or "\u202e" in word for select in form for word in select.words)
