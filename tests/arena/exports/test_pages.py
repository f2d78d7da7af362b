"""Pages: what is in them, and what is not."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from itertools import chain
from pathlib import Path

import pytest

from woozle.arena.exports.page.replay import parts_of
from woozle.arena.exports.pages import PageExport
from woozle.arena.views import registry
from woozle.core import registry as games
from woozle.core.game import PUBLIC
from woozle.core.state import EVERYTHING
from woozle.core.text import visible
from woozle.saves.decoder import decode_record
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import read

from tests.arena.exports.exported import data, html_at, match, page, read_lines
from tests.saves.table import finished, people
from tests.saves.tables.recorded import GAMES, recorded
from tests.tui import hostile

GOLDEN = Path(__file__).parents[2] / "golden"
ONE_OF_EACH = [path for path in sorted(GOLDEN.glob("*-1-*.jsonl")) if path.stem.endswith(("standard", "summary"))]


def _told(path):
    transcript = read(path)
    return [*chain(*decode_record(games.game(transcript.header.game, transcript.header.rules), transcript))]


def _strings(value):
    match value:
        case str():
            yield value
        case dict() | list():
            for each in value.values() if isinstance(value, dict) else value:
                yield from _strings(each)


def _words(html):
    """The words of HTML. A picture says the same in its place as where it cannot be drawn."""
    return re.sub("<[^>]*>", " ", html).split()


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_a_page_shows_at_every_place_what_the_terminal_shows(path, tmp_path):
    shown, told, game = data(page(path, tmp_path)), _told(path), read(path).header.game
    assert [viewer["name"] for viewer in shown["viewers"]] == [EVERYTHING, PUBLIC, *(seat["name"] for seat in shown["seats"])]
    for viewer in shown["viewers"]:
        timeline = registry.new_timeline(game, viewer["name"])
        timeline.grow(told)
        assert [text for _, text in read_lines(shown, viewer)] == [visible(line.text) for line in timeline.lines]
        for at in range(len(told) + 1):
            assert sum(line[0] <= at for line in viewer["lines"]) == timeline.lines_at(at)
            for name, part in parts_of(timeline.table(at)).items():
                assert _words(html_at(shown, viewer, name, at)) == _words(part)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_seat_holds_nothing_that_the_seat_did_not_see(tables, tmp_path, game):
    everything = data(page(tables / game, tmp_path / "all", with_text=True))
    whole = {viewer["name"]: [text for _, text in read_lines(everything, viewer)] for viewer in everything["viewers"]}
    me = match(tables / game).seats[0].seat
    file = page(tables / game, tmp_path / "own", me, with_text=True)
    own = data(file)
    assert [viewer["name"] for viewer in own["viewers"]] == [me]
    assert [text for _, text in read_lines(own, own["viewers"][0])] == whole[me]
    mine, text = "\n".join(whole[me]), unescape("\n".join(_strings(own)))
    private = {said for name, lines in whole.items() if name != me for said in lines if len(said) > 25}
    secrets = {said for said in private if said not in mine}
    assert secrets
    pages = unescape("\n".join(own["rows"][row] for part in own["pool"] for row in part))
    assert [said for said in secrets if said in text and said not in pages] == []
    assert not re.search(r"bot:|openai|tiny|scripted", file.read_text("utf-8").split('id="replay">')[1].split("</script>")[0])
    assert len(own["waits"]) == own["length"] == len(own["viewers"][0]["moments"]) < len(_told(tables / game))


def test_roles_of_others_are_not_in_the_page_of_a_seat(tmp_path):
    path = GOLDEN / "ship-1-standard.jsonl"
    for who in match(path).seats:
        shown = data(page(path, tmp_path, who.seat))
        [viewer] = shown["viewers"]
        for at in range(shown["length"] // 2):
            assert not re.search("DUCK|goose", html_at(shown, viewer, "seats", at))
        is_told = "DUCK" in html_at(shown, viewer, "seats", shown["length"])
        assert ("DUCK" in "".join(shown["rows"])) <= (who.role == "duck" or is_told)


def test_a_match_that_people_still_play_is_seen_by_its_person_alone(tmp_path):
    path = recorded_in_part(tmp_path)
    shown = data(page(path, tmp_path / "out"))
    assert [viewer["name"] for viewer in shown["viewers"]] == [match(path).seats[0].seat]
    assert shown["result"] is None and not shown["is_over"]
    with pytest.raises(TableError, match="may not look at it here; choose from"):
        page(path, tmp_path / "out", EVERYTHING)


def recorded_in_part(folder):
    """A match of the ship of which the last lines are missing."""
    recorded("ship", folder / "whole")
    lines = (folder / "whole" / "transcript.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "part").mkdir()
    (folder / "part" / "transcript.jsonl.part").write_bytes(b"".join(lines[:20]))
    return folder / "part"


def test_no_word_of_a_person_is_in_it_unless_it_is_asked_for(tables, tmp_path):
    for game in ("ship", "quest", "debate"):
        assert "1+1" not in page(tables / game, tmp_path / "without").read_text("utf-8")
        assert "1+1" in page(tables / game, tmp_path / "with", with_text=True).read_text("utf-8")


def test_verdicts_stand_below_speeches_for_those_who_see_everything_alone(tmp_path):
    shown = data(page(GOLDEN / "ship-1-standard.jsonl", tmp_path))
    tagged = {
        viewer["name"]: [row for _, row in viewer["lines"] if 'class="tag' in shown["rows"][row]] for viewer in shown["viewers"]
    }
    assert tagged[EVERYTHING] and not any(lines for name, lines in tagged.items() if name != EVERYTHING)


def test_hostile_words_cannot_end_the_data_nor_run(tmp_path, monkeypatch):
    monkeypatch.setattr(hostile, "HOSTILE", f"</script><script>PWNED</script><!-- <img src=x> {hostile.HOSTILE}")
    file = page(hostile.played(tmp_path / "match"), tmp_path / "out", with_text=True)
    text = file.read_text("utf-8")
    assert "PWNED" in text
    block = text.split('id="replay">')[1].split("</script>")[0]
    assert not re.search("[<>&\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", block)
    assert len(re.findall("<script", text)) == len(re.findall("</script", text)) == 2
    assert text.count("PWNED") == block.count("PWNED")


def test_the_policy_names_this_script_and_these_styles_and_nothing_else(tmp_path):
    text = page(GOLDEN / "quest-1-summary.jsonl", tmp_path).read_text("utf-8")
    policy = re.search('Content-Security-Policy" content="([^"]+)"', text)[1]
    script, styles = text.split("<script>")[1].split("</script>")[0], text.split("<style>")[1].split("</style>")[0]
    digests = [b64encode(sha256(part.encode()).digest()).decode() for part in (script, styles)]
    own = [f"{kind}-src 'sha256-{digest}'" for kind, digest in zip(("script", "style"), digests, strict=True)]
    assert policy.split("; ") == ["default-src 'none'", *own, "img-src data:", "base-uri 'none'", "form-action 'none'"]
    rest = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(
        r"https?:|//\w|\bsrc=|\bhref=|@import|url\(|insertAdjacent|eval\(|document\.write", rest.replace(_block(rest), "")
    )


def test_only_rows_of_the_data_are_set_as_markup(tmp_path):
    script = page(GOLDEN / "quest-1-summary.jsonl", tmp_path).read_text("utf-8").split("<script>")[1]
    assert set(re.findall(r"innerHTML = (.*);", script)) == {
        "markup(replay.pool[part])",
        "markup(viewer.lines.map(([, row]) => row))",
        "replay.result",
    }


def _block(text):
    return text.split('id="replay">')[1].split("</script>")[0]


def test_names_of_matches_become_names_of_files_that_are_safe_and_differ(tmp_path):
    with PageExport(tmp_path, None, with_text=False, is_forced=False) as export:
        for name in ("../../etc/passwd", "a/b", "a b", "A-B", "\x1b[31m", "."):
            export.add(match(GOLDEN / "self_play-1-alone.jsonl", name))
        files = export.close()
    assert [file.name for file in files] == ["etc-passwd.html", "a-b.html", "a-b-2.html", "A-B-3.html", "31m.html", "match.html"]


def test_a_game_without_a_table_of_its_own_has_a_page_too(tmp_path):
    shown = data(page(finished(tmp_path / "match", people), tmp_path / "out"))
    assert shown["game"] == "two_truths" and shown["viewers"][0]["lines"]
