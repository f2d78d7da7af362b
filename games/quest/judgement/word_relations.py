"""Synonyms and antonyms of common English words, by their roots: a short list of Woozle's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from woozle.games.quest.judgement.words import stem

_SYNONYMS = """buy purchase acquire;sell vend;build construct erect lay make create;start begin open launch commence found
establish; end stop cease finish conclude;close shut;die perish drown;kill slay;survive remain live;injure hurt
wound harm;break fracture snap crack; destroy wreck ruin demolish wipe;delete erase wipe remove;fall drop decline
decrease shrink sink dip;rise climb increase grow gain; double twice twofold;show demonstrate reveal display;say
state claim maintain declare report tell announce; think believe suspect suppose;find discover locate uncover;lose
forfeit;win triumph victory;beat defeat;vote ballot; decide choose resolve elect pick select;leave quit depart
abandon exit;go travel journey walk move;come arrive reach; send dispatch;give grant donate present award hand;get
receive obtain;take remove seize collect;keep retain hold; allow permit let;forbid ban bar prohibit;refuse reject
decline;agree accept consent;oppose object resist protest; advise recommend counsel suggest;ask request demand;order
command instruct;pay spend fund finance;fine penalise penalty punish; dismiss sack fire;appoint name hire
employ;repair mend fix restore rebuild;change alter modify;replace substitute; write author compose draft;draw
sketch;paint picture;sing chant;help aid assist rescue save;lead head guide direct run; rent lease hire;lend
loan;owe debt;show exhibit;hide conceal;search look seek hunt;carry transport bear;burn blaze fire flame; crash
collision accident;storm gale tempest;cloud fog mist murk;ship vessel boat;sailor seafarer crew mariner; car
vehicle;train railway rail;plane aircraft;helicopter aircraft chopper;firm company business enterprise;factory plant
works mill; worker employee staff labourer;boss manager superior chief head;owner proprietor landlord;maker
manufacturer producer; supplier provider;customer client buyer purchaser patron;price cost fee charge;money cash
fund;profit earnings income revenue; sale turnover;share stock;wage pay salary;town city municipality
municipal;village hamlet parish settlement; council councillor municipality;committee board panel members;government
state ministry;court tribunal;judge magistrate; lawyer solicitor advocate;trial study experiment test
research;doctor physician medic;nurse carer;drug medicine medication; illness disease sickness;error mistake fault
slip;cause reason;result outcome consequence finding;proof evidence; book volume;newspaper paper press
journal;letter note;road street lane;house home dwelling building;room chamber hall; church chapel;school college
academy;teacher tutor master;pupil student;child kid youngster;boy son lad;girl daughter; mother mum parent;father
dad parent;wife spouse;husband spouse;man male;woman female lady;people person folk; river stream;mountain peak
hill;wood timber forest;plank board;stone rock boulder;metal iron steel;animal beast livestock; sheep livestock
flock;dog hound;bird fowl;rat rodent;night evening;day daily;year annual yearly;month monthly;week weekly; half
50;quarter fourth;third;fifth;almost nearly;about roughly approximately around some;most majority;many numerous
several;few handful; big large great huge;small little tiny minor;new fresh recent;old ancient aged elderly;quick
fast rapid swift;slow gradual; dear expensive costly;cheap inexpensive;dark dim;bright luminous;wet damp moist;dry
arid;light lamp beacon;rope line cord; curtain screen;phone telephone mobile;spectator onlooker viewer
visitor;musician orchestra player;artist painter; writer author;engineer technician;soldier troop;farmer
grower;thief robber burglar;steal rob;guard watch protect; secure tie fasten bind attach;loose slack;nap sleep
doze;tired weary;alert awake;poison toxin;deny dispute reject; fail collapse;fault defect flaw;wrong false incorrect
mistaken;right correct true;earn gain;reward prize award; reckon calculate compute count;measure gauge;wide
broad;widen broaden;narrow thin;long lengthy;enlarge expand extend; reduce cut lower lessen;cover hide;warn alert
caution;signal sign;sign notice;route way path track;walkway path boardwalk footpath; acquit clear exonerate;censure
blame reproach;suspend bar;insure cover;sue prosecute;delay postpone defer;cancel scrap abolish; collapse cave;flood
deluge;rot decay decompose;freeze ice frost;melt thaw;dig excavate;bury inter;copy imitate duplicate; return restore
reinstate repay refund reimburse;overnight night;shortage lack want;final last;first initial; part portion share
section;whole entire complete full;only sole single just;alone solitary;trawler boat; disobey ignore defy;complain
grumble;breed nest;young chick offspring;cook chef;meal dinner;vote decide; assistant helper aide;official
officer;expert specialist;scientist researcher;team group squad party;leader captain head; member councillor;drunk
tipsy;bell chime;clock watch;coin money;crown king queen;harvest crop;seed grain;lorry truck;manual hand; reservoir
dam;missing lost absent;ailing sick ill unwell;page leaf sheet;beat overtake surpass exceed outdo;last continue
endure go; final last;navy admiralty fleet;loan borrow;hit strike;fall drop come;permission leave permit
licence;guest visitor customer; taste flavour;prefer favour;ferry boat ship vessel;siren alarm;silent quiet
mute;power electricity;lantern lamp light;strait channel; expedition voyage journey trip;inquiry investigation
inquest;inspect audit check examine investigate;vaccine shot jab injection; clinic hospital surgery;container box
crate chest;discard scrap dump throw;lease let rent;petition signature sign;field meadow pasture; quarry pit
mine;quarrel dispute argument row;dwell live inhabit reside;villager inhabitant resident people;shopkeeper grocer
trader merchant;cloth fabric rag textile;rubbish waste litter;cable wire;gift present donation;chief main
principal;wage salary pay; agree settle;attempt try effort;promise pledge vow;quit resign;demand require need;stop
prevent block hinder;dry drought; flood inundate;cold frost;shake tremble;shout cry yell call;smell odour;wound
injury;shore coast beach;island isle;valley vale dale; hut cabin shelter;steep sheer;guide leader;climb ascend;lamb
sheep;hen chicken poultry;cow cattle;horse mare pony; nephew relative kin;aunt relative;married wed marry;funeral
burial;grave tomb;monk friar;bishop prelate;mayor burgomaster; election poll vote ballot;candidate contender;rival
opponent competitor;champion winner victor;match game contest;race contest; tie draw;score point;league
division;referee umpire arbiter;coach trainer;ill-fated doomed;tale story legend;rumour gossip; statue monument
memorial;map chart;survey census count;tax levy duty;toll charge fee;bill invoice account;debt liability; bankrupt
insolvent;strike walkout stoppage;union guild;apprentice trainee;carve engrave;weave spin;bake cook;brew ferment;
mill grind;saw cut;nail fasten;pull drag haul tow;push shove;lift raise hoist;lower drop let;empty clear
evacuate;fill load"""
_ANTONYMS = """build demolish destroy;open close shut;begin end stop cease;buy sell;rise fall drop sink decline;increase
decrease reduce; grow shrink;widen narrow;wide narrow;broad narrow;extend shorten;lengthen shorten;win
lose;victory defeat;beat lose; survive perish die scrap;live die;alive dead;birth death;born die;save kill
drown abandon;rescue abandon;keep scrap discard dismiss; accept refuse reject decline;agree refuse
disagree;allow forbid ban prohibit prevent;permit forbid ban;approve reject oppose condemn; support
oppose;favour oppose;for against;help hinder harm;praise blame censure criticise;acquit convict
condemn;innocent guilty; reward punish fine penalise;hire dismiss sack;appoint dismiss;first last final;early
late;before after;more less fewer;many few; most least;most few;big small;large small;great small;long
short;tall short;high low;highest lowest;up down;above below;over under; north south;east west;northern
southern;eastern western;near far;inside outside;in out; enter leave;lend borrow;give take;send receive;pay
owe;remember forget;find lose;find hide;show hide conceal; reveal conceal;break mend repair heal;damage
repair;wound heal;tie untie loosen release;fasten loosen;lock unlock;fill empty;full empty; load unload;hot
cold;warm cold cool;wet dry;freeze melt thaw;light dark;bright dark dull;clear cloudy dim;day night;morning
evening; summer winter;spring autumn;old young new;oldest youngest;new ancient;rich poor;cheap dear
expensive;easy hard difficult;simple complex; strong weak;strengthen weaken;heavy light;thick thin;fast
slow;quick slow;loud quiet;noisy silent;true false untrue; good bad;best worst;better worse;success
failure;succeed fail;profit loss;gain lose loss;public private secret;love hate;like dislike; friend
enemy;ally enemy;war peace;attack defend;advance retreat;guest host;male female;man woman;men women;boy
girl;son daughter; mother father;brother sister;husband wife;king queen;black white;red green;safe dangerous
stuck unsafe trapped;careful careless; common rare;usual rare;ordinary special;same different;equal
unequal;together apart;join leave separate;unite divide;include exclude; add remove subtract;multiply
divide;double halve;raise lower;lift lower;climb descend;ascend descend;push pull;float sink; deny confirm
admit;prove disprove;confirm refute;encourage discourage;hope fear;improve worsen;expand contract;import
export; majority minority;maximum minimum;top bottom;front back;start finish;permanent temporary;natural
artificial;fresh stale rotten; rotten sound;clean dirty;sharp blunt;smooth rough;soft hard;sweet bitter
sour;sober drunk;awake asleep;healthy ill sick;well ill; careful reckless;brave cowardly;calm stormy;loose
tight;create destroy;preserve destroy;restore destroy delete;delete keep restore create; ignore obey follow
heed;obey disobey defy;protest welcome;oppose welcome;feared welcomed;wanted unwanted;forbid encourage;
upstream downstream;uphill downhill;former latter;ahead behind;always never;everything nothing;everybody
nobody;everyone nobody; often rarely seldom;finite infinite;hire fire;borrow return;steal return;rise
set;winner loser;ally rival;employ dismiss"""


def _relate(groups: str) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for number, group in enumerate(groups.split(";")):
        for word in group.split():
            found[stem(word)].add(number)
    return {each: frozenset(numbers) for each, numbers in found.items()}


def _oppose() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for group in _ANTONYMS.split(";"):
        one, *others = map(stem, group.split())
        for other in others:
            found[one].add(other)
            found[other].add(one)
    return {each: frozenset(others) for each, others in found.items()}


SYNONYMS = _relate(_SYNONYMS)
"""The groups of synonyms that a root is in."""

ANTONYMS = _oppose()
"""The roots that mean the opposite of a root."""
