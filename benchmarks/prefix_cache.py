"""The share of models' prompts that a prefix cache can hold, with legal and with constant schemas, counted in matches of bots.

Whole prompts are built as they would be sent, the schema first, and compared with earlier ones of the same seat. A token is four
characters; a cache holds blocks of 128 tokens, from 1,024 on, and forgets nothing. Random bots play about as long as models do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

from benchmarks.result import Result
from woozle.arena.runs.run_estimate import Prompts, count_prompts
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.players.models.config import ModelsConfig
from woozle.players.models.spec import parse

MATCHES, SEATS, SEED = 10, 6, 7


def prompts_of(game: str, schemas: str, stand_in: str, matches: int = MATCHES, seats: int = SEATS) -> list[Prompts]:
    """Return the prompts for each seat in some matches. schemas: `constant` or `legal`; stand_in: the bot that plays."""
    spec = replace(parse("openai:gpt-5-mini"), schemas=schemas)
    config = registry.configure(registry.game(game), "standard", {})
    found: list[Prompts] = []
    for number in range(1, matches + 1):
        key = key_from_seed(SEED, number)
        found += count_prompts(game, [spec] * seats, config, key, ModelsConfig(), stand_in=stand_in).values()
    return found


def prefix_cache() -> list[Result]:
    found = []
    for stand_in, wanted in (("random", ">= 93"), ("", "")):
        before, after = (prompts_of("ship", schemas, stand_in) for schemas in ("legal", "constant"))
        setting = f"ship, {SEATS} seats, {stand_in or 'its own'} bots"
        found += [
            Result(f"{setting}: input tokens that a prefix cache can hold", _share(after, "tokens_cached"), "%", wanted),
            Result(f"{setting}: the same, of the last prompt alone", _share(after, "tokens_cached_last"), "%", ""),
            Result(f"{setting}: the same, without schemas", _share_of_messages(after), "%", ""),
            Result(f"{setting}: the same, with legal choices in schemas", _share(before, "tokens_cached"), "%", ""),
            Result(f"{setting}: the same, of the last prompt alone", _share(before, "tokens_cached_last"), "%", ""),
            Result(f"{setting}: distinct schemas of a seat in a match, at most", _most_schemas(after), "schemas", "<= 6"),
            Result(f"{setting}: the same, with legal choices in schemas", _most_schemas(before), "schemas", ""),
            Result(f"{setting}: input tokens of a call", sum(each.tokens_in for each in after) / _calls(after), "tokens", ""),
            Result(f"{setting}: calls of a seat in a match", fmean(each.calls for each in after), "calls", ""),
        ]
    return found


def _calls(prompts: list[Prompts]) -> int:
    return sum(each.calls for each in prompts)


def _most_schemas(prompts: list[Prompts]) -> int:
    return max(len(each.schemas) for each in prompts)


def _share(prompts: list[Prompts], name: str) -> float:
    numbers: list[int] = [getattr(each, name) for each in prompts]
    return 100 * sum(numbers) / sum(each.tokens_in for each in prompts)


def _share_of_messages(prompts: list[Prompts]) -> float:
    whole = sum(each.tokens_in - each.schema_tokens for each in prompts)
    return 100 * sum(each.messages_cached for each in prompts) / whole


ALL: dict[str, Callable[[], list[Result]]] = {"prefix_cache": prefix_cache}
