"""Groups of a verb and its helpers: "was not going", "never saw", "kept walking"."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import Verb, verbs, words
from woozle.games.ship.claims.extraction.tokens import Token

_HELPERS = 8  # words that a verb can have before it
_BE, _AUXILIARIES, _UNREAL = words("be"), words("auxiliaries"), words("unreal_auxiliaries")
_NEGATIONS, _ADVERBS, _HEDGES = words("negations"), words("adverbs"), words("hedges")
_DETERMINERS, _TASKS = words("determiners"), words("tasks")
_HAD = (_DETERMINERS - {"no"}) | _TASKS
BEGINS_VERB = _BE | _AUXILIARIES | _NEGATIONS | _ADVERBS | _HEDGES | frozenset(verbs())


@value
class VerbGroup:
    """A verb with its helpers. start, end: positions of its first token and after its last."""

    kind: str
    base: str
    form: str
    start: int
    end: int
    is_negated: bool = False
    is_unreal: bool = False
    is_hedged: bool = False
    is_passive: bool = False
    is_under_way: bool = False
    is_finite: bool = False


_NOT_HELPERS = frozenset(["in", "there", "here", "alone", "together", "alive", "off", "out"])  # adverbs that say where


def verb_at(tokens: Sequence[Token], i: int) -> VerbGroup | None:
    """Return the verb group that begins at i: "was not going", "never saw", "kept walking"."""
    if i >= len(tokens) or tokens[i].kind != "word" or tokens[i].text not in BEGINS_VERB:
        return None
    found = _helpers(tokens, i)
    if found is None:
        return None
    j, helpers, is_negated, is_hedged = found
    be = not _BE.isdisjoint(helpers)
    main = tokens[j].text if j < len(tokens) and tokens[j].kind == "word" else ""
    verb = _main_verb(tokens, i, main, has_helpers=bool(helpers))
    if main == "left" and j + 1 < len(tokens) and tokens[j + 1].kind == "word" and tokens[j + 1].text in words("sides"):
        verb = None  # "Bob was left side"
    is_habit = "would" in helpers and verb is not None and verb.form in ("past", "participle") and "have" not in helpers
    is_unreal = not (_UNREAL.isdisjoint(helpers) or is_habit)
    if verb is None or (be and verb.form == "base"):
        is_being = helpers == ["being"]
        form = "ing" if is_being else "past"
        return VerbGroup("be", "be", form, i, j, is_negated, is_unreal, is_hedged, is_finite=not is_being) if be else None
    end = j + 1
    is_passive = (
        be
        and verb.form in ("past", "participle")
        and main != "left"
        and "being" not in helpers
        and verb.kind not in ("go", "enter")
    )
    is_finite = verb.form in ("past", "third") or bool(helpers)
    kind, base = verb.kind, verb.base
    if base == "have":
        kind = "have"
    if base in ("keep", "start", "end", "try"):  # "kept walking"
        following = tokens[end] if end < len(tokens) else None
        inner = verbs().get(following.text) if following is not None and following.kind == "word" else None
        if inner is not None and inner.form == "ing":
            kind, base, end = inner.kind, inner.base, end + 1
    if (
        base == "run"
        and end < len(tokens)
        and tokens[end].text == "into"
        and end + 1 < len(tokens)
        and tokens[end + 1].kind != "room"
    ):
        kind = "see"
    is_under_way = be and verb.form == "ing"
    return VerbGroup(kind, base, verb.form, i, end, is_negated, is_unreal, is_hedged, is_passive, is_under_way, is_finite)


def _helpers(tokens: Sequence[Token], i: int) -> tuple[int, list[str], bool, bool] | None:
    """Return where the main verb stands, the helpers before it, and whether it is negated and hedged; None if none begins at i."""
    j, helpers, is_negated, is_hedged = i, list[str](), False, False
    while j < len(tokens) and j - i < _HELPERS and tokens[j].kind in ("word", "time"):
        text = tokens[j].text
        following = tokens[j + 1].text if j + 1 < len(tokens) else ""
        if tokens[j].kind == "time":
            pass
        elif text in _NEGATIONS:
            is_negated = is_negated or following not in words("limits_of_not")  # "I was not just in medbay"
        elif text in _BE or (text in _AUXILIARIES and not _is_main(tokens, j)):
            helpers.append(text)
        elif text in _HEDGES and (text in _ADVERBS or text in ("might", "may")):
            is_hedged = True
        elif text in _ADVERBS and text not in _NOT_HELPERS and not (text == "right" and following in ("there", "next")):
            if j == i and not helpers and not _leads_to_verb(tokens, j):
                return None
        else:
            break
        j += 1
    return j, helpers, is_negated, is_hedged


def _main_verb(tokens: Sequence[Token], i: int, main: str, *, has_helpers: bool) -> Verb | None:
    """Return the verb that a word is; none, if it is an adverb or, by the word before it, a noun or a side."""
    verb = verbs().get(main)
    if verb is None or (main in _ADVERBS and main != "duck"):
        return None
    before = tokens[i - 1] if i and not has_helpers else None
    is_her_deed = before is not None and before.text == "her" and verb.kind in ("go", "leave", "enter", "kill") and i > 1
    if before is not None and (before.text in words("noun_follows") or before.is_possessive) and verb.form != "ing":
        return verb if is_her_deed and _is_seeing(tokens[i - 2]) else None
    if main == "meeting" and i and tokens[i - 1].text in words("never_verbs_after"):
        return None
    if before is not None and main == "left" and before.text in words("before_a_side"):
        return None
    return verb


def _is_seeing(token: Token) -> bool:
    verb = verbs().get(token.text)
    return verb is not None and verb.kind == "see"


def _is_main(tokens: Sequence[Token], j: int) -> bool:
    """Return whether an auxiliary is the verb itself: "did my task", "had Bob with me"."""
    text = tokens[j].text
    following = tokens[j + 1] if j + 1 < len(tokens) else None
    if text in ("had", "have", "has"):
        return following is not None and (following.text in _HAD or following.kind == "seat")
    if text in ("did", "do", "does"):
        if following is not None and following.text == "no":
            return j + 2 < len(tokens) and (tokens[j + 2].text in _TASKS or tokens[j + 2].kind == "task")
        return following is not None and (following.text in _DETERMINERS or following.text in _TASKS or following.kind == "task")
    return False


def _leads_to_verb(tokens: Sequence[Token], j: int) -> bool:
    """Return whether an adverb at j stands before a verb."""
    k = j + 1
    while k < len(tokens) and k - j < 3 and tokens[k].text in _ADVERBS:
        k += 1
    if k >= len(tokens) or tokens[k].kind != "word":
        return False
    text = tokens[k].text
    return text in _BE or text in _AUXILIARIES or text in _NEGATIONS or text in verbs()


def begins_verb(tokens: Sequence[Token], i: int) -> bool:
    """Return whether a finite verb, or a fragment's predicate, begins at i; adverbs and times are passed over."""
    while i < len(tokens) and (
        tokens[i].kind == "time" or (tokens[i].text in _ADVERBS and tokens[i].text not in ("in", "there", "alone"))
    ):
        i += 1
    if i >= len(tokens) or tokens[i].kind != "word":
        return False
    text = tokens[i].text
    verb = verbs().get(text)
    return (
        text in _BE
        or text in _AUXILIARIES
        or text in _NEGATIONS
        or (verb is not None and verb.form in ("past", "third", "base") and text not in _ADVERBS)
    )
