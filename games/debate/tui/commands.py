"""The options of the debate."""

from woozle.tui.game_commands import GameCommands

COMMANDS = GameCommands(
    services={"estimator": "Debate: measures the uncertainty of responses: ngram, local:MODEL or openai@vllm:MODEL."}
)
