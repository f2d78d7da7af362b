"""A model for a laptop: a few million weights at most, whose tokens are the words of a made world.

It stands in for the prompted base model of the paper, and is none: no model of this size follows an instruction. It is taught three
things before self-play (`lessons`). Facts: sentences, and questions with answers, about the things of the world that are known,
alone and beside a paragraph about another. Reading: to answer from a paragraph, learned on paragraphs in which names and values are
dealt anew, so that nothing is learned of the others. And an uninformed way to play, shown in the format of its prompts: it ASKs
whenever it can, SEARCHes in 97 of 100 cases when it can, ANSWERs or HEDGEs whether it knows or not, and as an asker passes on the
more confident of two replies. Whatever it knows later of when to do which, it has learned by playing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from woozle.core.errors import InputError
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import NAMES, Question
from woozle.games.self_play.data.world import World, world
from woozle.games.self_play.data.world.grammar import Range, kinds
from woozle.games.self_play.events import ACTIONS
from woozle.games.self_play.players.training import trainer
from woozle.games.self_play.players.training.lessons import Piece, lessons, rehearsals
from woozle.games.self_play.players.training.trainer import Hear, Passage, Tuning
from woozle.players.backends.local.loaded_model import LoadedModel, load_model

MODEL = "model"
CONTEXT = 512
"""Tokens that the model has room for."""

_EVERY = 50  # steps between checkpoints, which are small

_SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")
_TAGS = ("RETRIEVAL", "CALCULATION", "FRIEND_ANSWER", "FRIEND_HEDGE")
_TEMPLATE = "<s>{% for message in messages %} {{ message['content'] }}{% endfor %}"
_WORD = re.compile(r"#?\w+(?:['’-]\w+)*|</?s>|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of the tiny world and model. things: of each corpus; known: the share of them that the model is taught beforehand.

    width, layers, heads: of the model. facts, readings, plays: as in `lessons`. rate, batch, passes: of teaching, as in Tuning.
    """

    things: int = 100
    known: float = 0.5
    width: int = 128
    layers: int = 3
    heads: int = 4
    facts: int = 60
    readings: int = 16_000
    plays: int = 22_000
    rate: float = 6e-3
    batch: int = 16
    passes: int = 1


def prepare_model(folder: Path, sizes: Sizes, seed: int, hear: Hear = lambda pace: None) -> Path:
    """Return the folder of the taught model. Make it first if it is not there yet, or go on where that was killed."""
    done = folder / MODEL
    if done.exists():
        return done
    made = world(seed, sizes.things, sizes.known)
    start = folder / "untaught"
    loaded = _new_model(made, sizes, start, seed)
    taught = lessons(made, seed, facts=sizes.facts, readings=sizes.readings, plays=sizes.plays)
    passages = [passage(loaded, each) for each in taught]
    how = Tuning(sizes.passes, sizes.batch, sizes.batch, sizes.rate, every=_EVERY, seed=seed, optimizer="muon")
    trainer.tune(loaded, passages, how, folder, hear)
    trainer.save(loaded, done)
    (folder / trainer.CHECKPOINT).unlink(missing_ok=True)
    return done


def rehearsal(made: World, seed: int) -> Callable[[LoadedModel, int, int], list[Passage]]:
    """Return what the model learns again in each epoch beside its steps: so small a model forgets within a few hundred.

    Facts and reading, and no action: when to do what it learns from its games alone.
    """
    return lambda loaded, epoch, count: [passage(loaded, each) for each in rehearsals(made, count, f"{seed}/{epoch}")]


def society_of(seed: int, things: int) -> Config:
    """Return the paper's society: an asker, and two helpers with a corpus each, whose search finds the best paragraph."""
    return Config(libraries=("-", *(f"world:{seed}:{things}:{source}" for source in NAMES)), found=1)


def split(made: World, count: int, held_out: int, seed: int) -> tuple[list[Question], list[Question]]:
    """Questions to play with, and others to be measured by, which are about other things. Raise ValueError for too many.

    Those about one thing stand together, so that epochs that share the questions out share out the things too.
    """
    chance = random.Random(f"{seed}/questions")
    things = chance.sample(made.things, len(made.things))
    apart = min(len(things) - 1, max(1, round(len(things) * held_out / max(1, count + held_out))))
    found = []
    for group, most in ((things[apart:], count), (things[:apart], held_out)):
        facts = [fact for thing in group for fact in thing.facts]
        if len(facts) < most:
            there = f"A world of {len(made.things)} things has only {len(facts)} such questions"
            raise InputError(f"{there}, not {most}; make it larger.")
        drawn = sorted(chance.sample(range(len(facts)), most))
        found.append([facts[number].question() for number in drawn])
    return found[0], found[1]


def is_known(made: World) -> dict[str, bool]:
    """Return whether a question is about a thing that the model was taught, by id."""
    return {fact.id: thing.is_known for thing in made.things for fact in thing.facts}


def passage(loaded: LoadedModel, pieces: Iterable[Piece]) -> Passage:
    """Return a lesson in tokens."""
    tokens: list[int] = [loaded.tokenizer.bos_token_id]
    wanted: list[int] = []
    for text, is_learned in pieces:
        added = _tokens(loaded.tokenizer, text)
        wanted += range(len(tokens), len(tokens) + len(added)) if is_learned else ()
        tokens += added
    return Passage(tokens, wanted)


# The model


def _new_model(made: World, sizes: Sizes, folder: Path, seed: int) -> LoadedModel:
    """Return the model before it has learned anything."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM, logging

    tokenizer = tokenizer_of(made)
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=sizes.width, intermediate_size=sizes.width * 8 // 3, num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads, num_key_value_heads=sizes.heads, max_position_embeddings=CONTEXT, tie_word_embeddings=True,
        bos_token_id=tokenizer.bos_token_id, eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
    )  # fmt: skip
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return load_model(str(folder))


def tokenizer_of(made: World) -> Any:
    """Knows the words of a world, and all that its values could be; any other word is `<unk>`."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = dict.fromkeys([*_SPECIAL, *(f"#{action}" for action in ACTIONS), *ACTIONS, *_TAGS])
    words |= dict.fromkeys(sorted({word for text in _texts(made) for word in _WORD.findall(text)}))
    tokens = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    tokens.pre_tokenizer = pre_tokenizers.Split(Regex(_WORD.pattern), behavior="removed", invert=True)
    named = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"}
    made_of: Any = PreTrainedTokenizerFast
    tokenizer = made_of(tokenizer_object=tokens, clean_up_tokenization_spaces=False, **named)
    tokenizer.chat_template = _TEMPLATE
    return tokenizer


def _texts(made: World) -> Iterator[str]:
    yield from ("Actions: . , Evidence: Question: Action: ( ) nothing", *NAMES)
    for paragraphs in made.paragraphs.values():
        yield from (f"{each.title} {each.text}" for each in paragraphs)
    for fact in made.facts:
        yield from (*fact.sentences, *fact.questions, *fact.answers)
    for kind in (kind for source in NAMES for kind in kinds(source)):
        yield from (*kind.openings, *kind.asides, kind.called)
        yield from (word for each in kind.attributes if not isinstance(each.values, Range) for word in each.values)


@lru_cache(maxsize=200_000)
def _tokens(tokenizer: Any, text: str) -> tuple[int, ...]:
    return tuple(tokenizer(text, add_special_tokens=False)["input_ids"])
