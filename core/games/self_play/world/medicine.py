"""Ailments, remedies, organs, physicians and trials of an invented medicine."""

from __future__ import annotations

from woozle.core.games.self_play.world.grammar import Attribute, Kind, Range, Sum, people, split_words

DOCTORS = people(
    "Agnes Basil Cosima Dexter Eudora Florian Greta Horace Imogen Julius Klara Lucan Myrtle Norbert Ottilie Philippa Quentin "
    "Roland "
    "Sabine Tobias",
    "Ashgrove Bellweather Cordwain Drinkwater Elderin Feverel Greenleaf Honeybone Ivory Jessop Kindly Lantry Marl Nightingale Orne "
    "Pask Quill Rushlight Steadman Thole",
)
SIGNS = split_words(
    "blue knees, loud dreams, cold ears, a green tongue, itchy elbows, a double shadow, silver tears, slow blinking, a crooked "
    "smile, "
    "warm teeth, sudden hiccups, a whistling nose, stiff eyebrows, glowing fingers, a striped neck, heavy feet, curly hair, "
    "an odd gait, purple nails, endless yawns"
)
CAUSES = split_words(
    "damp hymn books, borrowed hats, unripe pears, old feathers, night air, ink fumes, wet socks, long sermons, dusty bells, "
    "sour milk, tight collars, loud clocks, cold soup, stale cake, moonlight, marsh gas, flea bites, new paint, strong wind, thin "
    "ice"
)
PLANTS = split_words(
    "ferrel bark, lullwort, greyroot, moonreed, quennet, dawn clover, bitter fern, king moss, snow sage, river mint, blind nettle, "
    "saint thistle, sweet alder, widow grass, bell ivy, hill garlic, lamp lily, crow berry, salt hops, still violet"
)
FORMS = split_words("a syrup, a plaster, a powder, a tea, a pill, a balm, a vapour, a bath, a lozenge, a paste, a drop, a tonic")
TASTES = split_words(
    "pencils, rain, smoke, pepper, soap, chalk, cucumber, burnt toast, pennies, violets, old books, candle wax, mud, aniseed, "
    "snow, "
    "tar"
)
PLACES = split_words(
    "the left knee, the right knee, the left elbow, the right elbow, the chin, the throat, the left heel, the right heel, "
    "the left ear, the right ear, the lower back, the left wrist, the right wrist, the forehead, the left shoulder, "
    "the right shoulder"
)
SHAPES = split_words(
    "a bean, a comma, a key, a shell, a pear, a button, a bell, a star, a spoon, a leaf, a coin, a thimble, a feather, a hook, a "
    "ring, "
    "an almond"
)
WORK = split_words(
    "laughter, balance, sleep, memory of songs, sense of time, courage, patience, good manners, blushing, dreaming, singing, "
    "telling lies, finding the way, waking up, sneezing, keeping secrets"
)
HOSPITALS = split_words(
    "Wendmoor, Lenndrick, Morrow Hall, Saint Quill, Stowe Regis, Upper Tarn, Little Hammering, Mercy Gate, Greyfriars, Long Barn, "
    "Candle Street, Saint Almeda, Bishop Yard, Kindly House, Three Wells, Orchard Row"
)
TOOLS = split_words(
    "the spoon, the mirror, the pendulum, the knee trumpet, the warm slate, the feather, the tuning fork, the needle, the bellows, "
    "the sand glass, the ear horn, the lamp, the sponge, the compass, the thread, the tape"
)
PETS = split_words(
    "finches, spiders, moths, carp, bees, snakes, toads, geese, lizards, pigeons, rabbits, crickets, swans, hens, leeches, newts"
)
FINDINGS = split_words(
    "fewer headaches, better sleep, louder snoring, longer naps, stronger teeth, softer hands, warmer feet, calmer nights, "
    "brighter eyes, quicker healing, less coughing, more appetite, steadier hands, slower pulses, thicker hair, nothing at all"
)

AILMENT = Kind(
    "ailment",
    "the illness",
    ("{it} is an illness.", "{it} is a mild illness.", "{it} is a rare illness.", "{it} is an illness of the winter."),
    ("Nobody has died of it.", "It is worse on stairs.", "It passes more quickly in company.", "Nurses know it by the voice."),
    (
        Attribute(
            "sign",
            SIGNS,
            ("The sign of {it} is {value}.", "{it} shows itself by {value}.", "Whoever has {it} has {value}."),
            ("What is the sign of {it}?", "By what does {it} show itself?"),
        ),
        Attribute(
            "cause",
            CAUSES,
            ("{it} is caused by {value}.", "The cause of {it} is {value}.", "{it} comes from {value}."),
            ("What causes {it}?", "What is the cause of {it}?"),
        ),
        Attribute(
            "remedy",
            PLANTS,
            ("{it} is treated with {value}.", "The remedy for {it} is {value}.", "Against {it} physicians give {value}."),
            ("With what is {it} treated?", "What is the remedy for {it}?"),
        ),
        Attribute(
            "days",
            Range(3, 60),
            ("{it} lasts {value} days.", "The length of {it} is {value} days.", "After {value} days {it} is over."),
            ("How many days does {it} last?", "What is the length of {it} in days?"),
        ),
        Attribute(
            "author",
            DOCTORS,
            ("{it} was described by {value}.", "The one who described {it} was {value}.", "It was {value} who described {it}."),
            ("Who described {it}?", "By whom was {it} described?"),
            are_people=True,
        ),
    ),
)

REMEDY = Kind(
    "remedy",
    "the medicine",
    ("{it} is a medicine.", "{it} is an old medicine.", "{it} is a medicine in a brown bottle.", "{it} is a costly medicine."),
    ("It must not be warmed.", "Cats are mad about it.", "It keeps for a year.", "The label is always blue."),
    (
        Attribute(
            "plant",
            PLANTS,
            ("{it} is made from {value}.", "The plant in {it} is {value}.", "To make {it} one needs {value}."),
            ("From what is {it} made?", "What is the plant in {it}?"),
        ),
        Attribute(
            "form",
            FORMS,
            ("{it} is given as {value}.", "The form of {it} is {value}.", "{it} is taken as {value}."),
            ("As what is {it} given?", "What is the form of {it}?"),
        ),
        Attribute(
            "taste",
            TASTES,
            ("{it} tastes of {value}.", "The taste of {it} is that of {value}.", "Whoever tries {it} thinks of {value}."),
            ("Of what does {it} taste?", "What is the taste of {it}?"),
        ),
        Attribute(
            "finder",
            DOCTORS,
            ("{it} was found by {value}.", "The one who found {it} was {value}.", "It was {value} who found {it}."),
            ("Who found {it}?", "By whom was {it} found?"),
            are_people=True,
        ),
        Attribute(
            "dose",
            Range(2, 40),
            ("The dose of {it} is {value} drops.", "A dose of {it} has {value} drops.", "Of {it} one takes {value} drops."),
            ("How many drops are a dose of {it}?", "What is the dose of {it} in drops?"),
        ),
    ),
    (Sum("week", "7 * {dose}", ("How many drops are seven doses of {it}?",)),),
)

ORGAN = Kind(
    "organ",
    "the organ",
    ("{it} is an organ.", "{it} is a soft organ.", "{it} is an organ that few people know.", "{it} is a small organ."),
    ("Surgeons leave it alone.", "It grows until the age of nine.", "It can be felt with a finger.", "Some people have two."),
    (
        Attribute(
            "place",
            PLACES,
            ("{it} lies behind {value}.", "The place of {it} is behind {value}.", "One finds {it} behind {value}."),
            ("Behind what does {it} lie?", "What is the place of {it}?"),
        ),
        Attribute(
            "shape",
            SHAPES,
            ("{it} has the shape of {value}.", "The shape of {it} is that of {value}.", "{it} looks like {value}."),
            ("What is the shape of {it}?", "Like what does {it} look?"),
        ),
        Attribute(
            "work",
            WORK,
            ("{it} is there for {value}.", "The work of {it} is {value}.", "Without {it} there is no {value}."),
            ("What is {it} there for?", "What is the work of {it}?"),
        ),
        Attribute(
            "weight",
            Range(2, 90),
            ("{it} weighs {value} grams.", "The weight of {it} is {value} grams.", "On the scales {it} has {value} grams."),
            ("How many grams does {it} weigh?", "What is the weight of {it} in grams?"),
        ),
        Attribute(
            "anatomist",
            DOCTORS,
            ("{it} was first drawn by {value}.", "The one who first drew {it} was {value}.", "It was {value} who first drew {it}."),
            ("Who first drew {it}?", "By whom was {it} first drawn?"),
            are_people=True,
        ),
    ),
)

PHYSICIAN = Kind(
    "physician",
    "the physician",
    ("{it} was a physician.", "{it} was a kind physician.", "{it} was a physician of the court.", "{it} was a learned physician."),
    ("The poor paid nothing.", "The waiting room was always full.", "A ward bears the name.", "The hat is kept under glass."),
    (
        Attribute(
            "hospital",
            HOSPITALS,
            ("{it} worked at {value}.", "The hospital of {it} was {value}.", "{it} had a room at {value}."),
            ("At which hospital did {it} work?", "What was the hospital of {it}?"),
        ),
        Attribute(
            "tool",
            TOOLS,
            ("{it} always carried {value}.", "The favourite tool of {it} was {value}.", "{it} did not go out without {value}."),
            ("What did {it} always carry?", "What was the favourite tool of {it}?"),
        ),
        Attribute(
            "pets",
            PETS,
            ("{it} kept {value}.", "The pets of {it} were {value}.", "{it} lived among {value}."),
            ("What did {it} keep as pets?", "What were the pets of {it}?"),
        ),
        Attribute(
            "began",
            Range(1600, 1799),
            ("{it} began to practise in {value}.", "The practice of {it} began in {value}.", "In {value} {it} began to practise."),
            ("In which year did {it} begin to practise?", "When did the practice of {it} begin?"),
        ),
        Attribute(
            "ended",
            Range(5, 50, after="began"),
            ("{it} gave up practice in {value}.", "The practice of {it} ended in {value}.", "In {value} {it} gave up practice."),
            ("In which year did {it} give up practice?", "When did the practice of {it} end?"),
        ),
    ),
    (Sum("years", "{ended} - {began}", ("For how many years did {it} practise?",)),),
)

TRIAL = Kind(
    "trial",
    "the trial",
    ("{it} is a trial.", "{it} is a famous trial.", "{it} is a trial that students learn about.", "{it} is a careful trial."),
    ("The lots were drawn by a child.", "The papers fill a cupboard.", "It was repeated twice.", "The doctors wore masks."),
    (
        Attribute(
            "leader",
            DOCTORS,
            ("{it} was led by {value}.", "The leader of {it} was {value}.", "It was {value} who led {it}."),
            ("Who led {it}?", "Who was the leader of {it}?"),
            are_people=True,
        ),
        Attribute(
            "hospital",
            HOSPITALS,
            ("{it} was held at {value}.", "The hospital of {it} was {value}.", "{it} took place at {value}."),
            ("At which hospital was {it} held?", "Where did {it} take place?"),
        ),
        Attribute(
            "plant",
            PLANTS,
            ("{it} was about {value}.", "The plant in question in {it} was {value}.", "In {it} patients were given {value}."),
            ("About what was {it}?", "Which plant were patients given in {it}?"),
        ),
        Attribute(
            "finding",
            FINDINGS,
            ("{it} found {value}.", "The result of {it} was {value}.", "What came out of {it} was {value}."),
            ("What did {it} find?", "What was the result of {it}?"),
        ),
        Attribute(
            "wards",
            Range(2, 9),
            ("{it} had {value} wards.", "The wards of {it} were {value}.", "In {it} there were {value} wards."),
            ("How many wards had {it}?", "How many wards were there in {it}?"),
        ),
        Attribute(
            "beds",
            Range(10, 60),
            (
                "Each ward of {it} had {value} beds.",
                "In {it} a ward had {value} beds.",
                "The beds of {it} were {value} in each ward.",
            ),
            ("How many beds had each ward of {it}?", "How many beds were there in a ward of {it}?"),
        ),
    ),
    (Sum("patients", "{wards} * {beds}", ("How many beds had all wards of {it} together?",)),),
)

KINDS = (AILMENT, REMEDY, ORGAN, PHYSICIAN, TRIAL)
