"""Undercover line by line: the picture is opened or told in words where that is asked for, and the record says which."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.core.request import Display, Request
from woozle.games.undercover.events import Reason, Reasoned, Sight
from woozle.games.undercover.rules import Undercover
from woozle.games.undercover.scenes import words
from woozle.players.registry import pictures
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.cli.plain import Looks, PlainTable, Typist, read_answer
from woozle.tui.settings import config

HINT = "o opens your picture, d tells it in words."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of pictures, on a machine without a screen."""
    monkeypatch.setenv("SSH_CONNECTION", "1")
    config.write("pictures", str(tmp_path / "pictures"))
    return tmp_path / "pictures"


async def played(*lines, seats=("human", "bot*3"), **options):
    """Return the output while a person types these lines, then first choices, against bots; and the match."""
    typing, written = iter([*(f"{line}\n" for line in lines), *["1\n"] * 60]), []
    place = PlainTable("undercover", Typist(lambda: next(typing)), written.append, is_terminal=len(seats) > 2)
    configured = registry.configure(Undercover, "standard", {"size": 256, "edit": "colour", **options})
    ready = new_match("undercover", seats, configured, 3, human=place.human, sync=False)
    await asyncio.wait_for(place.play(ready.match), 30)
    ready.writer.close()
    assert verify(ready.folder, 3).is_verified
    return written, ready


def own(ready, kind):
    return [event for event in ready.match.referee.view("Ada") if isinstance(event, kind) and event.seat == "Ada"]


def responses(ready):
    return [line.body["response"] for line in read(ready.folder).lines if line.body["request"]["to"] == "Ada"]


async def test_the_picture_is_neither_opened_nor_told_unasked(folder):
    written, ready = await played()
    assert written.count(HINT) == 1
    (sight,) = own(ready, Sight)
    assert words.describe_scene(sight.scene, has_heights=True) not in written and not folder.exists()
    assert all("display" not in response and "pictures" not in response for response in responses(ready))


async def test_it_is_told_in_words_to_whoever_asks_and_the_record_says_so(folder):
    written, ready = await played("d", "1", "It is plain to see.")
    (sight,) = own(ready, Sight)
    assert written.count(words.describe_scene(sight.scene, has_heights=True)) == 1
    assert own(ready, Reasoned)[0].analysis == "It is plain to see."
    first, *later = responses(ready)
    assert first["display"]["mode"] == "words" and "pictures" not in first
    assert all("display" not in response for response in later)


async def test_it_is_saved_for_whoever_asks_under_a_name_that_tells_nothing(folder):
    written, ready = await played("o", "1", "o", "It is.")
    (sight,) = own(ready, Sight)
    (saved,) = folder.iterdir()
    (picture,) = pictures("undercover")(None, [sight])
    assert saved.read_bytes() == picture.data and picture.digest not in saved.name
    assert not any(picture.digest in line for line in written)
    assert [line for line in written if "aved in" in line] == [
        f"No viewer can be opened here. Saved in {folder}: {saved.name}."
    ] * 2
    first = responses(ready)[0]
    assert (first["display"]["mode"], first["display"]["opened"]) == ("off", 2)
    assert [each["digest"] for each in first["pictures"]] == [picture.digest]


async def test_two_at_one_terminal_can_have_it_told_but_not_opened(folder):
    written, ready = await played("", "o", "d", "1", "Seen.", "", "1", "Seen too.", seats=("human", "human", "bot*2"))
    assert "d tells your picture in words." in written and HINT not in written
    assert "No picture is shown while several people share this terminal." in written
    assert words.describe_scene(own(ready, Sight)[0].scene, has_heights=True) in written
    assert not folder.exists()


class Script:
    """Lines that were typed."""

    def __init__(self, *lines):
        self._lines = iter(lines)

    async def line(self, *, is_text=False):
        return next(self._lines)


async def test_of_numbers_only_the_number_itself_is_taken():
    request = Request(1, "Ada", Reason, {"answer": ("3", "4", "2")})
    assert await read_answer(request, Script("2", "Two."), lambda line: None) == Reason(answer="2", analysis="Two.")
    with pytest.raises(ValueError, match=r"^Type one of 3, 4, 2\.$"):
        await read_answer(request, Script("1"), lambda line: None)


async def test_in_a_game_that_is_about_something_else_a_text_may_be_a_letter():
    looks = Looks("ship", None, Script("o", "d"), print, [], is_shared=False)
    assert await looks.line(is_text=True) == "o" and await looks.line() == "d"


async def test_what_nobody_has_described_is_said_to_be_so():
    written = []

    class Asked:
        request, observation = Request(1, "Ada", Reason, {}), [Sight("Ada", "a" * 64, 256, None)]
        seen = None

        def see(self, display):
            self.seen = display

    ask = Asked()
    looks = Looks("undercover", ask, Script("d", "o", "no"), written.append, [], is_shared=False)
    assert await looks.line(is_text=True) == "no"
    assert written == ["This picture has no description; o opens it.", "There is no picture of this moment."]
    assert ask.seen == Display("off", 0, 0, 0, 0)
