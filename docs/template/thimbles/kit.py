"""The kit: the only thing that Woozle asks of a game. It names the parts, and each is loaded when it is used."""

from woozle.core.kit import GameKit

GAME = GameKit("thimbles.rules:Thimbles", words="thimbles.words:WORDS", bots="thimbles.bot:BOTS")
