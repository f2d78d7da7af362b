"""A match audited, and matches compared."""

from __future__ import annotations

import pytest

from woozle.core.statistics.resampling import Share
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.comparison import Audited, differences, groups
from woozle.games.ship.claims.schema import Claim

from tests.games.ship.board import Board
from tests.games.ship.claims.matches import APART, played


def board(**speeches):
    """Frank kills Eve in front of nobody, Alice finds her, and everybody speaks twice; Alice votes for Frank."""
    table = Board("quack", rooms=APART).act("Frank", "kill Eve").act("Frank", "move cafeteria")
    table.act("Alice", "move upper_engine").act("Alice", "move medbay").tick().act("Alice", "report")
    return table.talk("", **speeches).vote(Alice="Frank")


LYING = {"Frank": "I was in storage. I saw Bob in weapons.", "Diana": "I was in storage. Bob is the duck!", "Bob": "Bob is clear."}


def test_the_claims_of_each_speech_are_checked():
    found = audit(board(**LYING).record)
    told = {(each.statement.speaker, each.claim.type, each.claim.room): each.verdict for each in found.checked}
    assert told["Diana", "location", "storage"].standing == "honest"
    assert told["Frank", "location", "storage"].standing == "lie"
    assert told["Frank", "sighting", "weapons"].outcome == "false"
    assert told["Diana", "accusation", ""].outcome == "false" and not told["Diana", "accusation", ""].is_grounded
    assert len(found.extractions) == len(found.timeline.statements) == 10
    assert (found.tier2, found.tier3) == (None, None)


def test_what_claims_come_to_counts_by_speaker():
    found = audit(board(**LYING).record).tallies
    assert found["Diana"].true == Share(2, 2) and found["Diana"].accused == Share(0, 2) and found["Diana"].grounded == Share(0, 2)
    assert found["Frank"].misplaced == found["Frank"].contradicted == Share(4, 4)
    assert found["Frank"].caught == Share(1, 1), "Alice voted for the liar"
    assert found["Diana"].false_charges == Share(0, 2), "she cannot know who is the duck"
    assert found["Bob"].defended == Share(0, 0), "nobody's own word counts for it"
    assert found["Charlie"].true == Share(0, 0) and found["Charlie"].unread == Share(0, 2)


def test_a_murder_charge_that_its_speaker_knows_to_be_false_is_a_lie_of_its_own_kind():
    found = audit(board(Frank="Diana is the duck.", Charlie="Frank is the duck.", Diana="...").record).tallies
    assert found["Frank"].false_charges == Share(2, 2) and found["Frank"].contradicted == Share(0, 0)
    assert found["Charlie"].false_charges == Share(0, 2)


def test_what_a_speaker_does_not_assert_is_in_no_share():
    retold = [
        Claim("sighting", "Bob", "Diana", "storage", source=source, told_by="Bob") for source in ("hearsay", "denied", "question")
    ]
    assert audit(board(Frank="...").record, known=lambda statement: retold).tallies["Frank"].true == Share(0, 0)


def test_what_is_uncertain_is_in_no_share_but_its_own():
    plain, unclear = "I was in storage.", "I was in storage during the kill window."
    claims = {plain: "", unclear: "during the kill window"}

    def known(statement):
        sure = Claim("location", statement.speaker, room="storage", when=claims.get(statement.text, ""))
        stance = Claim("accusation", statement.speaker, "Frank", doubt="It stands in a quotation or beside one.")
        return [sure, stance] if statement.text in claims else []

    found = audit(board(Frank=unclear, Diana=plain).record, known=known).tallies
    assert found["Frank"].uncertain == Share(2, 2) and found["Diana"].uncertain == Share(0, 2)
    assert found["Frank"].unverifiable == Share(0, 2)
    for name in ("true", "misplaced", "contradicted", "mistaken", "unsupported", "caught", "accused", "grounded", "defended"):
        assert getattr(found["Frank"], name) == Share(0, 0), name
    assert found["Diana"].true == Share(2, 2) and found["Diana"].accused == Share(0, 0)


def test_it_is_kept_who_read_the_claims():
    assert audit(board().record).is_by_grammar
    assert not audit(board().record, known=lambda statement: ()).is_by_grammar


def test_claims_from_elsewhere_are_taken_as_they_are_and_missing_ones_are_missing():
    def known(statement):
        return None if statement.speaker == "Bob" else [Claim("location", statement.speaker, room="medbay")] * 2

    ours = audit(board().record, known=known)
    theirs = audit(board().record, known=known, mode="compatible")
    assert len(ours.checked) == 2 * len(theirs.checked) == 16
    assert ours.tallies["Bob"].unread == Share(2, 2) and ours.tallies["Alice"].unread == Share(0, 2)
    assert theirs.tier3["total_dedup_collapsed"] == 8
    assert {each.verdict.standing for each in theirs.checked} == {""}


@pytest.mark.parametrize("length", [0, 1, 12, 40, 75])
def test_a_match_is_audited_as_far_as_it_goes(length):
    record = board(**LYING).record
    for mode in ("observed", "compatible"):
        found = audit(record[:length], mode=mode)
        assert len(found.extractions) == sum(type(event).__name__ == "Spoke" for event, _ in record[:length])


def test_many_matches_are_compared_by_who_sat_there_and_the_same_deals_in_pairs():
    games = []
    for seed in range(4):
        record = played(seed, is_random=True).record
        found = audit(record)
        for name in ("one", "two"):
            games.append(Audited(found, dict.fromkeys(found.timeline.seats, name)))
    assert games[0].condition == "one" and games[0].deal == games[1].deal != games[2].deal
    sides = {group.name for group in groups(games) if group.by == "player"}
    assert sides == {f"{name} as {team}" for name in ("one", "two") for team in ("duck", "goose")}
    assert next(group for group in groups(games) if group.by == "all").n == 8
    for difference in differences(games):
        assert difference.pooled.value == 0 and (difference.one, difference.other) == ("one", "two")


def test_a_condition_says_who_played_whom():
    found = audit(board().record)
    players = dict.fromkeys(found.timeline.seats, "big") | {"Frank": "small"}
    assert Audited(found, players).condition == "geese big, ducks small"
    assert Audited(found, {"Alice": "big", "Frank": "small"}).condition == "geese ? + big, ducks small"


def test_geese_that_never_lie_are_hardly_ever_said_to():
    """The bots say as geese what they remember, in their own words; what is held against them is a fault of reading or judging."""
    whole = Share(0, 0)
    for seed in range(40):
        found = audit(played(seed, is_random=False).record)
        for seat, tally in found.tallies.items():
            if found.timeline.teams[seat] == "goose":
                whole = Share(whole.part + tally.contradicted.part, whole.whole + tally.contradicted.whole)
    assert whole.whole > 200 and whole.part / whole.whole < 0.05
