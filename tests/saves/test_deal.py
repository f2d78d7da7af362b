"""How the key was dealt: what waits beside an unfinished match, what the last line reveals, and what verify says of it."""

from __future__ import annotations

from dataclasses import asdict, replace

import orjson
import pytest

from woozle.core.deal import SEED, Deal, config_digest, draw_seats
from woozle.core.referee import Referee
from woozle.saves.resume import fork, reopen
from woozle.saves.transcript import CLOSED, FORMAT, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, SEATS, SECRET, bots, deal_of, dealt, finished, forged, people, play
from tests.two_truths import TwoTruths

WAITING = "match.secret"


def test_the_secret_waits_beside_the_match_and_is_revealed_by_its_last_line(tmp_path):
    folder = dealt(tmp_path / "m", lines=3)
    assert (folder / WAITING).read_text() == SECRET and (folder / WAITING).stat().st_mode & 0o777 == 0o600
    assert SECRET.encode() not in (folder / PART).read_bytes()
    report = verify(folder)
    assert report.is_verified and report.deal == "", "who brought the nonces is not told before the end"
    again = reopen(folder, sync=False)
    play(again.referee, again.writer)
    assert [file.name for file in folder.iterdir()] == [CLOSED]
    assert read(folder).header.deal == deal_of(TwoTruths(seats=3))[0] and read(folder).secret == SECRET
    report = verify(folder)
    assert report.is_verified
    assert "players brought those of places 1 and 3, the host brought those of place 2" in report.deal


def test_without_the_secret_the_deal_is_not_proven(tmp_path):
    folder = dealt(tmp_path / "m", lines=3)
    (folder / WAITING).unlink()
    report = verify(folder)
    assert (report.verdict, report.causes) == ("consistent", ("deal",))
    again = reopen(folder, sync=False)
    play(again.referee, again.writer)
    assert "secret" not in read(folder).end.body
    report = verify(folder)
    assert (report.verdict, report.causes) == ("consistent", ("deal",))
    assert report.reason == "How the key was dealt is not proven without the secret of the host: it is not in the last line."


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (1, lambda body: body["deal"].update(attempt=2), "secret of the host is not the one"),
        (1, lambda body: body["deal"]["shares"][0].update(nonce="ab" * 32), "nonce of place 1 is not the one"),
        (1, lambda body: body["deal"]["shares"].pop(), "nonces of 2 places"),
        (1, lambda body: body["deal"].update(config="ab" * 32), "other options"),
        (1, lambda body: body["deal"].update(game="urn"), "another game, or of"),
        (1, lambda body: body["deal"]["seats"].reverse(), "other seats"),
        (1, lambda body: body["deal"].update(is_drawn=True), "other seats"),
        (1, lambda body: body.pop("deal"), "reveals the secret of a deal"),
        (1, lambda body: body["deal"]["shares"][0].update(by="nobody"), "damaged"),
        (12, lambda body: body.update(secret="ab" * 32), "secret of the host is not the one"),
    ],
)
def test_every_other_deal_is_altered(tmp_path, line, change, said):
    folder = dealt(tmp_path / "m")
    forged(folder / CLOSED, line, change)
    report = verify(folder)
    assert report.verdict == "altered" and any(said in each.sentence for each in report.findings), report.findings


def test_a_key_that_another_table_dealt_is_altered(tmp_path):
    deal, _ = deal_of(TwoTruths(seats=3))
    referee = Referee(TwoTruths(seats=3), KEY)
    play(referee, Writer.create(tmp_path / "m", referee, SEATS, deal=deal, secret=SECRET, sync=False))
    assert verify(tmp_path / "m").findings[0].sentence == "The key is not made of the secret and the nonces."


def test_a_seed_that_the_host_knew_is_said_to_be_one(tmp_path):
    game = TwoTruths(seats=3)
    deal = Deal(SEED, "ABCDEFGH", 1, game.name, game.version, config_digest(game.config.model_dump(mode="json")), "", ())
    deal = replace(deal, seats=draw_seats(KEY, game.seats), is_drawn=True)
    referee = Referee(game, KEY)
    writer = Writer.create(tmp_path / "m", referee, SEATS, deal=deal, sync=False)
    play(referee, writer, lines=3)
    assert not (tmp_path / "m" / WAITING).exists()
    report = verify(tmp_path / "m")
    assert report.is_verified and report.deal == "The key came from a seed that the host knew (table ABCDEFGH, attempt 1)."
    writer.close()


def test_a_fork_has_no_deal(tmp_path):
    folder = dealt(tmp_path / "m")
    forked = fork(folder, 4, tmp_path / "f", sync=False)
    play(forked.referee, forked.writer)
    assert read(tmp_path / "f").header.deal is None and verify(tmp_path / "f").is_verified


def test_a_match_without_a_deal_has_the_bytes_of_the_format_before(tmp_path):
    """All but the number of the format, so that a seed gives what it gave."""
    path = finished(tmp_path / "m", people)
    bodies = [orjson.loads(row)["body"] for row in path.read_bytes().splitlines()]
    assert bodies[0]["woozle"] == FORMAT and "deal" not in bodies[0] and "secret" not in bodies[-1]
    forged(path, 1, lambda body: body.update(woozle=6))
    assert verify(path, 3).is_verified
    again = finished(tmp_path / "n", bots)
    assert not any("stand_in" in each["response"] for each in (line.body for line in read(again).lines))


def test_the_deal_is_in_the_header_as_it_is(tmp_path):
    folder = dealt(tmp_path / "m")
    first = orjson.loads((folder / CLOSED).read_bytes().splitlines()[0])["body"]
    assert first["deal"] == orjson.loads(orjson.dumps(asdict(deal_of(TwoTruths(seats=3))[0])))
