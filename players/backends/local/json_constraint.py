"""Answers constrained to a JSON schema, token by token, so that each is legal and ends in time; the only user of llguidance.

llguidance rather than xgrammar: it reports keywords of a schema that it does not know, where xgrammar ignores them; a schema is
ready in 1.5 ms instead of 1 s; and a copy of its state costs 1 µs, on which the search for endings depends.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from woozle.core.text import visible_line
from woozle.players.backends.model_client import BackendError

_OPTIONS: Any = {"whitespace_pattern": r"[ \n]{0,8}", "json_allow_general_unicode_escapes": True, "lenient": True}
"""Both compact and indented JSON, but no endless white space; unknown keywords of a schema are reported, not refused."""

_LONGEST = 4096  # tokens of an ending; a search that finds no shorter one goes round in circles
_BRANCHES = 64  # continuations that are compared

Position: TypeAlias = Literal["outside", "string", "escape"]
"""The position of the next byte in JSON: outside strings, in a string, or after a backslash in a string."""

_OUTSIDE = b'}]",:0123456789-ntf[{'
_INSIDE = b'"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ -_.:/@+'
"""Bytes to try, outside and inside a string: those that end the answer soonest come first."""


class Grammars:
    """The grammars of a model. endings: the tokens that end a reply; size: how many tokens the model knows."""

    def __init__(self, tokenizer: Any, endings: Sequence[int], size: int) -> None:
        from llguidance.hf import from_tokenizer

        self._vocabulary = from_tokenizer(tokenizer, n_vocab=max(size, len(tokenizer)), eos_token=sorted(endings))
        bytes_of = {each: self._vocabulary.decode_bytes([each]) for each in range(self._vocabulary.vocab_size)}
        usable = ((token, said) for token, said in bytes_of.items() if not self._vocabulary.is_special_token(token))
        self._singles = {said[0]: token for token, said in reversed(list(usable)) if len(said) == 1}
        self._orders: dict[Position, bytes] = {"outside": _order(_OUTSIDE), "string": _order(_INSIDE), "escape": _order(_INSIDE)}

    def constraint(self, schema: Mapping[str, Any], most: int) -> Constraint:
        """Return the constraint of one answer of at most `most` tokens. Raises BackendError `rejected` if none is so short."""
        from llguidance import LLMatcher

        matcher = LLMatcher(
            self._vocabulary, LLMatcher.grammar_from_json_schema(json.dumps(schema), overrides=_OPTIONS), log_level=0
        )
        if matcher.is_error():
            said = visible_line(matcher.get_error().splitlines()[0])
            raise BackendError("rejected", f"The model cannot be held to this schema ({said}); ask for another form of answer.")
        return Constraint(self, matcher, most)

    def advance(self, place: Position, tokens: Sequence[int]) -> Position:
        return _advance(place, self._vocabulary.decode_bytes(list(tokens)))

    def find_ending(self, matcher: Any, place: Position) -> list[int] | None:
        """Return tokens that complete the answer by the first open branch at each fork; None if that never ends."""
        matcher, path = matcher.deep_copy(), list[int]()
        while not matcher.is_accepting():
            step = next(self._ways(matcher, place), None)
            if step is None or len(path) > _LONGEST:
                return None
            matcher.consume_tokens(step)
            path, place = [*path, *step], self.advance(place, step)
        return path

    def find_shortest_ending(self, matcher: Any, place: Position) -> list[int] | None:
        """Return tokens that complete it by the shortest branch at each fork; a hundred times the work."""
        matcher, path = matcher.deep_copy(), list[int]()
        best: list[int] | None = None
        while not matcher.is_accepting():
            found = []
            for number, step in zip(range(_BRANCHES), self._ways(matcher, place), strict=False):
                ahead = matcher.deep_copy()
                ahead.consume_tokens(step)
                rest = self.find_ending(ahead, self.advance(place, step))
                if rest is not None:
                    found.append((len(step) + len(rest), number, step, rest))
            if not found:
                return best
            _, _, step, rest = min(found)
            best = min(filter(None, (best, [*path, *step, *rest])), key=len)
            matcher.consume_tokens(step)
            path, place = [*path, *step], self.advance(place, step)
            if len(path) >= len(best):
                return best
        return best

    def _ways(self, matcher: Any, place: Position) -> Iterator[list[int]]:
        """Yield the continuations: the forced one, or else each byte that may follow."""
        if forced := matcher.compute_ff_bytes():
            tokens = self._vocabulary.tokenize_bytes(forced)
            if matcher.validate_tokens(tokens) == len(tokens) > 0:
                yield tokens
                return
        for byte in self._orders[place]:
            if (token := self._singles.get(byte)) is not None and matcher.validate_tokens([token]):
                yield [token]


class Constraint:
    """One answer that grows within a schema. ending: tokens that complete it and still fit, known at every step."""

    def __init__(self, grammars: Grammars, matcher: Any, most: int) -> None:
        self._grammars = grammars
        self._matcher = matcher
        self._place: Position = "outside"
        self.notes = tuple(f"the schema is followed but for this: {visible_line(each)}" for each in matcher.get_grammar_warnings())
        ending = grammars.find_ending(matcher, "outside")
        if ending is None or len(ending) > most:
            ending = grammars.find_shortest_ending(matcher, "outside")
        if ending is None or len(ending) > most:
            raise BackendError("rejected", f"No answer of this form is as short as {most} tokens; give max_tokens more.")
        self.ending = ending

    @property
    def is_done(self) -> bool:
        """Return whether the answer is complete and nothing can follow."""
        return bool(self._matcher.is_stopped())

    @property
    def is_whole(self) -> bool:
        """Return whether the answer could end here."""
        return bool(self._matcher.is_accepting())

    def allowed_tokens(self) -> bytes:
        """Return which tokens may come next: a bit for each, the lowest bit of each byte first."""
        return bytes(self._matcher.compute_bitmask())

    def take(self, token: int, left: int) -> bool:
        """Take a token, with `left` tokens after it. Return False, unchanged, if the answer could not end in time after it."""
        if self.ending and token == self.ending[0]:
            self._matcher.consume_token(token)
            ending: list[int] | None = self.ending[1:]
        else:
            ahead = self._matcher.deep_copy()
            if not ahead.consume_token(token):
                return False
            ending = self._ending_after(ahead, token, left)
            if ending is None:
                return False
            self._matcher = ahead
        assert ending is not None
        self.ending, self._place = ending, self._grammars.advance(self._place, [token])
        return True

    def _ending_after(self, ahead: Any, token: int, left: int) -> list[int] | None:
        if ahead.is_accepting():
            return []
        if len(self.ending) <= left and ahead.validate_tokens(self.ending) == len(self.ending):
            over = ahead.deep_copy()
            over.consume_tokens(self.ending)
            if over.is_accepting():
                return self.ending
        ending = self._grammars.find_ending(ahead, self._grammars.advance(self._place, [token]))
        return ending if ending is not None and len(ending) <= left else None


def _advance(place: Position, said: bytes) -> Position:
    """Return the position in JSON after these bytes."""
    for byte in said:
        if place == "escape":
            place = "string"
        elif byte == ord('"'):
            place = "string" if place == "outside" else "outside"
        elif byte == ord("\\") and place == "string":
            place = "escape"
    return place


def _order(first: bytes) -> bytes:
    rest = (byte for byte in range(256) if byte not in first and byte not in b" \n\r\t")
    return first + bytes(rest) + bytes(byte for byte in b" \n\r\t" if byte not in first)
