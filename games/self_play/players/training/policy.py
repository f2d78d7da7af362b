"""A model that acts: how sure it is of each action, which one it takes, and with what words; for many prompts side by side.

Equal prompts are read once, and so are equal beginnings of arguments: those who go on from one text draw their next token from one
distribution, each with its own luck. What a rollout draws depends on its own luck alone, and the last bits of the model's sums.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from woozle.core.arithmetic import pick
from woozle.core.groups import group_pairs
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.self_play.events import Act
from woozle.players.backends.local.decoder import find_tokens
from woozle.players.backends.local.loaded_model import LoadedModel, Prompt, read_prompts, run
from woozle.players.backends.local.prompts import create_prompt, tokenize
from woozle.players.backends.model_client import BackendError, Message

LONGEST = 32
"""Tokens of an argument by default; questions of self-play have short answers."""

_TOKENS: Mapping[str, int] = {"cpu": 8192}
_MOST_TOKENS = 32_768
"""Of prompts that are read side by side, by device, padding included; and of those that are gone on with, once for each who may."""

_PADDING = 0.25  # largest share of padding in a batch

T = TypeVar("T")

_Step: TypeAlias = tuple[Prompt, str, tuple[str, ...]]
"""A prompt as tokens and as text, and what is legal."""


@dataclass(frozen=True, slots=True)
class StepRequest:
    """A step that one rollout asks for. legal: the actions; worded: those whose argument is the model's own.

    luck: of this rollout, drawn once for the action and once for each token. forced: the action it has to take, or None.
    """

    prompt: str
    legal: tuple[str, ...]
    worded: frozenset[str]
    luck: random.Random
    forced: str = ""


@value
class PolicyStep:
    """A step. argument: in the model's own words, else empty. chances: P(action) of each legal action; they add up to 1.

    P(action) is the probability of all tokens of `#ACTION`, over those of all legal actions, whatever the temperature.
    """

    action: str
    argument: str
    chances: Mapping[str, float]


@dataclass(slots=True)
class _Node:
    """Equal texts. row: of the cache; place: of the next token; riders: who goes on from here, by number."""

    row: int
    place: int
    riders: list[int]
    tokens: list[int] = field(default_factory=list)


class Policy:
    """A model in memory as a policy. longest: tokens of an argument."""

    def __init__(self, loaded: LoadedModel, longest: int = LONGEST) -> None:
        self.loaded = loaded
        self.longest = longest
        self._actions: dict[str, list[int]] = {}
        self._prompts: dict[str, Prompt] = {}

    def acts(self, asked: Sequence[StepRequest], temperature: float = 1.0, warmth: float | None = None) -> list[PolicyStep]:
        """Return a step for each, in order. temperature: of actions, and of words unless `warmth` is given; 0 takes the likeliest.

        Raise BackendError `too_long` where a prompt leaves no room for an argument.
        """
        import torch

        together = group_pairs(((each.prompt, each.legal), number) for number, each in enumerate(asked))
        said: dict[int, PolicyStep] = {}
        with torch.inference_mode():
            for portion in self._portions([(self.prompt(text), text, legal) for text, legal in together]):
                prompts = [prompt for prompt, _, _ in portion]
                groups = [together[text, legal] for _, text, legal in portion]
                heats = temperature, temperature if warmth is None else warmth
                said |= self._act(prompts, [legal for _, _, legal in portion], groups, asked, heats)
        self._prompts.clear()
        return [said[number] for number in range(len(asked))]

    def prompt(self, text: str) -> Prompt:
        """Return a prompt as tokens, in the model's own template. Raise BackendError `too_long`."""
        if (found := self._prompts.get(text)) is None:
            found = self._prompts[text] = create_prompt(self.loaded, [Message("user", (text,))])
            check_room(self.loaded, len(found.tokens) + self.longest + 8)  # tokens of an action and an end
        return found

    def action_tokens(self, action: str) -> list[int]:
        """Return `#ACTION` as tokens, as it stands at the beginning of a reply."""
        if action not in self._actions:
            self._actions[action] = tokenize(self.loaded, f"#{action}", is_whole=True)
        return self._actions[action]

    # One batch of prompts

    def _act(
        self,
        prompts: Sequence[Prompt],
        legal: Sequence[tuple[str, ...]],
        groups: Sequence[Sequence[int]],
        asked: Sequence[StepRequest],
        heats: tuple[float, float],
    ) -> dict[int, PolicyStep]:
        """Return a step for each. groups: who asks with each prompt, by number. heats: temperatures of actions and of words."""
        cache, mask, logits, places = read_prompts(self.loaded, prompts)
        chances = self._chances(legal, cache, mask, logits, places)
        taken: dict[int, str] = {}
        nodes: dict[tuple[int, str], _Node] = {}
        for row, group in enumerate(groups):
            for number in group:
                ask = asked[number]
                action = taken[number] = ask.forced or _draw(chances[row], ask.luck, heats[0])
                if action in ask.worded:
                    nodes.setdefault((row, action), _Node(row, places[row], [])).riders.append(number)
        words: dict[int, str] = {}
        by_length: dict[int, list[tuple[str, _Node]]] = defaultdict(list)
        for (_, action), node in nodes.items():
            by_length[len(self.action_tokens(action))].append((action, node))
        for alike in by_length.values():
            for some in _portions_of(alike, [len(node.riders) * mask.shape[1] for _, node in alike]):
                luck = {number: asked[number].luck for _, node in some for number in node.riders}
                words |= self._arguments(some, cache, mask, luck, heats[1])
        return {
            number: PolicyStep(taken[number], _read_back(taken[number], words.get(number, "")), chances[row])
            for row, group in enumerate(groups)
            for number in group
        }

    def _chances(
        self, legal: Sequence[tuple[str, ...]], cache: Any, mask: Any, logits: Any, places: Sequence[int]
    ) -> list[dict[str, float]]:
        import torch

        first = torch.log_softmax(logits, dim=-1)
        found: list[dict[str, float]] = [{} for _ in legal]
        pairs = [(row, action) for row, actions in enumerate(legal) for action in actions]
        for some in _portions_of(pairs, [mask.shape[1]] * len(pairs)):
            for (row, action), chance in zip(some, self._log_probabilities(some, first, cache, mask, places), strict=True):
                found[row][action] = chance
        return [_normalise(each) for each in found]

    def _log_probabilities(
        self, pairs: Sequence[tuple[int, str]], first: Any, cache: Any, mask: Any, places: Sequence[int]
    ) -> list[float]:
        """Return the log-probabilities of actions, each after its row. first: those of the first token, by row."""
        import torch

        tokens = [self.action_tokens(action) for _, action in pairs]
        device = first.device
        rows = torch.tensor([row for row, _ in pairs], device=device)
        sure = first[rows, torch.tensor([each[0] for each in tokens], device=device)]
        longest = max(map(len, tokens))
        if longest > 1:
            padded = torch.tensor([[*each, *[0] * (longest - len(each))] for each in tokens], device=device)
            begin = torch.tensor([places[row] for row, _ in pairs], device=device)
            positions = begin[:, None] + torch.arange(longest - 1, device=device)
            held = torch.cat([mask[rows], torch.ones_like(padded[:, 1:])], dim=1)
            after = run(self.loaded, padded[:, :-1], held, positions, self._select_rows(cache, rows), last=0)
            each = torch.log_softmax(after.float(), dim=-1).gather(-1, padded[:, 1:, None])[..., 0]
            is_own = torch.tensor([[at < len(own) for at in range(1, longest)] for own in tokens], device=device)
            sure = sure + (each * is_own).sum(dim=1)
        return [float(each) for each in sure.double().tolist()]

    # Arguments

    def _arguments(
        self, begun: Sequence[tuple[str, _Node]], cache: Any, mask: Any, luck: Mapping[int, random.Random], temperature: float
    ) -> dict[int, str]:
        """Return the arguments of riders after their action. begun: nodes at the end of prompts, with actions of one length."""
        nodes = [node for _, node in begun]
        cache, mask, logits = self._extend(nodes, [self.action_tokens(action) for action, _ in begun], cache, mask)
        words: dict[int, str] = {}
        while nodes:
            drawn = _draw_tokens(logits, [[luck[number] for number in node.riders] for node in nodes], temperature)
            following: dict[tuple[int, int], _Node] = {}
            for row, (node, tokens) in enumerate(zip(nodes, drawn, strict=True)):
                for number, token in zip(node.riders, tokens, strict=True):
                    key = row, token
                    if key not in following:
                        following[key] = _Node(row, node.place, [], [*node.tokens, token])
                    following[key].riders.append(number)
            nodes = []
            for node in following.values():
                text, is_over = self._text(node.tokens)
                if is_over:
                    words |= dict.fromkeys(node.riders, text)
                else:
                    nodes.append(node)
            if nodes:
                cache, mask, logits = self._extend(nodes, [node.tokens[-1:] for node in nodes], cache, mask)
        return words

    def _text(self, tokens: list[int]) -> tuple[str, bool]:
        """Return the text until now, and whether it is complete."""
        has_ended = tokens[-1] in self.loaded.endings
        text = self.loaded.tokenizer.decode(tokens[:-1] if has_ended else tokens, skip_special_tokens=True).lstrip()
        line, cut, _ = text.partition("\n")
        return line.strip(), has_ended or bool(cut) or len(tokens) >= self.longest

    def _extend(self, nodes: Sequence[_Node], tokens: Sequence[Sequence[int]], cache: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Go on with each node by its tokens, from its row of the cache; then each has its own row."""
        import torch

        device = mask.device
        rows = torch.tensor([node.row for node in nodes], device=device)
        given = torch.tensor([list(each) for each in tokens], device=device)
        positions = torch.tensor([[node.place + at for at in range(given.shape[1])] for node in nodes], device=device)
        cache, mask = self._select_rows(cache, rows), torch.cat([mask[rows], torch.ones_like(given)], dim=1)
        logits = run(self.loaded, given, mask, positions, cache)[:, -1].float()
        for row, node in enumerate(nodes):
            node.row, node.place = row, node.place + given.shape[1]
        return cache, mask, logits

    def _select_rows(self, cache: Any, rows: Any) -> Any:
        """Return some rows of a cache as their own cache."""
        if not self.loaded.is_joinable:
            from copy import deepcopy

            own = deepcopy(cache)
            own.batch_select_indices(rows)
            return own
        own = self.loaded.create_cache()
        for number, layer in enumerate(cache.layers):
            if layer.is_initialized:
                own.update(layer.keys[rows], layer.values[rows], number)
        return own

    def _portions(self, prompts: Sequence[_Step]) -> Iterator[list[_Step]]:
        """Yield prompts that are read side by side: of like length, or of one length where padding would change the cache."""
        most = _TOKENS.get(self.loaded.device.type, _MOST_TOKENS)
        portion: list[_Step] = []
        taken = 0
        for each in sorted(prompts, key=lambda each: len(each[0].tokens)):
            length = len(each[0].tokens)
            size = (len(portion) + 1) * length
            padding = size - taken - length
            is_apart = padding > (_PADDING * size if self.loaded.is_joinable else 0)
            if portion and (size > most or is_apart):
                yield portion
                portion, taken = [], 0
            portion.append(each)
            taken += length
        if portion:
            yield portion


def check_room(loaded: LoadedModel, tokens: int) -> None:
    """Raise BackendError `too_long` where a step has more tokens than the model has room for."""
    if loaded.context is not None and tokens > loaded.context:
        raise BackendError(
            "too_long",
            f"A step has {tokens:,} tokens, and {visible_line(loaded.name)!r} has room for {loaded.context:,}; "
            "let searches find fewer paragraphs, or take a model with more context.",
        )


def _portions_of(items: Sequence[T], sizes: Sequence[int]) -> Iterator[list[T]]:
    """Yield items that are gone on with together, in order. sizes: tokens of each."""
    portion: list[T] = []
    taken = 0
    for item, size in zip(items, sizes, strict=True):
        if portion and taken + size > _MOST_TOKENS:
            yield portion
            portion, taken = [], 0
        portion.append(item)
        taken += size
    if portion:
        yield portion


def _normalise(logarithms: Mapping[str, float]) -> dict[str, float]:
    from math import exp

    top = max(logarithms.values())
    weights = {action: exp(each - top) for action, each in logarithms.items()}
    whole = sum(weights.values())
    return {action: each / whole for action, each in weights.items()}


def _draw(chances: Mapping[str, float], luck: random.Random, temperature: float) -> str:
    """Draw an action. Use luck at temperature 0 too, so that what follows does not depend on it."""
    at = luck.random()
    if temperature == 0:
        return max(chances, key=lambda action: chances[action])
    top = max(chances.values())
    weights = {action: (each / top) ** (1 / temperature) for action, each in chances.items()}
    return pick(weights, at * sum(weights.values()))


def _draw_tokens(logits: Any, luck: Sequence[Sequence[random.Random]], temperature: float) -> list[list[int]]:
    """Return the next tokens of all riders of each node. logits: nodes x tokens."""
    if temperature == 0:
        return [[token] * len(riders) for token, riders in zip(logits.argmax(dim=-1).tolist(), luck, strict=True)]
    most = max(map(len, luck))
    drawn = [[each.random() for each in riders] for riders in luck]
    found = find_tokens(logits / temperature, [[*each, *[0.0] * (most - len(each))] for each in drawn]).tolist()
    return [tokens[: len(riders)] for tokens, riders in zip(found, luck, strict=True)]


def _read_back(action: str, words: str) -> str:
    """Return the argument as the rules read it in `#ACTION words`."""
    found = Act.of_reply(f"#{action} {words}", None)  # type: ignore[arg-type]  # what is asked does not matter to this form
    return found.argument if found else ""
