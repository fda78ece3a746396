"""S: silencing, and what follows at once when an ability is lost."""

from paxren_env.core.jit import rule
from paxren_env.core.stack import ask, top
from paxren_env.games.pax_renaissance.actions import CARD
from paxren_env.games.pax_renaissance.constants import (
    BISHOP,
    CONCESSIONS_IMMUNE_TO_PIRATES,
    HAND_LIMIT,
    IMMUNE_TO_SILENCING,
    NONE,
    NUM_ABILITIES,
    NUM_BORDERS,
    NUM_CITIES,
    NUM_PRESTIGE,
    NUM_RELIGIONS,
    RULESET_2021,
    SPOT_CITY,
    UNLIMITED_HAND,
    VENICE,
    VENICE_2,
    Player,
)
from paxren_env.games.pax_renaissance.frames import DISCARD_CARD, DROP_TOKEN, PLACE_TOKEN
from paxren_env.games.pax_renaissance.queries import (
    bishop_on_couple,
    face,
    has,
    has_ability,
    is_open,
)
from paxren_env.games.pax_renaissance.rules.b8_tokens import kill_in_city, kill_pawn
from paxren_env.games.pax_renaissance.rules.e1_hand import discard_from_hand
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import CARD_ABILITIES, FACE_PRESTIGE, TOKEN_SUPPLY

SIDE_STEP = -100  # columns of the two sides are never neighbours, and fit into a byte


@rule
def refresh(s: State):
    """Recount all that follows from tableaux and bishops: the derived fields of the record."""
    s.ability[:] = 0
    s.prestige[:] = 0
    s.silenced[:] = 0
    s.column[:] = NONE
    bishops = bishops_in_play(s)
    for player in range(s.num_players):
        immune = not bishops or is_immune(s, player)
        for side in range(2):
            column = side * SIDE_STEP - 1
            for i in range(s.tableau_size[player, side]):
                card = int(s.tableau[player, side, i])
                if s.under[card] == NONE:
                    column += 1
                s.column[card] = column
                count_card(s, player, card, immune)
    s.stale = 0


@rule
def bishops_in_play(s: State) -> bool:
    """Whether any card can be silenced at all."""
    for religion in range(NUM_RELIGIONS):
        if s.supply[BISHOP + religion] < TOKEN_SUPPLY[BISHOP + religion]:
            return True
    return False


@rule
def is_immune(s: State, player: Player) -> bool:
    """S1: immunity to silencing is itself never silenced."""
    for side in range(2):
        for i in range(s.tableau_size[player, side]):
            if has(CARD_ABILITIES[s.tableau[player, side, i]], IMMUNE_TO_SILENCING):
                return True
    return False


@rule
def count_card(s: State, player: Player, card: int, immune: bool):
    """S1, S2: prestige always counts; abilities only while the card is not silenced."""
    shown = face(s, card)
    for prestige in range(NUM_PRESTIGE):
        s.prestige[player, prestige] += FACE_PRESTIGE[shown, prestige]
    if not immune and bishop_on_couple(s, card):
        s.silenced[card] = 1
        return
    abilities = int(CARD_ABILITIES[card])
    if abilities:
        for ability in range(NUM_ABILITIES):
            if has(abilities, ability):
                s.ability[player, ability] += 1


@rule
def state_checks(s: State):
    """S3: refresh, then hand limit, protected concessions, cities that no longer exist."""
    refresh(s)
    check_borders(s)
    check_cities(s)
    for player in range(s.num_players):
        if over_hand_limit(s, player):
            ask(s, DISCARD_CARD, player, NONE, NONE)


@rule
def over_hand_limit(s: State, player: Player) -> bool:
    """HAND: more than two cards without an unsilenced unlimited hand."""
    return s.hand_size[player] > HAND_LIMIT and not has_ability(s, player, UNLIMITED_HAND)


@rule
def mark_discard(s: State, player: Player, mask):
    """S3.1: any card of the hand, while it is too large."""
    if over_hand_limit(s, player):
        for i in range(s.hand_size[player]):
            mask[CARD + int(s.hand[player, i])] = 1


@rule
def do_discard(s: State, player: Player, card: int):
    """S3.1: discard it, and go on down to the limit."""
    discard_from_hand(s, player, card)
    ask(s, DISCARD_CARD, player, NONE, NONE)


@rule
def check_borders(s: State):
    """S3.2: without protection a concession that shares its border with a pirate dies.

    The rules of 2021 do not say so: there it stays.
    """
    if s.ruleset == RULESET_2021:
        return
    for border in range(NUM_BORDERS):
        if s.pawn[border] != NONE and s.pirate[border] != NONE:
            if not has_ability(s, s.pawn[border], CONCESSIONS_IMMUNE_TO_PIRATES):
                kill_pawn(s, border)


@rule
def check_cities(s: State):
    """S3.3: a token whose slot is gone is lost; Venice's lone second token becomes her first."""
    for city in range(NUM_CITIES):
        if s.city[city] == NONE or is_open(s, city):
            continue
        if city == VENICE_2 and s.city[VENICE] == NONE:
            if not is_awaited_in_venice(s):
                s.city[VENICE] = s.city[VENICE_2]
                s.city[VENICE_2] = NONE
        elif city == VENICE_2 and s.ruleset == RULESET_2021:
            ask(s, DROP_TOKEN, int(s.turn_player), VENICE, NONE)
        else:
            kill_in_city(s, city)


@rule
def is_awaited_in_venice(s: State) -> bool:
    """T4: a token whose source was found is placed at once, before any other moves up."""
    if top(s, 0) != PLACE_TOKEN:
        return False
    spot = top(s, 3)
    return spot == SPOT_CITY + VENICE or spot == SPOT_CITY + VENICE_2
