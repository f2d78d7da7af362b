"""Going on: after a crash at any point, and on another branch."""

from pathlib import Path

import pytest

from woozle.core.referee import Referee
from woozle.core.request import Forfeit
from woozle.saves.resume import FinishedError, ResumeError, fork, reopen
from woozle.saves.transcript import Header, HeaderSeat, Presentation, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, bots, finished, forged, interrupted, people, play, played_lines
from tests.two_truths import TwoTruths

LINES = 10


def go_on(folder: Path, answers=bots) -> bytes:
    again = reopen(folder, sync=False)
    play(again.referee, again.writer, answers)
    return (folder / "transcript.jsonl").read_bytes()


@pytest.mark.parametrize("lines", range(LINES + 1))
def test_a_match_that_broke_off_after_any_line_ends_as_if_it_had_not(tmp_path, lines):
    whole = finished(tmp_path / "whole").read_bytes()
    assert whole.count(b"\n") == LINES + 2
    if lines == LINES:
        path = finished(tmp_path / "m").rename(tmp_path / "m" / "transcript.jsonl.part")
        path.write_bytes(whole[: whole.rindex(b'{"body":')])
        (tmp_path / "m" / "match.key").write_text(KEY.hex())
    else:
        interrupted(tmp_path / "m", lines)
    assert played_lines(go_on(tmp_path / "m")) == played_lines(whole)


def test_a_torn_last_line_is_cut_off_wherever_it_tore(tmp_path):
    whole = finished(tmp_path / "whole").read_bytes()
    path = interrupted(tmp_path / "m", 4)
    start = path.stat().st_size
    key = (tmp_path / "m" / "match.key").read_bytes()
    for end in range(start + 1, start + 400, 57):
        (tmp_path / "m" / "match.key").write_bytes(key)
        path.write_bytes(whole[:end])
        assert played_lines(go_on(tmp_path / "m")) == played_lines(whole)
        (tmp_path / "m" / "transcript.jsonl").unlink()


def test_what_people_typed_is_not_lost_by_a_crash(tmp_path):
    interrupted(tmp_path / "m", 3, people)
    go_on(tmp_path / "m", people)
    assert read(tmp_path / "m").words["1.1"] == "SECRET-a-1"
    assert verify(tmp_path / "m").is_verified


def test_a_match_that_is_over_is_not_resumed(tmp_path):
    finished(tmp_path / "m")
    with pytest.raises(FinishedError, match="is over"):
        reopen(tmp_path / "m")


def test_a_match_that_broke_off_before_it_was_renamed_gets_its_name(tmp_path):
    path = finished(tmp_path / "m")
    path.rename(tmp_path / "m" / "transcript.jsonl.part")
    with pytest.raises(FinishedError):
        reopen(tmp_path / "m")
    assert path.is_file()


def test_a_match_without_its_key_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    path.with_name("match.key").write_text("no key")
    with pytest.raises(ResumeError, match=r"its match\.key is missing or damaged"):
        reopen(tmp_path / "m")
    path.with_name("match.key").write_text("00" * 32)
    with pytest.raises(ResumeError, match=r"the match\.key beside it does not match"):
        reopen(tmp_path / "m")


def test_a_match_that_another_process_finishes_meanwhile_is_over(tmp_path, monkeypatch):
    path = interrupted(tmp_path / "m", 3)
    (tmp_path / "m" / "match.key").unlink()

    def read_as_it_ends(path):
        found = read(path)
        found.path.rename(tmp_path / "m" / "transcript.jsonl")
        return found

    monkeypatch.setattr("woozle.saves.resume.read", read_as_it_ends)
    with pytest.raises(FinishedError, match="was just finished by another process"):
        reopen(path)


def test_a_match_of_other_rules_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    forged(path, 1, lambda body: body.update(rules=7))
    with pytest.raises(ResumeError, match="version 7 of the rules of two_truths is not installed; it was played with"):
        reopen(tmp_path / "m")


def test_a_match_whose_events_do_not_follow_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    forged(path, 2, lambda body: body["events"][0]["data"].update(index=2))
    before = path.read_bytes()
    with pytest.raises(ResumeError, match=r"line 2: event 1 \(Lie\), data, index: here it is 2, recomputing gives 1; .* --at 0`"):
        reopen(tmp_path / "m")
    fork(tmp_path / "m", 0, tmp_path / "n").writer.close()
    assert path.read_bytes() == before


def test_a_match_that_was_changed_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    path.write_bytes(path.read_bytes().replace(b'"seconds":0.5', b'"seconds":9.5'))
    with pytest.raises(
        ResumeError, match=r"line 3: .*link does not fit the chain; `woozle fork --at 1` can branch off before it\.$"
    ):
        reopen(tmp_path / "m")
    fork(tmp_path / "m", 1, tmp_path / "n").writer.close()


def test_a_match_that_is_nested_too_deeply_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    forged(path, 3, lambda body: body["events"][0]["data"].update(problem="DEEP"))
    path.write_bytes(path.read_bytes().replace(b'"DEEP"', b"[" * 600 + b"]" * 600))
    forged(path, 0, lambda body: None)
    with pytest.raises(ResumeError, match=r"line 3: it is nested too deeply to be compared; .* --at 1` can branch off"):
        reopen(tmp_path / "m")
    fork(tmp_path / "m", 1, tmp_path / "n").writer.close()


def test_a_copy_by_another_name_is_not_resumed(tmp_path):
    path = interrupted(tmp_path / "m", 3).rename(tmp_path / "m" / "copy.part")
    with pytest.raises(ResumeError, match=r"its file is not named transcript\.jsonl\.part"):
        reopen(path)


@pytest.mark.parametrize("at", range(LINES + 1))
def test_a_fork_shares_the_first_responses_and_goes_its_own_way(tmp_path, at):
    parent = read(finished(tmp_path / "m"))
    branch = fork(tmp_path / "m", at, tmp_path / "n", {"a": {"kind": "person"}}, sync=False)
    if at < LINES:
        assert branch.referee.outcome is None
    play(branch.referee, branch.writer, lambda request, _: Forfeit("gave_up"))
    child = read(tmp_path / "n")
    assert [line.body for line in child.lines[:at]] == [line.body for line in parent.lines[:at]]
    assert child.header.fork is not None
    last = parent.lines[at - 1].parts if at else parent.head
    assert (child.header.fork.at, child.header.fork.of) == (at, last.link.hex())
    assert child.header.players["a"] == {"kind": "person"}
    assert verify(tmp_path / "n").is_verified
    assert verify(tmp_path / "n").is_finished


def test_a_fork_keeps_the_words_it_shares(tmp_path):
    finished(tmp_path / "m", people)
    branch = fork(tmp_path / "m", 4, tmp_path / "n")
    branch.writer.close()
    assert read(tmp_path / "n").words.keys() == {"1.1", "1.2", "1.3", "4.1", "4.2", "4.3"}


@pytest.mark.parametrize("at", [-1, 11])
def test_a_fork_beyond_the_match_is_refused_in_words(tmp_path, at):
    finished(tmp_path / "m")
    with pytest.raises(ResumeError, match=f"can be forked after 0 to 10 Responses, not after {at}"):
        fork(tmp_path / "m", at, tmp_path / "n")
    assert not (tmp_path / "n").exists()


def test_an_unfinished_match_can_be_forked_where_its_key_is(tmp_path):
    path = interrupted(tmp_path / "m", 3)
    fork(path, 2, tmp_path / "n").writer.close()
    path.with_name("match.key").unlink()
    with pytest.raises(ResumeError, match=r"match\.key is missing"):
        fork(path, 2, tmp_path / "o")


def test_a_damaged_match_can_be_forked_before_the_damage(tmp_path):
    path = finished(tmp_path / "m")
    path.write_bytes(path.read_bytes().replace(b'"seconds":1.25', b'"seconds":9.25'))
    fork(path, 4, tmp_path / "n").writer.close()
    with pytest.raises(ResumeError, match=r"line 6: .*; `woozle fork --at 4` can branch off before it"):
        fork(path, 5, tmp_path / "o")


def test_how_a_match_was_shown_to_its_people_is_kept_as_long_as_they_play_it(tmp_path):
    seats = {"a": {"kind": "human"}, "b": {"kind": "human"}, "c": {"kind": "bot"}}
    blind = Presentation(is_blind=True, people=["b", "a"])
    referee = Referee(TwoTruths(seats=3), KEY)
    writer = Writer.create(tmp_path / "m", referee, seats, presentation=blind, sync=False)
    play(referee, writer, people, 2)
    writer.close()
    again = reopen(tmp_path / "m", sync=False)
    assert (again.header.is_blind, again.header.people) == (True, ("b", "a"))
    again.writer.close()
    for players, is_blind in ((None, True), (seats, False)):
        branch = fork(tmp_path / "m", 1, tmp_path / f"n{is_blind}", players, sync=False)
        branch.writer.close()
        assert read(tmp_path / f"n{is_blind}").header.is_blind is is_blind
    usual = read(interrupted(tmp_path / "u", 1).parent).header
    assert (usual.presentation, usual.people) == (None, ())
    assert b"presentation" not in (tmp_path / "u" / "transcript.jsonl.part").read_bytes()


@pytest.mark.parametrize("named", [["b"], ["b", "b"], ["b", "z"], []])
def test_people_who_are_numbered_wrongly_keep_the_order_of_their_seats(named):
    places = [HeaderSeat(seat=seat, player={"kind": "human"}) for seat in "ab"]
    shown = Presentation(is_blind=True, people=named)
    assert Header(game="g", rules=1, config={}, commitment="", seats=places, presentation=shown).people == ("a", "b")
