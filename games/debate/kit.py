"""The rules of the debate, as installed packages offer them."""

from woozle.core.registry import GameRules, OptionFile, OptionList
from woozle.games.debate.data import question_files
from woozle.games.debate.rules import Debate

RULES = GameRules(
    Debate,
    options={
        "pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), question_files.parse),
        "graph": OptionList("[[1, 2], [0], [0]], for each seat whom it listens to, from 0"),
        "firsts": OptionList('["... Answer: A", "... Answer: B"], a text for each seat'),
    },
    data={"problems": ("data/problems.jsonl",)},
)
