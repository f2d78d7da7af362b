"""The kit of the debate."""

from woozle.core.kit import GameKit, OptionFile, OptionList

GAME = GameKit(
    "woozle.games.debate.rules:Debate",
    words="woozle.games.debate.words:WORDS",
    data={"problems": ("data/problems.jsonl",)},
    options={
        "pool": OptionFile(
            (".csv", ".json", ".jsonl", ".parquet"), "woozle.games.debate.data.question_files:parse", has_several=True
        ),
        "graph": OptionList("[[1, 2], [0], [0]], for each seat whom it listens to, from 0"),
        "firsts": OptionList('["... Answer: A", "... Answer: B"], a text for each seat'),
    },
    bots="woozle.games.debate.players.bot:BOTS",
    services="woozle.games.debate.players.services:service_roles",
    service_help={"estimator": "Debate: measures the uncertainty of responses: ngram, local:MODEL or openai@vllm:MODEL."},
    conversation="woozle.games.debate.players.prompt:conversation",
    reply="woozle.games.debate.players.prompt:reply",
    line_reader="woozle.games.debate.players.prompt:line_reader",
    table="woozle.games.debate.views.table:table",
    end_card="woozle.games.debate.views.end_card:end_card",
    results="woozle.games.debate.views.end_card:results",
    report="woozle.games.debate.views.report:VIEW",
    papers={"digra": "papers/digra.toml"},
    form="woozle.games.debate.views.form:FORM",
    commands="woozle.games.debate.tui.commands:APPS",
)
