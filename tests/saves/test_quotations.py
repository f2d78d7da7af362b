"""Withdrawing what one of several people typed: passages of it that others repeat go too, and nothing else of theirs."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.replies import VERSION
from woozle.core.request import Completion, Response
from woozle.players.random_bot import RandomBot
from woozle.saves.receipt_check import check_receipts
from woozle.saves.receipts import HostKey
from woozle.saves.redaction import redact
from woozle.saves.resume import fork
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.receipts import kept_again
from tests.saves.table import KEY
from tests.two_truths import Tell, TwoTruths

SAID = "My brother sells red kites on Elm Street."
QUOTE = f"She told us: {SAID.lower()}"


class Speaker(RandomBot):
    """Somebody who says given statements. is_model: as a model, whose raw reply and thoughts are kept."""

    answers_at_once = False

    def __init__(self, statements, *, is_model=False):
        super().__init__("x")
        self.is_human, self.is_model, self.statements = not is_model, is_model, statements

    async def respond(self, request, observation):
        answer = self.answer(request, observation)
        if request.answer is Tell:
            answer = Tell(texts=tuple(self.statements), lie=0)
        if not self.is_model:
            return Response(request.id, answer, 1.0)
        text = answer.model_dump_json()
        thought = f"b said: {SAID}" if request.answer is not Tell and request.to == "c" and len(observation) > 2 else ""
        return Response(request.id, answer, 1.0, completions=(Completion(text, "answer", reasoning=thought),))

    def describe(self):
        return {"kind": "model", "backend": "openai", "model": "tiny", "parser": VERSION} if self.is_model else {"kind": "human"}


def played(folder, *statements, models=()):
    """A match of three seats, of whom each has said three statements at the end."""
    referee = Referee(TwoTruths(seats=3), KEY)
    seated = {
        seat: Speaker([said, f"{seat} likes tea", f"{seat} has two cats"], is_model=seat in models)
        for seat, said in zip("abc", statements, strict=True)
    }
    writer = Writer.create(folder, referee, {seat: each.describe() for seat, each in seated.items()}, sync=False)
    asyncio.run(Match(referee, seated, writer).play())
    return folder


def held(folder):
    return (folder / "transcript.jsonl").read_text("utf-8").casefold()


def test_an_answer_of_another_person_that_quotes_goes_as_a_whole(tmp_path):
    folder = played(tmp_path / "m", SAID, QUOTE, "I have never been on Elm Street.")
    redact(folder, seats=["a"])
    assert "red kites" not in held(folder)
    assert "b likes tea" not in held(folder)
    assert "never been on elm street" in held(folder)
    report = verify(folder, 2)
    assert (report.is_verified, report.redacted) == (True, 2)
    assert redact(folder, seats=["a"]) == 0


@pytest.mark.parametrize("whose", ["b", "c"])
def test_who_said_it_first_keeps_it(tmp_path, whose):
    folder = played(tmp_path / "m", SAID, QUOTE, QUOTE)
    redact(folder, seats=[whose])
    assert SAID.lower() in held(folder)
    assert f"{whose} likes tea" not in held(folder)


def test_what_the_match_told_everybody_is_no_quotation(tmp_path, monkeypatch):
    public = "the statements are about kites and brothers"
    monkeypatch.setattr("woozle.saves.redaction._strings", lambda _: iter([public]))
    folder = played(tmp_path / "m", f"I know that {public}.", f"Yes, {public}!", "I do not.")
    redact(folder, seats=["a"])
    assert f"yes, {public}" in held(folder)


def test_the_reply_and_the_thoughts_of_a_model_go_where_they_quote(tmp_path):
    folder = played(tmp_path / "m", SAID, QUOTE, f"Hear, hear: {SAID}", models=("b", "c"))
    assert [level.result for level in verify(folder, 3).levels.values()] == ["passed"] * 4
    before = read(folder)
    again = fork(folder, len(before.lines), tmp_path / "fork", sync=False)
    again.writer.close()
    for path in (folder, tmp_path / "fork"):
        redact(path, seats=["a"])
        assert b"red kites" not in b"".join(file.read_bytes().lower() for file in path.iterdir())
    report = verify(folder, 3)
    assert [level.result for level in report.levels.values()] == ["passed", "passed", "passed", "unchecked"]
    assert report.causes == ("withdrawn",)
    assert read(folder).lines[0].parts.link == before.lines[0].parts.link


def test_receipts_of_everybody_agree_after_one_of_them_withdraws(tmp_path):
    folder, host = played(tmp_path / "m", SAID, QUOTE, "I fly."), HostKey.load(tmp_path / "host.key")
    files = {seat: kept_again(folder, seat, host).save(tmp_path / seat) for seat in "abc"}
    bare = {seat: kept_again(folder, seat, host).save(tmp_path / f"{seat}-bare", "over") for seat in "abc"}
    redact(folder, seats=["a"])
    for path in (*files.values(), *bare.values()):
        report = check_receipts(path, read(folder))
        assert not report.findings
        assert report.verdict == "verified"
