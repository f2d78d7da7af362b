"""One URL for all: by it a recruiter sends people, who go on where they were and come back with a code."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.reconciliation import reconcile

from tests.arena.studies.study_plans import plan
from tests.web.pilot.recruiter import Recruiter
from tests.web.served_study import Visitor, served, small_study, visitor
from tests.web.test_study_pages import play

pytestmark = pytest.mark.e2e

ATTENTION = plan("attention")
PID = "60ffe5c8371090c7041d43f8"
QUERY = f"PROLIFIC_PID={PID}&STUDY_ID=60ffe5c8&SESSION_ID="


def recruited(folder: Path, recruiter: str = "", more: str = "", **kinds: str) -> StudyFolder:
    return small_study(folder / "study", plan("recruited", more).replace("# recruiter", recruiter), **kinds)


async def arrive(person: Visitor, query: str = "", **fields: str) -> str:
    """Open the open URL as from another site, without cookies, and let its script ask."""
    url = f"{person.base}/join{'?' if query else ''}{query}"
    async with person.session.get(url, headers={"Cookie": ""}) as answer:
        found = re.search(r'name="query" value="([^"]*)"', await answer.text())
    assert found
    return await person.post("/join", {"query": found[1].replace("&amp;", "&")} | fields)


async def agree(person: Visitor) -> None:
    await person.get("/visit")
    await person.send("read")
    await person.send("agree", **{"box-0": "on"})


def kept(study: StudyFolder) -> list[Path]:
    """Return the files of a study's data, but for those of the server."""
    found = [path for path in study.data.rglob("*") if path.is_file() and path.name != "server.json"]
    return [path for path in found if not path.name.startswith("tables.sqlite")]


def code_of(study: StudyFolder, number: int = 0) -> str:
    return study.participants()[number].code


async def test_until_somebody_agrees_nothing_is_kept_and_the_first_who_agrees_takes_part(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as phone, visitor(site) as laptop:
        for person, session in ((phone, "s1"), (laptop, "s2")):
            await arrive(person, QUERY + session)
            assert person.path == "/join/welcome" and "Begin" in person.text and PID not in person.text
            await person.get("/visit")
            await person.send("read")
        assert kept(study) == []
        await laptop.send("agree", **{"box-0": "on"})
        assert laptop.title == "Your code"
        await phone.send("agree", **{"box-0": "on"})
        assert "already begun this study with your id" in phone.text and "somebody" in phone.text and "DONE" not in phone.text
        await arrive(phone, QUERY + "s1")
        assert "already begun this study with your id" in phone.text
    assert [who.recruiter for who in study.participants()] == [study.digest(next(iter(study.ids_by_code().values())))]
    assert [ids.session for ids in study.ids_by_code().values()] == ["s2"]


@pytest.mark.parametrize(("game", "writes"), [("urn", False), ("debate", True)])
async def test_before_anything_else_people_are_told_what_a_phone_will_do(tmp_path, game, writes):
    study = recruited(tmp_path, game=game, more="page_minutes = 1.5")
    async with served(study, is_open=True) as site, visitor(site) as person:
        await arrive(person, QUERY)
        assert "a computer, a tablet or a phone" in person.text
        assert ("easier with a keyboard" in person.text) == writes
        assert "nothing is saved, except that somebody declined" in person.text
        await person.get("/visit")
        assert "In a browser, you have 1.5 minutes for a page of questions" in person.text


async def test_somebody_goes_on_by_cookie_in_the_same_browser_and_in_a_second_tab(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as person:
        await arrive(person, QUERY + "s1")
        await person.get("/visit")
        await person.send("read")
        await arrive(person, QUERY + "s1")
        assert person.path == "/visit" and person.title == "Consent", "a second tab finds the first"
        await agree(person)
        await arrive(person, QUERY + "s9")
        assert person.path == "/visit" and person.title == "Your code"
        await arrive(person)
        assert person.title == "Your code", "a page that was loaded again, whose address has no ids any more"
        jar = person.session.cookie_jar
    async with served(study, is_open=True) as again, visitor(again, jar) as person:
        await arrive(person, QUERY + "s1")
        assert person.title == "Your code"
    assert len(study.participants()) == 1


async def test_an_id_alone_shows_and_continues_nothing_and_with_the_code_it_does(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as owner, visitor(site) as other, visitor(site) as third:
        await arrive(owner, QUERY + "s1")
        await agree(owner)
        await arrive(third, QUERY.replace(PID, "another") + "s2")
        await agree(third)
        await arrive(other, QUERY + "s1")
        code = code_of(study)
        assert code not in other.text and "write to: somebody" in other.text and "Continue with this code" in other.text
        answers = set()
        for typed in ("ABCDEFGH", code_of(study, 1), "../../x", "x" * 300):
            answers.add((await arrive(other, QUERY + "s1", code=typed), other.status))
        assert len(answers) == 1 and other.status == 403, "wrong, unknown and somebody else's code get one answer"
        await arrive(other, QUERY + "s1", code=f" {code[:4].lower()}-{code[4:]}")
        assert other.path == "/visit" and other.title == "Your code"
        await owner.get("/visit")
        assert owner.status == 404, "it goes on in one browser"


async def test_guesses_of_codes_run_out(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as owner, visitor(site) as guesser:
        await arrive(owner, QUERY)
        await agree(owner)
        statuses = []
        for _ in range(11):
            await arrive(guesser, QUERY, code="ABCDEFGH")
            statuses.append(guesser.status)
        assert statuses == [403] * 10 + [429]
        await arrive(guesser, QUERY, code=code_of(study))
        assert guesser.status == 429, "else the limit would not limit what guesses find"


async def test_another_id_in_a_browser_begins_only_when_somebody_presses(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as person:
        await arrive(person, QUERY)
        await agree(person)
        await arrive(person, "PROLIFIC_PID=another")
        assert "Somebody is taking part in this browser" in person.text
        await person.get("/visit")
        assert person.title == "Your code"
        await arrive(person, "PROLIFIC_PID=another", does="new")
        assert person.path == "/join/welcome"
        await agree(person)
    assert {ids.participant for ids in study.ids_by_code().values()} == {PID, "another"}


async def test_what_one_person_typed_is_no_answer_of_the_next_in_the_same_browser(tmp_path):
    study = recruited(tmp_path, after=ATTENTION)
    answer = {"does": "answer", "q-look": "0"}
    async with served(study, is_open=True) as site, visitor(site) as person:
        for who in ("one", "two"):
            await arrive(person, f"PROLIFIC_PID={who}", does="new")
            await agree(person)
            await person.send("kept", kept="on")
            if who == "one":
                first = person.at
        assert person.title == "About you" and person.at != first, "the script keeps what is typed by this name"
        await person.post("/visit", {"at": first} | answer)
        assert "You have already sent that page" in person.text
    assert not any("form" in who.done for who in study.participants())


async def test_a_visit_that_is_under_way_at_a_terminal_is_a_sentence_on_the_page(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as owner, visitor(site) as other:
        await arrive(owner, QUERY)
        await agree(owner)
        await arrive(other, QUERY, code=code_of(study))
        jar = other.session.cookie_jar
    journal = study.open(code_of(study))
    async with served(study, is_open=True) as site, visitor(site, jar) as person:
        await person.get("/visit")
        assert "at another terminal; close that one first" in person.text and "Try again" in person.text
        journal.close()
        await person.get("/visit")
        assert person.title == "Your code"


async def test_a_class_room_comes_without_ids_and_shares_computers(tmp_path):
    study = small_study(tmp_path / "study")
    async with served(study, is_open=True) as site, visitor(site) as desk, visitor(site) as home:
        assert site.open_url == f"{site.base}/join"
        await arrive(desk)
        assert "I have already begun" in desk.text
        await agree(desk)
        await arrive(desk)
        assert desk.title == "Your code"
        code = code_of(study)
        await arrive(home, code=code)
        assert home.title == "Your code"
        await arrive(desk)
        assert desk.path == "/join/welcome"
    assert len(study.participants()) == 1


@pytest.mark.parametrize("query", ["", "PROLIFIC_PID={{%PROLIFIC_PID%}}", "PROLIFIC_PID=a&PROLIFIC_PID=b", "STUDY_ID=x"])
async def test_a_link_without_a_right_id_gets_a_sentence_and_what_to_do(tmp_path, query):
    study = recruited(tmp_path)
    told: list[str] = []
    async with served(study, told, is_open=True) as site, visitor(site) as person:
        await arrive(person, query)
        assert person.status == 400 and "Open the study from the recruiter&#39;s page again" in person.text
        assert not person.session.cookie_jar.filter_cookies(site.base) and told == []


async def test_a_plan_may_let_people_come_without_an_id(tmp_path):
    study = recruited(tmp_path, "is_required = false")
    async with served(study, is_open=True) as site, visitor(site) as person:
        await arrive(person)
        await agree(person)
        assert person.title == "Your code" and study.ids_by_code() == {}


async def test_looking_at_the_open_url_uses_nothing_up_and_a_browser_without_cookies_is_told(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as preview:
        for _ in range(3):
            await preview.get(f"/join?{QUERY}")
        assert not preview.session.cookie_jar.filter_cookies(site.base)
        await preview.get("/join/welcome")
        assert preview.status == 400 and "keeps no cookies" in preview.text
        await preview.post("/join", {"query": QUERY}, Origin="http://evil.example")
        assert preview.status == 403
        await preview.post("/join", {"query": QUERY}, Origin="null")
        assert preview.status == 403, "from nowhere"
        await preview.post("/join", {"query": QUERY}, Origin="null", **{"Sec-Fetch-Site": "cross-site"})
        assert preview.status == 403
        await preview.post("/join", {"query": QUERY}, Origin="null", **{"Sec-Fetch-Site": "same-origin"})
        assert preview.path == "/join/welcome"
    async with served(study) as site, visitor(site) as person:
        await person.get("/join")
        assert person.status == 404, "without --open there is no such page"


async def test_the_same_id_that_agrees_in_two_browsers_at_once_is_enrolled_once(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as one, visitor(site) as two:
        for person in (one, two):
            await arrive(person, QUERY)
            await person.get("/visit")
            await person.send("read")
        await asyncio.gather(*(person.send("agree", **{"box-0": "on"}) for person in (one, two)))
        assert sorted(person.title for person in (one, two)) == ["Goodbye", "Your code"]
    assert len(study.participants()) == 1 and len(study.ids_by_code()) == 1


async def test_who_declines_gets_that_exit_and_may_come_again(tmp_path):
    study = recruited(tmp_path)
    async with served(study, is_open=True) as site, visitor(site) as person:
        await arrive(person, QUERY)
        assert "NOTHANKS" not in await person.get("/visit")
        await person.send("read")
        await person.send("decline")
        assert "NOTHANKS" in person.text
        assert not any(PID.encode() in path.read_bytes() for path in kept(study))
        assert study.exits_before_consent(study.participants()) == {"no_consent": 1}
        await arrive(person, QUERY)
        await agree(person)
        assert person.title == "Your code"
    assert study.exits_before_consent(study.participants()) == {}


async def test_ids_are_in_no_page_no_header_no_journal_and_not_in_what_the_researcher_is_told(tmp_path):
    study = recruited(tmp_path)
    told: list[str] = []
    async with served(study, told, is_open=True) as site, visitor(site) as person:
        await arrive(person, QUERY)
        pages = [person.text]
        for does, fields in (("read", {}), ("agree", {"box-0": "on"}), ("kept", {"kept": "on"})):
            await person.get("/visit")
            pages.append(await person.send(does, **fields))
        async with person.session.get(f"{site.base}/visit") as answer:
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "referrer" not in (await answer.text())
        assert not any(PID in each for each in pages)
    [journal] = study.journals()
    assert PID not in str(read_journal(journal)) + str(told)
    assert [path.name for path in study.data.rglob("*") if path.is_file() and PID.encode() in path.read_bytes()] == [
        "recruiter.csv"
    ]


EXITS: dict[ExitKind, str] = {
    "completion": "DONE1234",
    "screened_out": "SCREENED",
    "no_consent": "NOTHANKS",
    "quota_full": "TOOMANY1",
    "timed_out": "TOOSLOW1",
}


async def take_back(recruiter: Recruiter, who: str, person: Visitor) -> str:
    """Let the recruiter take back who is on the last page, by its button; return the code."""
    link = re.search(r'<a class="button main" href="([^"]+)"', person.text)
    assert link and person.title == "Goodbye"
    code = link[1].partition("?cc=")[2]
    assert link[1].startswith("http://127.0.0.1:9/complete?cc=") and f"Code for the recruiter: {code}" in person.text
    recruiter.submissions[who].take(code)
    return code


async def test_a_round_trip_with_a_recruiter_by_every_exit(tmp_path):
    limits = 'design = "between"\npage_minutes = 1\npage_then = "timed_out"\nmissed_attention = 0\npilot = true\n'
    exits = "".join(
        f'[[exits]]\nwhen = "{when}"\ncode = "{code}"\nurl = "http://127.0.0.1:9/complete?cc={{code}}"\npay = 1\n'
        for when, code in EXITS.items()
    )
    study = small_study(tmp_path / "s", f"{limits}[recruiter]\n{exits}", "urn", f'preset = "quick"\n{ATTENTION}')
    plan = study.path / "study.toml"
    plan.write_text(plan.read_text().replace('name = "only"', 'name = "only"\nmost = 2'))
    study, now, told = StudyFolder(study.path), 0.0, []
    recruiter, seen = Recruiter("s1"), ""
    async with served(study, told, lambda: now, is_open=True) as site:
        for who in ("slow", "wrong", "declines", "done", "leaves", "late"):
            async with visitor(site) as person:

                async def send(does: str, person: Visitor = person, **fields: str) -> None:
                    nonlocal seen
                    seen += person.text
                    await person.send(does, **fields)

                recruiter.send(who, f"of-{who}")
                await arrive(person, recruiter.link(who)[1:])
                if who != "late":
                    seen += person.text
                    await person.get("/visit")
                    await send("read")
                    await (send("decline") if who == "declines" else send("agree", **{"box-0": "on"}))
                if who not in ("late", "declines"):
                    await send("kept", kept="on")
                if who == "leaves":
                    continue
                now += 66 * (who == "slow")
                if who in ("slow", "wrong", "done"):
                    await send("answer", **{"q-look": "0" if who == "wrong" else "1"})
                if who == "done":
                    await send("play")
                    await play(person)
                    seen += person.text
                    await person.get("/visit")
                if who in ("slow", "done"):
                    await send("bye" if who == "slow" else "debriefed")
                own = await take_back(recruiter, who, person)
                assert [code for code in EXITS.values() if code in person.text] == [own]
        recruiter.give_back("leaves")
        recruiter.approve({EXITS["completion"]})
        assert not [code for code in EXITS.values() if code in seen]
        async with visitor(site) as person:
            await arrive(person, recruiter.link("done")[1:])
            assert "only once" in person.text and not any(code in person.text for code in EXITS.values())
    assert {who: each.code for who, each in recruiter.submissions.items()} == {
        "slow": "TOOSLOW1", "wrong": "SCREENED", "declines": "NOTHANKS", "done": "DONE1234", "late": "TOOMANY1", "leaves": "",
    }  # fmt: skip
    assert study.exits_before_consent(study.participants()) == {"no_consent": 1, "quota_full": 1}
    found = reconcile(study, recruiter.export(tmp_path / "export.csv"))
    assert found.differences == () and len(found.freed) == 1 and told == []
    assert {ids.participant for ids in study.ids_by_code().values()} == {"slow", "wrong", "done", "leaves"}


async def test_a_signed_link_is_checked_with_the_keys_of_the_plan(tmp_path):
    from tests.arena.studies.test_recruiter import Signer

    signer, told = Signer(), []
    signed = 'signed = "prolific_token"\nkeys = "keys.json"\naudience = "https://study.example.org/s"'
    study = recruited(tmp_path, signed)
    query = signer.query()
    now = 0.0
    async with served(study, told, lambda: now, is_open=True) as site, visitor(site) as person:
        await arrive(person, query)
        assert person.status == 400 and "cannot be checked now" in person.text and "keys.json" in told[0]
        (study.path / "keys.json").write_bytes(signer.keys)
        now += 61
        await arrive(person, QUERY)
        assert person.status == 400 and "not signed" in person.text
        await arrive(person, query)
        await agree(person)
        assert person.title == "Your code"
    assert [ids.participant for ids in study.ids_by_code().values()] == [PID]
