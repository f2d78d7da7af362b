"""A host that signs receipts and a client that keeps them, without a network between them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from woozle.core.canonical_json import json_digest
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.saves.receipts import HostKey, ViewChain, recorded_answer
from woozle.saves.resume import play_again
from woozle.saves.transcript import Header, read


class Kept:
    """What the client at one seat is sent, as it goes on: `told` are its messages."""

    def __init__(
        self, referee: Referee, header: Header, seat: str, host: HostKey, *, own: str = "", until: int | None = None
    ) -> None:
        self.seat, self._referee, self._host, self._match = seat, referee, host, header.commitment
        self._chain, self._seen, self._n = ViewChain(header.commitment, seat), 0, 0
        self.told: list[dict[str, Any]] = [{"type": "hello", "limits": {}, "host_key": host.public}]
        deal = header.deal
        places = {str(place): share for place, share in enumerate(deal.shares, 1)} if deal else {}
        if deal:
            commitments = {place: share.commitment for place, share in places.items()}
            about = {"table": deal.table, "attempt": deal.attempt, "game": deal.game, "config": deal.config, "secret": deal.secret}
            self.told.append({"type": "deal", **about, "commitments": commitments})
        if own:
            self.told.append({"type": "reveal", "nonce": own})
        place = deal.seats.index(seat) + 1 if deal else 0
        nonces = {place: share.nonce for place, share in places.items()}
        self.told.append({"type": "welcome", "match": self._match, "seat": seat, "place": place, "nonces": nonces})
        self.look(until)

    def look(self, until: int | None = None) -> None:
        """Be sent the Events that came, or those before the one at `until`."""
        if new := self._referee.view(self.seat)[self._seen : until]:
            items = [{"event": type(event).__name__, "data": to_jsonable_python(event), "text": ""} for event in new]
            self.told.append({"type": "events", "first": self._seen, "items": items})
            for each in items:
                self._chain.add_event(each["event"], each["data"])
            self._seen += len(items)

    def answered(self, response: Response) -> None:
        """Be given the receipt of an answer."""
        self._n += 1
        recorded = to_jsonable_python(recorded_answer(response))
        digest = json_digest(recorded)
        view = self._chain.add_answer(self._n, self._n, digest)
        signature = self._host.sign_receipt(self._match, self.seat, self._n, self._n, digest, view)
        receipt = {"n": self._n, "id": self._n, "answer": digest, "recorded": recorded, "view": view, "signature": signature}
        self.told.append({"type": "receipt", **receipt})

    def over(self, folder: Path) -> None:
        """Be told the end of the match."""
        transcript = read(folder)
        end = transcript.end
        lines = [line.number for line in transcript.lines if line.body["request"]["to"] == self.seat]
        assert end
        told = {"head": transcript.link.hex(), "key": end.key.hex(), "secret": end.secret, "lines": lines}
        self.told.append({"type": "over", "result": None, "why": "", **told})

    def save(self, path: Path, *without: str) -> Path:
        return save(path, (each for each in self.told if each["type"] not in without))


def kept_again(path: Path, seat: str, host: HostKey) -> Kept:
    """What the client at a seat would have been sent of a match that is over."""
    referee, past = play_again(path)
    client = Kept(referee, read(path).header, seat, host, until=0)
    for each in past:
        if each.request.to == seat:
            client.look(each.seen)
            client.answered(each.response)
    client.look()
    client.over(path)
    return client


def save(path: Path, messages: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in messages))
    return path


class Watching:
    """A Recorder that tells clients what they are to be told, once it is on record."""

    def __init__(self, writer: Any, clients: Iterable[Kept]) -> None:
        self._writer, self._clients = writer, tuple(clients)

    def keep_response(self, request: Any, response: Response, told: Any) -> None:
        self._writer.keep_response(request, response, told)
        for each in self._clients:
            if each.seat == request.to:
                each.answered(response)
            each.look()

    def keep_outcome(self, outcome: Any) -> None:
        self._writer.keep_outcome(outcome)
        for each in self._clients:
            each.over(self._writer.folder)
