"""Refusals in words: replies that decline to write a summary instead of giving one.

A rule over the text alone, so that folding a transcript again decides the same. A summary talks about what its passage talks about;
a refusal talks about the task, and says no. So a reply is a refusal if it says in its own voice that it does not do what was asked,
if it says that there is no passage or no summary, or if it says no in words that are about little else, unless a summary is given
beside that. A text about someone else who refuses is no refusal. How often the rule is right: docs/quest.md.
"""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“]*“")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_WORD = re.compile(r"\w+(?:'\w+)*")
_LONGEST = 150  # words; what is longer says something, however it begins

_NOT = r"(?:not|never|n'?t)"
_UNABLE = (
    r"(?:(?:can|could|will|would|should|must|may|do|does|am|are|is|'m|'re|'s|'ll|have|ca|wo|wouldn|shouldn|couldn) ?"
    rf"{_NOT}|(?:am|'m|are|'re|was|were|be|being) (?:\w+ )?(?:unable|unwilling|forbidden|prevented)|rather not|prefer not|lack)"
)
_TEXT = (
    r"(?:passage|text|article|document|content|material|excerpt|input|source|story|letter|report|recipe|statement|manual|message"
    r"|file|attachment|page|link|paragraph)s?"
)
_DO_IT = (
    r"(?:summar\w+|synops\w+|sum (?:it|this|that) up|condens\w+|paraphras\w+|shorten\w*|boil\w*|compl(?:y|ying)|fulfil\w*"
    r"|assist\w*"
    r"|help(?:ing)?\b(?! (?:feeling|noticing))|be of (?:any )?(?:help|assistance|use)|process\w*|engag\w+|work\w* (?:with|on)"
    r"|provid\w+|creat\w+|generat\w+|produc\w+|reproduc\w+|offer\w*|disclos\w+|discuss\w*|share|supply|deliver"
    r"|writ\w+ (?:a|an|the|this|that|about|it|anything)\b|giv\w+ (?:you |a |an |the )|complet\w+ (?:this|that|the|your)|respond\b"
    r"|answer\w*|continu\w+|proceed\b|do (?:this|that|it|so|summar\w+|anything)\b|(?:do|doing) (?:this|that) one|go into|handle"
    r"|read\w* (?:the|this|that|or|it)|see (?:a|an|any|the)|open\w*|access\w*|tools?|ability|capab\w+|permi\w+|comfortable"
    r"|touch\w*"
    r"|responsible|appropriate|ethical\w*|conscience|take (?:on|part)|go (?:there|along)|enough (?:information|context"
    r"|detail)\w*)"
)
_I = r"(?:\bi\b|\bme\b|^\W*we\b|\bi'm\b|\bi'd\b|\bi've\b)"
_RULES = r"(?:guidelines?|polic(?:y|ies)|terms|principles|programming|rules|filters?|values|standards)"

_DECLINES = (
    rf"{_I}[^.!?;]{{0,60}}?{_UNABLE}[^.!?;]{{0,40}}?\b{_DO_IT}",
    rf"{_I}[^.!?;]{{0,30}}?\b(?:decline|refuse|abstain|say no|pass on|skip (?:this|that|it|the)|opt out|have to stop)\b",
    rf"^\W*(?:\w+[:,] ?){{0,2}}(?:un|not |in)able to {_DO_IT}|^\W*(?:\w+[:;,-] ?){{0,2}}(?:can ?not|(?:ca|wo) ?n'?t) {_DO_IT}",
    rf"\b(?:sorry|apologies|regret\w*|afraid)\b[ ,]*(?:but )?(?:i |we )?(?:{_UNABLE}|no)(?: (?:do|want to|wish to))?"
    r"(?: (?:this|that|it))?(?: one)?\W*$",
    rf"\b(?:my|our|usage|content|safety|these)\b[^.!?;]{{0,12}}\b{_RULES}\b[^.!?;]{{0,30}}\b(?:prevent|prohibit|forbid|bar"
    rf"|stop|{_NOT} (?:allow|permit|let))\w*",
    rf"\b(?:against|violat\w+|conflicts? with|contrary to|outside|breach\w*|beyond|prohibited by)\b"
    rf"[^.!?;]{{0,12}}\b(?:my|our|usage|content|safety)\b[^.!?;]{{0,12}}\b{_RULES}\b",
    r"\b(?:outside|beyond) (?:of )?(?:my|our|what i)\b",
    rf"\b(?:request|task|prompt|query|response|reply|answer)\b[^.!?;]{{0,25}}(?:{_NOT}|been|was|is|were) (?:\w+ )?(?:be )?"
    r"(?:fulfilled|completed|processed|declined|refused|denied|rejected|blocked|filtered|flagged|withheld|handled|answered"
    r"|given)\b",
)
"""A person who is asked says no."""

_NOTHING = (
    r"\b(?:no|without (?:a|any)|not? (?:a|any)) (?:\w+ ){0,2}summary\b|\bno need (?:to|for|of)|\bnothing to give",
    r"\bnothing (?:\w+ )?(?:to|worth|that (?:can|could|needs?)|left)[^.!?;]{0,20}\bsummar\w+",
    rf"\bsummar(?:y|ise|ize|ising|izing|isation|ization)\b[^.!?;]{{0,30}}\b(?:none|impossible|refused|declined|denied|pointless"
    rf"|{_NOT} (?:be |\w+ )?(?:possible|available|needed|necessary|required|provided|given|made|written|generated|supplied"
    rf"|produced)"
    r"|un(?:available|necessary|needed)|omitted|withheld|superfluous|redundant)\b",
    r"\b(?:cannot|can't|could not|couldn't|not|never) be (?:\w+ )?(?:summari[sz]ed|condensed|shortened|made shorter)\b",
    r"\bsummari[sz]ing (?:this|it|that)\b[^.!?;]{0,10}\b(?:would|could|might|is)\b|\balready (?:\w+ )?(?:a summary|short"
    r"|brief|concise)\b",
    rf"\b(?:{_NOT}|too little|insufficient|lacks?|too (?:short|brief|vague|long|unclear|garbled))\b[^.!?;]{{0,50}}"
    r"\b(?:to|for)\b[^.!?;]{0,20}\b(?:summar\w+|work with|go on|condense)",
    rf"(?:^\W*{_TEXT}|\b{_TEXT}(?: field| you \w+| here| above| below)? ?(?:is|was|were|are|appears?|seems?|came|has|looks?)"
    r"(?: to be| to have been| through| been| completely| entirely)*) (?:blank|empty|missing|not found|unreadable|illegible"
    r"|garbled|corrupted"
    r"|cut off|truncated|incomplete|not (?:attached|included|provided|there|given|visible|loaded|come through))\b",
    rf"\b(?:there(?:'s| is| was| seems to be| appears to be) (?:no|nothing)|^\W*no|there (?:do|does|is|was)(?:es)? ?{_NOT}"
    r"(?: actually)?(?: seem to be| appear to be)?(?: an?y?)?) (?:\w+ )?(?:(?:passage|text|article|document|content|input"
    r"|file|attachment)s?|here)\b[^.!?;]{0,20}"
    r"(?:\b(?:attached|here|provided|given|included|found|supplied|detected|to (?:be )?(?:summar|work)\w*|in your)\b|\W*$)",
    rf"\b{_NOT} (?:actually )?(?:see|have|find|receive|received|get|got) (?:an?y?|your) (?:\w+ )?{_TEXT}\b",
    rf"\byou (?:have ?{_NOT}|did ?{_NOT}|forgot|seem to have forgotten|may have forgotten)\b",
    rf"\b(?:please|kindly|could you|can you|would you|need|if you|once you|when you)\b[^.!?;]{{0,40}}\b(?:provide|share"
    rf"|paste|send|supply"
    rf"|attach|upload|copy|full|re-?send|resubmit|give me)\b[^.!?;]{{0,30}}\b(?:{_TEXT}|it|contents|again|something)\b",
    rf"\b(?:what|which|where)(?:'s| is| was| are)? (?:the |your |that )?{_TEXT} ?(?:\?|(?:would|do|should|is) )",
)
"""There is nothing to be summarised, or no summary."""

_ELSEWHERE = (
    (
        r"\bno\b|nunca|imposible|prefiero|niego",
        r"resum|ayudar|proporcion|solicitud|cumplir|responder|suficiente información|texto que",
    ),
    (r"\bpas\b|\bne\b|impossible|refuse|regrette", r"résum|aider|répondre|demande|fournir|texte (?:à|fourni)|assez d"),
    (
        r"nicht|\bkein|leider|unmöglich|ablehn",
        r"zusammen(?:zu)?fass|helfen|beantworte|anfrage|bereitstell|diesen text|genug inf|bitte",
    ),
    (r"\bnon\b|impossibile|rifiut", r"riassu|riassunto|aiutar|richiesta|fornire|rispondere|sintesi"),
    (r"\bnão\b|impossível|recus", r"resum|ajudar|pedido|solicita|fornecer|responder"),
    (r"\bniet\b|\bgeen\b|weiger", r"samenva|helpen|verzoek|geven|beantwoord"),
    (r"\binte\b|\bikke\b|\bikkje\b|\ben voi\b", r"sammanfatt|sammenfat|sammendrag|resum|hjälpa|hjelpe|hjælpe|tiivist|auttaa"),
    (r"\bnie\b|\bnemohu\b|\bnelze\b|\bne mogu\b", r"streszcz|streści|pomóc|pomoci|shrn|souhrn|prośb|sažet"),
    (r"\bне\b|нельзя|невозможно", r"резюм|помочь|кратк|выполнить|переска|обобщ|запрос|текст"),
    (r"不|无法|無法|抱歉|对不起", r"总结|總結|摘要|概括|帮助|幫助|提供|要求|请求|协助"),
    (r"ません|できない|申し訳|かねます", r"要約|手伝|お答え|対応|ご要望|依頼|文章"),
    (r"없|죄송|않", r"요약|도와|도움|답변|요청"),
    (r"\blا\b|لا |عذر|آسف", r"تلخيص|ملخص|مساعد|طلب"),
    (r"yapama|edeme|üzgün|maalesef|değil", r"özet|yardım|metin|istek"),
)
"""Refusals in other languages: a word that says no, and one for the task, in one sentence."""

_TALK_WORDS = """a able about actually afraid again ai all allowed also am an and answer any anything apologies apologise apologize
appropriate are as asked asking assist assistance assistant at ask be because been being best bot but by can can't
cannot cant chatbot come comfortable comply complete content could couldn't d decline declined did didn't different do
does doesn't doing don't done dont else enough even feel find for from fulfil fulfill further get give given giving glad
go going good got guess happy hard have haven't he hello help helpful here hey hi how however i i'd i'll i'm i've idea
if im in information into is isn't it it's its just kind know language let like line ll lol m make making may maybe me
mean might model more must my nah need no nope not nothing now of ok okay on one only or other otherwise our out pass
passage permitted please possible prefer probably problem produce properly provide question quite rather re read really
reason refuse refusing regret regrettably reply request respond response right s safe say see should shouldn't simply
skip so some something sorry stop such summaries summarise summarising summarize summarizing summary sure t task tell
text than thank thanks that that's the them then there there's thing things think this those to today too try trying u
unable understand unfortunately unwilling up us use want was way we well were what whatever which while why will willing
wish with without won't wont work would wouldn't write writing wrong yes yet you you'd you'll you're your yourself"""
_TALK = frozenset(_TALK_WORDS.split())
_SAYS_NO = re.compile(
    r"\b(?:no|nope|nah|not|never|none|nothing|cannot|cant|dont|wont|unable|unwilling|declined?|declining|refuse[ds]?"
    r"|refusing|rather|pass|skip"
    r"|sorry|stop|blocked|regret\w*|unfortunately)\b|n't\b"
)
_NEARLY_ALL = 0.85  # of the words of a reply, that are about nothing else
_ALONE = re.compile(
    r"(?:sorry )?(?:n/?a|not applicable|none|null|blocked|redacted|content filtered|refusal|error|nil|void|access denied)"
)
_SUMMARY_TOO = re.compile(
    r"\b(?:here(?:'s| is| are)|below is|summary ?:|in (?:short|summary|brief)[,:]|summari[sz]e it thus|what i can say is"
    r"|(?:but|yet|only|however|still|though|although|;|:)[^.!?]{0,30}\b(?:it|passage|text|article|author|main point"
    r"|gist)(?: itself)?(?: only)?"
    r" (?:says|argues|describes|tells|reports|seems to|is that|is about|was|claims|states))"
)
_ENOUGH = 6  # words after such an announcement that make a summary
_ASIDE = re.compile(
    rf"\b(?:i|i'm|i've|i'd|me|my|we|our|us|you|your|this|{_TEXT}|request|rules|polic\w+|summar\w+|please|thanks?|sorry|ai"
    rf"|error)\b"
)
_REMARK = 5  # words; a sentence of fewer is no summary of anything

_PATTERNS = tuple(re.compile(each) for each in (*_DECLINES, *_NOTHING))
_PAIRS = tuple((re.compile(no), re.compile(task)) for no, task in _ELSEWHERE)


def is_refusal(text: str) -> bool:
    """Return whether a reply declines to write a summary."""
    plain = _QUOTED.sub(" ", text.replace("’", "'")).casefold()
    words = _WORD.findall(plain)
    if not words or len(words) > _LONGEST:
        return False
    if _ALONE.fullmatch(" ".join(re.findall(r"[\w'/]+", plain))):
        return True
    found = _SUMMARY_TOO.search(plain)
    if found and len(plain[found.end() :].split()) >= _ENOUGH:
        return False
    talk = sum(word in _TALK for word in words)
    if talk >= _NEARLY_ALL * len(words) and _SAYS_NO.search(plain):
        return True
    return _declines([each.strip() for each in _SENTENCE.split(plain) if each.strip()])


def _declines(sentences: list[str]) -> bool:
    """Return whether one of the sentences declines, and none before it tells of something else."""
    for sentence in sentences:
        if any(pattern.search(sentence) for pattern in _PATTERNS):
            return True
        if any(no.search(sentence) and task.search(sentence) for no, task in _PAIRS):
            return True
        if len(sentence.split()) >= _REMARK and not _ASIDE.search(sentence):
            return False
    return False
