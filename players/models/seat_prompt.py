"""The prompt of one seat: the messages that are sent with each of its Requests, whatever its player.

Models of a run, agents of environments and exports ask here, so that what is trained or evaluated elsewhere is what plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.core.game import Event
from woozle.core.replies import ReadReply
from woozle.core.request import PastResponse, Picture, Request, Seat
from woozle.players import registry
from woozle.players.backends.model_client import Message
from woozle.players.models import messages
from woozle.players.models.notebook import Notebook
from woozle.players.models.prompt_files import PromptFile
from woozle.players.models.spec import Memory, ModelSpec


class SeatPrompt:
    """The wording of a match for one seat, and the seat's notebook, which is made of its Responses as they are folded.

    Args:
        memory: What is read again beside the log; by default as for a model that thinks aloud in its replies. None in
            a game that itself selects what is read again.
        has_thoughts: Whether the form of the answer begins with thoughts.
        added, guide: Texts of the user's, after the guide of the game or in place of it.
        prompts: The name of other prompts than the usual ones.
    """

    def __init__(
        self,
        game: str,
        seat: Seat,
        memory: Memory = "notes",
        *,
        has_thoughts: bool = True,
        added: PromptFile | None = None,
        guide: PromptFile | None = None,
        prompts: str = "",
    ) -> None:
        self._game = game
        self.prompt = registry.prompt(game, prompts)
        self.seat = seat
        self.has_thoughts = has_thoughts
        self.notebook = Notebook(memory if self.prompt.reads_whole_log else "none")
        self._wording = messages.Wording(self.prompt, seat)
        self._added, self._guide = added, guide

    @classmethod
    def of_model(cls, game: str, seat: Seat, spec: ModelSpec, memory: Memory) -> SeatPrompt:
        """Return the prompt of a seat that a model takes."""
        return cls(game, seat, memory, has_thoughts=spec.thoughts, added=spec.prompt, guide=spec.guide, prompts=spec.prompts)

    @property
    def memory(self) -> Memory:
        return self.notebook.memory

    def describe(self) -> dict[str, Any]:
        """Return the game and version of the words that ask a seat, for the transcript's header."""
        memory = {} if self.memory == "none" else {"memory": self.memory}
        return {"game": self._game, "version": self.prompt.words.version, "thoughts": self.has_thoughts, **memory}

    def remember(self, past: PastResponse, read: ReadReply | None = None) -> None:
        """Note a Response of the seat. read: its last reply as it was parsed, if that is known."""
        self.notebook.add(past, read)

    def describe_picture(self, request: Request, observation: Sequence[Event]) -> str:
        """Return in words what the pictures of the moment show; empty where there are no words for them."""
        tell = self.prompt.describe_picture
        return tell(request, observation) if tell else ""

    def system(self, observation: Sequence[Event]) -> str:
        """Return the system message of a seat, which stays the same throughout a match; empty without one."""
        return messages.system_text(self.prompt, self.seat, observation, self.memory, self._added, self._guide)

    def messages(
        self,
        request: Request,
        observation: Sequence[Event],
        pictures: Sequence[Picture] = (),
        described: str = "",
        room: int | None = None,
    ) -> tuple[Message, ...]:
        """Return what is sent with a Request. Parameters are those of `messages.messages`."""
        return messages.messages(
            request,
            observation,
            self.prompt,
            wording=self._wording,
            has_thoughts=self.has_thoughts,
            pictures=pictures,
            described=described,
            room=room,
            notebook=self.notebook,
            added=self._added,
            guide=self._guide,
        )

    def schema(self, request: Request, *, is_constant: bool = False) -> dict[str, Any] | None:
        """Return the JSON schema of the reply; None for plain text. is_constant: as of `messages.schema`."""
        if request.answer in self.prompt.plain:
            return None
        has_thoughts = self.has_thoughts and self.notebook.thinks(request)
        return messages.schema(request, has_thoughts, is_constant=is_constant)
