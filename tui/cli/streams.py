"""Standard input and output: text in any encoding, and line ends of any kind."""

from __future__ import annotations

import codecs
import sys
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation


def configure_streams() -> None:
    """Let every text be printed and read, whatever the encodings of standard input, output and error.

    What an encoding lacks is printed as `\\u2713`, so that no output stops in the middle. The encodings stay as the terminal or
    PYTHONIOENCODING has them, except that ASCII is read as UTF-8, which includes it; what cannot be read becomes `�`.
    `\\r` and `\\r\\n` end a line as `\\n` does.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper):
        encoding = codecs.lookup(sys.stdin.encoding).name
        with suppress(UnsupportedOperation):  # once something was read from it, it has to be read on as it is
            sys.stdin.reconfigure(encoding="utf-8" if encoding == "ascii" else encoding, errors="replace", newline=None)
