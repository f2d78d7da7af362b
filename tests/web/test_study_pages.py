"""The pages of a study, as a browser without script asks for them."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.plan import digest_plan, read_text
from woozle.arena.tables import directory
from woozle.players.seat_protocol import BYE_CODES
from woozle.saves import disk
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import read

from tests.arena.studies.study_plans import plan
from tests.web.served_study import Visitor, came_in, come_in, served, small_study, visitor

pytestmark = pytest.mark.e2e

FORM = plan("form")


@pytest.fixture
def study(tmp_path: Path) -> StudyFolder:
    return small_study(tmp_path / "study")


def entries(study: StudyFolder) -> list[str]:
    [journal] = study.journals()
    return [each.what for each in read_journal(journal)]


async def test_until_somebody_agrees_a_link_may_be_opened_elsewhere_and_nothing_is_kept(study):
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as phone, visitor(site) as laptop:
        for person in (phone, laptop):
            assert "Begin" in await person.get(site.link(token))
            await person.post(site.link(token))
            assert person.title == "Information"
        assert (await phone.get("/visit")) and phone.status == 404  # the last one counts
        await laptop.send("read")
        assert study.journals() == []
        await laptop.send("agree", **{"box-0": "on"})
        assert len(study.journals()) == 1
        await phone.post(site.link(token))
        assert phone.status == 404
        await laptop.get(site.link(token))
        assert laptop.path == "/visit" and laptop.title == "Your code"


async def test_looking_at_a_link_does_not_use_it_up(study):
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as preview:
        for _ in range(3):
            await preview.get(site.link(token))
        assert not preview.session.cookie_jar.filter_cookies(site.base)
        assert not links.read_links(study)[0].is_entered


async def test_whatever_has_no_right_to_an_answer_gets_the_same_one(study):
    used, other = links.make_links(study, 2)
    async with served(study) as site, visitor(site) as person, visitor(site) as stranger:
        await come_in(person, site, used)
        await person.send("play")
        table = person.path
        assert table.startswith("/t/") and person.status == 200
        session = links.read_links(study)[0].session
        answers = set()
        for method, path, headers in (
            ("get", "/", {}),
            ("get", "/visit", {}),
            ("post", "/visit", {}),
            ("get", table, {}),
            ("post", f"{table}/join", {}),
            ("get", f"{table}/help", {}),
            ("get", f"{table}/watch", {}),
            ("get", f"{table}/replay", {}),
            ("get", f"{table}/transcript", {}),
            ("get", "/j/", {}),
            ("get", f"/j/{used}", {}),
            ("post", f"/j/{used}", {}),
            ("get", f"/j/{links.digest_secret(used)}", {}),
            ("get", f"/j/{other[:-1]}", {}),
            ("get", f"/j/{other}x", {}),
            ("get", f"/j/{'x' * 10_000}", {}),
            ("get", "/visit", {"Cookie": f"visit-small={used}"}),
            ("get", "/visit", {"Cookie": f"visit-small={session}"}),
        ):
            answers.add((await getattr(stranger, method)(path, **headers), stranger.status))
        assert {status for _, status in answers} == {404} and len(answers) == 1
        [(text, _)] = answers
        assert "small" not in text.replace("small ", "") and "oozle" not in text
        for path in ("/replay", "/transcript", "/watch"):
            await person.get(f"{table}{path}")
            assert person.status == 404


async def test_guesses_run_out_and_a_right_link_opens_all_the_same(study):
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as guesser:
        statuses = []
        for number in range(70):
            await guesser.get(f"/j/guess{number}")
            statuses.append(guesser.status)
        assert statuses[:60] == [404] * 60 and statuses[-1] == 429
        await guesser.get(site.link(token))
        assert guesser.status == 200


async def test_a_consent_is_to_what_was_read_though_the_files_are_edited_meanwhile(study):
    [token] = links.make_links(study, 1)
    read = [digest_plan(study.path), *(read_text(study.path, f"{name}.txt").digest for name in ("information", "consent"))]
    async with served(study) as site, visitor(site) as person:
        await person.post(site.link(token))
        await person.send("read")
        for name in ("study.toml", "information.txt", "consent.txt"):
            (study.path / name).write_text("This is no TOML")
        await person.send("agree", **{"box-0": "on"})
        assert person.title == "Your code"
    [journal] = study.journals()
    assert [read_journal(journal)[0].data[name] for name in ("plan", "information", "consent")] == read


async def test_a_study_that_is_moved_away_is_said_and_goes_on_when_it_is_back(study):
    async with came_in(study) as (_, person):
        away = study.path.rename(study.path.with_name("away"))
        await person.get("/visit")
        assert person.status == 409 and "A file on the server cannot be used now" in person.text and "away" not in person.text
        away.rename(study.path)
        await person.get("/visit")
        await person.send("play")
        assert person.path.startswith("/t/")


async def test_a_form_is_taken_whole_and_shown_again_with_what_is_wrong(tmp_path):
    study = small_study(tmp_path, after=FORM)
    async with came_in(study) as (_, person):
        assert person.title == "About you"
        await person.send("answer", **{"q-mood": "1", "q-years": "17", "q-words": "a < b"})
        assert "One question needs another look." in person.text and "Give a whole number from 18 to 100." in person.text
        assert "a &lt; b" in person.text and 'value="17"' in person.text
        await person.send("answer", **{"q-mood": "-", "q-years": "-", "none-years": "on", "none-words": "on"})
        assert "Give a whole number" in person.text, "what is required cannot be left unsaid"
        await person.send("answer", **{"q-mood": "7", "q-years": "20", "q-words": ""})
        assert person.text.count('class="problem" id=') == 2
        await person.send("answer", **{"q-mood": "-", "q-years": "20", "q-words": "a\r\nb"})
        [who] = study.participants()
        assert who.done["form"]["answers"] == {"mood": "prefer not to say", "years": 20, "words": "a\nb"}


async def test_what_was_sent_from_another_page_is_no_answer_to_this_one(study):
    async with came_in(study) as (_, person):
        before = entries(study)
        at = person.at
        for fields in ({"at": "steps.code.0", "does": "kept", "kept": "on"}, {"at": "", "does": "debriefed"}, {}):
            await person.post("/visit", fields)
            assert "You have already sent that page" in person.text and person.at == at
        await person.send("debriefed")
        assert entries(study) == before, "no button of this page"
        await person.post("/visit", {"at": at}, **{"Content-Type": "application/x-www-form-urlencoded; charset=nonsense"})
        assert person.status == 415


async def test_a_page_whose_time_is_up_is_left_unanswered_and_more_time_can_be_asked_for(tmp_path):
    study = small_study(tmp_path, more="page_minutes = 2", after=FORM)
    now = 0.0
    answers = {"q-mood": "1", "q-years": "20", "none-words": "on"}
    async with came_in(study, clock=lambda: now) as (_, person):
        assert "You have 2 minutes for this page, and can ask for more." in person.text and 'data-left="125.0"' in person.text
        now += 115
        await person.send("more", **answers)
        assert 'data-left="125.0"' in person.text and 'value="20"' in person.text, "what was typed stays"
        assert 'class="problem"' not in person.text.replace('id="warning" class="problem"', "")
        at = person.at
        now += 126
        await person.send("answer", **answers)
        assert person.title == "Match 1 of 1" and "so it was left unanswered" in person.text
        await person.post("/visit", {"at": at, "does": "answer"} | answers)
        assert "You have already sent that page" in person.text
        [who] = study.participants()
        assert who.done["form"]["answers"] == {} and who.done["form"]["ran_out"] is True


async def test_more_time_can_be_asked_for_ten_times(tmp_path):
    study = small_study(tmp_path, more="page_minutes = 1", after=FORM)
    now = 0.0
    async with came_in(study, clock=lambda: now) as (_, person):
        for _ in range(10):
            assert "I need more time" in person.text
            now += 50
            await person.send("more")
        assert "I need more time" not in person.text and "You have 1 minute for this page." in person.text
        now += 50
        await person.send("more")
        assert 'data-left="15.0"' in person.text


async def test_a_plan_may_end_a_visit_when_the_time_for_a_page_is_up_also_if_nobody_is_there(tmp_path):
    study = small_study(tmp_path, more='page_minutes = 1\npage_then = "timed_out"', after=FORM)
    now = 0.0
    async with came_in(study, clock=lambda: now) as (site, person):
        now += 66
        await site.pages.end_left_visits()
        assert study.participants()[0].status == "timed out"
        await person.get("/visit")
        assert person.title == "About this study" and "The time for this study is up" in person.text


async def test_limit_minutes_ends_a_visit_in_a_browser_before_its_next_step(tmp_path):
    study = small_study(tmp_path, more="limit_minutes = 10", after=FORM)
    now = 0.0
    async with came_in(study, clock=lambda: now) as (_, person):
        now += 601
        await person.send("answer", **{"q-mood": "1", "q-years": "20", "none-words": "on"})
        assert person.title == "About this study"
        [who] = study.participants()
        assert who.status == "timed out" and who.done["form"]["answers"]["years"] == 20


async def test_a_form_takes_texts_of_the_length_that_it_allows_in_any_script(tmp_path):
    text = '[[form]]\nid = "{}"\nask = "What happened?"\nkind = "text"\n'
    study = small_study(tmp_path, after=text.format("first") + text.format("second"))
    async with came_in(study) as (_, person):
        await person.send("done", **{"q-first": "\U0001f9a2" * 5000, "q-second": "\u9e45" * 5000})
        assert person.title == "Match 1 of 1"


async def test_what_cannot_be_saved_is_said_and_nothing_is_lost(study, monkeypatch):
    from woozle.arena.studies.journal import Journal
    from woozle.saves.disk import SaveError

    [token] = links.make_links(study, 1)
    told: list[str] = []
    async with served(study, told) as site, visitor(site) as person:
        await person.post(site.link(token))
        await person.send("read")
        await person.send("agree", **{"box-0": "on"})

        def full(journal, *entries):
            raise SaveError("The disk is full; free some space.")

        with monkeypatch.context() as broken:
            broken.setattr(Journal, "keep", full)
            await person.send("kept", kept="on")
        assert "A file on the server cannot be used now" in person.text and "What you sent was not saved" in person.text
        assert told == ["The disk is full; free some space."]
        await person.send("kept", kept="on")
        assert person.title == "Match 1 of 1"


async def test_what_was_sent_would_survive_a_power_failure_before_the_next_page_is_shown(study, monkeypatch):
    forced: list[int] = []
    monkeypatch.setattr(directory, "GroupSync", partial(GroupSync, 3600.0))
    monkeypatch.setattr(disk, "_data_sync", lambda file: forced.append(os.fstat(file).st_ino))
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as person:
        await person.post(site.link(token))
        await person.send("read")
        for does, fields in (("agree", {"box-0": "on"}), ("kept", {"kept": "on"})):
            del forced[:]
            await person.send(does, **fields)
            assert [journal.stat().st_ino for journal in study.journals()] == forced[-1:]


async def test_a_visit_is_left_when_no_page_of_it_is_read_any_more(study):
    now = 0.0
    async with came_in(study, clock=lambda: now) as (site, person):
        for _ in range(3):
            now += 500
            await person.post("/visit/here")
            assert person.status == 204
            await site.pages.end_left_visits()
        assert "left" not in entries(study)
        now += 601
        await site.pages.end_left_visits()
        assert entries(study)[-1] == "left"
        await person.get("/visit")
        assert entries(study)[-1] == "arrived" and person.title == "Match 1 of 1"


async def test_a_form_that_a_phone_sends_after_hours_of_sleep_is_taken(tmp_path):
    now = 0.0
    study = small_study(tmp_path, after=FORM)
    async with came_in(study, clock=lambda: now) as (site, person):
        now += 20_000
        await site.pages.end_left_visits()
        assert entries(study)[-1] == "left"
        await person.send("answer", **{"q-mood": "0", "q-years": "20", "q-words": "all of it"})
        assert person.title == "Match 1 of 1"
    assert study.participants()[0].done["form"]["answers"] == {"mood": "well", "years": 20, "words": "all of it"}


async def test_a_clock_that_jumps_by_days_ends_no_match_of_somebody_who_is_there(study, monkeypatch):
    from woozle.arena.studies import expiry

    async with came_in(study) as (site, person):
        await person.send("play")
        with monkeypatch.context() as jumped:
            jumped.setattr(expiry, "has_expired", lambda plan, who, now: who.is_open)
            await site.pages.end_left_visits()
        assert [*site.tables], "the match goes on"
    assert study.participants()[0].status == "under way"


async def test_a_visit_is_left_whose_page_does_not_come_back_after_the_server_was_killed(study):
    now = 0.0
    async with came_in(study, clock=lambda: now):
        pass
    [journal] = study.journals()
    [*lines] = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:-1]))  # a server that is killed does not say that they left
    async with served(study, clock=lambda: now) as site:
        now += 500
        await site.pages.end_left_visits()
        assert entries(study)[-1] == "done"
        now += 101
        await site.pages.end_left_visits()
        assert entries(study)[-1] == "left"


async def test_a_match_that_could_not_be_opened_at_first_is_in_the_tables_once(study, monkeypatch):
    from woozle.arena.tables.directory import TableDirectory
    from woozle.core.errors import InputError

    def full(directory, plan):
        raise InputError("There are 500 open tables already.")

    async with came_in(study) as (_, person):
        with monkeypatch.context() as busy:
            busy.setattr(TableDirectory, "open", full)
            await person.send("play")
        assert "There are 500 open tables already." in person.text
        await person.send("play")
        assert person.path.startswith("/t/")
    assert entries(study).count("began") == 1


async def test_what_fails_after_a_match_is_said_on_the_page(study, monkeypatch):
    from woozle.arena.studies.visit_flow import VisitFlow
    from woozle.saves.disk import SaveError

    async with came_in(study) as (_, person):

        def full(flow):
            raise SaveError("The disk is full; free some space.")

        monkeypatch.setattr(VisitFlow, "recorded_match", property(full))
        await person.get("/visit")
        assert person.status == 200 and "A file on the server cannot be used now" in person.text and "Try again" in person.text


async def test_a_cookie_is_kept_from_scripts_and_other_sites(study):
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as person:
        async with person.session.post(site.link(token), headers={"Origin": site.base}, allow_redirects=False) as answer:
            assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*answer.headers["Set-Cookie"].split("; ")}
            assert answer.headers["Cache-Control"] == "no-store"
        await person.post(site.link(token), Origin="http://evil.example")
        assert person.status == 403


async def test_a_match_goes_on_after_the_server_was_gone(study):
    async with came_in(study) as (_, person):
        await person.send("play")
        table = person.path
        await person.get(f"{table}?fetch=1")
        jar = person.session.cookie_jar
    async with served(study) as again, visitor(again, jar) as person:
        await person.get("/visit")
        assert "continues where you left off" in person.text
        await person.send("play")
        assert person.path == table
        assert len([*study.matches.iterdir()]) == 1


async def test_a_form_that_no_page_has_changes_nothing(tmp_path):
    study = small_study(tmp_path, game="urn", after='preset = "quick"\n')
    async with came_in(study) as (site, person):
        await person.send("play")
        table = person.path
        for what in ("leave", "ready"):
            await person.post(f"{table}/{what}")
        await person.get(f"{table}?fetch=1")
        await play(person)
        await person.post(f"{table}/ready")
        await person.get("/visit")
        await person.send("play")
        assert (person.status, person.path, person.title) == (200, "/visit", "About this study")
        [who] = study.participants()
        assert not any(place.row.is_left for each in site.tables for place in each.room.places)
    [match] = [read(study.matches / name) for name in who.began.values()]
    assert match.is_finished and not any("stand_in" in line.body["response"] for line in match.lines)


async def play(person: Visitor, most: int = 200) -> None:
    """Answer whatever is asked at a table, until it is over. most: looks at its page."""
    import re

    for _ in range(most):
        if "Continue</a>" in person.text:
            return
        form = re.search(r'<form[^>]*action="(/t/\w+/answer)".*?</form>', person.text, re.DOTALL)
        if not form:
            await person.get(f"{person.path}?fetch=1")
            continue
        number = re.search(r'name="id" value="(\d+)"', form[0])
        choices = re.findall(r'type="radio"[^>]*value="([^"]*)"', form[0])
        least = re.search(r'type="number"[^>]*min="(\d+)"', form[0])
        assert number
        await person.post(
            form[1],
            {"id": number[1], "text": least[1] if least else "I say so.", "sure": "on"}
            | ({"choice": choices[0] if choices else "50"}),
        )
    assert most < 200, (person.status, person.path, person.text)


async def test_a_visit_without_script_from_the_link_to_the_goodbye(tmp_path):
    study = small_study(tmp_path, game="urn", after='preset = "quick"\n')
    [token] = links.make_links(study, 1)
    async with served(study) as site, visitor(site) as person:
        await come_in(person, site, token)
        await person.send("play")
        table = person.path
        await play(person)
        await person.get("/visit")
        assert person.title == "About this study" and "a machine" in person.text
        await person.send("debriefed")
        code = study.participants()[0].code
        assert person.title == "Goodbye" and f"{code[:4]}-{code[4:]}" in person.text
        await person.get(site.link(token))
        assert person.title == "Goodbye", "who has finished can read the code again"
        await person.get(table)
        assert (person.path, person.title) == ("/visit", "Goodbye"), "the button back leads on"
        await person.get(f"{table}/help")
        assert person.path == "/visit"
        async with person.session.ws_connect(f"{site.base}{table}/page", origin=site.base) as socket:
            await socket.receive()
            assert (await socket.receive(), socket.close_code)[1] == BYE_CODES["denied"], "the script then fetches the page"
        assert not [*site.tables], "a match that is over takes no memory"
    async with served(study) as again, visitor(again) as stranger:
        await stranger.get(table)
        assert stranger.status == 404
    assert study.participants()[0].status == "finished"
    assert entries(study) == ["consented", "arrived", "done", "began", "done", "done", "finished"]


async def test_a_belief_whose_time_is_up_is_recorded_as_not_said_and_the_match_goes_on(tmp_path):
    beliefs = '[[beliefs]]\nid = "sure"\nafter = "Report"\nask = "How sure are you?"\n'
    study = small_study(tmp_path, more="page_minutes = 1", game="urn", after=f'preset = "quick"\n{beliefs}')
    now = 0.0
    async with came_in(study, clock=lambda: now) as (site, person):
        await person.send("play")
        for _ in range(200):
            await play(person, most=1)
            await person.get("/visit")
            if "How sure are you?" in person.text:
                break
            await person.send("play")
        assert "You have 1 minute for this page" in person.text
        now += 66
        await site.pages.end_left_visits()
        await person.get("/visit")
        assert "It continues where you left off" in person.text and "left unanswered" in person.text
    [journal] = study.journals()
    [said] = [each.data for each in read_journal(journal) if each.what == "believed"]
    assert said["ran_out"] is True and said["sure"] is None
