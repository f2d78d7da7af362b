"""Logs of the public QUACK release become transcripts."""

from __future__ import annotations

import copy
import json

import pytest

from woozle.games.ship.events import Overheard, Sight, Spoke, Waited
from woozle.games.ship.quack.log import LogError
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.tui.log_import import condition_of, import_log, logs_in, name_of, players_of, read_log
from woozle.saves.resume import ResumeError, fork
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.games.ship.quack_logs import LOGS, lines, match, needs_logs, write


@pytest.fixture(scope="module")
def rows():
    return lines(match(3))


@pytest.fixture
def log(tmp_path, rows):
    return write(tmp_path / "gpt5.5" / "seed03" / "game.jsonl", rows)


@pytest.mark.parametrize(
    ("seed", "seats", "options"), [(1, 6, {}), (2, 6, {}), (5, 10, {"ducks": 2}), (8, 4, {}), (9, 7, {"ticks_per_task": 3})]
)
def test_a_game_comes_out_as_it_was_played(tmp_path, seed, seats, options):
    whole = match(seed, seats, **options)
    again = play_again(read_log(write(tmp_path / "game.jsonl", lines(whole)))).referee

    def known(referee):
        """All but when in a tick those who waited had their turn, and so what they heard before it: no log tells."""
        return [event for event, _ in referee.record if not isinstance(event, Sight | Waited | Overheard)]

    assert known(again) == known(whole)
    assert again.outcome == whole.outcome


def test_a_transcript_says_where_it_comes_from_and_what_cannot_be_checked(tmp_path, log):
    taken = import_log(log, tmp_path / "out")
    header = read(taken.folder).header
    assert taken.is_new and taken.folder.name == header.source.name == "quack-gpt5.5-seed03"
    assert header.source.format == "QUACK" and len(header.source.digest) == 64
    report = verify(taken.folder, 3)
    assert {level: check.result for level, check in report.levels.items()} == {
        0: "passed",
        1: "unchecked",
        2: "unchecked",
        3: "unchecked",
    }
    assert "imported from a log of QUACK" in report.levels[1].reason
    with pytest.raises(ResumeError, match="imported from a log of QUACK"):
        fork(taken.folder, 3, tmp_path / "fork")


def test_a_changed_byte_of_an_imported_transcript_is_found(tmp_path, log):
    file = import_log(log, tmp_path).folder / "transcript.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"room":"', b'"room":"x', 1))
    assert not verify(file).is_verified


def test_importing_again_changes_nothing(tmp_path, log, rows):
    first = import_log(log, tmp_path / "out")
    before = (first.folder / "transcript.jsonl").read_bytes()
    assert import_log(log, tmp_path / "out") == (first.folder, False, [])
    assert (first.folder / "transcript.jsonl").read_bytes() == before
    write(log, [*rows[:-1], {**rows[-1], "timestamp": 1.5}])
    with pytest.raises(LogError, match="holds something else"):
        import_log(log, tmp_path / "out")
    assert [each.name for each in (tmp_path / "out").iterdir()] == [first.folder.name]


@pytest.mark.parametrize(
    ("number", "text", "sentence"),
    [
        (1, "{", "is no log of QUACK: its first line cannot be read. It is not JSON."),
        (7, "{", "line 7: It is not JSON. (--lenient skips such lines.)"),
        (7, "[]", "line 7: "),
        (7, '{"event_type": "dance", "tick": 1, "data": {}}', "line 7: There is no event 'dance' in logs of QUACK."),
        (7, '{"event_type": "player_moved", "tick": 1, "data": {"player_id": "player_1"}}', "line 7: from is missing."),
        (7, '{"event_type": "player_moved", "tick": 1, "data": {"player_id": "\\u001b[2J", "from": "a", "to": "b"}}', "player_id"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, log, number, text, sentence):
    given = log.read_text().splitlines()
    given[number - 1] = text
    log.write_text("\n".join(given))
    with pytest.raises(LogError) as refused:
        import_log(log, tmp_path / "out")
    assert sentence in str(refused.value) and "\x1b" not in str(refused.value)


def test_such_lines_can_be_skipped_and_are_named_then(tmp_path, log, rows):
    spoken = next(number for number, row in enumerate(rows) if row["event_type"] == "discussion_message")
    given = log.read_text().splitlines()
    given[spoken] = "garbage"
    given.insert(2, "")
    log.write_text("\n".join(given))
    taken = import_log(log, tmp_path / "out", is_lenient=True)
    assert taken.skipped == [(3, "It is not JSON."), (spoken + 2, "It is not JSON.")]
    told = [event for event, _ in play_again(read_log(log, is_lenient=True), is_lenient=True).referee.record]
    assert sum(isinstance(event, Spoke) and event.text == "" for event in told) >= 1


def test_a_log_that_the_rules_do_not_bear_out_is_refused(tmp_path, log, rows):
    given = copy.deepcopy(rows)
    work = next(number for number, row in enumerate(given) if row["event_type"] == "task_progress")
    given[work]["data"]["progress"] = "9/3"
    with pytest.raises(LogError, match=rf"line {work + 1}: task_progress does not follow from the lines before it"):
        import_log(write(log, given), tmp_path / "out")
    given = copy.deepcopy(rows)
    moved = next(number for number, row in enumerate(given) if row["event_type"] == "player_moved")
    given[moved]["data"]["to"] = "moon"
    with pytest.raises(LogError, match=rf"line {moved + 1}: .* cannot 'move moon' there by the rules"):
        import_log(write(log, given), tmp_path / "out")


@pytest.mark.parametrize("change", [{"team": "goose"}, {"role": "Goose"}, {"name": "Zoe"}, {"votes": {"player_0": "player_1"}}])
def test_what_a_log_says_of_whoever_was_voted_out_is_compared(tmp_path, log, rows, change):
    given = copy.deepcopy(rows)
    ejection = next(number for number, row in enumerate(given) if row["event_type"] == "player_ejected")
    data = given[ejection]["data"]
    team = given[0]["data"]["initial_state"][data["player_id"]]["team"]
    cast = [row for row in given[:ejection] if row["event_type"] == "vote_cast" and row["tick"] == given[ejection]["tick"]]
    votes = {row["data"]["voter"]: row["data"]["target"] for row in cast if row["data"]["target"]}
    data |= {"team": team, "role": team.title(), "votes": votes}
    play_again(read_log(write(log, given)))
    data |= {name: "duck" if (name, team) == ("team", "goose") else value for name, value in change.items()}
    if "role" in change and team == "goose":
        data["role"] = "Duck"
    with pytest.raises(LogError, match=rf"line {ejection + 1}: player_ejected does not follow from the lines before it"):
        play_again(read_log(write(log, given)))


def test_a_log_that_breaks_off_is_refused(tmp_path, log, rows):
    with pytest.raises(LogError, match="before the game is over"):
        import_log(write(log, rows[:-1]), tmp_path)
    with pytest.raises(LogError, match="does not begin with game_started"):
        import_log(write(log, rows[1:]), tmp_path)
    log.write_text("")
    with pytest.raises(LogError, match="does not begin with game_started"):
        import_log(log, tmp_path)
    with pytest.raises(LogError, match="cannot be read"):
        import_log(tmp_path / "nowhere.jsonl", tmp_path)


def test_other_names_are_refused(tmp_path, log, rows):
    given = copy.deepcopy(rows)
    given[0]["data"]["initial_state"]["player_1"]["name"] = "Mallory\x1b[2J"
    with pytest.raises(LogError, match=r"called 'Mallory␛\[2J' where Bob should be"):
        import_log(write(log, given), tmp_path)


def test_models_are_named_by_the_settings_or_by_the_folders(tmp_path, rows):
    pairs = write(tmp_path / "geese_gpt5.5_duck_gemini3.1pro" / "20260521_230953_seed1" / "game.jsonl", rows)
    log = read_log(pairs)
    ducks = {seat for seat, dealt in log.players.items() if dealt.team == "duck"}
    assert {seat: player["name"] for seat, player in players_of(pairs, log).items()} == {
        seat: "gemini3.1pro" if seat in ducks else "gpt5.5" for seat in log.players
    }
    settings = pairs.parent / "config.yaml"

    def named(text: str) -> tuple[set[str], set[str]]:
        """Return the names of the players of geese, and of ducks, by these settings."""
        settings.write_bytes(text.encode())
        names = {seat: player["name"] for seat, player in players_of(pairs, log).items()}
        return {names[seat] for seat in names if seat not in ducks}, {names[seat] for seat in ducks}

    model = "model:\r\n  name: gpt-x\r\n  temperature: 1.0\r\n  image_model: none\r\n"
    assert named(f"{model}experiment:\r\n  name: pairs\r\n  duck_model: opus\r\n") == ({"gpt-x"}, {"opus"})
    assert named(f"{model}experiment:\r\n  name: alone\r\n  duck_model: null\r\n") == ({"gpt-x"}, {"gpt-x"})
    assert named("experiment:\r\n  duck_model: opus\r\n") == ({"gpt5.5"}, {"opus"})
    assert named("model: gpt-x\nexperiment: [1]\n") == ({"gpt-x"}, {"gpt-x"})
    for nothing in ("{: nonsense", "", "- 1", "model: {name: 3}", "experiment: 7"):
        assert named(nothing) == ({"gpt5.5"}, {"gemini3.1pro"})
    alone = write(tmp_path / "somewhere" / "game.jsonl", rows)
    assert {player["name"] for player in players_of(alone, read_log(alone)).values()} == {"unknown"}
    assert condition_of(alone) == "" and condition_of(pairs) == "geese_gpt5.5_duck_gemini3.1pro"


def test_a_tree_of_logs_is_searched_without_the_backups(tmp_path, rows):
    kept = write(tmp_path / "b" / "seed2" / "game.jsonl", rows)
    write(tmp_path / "b" / "seed2" / "eval_backup_before_rate_limit_refill_1" / "game.jsonl", rows)
    first = write(tmp_path / "a" / "seed1" / "game.jsonl", rows)
    assert logs_in(tmp_path) == [first, kept]
    assert name_of(kept) == "quack-b-seed2"
    (tmp_path / "empty").mkdir()
    with pytest.raises(LogError, match=r"There is no game\.jsonl in"):
        logs_in(tmp_path / "empty")


@needs_logs
def test_real_games_are_imported_whole(tmp_path):
    for path in LOGS[::10]:  # one of each condition
        taken = import_log(path, tmp_path)
        transcript = read(taken.folder)
        spoken = [event["data"]["text"] for line in transcript.lines for event in line.body["events"] if event["event"] == "Spoke"]
        logged = [json.loads(row) for row in path.read_text("utf-8").splitlines()]
        assert spoken == [row["data"]["message"].strip() for row in logged if row["event_type"] == "discussion_message"]
        assert not transcript.findings
    assert len(list(tmp_path.iterdir())) == len(LOGS[::10])
