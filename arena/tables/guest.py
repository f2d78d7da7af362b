"""The connection of a place's player, between the table and the carrier of its messages."""

from __future__ import annotations

import asyncio
from collections import deque

from woozle.arena.tables.remote_seat import RemoteSeat, SeatFeed
from woozle.players.seat_protocol import ByeCode, ByeMessage, Message, RoomMessage

_MOST_NOTES = 64  # about the table, that wait to be sent; of a slow connection the oldest are dropped


class Guest:
    """A connection to a place. The carrier sends what `news` returns, and hands over what it reads.

    seen, receipts: how many Events and receipts are at hand, of which match; that may be left out.

    Attributes:
        address: Of the network that it came from, as it is counted.
        can_commit: Whether it brings nonces of its own.
        feed: Everything it was sent of the match; None in the waiting room.
        bye: The last message, once there is nothing more to come.
    """

    def __init__(self, address: str = "", seen: int = 0, receipts: int = 0, match: str = "", *, can_commit: bool = True) -> None:
        self.address = address
        self.can_commit = can_commit
        self.feed: SeatFeed | None = None
        self.bye: ByeMessage | None = None
        self._at_hand = seen, receipts
        self._match = match
        self._notes: deque[Message] = deque(maxlen=_MOST_NOTES)
        self._woken = asyncio.Event()

    def enter(self, seat: RemoteSeat) -> None:
        """Begin with a match: the next news is its welcome."""
        seen, receipts = self._at_hand if self._match in ("", seat.match) else (0, 0)
        self._at_hand = 0, 0
        self.feed = SeatFeed(seat, seen, receipts)
        self.wake()

    def tell(self, message: Message) -> None:
        """Send a message about the table. Only its latest state is kept."""
        if isinstance(message, RoomMessage):
            self._notes = deque((each for each in self._notes if not isinstance(each, RoomMessage)), _MOST_NOTES)
        self._notes.append(message)
        self.wake()

    def wake(self) -> None:
        self._woken.set()

    def end(self, code: ByeCode, why: str) -> None:
        """Send a last message, unless one is sent already."""
        self.bye = self.bye or ByeMessage(code=code, why=why)
        self.wake()

    async def news(self) -> list[Message]:
        """Wait until there may be something to send, and return messages about the table. Those of the match are in `feed`."""
        await self._woken.wait()
        self._woken.clear()
        notes = [*self._notes]
        self._notes.clear()
        return notes
