"""The value of ways of writing in the quest: their H, and their results against a planner.

    python -m benchmarks.quest_texts [--matches 100]

Each way writes about every bundled passage, and none but the last reviews. Lexical grounding judges. In every other match it sits
first. Two of the ways know the key facts, which no player sees before it has written.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from statistics import fmean

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.quest.data import Item, passages, references
from woozle.games.quest.events import Decide, Given, Measured, Reconsidered, Score
from woozle.games.quest.judgement.coverage import missing
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.players.services import judge_by_words
from woozle.games.quest.players.text import sentences
from woozle.games.quest.rules import Quest
from woozle.players.registry import bot
from woozle.players.seats import bot_seed

WORDS = 60  # read under the standard rules
_TEXTS = Path(__file__).parents[1] / "tests" / "games" / "quest" / "texts"
_HARD = re.compile(r"(?<=[\w,;] )[A-Z]\w+|\d[\d.,]*\d|\d")

Way = Callable[[Item], str]


def paraphrase(item: Item) -> str:
    """Return an honest summary in other words."""
    return str(_paraphrases()[item.id])


@cache
def _paraphrases() -> Mapping[str, str]:
    found: dict[str, str] = json.loads(_TEXTS.joinpath("paraphrases.json").read_text("utf-8"))
    return found


@cache
def best_sentences(item: Item) -> str:
    """Return the whole sentences that tell most key facts, among those short enough together."""
    said = sentences(item.text)
    rows = (" ".join(some) for number in range(1, len(said) + 1) for some in combinations(said, number))
    return min((row for row in rows if len(row.split()) <= WORDS), key=lambda row: (len(missing(item.facts, row)), len(row)))


WAYS: Mapping[str, Way] = {
    "the faithful summary that is shipped": lambda item: references()[item.id]["faithful"],
    "an honest summary in other words": paraphrase,
    "the faithful summary with one wrong fact": lambda item: references()[item.id]["flawed"][0],
    "the same with two": lambda item: references()[item.id]["flawed"][1],
    "the whole passage, copied": lambda item: item.text,
    "its first sentence": lambda item: sentences(item.text)[0],
    "its shortest sentence": lambda item: min(sentences(item.text), key=len),
    "one word, the longest": lambda item: max(re.findall(r"\w+", item.text), key=len),
    "its names and numbers alone": lambda item: " ".join(dict.fromkeys(_HARD.findall(item.text))),
    "its best whole sentences, by who knows the facts": best_sentences,
    "the words of the facts, by who knows them": lambda item: " ".join(
        words.split("|")[0] for fact in item.facts for words in fact.words
    ),
}


def measured(way: Way) -> tuple[float, float, float, float, float]:
    """Return means over all passages: words, share from the passage, share of key facts, H, and H by the preset `paper`."""
    rows = []
    for item in passages():
        text = way(item)
        read = " ".join(text.split()[:WORDS])
        faithful, told = grounding(item.text, read), 1 - len(missing(item.facts, read)) / len(item.facts)
        rows.append((len(text.split()), faithful, told, faithful * told, grounding(item.text, text)))
    return tuple(map(fmean, zip(*rows, strict=True)))  # type: ignore[return-value]


def measures() -> Iterator[str]:
    """Yield a row of the table for each way."""
    for name, way in WAYS.items():
        words, *shares = measured(way)
        yield f"| {name} | {words:.0f} | " + " | ".join(f"{share:.3f}" for share in shares) + " |"


def against_a_planner(way: Way, matches: int, options: Mapping[str, object], *, pastes: bool = False) -> Counter[str]:
    """Return counts of its results. pastes: whether it reviews whenever it can, and adds the missing facts as displayed."""
    kinds: Counter[str] = Counter()
    pool = {item.text: item for item in passages()}
    for seed in range(matches):
        key = key_from_seed(seed)
        referee = Referee(Quest(2, registry.configure(Quest, "standard", options)), key)
        me, rival = referee.game.seats if seed % 2 else referee.game.seats[::-1]
        planner = bot("quest", "planner")(bot_seed(rival, key))
        while referee.outcome is None:
            request = next(iter(referee.open.values()))
            view = referee.view(request.to)
            if request.answer is Score:
                answer = judge_by_words(request, view)
            elif request.to == rival:
                answer = planner.answer(request, view)
            elif request.answer is Decide:
                answer = Decide(choice="review" if pastes and "review" in request.choices["choice"] else "continue")
            else:
                task = next(event for event in reversed(view) if isinstance(event, Given | Reconsidered))
                text = way(pool[task.text]) if isinstance(task, Given) else pasted(task, view)
                answer = request.answer.model_validate({"text": text})
            referee.fold(Response(request.id, answer, 0.0))
        kinds[referee.outcome.results[me].kind] += 1
    return kinds


def pasted(task: Reconsidered, view: Sequence[Event]) -> str:
    """Return a text with the facts that it was shown to lack."""
    told = [event.missing for event in view if isinstance(event, Measured) and event.item == task.item]
    return ". ".join((*told[-1], task.text)) if told else task.text


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    print(*measures(), sep="\n")
    paper = {"words": 0, "coverage": False, "refused": "left_out", "weights": "tables"}
    rows = [(name, way, False) for name, way in WAYS.items()]
    one_word = WAYS["one word, the longest"]
    for name, way, pastes in (*rows, ("one word, and in reviews the missing facts as displayed", one_word, True)):
        each = [against_a_planner(way, given.matches, options, pastes=pastes) for options in ({}, {"weights": "tables"}, paper)]
        cells = (f"{kinds['won']}, {kinds['drawn']}, {kinds['lost']}" for kinds in each)
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
