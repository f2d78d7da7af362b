"""A small match of two truths and a lie, for tests of transcripts: who answers what, and how it is recorded and forged."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import orjson

from woozle.core.deal import PROTOCOL, Deal, Share, commit_nonce, commit_secret, config_digest, deal_key
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response
from woozle.core.text import RedactableText
from woozle.core.usage import Usage
from woozle.saves.line_format import FIRST, SALTED, chain_link, join_line, link_salt, split_line
from woozle.saves.transcript import read
from woozle.saves.writer import Writer

from tests.two_truths import Tell, TwoTruths, Vote

KEY = bytes(range(32))
SEATS = {"a": {"kind": "bot", "name": "honest"}, "b": {"kind": "bot", "name": "sly"}, "c": {"kind": "person"}}

SECRET = "5e" * 32

Answers = Callable[[Request, int], Answer | Forfeit]


def bots(request: Request, number: int) -> Answer | Forfeit:
    """One illegal try, one forfeit, and else what one would expect."""
    if number == 2:
        return Tell(texts=("out", "of", "turn"), lie=0)
    if number == 6:
        return Forfeit("timeout", "No answer within 5 seconds.")
    if request.answer is Tell:
        return Tell(texts=(f"{request.to} was born", 'a "quoted" \x1b[31mthing', "späte Ähren 🌾"), lie=1)
    return Vote(index=number % 3)  # type: ignore[arg-type]


def people(request: Request, number: int) -> Answer | Forfeit:
    """The same, but the statements are typed by people."""
    if request.answer is Tell:
        texts = tuple(RedactableText(f"SECRET-{request.to}-{n}", f"{number}.{n}") for n in (1, 2, 3))
        return Tell(texts=("x", "y", "z"), lie=1).model_copy(update={"texts": texts})
    return Vote(index=number % 3)  # type: ignore[arg-type]


def play(referee: Referee, recorder: Any, answers: Answers = bots, lines: int = 1000) -> None:
    """Play on, at most up to a number of lines in all."""

    def respond(request: Request, number: int) -> Response:
        usage = Usage(1, 10, 20, 0.25) if number == 1 else Usage()
        return Response(request.id, answers(request, number), seconds=number / 4, usage=usage)

    play_responses(referee, recorder, respond, lines)


def play_responses(referee: Referee, recorder: Any, respond: Callable[[Request, int], Response], lines: int = 1000) -> None:
    """The same with whole Responses, given the number of each."""
    while referee.outcome is None and referee.folded < lines:
        request = next(iter(referee.open.values()))
        response = respond(request, referee.folded + 1)
        recorder.keep_response(request, response, referee.fold(response))
    if referee.outcome:
        recorder.keep_outcome(referee.outcome)


def begin(folder: Path, players: Mapping[str, Any] = SEATS, sync: bool = False, key: bytes = KEY) -> tuple[Referee, Writer]:
    referee = Referee(TwoTruths(seats=3), key)
    return referee, Writer.create(folder, referee, players, sync=sync)


def deal_of(game: TwoTruths) -> tuple[Deal, bytes]:
    """Return a deal of a table, whose second nonce is the host's, and its key. The secret is SECRET."""
    nonces = [f"{place:02x}" * 32 for place in range(1, len(game.seats) + 1)]
    shares = tuple(
        Share(commit_nonce("ABCDEFGH", 1, place, nonce), nonce, "host" if place == 2 else "player")
        for place, nonce in enumerate(nonces, 1)
    )
    config = config_digest(game.config.model_dump(mode="json"), SECRET)
    about = ("ABCDEFGH", 1, game.name, game.version, config, commit_secret("ABCDEFGH", 1, SECRET))
    deal = Deal(PROTOCOL, *about, shares, tuple(game.seats))
    return deal, deal_key(SECRET, deal)


def dealt(folder: Path, answers: Answers = bots, lines: int = 1000) -> Path:
    """A match among strangers, played to some line or its end; its folder."""
    deal, key = deal_of(TwoTruths(seats=3))
    referee = Referee(TwoTruths(seats=3), key)
    writer = Writer.create(folder, referee, SEATS, deal=deal, secret=SECRET, sync=False)
    play(referee, writer, answers, lines)
    writer.close()
    return folder


def finished(folder: Path, answers: Answers = bots, number: int = 0) -> Path:
    """A match played to its end, one of many that differ in their keys; the path of its transcript."""
    play(*begin(folder, key=bytes([*KEY[:-1], KEY[-1] + number])), answers)
    return folder / "transcript.jsonl"


def interrupted(folder: Path, lines: int, answers: Answers = bots) -> Path:
    """A match that broke off after some lines."""
    referee, writer = begin(folder)
    play(referee, writer, answers, lines)
    writer.close()
    return folder / "transcript.jsonl.part"


def forged(path: Path, line: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the body of a line, and mend the chain so that only the rules can tell."""

    def changed(number: int, body: bytes, words: bytes) -> tuple[bytes, bytes]:
        if number != line:
            return body, words
        value = orjson.loads(body)
        change(value)
        return orjson.dumps(value), words

    rechained(path, changed)


def rechained(path: Path, change: Callable[[int, bytes, bytes], tuple[bytes, bytes]]) -> None:
    """Change bodies and words of lines, given by their numbers, and compute all links again, as a forger would."""
    transcript, before, was, rows = read(path), FIRST, FIRST, []
    version, key = transcript.header.woozle, transcript.key
    for number, row in enumerate(path.read_bytes().splitlines(), 1):
        parts = split_line(row)
        assert parts is not None
        body, words = change(number, parts.body, parts.words)
        body = body.replace(b'"from":"%b"' % was.hex().encode(), b'"from":"%b"' % before.hex().encode())  # in the line of a resume
        was = parts.link
        if number == 1 and type(named := orjson.loads(body).get("woozle")) is int:
            version = named
        before = chain_link(before, body, words, link_salt(key, number) if key and version >= SALTED else b"")
        rows.append(join_line(body, words, before))
    path.write_bytes(b"".join(rows))


def lines_without(path: Path, *names: str) -> list[Any]:
    """The lines of a transcript without the parts of these names, wherever they stand."""

    def strip(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: strip(value) for name, value in part.items() if name not in names}
        return [strip(value) for value in part] if isinstance(part, list) else part

    return [strip(orjson.loads(line)) for line in path.read_bytes().splitlines()]


def played_lines(data: bytes) -> list[tuple[bytes, bytes]]:
    """Body and words of every line of a transcript but those that say it was resumed: what the match itself came to."""
    parts = [split_line(row) for row in data.splitlines()]
    return [(each.body, each.words) for each in parts if each and not each.body.startswith(b'{"resumed"')]
