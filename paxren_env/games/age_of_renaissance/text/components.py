"""What is printed on cards, advances, provinces and commodities, for those without the box."""

from collections.abc import Iterator

import numpy as np

from paxren_env.core.reading import folded
from paxren_env.core.telling import wrapped
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.text.words import goods_words

EVENTS = {
    c.ALCHEMISTS_GOLD: "Name a player without Laws of Matter: he loses half of the cash he had "
    "left after the last token purchase. Dead weight once everybody owns Laws of Matter.",
    c.MILITARY: "Lies in play this turn: +1 strength in attack and defence and in War against "
    "players without a higher military card, and wins tied dice.",
    c.CIVIL_WAR: "Name a player: he gains 1 Misery, any marker in his Capital is reduced, he loses "
    "half his cash or half his bought tokens, and expands last this turn.",
    c.ENLIGHTENED_RULER: "For the rest of the turn you are safe from Mysticism Abounds, Religious "
    "Strife, Civil War, Revolutionary Uprisings, Rebellion and Alchemist's Gold.",
    c.FAMINE: "Everybody gains 4 Misery, less one for each grain province dominated and one for "
    "Improved Agriculture.",
    c.MYSTICISM_ABOUNDS: "Everybody gains 4 Misery, less one for each Science owned.",
    c.PAPAL_DECREE: "Name Science, Religion or Exploration: nobody buys such advances this turn. "
    "Religious Strife in the same turn lifts the ban.",
    c.PIRATES_VIKINGS: "Reduce as many markers in coastal provinces as the epoch's number.",
    c.REBELLION: "Reduce one marker; not in the Americas, not in another player's Capital.",
    c.REVOLUTIONARY_UPRISINGS: "Everybody gains 1 Misery for each Commerce advance owned.",
    c.THE_CRUSADES: "Take a circled province of Area VI: everything there goes home, your marker "
    "is put there; you gain 1 Misery. Dead weight after Mongol Armies.",
    c.WAR: "Name an opponent; both roll a die, +1 for Nationalism and for each effective military "
    "card. The winner gains 1 Misery, the loser 2, and cedes as many markers as the difference. A "
    "tie costs both 1 Misery, and is rolled again when the next player begins to play cards.",
    c.BLACK_DEATH: "Name an area: all tokens there go home, all markers there are reduced.",
    c.MONGOL_ARMIES: "Take $10. Marco Polo played later is worth double; The Crusades is dead "
    "weight from now on.",
    c.RELIGIOUS_STRIFE: "Everybody gains 1 Misery for each Religion advance owned. Lifts a Papal "
    "Decree this turn; in epoch 3 it makes the Decree dead weight.",
}
ADVANCES = (
    "A galley may cross one sea on its way, which counts as two steps.",
    "Improve 1 Misery when you buy it.",
    "Alchemist's Gold cannot be played on you.",
    "Improve 1 Misery in every Income Phase.",
    "You may use the Leaders of others: none of the turn's first, one patron for the second, two "
    "for the third, any number from the fourth on.",
    "Before each Expansion you gain 2 tokens for each player without it; they lose 2 each.",
    "You also win an attack if the coloured die equals your slot.",
    "Once a turn and opponent you win an attack, or fend one off, without dice; not against "
    "owners.",
    "Place tokens two land steps away, through a province nobody else controls.",
    "Last in the order, you set grain, cloth, wine or metal to neutral, Shortage or Surplus.",
    "Improve 1 Misery when you buy it; Famine hits you one less.",
    "At Income you also gain as much as your cash, at most your income.",
    "Commodities in which you have a province pay you one box more.",
    "After you conquer what one non-owner held, you may trade a card of yours for one of his at "
    "random.",
    "Leaders you play pay you at once for advances on them that you own already.",
    "Discard one card in each Buy Card Phase.",
    "Once a turn swap places with a neighbour in the order who lacks it.",
    "You may enter Area V.",
    "Your ship becomes Seaworthy 10: any coast, up to that many tokens in each province.",
    "Your ship becomes Ocean 1: any coast without limit, and so many overseas boxes.",
    "You may enter North and South America.",
    "Buy one extra card for $10 in each Buy Card Phase.",
    "+1 strength in the area of your Capital, +1 on War rolls.",
    "$10 off every Science, Commerce, Communications and Exploration advance.",
    "Your satellites' arrows add to your attacks.",
    "+$10 income; stabilisation costs half.",
)


def card_lines(face: int) -> list[str]:
    """A card by its face."""
    card = int(t.FACE_CARD[face])
    copies = [i for i in range(c.NUM_CARDS) if t.CARD_FACE[i] == face]
    epochs = ", ".join(str(t.CARD_EPOCH[0, i]) for i in copies)
    kind = c.CARD_KIND_NAMES[t.CARD_KIND[card]]
    after = "to the Replay Pile" if t.IS_CIRCLED[card] else "out of the game"
    head = f"card {t.FACE_NAMES[face]}: "
    return wrapped(head, f"{kind}, epoch {epochs}; then {after}. {card_words(card)}")


def card_words(card: int) -> str:
    """What a card does."""
    if t.CARD_KIND[card] == c.COMMODITY_CARD:
        names = [c.COMMODITY_NAMES[i] for i in t.CARD_COMMODITY[card] if i >= 0]
        return f"Everybody is paid for {' or '.join(names)} by the provinces he dominates."
    if t.CARD_KIND[card] == c.EVENT_CARD:
        rank = int(t.CARD_RANK[card])
        return (
            f"Rank {rank} of 4. {EVENTS[c.MILITARY]}" if rank else EVENTS[int(t.CARD_EFFECT[card])]
        )
    credits = [f"${t.LEADER_CREDIT[card, i]} off {a} {t.ADVANCE_NAMES[i]}"
               for i, a in enumerate(t.ADVANCE_LETTERS) if t.LEADER_CREDIT[card, i]]  # fmt: skip
    extra = ""
    if t.RAISED_BY_CRUSADES[card]:
        extra = "; $10 more in a turn with The Crusades"
    if t.DOUBLED_BY_MONGOLS[card]:
        extra = "; double if Mongol Armies was played before"
    return ", ".join(credits) + extra + "."


def advance_lines(advance: int) -> list[str]:
    needs = int(t.PREREQUISITES[advance])
    needed = " ".join(a for i, a in enumerate(t.ADVANCE_LETTERS) if needs >> i & 1)
    category = c.CATEGORY_NAMES[t.CATEGORY_OF[advance]]
    head = f"advance {t.ADVANCE_LETTERS[advance]} {t.ADVANCE_NAMES[advance]}: "
    facts = f"{category}, ${t.COST[advance]}, later ${t.CATEGORY_CREDIT[advance]} off others of it"
    needed = f", needs {needed}" if needed else ""
    misery = " Costs 1 Misery." if t.CATEGORY_OF[advance] == c.RELIGION else ""
    return wrapped(head, f"{facts}{needed}. {ADVANCES[advance]}{misery}")


def province_lines(province: int, edition: int = c.AH1996, loire: int = 0) -> list[str]:
    """A province with its neighbours by land and water, and its arrows."""
    kind = c.KIND_NAMES[t.PROVINCE_KIND[province]]
    area = c.AREA_NAMES[t.AREA_OF[edition, province]]
    goods = goods_words(province)
    parts = [f"{kind}, area {area}, market {t.MARKET[province]}{', ' if goods else ''}{goods}"]
    parts += borders(province, edition, loire)
    waters = seas_of(province, edition)
    if waters:
        parts.append(f"seas: {', '.join(waters)}")
    arrows = [i for i in range(c.NUM_PROVINCES) if province in t.SUPPORTERS[i]]
    if arrows:
        parts.append(f"supports {names(arrows)}")
    supporters = [int(i) for i in t.SUPPORTERS[province] if i >= 0]
    if supporters:
        parts.append(f"supported by {names(supporters)}")
    return wrapped(f"province {t.PROVINCE_NAMES[province]}: ", "; ".join(parts) + ".")


def borders(province: int, edition: int, loire: int) -> list[str]:
    """2.1, 2.2: what is next to a province by land and along the coast."""
    loire = loire or int(province == t.PROVINCE_NAMES.index("Loire"))
    land = [int(i) for i in t.NEIGHBOURS[edition, loire, province] if i >= 0]
    coast = np.flatnonzero(t.GALLEY_DISTANCE[0, 1, province] == 1).tolist()
    return [f"by land: {names(land) or 'none'}", f"along the coast: {names(coast) or 'none'}"]


def names(provinces: list[int]) -> str:
    return ", ".join(t.PROVINCE_NAMES[i] for i in provinces)


def seas_of(province: int, edition: int) -> list[str]:
    """The seas that a province touches on this map."""
    name, only = t.PROVINCE_NAMES[province], ("", c.EDITION_NAMES[edition])
    rows = t.read(t.DATA, "sea_contacts.csv")
    return sorted(
        {row["sea"] for row in rows if row["coast"].split(" (")[0] == name and row["only"] in only}
    )


def commodity_lines(commodity: int) -> list[str]:
    base, boxes = int(t.BASE_VALUE[commodity]), int(t.BOXES[commodity])
    paid = " ".join(str(base * k * k) for k in range(1, boxes + 1))
    where = [i for i in range(c.NUM_PROVINCES) if t.PRODUCES[i] >> commodity & 1]
    head = f"commodity {c.COMMODITY_NAMES[commodity]}: "
    return wrapped(head, f"base ${base}; pays {paid} for 1, 2, ... provinces; in {names(where)}.")


def all_components(edition: int, loire: int) -> Iterator[tuple[str, list[str]]]:
    """Every component with its name."""
    for face in range(c.NUM_FACES):
        yield t.FACE_NAMES[face], card_lines(face)
    for advance in range(c.NUM_ADVANCES):
        yield f"{t.ADVANCE_LETTERS[advance]} {t.ADVANCE_NAMES[advance]}", advance_lines(advance)
    for commodity, name in enumerate(c.COMMODITY_NAMES):
        yield name, commodity_lines(commodity)
    for province, name in enumerate(t.PROVINCE_NAMES):
        yield name, province_lines(province, edition, loire)


def lookup(words: str, edition: int = c.AH1996, loire: int = 0) -> list[str]:
    """What is printed on the components of this name, or on all of them."""
    wanted, everything = folded(words), list(all_components(edition, loire))
    exact = [line for name, lines in everything if folded(name) == wanted for line in lines]
    if exact:
        return exact
    found = [line for name, lines in everything if wanted in folded(name) for line in lines]
    return found or [f"nothing is called {words!r}"]
