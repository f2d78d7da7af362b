"""The rules of self-play, as installed packages offer them."""

from woozle.core.registry import GameRules, OptionFile, OptionList
from woozle.games.self_play.data import question_files
from woozle.games.self_play.rules import SelfPlay

RULES = GameRules(
    SelfPlay,
    options={
        "pool": OptionFile((".csv", ".json", ".jsonl", ".tsv", ".parquet"), question_files.parse),
        "graph": OptionList("[[1, 2], [], []], for each seat whom it can ask, from 0"),
        "libraries": OptionList('["-", "encyclopaedia", "medicine"], a corpus for each seat', has_commas=True),
        "calculators": OptionList("[0, 2], the seats that have one, from 0"),
    },
    data={"corpora": ("data/encyclopaedia.jsonl", "data/medicine.jsonl")},
)
