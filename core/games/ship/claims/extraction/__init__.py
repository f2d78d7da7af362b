"""Claims read from speeches: by a grammar (`Extractor`), or by a model that is asked as an official (`official`)."""

from woozle.core.games.ship.claims.extraction.extract import Extractor

VERSION = 2
"""Of the grammar: raised with every change that can change a claim."""

__all__ = ["VERSION", "Extractor"]
