"""The kit of self-play."""

from woozle.core.kit import GameKit, OptionFile, OptionList

GAME = GameKit(
    "woozle.games.self_play.rules:SelfPlay",
    words="woozle.games.self_play.words:WORDS",
    data={"corpora": ("data/encyclopaedia.jsonl", "data/medicine.jsonl")},
    options={
        "pool": OptionFile(
            (".csv", ".json", ".jsonl", ".tsv", ".parquet"),
            "woozle.games.self_play.data.question_files:parse",
            has_several=True,
            ways=("popularity=median",),
        ),
        "graph": OptionList("[[1, 2], [], []], for each seat whom it can ask, from 0"),
        "libraries": OptionList(
            '["-", "encyclopaedia", "medicine"], a corpus for each seat',
            has_commas=True,
            reader="woozle.games.self_play.players.corpus_loader:read_libraries",
        ),
        "calculators": OptionList("[0, 2], the seats that have one, from 0"),
    },
    bots="woozle.games.self_play.players.bot:BOTS",
    services="woozle.games.self_play.players.services:service_roles",
    service_help={"librarian": "Self-play: searches the corpora: bm25, dense:FOLDER or bm25+dense:CORPUS=FOLDER."},
    conversation="woozle.games.self_play.players.prompt:conversation",
    reply="woozle.games.self_play.players.prompt:reply",
    line_reader="woozle.games.self_play.players.prompt:line_reader",
    table="woozle.games.self_play.views.table:table",
    end_card="woozle.games.self_play.views.end_card:end_card",
    results="woozle.games.self_play.views.end_card:results",
    report="woozle.games.self_play.views.report:VIEW",
    form="woozle.games.self_play.views.form:FORM",
    papers={"csp": "papers/csp.toml"},
    commands="woozle.games.self_play.tui.commands:APPS",
)
