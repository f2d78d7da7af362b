"""Numbers as people and models write them at the end of a response.

What graders of GSM8K and MATH pass over (currency, percent signs, units, LaTeX, an equation before the result; A. Lewkowycz and
others, Solving quantitative reasoning problems with language models, 2022, appendix D.1) is passed over here. Commas are read in
groups of three alone, and what offers several numbers is none.
"""

from __future__ import annotations

import re
from fractions import Fraction

from woozle.core.names import NUMBER_WORDS, POWER_WORDS, TENS_WORDS

_MOST_DIGITS = 100  # of a power of ten, either way

_DECIMAL = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]|,[0-9])|[0-9]{1,30})(?:\.[0-9]{1,30})?|\.[0-9]{1,30}"
_EXPONENT = r"[-+]?[0-9]{1,3}"
_NUMBER = re.compile(
    rf"""(?:about|approximately|approx\.|roughly|around|exactly|only|just|=|~)?\s*
    (?P<sign>[-+]?)\s*
    (?:
        (?:(?P<whole>[0-9]{{1,30}})\s+)?(?P<top>{_DECIMAL})\s*/\s*(?P<bottom>{_DECIMAL})
      | (?P<base>{_DECIMAL})
        (?:e(?P<e>{_EXPONENT})|\s*[*x]\s*10\^\{{?(?P<ten>{_EXPONENT})\}}?|\^\{{?(?P<power>{_EXPONENT})\}}?)?
    )
    (?P<rest>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_SCALE = re.compile(rf"\s*({'|'.join(_SCALES)})\b", re.IGNORECASE)

_UNIT = r"[A-Za-zµ%'’-]+(?:\^-?[0-9])?"
_UNITS = re.compile(rf"\s*/?\s*(?:(?:{_UNIT}(?:[/*·]{_UNIT})*)\s*){{0,8}}")
_NO_UNITS = re.compile(
    r"\b(?:or|and|to|through|plus|minus|times|than|less|more|half|is|are|was|were|not|no|if|unless|but|versus"
    r"|vs)\b",
    re.IGNORECASE,
)
_VARIABLE = re.compile(r"\s*/?\s*[a-zA-Z]\.?\s*")  # a letter alone is one, unless it is a unit
_LETTER_UNITS = "mgshlLVWANJCF"
_BREAK = re.compile(r"[.]?[,;:](?:\s+|$)|[.](?:\s+|$)|\s*\(|\s+[-–—]+\s+|\s+(?:because|since|as|so|which|where)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\W*(?:or|and|to|maybe|perhaps|possibly)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"[-+.]?\s*[0-9]")

_EQUATION = re.compile(r"[^,;=]{0,80}(?:=[^,;=]{0,80})*=(?P<result>[^=]*)", re.DOTALL)
_LETTER_ALONE = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_NAME = re.compile(r"(?:[A-Za-z ]*\s)?[A-Za-z](?:_\{?\w{1,9}\}?)?(?:\([^()]{0,20}\))?")
_SENTENCE = re.compile(
    r"[A-Za-z][A-Za-z '’]{0,80}\s(?:is|are|was|were|equals|has|have|had|makes|made|costs|cost|earns|needs|takes|gets|pays)\s+"
    r"(?P<said>.*)",
    re.DOTALL | re.IGNORECASE,
)
_UNDECIDED = re.compile(r"\b(?:or|and|not|no|never|if|unless)\b|n['’]t\b", re.IGNORECASE)

_FRACTION = re.compile(r"\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|([0-9])\s*([0-9]))")
_THOUSANDS = re.compile(r"(?<=[0-9])(?:,?\\[,;:!]|\{,\})(?=[0-9]{3})")
_CURRENCY = re.compile(r"\b(?:US|A|C|HK)(?=\$)|\\?\$|[€£¥₹]|\b(?:USD|EUR|GBP)\b")
_DEGREES = re.compile(r"\^\s*\{?\s*\\circ\s*\}?|\\degree|°")
_POWER = re.compile(r"(?<=[0-9])\*\*(?=[-0-9({])")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED_RUN = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_VULGAR = {"½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅕": " 1/5", "⅛": " 1/8"}


def plain_number(text: str) -> str:
    """Return `text` with LaTeX, signs and powers of numbers in plain characters, and without currencies.

    That is done before emphasis is taken out, since `**` may be a power.
    """
    text = _FRACTION.sub(lambda each: f" {each[1] or each[3] or ''}/{each[2] or each[4] or ''}", _THOUSANDS.sub(",", text))
    text = _POWER.sub("^", text.replace("−", "-").replace("⁄", "/").replace("×", "*").replace("≈", "=").replace("\\%", "%"))
    text = re.sub(r"\\(?:times|cdot)(?![a-z])", "*", re.sub(r"\\approx(?![a-z])", "=", text))
    text = _RAISED_RUN.sub(lambda run: "^" + run[0].translate(_RAISED), _DEGREES.sub("", text))
    return _CURRENCY.sub(" ", "".join(_VULGAR.get(char, char) for char in text))


_UNITS_IN_WORDS = {word: at for at, word in enumerate(NUMBER_WORDS)}
_TENS_IN_WORDS = {word: 10 * at for at, word in enumerate(TENS_WORDS, 2)}
_POWERS_IN_WORDS = {word: 100 if not at else 1000**at for at, word in enumerate(POWER_WORDS)}
_NUMBER_WORD = "|".join((*_UNITS_IN_WORDS, *_TENS_IN_WORDS, *_POWERS_IN_WORDS))
_IN_WORDS = re.compile(
    rf"(?<![\w-])(?:an? (?=hundred|thousand|million|billion|trillion))?(?:{_NUMBER_WORD})(?:(?:[\s-]|,?\sand\s"
    rf"|,\s){{1,2}}(?:{_NUMBER_WORD}))*(?![\w-])",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?<![0-9.,/])([0-9]{1,3})((?:[ '][0-9]{3})+|(?:,[0-9]{3})+)(?![0-9]|,[0-9]| ?/)")


def digits(text: str) -> str:
    """Return `text` with a number in words at its beginning in digits, and without spaces within numbers: `1 000 000`."""
    text = _SPACED.sub(lambda found: re.sub("[ ',]", "", found[0]), text)
    bare = text.lstrip(" *_`\"'(")
    if not (found := _IN_WORDS.match(_ABOUT.sub("", bare))) or _NO_COUNT.match(_ABOUT.sub("", bare)[found.end() :]):
        return text
    number = _number_in_words(found[0])
    return text if number is None else f"{number}{_ABOUT.sub('', bare)[found.end() :]}"


_ABOUT = re.compile(r"^(?:about|approximately|roughly|around|exactly|only|just)\s+", re.IGNORECASE)
_NO_COUNT = re.compile(r"\s*(?:of|more|less|another|thing|way|or|and|to|point)\b", re.IGNORECASE)


def _number_in_words(words: str) -> int | None:
    """Return the value of `two hundred and six`; None for words that are no one number, such as `five six`."""
    total = group = 0
    last = 10**15  # the place of the word before: what follows has to be smaller
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in ("a", "an"):
            group, last = 1, 1
        elif word == "hundred" and group < 100:
            group, last = max(group, 1) * 100, 100
        elif (power := _POWERS_IN_WORDS.get(word, 0)) > 100:
            total, group, last = total + max(group, 1) * power, 0, power
        elif (ten := _TENS_IN_WORDS.get(word)) and last > 10:
            group, last = group + ten, 10
        elif (unit := _UNITS_IN_WORDS.get(word)) is not None and (last > 10 or (last == 10 and 0 < unit < 10)):
            group, last = group + unit, 1
        elif word != "and":
            return None
    return total + group


def read_number(phrase: str) -> Fraction | None:
    """Return the number that a short text says; None if it says none, or several that it could be.

    `5 + 7 = 12` is its result, `1 1/2 cups` three halves, `50%` fifty. `2,5`, `5 or 7` and `5 + 7` are none.
    """
    phrase = phrase.strip()
    if (found := _whole(phrase)) is not None:
        return found
    if (equation := _EQUATION.fullmatch(phrase)) and _is_worked_out(phrase[: equation.start("result")]):
        return _whole(equation["result"].strip())
    if (sentence := _SENTENCE.fullmatch(phrase)) and not _UNDECIDED.search(phrase[: sentence.start("said")]):
        return _whole(sentence["said"])
    return None


def _is_worked_out(left: str) -> bool:
    """Return whether what stands before a result is a name for it or a sum, and not an equation to be solved such as `2x = 10`."""
    if _UNDECIDED.search(left) or any(sign in left for sign in "<>!"):
        return False
    sides = (side.strip() for side in left.split("="))
    return all(not _LETTER_ALONE.search(side) or _NAME.fullmatch(side) for side in sides)


def format_number(number: Fraction) -> str:
    """Return a number in digits: decimal where that is exact, else as a fraction in its lowest terms."""
    denominator, twos, fives = number.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    if denominator > 1:
        return str(number)
    places = max(twos, fives)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    sign, split = "-" if number < 0 else "", len(digits) - places
    return f"{sign}{digits[:split]}.{digits[split:]}" if places else f"{sign}{digits}"


def _whole(phrase: str) -> Fraction | None:
    """Return the number that a text begins with, if what follows can only be its unit or a reason."""
    found = _NUMBER.match(phrase)
    number = _value(found) if found else None
    if found is None or number is None:
        return None
    rest = found["rest"]
    if scale := _SCALE.match(rest):
        number, rest = number * _SCALES[scale[1].lower()], rest[scale.end() :]
    return number if _is_aside(rest) else None


def _value(found: re.Match[str]) -> Fraction | None:
    sign = -1 if found["sign"] == "-" else 1
    if found["bottom"]:
        bottom = _decimal(found["bottom"])
        return sign * (int(found["whole"] or 0) + _decimal(found["top"]) / bottom) if bottom else None
    base, power = _decimal(found["base"]), int(found["power"] or 0)
    tens = int(found["e"] or found["ten"] or 0)
    is_large = abs(tens) > _MOST_DIGITS or abs(power) * len(found["base"]) > _MOST_DIGITS
    if is_large or (power < 0 and not base):
        return None
    return sign * (base**power if found["power"] else base) * Fraction(10) ** tens


def _decimal(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _is_aside(rest: str) -> bool:
    """Return whether what follows a number leaves it as it is: nothing, a unit, a reason."""
    broken = _BREAK.search(rest)
    unit, reason = (rest[: broken.start()], rest[broken.end() :]) if broken else (rest, "")
    if not _UNITS.fullmatch(unit) or _NO_UNITS.search(unit):
        return False
    if _VARIABLE.fullmatch(unit) and unit.strip(" ./") not in _LETTER_UNITS:
        return False
    is_end = broken is None or broken[0].strip() in (".", "(")
    return not _ALTERNATIVE.match(reason) and (is_end or not _ANOTHER.match(reason))
