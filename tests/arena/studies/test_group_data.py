"""The data of groups: each match once, each seat its participant's, each participant's words their own."""

from __future__ import annotations

import json
import re
from contextlib import closing

import pytest

from woozle.arena.studies import visit_pages
from woozle.arena.studies.debriefing import reveal_matches, revealed_lines
from woozle.arena.studies.expiry import Expiry, expire_visits
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participant_records import participant_seats
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.withdrawal import forget_text, withdraw_participant
from woozle.saves.redaction import redact
from woozle.saves.resume import reopen
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.saves.verify import verify

from tests.arena.studies.group_pilot import GroupPilot, group_study
from tests.arena.studies.recount import TABLES, compared, table


@pytest.fixture
def pilot(tmp_path):
    return GroupPilot(group_study(tmp_path / "study"))


def exported(study, folder, **options):
    export_study(study, folder, ("csv", "parquet"), with_text=True, **options)
    found = compared(study.path, folder, with_text=True)
    assert found.differences == []
    return {name: table(folder / f"{name}.csv") for name in TABLES}


def held(study):
    return "".join(path.read_text("utf-8").casefold() for path in study.matches.rglob("transcript.jsonl*"))


def kept(study, sentences):
    there = held(study)
    return [sentence for sentence in sentences if sentence.casefold() in there]


def match_of(study):
    (folder,) = study.matches.iterdir()
    return folder


def interrupted(folder):
    """Take the end of a match away, as if it were still to come."""
    *lines, end = (folder / CLOSED).read_bytes().splitlines(keepends=True)
    (folder / CLOSED).unlink()
    (folder / PART).write_bytes(b"".join(lines))
    (folder / KEY).write_text(json.loads(end)["body"]["key"])


def test_each_cell_of_groups_is_that_of_plan_journals_and_transcripts(pilot, tmp_path):
    codes = pilot.group(release=(True, False, True), quotes=2)
    others = pilot.group(release=(True, True, True), leaves=1)
    rows = exported(pilot.study, tmp_path / "out")
    assert len(rows["matches"]) == 2 and {row["participant"] for row in rows["matches"]} == {""}
    first, second = (row["group"] for row in rows["matches"])
    for row in rows["decisions"] + rows["seats"]:
        assert bool(row["participant"]) == (row["player"] == "human" or row.get("stand_in", "") != "")
        assert row["participant"] in ("", *(codes if row["group"] == first else others))
    assert {row["taken_over"] for row in rows["seats"] if row["group"] == second} == {"true"}
    [stood_in] = [row for row in rows["seats"] if row["stand_in_from"]]
    assert (stood_in["participant"], stood_in["decisions"]) == (others[1], "1")
    left = next(row for row in rows["participants"] if row["participant"] == others[1])
    assert (left["status"], left["group"], left["dropped"], left["dropped_how"]) == ("dropped out", second, "1", "gone")
    assert {row["waited"] for row in rows["participants"]} == {"1.0"}


def test_text_is_released_by_its_author_and_that_of_programs_by_all(pilot, tmp_path):
    codes = pilot.group(release=(False, True, True), quotes=2)
    rows = exported(pilot.study, tmp_path / "out")["decisions"]
    texts = {code: [row["text"] for row in rows if row["participant"] == code] for code in ("", *codes)}
    assert not any(texts[""]) and not any(texts[codes[0]])
    assert any(texts[codes[1]])
    assert any(row["characters"] for row in rows if row["participant"] == codes[2])
    assert not any("SENTENCE" in text for text in texts[codes[2]])  # what quotes the first


def test_words_of_an_earlier_match_are_released_by_their_author_too(tmp_path):
    pilot = GroupPilot(group_study(tmp_path / "study", matches=2))
    codes = pilot.group(release=(False, True, True), quotes=2)
    first = next(each for each in pilot.said[codes[0]] if "sentence" in each)
    rows = exported(pilot.study, tmp_path / "out")["decisions"]
    own = [row for row in rows if row["participant"] == codes[2] and row["characters"]]
    assert {row["match"][-9:] for row in own} == {"match-1-1", "match-2-1"}
    assert any(row["text"] for row in rows) and not any(first.upper() in row["text"] for row in rows)


def test_a_bonus_is_by_the_participants_own_seat(tmp_path):
    bonus = '\n[bonus]\nformula = "won + 2"\nmost = 9\n'
    exits = '\n[[exits]]\nwhen = "completion"\n'
    study = group_study(tmp_path / "study")
    path = study.path / "study.toml"
    path.write_text(path.read_text("utf-8") + bonus + exits, "utf-8")
    pilot = GroupPilot(type(study)(study.path))
    codes = pilot.group(release=(True, True, True))
    export_study(pilot.study, tmp_path / "out")
    rows = table(tmp_path / "out" / "seats.csv")
    won = {row["participant"]: row["result"] == "won" for row in rows if row["participant"]}
    people = table(tmp_path / "out" / "participants.csv")
    assert {row["participant"]: float(row["bonus"]) for row in people} == {code: won[code] + 2.0 for code in codes}


def test_the_debriefing_tells_who_was_who_and_where_a_program_played_for_somebody(pilot):
    codes = pilot.group(release=(True, True, True), leaves=1)
    for who in pilot.study.participants():
        [told] = reveal_matches(pilot.study, who)
        lines = [line.text for line in revealed_lines([told])]
        own = next(seat for seat in told.seats if seat.is_own)
        assert own.seat == participant_seats(pilot.study, match_of(pilot.study).name)[who.code]
        first, second, third, fourth, fifth = (seat.who for seat in told.seats)
        assert "the language model" in fifth and "without a language model" in third
        whom, whose, before = ("you", "your", "you") if who.code == codes[1] else ("them", "their", "another participant")
        assert re.fullmatch(
            rf"{before}; a program \(random\) answered for {whom} \d of \d times, first in place of {whose} 2nd answer", second
        )
        assert {first, fourth} <= {"you", "another participant"}
        assert not any(secret in line for line in lines for secret in (*codes, who.group))


def test_who_was_lost_reads_the_debriefing_once_the_match_is_over(pilot):
    codes = pilot.group(release=(True, True, True), leaves=1)
    with closing(StudyVisit(pilot.study, code=codes[1])) as visit:
        lines = [line.text for line in visit_pages.over(visit).lines]
    assert "Your group went on without you, so there is nothing left to do here. Thank you." in lines
    assert "The debrief of a study." in lines and any("a program (random) answered for you" in line for line in lines)
    interrupted(match_of(pilot.study))
    with closing(StudyVisit(pilot.study, code=codes[1])) as visit:
        assert not any("program" in line.text for line in visit_pages.over(visit).lines)


# Withdrawal


def test_one_seat_loses_its_words_and_what_others_quoted_of_them(pilot, tmp_path):
    codes = pilot.group(release=(True, True, True), quotes=2)
    study, said = pilot.study, {code: [each for each in pilot.said[code] if "sentence" in each.lower()] for code in codes}
    quoted = [each for each in said[codes[2]] if each.startswith("It was said")]
    assert quoted and set(kept(study, said[codes[0]] + quoted)) == set(said[codes[0]] + quoted)
    before = read(match_of(study)).link
    withdraw_participant(study, codes[0])
    assert kept(study, said[codes[0]]) == kept(study, quoted) == []
    assert kept(study, said[codes[1]]) == said[codes[1]]
    report = verify(match_of(study), 2)
    assert report.verdict != "altered" and read(match_of(study)).link == before
    rows = exported(study, tmp_path / "out", accepted=["withdrawn"])
    assert codes[0] not in json.dumps(rows)
    seat = next(place.seat for place in read(match_of(study)).header.seats)
    for name in ("decisions", "seats", "scores"):
        assert rows[name] and seat not in {row["seat"] for row in rows[name]}
    assert set(participant_seats(study, match_of(study).name)) == {*codes[1:]}


def test_what_was_said_in_an_earlier_match_of_the_group_is_quoted_too(tmp_path):
    pilot = GroupPilot(group_study(tmp_path / "study", matches=2))
    codes = pilot.group(release=(True, True, True), quotes=2)
    said = next(each for each in pilot.said[codes[0]] if "sentence" in each)
    later = next(folder for folder in pilot.study.matches.iterdir() if folder.name.endswith("match-2-1"))
    assert said.upper() in (later / CLOSED).read_text("utf-8") and said not in (later / CLOSED).read_text("utf-8")
    withdraw_participant(pilot.study, codes[0])
    assert said.casefold() not in held(pilot.study)
    assert all(verify(folder, 2).verdict != "altered" for folder in pilot.study.matches.iterdir())


def test_nothing_is_withdrawn_while_the_group_plays(pilot):
    codes = pilot.group(release=(True, True, True))
    folder = match_of(pilot.study)
    interrupted(folder)
    before = held(pilot.study)
    playing = reopen(folder, sync=False)
    with pytest.raises(StudyError, match="is being played, so nothing was withdrawn; withdraw again when it is over"):
        withdraw_participant(pilot.study, codes[0])
    assert forget_text(pilot.study, codes[0]) == 0
    assert held(pilot.study) == before
    playing.writer.close()
    assert withdraw_participant(pilot.study, codes[0]).lines > 0


def test_text_that_is_not_kept_goes_when_its_own_participant_has_finished(tmp_path):
    pilot = GroupPilot(group_study(tmp_path / "study", "\n[data]\ntext = false\n"))
    codes = pilot.group(release=(True, True, True), ends=False)
    study, own = pilot.study, {code: pilot.said[code] for code in codes}
    pilot.goes_on(codes[1])
    forget_text(study, codes[1])
    assert [bool(kept(study, own[code])) for code in codes] == [True, False, True]
    pilot.goes_on(codes[0])
    pilot.goes_on(codes[2])
    forget_text(study, codes[2])
    assert [bool(kept(study, own[code])) for code in codes] == [False, False, False]
    assert redact(match_of(study), seats=["Ada"]) == 0


# Expiry


def test_a_match_that_a_whole_group_has_left_is_void_and_no_bot_goes_on_with_it(tmp_path):
    pilot = GroupPilot(group_study(tmp_path / "study", '\n[leaving]\nkeep_hours = 1\nthen = "bot"\n'))
    codes = pilot.group(release=(True, True, True), ends=False)
    study, folder = pilot.study, match_of(pilot.study)
    for code in codes:
        with closing(study.open(code)) as journal:
            journal.rewrite(journal.entries[:-1])  # they did not come to the end of the match
    interrupted(folder)
    assert expire_visits(study, pilot.later(120)) == Expiry(expired=[who.code for who in study.participants()])
    assert [each.name for each in study.matches.iterdir()] == [folder.name]
    rows = exported(study, tmp_path / "out")
    assert [(row["is_void"], row["taken_over"], row["ended"]) for row in rows["matches"]] == [("true", "false", "unfinished")]
    assert {row["outcome"] for row in rows["flow"]} == {"dropped out"}


def test_a_plan_that_lost_seats_afterwards_is_said_and_breaks_nothing(pilot, tmp_path):
    pilot.group(release=(True, True, True))
    path = pilot.study.path / "study.toml"
    text = path.read_text("utf-8").replace("group = 3", "group = 2").replace('"human*2", "bot", "human"', '"human*2", "bot*2"')
    path.write_text(text, "utf-8")
    study, told = StudyFolder(pilot.study.path), []
    assert export_study(study, tmp_path / "out", tell=told.append).left_out == len(told) == 1
    assert any(reveal_matches(study, who) == () for who in study.participants())
    with pytest.raises(StudyError, match="The plan has other seats than when the match was played"):
        participant_seats(study, match_of(study).name)
