"""A model as a player: its observation goes out as messages, and the reply is read as an answer."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from woozle.core import replies
from woozle.core.game import Event, Refused
from woozle.core.match import Halt
from woozle.core.replies import ReadReply
from woozle.core.request import AnswerProbabilities, Completion, Forfeit, PastResponse, Picture, Request, Response, Seat
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.players.backends.model_client import (
    OF_THIS_REQUEST,
    PASSING,
    BackendError,
    Capabilities,
    Chat,
    Failure,
    Message,
    ModelClient,
    Reply,
    Signal,
)
from woozle.players.models import answer_probabilities, messages
from woozle.players.models.config import Price, reply_cost
from woozle.players.models.progress import Listen, Progress, unheard
from woozle.players.models.seat_prompt import SeatPrompt
from woozle.players.models.spec import Memory, ModelSpec, usual_memory

Draw: TypeAlias = Callable[[Request | None, Sequence[Event]], tuple[Picture, ...]]
"""Draws the pictures that a player is shown with a Request, from its observation."""

TOLD_IN_WORDS = "what the picture shows is told in words"
"""The note of a try for which there was no picture."""

DECLINED = "The model declined to answer."

GIVEN_UP = "Cancelled by the user."

_SURELY_FITS = 4000  # tokens, reply included, that no model in use is too small for
_REPLY = 1000  # tokens that are kept free for a reply of unknown length


class ModelPlayer:
    """A player that makes one try for each answer, so that it is on disk before the next; the referee says what was wrong with it.

    All that it remembers is its notebook, which is made of its Responses as they were folded, before a match was resumed too.
    A failure of one request is void; one of the whole endpoint halts the match.
    """

    is_human = False
    answers_at_once = False
    keeps_time = True

    def __init__(
        self,
        seat: Seat,
        game: str,
        spec: ModelSpec,
        backend: ModelClient,
        *,
        seed: str,
        price: Price | None = None,
        failures: Literal["pause", "void"] = "pause",
        draw: Draw | None = None,
        sample: str = "",
        budget: Budget | None = None,
        listen: Listen = unheard,
    ) -> None:
        """price: None if unknown. failures: the policy when the endpoint fails. draw: None without pictures.

        sample: tells apart matches that are to get their own answers where replies are cached.
        """
        self.seat = seat
        self.spec = spec
        self._game = game
        self._prompt = SeatPrompt.of_model(game, seat, spec, spec.memory or usual_memory(spec))
        self._read_replies: dict[int, ReadReply] = {}
        self._backend = backend
        self._seed = seed
        self._price = price
        self._failures = failures
        self._draw = draw
        self._sample = sample
        self._affinity = _affinity(seed, seat)
        self._budget = budget
        self._listen = listen
        self._capabilities: Capabilities | None = None
        self._trying: set[asyncio.Task[Any]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the response to one try. Raises Halt if the endpoint fails, or the budget is used up."""
        task = asyncio.current_task()
        assert task
        self._trying.add(task)
        try:
            return await self._try(request, observation)
        except asyncio.CancelledError:
            # It may have been cancelled from elsewhere too, which must not get any other result.
            if task in self._given_up and not task.uncancel():
                return Response(request.id, Forfeit("gave_up", GIVEN_UP))
            raise
        finally:
            self._trying.discard(task)
            self._given_up.discard(task)

    def give_up(self) -> None:
        """Give up the requests under way: the seat forfeits those answers."""
        for task in self._trying - self._given_up:
            self._given_up.add(task)
            task.cancel()

    async def _try(self, request: Request, observation: Sequence[Event]) -> Response:
        if self._budget and (why := self._budget.refusal()):
            raise Halt(why)
        pictures: tuple[Picture, ...] = ()
        try:
            pictures, described = await self._find_pictures(request, observation)
            chat = self._chat(request, observation, await self._messages(request, observation, pictures, described))
            reply = await self._backend.chat(chat, lambda signal: self._tell(request, signal))
        except BackendError as error:
            return self._failure_response(request, pictures, error)
        if described:
            reply = replace(reply, notes=(*reply.notes, TOLD_IN_WORDS))
        response = self._read(request, pictures, chat.messages, reply)
        leant, usage = await self._leaning(request, chat, reply)
        return replace(response, answer_probabilities=leant, usage=response.usage + usage) if leant else response

    def remember(self, past: PastResponse) -> None:
        """Note a Response of the seat in its notebook."""
        self._prompt.remember(past, self._read_replies.pop(past.request.id, None))

    @property
    def memory(self) -> Memory:
        """Return what the model reads beside the log: nothing if the game itself selects what is read again."""
        return self._prompt.memory

    def describe(self) -> dict[str, Any]:
        """Return which model sits here and how it is asked; not where its endpoint is."""
        sampling = {name: getattr(self.spec.sampling, name) for name in self.spec.sampling.__slots__}
        return {
            "kind": "model",
            "backend": self.spec.backend,
            "endpoint": self.spec.endpoint,
            "model": self.spec.shown_name,
            "sampling": {name: said for name, said in sampling.items() if said is not None},
            "thoughts": self.spec.thoughts,
            "pictures": self.spec.pictures,
            **self._unusual(),
            "seed": self._seed,
            **({"price": self._price.describe()} if self._price else {}),
            "prompt": {**self._named(), "version": self._prompt.prompt.words.version, **self._own_texts()},
            "parser": replies.VERSION,
        }

    def _unusual(self) -> dict[str, Any]:
        """Return the fields of a model's description that differ from the original behaviour, so that older headers still agree."""
        spec = self.spec
        sent = {name: dict(each) for name in ("body", "headers", "query") if (each := getattr(spec.extra, name))}
        said: dict[str, Any] = {"samples": spec.samples, "api": spec.api, "extra": sent}
        said |= {"memory": self.memory} if self.memory != "none" else {}
        said |= {"seeded": False} if spec.seeded is False else {}
        said |= {"schemas": spec.schemas} if spec.schemas == "constant" else {}
        return {name: each for name, each in said.items() if each or name == "seeded"}

    def _named(self) -> dict[str, str]:
        return {"game": self._game} | ({"name": self.spec.prompts} if self.spec.prompts else {})

    def _own_texts(self) -> dict[str, Any]:
        texts = {"prompt": self.spec.prompt, "guide": self.spec.guide}
        return {name: text.describe() for name, text in texts.items() if text}

    # Asking

    async def _find_pictures(self, request: Request, observation: Sequence[Event]) -> tuple[tuple[Picture, ...], str]:
        """Return the pictures that it sees, or a description of those that the game is about."""
        if self._draw is None:
            return (), ""
        described = self._prompt.describe_picture(request, observation)
        is_all = self._prompt.prompt.describe_picture is not None and not described
        pictures = self._draw(request, observation) if await self._sees_pictures(is_all=is_all) else ()
        return pictures, "" if pictures else described

    async def _sees_pictures(self, *, is_all: bool) -> bool:
        """Return whether it sees pictures. is_all: whether pictures have no words, so that a model that can see must look."""
        if self.spec.pictures is not None and not is_all:
            return self.spec.pictures
        can_see = (await self._can()).vision
        return bool(can_see) or (is_all and can_see is None)

    async def _messages(
        self, request: Request, observation: Sequence[Event], pictures: tuple[Picture, ...], described: str
    ) -> tuple[Message, ...]:
        """Return all that it has observed, or as much of it as is known to fit."""
        reply = self.spec.sampling.max_tokens or _REPLY

        whole = self._prompt.messages(request, observation, pictures, described)
        if messages.expected_tokens(whole) + reply <= _SURELY_FITS or (context := (await self._can()).context) is None:
            return whole
        return self._prompt.messages(request, observation, pictures, described, context - min(reply, context // 2))

    def _chat(self, request: Request, observation: Sequence[Event], sent: tuple[Message, ...]) -> Chat:
        refused = [event for event in observation if type(event) is Refused] if Refused in map(type, observation) else []
        return Chat(
            self.spec.model,
            sent,
            self.spec.sampling,
            schema=self._prompt.schema(request, is_constant=self.spec.schemas == "constant"),
            seed=None if self.spec.seeded is False else _seed(self._seed, request.id, sum(e.seat == self.seat for e in refused)),
            seconds=request.seconds,
            sample=self._sample,
            logprobs=answer_probabilities.TOP if answer_probabilities.legal(request) else None,
            beginnings=answer_probabilities.beginnings(request),
            extra=self.spec.extra,
            api=self.spec.api,
            affinity=self._affinity,
        )

    async def _can(self) -> Capabilities:
        """Return the capabilities of the model, asked once. An endpoint that cannot say may still answer a chat."""
        if self._capabilities is None:
            try:
                self._capabilities = await self._backend.capabilities(self.spec.model)
            except BackendError as error:
                if error.trouble in PASSING or error.trouble == "loading":
                    return Capabilities()
                self._capabilities = Capabilities()
        return self._capabilities

    # What comes back

    async def _leaning(self, request: Request, chat: Chat, reply: Reply) -> tuple[AnswerProbabilities | None, Usage]:
        """Return the probabilities of legal answers, as its backend tells or by asking again where that is wanted; and the cost."""
        if not answer_probabilities.legal(request):
            return None, NOTHING
        told = answer_probabilities.of_beginnings(request, reply) or answer_probabilities.of_tokens(request, reply)
        if told or not self.spec.samples or (self._budget and self._budget.refusal()):
            return told, NOTHING
        again = (self._sample_again(chat, number) for number in range(1, self.spec.samples))
        others = list(filter(None, await asyncio.gather(*again)))
        usage = NOTHING
        for each in others:
            cost = reply_cost(each, self._price)
            usage += cost
            if self._budget:
                self._budget.spend(cost, each.seconds)
        return answer_probabilities.of_samples(request, [reply, *others]), usage

    async def _sample_again(self, chat: Chat, number: int) -> Reply | None:
        """Return another reply to the same; None if none came: the one that counts is there and was paid for."""
        seed = None if chat.seed is None else _seed(self._seed, chat.seed, number)
        again = replace(chat, seed=seed, sample=f"{chat.sample} {number}".strip(), logprobs=None, beginnings=())
        try:
            return await self._backend.chat(again)
        except (BackendError, Halt):
            return None

    def _read(self, request: Request, pictures: tuple[Picture, ...], sent: tuple[Message, ...], reply: Reply) -> Response:
        finish = "filter" if reply.is_refusal else reply.finish
        read = replies.read_reply(reply.text, request, finish, finish == "filter", reply.reasoning)
        if read.reading == "refused":
            read = replace(read, problem=DECLINED)
        self._read_replies[request.id] = read
        usage = reply_cost(reply, self._price)
        completion = Completion(
            reply.text,
            read.reading,
            read.problem,
            reply.reasoning,
            finish,
            usage,
            reply.model,
            messages.digest(sent),
            round(reply.seconds, 3),
            None if reply.first_token is None else round(reply.first_token, 3),
            reply.notes,
        )
        if self._budget:
            self._budget.spend(usage, reply.seconds)
        self._tell(request, completion)
        completions = (*map(_failed_completion, reply.failures), completion)
        return Response(request.id, read.for_response(), completion.seconds, usage, completions, pictures)

    def _failure_response(self, request: Request, pictures: tuple[Picture, ...], error: BackendError) -> Response:
        self._tell(request, str(error))
        failures = error.failures or (Failure(error.trouble, str(error)),)
        if _is_late(request, failures[-1]):
            forfeit = Forfeit("timeout", f"No answer within {request.seconds:g} seconds.")
        elif error.trouble in OF_THIS_REQUEST or self._failures == "void":
            forfeit = Forfeit("error", str(error))
        else:
            raise Halt(str(error)) from error
        completions = tuple(map(_failed_completion, failures))
        return Response(request.id, forfeit, completions[-1].seconds, completions=completions, pictures=pictures)

    def _tell(self, request: Request, news: Signal | Completion | str) -> None:
        self._listen(Progress(self.seat, request.id, news))


def _failed_completion(failure: Failure) -> Completion:
    return Completion("", "failed", failure.why, seconds=round(failure.seconds, 3))


def _is_late(request: Request, failure: Failure) -> bool:
    """Return whether a model used up the time of its request, and not a shorter one of its endpoint."""
    return failure.trouble == "timeout" and request.seconds is not None and failure.seconds >= 0.9 * request.seconds


def _affinity(seed: str, seat: Seat) -> str:
    """Return a text that is the same for all requests of a seat in a match, and tells nothing of either."""
    return hashlib.sha256(f"affinity {seed} {seat}".encode()).hexdigest()[:32]


def _seed(seed: str, request: int, tries: int) -> int:
    """Return a seed of 31 bits, which every server takes. It differs for each try, or a model would say the same again."""
    return int.from_bytes(hashlib.sha256(f"{seed} {request} {tries}".encode()).digest()[:4], "big") >> 1
