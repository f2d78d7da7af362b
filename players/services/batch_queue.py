"""A queue of requests from matches side by side, which are answered in batches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class BatchQueue(Generic[Item, Result]):
    """A queue whose next batch is all that was asked for during the last.

    Args:
        answer: Answers a batch in order; an exception in place of a result fails that request alone. It raises nothing.
    """

    def __init__(self, answer: Callable[[Sequence[Item]], Awaitable[Sequence[Result | Exception]]]) -> None:
        self._answer = answer
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._work: asyncio.Task[None] | None = None

    async def ask(self, item: Item) -> Result:
        """Return the result for an item. Raise the exception that stands in its place."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._answer_all())
        return await future

    async def _answer_all(self) -> None:
        await asyncio.sleep(0)  # all requests of this moment have come by then
        while waiting := [each for each in self._waiting if not each[1].done()]:
            self._waiting = []
            results = await self._answer([item for item, _ in waiting])
            for (_, future), result in zip(waiting, results, strict=True):
                if future.done():
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)
