"""The kit of undercover, and of the making of its pictures, which is recorded as its own game."""

from woozle.core.kit import GameKit, OptionPath

GAME = GameKit(
    "woozle.games.undercover.rules:Undercover",
    words="woozle.games.undercover.words:WORDS",
    options={"pool": OptionPath("woozle.games.undercover.players.pool_files:read_pool_option")},
    papers={"mug": "papers/mug.toml"},
    recordings={
        "pictures": GameKit(
            "woozle.games.undercover.pairs.counterfactuals:Making", services="woozle.games.undercover.players.services:making_roles"
        )
    },
    bots="woozle.games.undercover.players.bot:BOTS",
    services="woozle.games.undercover.players.services:service_roles",
    service_help={
        "editor": "Undercover: the image editor: scenes.",
        "likeness": "Undercover: compares the pictures: pixels, vit:FOLDER, clip:FOLDER or vit+clip:FOLDER,FOLDER.",
    },
    pictures="woozle.games.undercover.players.pictures:pictures",
    describe_picture="woozle.games.undercover.players.pictures:describe_picture",
    is_described="woozle.games.undercover.players.pictures:is_described",
    table="woozle.games.undercover.views.table:table",
    end_card="woozle.games.undercover.views.end_card:end_card",
    results="woozle.games.undercover.views.end_card:results",
    report="woozle.games.undercover.views.report:VIEW",
    form="woozle.games.undercover.views.form:FORM",
    commands="woozle.games.undercover.tui.commands:APPS",
)
