"""The user's own prompts: a text file that a seat names, stored with the match together with its digest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from woozle.core.errors import InputError
from woozle.core.regular_files import SMALL, read_file
from woozle.core.text import visible_line
from woozle.core.value import value

MOST_CHARACTERS = 20_000
"""Most characters in a prompt of the user's own."""

_KEPT = "text:"  # begins the option of a prompt that no longer depends on its file
_MOST_BYTES = 4 * MOST_CHARACTERS


class PromptFileError(InputError):
    """A file that cannot be a prompt. The message says why, and what to do."""


@value
class PromptFile:
    """A prompt of the user's own. name: of its file, without the folder. path: as given; empty if only the text is known."""

    name: str
    text: str
    path: str = field(default="", compare=False)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the text in UTF-8, in hex."""
        return sha256(self.text.encode()).hexdigest()

    def __str__(self) -> str:
        """Return the value of the option by which `parse` finds it again."""
        return quote(self.path, safe="/~:") if self.path else f"{_KEPT}{quote(self.name, safe='')}:{quote(self.text, safe='')}"

    def describe(self) -> dict[str, str]:
        """Return it for a header, where the text stands too."""
        return {"file": self.name, "sha256": self.digest, "text": self.text}


def parse(option: str, written: str) -> PromptFile:
    """Return the prompt that the value of an option names: a path, relative to the working directory. Raises PromptFileError."""
    if written.startswith(_KEPT):
        name, _, text = written.removeprefix(_KEPT).partition(":")
        return _check_text(option, unquote(name), unquote(text))
    path = unquote(written)
    if not path:
        raise PromptFileError(f"{option} names no file; write for example {option}=persona.txt.")
    try:
        data = read_file(Path(path).expanduser(), SMALL)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is no path"
        raise PromptFileError(f"{option} cannot be read from {visible_line(path)}: {why}; name a text file.") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if len(data) <= _MOST_BYTES:
            raise PromptFileError(f"{option} cannot be {visible_line(path)}, which is no text in UTF-8.") from None
        text = "x" * len(data)
    return _check_text(option, Path(path).name, text, path)


def parse_description(option: str, described: Any) -> PromptFile:
    """Return the prompt that a header describes. Raises PromptFileError if it is not what was recorded."""
    if not isinstance(described, Mapping):
        raise PromptFileError(f"What a header says of {option} is damaged.")
    name, text, digest = (str(described.get(each, "")) for each in ("file", "text", "sha256"))
    prompt = _check_text(option, name, text)
    if prompt.digest != digest:
        raise PromptFileError(f"The text of {option}={visible_line(name)} is not the one whose digest was recorded.")
    return prompt


def _check_text(option: str, name: str, text: str, path: str = "") -> PromptFile:
    shown = visible_line(path or name)
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MOST_CHARACTERS:
        raise PromptFileError(f"{option} cannot be {shown}, which has more than {MOST_CHARACTERS:,} characters; shorten it.")
    if not text:
        raise PromptFileError(f"{option} cannot be {shown}, which is empty; write into it what the model is to read.")
    if not all(sign.isprintable() or sign in "\n\t" for sign in text):
        raise PromptFileError(f"{option} cannot be {shown}, which holds characters that cannot be shown; leave them out.")
    return PromptFile(name, text, path)
