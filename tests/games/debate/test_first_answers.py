"""First answers of one run, taken over by another."""

from __future__ import annotations

import json
import shutil

import pytest

from woozle.arena.runs.first_answers import check_first_answers, config_of, digest, read_first_answers, seats_of
from woozle.arena.runs.plan import PLAN, Plan, PlanError, open_plan, read_plan
from woozle.games.debate.events import Answered
from woozle.games.debate.rules import Debate
from woozle.saves.decoder import decode_record
from woozle.saves.transcript import CLOSED, PART, read

from tests.games.debate.play import BEARS

HEFFALUMPS = BEARS.model_copy(update={"id": "heffalumps", "question": "How many heffalumps went round the spinney?"})


@pytest.fixture
def pool(tmp_path):
    file = tmp_path / "pool.jsonl"
    file.write_text("".join(f"{problem.model_dump_json()}\n" for problem in (BEARS, HEFFALUMPS)), "utf-8")
    return file


@pytest.fixture
def first(tmp_path, pool):
    """A run of bots, each alone, twice about each of two questions."""
    from woozle.arena.play import option_files
    from woozle.arena.runs.bot_runs import play_bots
    from woozle.arena.runs.engines import InProcess
    from woozle.core import registry

    out = tmp_path / "first"
    given = {"pool": option_files.value("pool", str(pool), "debate"), "rounds": 1}
    config = registry.configure(Debate, "standard", given).model_dump(mode="json")
    plan = open_plan(out, Plan(game="debate", rules=1, seats="bot*3", config=config, seed=1, matches=4, each=True))
    assert sum(play_bots(plan, out, plan.numbers_left(out), InProcess())) == 4
    return out


def after(first, tmp_path):
    """The plan of a run that begins as the first did."""
    found = read_first_answers(first, "debate")
    config = json.loads(json.dumps({**found.plan.config, **found.options, "rounds": 2}))
    plan = Plan(game="debate", rules=1, seats="bot*3", config=config, seed=1, matches=4, firsts=found.to_plan(tmp_path / "second"))
    return open_plan(tmp_path / "second", plan)


def said(folder, number):
    transcript = read(folder)
    events = [event for told in decode_record(Debate, transcript) for event, _ in told]
    return [event.text for event in events if isinstance(event, Answered) and event.round == number]


def test_what_is_taken_is_the_question_and_first_answers_of_each_match(first):
    found = read_first_answers(first, "debate")
    assert [[problem["id"] for problem in each["pool"]] for each in found.beginnings] == [["bears"], ["heffalumps"]] * 2
    assert [list(each["firsts"]) for each in found.beginnings] == [said(first / f"{at:04}", 1) for at in (1, 2, 3, 4)]
    assert [problem["id"] for problem in found.options["pool"]] == ["bears", "heffalumps"]
    assert (found.options["problem"], found.options["firsts"]) == ("", ())


def test_a_match_of_the_second_run_begins_as_that_of_the_first_and_more_of_them_begin_over(first, tmp_path):
    plan = after(first, tmp_path).model_copy(update={"matches": 6})
    for number, of in ((1, 1), (4, 4), (5, 1), (6, 2)):
        config = config_of(plan, tmp_path / "second", number)
        assert list(config["firsts"]) == said(first / f"{of:04}", 1)
        assert len(config["pool"]) == 1 and config["rounds"] == 2


def test_fewer_seats_begin_with_the_answers_of_the_first_ones(first, tmp_path):
    found = read_first_answers(first, "debate", 2)
    assert [list(each["firsts"]) for each in found.beginnings] == [said(first / f"{at:04}", 1)[:2] for at in (1, 2, 3, 4)]
    config = json.loads(json.dumps({**found.plan.config, **found.options, "rounds": 2}))
    out = tmp_path / "second"
    plan = open_plan(out, Plan(game="debate", rules=1, seats="bot*2", config=config, seed=1, matches=4, firsts=found.to_plan(out)))
    check_first_answers(plan, out)
    assert list(config_of(plan, out, 3)["firsts"]) == said(first / "0003", 1)[:2]


def test_both_runs_can_be_moved_together(first, tmp_path):
    after(first, tmp_path)
    (tmp_path / "elsewhere").mkdir()
    for name in ("first", "second"):
        shutil.move(tmp_path / name, tmp_path / "elsewhere" / name)
    second = tmp_path / "elsewhere" / "second"
    check_first_answers(read_plan(second), second)
    with pytest.raises(PlanError, match="There is no run in"):
        check_first_answers(read_plan(second), tmp_path / "second")


def test_what_was_changed_since_is_noticed(first, tmp_path):
    plan = after(first, tmp_path)
    check_first_answers(plan, tmp_path / "second")
    shutil.rmtree(first / "0003")
    shutil.copytree(first / "0001", first / "0003")
    with pytest.raises(PlanError, match=r"are not those that the run in .*second began with; play it anew\.$"):
        check_first_answers(plan, tmp_path / "second")


def test_a_run_of_its_own_first_answers_needs_no_other(first):
    check_first_answers(read_plan(first), first)
    assert config_of(read_plan(first), first, 2)["pool"][0]["id"] == "heffalumps"


def test_a_digest_is_of_everything_that_is_taken(first):
    found = read_first_answers(first, "debate").beginnings
    other = [{**found[0], "firsts": (*found[0]["firsts"][:2], "Answer: A")}, *found[1:]]
    assert len({digest(found), digest(other), digest(found[1:]), digest([*reversed(found)])}) == 4


def test_of_a_run_that_is_broken_nothing_is_taken_and_it_is_said_why(first, tmp_path):
    def refused(match, game="debate", run=first):
        with pytest.raises(PlanError, match=match) as error:
            read_first_answers(run, game)
        assert str(error.value).count("\n") == 0

    refused("There is no run in .*nowhere, whose first answers are needed", run=tmp_path / "nowhere")
    refused("No first answers can be given in ship; leave out --firsts", "ship")
    file = first / "0002" / CLOSED
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"heffalumps", b"hoffalumps"))
    refused(r"0002.*line 1: .*changed")
    file.write_bytes(b"")
    refused("0002.* is empty")
    file.rename(first / "0002" / PART)
    refused(r"1 of 4 matches in .* are not finished; `woozle resume .*first` continues them")
    (first / PLAN).write_text(json.dumps({**json.loads((first / PLAN).read_text()), "game": "quest"}))
    refused("is a run of quest, and first answers of a run of debate are needed")
    (first / PLAN).write_text("{")
    refused("plan.json is damaged, not a plan, or one of a newer Woozle")


def test_whoever_moves_on_goes_on_from_first_answers_of_the_seat_or_of_its_own_if_the_first_run_rotated_too(first, tmp_path):
    players = [f"openai@lab:{number}" for number in range(3)]
    plan = after(first, tmp_path).model_copy(update={"seats": ",".join(players), "rotate": True, "matches": 12})
    out = tmp_path / "second"
    for begun in range(4):  # each of the first run's matches, with everybody everywhere
        assert {tuple(seats_of(plan, out, number)) for number in (begun + 1, begun + 5, begun + 9)} == {
            (players[at], players[(at + 1) % 3], players[(at + 2) % 3]) for at in range(3)
        }
    there = read_plan(first).model_copy(update={"seats": plan.seats, "rotate": True})
    (first / PLAN).write_text(there.model_dump_json())
    for number in plan.numbers():
        assert seats_of(plan, out, number) == there.seats_of((number - 1) % 4 + 1)
    assert seats_of(plan.model_copy(update={"rotate": False}), out, 2) == players
