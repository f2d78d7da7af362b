"""The cost of the debates' estimator with a local model, and the gain from reading shared prefixes once; on random weights.

    python -m benchmarks estimator                 # with a GPU, a model of 1B parameters; otherwise a small one

The baseline is one forward pass for each set, with nothing shared, which gives the same entropies. tokens/s count the tokens of
those passes, so that their ratio is that of the times. Both take turns; on a GPU by the clock, otherwise by processor seconds.
`Times fewer tokens` counts equal prefixes once: no model that reads from left to right can do with fewer tokens. If `times faster`
is less, the difference is lost to attention, since the tokens left to read are at the end; if it is more, batching has gained it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.result import Result
from woozle.games.debate.data import problems
from woozle.games.debate.events import Texts
from woozle.games.debate.players.passages import Passage, passages
from woozle.games.debate.spread.entropies import candidates
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.loaded_model import LoadedModel, load_model
from woozle.players.backends.local.prompts import create_prompt, tokenize
from woozle.players.backends.model_client import Message

from tests.players.backends.tiny import TEMPLATE, tiny_of

SMALL = {
    "hidden_size": 192, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 6, "num_key_value_heads": 3,
    "vocab_size": 2048,
}  # fmt: skip
WIDER = {**SMALL, "hidden_size": 512, "intermediate_size": 1408, "num_attention_heads": 8, "num_key_value_heads": 4}
"""A shape whose weights cost more relative to each pass and mask, as in models in real use; still 13M parameters."""
LARGE = {
    "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8,
    "vocab_size": 128_256,
}  # fmt: skip
"""The shape of a model of 1B parameters, for a GPU. Only as many of its tokens occur as a small vocabulary has."""

_PLACES = {"max_position_embeddings": 8192, "initializer_range": 0.02}
_ROUNDS = 3
_GOAL = ">= 4"


class Case(NamedTuple):
    """A size of texts. question, response: in words; 0 for the bundled ones."""

    name: str
    question: int
    response: int


CASES = (
    Case("question, responses of Woozle", 0, 0),
    Case("passage of 120 words", 120, 0),
    Case("responses of 100 words", 0, 100),
)


# Measurements


def _words(count: int, seed: int) -> str:
    """Return some words, different ones for each seed."""
    texts = (rationale.text for problem in problems()[seed * 9 :] for rationale in (*problem.right, *problem.misleading))
    return " ".join(islice(chain.from_iterable(text.split() for text in texts), count))


def _texts(agents: int, case: Case) -> list[Texts]:
    """Return one request for each agent: its response after each set of others. No two responses share a prefix."""
    about, *of_others = problems()[: agents + 1]
    said = tuple(
        f"{_words(case.response, at) if case.response else each.right[0].text}\nAnswer: {each.answer}"
        for at, each in enumerate(of_others)
    )
    question = f"{_words(case.question, 6)} {about.question}".strip()
    entropies, heard = [1.0 - agent / 100 for agent in range(agents)], ((),) * agents
    return [
        Texts(agent + 1, question, about.kind, about.options, said, heard, (), agent, tuple(candidates(agent, entropies)))
        for agent in range(agents)
    ]


class Model(NamedTuple):
    """One model, used in two ways: as debates use it, and one pass at a time."""

    folder: str
    local: LocalClient
    loaded: LoadedModel

    @property
    def clock(self) -> Callable[[], float]:
        """The clock to time it: processor time on a CPU, so that other programs do not count."""
        return time.perf_counter if self.loaded.device.type == "cuda" else time.process_time

    async def shared(self, wanted: Sequence[Passage]) -> Sequence[Any]:
        """Return the entropies, as debates get them."""
        asked = [((Message("user", (prompt,)),), text) for prompt, text in wanted]
        return (await self.local.entropies(self.folder, asked)).entropies

    async def plain(self, wanted: Sequence[Passage]) -> Sequence[Any]:
        """Return the entropies, by one forward pass for each."""
        import torch

        found = []
        with torch.inference_mode():
            for before, after in self.tokens(wanted):
                ids = torch.tensor([before + after], device=self.loaded.device)
                logits = self.loaded.model(input_ids=ids, use_cache=False, logits_to_keep=len(after) + 1).logits[0, :-1]
                found.append(torch.special.entr(torch.softmax(logits.float(), dim=-1)).sum(dim=-1).tolist())
        return found

    def tokens(self, wanted: Sequence[Passage]) -> list[tuple[list[int], list[int]]]:
        """Return the tokens of each prompt and text."""
        asked = [((Message("user", (prompt,)),), text) for prompt, text in wanted]
        return [(create_prompt(self.loaded, each).tokens, tokenize(self.loaded, text, is_whole=True)) for each, text in asked]


def _different(tokens: Sequence[tuple[list[int], list[int]]]) -> int:
    """Count tokens without repeated prefixes. The last token of each text is left out, since nothing is predicted after it."""
    tree: dict[int, Any] = {}
    count = 0
    for before, after in tokens:
        at = tree
        for token in (*before, *after[:-1]):
            count += token not in at
            at = at.setdefault(token, {})
    return count


async def _seconds(
    measured: Callable[[Sequence[Passage]], Awaitable[Any]], wanted: Sequence[Passage], clock: Callable[[], float]
) -> float:
    begun = clock()
    await measured(wanted)
    return clock() - begun


async def _compared(model: Model, name: str, wanted: Sequence[Passage], goal: str) -> list[Result]:
    tokens = model.tokens(wanted)
    count = sum(len(before) + len(after) for before, after in tokens)
    both = zip(await model.plain(wanted), await model.shared(wanted), strict=True)
    apart = max(abs(one - other) for plain, ours in both for one, other in zip(plain, ours, strict=True))
    times = [
        (await _seconds(model.plain, wanted, model.clock), await _seconds(model.shared, wanted, model.clock))
        for _ in range(_ROUNDS)
    ]
    slow, fast = (median(each) for each in zip(*times, strict=True))
    return [
        Result(name, median(one / other for one, other in times), "times faster", goal),
        Result("  one pass for each set", count / slow, "tokens/s", ""),
        Result("  shared beginnings", count / fast, "tokens/s", ""),
        Result("  times fewer tokens", count / _different(tokens), "", ""),
        Result("  largest difference, in 10,000ths of a nat", apart * 1e4, "", "<= 1"),
    ]


async def _gains(folder: str, cases: Sequence[Case], width: int, goal: str = "") -> list[Result]:
    """Measure the gain from shared prefixes. goal: the limit, for cases with a passage."""
    model = Model(folder, LocalClient(dtype="float32"), load_model(folder, dtype="float32"))
    results: list[Result] = []
    for case in cases:
        of_agents = [passages(texts) for texts in _texts(5, case)]
        every = [passage for wanted in of_agents for passage in wanted]
        results += await _compared(model, f"width {width}, 75 sets of 5 agents, {case.name}", every, goal if case.question else "")
        results += await _compared(model, f"width {width}, 15 sets of an agent, {case.name}", of_agents[0], "")
    await model.local.close()
    return results


async def _costs(folder: str) -> list[Result]:
    """Measure the cost of a round, by number of agents."""
    model = Model(folder, LocalClient(dtype="float32"), load_model(folder, dtype="float32"))
    results: list[Result] = []
    for agents in range(2, 8):
        every = [passage for texts in _texts(agents, CASES[0]) for passage in passages(texts)]
        tokens = model.tokens(every)
        count = sum(len(before) + len(after) for before, after in tokens)
        seconds = median([await _seconds(model.shared, every, model.clock) for _ in range(_ROUNDS)])
        results += [
            Result(f"a round of {agents} agents, {len(every)} sets, {count:,} tokens", seconds, "s", ""),
            Result("  times fewer tokens", count / _different(tokens), "", ""),
        ]
    await model.local.close()
    return results


# The model


def _tokenizer() -> Any:
    """Return a tokenizer of words and pieces of words, like those of real models, trained on bundled texts."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokens = Tokenizer(models.BPE())
    tokens.pre_tokenizer, tokens.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=SMALL["vocab_size"],
        special_tokens=["</s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    read = (each.prompt for problem in range(40) for each in passages(_texts(3, CASES[0])[problem % 3]))
    said = (rationale.text for problem in problems() for rationale in (*problem.right, *problem.misleading))
    tokens.train_from_iterator(chain((problem.question for problem in problems()), said, read), trainer)
    learned = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token="</s>", pad_token="</s>")
    learned.chat_template = TEMPLATE
    return learned


@contextmanager
def _one_thread() -> Iterator[None]:
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def estimator() -> list[Result]:
    import torch
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    has_gpu = torch.cuda.is_available()
    goal = WIDER if not has_gpu else LARGE
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder, _one_thread():
        for shape in (LARGE,) if has_gpu else (SMALL, WIDER):
            width = shape["hidden_size"]
            model = tiny_of(Path(folder) / str(width), "llama", **shape, **_PLACES)
            _tokenizer().save_pretrained(model)
            cases = CASES if shape is not WIDER else [case for case in CASES if case.question]
            results += asyncio.run(_gains(str(model), cases, width, _GOAL if shape is goal else ""))
        first = Path(folder) / str((LARGE if has_gpu else SMALL)["hidden_size"])
        return results + asyncio.run(_costs(str(first)))


ALL = {"estimator": estimator}
