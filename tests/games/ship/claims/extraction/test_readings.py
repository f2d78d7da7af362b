"""What a speech of Grace claims: each row has claims in short, and sentences that say so."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims, said, told

ROUTE, BODY = "location Grace cafeteria>navigation>storage", "body Grace Eve navigation"

ROOMS = [
    # names, aliases, ways to spell them, and words that only look like them
    ("location Ivy medbay", ["Ivy was in med bay at tick 3.", "Ivy was in Medibay at tick 3."]),
    ("location Ivy navigation", ["Ivy was in nav at tick 3."]),
    ("location Ivy electrical", ["Ivy was in Elec at tick 3."]),
    ("location Ivy security", ["Ivy was in sec at tick 3.", "Ivy was in secu at tick 3."]),
    ("location Ivy cafeteria", ["Ivy was in the caf at tick 3."]),
    ("location Ivy oxygen", ["Ivy was in O2 at tick 3."]),
    ("location Ivy weapons", ["Ivy was in weap at tick 3."]),
    ("location Ivy lower_engine", ["Ivy was in lower-engine at tick 3.", "Ivy was in LowerEngine at tick 3."]),
    ("location Ivy upper_engine", ["Ivy was in upper_engine at tick 3.", "Ivy was in upper at tick 3."]),
    ("location Grace electrical", ["i was in elctrcl", "i ws in elec", "I was in electirical", "i was in elctr"]),
    ("location Grace electrical", ["I was in electrcial"]),
    ("", ["i was in the stores", "that was strange", "it took a sec", "Ivy was on the upper left side."]),
    ("location Frank storage", ["Frank was in storage.", "FRANK was in storage.", "Frank: storage", "Frank stayed in storage."]),
    ("", ["To be frank, that was bad.", "By the grace of luck.", "The ivy in storage grows."]),
    # several seats, and pronouns
    ("location Eve weapons; location Bob weapons; location Ivy weapons", ["Ivy, Bob and Eve were in weapons."]),
    ("location Alice navigation; location Bob storage; location Grace cafeteria", ["alice nav, bob storage, me caf"]),
    ("location Bob navigation", ["Bob, you were in nav at tick 5.", "Eve came. You were in nav, Bob."]),
    ("sighting Bob Eve navigation; location Bob storage", ["Bob met Eve in nav. He was in storage."]),
    ("sighting Eve Bob navigation; location Eve storage", ["Eve met Bob in nav. She was in storage."]),
    # what was not so
    ("location Grace storage not; location Bob cafeteria", ["I never went to storage, and Bob was in caf."]),
    ("location Grace storage", ["I wasn't just in storage.", "I waited in storage."]),
    ("location Grace navigation not", ["I was nowhere near nav.", "I never went near nav.", "I stayed far away from nav."]),
    ("location Grace navigation; location Grace storage not", ["I was in nav, not in storage."]),
    ("sighting Grace Eve navigation; sighting Grace Eve storage not", ["I saw Eve in nav, not storage."]),
    # questions, orders, plans, suppositions and the map claim nothing
    ("", ["Was Bob in medbay?", "Were you in nav, Bob?", "ok so where was bob, in nav?", "Did you see Bob in nav?"]),
    ("", ["Watch Bob in nav.", "At the last meeting Bob was loud about nav.", "I wish I had seen Bob in nav."]),
    ("", ["I will go to nav with Bob.", "If Bob was in nav, we lose.", "Nobody saw Bob in nav.", "We are still here, Bob."]),
    ("", ["ok but who was with eve in nav", "Nobody can say that Eve was in nav.", "Bob standing in nav is odd."]),
    ("", ["Based on Bob being in nav we know more.", "Medbay is next to storage.", "So is medbay.", "medbay touches storage"]),
    ("accusation Grace Bob", ["Bob was the last one with Eve.", "maybe bob killed her and then ran to nav"]),
    ("accusation Grace Bob", ["Bob is lying about being in nav.", "i voted bob, medbay is close"]),
    ("location Bob navigation", ["Bob was in nav, why?"]),
    ("defense Grace Grace; location Grace navigation", ["Why would I kill Eve, I was in nav."]),
    # what others said is hearsay, and after "but" the speaker speaks again
    (
        "Bob: location Eve navigation",
        ["Bob says Eve was in nav.", "Bob told me that Eve was in nav.", "According to Bob, Eve was in nav."],
    ),
    ("Bob: location Bob navigation; sighting Grace Bob storage", ["Bob claims he was in nav but I saw him in storage."]),
    # alone, and counts
    ("alone Grace navigation", ["I was alone in nav."]),
    ("alone Grace not", ["I was not alone."]),
    ("alone Grace", ["nobody was with me"]),
    ("count Grace cafeteria 3", ["3 people in caf"]),
    (
        "count Grace storage 0",
        ["I saw nobody in storage.", "I didn't see anyone in storage.", "storage was empty", "no one in storage"],
    ),
]

ROUTES = [
    (ROUTE, ["My route: caf -> nav -> storage.", "My route was cafeteria → navigation ⇒ storage", "caf => nav => storage"]),
    (ROUTE, ["I went caf > nav > storage.", "My route this round was cafeteria, then navigation, and storage."]),
    (ROUTE, ["I started in caf, went to navigation, and ended up in storage.", "I left caf for nav, then went into storage."]),
    (ROUTE, ["I was in the cafeteria, then moved through nav to storage.", "My route was caf/nav, then storage."]),
    (ROUTE, ["I started in the cafeteria. Then I headed to nav. After that I moved to storage."]),
    (ROUTE, ["I went from caf to nav, heading on to storage.", "I was in storage. Before that I was in caf, then in nav."]),
    (
        ROUTE,
        [f"I went caf -> nav -> storage. {more}" for more in ("As I said, I went from nav to storage.", "I went from caf to nav.")],
    ),
    ("location Grace oxygen>upper_engine>lower_engine>storage", ["I went from oxygen through both engines to storage."]),
    ("location Grace cafeteria>navigation; location Grace storage not", ["I went caf -> nav. I never went to storage."]),
    ("location Grace cafeteria>navigation", ["I have no medbay info, I went caf -> nav."]),
    # those of others; a way to one room is a location
    ("Bob: location Bob electrical>security>navigation", ["Bob says he went elec -> sec -> nav."]),
    ("Eve: location Eve storage>medbay", ["Eve's route was storage, medbay."]),
    ("Eve: location Eve cafeteria>navigation>storage", ["Eve is calm. Her route was caf, nav, storage."]),
    ("location Bob cafeteria>navigation", ["Bob left caf for nav."]),
    ("location Bob storage", ["Bob went to storage."]),
]

SIGHTINGS = [
    # seeing and company are sightings, and no further locations
    ("sighting Grace Bob navigation", ["i saw bob in nav", "I passed Bob in nav.", "Bob was with me in nav.", "me and Bob in nav"]),
    ("sighting Grace Bob navigation", ["I was in nav with Bob.", "The only player I saw was Bob in nav.", "I left Bob in nav."]),
    ("sighting Grace Bob navigation", ["My last sighting of Bob was in nav.", "I saw Bob pass through nav."]),
    ("sighting Grace Bob", ["i was with bob"]),
    ("location Grace navigation; sighting Grace Bob", ["I was in nav, then met Bob in the corridor."]),
    ("sighting Frank Bob", ["i left bob with frank at 5"]),
    ("location Grace navigation>storage; sighting Grace Frank storage", ["nav till 4, then storage w frank"]),
    ("sighting Eve Grace medbay", ["Eve saw me in medbay."]),
    (
        "sighting Grace Frank weapons; sighting Grace Frank medbay; sighting Grace Ivy storage; sighting Grace Eve storage; "
        "sighting Grace Bob navigation",
        ["I saw Bob in nav at tick 3, Eve and Ivy in storage, and Frank in medbay and weapons."],
    ),
    (
        "accusation Grace Eve; accusation Grace Bob; sighting Grace Eve navigation; sighting Grace Bob navigation",
        ["Bob and Eve are odd. I was with both of them in nav."],
    ),
    # who was not seen
    ("sighting Grace Ivy medbay not", ["I did not see Ivy in medbay."]),
    ("sighting Grace Eve not; sighting Grace Bob not", ["I never saw Bob or Eve."]),
    ("sighting Grace Bob navigation not", ["no bob in nav"]),
    ("sighting Grace Eve navigation not", ["Neither of us saw Eve in nav."]),
    ("sighting Grace Bob not", ["Bob hasn't been seen all round.", "nobody has seen bob"]),
    (
        "count Grace navigation 0; sighting Grace Eve navigation not; sighting Grace Bob navigation not",
        ["In nav I did not see Bob, Eve or anyone else."],
    ),
    # who was seen to leave or to come
    ("departure Grace Bob medbay way storage", ["I saw Bob leave medbay towards storage."]),
    ("departure Grace Bob medbay", ["Bob left medbay as I came."]),
    ("departure Grace Bob way storage", ["saw Bob heading to storage"]),
    ("arrival Grace Bob medbay way storage", ["I saw Bob enter medbay from storage.", "Bob was in medbay, coming from storage."]),
    ("arrival Grace Bob medbay way storage", ["I saw Bob walking into medbay, coming from storage."]),
    ("arrival Grace Bob medbay", ["Bob walked in on me in medbay."]),
    ("accusation Grace Eve; departure Grace Eve medbay way storage", ["Eve lies. I saw her leave medbay toward storage."]),
    (
        "location Grace medbay; arrival Grace Bob medbay way navigation; arrival Grace Eve medbay way storage",
        ["While I was in medbay, I saw Bob walk in from nav. Eve came in from storage."],
    ),
    (
        "location Grace navigation; arrival Grace Bob navigation; departure Grace Bob navigation way cafeteria",
        ["I was in nav the whole round, Bob came in at 5 and left to caf at 7."],
    ),
]

ACTIVITIES = [
    # a task in a room is no further location; its name, its verb or its thing tell the room
    (
        "activity Grace medbay task",
        ["I did my task in medbay.", "I was in medbay doing my scan.", "I completed my task in med bay."],
    ),
    ("activity Grace electrical task", ["I finished Calibrate Distributor at tick 5.", "calibrating in elec"]),
    ("activity Grace electrical task", ["I was calibrating the distributor", "was in electrical on the distributor"]),
    ("activity Bob medbay task", ["Bob was in medbay doing his task."]),
    ("sighting Grace Bob medbay", ["I saw Bob doing his task in medbay."]),
    (ROUTE, ["I went caf -> nav -> storage, doing tasks the whole way."]),
    ("activity Grace navigation task; location Grace navigation>storage", ["I went to nav, charted the course, then storage."]),
    # under way is traveling, and gone is a location
    ("activity Grace storage traveling", ["I was heading to storage."]),
    ("location Grace storage", ["I headed to storage."]),
    # reports and calls
    ("activity Bob reporting", ["Bob reported the body.", "Bob is the reporter.", "Bob came in and reported.", "Bob hit report."]),
    ("activity Grace calling", ["I called the meeting.", "button", "I hit the button, sorry.", "I pressed it... the button."]),
    ("body Grace Bob navigation", ["I found Bob's body in nav. I reported at once."]),
]

DEATHS = [
    (BODY, ["I found Eve's body in nav.", "I found Eve dead in nav.", "I saw Eve's body in navigation.", "eve dead in nav"]),
    (BODY, ["Eve's remains were in nav."]),
    ("body Bob Eve navigation", ["Bob found Eve dead in nav."]),
    ("body Grace Bob medbay", ["BOB!! medbay."]),
    ("body Grace Frank medbay", ["Medbay. Frank is dead.", "medbay. franks body", "found frank. medbay", "body medbay, its frank"]),
    ("body Grace Frank medbay", ["Body in medbay. Frank."]),
    # it lies where its finder is, and what stands beside it is none
    (f"location Grace navigation; {BODY}", ["I walked into nav and saw Eve's body."]),
    (f"location Grace cafeteria>navigation; {BODY}", ["I went caf -> nav, where I found Eve dead."]),
    (f"location Grace cafeteria>navigation; {BODY}", ['I went from caf to nav, where I "found" Eve dead.']),
    ("", ["Bob was close to Eve's body.", "Eve ran from the body room.", "Eve is dead.", "Eve was killed in nav."]),
    # one that was not there is denied
    ("body Grace medbay not", ["I saw no body in medbay.", "There was no body in medbay when I left."]),
    ("body Grace medbay not; sighting Grace Eve medbay not", ["I did not see Eve or a body in medbay."]),
    # a kill that was seen is no further accusation
    ("kill Grace Bob Eve medbay", ["I saw Bob kill Eve in medbay!", "I caught Bob killing Eve in medbay."]),
    ("kill Grace Bob Eve medbay", ["Bob killed Eve in front of me in medbay.", "I saw how Bob killed Eve in medbay."]),
    ("kill Grace Bob Eve not", ["I did not see Bob kill Eve."]),
    ("accusation Grace Bob", ["Bob killed Eve."]),
]

READINGS = [(text, short) for short, texts in (*ROOMS, *ROUTES, *SIGHTINGS, *ACTIVITIES, *DEATHS) for text in texts]


@pytest.mark.parametrize(("text", "short"), READINGS)
def test_a_speech_claims_this_and_nothing_else(text: str, short: str) -> None:
    assert "; ".join(told(text)) == short


FOUND, WENT = ("Bob", "I found Eve's body in nav."), ("Bob", "I went caf -> nav -> storage.")


@pytest.mark.parametrize(
    ("text", "before", "short"),
    [
        ("You were in nav at tick 5.", [("Ivy", "Hello.")], "location Ivy navigation"),
        ("I came back and she was dead.", [FOUND], BODY),
        ("Bob found the body.", [FOUND], "body Bob Eve"),
        ("Same as Bob.", [WENT, ("Eve", "I was in medbay.")], ROUTE),
        ("I took the same route as Ivy.", [WENT, ("Eve", "I was in medbay.")], ""),
        ("I was there at the same tick as Bob.", [WENT], ""),
        ("The same goes for Bob.", [WENT], "accusation Grace Bob"),
        ("we were in nav", [("Bob", "I saw Eve.")], "sighting Grace Bob navigation"),
        ("we all were in nav", [("Bob", "I saw Eve.")], "location Grace navigation"),
    ],
)
def test_what_was_said_before_tells_who_and_where(text: str, before: list[tuple[str, str]], short: str) -> None:
    assert "; ".join(told(text, before=[said(each, speaker) for speaker, each in before])) == short


def test_aliases_follow_from_the_rooms_of_any_map() -> None:
    assert told("Bob was in the cock at tick 2.", ship="shuttle") == ["location Bob cockpit"]
    assert told("Bob was in nav at tick 2.", ship="shuttle") == []


def test_hedges_and_staying_are_kept() -> None:
    assert [claim.is_hedged for claim in claims("I think Bob was in medbay. Eve was in nav.")] == [True, False]
    (claim,) = claims("I never left nav.")
    assert (claim.room, claim.is_negated, claim.when) == ("navigation", False, "never left")


def test_a_claim_knows_where_it_stands() -> None:
    text = "Hello all. I saw Bob in medbay. Bye."
    (claim,) = claims(text)
    assert claim.span is not None
    assert text[slice(*claim.span)] == "I saw Bob in medbay"
