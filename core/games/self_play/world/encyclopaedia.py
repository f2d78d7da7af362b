"""Towns, beasts, inventions, feasts and travellers of an invented continent."""

from __future__ import annotations

from woozle.core.games.self_play.world.grammar import Attribute, Kind, Range, Sum, people, split_words

PEOPLE = people(
    "Ada Berta Clem Dora Edwin Flora Gilbert Hester Ivo Jonas Kitty Leopold Mabel Ned Olive Percy Rosa Silas Tilda Victor",
    "Applegate Barrow Copperfield Dunmore Eastwick Fairlie Goodbody Hathersage Inkpen Jellicoe Kettle Lovejoy Merriman Nettleship "
    "Oldacre Partridge Quickly Rowbotham Sparrow Thimble",
)
COUNTRIES = split_words(
    "Quillane, Brindmoor, Osselmere, Drevanne, Saltern, Amberley, Corvain, Dunholm, Elsmark, Farrow, Galdery, Hithe, Inverlan, "
    "Jessamy, Kelder, Lorraway, Merrowland, Northing, Ostrel, Pennick, Rathland, Sundry, Tamblin, Westermark"
)
GOODS = split_words(
    "buttons, umbrellas, candles, saddles, kites, pickles, ropes, spoons, barrels, mirrors, bells, ribbons, hats, brooms, baskets, "
    "lace, gloves, flutes, clocks, cheese, jam, mustard, vinegar, felt, nails, needles, bricks, ladders, lanterns, blankets"
)
COLOURS = split_words(
    "red, blue, green, yellow, purple, orange, pink, brown, white, black, grey, silver, golden, turquoise, scarlet, cream, lilac, "
    "olive, crimson, ivory"
)
HABITATS = split_words(
    "marshes, orchards, hedges, caves, cliffs, meadows, chimneys, quarries, reed beds, sand dunes, attics, pine woods, gardens, "
    "river banks, vineyards, salt flats, bell towers, heaths, ditches, ruins"
)
FOODS = split_words(
    "beetles, acorns, mussels, plums, mushrooms, snails, nettles, berries, worms, seaweed, chestnuts, clover, crumbs, moss, "
    "thistles, "
    "figs, minnows, barley, roots, petals, wasps, turnips, pebbles, walnuts"
)
CALLS = split_words(
    "a whistle, a cough, a hum, a knock, a sneeze, a bark, a chuckle, a creak, a rattle, a sigh, a drum roll, a squeak, a croak, "
    "a purr, a honk, a click"
)
MATERIALS = split_words(
    "glass, copper, leather, bamboo, paper, tin, wax, cork, silk, oak, clay, wool, brass, ivory, slate, straw, rubber, lead, "
    "canvas, "
    "horn, marble, willow, pewter, steel"
)
USES = split_words(
    "peeling pears, drying socks, counting sheep, folding maps, waking cooks, weighing letters, finding keys, catching mice, "
    "sorting coins, cooling soup, scaring crows, polishing boots, measuring fog, sharpening pencils, opening jars, watering roofs, "
    "turning pages, signalling ships, shelling nuts, brushing horses, baking bread, ringing bells, sweeping stairs, timing eggs"
)
MONTHS = split_words("January, February, March, April, May, June, July, August, September, October, November, December")
DISHES = split_words(
    "onion pie, eel soup, plum cake, oat bread, honey tart, fried trout, pea stew, walnut pudding, roast goose, pickled eggs, "
    "cabbage rolls, cherry dumplings, bean salad, lemon biscuits, smoked ham, barley broth, apple fritters, mushroom pancakes, "
    "chestnut mash, carrot jelly"
)
INSTRUMENTS = split_words(
    "drums, fiddles, trumpets, flutes, bagpipes, harps, cymbals, bells, rattles, horns, lutes, whistles, accordions, gongs, "
    "zithers, "
    "tambourines"
)
TRADES = split_words(
    "baker, tailor, cooper, miller, weaver, potter, barber, glazier, cobbler, gardener, mason, printer, shepherd, ferryman, "
    "hatter, "
    "tinker, brewer, clockmaker, locksmith, piano tuner, postman, roofer, dyer, bookbinder"
)
COMPANIONS = split_words(
    "a mule, a parrot, a goat, a monkey, a dachshund, a hedgehog, a tortoise, a raven, a donkey, a ferret, a camel, a goose, a "
    "cat, "
    "a pony, a badger, an owl"
)

TOWN = Kind(
    "town",
    "the town",
    ("{it} is a town on a hill.", "{it} is a town with an old wall.", "{it} is a market town.", "{it} is a small town."),
    ("Visitors like its quiet squares.", "The inns there are good.", "On Sundays a band plays.", "The road to it is steep."),
    (
        Attribute(
            "country",
            COUNTRIES,
            ("{it} lies in the country of {value}.", "{it} belongs to {value}.", "The country of {it} is {value}."),
            ("In which country does {it} lie?", "To which country does {it} belong?"),
        ),
        Attribute(
            "goods",
            GOODS,
            ("{it} is known for its {value}.", "The people of {it} live by making {value}.", "The goods of {it} are {value}."),
            ("What is {it} known for?", "By making what do the people of {it} live?"),
        ),
        Attribute(
            "founder",
            PEOPLE,
            ("{it} was founded by {value}.", "The founder of {it} was {value}.", "It was {value} who founded {it}."),
            ("Who founded {it}?", "Who was the founder of {it}?"),
            are_people=True,
        ),
        Attribute(
            "founded",
            Range(1400, 1599),
            ("{it} was founded in {value}.", "The year in which {it} was founded was {value}.", "In {value} {it} was founded."),
            ("In which year was {it} founded?", "When was {it} founded?"),
        ),
        Attribute(
            "charter",
            Range(20, 120, after="founded"),
            ("{it} got its charter in {value}.", "The charter of {it} is from {value}.", "In {value} {it} got a charter."),
            ("In which year did {it} get its charter?", "When did {it} get its charter?"),
        ),
    ),
    (Sum("wait", "{charter} - {founded}", ("How many years after it was founded did {it} get its charter?",)),),
)

BEAST = Kind(
    "beast",
    "the animal",
    ("{it} is a small animal.", "{it} is a shy animal.", "{it} is an animal of the north.", "{it} is an animal with long ears."),
    ("Children like to draw it.", "It is seldom seen by day.", "Farmers are fond of it.", "It is drawn on many shop signs."),
    (
        Attribute(
            "colour",
            COLOURS,
            ("The colour of {it} is {value}.", "{it} is {value} all over.", "The fur of {it} is {value}."),
            ("What colour is {it}?", "What is the colour of {it}?"),
        ),
        Attribute(
            "habitat",
            HABITATS,
            ("{it} lives in {value}.", "The home of {it} is in {value}.", "{it} is found in {value}."),
            ("Where does {it} live?", "Where is {it} found?"),
        ),
        Attribute(
            "food",
            FOODS,
            ("{it} eats {value}.", "The food of {it} is {value}.", "{it} lives on {value}."),
            ("What does {it} eat?", "What is the food of {it}?"),
        ),
        Attribute(
            "call",
            CALLS,
            ("The call of {it} is {value}.", "{it} makes a sound like {value}.", "The sound of {it} is {value}."),
            ("What is the call of {it}?", "Like what does {it} sound?"),
        ),
        Attribute(
            "young",
            Range(2, 12),
            ("{it} has {value} young a year.", "Each year {it} has {value} young.", "The young of {it} are {value} a year."),
            ("How many young has {it} in a year?", "How many young does {it} have each year?"),
        ),
    ),
)

INVENTION = Kind(
    "invention",
    "the machine",
    ("{it} is a machine.", "{it} is an invention.", "{it} is a clever machine.", "{it} is a machine with a handle."),
    ("Few are left today.", "One stands in a museum.", "It was sold by post.", "It is louder than one would think."),
    (
        Attribute(
            "inventor",
            PEOPLE,
            ("{it} was invented by {value}.", "The inventor of {it} was {value}.", "It was {value} who invented {it}."),
            ("Who invented {it}?", "Who was the inventor of {it}?"),
            are_people=True,
        ),
        Attribute(
            "use",
            USES,
            ("{it} is used for {value}.", "The use of {it} is {value}.", "{it} was made for {value}."),
            ("For what is {it} used?", "What is the use of {it}?"),
        ),
        Attribute(
            "material",
            MATERIALS,
            ("{it} is made of {value}.", "The material of {it} is {value}.", "Whoever builds {it} needs {value}."),
            ("Of what is {it} made?", "What is the material of {it}?"),
        ),
        Attribute(
            "year",
            Range(1600, 1799),
            (
                "{it} was first shown in {value}.",
                "The year in which {it} was first shown was {value}.",
                "In {value} {it} was shown.",
            ),
            ("In which year was {it} first shown?", "When was {it} first shown?"),
        ),
        Attribute(
            "price",
            Range(2, 60),
            ("{it} costs {value} crowns.", "The price of {it} is {value} crowns.", "For {value} crowns {it} can be bought."),
            ("How many crowns does {it} cost?", "What is the price of {it} in crowns?"),
        ),
    ),
    (Sum("dozen", "12 * {price}", ("How many crowns do twelve pieces of {it} cost?",)),),
)

FEAST = Kind(
    "feast",
    "the feast",
    ("{it} is a feast.", "{it} is a feast with dancing.", "{it} is a feast of the mountains.", "{it} is an old feast."),
    ("Nobody works on that day.", "It ends with a bonfire.", "Strangers are welcome.", "Children stay up late for it."),
    (
        Attribute(
            "month",
            MONTHS,
            ("{it} is kept in {value}.", "The month of {it} is {value}.", "People keep {it} in {value}."),
            ("In which month is {it} kept?", "What is the month of {it}?"),
        ),
        Attribute(
            "dish",
            DISHES,
            ("At {it} people eat {value}.", "The dish of {it} is {value}.", "What is served at {it} is {value}."),
            ("What do people eat at {it}?", "What is the dish of {it}?"),
        ),
        Attribute(
            "colour",
            COLOURS,
            ("At {it} people dress in {value}.", "The colour worn at {it} is {value}.", "Whoever comes to {it} wears {value}."),
            ("In which colour do people dress at {it}?", "What is the colour worn at {it}?"),
        ),
        Attribute(
            "music",
            INSTRUMENTS,
            ("The music of {it} is played on {value}.", "At {it} there is music of {value}.", "{it} opens with {value}."),
            ("On what is the music of {it} played?", "What instruments are played at {it}?"),
        ),
        Attribute(
            "hero",
            PEOPLE,
            ("{it} is in memory of {value}.", "The hero of {it} is {value}.", "{it} is named for the deeds of {value}."),
            ("In memory of whom is {it} kept?", "Who is the hero of {it}?"),
            are_people=True,
        ),
    ),
)

TRAVELLER = Kind(
    "traveller",
    "the traveller",
    (
        "{it} was a traveller.",
        "{it} was a famous traveller.",
        "{it} was a traveller in a green coat.",
        "{it} was a great traveller.",
    ),
    ("Books were written about it all.", "A street bears the name.", "The diary is lost.", "The boots can still be seen."),
    (
        Attribute(
            "trade",
            TRADES,
            ("By trade {it} was a {value}.", "The trade of {it} was that of a {value}.", "{it} had worked as a {value}."),
            ("What was the trade of {it}?", "As what had {it} worked?"),
        ),
        Attribute(
            "country",
            COUNTRIES,
            ("{it} came from {value}.", "The home of {it} was {value}.", "{it} was a child of {value}."),
            ("From which country did {it} come?", "What was the home of {it}?"),
        ),
        Attribute(
            "companion",
            COMPANIONS,
            ("{it} travelled with {value}.", "The companion of {it} was {value}.", "{it} never left without {value}."),
            ("With what animal did {it} travel?", "What was the companion of {it}?"),
        ),
        Attribute(
            "born",
            Range(1600, 1799),
            ("{it} was born in {value}.", "The year in which {it} was born was {value}.", "In {value} {it} was born."),
            ("In which year was {it} born?", "When was {it} born?"),
        ),
        Attribute(
            "left",
            Range(18, 60, after="born"),
            ("{it} set out in {value}.", "The journey of {it} began in {value}.", "In {value} {it} set out."),
            ("In which year did {it} set out?", "When did the journey of {it} begin?"),
        ),
    ),
    (Sum("years", "{left} - {born}", ("How many years after being born did {it} set out?",)),),
)

KINDS = (TOWN, BEAST, INVENTION, FEAST, TRAVELLER)
