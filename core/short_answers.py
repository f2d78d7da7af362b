"""Short answers in sentences: what they say, whether they doubt it, and whether they say that it is not known.

People and models wrap their answers ("I think it's 1912, but I'm not sure"), or decline in as many ways as there are. No list has
them all, so that four rules read them:

- *Talk* is about knowing, finding, the texts and the question. A clause of talk alone is no part of an answer; a reply of talk
  alone that denies or doubts is no answer.
- Nor is a clause that says someone does not know something, or a text does not mention it, whatever it is.
- A few words of talk before an answer, down to a verb or a word of doubt, lead to it ("my best guess would be").
- Words that are capitalised within a reply are names, and a reply in which all that matter are is one: "The Guess Who".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple

from woozle.core.answer_places import is_one_sentence, last_mark, statements
from woozle.core.names import NUMBER_WORDS, POWER_WORDS, TENS_WORDS
from woozle.core.text import answer_words, plain_signs


class ShortAnswer(NamedTuple):
    """The answer in a reply, empty for none, and whether the reply calls it a guess. What is no answer is unsure."""

    text: str
    is_unsure: bool


_TALK_WORDS = """
case being feeling hold memory mistaken serves thank thanks vaguely welcome
a about above access accessible according accurately actually afraid agree agreed ahead ai all also although am an and answer
answerable answered answering answers any anything apologies apologize appear appeared appears are article articles as ask asked
asking assistant assume assuming at available aware based basis be because been being believe best but by call can can't cannot
cant certain certainty clear clearly clue come comes conclusive conclusively confidence confident confidently confirm confirmed
considering contain contained containing contains content context corpus correct correctly could couldn't currently data
database declare decline definite definitely definitive definitively describe described describes description detail details
determine determined did didn't direct directly discuss discussed discusses do document documents does doesn't doing don't dont
doubt dunno easy educated either else encyclopaedia enough entirely entry evidence exact exactly excerpt excerpts explicit
explicitly fact fairly far figure final find finding for found friend friends from fully gather get give given gives go going
good got guess guessed guesses guessing had hard has have haven't having help helpful helps here hm hmm honest honestly how
however hunch i i'd i'll i'm i've idea identified identify idk if impossible in include included includes incomplete
inconclusive indicate indicated indicates info information insufficient is isn't it it's its itself just kind know knowing
knowledge known knows lack lacking lacks language lead leaning least library like likely list listed lists little locate located
look looked looking lookup low mainly make matter may maybe me meaning memory mention mentioned mentioning mentions might
missing model more most much must my myself n/a na name named naming nearest need needed needs neither never nil no nobody none
nope nor not nothing now null obvious of off offer offered offers oh ok okay on one ones only opinion or other our out page
pages paragraph paragraphs part partly pass passage passages perhaps personally place plausible please point points positive
possible possibly precise precisely present presented presumably pretty probable probably provide provided provides providing
question questions quite quote rather read reading really reason recall recollection record records refer reference references
regarding relevant reliable reliably remember reply respond response result results retrieval retrieve retrieved returned reveal
revealed reveals right safe said saw say saying says search searched searches searching see seem seems seen should show shown
shows silent simply since single skip so some something somewhat sorry source sources specific specifically specified specify
speculate speculation state stated statement states still sufficient suggest suggested suggests suppose supposedly sure suspect
talk tell tells tentative tentatively text texts than that that's the their them then there there's therefore these they thing
think this those though to too topic total totally toward towards trust try trying um umm unable unanswerable unavailable
uncertain unclear unconfirmed undefined undetermined unfortunately unidentified unknown unspecified unsure unverified up us
useful using verified verify very was wasn't we we've well were weren't what whatever when where whether which while who whole
whom whose why wild will with within without won't would wouldn't wrong yes yet you your yourself
"""
_TALK = frozenset(_TALK_WORDS.split())
_DENIALS_WORDS = """
can't cannot cant couldn't decline declined didn't doesn't don't dont dunno haven't idk impossible inconclusive insufficient
isn't lack lacking lacks missing n/a na neither never nil no nobody none nope nor not nothing null pass silent skip sorry unable
unanswerable unavailable uncertain unclear undefined undetermined unidentified unknown unspecified unsure wasn't weren't without
won't wouldn't
"""
_DENIALS = frozenset(_DENIALS_WORDS.split())
_SOURCE = (
    r"(?:passages?|texts?|paragraphs?|evidence|contexts?|documents?|sources?|search(?:es)?|results?|retrievals?|corpus|books?"
    r"|pages?"
    r"|articles?|excerpts?|data(?:base)?|information|info|snippets?|entr(?:y|ies)|records?|friends?|materials?|knowledge|memory"
    r"|encyclopa?edia|library|content|statements?|repl(?:y|ies)|details?)"
)
_KNOW = (
    r"(?:know|say|tell|find|found|help|answer|determine|provide|give|recall|remember|identify|locate|see|saw|confirm|verify"
    r"|establish|think of|come up with|figure out|make out|access|retrieve|conclude|infer|deduce|name|offer|aware|familiar|clear"
    r"|certain|sure|have|possess|respond)"
)
_MENTION = (
    r"(?:mention|contain|includ|stat|specif|discuss|giv|list|describ|reveal|indicat|cover|address|nam|say|tell|provid|answer"
    r"|help|shed"
    r"|show|refer|identif|offer|suppl|support|explain|relate|match|touch|talk|know|have|has|speak|enough|clear|detail|record)\w*"
)
_STATED = (
    r"(?:mentioned|stated|specified|given|provided|known|found|available|determined|answered|identified|included|discussed|clear"
    r"|listed|described|covered|named|recorded|documented|indicated|present|revealed|established|inferred|addressed|shown"
    r"|said|told"
    r"|explained|confirmed|verified|there|possible|enough|sufficient)"
)
_NOT = r"(?:not|never|n't|cannot|unable|no|nothing|hardly|lacks?|lacking|fails?|failed|without|nor|neither|none|little)"
_BE = r"(?:is|was|are|were|has|have|had|can|could|do|does|did)"
_ABSENT = (
    r"(?:unknown|unclear|unavailable|unspecified|undetermined|unanswerable|unidentified|missing|absent|impossible|insufficient"
    r"|beyond me|lacking|inconclusive|silent)"
)
_DENIAL = re.compile(
    rf"""
    (?:^|\b(?:but|and|that|so|because|since|as)\s)(?:i|we)\b(?:'\w+)?[^.;]{{0,25}}?{_NOT}\b[^.;]{{0,25}}?\b{_KNOW}\b
    |\bi\s(?:have|had|'ve|got|'ve\ got|found|see|know)\s(?:\w+\s)?(?:no|nothing)\b
    |\b{_SOURCE}\b[^.;]{{0,40}}?{_NOT}\b(?:[^.;]{{0,25}}?\b(?:{_MENTION}|{_SOURCE}|{_STATED})\b|\s*$)
    |^(?:there\s(?:is|was|are|were|seems?\sto\sbe)\s|there's\s|i\s(?:have|found|see)\s|with\s)?(?:not?|n't|in|zero)\s?
      (?:\w+\s){{0,3}}?(?:{_SOURCE}|mention|answer|reference|way|indication|clue|idea|match(?:es)?)\b
    |\b(?:say|contain|ha|have|give|provide|mention|offer|make|find|found|show|include|return|returned|come\sup\swith
      |turn\sup)s?\s(?:\w+ly\s)?(?:nothing|no)\b
    |\bbeyond\s(?:my|our|me|the\sscope)\b|\bnot\s(?:who|when|where|which|how|why)\b
    |\bich\swei(?:ß|ss)\b.*\bnicht|\bkeine\sahnung|\bno\s(?:lo\s)?sé|\bne\ssais\spas|\bnon\s(?:lo\s)?so|\bnão\ssei|не\sзнаю
      |不知道|わかりません|모르
    |^(?:(?:that|this)(?:'s|\sis)\s)?(?:an?\s)?(?:\w+\s){{0,2}}(?:question|example|problem|topic)\b
    |^not\s(?:\w+ly\s)?(?:sure|certain|clear|confident)\b|^(?:thanks?|you're\swelcome|please|hello)\b
    |^(?:none|neither|nothing|nowhere)\b[^.;]{{0,30}}\b(?:{_SOURCE}|{_MENTION})\b
    |(?:^|\s)(?:{_BE}\s(?:not|never)|{_BE}n't|{_BE}\w*\s(?:not|never)|not)\s(?:yet\s|be\s|been\s|\w+ly\s){{0,3}}{_STATED}
      (?:$|\s(?:in|by|within|from|among|anywhere|here|above|to|for|at|on|with|based)\b)
    |\b(?:can't|cannot|can\snot|couldn't|could\snot)\sbe\s(?:\w+ly\s)?\w+(?:ed|n|wn|id)\b
    |^not\s(?:\w+ly\s)?{_STATED}\b
    |^(?:\S+\s){{0,12}}?(?:is|was|are|were|remains?|seems?|appears?)\s(?:currently\s|still\s|simply\s|\w+ly\s)?{_ABSENT}(?:$
      |\s(?:in|from|to|by|based|for|with|on)\b)
    |^{_ABSENT}\b
    |^(?:i(?:'ll|'d|'m)?|let(?:'s|\sme|\sus))\s(?:\w+\s){{0,5}}?(?:ask|search|look|check|consult|need|calculate|research
      |investigate|see
      |help|assist|try)\b
    |^(?:i'm|i\sam|i\swas|i\shave\sbeen)\s(?!(?:\w+ly\s|pretty\s|quite\s|very\s|not\s|almost\s|only\s|just\s
      |about\s|\d{{1,3}}\s?%\s)*(?:sure|certain|confident
      |positive|leaning|inclined|guessing|going\s(?:with|for)|thinking|convinced|aware|afraid|tempted|told)\b)
    |^(?:my\s(?:name|purpose|goal|role|job)\s|as\san?\s(?:\w+\s){{0,2}}(?:ai|chatbot|model|assistant)\b)
    |^(?:i\s(?:will|would|'ll|'d|must|have\sto)?\s?(?:rather\s)?(?:abstain|pass|decline|skip|refrain)\b)
    |^(?:no\s(?:idea|clue)|dunno|nope|pass|beats\sme|you\stell\sme|how\s(?:should|would)\si\sknow|(?:it's\s
      |it\sis\s)?not\sin\smy\s\w+
      |ask\s\w+$|your\sguess\sis|who\sknows|hard\sto\s(?:say|tell|know)|(?:it\sis\s|it's\s)?(?:hard|difficult
      |impossible)\sto\s\w+)\b
    """,
    re.VERBOSE,
)
_SURELY = r"(?:(?:very|quite|really|entirely|totally|at all|pretty|completely|fully|absolutely|so|too|all that|100 ?%|that)\s)*"
_SURE = rf"{_SURELY}(?:sure|certain|confident|positive)"
_DOUBT = re.compile(
    rf"""(?<![\w'])(?:(?:not|n't|never|less\ than|only|somewhat|half)\s(?:be\s)?{_SURE}|unsure|uncertain(?:ly)?|tentativ\w+
      |guess\w*|hunch|perhaps|maybe
    |possibl[ye]|probabl[ye]|likely|presumabl[ye]|supposedly|suppose|suspect|assum(?:e|ing|ption)|apparently|seem(?:s|ed
      |ingly)?|appears?
    |i\s(?:do\s)?(?:think|believe|suppose|reckon|imagine)|might|may\s(?:be|have|well|also)|could\s(?:be|have|well|also)
      |(?:low|moderate|medium|little|limited|lower)\sconfidence|(?i:confidence)\W{{1,3}}(?:is\s)?(?:low|medium|moderate
      |limited)|wrong|mistaken
    |quote\sme|hold\sme|rely\son|(?:a|my)\sfeeling|as\sfar\sas\si\s(?:know|remember)|to\s(?:the\sbest\sof\s)?my\sknowledge
      |if\s(?:i|my|memory)\b[^.;,]{{0,25}}\b(?:recall|remember|recollect|serves?|right|correct\w*|mistaken)
      |lean(?:ing)?\s(?:toward\w*|to)
    |unverified|unconfirmed|speculat\w+|conjectur\w+|shot\sin\sthe\sdark|grain\sof\ssalt|double[- ]check|or\sso\b|plausib\w+
      |vaguely
    |to\sbe\s(?:verified|confirmed)|in\sdoubt|doubtful|doubts?)(?!\w)
    |(?:not|n't|cannot)\s(?:be\s|been\s|\w+ly\s)?(?:verif|confirm)\w*
    |\?[\s"')*]*$""",
    re.VERBOSE,
)
_PERCENT = re.compile(
    r"(\d{1,3})(?:\.\d+)? ?(?:%|percent)[ -]?(?:\w+ ){0,2}?(?:sure|certain|confiden\w+|likel\w+|probab\w+|chance)"
    r"|(?:confiden\w+|certainty|sure|probability)\W{1,4}(?:is |of |about )*(\d{1,3})(?:\.\d+)? ?(?:%|percent)",
    re.IGNORECASE,
)
_CERTAIN = 90  # percent
_NO_DOUBT = re.compile(r"\b(?:no |without (?:a |any )?|beyond (?:a |any )?)doubts?\b")

_BREAK = re.compile(
    r"(?P<end>(?<!\b[A-Za-z])(?<!\b(?:St|Mt|Dr|Mr|Ms))(?<!\bMrs)[.!?]+[\"')*]*(?=\s)|[;\n]+)\s*"
    r"|\s*,\s+(?:and\s+|so\s+)?|:\s+|\s+[-–—]+\s+|\s*—\s*|\s*[()\[\]]\s*"
    r"|(?<!\bnothing)(?<!\bnone)(?<!\banything)\s+(?=(?:but|though|although|however)\s)|\s+(?=(?:because|since|according to"
    r"|based on|as (?:stated|mentioned|per))\s)"
)
_WORD = re.compile(r"n/a|[^\W_]+(?:'[^\W_]+)*", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?:or (?:maybe|perhaps|possibly)|(?:of |in |by |to )?which|who|whose|whom|where|when|while|as|specifically|including)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:because|since|as|according to|based on|which|due to|given that|this|that|it|these|those|here|for|so|in)\b", re.IGNORECASE
)
_LEADS_WORDS = """
being
answer apparently are assume be been believe certain certainly conclude confident definitely find found gather guess hm hmm
however imagine indicates infer is it it's likely maybe mentions ok okay perhaps possibly presumably presume probably read
recall reckon remember said say says shows speculate state stated states suggest suggests suppose supposedly sure suspect
tentatively that's think was well were yes
"""
_LEADS = frozenset(_LEADS_WORDS.split())
_TOWARDS = frozenset(("with", "for", "on", "to", "toward", "towards"))
_LEANS_WORDS = """
go going lean leaning opt settle stick vote
"""
_LEANS = frozenset(_LEANS_WORDS.split())
_GREETING = re.compile(r"^(?:hi|hello|hey)\b(?: \w+)?[,!. ]+", re.IGNORECASE)
_LABEL = re.compile(
    r"^(?:(?:my |the |final |best |short |possible |likely )*(?:answer|guess|response|reply)|a|hedge)\s?:\s*"
    r"|^[A-Z]\w{0,11}:\s+(?=\S+\s\S+\s\S)",
    re.IGNORECASE,
)
_VOCATIVE = re.compile(
    r"^[A-Z]\w+, (?=(?:i (?:think|believe|guess|suppose|found)|the answer|maybe|perhaps|probably|it(?:'s| is))\b\W*\w)",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(
    r"^(?:(?:and|but|so|well|hm+)\b[ ,]*)*(?:what|which|why|who|whom|how|when|where|do|does|did|can|could|would|will|are"
    r"|have)\b.*"
    r"\b(?:you|your|i|me|my)\b[^?]*\?$",
    re.IGNORECASE,
)
_GUESSES = re.compile(
    r"(?:(?:but|however|still|yet|though|so|and|or|then|well|that said|it)\b[ ,]*)*(?:(?:my|a|the|an)\b.{0,20}\b(?:guess"
    r"|answer|bet|hunch)\b"
    r"|best\b|if i\b|i(?:'d|'ll|'m)?(?: \w+){0,3}? (?:guess\w*|say|think|believe|suspect|suppose|assume|go|lean\w*|bet"
    r"|speculate|reckon|imagine|certain|confident)\b|it(?:'s| is| was| might| may| could| must)\b|could\b|might\b|may be\b"
    r"|based on\b"
    r"|(?:they|it|some\w*|the \w+)\s(?:\w+ )?(?:suggest|hint|impl|indicat|point)\w*"
    r"|maybe\b|perhaps\b|possibly\b|probably\b|likely\b|presumably\b|most likely\b|guess\w*\b)"
)
_SMALL_WORDS = """
a an and as at but by de del der di du for from i' in into la le nor of on or over the to up van von with
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_STYLE = re.compile(r"\*\*|__|`|~~[^~\n]*~~|</?(?:b|i|em|strong|u|p|br|answer|final_answer|span)\s*/?>", re.IGNORECASE)
_LINKS_WORDS = """
are be been had has have is it that this was were which who whose
"""
_LINKS = frozenset(_LINKS_WORDS.split())
_LONGEST_NAME = 12  # words
_SHORT = 8  # words of an answer that sentences may follow


_PERCENTAGE = re.compile(r"(?:about |around |~)?\d{1,3}(?:\.\d+)? ?(?:%|percent)")
_HOW_SURE = re.compile(r"\b(?:about |around )?\d{1,3} ?(?:%|percent) (?=sure|certain|confident)")
_HEDGED_TITLE = frozenset(("perhaps", "maybe", "possibly"))
_HEDGING = re.compile(r"(?:probably|likely|presumably|apparently|supposedly|not)\b", re.IGNORECASE)
_TRAILING_WORDS = """
appears are could is looks may might seems sounds was were would
"""
_TRAILING = frozenset(_TRAILING_WORDS.split())
_IT_WAS = re.compile(
    r"^(?:it|this|that|he|she|they) (?:is|was|are|were|has been) (?:\w+ly |most )*\w+(?:ed|en|wn|un|ilt|ade|orn|ound|ld|pt) "
    r"(?:in|on|by|at|as|to|for|from|with) (?=\S)",
    re.IGNORECASE,
)


_CONFIDENCE = re.compile(r"[\s.;,(\[]+(?:my )?(?:confidence|certainty)(?: level)?\W{1,3}(?:\d{1,3} ?%|\w+)\W*$", re.IGNORECASE)
_RESULT = re.compile(r"[\d\s().,*x×/+\-^%]+=\s*([-+]?[\d.,]+)\W*")
_REPORTED = re.compile(
    r"(?:\S+ ){1,12}?(?:says?|said|states?|stated|reports?|reported|tells (?:me|us)|told (?:me|us)|confirms?|indicates?"
    r"|suggests?|shows?|replied)"
    r"(?: that)?(?: (?:it|the answer) (?:is|was)| it's)?[ :,]+(?=\w)"
)
_MARKED = re.compile(r"\banswer\b[^:.\n]{0,40}(?:\bis\b|:)", re.IGNORECASE)
_NO_FITS = re.compile(r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|how many|how much)\b", re.IGNORECASE)
_NO_PLACE = re.compile(r"(?:not|un\w+|in|either|never|beyond|based|correct|right|wrong)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|was|are|were|has|have|had|did|does|do)\b")


@lru_cache(maxsize=4096)
def read_short_answer(text: str, question: str = "") -> ShortAnswer:
    """Return what a short reply answers. question: what was asked, whose words are no answer where a reply repeats them."""
    plain = plain_signs(text)
    mark = last_mark(plain, "text")
    whole = _unwrap(_STYLE.sub("", plain))
    stated = None if mark or is_one_sentence(plain) else next(statements(plain, 0, "text"), None)
    place = mark or (stated if stated and not _NO_PLACE.match(stated.phrases[0]) else None)
    said = _unwrap(_STYLE.sub("", place.phrases[0] if place else plain))
    said = _unwrap(_CONFIDENCE.sub("", _LABEL.sub("", _VOCATIVE.sub("", _GREETING.sub("", said)))))
    if _PLACEHOLDER.fullmatch(text.strip()):
        return ShortAnswer("", is_unsure=True)
    if not _WORD.search(said):
        return ShortAnswer(said, is_unsure=False) if said.strip(" .?!-_*/\"'") else ShortAnswer("", is_unsure=True)
    if _ASKS_BACK.match(said) or (len(said.split()) > 1 and question and answer_words(said) == answer_words(question)):
        return ShortAnswer("", is_unsure=True)
    if _NO_FITS.match(question) and re.fullmatch(r"(?:yes|no|none|zero)\W*", said, re.IGNORECASE):
        return ShortAnswer(said.strip(" .!"), is_unsure=said.endswith("?"))
    if _is_name(said):
        return ShortAnswer(_new_in_name(said, question), is_unsure=said != whole and _doubts(whole))
    found, is_denied = _find_answer(said, question)
    found = _of_the_kind(found, said, question) if found and not place else found
    return ShortAnswer(found, is_unsure=not found or is_denied or _doubts(whole))


def _unwrap(text: str) -> str:
    """Return a text without quotes, emphasis and brackets around all of it."""
    text = text.strip().strip("*_ \t\n")
    while len(text) > 1 and (text[0], text[-1]) in {('"', '"'), ("'", "'"), ("(", ")"), ("[", "]"), ("<", ">")}:
        inner = text[1:-1].strip()
        if text[0] in inner or text[-1] in inner:
            break
        text = inner
    return text


def _is_name(said: str) -> bool:
    """Return whether a reply is a name or title as it stands: of several words those that matter are capitalised."""
    words = said.split()
    if _is_talk(said.partition(":")[0].lower()) and ":" in said:
        return False
    is_ended = said[-1] in ".;:" and not said.endswith("...")
    if not 2 <= len(words) <= _LONGEST_NAME or is_ended or "," in said or said.isupper() or not said[0].isupper():
        return False
    bare = [word.lstrip("\"'([") for word in words]
    capitals = [not word[:1].isalpha() or word[0].isupper() for word in bare]
    if sum(word[:1].isupper() for word in bare) < 2 or not all(map(_is_of_title, bare)):
        return False
    if bare[0].lower() in _HEDGED_TITLE:
        return all(capitals) and said[-1] != "?"
    talk = _WORD.findall(said.lower())
    return not _HEDGING.match(said) and (
        not _is_talk(said.lower()) or _DENIALS.isdisjoint(talk) or (len(talk) > 2 and "know" in talk)
    )


def _is_of_title(word: str) -> bool:
    return not word[:1].isalpha() or word[0].isupper() or word.lower() in _SMALL


def _is_talk(clause: str) -> bool:
    """Return whether a clause in small letters is about nothing but what is known."""
    words = _WORD.findall(clause)
    if not _TALK.isdisjoint(words) and _PERCENTAGE.search(clause):
        words = _WORD.findall(_PERCENTAGE.sub("", clause))
    return all(word in _TALK for word in words)


def _clauses(said: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where each clause begins and ends, and whether it begins a sentence."""
    at, begins = 0, True
    for found in _BREAK.finditer(said):
        if found.start() > at:
            yield at, found.start(), begins
            begins = False
        at, begins = found.end(), begins or bool(found["end"])
    if at < len(said):
        yield at, len(said), begins


def _lower_talk(clause: str) -> str:
    """Return a clause in small letters, but for words that are names within it."""
    plain = clause.lower() if clause.isupper() else clause.lstrip(" *_\"'")
    return _WORD.sub(lambda word: word[0] if _is_name_within(word) else word[0].lower(), plain)


def _is_name_within(word: re.Match[str]) -> bool:
    return word.start() > 0 and word[0][0].isupper() and not _I.fullmatch(word[0])


_I = re.compile(r"I(?:'\w+)?|N/A|AI")


def _find_answer(said: str, question: str) -> tuple[str, bool]:
    """Return the part of a reply that is an answer, empty for none, and whether another part denies to know one."""
    begin = end = -1
    is_denied, before = False, ""
    asked = _stems_of(question)
    is_title = all(map(_is_of_title, said.split()))
    for first, last, begins in _clauses(said):
        clause = said[first:last]
        plain = _lower_talk(clause).strip(" .!?\"'")
        low = plain.lower()
        is_talk, denies = _is_talk(plain), _DENIAL.search(low if is_title else plain) is not None
        is_address = re.fullmatch(r"[A-Z]\w+", clause.strip(" .!?")) is not None and "you" in before
        before = low
        if is_talk or is_address:
            known = _WORD.findall(_NO_DOUBT.sub("", plain))
            is_denied = is_denied or denies or not (_DENIALS - {"no"}).isdisjoint(known)
        elif denies and (begin < 0 or begins or _is_aside(low) or _NOT_WHAT.match(low)):
            is_denied = True
            if begin >= 0 and not _NAMES.search(
                said, begin + 1, end
            ):  # prose that names nothing before it says that it does not know
                begin = -1
        elif begin >= 0 and (_is_repeated(low, asked) or said[:first].rstrip().endswith("(")):
            continue
        elif begin >= 0 and (_ends_answer(said[begin:end], clause, begins) or (_is_aside(low) and "you" in low.split())):
            break
        elif begin >= 0 or not is_denied or _GUESSES.match(low) or _is_brief(clause, begins) or _BUT_IS.match(clause):
            begin, end = first if begin < 0 else begin, last
    if begin >= 0:
        answer = _without_talk(said[begin:end])
        is_marked = _MARKED.search(said[:end])
        return (answer if is_marked else _without_question(answer, question)).strip(" .!?*_\"'"), is_denied
    low = said.lower()
    is_none = is_denied or not _DENIALS.isdisjoint(_WORD.findall(low)) or _DOUBT.search(low) is not None
    return "" if is_none else said.strip(" .!?*_\"'"), is_denied


_BRIEF = 4  # words of a clause that is a guess though nothing says so
_NOT_WHAT = re.compile(r"not (?:who|when|where|which|how|why)\b")
_NAMES = re.compile(r"\b[A-Z]|[0-9]")
_BUT_IS = re.compile(r"but\b.{0,60}\b(?:is|was)\b.{0,40}[A-Z0-9]")


def _is_brief(clause: str, begins: bool) -> bool:
    return len(clause.split()) <= _BRIEF and (clause.rstrip().endswith("?") or _NAMES.search(clause, 1) is not None or not begins)


def _is_repeated(low: str, asked: Collection[str]) -> bool:
    """Return whether a clause says nothing but words of the question."""
    words = [word for word in answer_words(low) if word not in _SMALL and word not in _LINKS]
    return len(words) > 1 and all(_stem(word) in asked for word in words)


def _is_aside(low: str) -> bool:
    return re.match(r"(?:but|though|although|however|i|the|this|it)\b", low) is not None


def _ends_answer(answer: str, clause: str, begins: bool) -> bool:
    """Return whether a clause after an answer explains it, or is another sentence."""
    if _RELATIVE.match(clause) or (begins and _VERB.search(answer)):
        return True
    return (begins or _REASON.match(clause) is not None) and len(answer.split()) <= _SHORT and _is_sentence(clause)


def _is_sentence(clause: str) -> bool:
    return sum(word[0].islower() for word in clause.split()) >= 3


def _without_talk(answer: str) -> str:
    """Return an answer without the talk that leads to it, down to the last verb or word of doubt, or a verdict after it."""
    answer = _IT_WAS.sub("", re.sub(r"^(?:(?:but|so|and|or|well|though|however)\b[ ,]*)+", "", answer, flags=re.IGNORECASE))
    if result := _RESULT.fullmatch(answer):
        return result[1]
    answer = answer[found.end() :] if (found := _REPORTED.match(answer)) else answer
    answer = _HOW_SURE.sub("", answer)
    cut, before = 0, ""
    for word in _WORD.finditer(answer):
        low = word[0].lower()
        if _is_name_within(word) or low not in _TALK:
            break
        leads = low in _LEADS or (low == "that" and before) or (low in _TOWARDS and before in _LEANS)
        if leads and answer[word.end() :].strip(" .,:?!"):
            cut = word.end()
        before = low
    answer = answer[cut:].lstrip(" ,:-")
    verdict = len(answer)
    for word in reversed(list(_WORD.finditer(answer))):
        if not word.start() or _is_name_within(word) or word[0].lower() not in _TALK:
            break
        verdict = word.start() if word[0].lower() in _TRAILING else verdict
    return answer[:verdict]


def _without_question(answer: str, question: str) -> str:
    """Return a sentence without the words of the question that it repeats: the answer is the other side of its verb."""
    asked = _stems_of(question)
    if found := _CALLED.search(answer):
        return found[1] or found[2] or found[3]
    if len(answer.split()) < _SENTENCE or not asked:
        return answer
    if not (verb := _VERB.search(answer)):
        is_sentence = _opens_with(answer, asked) or any(_is_verb(before, word, asked) for before, word in pairwise(answer.split()))
        return (_trim(answer, asked, 2) or answer) if is_sentence else answer
    before, after = answer[: verb.start()], answer[verb.end() :]
    if re.match(r"(?:in|on|at|by|around|since|during)\b", before, re.IGNORECASE):
        return _trim(before, asked, 1) or answer
    first, second = (sum(_stem(word) in asked for word in answer_words(side)) for side in (before, after))
    if not first + second:
        return answer
    if passive := _BY.search(after) if _WHO.match(question) else None:
        return passive[1]
    olds = [not _trim(side, asked, 1) for side in (before, after)]
    side = (after if olds[0] else before) if olds[0] != olds[1] else after if first > second else before
    return _trim(side, asked, 2) or side.strip(" ,") or answer


def _new_in_name(name: str, question: str) -> str:
    """Return what is new in capitalised words that repeat much of the question, such as "The Berlin Wall Falling in 1989"."""
    asked = _stems_of(question)
    head, dash, tail = name.partition(" - ")
    if dash and _is_repeated(tail, asked):
        return head
    repeats = sum(_stem(word[0]) in asked for word in _WORD.finditer(name)) >= _MUCH
    return (_trim(name, asked, _MUCH) if repeats else "") or name


def _is_verb(before: str, word: str, asked: Collection[str]) -> bool:
    """Return whether a word of the question looks like a verb in a reply: by its ending, or after a name."""
    return word[0].islower() and _stem(word) in asked and (before[0].isupper() or word.endswith(("s", "ed")))


def _opens_with(answer: str, asked: Collection[str]) -> bool:
    """Return whether a sentence begins with two words of the question, or more, as its subject does."""
    opening = takewhile(lambda word: _stem(word) in asked or word.lower() in _SMALL, (word[0] for word in _WORD.finditer(answer)))
    return sum(_stem(word) in asked for word in opening) >= _TWO


_TWO = 2
_WHO = re.compile(r"(?:who|which|what|by)\b(?!.*\byear\b)", re.IGNORECASE)
_BY = re.compile(r"^\s(?:\w+ly |most )*\w+ (?:.* )?by (\S.*)$")
_SENTENCE = 4  # words
_MUCH = 3  # words of a question in a name
_CALLED = re.compile(
    r"\b(?:called|named|titled|entitled|known as)\s(?:the\s|an?\s)?"
    r'(?:"([^"\n]{1,80})"|([A-Z0-9][^,;()"\n]{0,80})|([a-z-]{3,20})(?=[.,;]|$))'
)


def _stems_of(question: str) -> set[str]:
    return {_stem(word) for word in answer_words(question) if word not in _SMALL and word not in _LINKS}


def _stem(word: str) -> str:
    """Return a word without the ending that a sentence may give it: `opened`, `opens` and `opening` are one."""
    low = word.lower()
    return low if len(low) < _SHORT_WORD else re.sub(r"(?:ing|ed|es|s|or|er|ion|e)$", "", low)


_SHORT_WORD = 4  # letters


def _trim(text: str, asked: Collection[str], least: int) -> str:
    """Return a text without runs of words that repeat the question: the first part that is left, or the last after such a run."""
    words = list(_WORD.finditer(text))
    is_old = _find_repeats([word[0] for word in words], asked, least)
    parts = [[word for word, _ in run] for old, run in groupby(zip(words, is_old, strict=True), key=itemgetter(1)) if not old]
    if not parts:
        return ""
    opening = takewhile(itemgetter(1), zip(words, is_old, strict=True))
    part = parts[-1] if any(_stem(word[0]) in asked for word, _ in opening) else parts[0]
    return text[part[0].start() : part[-1].end()]


def _find_repeats(words: Sequence[str], asked: Collection[str], least: int) -> list[bool]:
    """Return for each word whether it belongs to a run that repeats `least` words of a question, small words included."""
    known = [_stem(word) in asked for word in words]
    found = [is_known or word.lower() in _SMALL or word.lower() in _LINKS for word, is_known in zip(words, known, strict=True)]
    for is_run, run in [(key, list(each)) for key, each in groupby(range(len(words)), key=found.__getitem__)]:
        count = sum(known[at] for at in run)
        if is_run and (not count or (count < least and len(run) < 2)):
            for at in run:
                found[at] = words[at].lower() in _SMALL and at in (0, len(words) - 1)
    return found


_ASKS_WHEN = re.compile(r"\b(?:when|(?:what|which) (?:year|century|decade|date|day))\b", re.IGNORECASE)
_ASKS_NAME = re.compile(
    r"\b(?:who|whom|whose|where)\b|\bcapital\b|\b(?:what|which)\s(?:\w+\s)?(?:country|city|town|river|mountain|lake|island|continent|state"
    r"|author|writer|poet|composer|painter|artist|scientist|inventor|king|queen|president|director|actor|band|company|planet|ocean|sea)\b",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"[<\[{](?:(?:your|the|a|short|final|best)\s)*(?:answer|guess|name|text)(?:\shere)?[>\]}]", re.IGNORECASE)
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_TIME = re.compile(
    rf"\b(?:(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?)?\d{{3,4}}s?\b(?: BC| BCE| AD)?"
    r"|\b(?:\d{1,2}|\w{4,10})(?:st|nd|rd|th) century\b"
)
_NAME = re.compile(
    r"[A-Z](?:\.|[\w'-]*)(?:\s(?:(?:of|the|de|la|le|du|von|van|der|di|da|and)\s){0,2}[A-Z](?:\.(?=\s[A-Z])|[\w'-]*))*"
)
_NAMED = re.compile(r"\b(?:by|is|was|are|were|called|named|to)\s(?:\S+\s){0,6}?$")
_QUOTED = re.compile(r'(?<!\w)"([^"\n]{1,80}?)[,.]?"')
_BARE = 4  # words of an answer that is as short as asked for
_ASKS_COUNT = re.compile(r"\bhow (?:many|much|long|tall|high|far|old|fast|deep|big|large|heavy|wide|often)\b", re.IGNORECASE)
_NUMBERS = rf"(?:(?:{'|'.join((*NUMBER_WORDS[:0:-1], *TENS_WORDS, *POWER_WORDS))})(?:[- ](?:and )?)?)+"
_COUNT = re.compile(
    rf"(?:\d[\d.,]*\d|\d|\b{_NUMBERS}\b)(?:\s(?:{'|'.join(POWER_WORDS)}))?(?:\s?(?:%|°\w?|[a-z]{{1,12}}))?(?:\s(?:per|an?)\s\w+)?",
    re.IGNORECASE,
)
_ASKS_WHETHER = re.compile(r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should)\b", re.IGNORECASE)
_YES_NO = re.compile(r"(yes|no)\b[.,!;]", re.IGNORECASE)


def _of_the_kind(answer: str, said: str, question: str) -> str:
    """Return what the question asks for, a time or a name, where a sentence says it and the answer found is another part of it."""
    asked, is_brief = _stems_of(question), len(answer.split()) <= _BARE
    if _ASKS_WHETHER.match(question) and (whether := _YES_NO.match(said)):
        return whether[1]
    if asked.isdisjoint(map(_stem, answer_words(said))) and not _VERB.search(said) and not _ASKS_WHEN.search(question):
        return answer  # no sentence
    quoted: list[str] = _QUOTED.findall(said) if len(said.split()) >= _SENTENCE else []
    if len(quoted) == 1 and not _is_repeated(quoted[0].lower(), asked):
        return quoted[0]
    if _ASKS_WHEN.search(question):
        time = _TIME.search(answer) or _TIME.search(said)
        return (
            time[0]
            if time and (not is_brief or time[0] not in answer or len(answer.split()) > len(time[0].split()) + 1)
            else answer
        )
    if _ASKS_COUNT.search(question):
        number = _COUNT.search(answer) or _COUNT.search(said)
        return number[0] if number and (not is_brief or number[0] not in answer) else answer
    if not _ASKS_NAME.search(question) or (is_brief and _is_named(answer, asked)):
        return answer
    names = [name for name in _NAME.finditer(said) if _is_new_name(name, said, asked)]
    names.sort(key=lambda name: (not _NAMED.search(said[: name.start()]), name.start()))
    return _without_small_words(names[0][0]) if names else answer


def _is_named(answer: str, asked: Collection[str]) -> bool:
    """Return whether an answer has a name that the question does not have."""
    words = [word for word in _WORD.findall(answer) if word[0].isupper() and word != "I"]
    return any(_stem(word) not in asked for word in words)


def _is_new_name(name: re.Match[str], said: str, asked: Collection[str]) -> bool:
    """Return whether capitalised words are a name that the question does not have; "English" in "English author" is none."""
    words = [word for word in _WORD.findall(name[0]) if word.lower() not in _SMALL and word.lower() not in _TALK]
    if not words or all(_stem(word) in asked for word in words):
        return False
    follows = re.match(r"\s([a-z]+)", said[name.end() :])
    begins = not said[: name.start()].rstrip(" \"'") or said[: name.start()].rstrip(" \"'")[-1] in ".!?\n"
    return not (follows and follows[1] not in _LINKS and follows[1] not in _SMALL and (begins or len(words) == 1))


def _without_small_words(name: str) -> str:
    words = name.split()
    while len(words) > 1 and (words[0].lower() in _SMALL or words[0].lower() in _TALK):
        words.pop(0)
    return " ".join(words)


def _doubts(said: str) -> bool:
    """Return whether a reply doubts its answer; names in it do not."""
    low = _NO_DOUBT.sub("", _lower_talk(said))
    if percent := _PERCENT.search(low):
        return int(percent[1] or percent[2]) < _CERTAIN
    return _DOUBT.search(low) is not None
