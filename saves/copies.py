"""Copies of a match: transcripts of one match count once, however many of them lie about.

Two transcripts are of the same match if they have the same game, rules, configuration and commitment to the key, the same players
at the seats, and the same answers. Nothing else matters: seconds, links, resumes, services, members that no rule reads, or where
the file lies. Text that can be withdrawn enters by its digest, which a withdrawal leaves, so a withdrawn text equals its words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import orjson

from woozle.core.names import player_name
from woozle.core.registry import ConfigError, find_game, validate_config
from woozle.saves.line_format import NO_WORDS, digest_words, has_withdrawn
from woozle.saves.transcript import Header, Json

T = TypeVar("T", bound=Hashable)

_VERDICTS = ("verified", "consistent", "")  # the best first; an altered transcript is of no match


class Identity(NamedTuple):
    """What tells a match from all others, and how much of it a transcript still has.

    digest: equal for copies of one match, in hexadecimal. withdrawn: number of lines that lost text.
    """

    digest: str
    is_finished: bool
    is_fork: bool
    withdrawn: int


def identify(header: Header, lines: Iterable[tuple[Json, bytes]], *, is_finished: bool) -> Identity | None:
    """Return the identity of a match; None if its lines are malformed.

    Args:
        lines: The body and the words of each line with a Response, as they stand in the file.
    """
    answers: list[tuple[int, Any]] = []
    withdrawn = 0
    try:
        for body, words in lines:
            asked = body["request"]
            text = None if words == NO_WORDS else digest_words(words).hex()
            withdrawn += has_withdrawn(words)
            answers.append((asked["id"], [asked["to"], *_answer(body["response"]), text]))
        # Players that are asked at once can answer in any order.
        answers.sort(key=lambda each: each[0])
        whole = [
            header.game,
            header.rules,
            orjson.loads(_config(header.game, header.rules, orjson.dumps(header.config, option=orjson.OPT_SORT_KEYS))),
            header.commitment,
            [[place.seat, player_name(place.player)] for place in header.seats],
            answers,
        ]
        digest = sha256(orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)).hexdigest()
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    return Identity(digest, is_finished, header.fork is not None, withdrawn)


def find_copies(matches: Iterable[tuple[T, Identity | None, str]]) -> dict[T, T]:
    """Return the transcripts that do not count, each with the one of the same match that does.

    The best verdict comes first, then a finished match, one that is no fork, the most text, and the first name.

    Args:
        matches: The name, identity and verdict of each; an empty verdict if it was never verified.
    """
    known = [(name, identity, verdict) for name, identity, verdict in matches if identity and verdict in _VERDICTS]
    known.sort(key=lambda each: (_VERDICTS.index(each[2]), not each[1].is_finished, *each[1][2:], str(each[0])))
    firsts: dict[str, T] = {}
    copies: dict[T, T] = {}
    for name, identity, _ in known:
        if (first := firsts.setdefault(identity.digest, name)) != name:
            copies[name] = first
    return copies


def _answer(given: Json) -> tuple[str, str | None, Any]:
    """Return what the rules read of a response, as `decode_response` takes it."""
    if forfeit := given.get("forfeit"):
        return "forfeit", forfeit["kind"], None
    if unread := given.get("unread"):
        return "unread", unread["reading"], None
    return "answer", given.get("as"), given["answer"]


@lru_cache(maxsize=256)  # a run of a thousand matches has one configuration
def _config(game: str, rules: int, config: bytes) -> bytes:
    """Return a configuration in full, since options that are left out are the default."""
    kind = find_game(game, rules)
    if kind is None:
        return config
    try:
        return orjson.dumps(validate_config(kind.config_type, orjson.loads(config)).model_dump(mode="json"))
    except ConfigError:
        return config
