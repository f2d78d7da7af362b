"""`woozle study serve` and `woozle study links`."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys

import pytest
from aiohttp import ClientSession

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.tui.cli import study as study_commands

from tests.tui.studies import plans


@pytest.fixture
def study(tmp_path):
    return StudyFolder(plans.write(tmp_path / "study"))


def test_links_are_printed_one_a_line_and_counted(study, capsys):
    study_commands.links(study.path, count=3)
    urls = capsys.readouterr().out.split()
    assert len(urls) == 3
    assert all(re.fullmatch(r"http://127\.0\.0\.1:8322/j/[\w-]{43}", url) for url in urls)
    links.enter_session(study, links.open_session(study, urls[0].rpartition("/")[2]))
    study_commands.links(study.path)
    assert capsys.readouterr().out == "3 made, 1 opened, 0 joined, 0 finished\n"
    study_commands.links(study.path, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"made": 3, "opened": 1, "joined": 0, "finished": 0}


@pytest.mark.parametrize(
    ("base", "says"),
    [
        ("http://study.example.org", "need https"),
        ("study.example.org", "is not the URL"),
        ("https://study.example.org/path", "without a path"),
        ("https://me:word@study.example.org", "is not the URL"),
        ("javascript:alert(1)", "is not the URL"),
    ],
)
def test_a_name_under_which_nobody_should_come_is_refused(study, base, says):
    with pytest.raises(ValueError, match=says):
        study_commands.links(study.path, count=1, base=base)
    assert not study.data.exists()


def test_a_link_is_for_somebody_new_or_for_a_code(study):
    with pytest.raises(ValueError, match="either --count or --code"):
        study_commands.links(study.path, count=1, code="ABCD-EFGH")
    with pytest.raises(ValueError, match="No participant of this study has the code ABCDEFGH"):
        study_commands.links(study.path, code="abcd-efgh")


@pytest.mark.e2e
async def test_a_study_is_served_until_ctrl_c(study):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from woozle.tui.cli.main import main; main()",
        "study", "serve", str(study.path), "--port", "0", "--count", "2", "--open",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout and process.stderr
    open_url, *urls = [(await process.stdout.readline()).decode().strip() for _ in range(3)]
    assert open_url.endswith("/join")
    async with ClientSession() as client, client.get(urls[0]) as page:
        assert page.status == 200 and "Begin" in await page.text()
    process.send_signal(signal.SIGINT)
    said = (await process.stderr.read()).decode()
    assert await process.wait() == 0, said
    assert "for browsers on this machine; stop with ctrl+c" in said and "2 links" in said and "Stopped" in said
    assert not any(url in said for url in urls)
