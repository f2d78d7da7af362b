"""Receipts: what a host signs, and what they prove of a transcript that was changed later."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import orjson
import pytest

from woozle.arena.testing.games import record_match
from woozle.core.canonical_json import canonical_json, json_digest
from woozle.core.referee import Referee
from woozle.saves.receipt_check import check_receipts
from woozle.saves.receipt_file import ReceiptsError
from woozle.saves.receipts import HostKey, KeyFileError, Receipt, ViewChain, spoken_code
from woozle.saves.redaction import redact
from woozle.saves.transcript import CLOSED, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.games.parts import parts
from tests.saves.receipts import Kept, Watching, kept_again, save
from tests.saves.table import SEATS, SECRET, bots, deal_of, forged, people, play, rechained
from tests.two_truths import TwoTruths

ME = "a"
GAMES = [cases[0] for cases in parts("cases", "CASES").values()]


@pytest.fixture(scope="session")
def host(tmp_path_factory) -> HostKey:
    return HostKey.load(tmp_path_factory.mktemp("host") / "host.key")


def match(folder, host, answers=bots, lines=1000) -> Kept:
    """Play a match among strangers, and return what the client at the first seat kept of it."""
    deal, key = deal_of(TwoTruths(seats=3))
    referee = Referee(TwoTruths(seats=3), key)
    writer = Writer.create(folder, referee, SEATS, deal=deal, secret=SECRET, sync=False)
    client = Kept(referee, writer.header, ME, host, own=deal.shares[0].nonce)
    play(referee, Watching(writer, [client]), answers, lines)
    writer.close()
    return client


def checked(folder, file):
    return check_receipts(file, read(folder))


# The host's side


def test_the_key_of_a_host_is_made_once_and_for_its_owner_alone(tmp_path):
    path = tmp_path / "new" / "host.key"
    one, two = HostKey.load(path), HostKey.load(path)
    assert one.public == two.public and one.fingerprint == spoken_code(one.public)
    assert path.stat().st_mode & 0o777 == 0o600 and [*path.parent.iterdir()] == [path]
    path.write_text("no key")
    with pytest.raises(KeyFileError, match="holds no key of a host"):
        HostKey.load(path)


def test_a_chain_begins_with_match_and_seat_and_each_link_covers_all_before():
    chain = ViewChain("ab", "Ada")
    begin = chain.link
    assert begin == json_digest(["woozle.view/1", "ab", "Ada"]) != ViewChain("ab", "Bob").link
    chain.add_event("Said", {"text": "hello"})
    assert chain.link == json_digest(["woozle.view/1", begin, "event", "Said", {"text": "hello"}])
    before = chain.link
    assert chain.add_answer(1, 1, "cd") == chain.link == json_digest(["woozle.view/1", before, "answer", 1, 1, "cd"])


def test_a_receipt_is_signed_over_all_of_it_and_always_with_the_same_bytes(host):
    receipt = Receipt("ab", "Ada", 1, 2, "cd", "ef", host.sign_receipt("ab", "Ada", 1, 2, "cd", "ef"))
    assert receipt.signature == host.sign_receipt("ab", "Ada", 1, 2, "cd", "ef")
    assert receipt.is_signed_by(host.public) and not receipt.is_signed_by("00" * 32) and not receipt.is_signed_by("x")
    spelt = canonical_json(["woozle.receipt/1", "ab", "Ada", 1, 2, "cd", "ef"])
    assert spelt == b'["woozle.receipt/1","ab","Ada",1,2,"cd","ef"]'
    for change in ({"match": "aa"}, {"seat": "Bob"}, {"n": 2}, {"id": 1}, {"answer": "ce"}, {"view": "ff"}, {"signature": "00"}):
        fields = {name: getattr(receipt, name) for name in Receipt.__slots__} | change
        assert not Receipt(**fields).is_signed_by(host.public), change


def test_a_code_to_read_aloud_has_four_groups_of_four_letters():
    codes = {spoken_code(f"{number:064x}") for number in range(20)}
    assert len(codes) == 20
    assert all([len(group) for group in code.split("-")] == [4] * 4 and code.replace("-", "").isalpha() for code in codes)
    assert spoken_code("AB" * 32) == spoken_code("ab" * 32)


# Honest receipts


@pytest.mark.parametrize("without", [(), ("over",), ("events",), ("events", "over")])
@pytest.mark.parametrize("answers", [bots, people])
def test_honest_receipts_agree(tmp_path, host, answers, without):
    client = match(tmp_path / "m", host, answers)
    report = checked(tmp_path / "m", client.save(tmp_path / "r", *without))
    assert (report.verdict, report.findings, report.count) == ("verified", [], sum(m["type"] == "receipt" for m in client.told))
    assert report.is_bound == ("over" not in without)
    assert bool(report.notes) == ("over" in without)
    assert host.fingerprint in report.summary


def test_receipts_of_an_unfinished_match_agree(tmp_path, host):
    client = match(tmp_path / "m", host, lines=7)
    assert checked(tmp_path / "m", client.save(tmp_path / "r")).verdict == "verified"


def test_what_was_sent_again_after_a_reconnect_changes_nothing(tmp_path, host):
    client = match(tmp_path / "m", host)
    kinds = [each["type"] for each in client.told]
    again = [client.told[at] for at in (0, kinds.index("welcome"), kinds.index("events"), kinds.index("receipt"))]
    report = checked(tmp_path / "m", save(tmp_path / "r", [*client.told[:-1], *again, client.told[-1]]))
    assert (report.verdict, report.notes) == ("verified", [])


def test_a_receipt_that_is_missing_is_named_and_the_rest_is_compared(tmp_path, host):
    client = match(tmp_path / "m", host)
    told = [each for each in client.told if each.get("n") != 2 and each["type"] != "over"]
    report = checked(tmp_path / "m", save(tmp_path / "r", told))
    assert report.verdict == "verified" and report.notes[0] == "It lacks the receipts 2."


def test_where_events_are_missing_links_are_compared(tmp_path, host):
    client = match(tmp_path / "m", host)
    at = [number for number, each in enumerate(client.told) if each["type"] == "events"][1]
    report = checked(tmp_path / "m", save(tmp_path / "r", client.told[:at] + client.told[at + 1 :]))
    assert (report.verdict, len(report.notes)) == ("verified", 1) and "It lacks the Events after" in report.notes[0]
    line = next(line.number for line in read(tmp_path / "m").lines[3:] if line.body["events"])
    forged(tmp_path / "m" / CLOSED, line, lambda body: body["events"].pop(0))
    report = checked(tmp_path / "m", save(tmp_path / "r", client.told[:at] + client.told[at + 1 : -1]))
    assert "Until this answer" in report.findings[0].sentence


def test_receipts_of_a_study_prove_nothing(tmp_path, host):
    client = match(tmp_path / "m", host)
    bare = [
        {name: each[name] for name in ("type", "n", "id")} if each["type"] == "receipt" else each
        for each in client.told
        if each["type"] != "over"
    ]
    report = checked(tmp_path / "m", save(tmp_path / "r", bare))
    assert (report.verdict, report.count) == ("consistent", 0) and "as in a study" in report.notes[0]
    report = checked(tmp_path / "m", client.save(tmp_path / "r", "hello", "over"))
    assert (report.verdict, report.count) == ("consistent", 0) and "without the key of the host" in report.notes[0]


def test_receipts_of_another_match_are_of_no_use(tmp_path, host):
    client = match(tmp_path / "m", host)
    client.told[3]["match"] = "ab" * 32
    report = checked(tmp_path / "m", client.save(tmp_path / "r"))
    assert report.findings[0].sentence == "It has no receipts of this match: no welcome names the commitment to its key."


@pytest.mark.parametrize("text", ["hello", "[]", "{}", '{"type": "receipt", "n": "x", "id": 1}', "\ud800", "[" * 100_000])
def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path, host, text):
    match(tmp_path / "m", host)
    (tmp_path / "r").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ReceiptsError):
        checked(tmp_path / "m", tmp_path / "r")


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case.name)
def test_what_a_seat_is_sent_is_what_the_transcript_has_in_every_game(tmp_path, host, case):
    """The host makes its receipts again after a restart, from the transcript alone."""
    asyncio.run(record_match(case, 1, tmp_path / "m").play())
    transcript = read(tmp_path / "m")
    for seat in [place.seat for place in transcript.header.seats]:
        report = check_receipts(kept_again(tmp_path / "m", seat, host).save(tmp_path / "r"), transcript)
        assert (report.verdict, report.findings, report.notes) == ("verified", [], []), seat


# Withdrawals


@pytest.mark.parametrize("without", [(), ("over",), ("events", "over")])
def test_a_withdrawal_is_not_altered(tmp_path, host, without):
    client = match(tmp_path / "m", host, people)
    redact(tmp_path / "m", seats=[ME, "b"])
    report = checked(tmp_path / "m", client.save(tmp_path / "r", *without))
    assert (report.verdict, report.findings) == ("verified", [])
    assert ("over" not in without) == (not report.notes), "the end covers what was withdrawn too"
    assert not without or any("Text was withdrawn" in note for note in report.notes)


def test_beside_a_withdrawal_the_rest_is_compared(tmp_path, host):
    client = match(tmp_path / "m", host, people)
    redact(tmp_path / "m", seats=["b"])
    file = client.save(tmp_path / "r", "over")
    line = next(line for line in read(tmp_path / "m").lines if line.is_redacted)
    change = next(at for at, each in enumerate(line.body["events"]) if each["to"] == ["*"])
    forged(tmp_path / "m" / CLOSED, line.number, lambda body: body["events"][change].update(event="Fake"))
    assert checked(tmp_path / "m", file).verdict == "altered"


# Forgeries


def changes_of(body) -> list:
    """Return functions that each change one thing of a line of a Response, in JSON."""
    found = []
    response = body["response"]
    if "answer" in response:
        for name, each in response["answer"].items():
            other = not each if isinstance(each, bool) else each + 1 if isinstance(each, int) else ["x", "y", "z"]
            found.append(("answer", lambda body, name=name, other=other: body["response"]["answer"].update({name: other})))
    else:
        found.append(("answer", lambda body: body["response"]["forfeit"].update(kind="gave_up")))
    for at, event in enumerate(body["events"]):
        kind = "event" if {"*", ME} & set(event["to"]) else "hidden event"
        found.append((kind, lambda body, at=at: body["events"][at].update(event="Fake")))
        found.append((kind, lambda body, at=at: body["events"].pop(at)))
        found.append((kind, lambda body, at=at: body["events"].insert(at, body["events"][at])))
    return found


def renumbered(rows: list[bytes]) -> list[bytes]:
    """Return bodies of lines with the numbers that they have to have."""
    found, n = [], 0
    for body in map(orjson.loads, rows):
        if "n" in body:
            n += 1
            body["n"] = n
        found.append(orjson.dumps(body))
    return found


def put_lines(path: Path, rows: list[bytes]) -> None:
    """Write other lines in place of those of a transcript, with links that fit. rows: bodies, without words."""
    whole = b"".join(b'{"body":%b,"words":null,"link":"%b"}\n' % (row, b"0" * 64) for row in renumbered(rows))
    path.write_bytes(whole)
    rechained(path, lambda number, body, words: (body, words))


def test_forgeries_with_mended_links(tmp_path, host):
    """All that a host can change after the match, its links made to fit: found by the receipts of one seat, or by the end."""
    client = match(tmp_path / "m", host)
    path = tmp_path / "m" / CLOSED
    data = path.read_bytes()
    transcript = read(path)
    bodies = [orjson.loads(transcript.head.body), *(line.body for line in transcript.lines), transcript.end.body]
    rows = [orjson.dumps(each) for each in bodies]
    last = len(rows)
    mine = {line.number for line in transcript.lines if line.body["request"]["to"] == ME}
    seen = {line.number for line in transcript.lines if any({"*", ME} & set(each["to"]) for each in line.body["events"])}
    files = {True: client.save(tmp_path / "with"), False: client.save(tmp_path / "without", "over")}
    covered = max(mine)  # the line of the last receipt

    forgeries: list[tuple[str, int, object]] = []
    for line in transcript.lines:
        for part, change in changes_of(line.body):
            kind = part if part != "answer" or line.number in mine else "answer of another"
            forgeries.append((kind, line.number, lambda at=line.number, change=change: forged(path, at, change)))
    for at in range(2, last):
        is_own = at in mine | seen
        sort = "" if is_own else " unseen"
        forgeries.append((f"drop{sort}", at, lambda at=at: put_lines(path, rows[: at - 1] + rows[at:])))
        forgeries.append((f"add{sort}", at, lambda at=at: put_lines(path, rows[:at] + rows[at - 1 :])))
        if at + 1 < last:
            swapped = [*rows[: at - 1], rows[at], rows[at - 1], *rows[at + 1 :]]
            both = {at, at + 1} <= mine | seen
            forgeries.append((f"swap{'' if both else ' unseen'}", at, lambda swapped=swapped: put_lines(path, swapped)))
    for name, change in {
        "outcome": lambda body: body["outcome"].update(reason="Ada bribed the host."),
        "result": lambda body: body["outcome"]["results"][ME].update(kind="forfeited"),
    }.items():
        forgeries.append((name, last, lambda change=change: forged(path, last, change)))
    forgeries += [
        ("player", 1, lambda: forged(path, 1, lambda body: body["seats"][0]["player"].update(name="another"))),
        ("deal", 1, lambda: forged(path, 1, lambda body: body["deal"].update(attempt=7))),
        ("seconds", 2, lambda: forged(path, 2, lambda body: body["response"].update(seconds=99.0))),
    ]

    found: dict[bool, Counter] = {True: Counter(), False: Counter()}
    of: Counter = Counter()
    for kind, at, forge in forgeries:
        path.write_bytes(data)
        forge()
        assert path.read_bytes() != data
        sort = kind if at + (kind in ("add", "swap")) <= covered else f"late {kind}"
        of[sort] += 1
        for has_end, file in files.items():
            found[has_end][sort] += checked(path, file).verdict == "altered"
    assert found[True] == of, "with the end, every change is found"
    proven = {sort for sort in of if found[False][sort] == of[sort]}
    assert {"answer", "event", "drop", "add", "swap", "deal"} <= proven, "all that the seat saw until its last receipt"
    never = {sort for sort in of if not found[False][sort]}
    assert never >= {"answer of another", "hidden event", "seconds", "player", "late outcome", "late result"}, "as the docs say"


def test_a_forged_withdrawal_is_found_by_the_end(tmp_path, host):
    client = match(tmp_path / "m", host, people)
    path = tmp_path / "m" / CLOSED
    number = next(line.number for line in read(path).lines if line.words)
    rechained(path, lambda at, body, words: (body, b'"%b"' % (b"0" * 64) if at == number else words))
    assert verify(path).verdict != "altered", "by itself it looks like any withdrawal"
    without = checked(path, client.save(tmp_path / "r", "over"))
    assert without.verdict == "verified" and "Text was withdrawn" in without.notes[0]
    assert checked(path, client.save(tmp_path / "r")).verdict == "altered"


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("hello", lambda m: m.update(host_key="ab" * 32), "does not have the signature of the host"),
        ("receipt", lambda m: m.update(view="ab" * 32), "does not have the signature of the host"),
        ("receipt", lambda m: m.update(recorded={"index": 9}), "not over the answer beside it"),
        ("events", lambda m: m["items"][0]["data"].update(extra=1), "not over the Events before it"),
        ("deal", lambda m: m.update(attempt=2), "whose commitments were told"),
        ("reveal", lambda m: m.update(nonce="ab" * 32), "that the player at place 1 brought"),
        ("welcome", lambda m: m["nonces"].update({"2": "ab" * 32}), "nonces of the deal are not those"),
        ("welcome", lambda m: m.update(seat="z"), "no seat z"),
        ("over", lambda m: m.update(head="ab" * 32), "head that the host told at the end is another one"),
        ("over", lambda m: m.update(key="ab" * 32), "key or the secret"),
        ("over", lambda m: m["lines"].pop(), "other lines than the host told"),
    ],
)
def test_a_file_that_was_changed_is_found(tmp_path, host, kind, change, said):
    client = match(tmp_path / "m", host)
    change(next(each for each in client.told if each["type"] == kind))
    report = checked(tmp_path / "m", client.save(tmp_path / "r"))
    assert report.verdict == "altered" and any(said in each.sentence for each in report.findings), report.findings


def test_a_file_with_a_receipt_of_an_absurd_number_is_checked_at_once(tmp_path, host):
    client = match(tmp_path / "m", host)
    last = next(each for each in reversed(client.told) if each["type"] == "receipt")
    last["n"] = 10**15
    about = read(tmp_path / "m").header.commitment, ME, last["n"], last["id"], last["answer"], last["view"]
    last["signature"] = host.sign_receipt(*about)
    report = checked(tmp_path / "m", client.save(tmp_path / "r", "over"))
    assert any("which the host signed" in each.sentence for each in report.findings)


def test_a_nonce_that_the_host_brought_in_place_of_a_player_is_found(tmp_path, host):
    client = match(tmp_path / "m", host)
    forged(tmp_path / "m" / CLOSED, 1, lambda body: body["deal"]["shares"][0].update(by="host"))
    report = checked(tmp_path / "m", client.save(tmp_path / "r", "over"))
    assert report.findings[0].sentence == "The nonce that the player at place 1 brought is not in the deal."


def test_an_answer_that_was_recorded_otherwise_than_it_was_given_is_named(tmp_path, host):
    client = match(tmp_path / "m", host)
    at = [number for number, each in enumerate(client.told) if each["type"] == "receipt" and "index" in each["recorded"]]
    index = client.told[at[0]]["recorded"]["index"]
    for answer, is_named in (({"index": index}, False), ({"index": str(index), "more": 1}, False), ({"index": index + 1}, True)):
        given = {"type": "answer", "id": client.told[at[0]]["id"], "answer": answer}
        report = checked(tmp_path / "m", save(tmp_path / "r", [*client.told[: at[0]], given, *client.told[at[0] :]]))
        assert (report.verdict, any("recorded than were given" in note for note in report.notes)) == ("verified", is_named)


def test_two_receipts_of_one_answer_convict_the_host(tmp_path, host):
    client = match(tmp_path / "m", host)
    other = dict(next(each for each in client.told if each["type"] == "receipt")) | {"view": "ab" * 32}
    commitment = read(tmp_path / "m").header.commitment
    other["signature"] = host.sign_receipt(commitment, ME, other["n"], other["id"], other["answer"], other["view"])
    report = checked(tmp_path / "m", save(tmp_path / "r", [*client.told[:-1], other, client.told[-1]]))
    assert [each.sentence for each in report.findings] == ["The host signed two receipts 1 that are not the same."]


def test_a_transcript_cut_back_lacks_answers_that_were_signed(tmp_path, host):
    client = match(tmp_path / "m", host, lines=7)
    path = tmp_path / "m" / PART
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-5]))
    report = checked(tmp_path / "m", client.save(tmp_path / "r"))
    assert any("which the host signed" in each.sentence for each in report.findings)


def test_a_kept_message_is_json_as_it_was_sent(tmp_path, host):
    client = match(tmp_path / "m", host, people)
    file = client.save(tmp_path / "r")
    assert [json.loads(row)["type"] for row in file.read_text().splitlines()][:4] == ["hello", "deal", "reveal", "welcome"]
