"""The official that reads what a speech claims with a language model."""

from __future__ import annotations

from dataclasses import replace

from woozle.core.replies import read_reply
from woozle.core.request import Request
from woozle.games.ship.claims.extraction.service import Claims, Extraction, Question, extraction
from woozle.players.backends.model_client import OF_THIS_REQUEST, BackendError, Chat, Message, ModelClient, Sampling
from woozle.players.services.instructions import load_instructions, quote_data

PROMPT = 4
"""The version of the instructions in extractor.md. It stands in them, so that no cached answer to others is taken."""

_TRIES = 2
_MAX_TOKENS = 4000


class ModelExtractor:
    """Extracts claims with one model. Equal questions give equal requests, so that a cache in front of the backend answers them."""

    def __init__(self, backend: ModelClient, model: str, sampling: Sampling) -> None:
        self._backend = backend
        self._model = model
        self._sampling = replace(
            sampling,
            temperature=0.0 if sampling.temperature is None else sampling.temperature,
            max_tokens=sampling.max_tokens or _MAX_TOKENS,
        )

    async def extract(self, question: Question) -> Extraction:
        """Return the claims of a speech; missing where the model gives none that can be read.

        Raise BackendError where others could not be answered either.
        """
        request = Request(0, "extractor", Claims, {})
        told = load_instructions(__package__, "extractor").replace("VERSION", str(PROMPT))
        messages: tuple[Message, ...] = (Message("system", (told,)), Message("user", (_format_question(question),)))
        for _ in range(_TRIES):
            chat = Chat(self._model, messages, self._sampling, Claims.model_json_schema())
            try:
                reply = await self._backend.chat(chat)
            except BackendError as error:
                if error.trouble not in OF_THIS_REQUEST:
                    raise
                break
            read = read_reply(reply.text, request, reply.finish, reply.is_refusal)
            if isinstance(read.answer, Claims):
                return extraction(question.statement, read.answer)
            messages = (*messages, Message("assistant", (reply.text,)), Message("user", (read.problem,)))
        return extraction(question.statement, None)


def _format_question(question: Question) -> str:
    said = question.statement
    asked = {
        "seats": question.seats,
        "rooms": question.rooms,
        "earlier": [{"meeting": each.meeting + 1, "speaker": each.speaker, "speech": each.text} for each in question.before],
        "meeting": said.meeting + 1,
        "tick": said.tick,
        "speaker": said.speaker,
        "speech": said.text,
    }
    return quote_data(asked)
