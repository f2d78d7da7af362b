"""The tags that a model's tokenizer knows, and the reasoning that a reply begins with.

Only for what decoding has to know at every token: when a schema begins to hold, how to close thoughts in time. The text after that
is read like any other reply, by `core/reply_parts.py`; a test holds both to each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Tags(NamedTuple):
    """The tags around a model's reasoning."""

    open: str
    close: str


PAIRS = (
    Tags("<think>", "</think>"),  # DeepSeek R1, Qwen 3, SmolLM 3, GLM 4.5 and most others
    Tags("[THINK]", "[/THINK]"),  # Magistral
    Tags("<seed:think>", "</seed:think>"),  # Seed OSS
    Tags("◁think▷", "◁/think▷"),  # Kimi
    Tags("<|START_THINKING|>", "<|END_THINKING|>"),  # Command A
    Tags("<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    Tags("<thought>", "</thought>"),  # EXAONE Deep
    Tags("<thinking>", "</thinking>"),
    Tags("<reasoning>", "</reasoning>"),
)


def find_tags(tokenizer: Any) -> Tags | None:
    """Return the tags that a model knows, by its tokens or its chat template; None without any."""
    tokens, template = tokenizer.get_vocab(), str(tokenizer.chat_template or "")
    return next((pair for pair in PAIRS if pair.close in tokens or pair.close in template), None)


class ReasoningSplit:
    """A streamed reply in two parts. Reasoning comes first or not at all; later tags are text like any other.

    is_inside: whether it is thinking now. has_begun: whether its answer has.
    """

    def __init__(self, pair: Tags | None, *, is_inside: bool = False) -> None:
        self._pair = pair
        self._held = ""
        self._is_after = False  # between its thoughts and its first word
        self.is_inside = is_inside
        self.has_begun = pair is None

    def add(self, piece: str) -> tuple[str, str]:
        """Return the text and the reasoning that are certain now. Hold back what may be the beginning of a tag."""
        self._held += piece
        text = thoughts = ""
        if not self.has_begun and not self.is_inside:
            self._open()
        if self.is_inside:
            thoughts = self._think()
        if self.has_begun:
            text, self._held = self._held.lstrip() if self._is_after else self._held, ""
            self._is_after = self._is_after and not text
        return text, thoughts

    def rest(self) -> tuple[str, str]:
        """Return what was held back, when nothing follows."""
        held, self._held = self._held, ""
        return ("", held) if self.is_inside else (held, "")

    def _open(self) -> None:
        assert self._pair
        said, tag = self._held.lstrip(), self._pair.open
        if said.startswith(tag):
            self.is_inside, self._held = True, said.removeprefix(tag)
        elif not tag.startswith(said):
            self.has_begun = True

    def _think(self) -> str:
        assert self._pair
        thoughts, close, rest = self._held.partition(self._pair.close)
        if close:
            self.is_inside, self.has_begun, self._is_after, self._held = False, True, True, rest
            return thoughts
        kept = next((size for size in range(len(self._pair.close) - 1, 0, -1) if self._held.endswith(self._pair.close[:size])), 0)
        sure = len(self._held) - kept
        thoughts, self._held = self._held[:sure], self._held[sure:]
        return thoughts
