"""Groups of a study, from the lobby to the goodbye, over the protocol of pages."""

from __future__ import annotations

import asyncio
import csv
import shutil
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from woozle.arena.play import models
from woozle.arena.studies import links
from woozle.arena.studies.expiry import expire_visits
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.monitor import read_monitor
from woozle.arena.web.study_faults import GIVE_UP
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.players.registry import bot
from woozle.saves.disk import SaveError
from woozle.saves.transcript import read
from woozle.saves.writer import Writer

from tests.arena.studies.study_plans import write_study
from tests.arena.studies.test_groups import SOLO, plan_text
from tests.web.group_people import (
    Failure,
    Member,
    all_take_part,
    drawn_failure,
    lost_answers,
    own_lines,
    participant,
    unnoted_failures,
)
from tests.web.jumping_loop import JumpingLoop
from tests.web.served_study import come_in, fail, served, visitor
from tests.web.test_study_open_url import agree, arrive

pytestmark = pytest.mark.e2e

QUICK = 'preset = "quick"'
SECOND = f"""
[[conditions.matches]]
game = "urn"
seats = ["human", "bot", "human*2"]
{QUICK}
"""
BELIEF = """
[[beliefs]]
id = "sure"
after = "Guess"
ask = "How sure are you?"
"""
ALONE = f"{SOLO.replace('two_truths', 'urn')}{QUICK}"


def run(coroutine):
    """Run in a loop whose clock jumps ahead while nothing happens."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine)


def serving(study, report=fail, **options):
    """Serve a study by the clock of such a loop."""
    return served(study, clock=asyncio.get_running_loop().time, report=report, **options)


def urn_study(folder: Path, more: str = "", grouping: str = "", after: str = ""):
    return write_study(folder, plan_text(more=more, grouping=f"[grouping]\n{grouping}", game="urn", match=QUICK, after=after))


async def play(study, *failures, seconds: float = 1.0, limit: float = 3600.0, report=fail) -> list[Member]:
    """Let people take part who come one after the other. seconds: between two of them; limit: after which somebody is stuck."""
    async with asyncio.timeout(limit), serving(study, report) as site:
        members = [
            Member(site, token, failure) for token, failure in zip(links.make_links(study, len(failures)), failures, strict=True)
        ]
        await all_take_part(members, seconds)
    return members


def journals(study):
    return {who.code: [each.what for each in read_journal(study.journal_path(who.code))] for who in study.participants()}


def test_three_people_play_at_one_table(tmp_path):
    study = urn_study(tmp_path)
    members = run(play(study, None, None, None))
    assert {member.ends[0] for member in members} == {"Goodbye"}
    people = study.participants()
    assert {who.status for who in people} == {"finished"} and sorted(who.place for who in people) == [1, 2, 3]
    assert len({(who.group, who.row) for who in people}) == 1
    [name] = {who.began["match-1"] for who in people}
    transcript = read(study.matches / name)
    assert transcript.is_finished and len(transcript.header.people) == 3
    own = Counter(line.body["request"]["to"] for line in transcript.lines)
    assert sum(member.taken for member in members) == sum(own[seat] for seat in transcript.header.people)


def statuses(study) -> Counter[str]:
    return Counter(who.status for who in study.participants())


def test_at_a_blind_table_places_are_drawn_and_everybody_has_beliefs_of_their_own(tmp_path):
    study = urn_study(tmp_path, grouping=f"blind = true{BELIEF}")
    members = run(play(study, None, None, None))
    assert statuses(study) == {"finished": 3} and lost_answers(study, members) == 0
    for member in members:
        who = participant(study, member.token)
        asked = {line.body["request"]["id"] for line in own_lines(study, who) if line.body["request"]["asks"] == "Guess"}
        believed = [each.data["request"] for each in read_journal(study.journal_path(who.code)) if each.what == "believed"]
        assert asked and sorted(asked) == sorted(believed)


def test_participants_bots_and_models_play_in_one_match(tmp_path, monkeypatch):
    monkeypatch.setattr(models, "seats_of_a_match", lambda hub, folder: lambda game, seat, spec, seed, make=None: bot(game)(seed))
    study = urn_study(tmp_path, after=SECOND.replace('"bot"', '"bot", "ollama:qwen3:8b"'))
    members = run(play(study, None, None, None))
    assert statuses(study) == {"finished": 3} and lost_answers(study, members) == 0
    header = read(study.matches / study.participants()[0].began["match-2"]).header
    assert len(header.people) == 3 and len(header.seats) == 5


NO_GROUP = """
[[exits]]
when = "no_group"
pay = 1.5
[[exits]]
when = "partner_left"
pay = 2
"""


def test_who_does_not_say_that_they_are_there_is_not_grouped_and_may_wait_again(tmp_path):
    study = urn_study(tmp_path, grouping=NO_GROUP)
    members = run(play(study, Failure("prompt", 0.0, is_silent=True), None, None, None, seconds=45.0))
    assert statuses(study) == {"finished": 3, "no group": 1}
    assert journals(study)[study.participants()[0].code][3:6] == ["waits", "missed", "waits"]
    assert {who.pay for who in study.participants() if who.status == "no group"} == {1.5}
    [text] = [text for _, text in (member.ends for member in members) if "No group could be formed" in text]
    assert "1.50 GBP" in text


async def called_though_hidden(study) -> bool:
    """Return whether somebody is asked whose tab was hidden a moment after they pressed the button, and who is then in no group."""
    async with serving(study) as site, visitor(site) as one, visitor(site) as two, visitor(site) as three:
        tokens = links.make_links(study, 3)
        await come_in(one, site, tokens[0])
        await one.send("wait")
        async with one.session.ws_connect(f"{site.base}/visit/wait", origin=site.base) as socket:
            await socket.send_json({"at": one.at, "hidden": True})
            await socket.send_json({"at": one.at, "hidden": True})
            for person, token in ((two, tokens[1]), (three, tokens[2])):
                await come_in(person, site, token)
                await person.send("wait")
            async for frame in socket:
                if frame.json().get("called"):
                    return not any(who.group for who in study.participants())
    return False


def test_who_hides_the_page_is_not_ready(tmp_path):
    assert run(called_though_hidden(urn_study(tmp_path)))


async def in_a_group_after_a_press_on_old_pages(study) -> int:
    """Return how many people are in a group, two of whom press the button of a page from before the server was started again."""
    waiting = []
    async with serving(study) as site:
        *tokens, third = links.make_links(study, 3)
        for token in tokens:
            async with visitor(site) as person:
                await come_in(person, site, token)
                await person.send("wait")
                waiting.append((person.session.cookie_jar, person.at))
    async with AsyncExitStack() as opened:
        site = await opened.enter_async_context(serving(StudyFolder(study.path)))
        for jar, at in waiting:
            person = await opened.enter_async_context(visitor(site, jar))
            await person.post("/visit", {"at": at, "does": "here"})
        person = await opened.enter_async_context(visitor(site))
        await come_in(person, site, third)
        await person.send("wait")
        await asyncio.sleep(2)
    return sum(bool(who.group) for who in study.participants())


def test_who_presses_the_button_of_a_page_from_before_a_restart_is_there(tmp_path):
    assert run(in_a_group_after_a_press_on_old_pages(urn_study(tmp_path))) == 3


async def is_led_away_by_another_browser(study) -> bool:
    """Return whether the page of somebody who waits goes on once they continue in another browser, by their code."""
    async with asyncio.timeout(60), serving(study, is_open=True) as site, visitor(site) as one, visitor(site) as two:
        await arrive(one)
        await agree(one)
        await one.send("kept", kept="on")
        await one.send("wait")
        async with one.session.ws_connect(f"{site.base}/visit/wait", origin=site.base) as socket:
            await socket.send_json({"at": one.at, "hidden": False})
            await arrive(two, code=study.participants()[0].code)
            assert two.title == "Waiting for your group"
            async for frame in socket:
                if frame.json()["type"] == "go":
                    return True
    return False


def test_who_goes_on_in_another_browser_no_longer_waits_in_the_first(tmp_path):
    assert run(is_led_away_by_another_browser(urn_study(tmp_path)))


@pytest.mark.parametrize("then", ["bots", "solo"])
def test_who_waited_in_vain_plays_with_bots_or_alone(tmp_path, then):
    study = urn_study(tmp_path, grouping=f'then = "{then}"', after=ALONE if then == "solo" else "")
    run(play(study, None, None))
    people = study.participants()
    assert statuses(study) == {"finished": 2}
    names = {who.began["match-1"] for who in people}
    humans = [len(read(study.matches / name).header.people) for name in names]
    assert humans == ([2] if then == "bots" else [1, 1])
    assert {(who.people, who.is_solo) for who in people} == {(2, False) if then == "bots" else (1, True)}


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_bot_plays_for_who_is_lost_and_the_others_play_on(tmp_path, is_silent):
    study = urn_study(tmp_path)
    members = run(play(study, Failure("match", None, is_silent=is_silent), None, None))
    lost = study.participants()[0]
    if is_silent:  # their page stayed open, and said at the end that the group had finished without them
        assert "Your group went on without you" in members[0].ends[1]
    assert lost.status == "dropped out" and statuses(study)["finished"] == 2
    entries = read_journal(study.journal_path(lost.code))
    [dropped] = [each.data for each in entries if each.what == "dropped"]
    assert dropped == {"step": "match-1", "match": lost.began["match-1"], "how": "silent" if is_silent else "gone"}
    assert [each.data for each in entries if each.what == "expired"] == [{"how": "group"}]
    assert read(study.matches / lost.began["match-1"]).is_finished
    assert members[1].ends[0] == members[2].ends[0] == "Goodbye"


def test_who_comes_back_in_time_plays_on_in_their_seat(tmp_path):
    study = urn_study(tmp_path)
    members = run(play(study, Failure("match", 30.0), None, None))
    assert statuses(study) == {"finished": 3} and not any("dropped" in each for each in journals(study).values())
    assert {member.ends[0] for member in members} == {"Goodbye"}


def test_a_match_ends_for_all_where_the_plan_says_so(tmp_path):
    study = urn_study(tmp_path, grouping=f'lost = "leave"{NO_GROUP}')
    members = run(play(study, None, Failure("match", 200.0), None))
    assert statuses(study) == {"partner left": 2, "dropped out": 1}
    assert "2.00 GBP" in members[0].ends[1] and "Another participant left" in members[2].ends[1]
    assert "Your group went on without you" in members[1].ends[1]


def test_a_match_begins_without_who_does_not_come(tmp_path):
    study = urn_study(tmp_path)
    run(play(study, None, Failure("reading", None), None))
    assert statuses(study) == {"finished": 2, "dropped out": 1}
    study = urn_study(tmp_path / "silent")
    members = run(play(study, None, Failure("reading", 0.0, is_silent=True), None))
    assert statuses(study) == {"finished": 3} and members[1].taken, "their page went on by itself"


@pytest.mark.parametrize("moment", ["reading", "match"])
def test_a_group_that_all_have_left_ends(tmp_path, moment):
    async def come_back(study) -> tuple[str, str]:
        async with asyncio.timeout(3600), serving(study) as site:
            members = [Member(site, token, Failure(moment, None)) for token in links.make_links(study, 3)]
            await all_take_part(members, 1.0)
            await asyncio.sleep(30)
            assert statuses(study) == {"under way": 3}
            await asyncio.sleep(900)
            await members[0].take_part()
            return members[0].ends

    study = urn_study(tmp_path, after=SECOND)
    assert "Everybody in your group was away for too long" in run(come_back(study))[1]
    assert statuses(study) == {"dropped out": 3}


@pytest.mark.parametrize("lost", ["bot", "leave"])
def test_nobody_is_stuck_and_nothing_is_lost_whoever_leaves_whenever(tmp_path, lost):
    """Ten groups or so, of whose members each second one fails at a moment that is drawn."""
    study = urn_study(tmp_path, grouping=f'lost = "{lost}"', after=SECOND)
    draws = [Chance(key_from_seed(1, lost, number)) for number in range(30 if lost == "bot" else 9)]
    members = run(play(study, *map(drawn_failure, draws), seconds=25.0))
    assert lost_answers(study, members) == 0 and unnoted_failures(study) == []
    for member in members:
        who = participant(study, member.token)
        assert who and (not who.is_open or not member.ends[0]), "whoever stayed to the end has left the study"
    expire_visits(study, datetime.now(UTC) + timedelta(hours=49))
    assert statuses(study)["under way"] == 0 and statuses(study)["finished"] > 3


def breaks(play, many: int):
    """Return rules that raise after so many steps of a table of four."""

    def broken(rules):
        going, given = play(rules), None
        for _ in range(many if len(rules.seats) == 4 else 10**6):
            try:
                given = yield going.send(given)
            except StopIteration as end:
                return end.value
        raise ZeroDivisionError

    return broken


@pytest.mark.parametrize("many", [0, 3])
def test_a_group_goes_on_after_a_match_whose_game_fails(tmp_path, monkeypatch, many):
    rules, told = registry.game("urn"), []
    monkeypatch.setattr(rules, "play", breaks(rules.play, many))
    study = urn_study(tmp_path, after=SECOND.replace('"bot"', '"bot*2"'))
    members = run(play(study, None, None, None, report=told.append))
    assert statuses(study) == {"finished": 3} and lost_answers(study, members) == 0 and told
    assert {who.done["match-1"].get("stopped") for who in study.participants()} == {True}
    assert {read(study.matches / who.began["match-2"]).is_finished for who in study.participants()} == {True}
    assert any("A fault ended the match" in each for each in read_monitor(study, None).warnings)
    export_study(study, tmp_path / "tables")
    rows = [*csv.DictReader((tmp_path / "tables" / "participants.csv").open(encoding="utf-8"))]
    assert {row["stopped"] for row in rows} == {"match-1"}


@pytest.mark.parametrize("seconds", [30, 10**6])
@pytest.mark.parametrize("what", ["create", "keep_response"])
def test_a_match_whose_disk_is_full_goes_on_once_there_is_room(tmp_path, monkeypatch, what, seconds):
    kept, since = getattr(Writer, what), []

    def full(*args, **options):
        now = asyncio.get_running_loop().time()
        folder = args[0] if what == "create" else args[0].folder
        since.append(now) if "match-1" in folder.name and not since else None
        if since and "match-1" in folder.name and now - since[0] < seconds:
            raise SaveError("The disk is full.")
        return kept(*args, **options)

    study = urn_study(tmp_path, after=SECOND)
    monkeypatch.setattr(Writer, what, full)
    run(play(study, None, None, None))
    assert since and statuses(study) == {"finished": 3}
    is_lost = {who.done["match-1"].get("stopped", False) for who in study.participants()}
    assert is_lost == {seconds > GIVE_UP}
    assert all(read(study.matches / who.began["match-2"]).is_finished for who in study.participants())


async def killed(study, kept: Path, is_moment, change=lambda data: None) -> list[Member]:
    """Let three people take part whose server is killed at a moment, and served again from what was on disk by then."""
    again = StudyFolder(study.path)
    async with asyncio.timeout(3600):
        async with serving(study) as site:
            members = [Member(site, token) for token in links.make_links(study, 3)]
            tasks = asyncio.create_task(all_take_part(members, 21.0))
            while not is_moment(again):
                await asyncio.sleep(0.2)
            shutil.copytree(study.path, kept)
            tasks.cancel()
            await asyncio.wait([tasks])
        shutil.rmtree(study.path)
        kept.rename(study.path)  # tables know the folders of their matches by their whole paths
        change(study.data)
        async with serving(StudyFolder(study.path)) as site:
            for member in members:
                member.site = site
            await all_take_part(members)
    return members


def _without(data: Path, most: int, *what: str) -> None:
    """Take the entries of some kinds out of all journals but for some of them, unless their match is over."""
    for path in sorted((data / "participants").glob("*.jsonl"))[most:]:
        lines = path.read_text().splitlines()
        kept = [line for line in lines if not any(f'"what":"{each}"' in line for each in what)]
        if not any('"step":"match-1","seconds"' in line for line in lines):
            path.write_text("".join(f"{line}\n" for line in kept))


def _have(many: int, what: str):
    return lambda study: sum(what in each for each in journals(study).values()) >= many


def _answers(many: int, match: str):
    """Return whether a match has come so far."""

    def is_moment(study) -> bool:
        [*paths] = study.matches.glob(f"*-{match}-1/*.jsonl") if study.matches.exists() else []
        return sum(path.read_bytes().count(b"\n") for path in paths if "journal" not in path.name) > many

    return is_moment


@pytest.mark.parametrize(
    ("is_moment", "change"),
    [
        pytest.param(_have(2, "waits"), lambda data: None, id="in the lobby"),
        pytest.param(_have(3, "grouped"), lambda data: _without(data, 1, "grouped"), id="between two journals of a group"),
        pytest.param(_have(3, "began"), lambda data: None, id="as a match begins"),
        pytest.param(_have(3, "began"), lambda data: _without(data, 2, "began"), id="between two journals of a match"),
        pytest.param(_answers(6, "match-1"), lambda data: None, id="in a match"),
        pytest.param(_answers(6, "match-2"), lambda data: None, id="in the second match"),
    ],
)
def test_a_server_may_be_killed_at_any_moment(tmp_path, is_moment, change):
    study = urn_study(tmp_path / "study", after=SECOND)
    members = run(killed(study, tmp_path / "kept", is_moment, change))
    assert {member.ends[0] for member in members} == {"Goodbye"} and statuses(study) == {"finished": 3}
    assert lost_answers(study, members) == 0 and len({who.group for who in study.participants()}) == 1
