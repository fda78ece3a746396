"""What may be owed: which frames stand on which in each phase, and what each needs on the table.

A rule relies on what it acts on: the card being resolved, the province under attack, the bids of
those who answered. Whoever asks sees to it, so a frame from outside is looked at in the same way.
"""

import re
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.frames import DECISION, STEP
from paxren_env.core.notation import fail
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.invariants import may_hold
from paxren_env.games.age_of_renaissance.notation.pending_set_up import check_set_up
from paxren_env.games.age_of_renaissance.queries import (
    has,
    is_live,
    is_marked,
    opposing_population,
    position,
    tokens_in,
    tokens_of_all,
)
from paxren_env.games.age_of_renaissance.rules.s26_cards import (
    count_in,
    is_exhausted,
    is_reserve_aside,
    only_card_in,
)
from paxren_env.games.age_of_renaissance.rules.s41_order_of_play import (
    chooses_place,
    first_place,
    group_size,
    next_to_place,
)
from paxren_env.games.age_of_renaissance.rules.s42_draw_card import MILLED
from paxren_env.games.age_of_renaissance.rules.s45_purchase import can_upgrade, stabilisation_cost
from paxren_env.games.age_of_renaissance.rules.s46_attack import can_defend_by_cathedral, holder
from paxren_env.games.age_of_renaissance.rules.s46_markers import has_marker_elsewhere
from paxren_env.games.age_of_renaissance.rules.s52_events import why_not_crusade
from paxren_env.games.age_of_renaissance.rules.s53_war_state import is_belligerent
from paxren_env.games.age_of_renaissance.rules.s72_bids import (
    bid_limit,
    num_digits,
    power_of_ten,
)
from paxren_env.games.age_of_renaissance.state import State

# --- what stands on what: regular expressions of frame names, the next thing last -----------------
POLLS = r"(renaissance poll/)*swap"
SEGMENTS = r"segment over(/segment)*"
DRAWING = r"draw/shuffle"
EFFECTS = (
    "name commodity", "target player", "target category", "target area", "civil war choice",
    "war dice", "cede province",
    r"(crusades: misery/)?target province", "crusades: misery/give up marker",
    r"((pirates|black death|civil war: loss)/)?reduce choice",
)  # fmt: skip
CARDS = (
    rf"(play/war roll/)?play card|play/(war dice|cede province)|play/resolved/({'|'.join(EFFECTS)})"
)
EXPANDING = (
    "expand how", "defend by cathedral", "attack dice", "give card", "pick from hand",
    "(written record/)?give up marker", DRAWING,
)  # fmt: skip
SHAPES = {
    c.SET_UP: "(bids in(/capital bid)*(/cards returned(/return card)+)?(/shuffle)?"
    "|bids in(/capital bid)*/capital bid digit|capital choices(/capital bid tie)+"
    "|start turn(/start markers)?(/choose capital)*)",
    c.ORDER_OF_PLAY: "phase/(tokens revealed(/token bid)*/bid (sign|digit)|next tie/tie place)",
    c.DRAW_CARD: f"phase/(segments/(watermill/(buy off/{POLLS}|remove condition)"
    f"|mill commodity|mill state)|{SEGMENTS}/{DRAWING})",
    c.BUY_CARD: f"phase/(segments/{POLLS}"
    f"|{SEGMENTS}/(discard/(buy extra card|{DRAWING})|discard card))",
    c.PLAY_CARDS: f"phase/(segments/{POLLS}|{SEGMENTS}/({CARDS}))",
    c.PURCHASE: f"phase/leaders leave/(segments/{POLLS}|{SEGMENTS}/relief/"
    "(stabilise/(advances/upgrade ship|buy advance)|pay stabilisation))",
    c.EXPANSION: f"phase/(bonus/(segments/(indulgence/{POLLS}|(indulge one/)*pay indulgence)"
    f"|{SEGMENTS}/(expand where|expand/({'|'.join(EXPANDING)})))|{DRAWING})",
    c.INCOME: f"end check/(reserve joins/(surplus dice|(majority/)*{DRAWING})|shuffle)",
    c.FINAL_CARD_PLAY: f"final end/{SEGMENTS}/({CARDS})",
}
# A position written by hand.
FROM_A_SEGMENT_ON = r"(phase|phase/leaders leave|phase/bonus|final end)/segment over(/segment)+"
# Not asked of the player who has the segment, but of whom the event concerns.
OF_OTHERS = (
    "segment", "renaissance poll", "swap", "civil war choice", "civil war: loss", "reduce choice",
    "cede province", "indulge one", "pay indulgence", "defend by cathedral", "draw", "token bid",
    "bid sign", "bid digit", "tie place", "remove condition", "mill commodity", "mill state",
)  # fmt: skip
BIDS = ("capital bid digit", "bid sign", "bid digit")
AT_WAR = ("war roll", "war dice", "cede province")
IN_ATTACK = ("defend by cathedral", "attack dice")


def check_pending(s: State) -> None:
    """Frames stand where they can, and what they need is there."""
    rows = frames.by_id()
    stack = s.stack[: s.stack_size].tolist()
    names = [rows[frame[0]].name for frame in stack]
    if names == ["phase"] and s.turn_player == NONE and 0 < s.phase == stack[0][2]:
        check_registers(s, names)  # written by hand: a phase from its start
        return
    if not re.fullmatch(f"{SHAPES[s.phase]}|{FROM_A_SEGMENT_ON}", "/".join(names)):
        what = "/".join(names)[:200]
        fail("pending", f"{what} is no order of things in {c.PHASE_NAMES[s.phase]}")
    for i, frame in enumerate(stack):
        check_frame(s, names[i], frame, f"pending[{i}]")
    check_segments(s, names, stack)
    check_registers(s, names)
    if s.phase == c.SET_UP:
        check_set_up(s, names, stack)
    else:
        check_runs(s, names, stack)


def check_frame(s: State, name: str, frame: list[int], where: str) -> None:
    """Whose it is, and what it is about."""
    row, player = frames.by_name()[name], frame[1]
    if row.what == DECISION and (player == NONE or not is_live(s, player)):
        fail(where, "is asked of a live player")
    if player >= 0 and s.turn_player != NONE and name not in OF_OTHERS and player != s.turn_player:
        fail(where, f"player {s.turn_player} has the segment")
    needs_player = row.what == STEP and name in STEPS_OF_PLAYERS
    if needs_player != (player != NONE) and row.what == STEP:
        fail(where, "a player is missing, or one too many")
    if name == "phase" and frame[2] != s.phase + 1:
        fail(where, "is not the next phase")
    if name in PROBLEMS:
        problem = PROBLEMS[name](s, *frame[1:])
        if problem:
            fail(where, problem)


STEPS_OF_PLAYERS = (
    "capital bid", "renaissance poll", "segment", "token bid", "draw", "discard", "play", "pirates",
    "civil war: capital", "civil war: loss", "crusades: misery", "cede", "advances", "stabilise",
    "relief", "indulge one", "expand", "defend", "marker due", "written record",
)  # fmt: skip


def check_segments(s: State, names: list[str], stack: list[list[int]]) -> None:
    """4.0.1: the segments to come are those of the seats behind the one who has it."""
    coming = [frame[1] for frame, name in zip(stack, names) if name == "segment"]
    if "segment over" not in names:
        if s.turn_player != NONE:
            fail("segment", "no segment is under way")
        return
    if s.turn_player == NONE:
        fail("segment", "missing")
    order = s.order[: s.num_players].tolist()
    first = position(s, s.turn_player) + (names[-1] != "segment")
    if coming[::-1] != order[first:]:
        fail("pending", f"the segments to come are not those after player {s.turn_player}")


def check_registers(s: State, names: list[str]) -> None:
    """What is under way is what the frames are about."""
    top = names[-1]
    if bool(s.bids_secret) != (top in BIDS):
        fail("bids_secret", f"{bool(s.bids_secret)} while {top!r} is pending")
    if (s.attack_by != NONE) != (top in IN_ATTACK):
        fail("attack", f"{top!r} is pending")
    if s.attack_by == NONE and (s.attack_province != NONE or s.attack_held_by != NONE):
        fail("attack", "nobody attacks")
    resolving = int("resolved" in names and top not in AT_WAR)
    if count_in(s, c.RESOLVING) != resolving:
        fail("resolving", f"{count_in(s, c.RESOLVING)} cards, not {resolving}")
    if top in AT_WAR and s.war_by == NONE:
        fail("war", "missing")
    if top != "tie place" and np.any(s.tie_order != NONE):
        fail("places", "no place is being chosen")
    if s.num_leaders and s.phase == c.PURCHASE and "leaders leave" not in names and top != "phase":
        fail("leaders", "they have left")


def check_runs(s: State, names: list[str], stack: list[list[int]]) -> None:
    """Of those who are asked one after another nobody is asked twice, and in their order."""
    polled = [frame[1] for frame, name in zip(stack, names) if name in ("renaissance poll", "swap")]
    if len(set(polled)) < len(polled):
        fail("pending", "a player is polled twice")
    debtors = [
        position(s, frame[1])
        for frame, name in zip(stack, names)
        if name in ("indulge one", "pay indulgence")
    ]
    if any(later >= earlier for earlier, later in pairwise(debtors)):
        fail("pending", "Holy Indulgence goes in the order of play")
    bidders = [frame[1] for frame, name in zip(stack, names) if name in ("token bid", *BIDS)]
    if bidders:
        check_bidders(s, bidders)


def check_bidders(s: State, bidders: list[int]) -> None:
    """7.1: live seats in their order; who has answered can pay."""
    first = bidders[-1]
    expected = [seat for seat in range(first, s.num_players) if is_live(s, seat)]
    if bidders[::-1] != expected:
        fail("pending", "bids are asked of every live seat in turn")
    for seat in range(first):
        if is_live(s, seat) and abs(int(s.bid[seat])) > bid_limit(s, seat):
            fail(f"players[{seat}].bid", f"{s.bid[seat]}, but his cash is {s.cash[seat]}")


# --- what frames need on the table: why it is not there, or nothing -------------------------------
def effect_problem(s: State, effects: tuple[int, ...]) -> str:
    """The card being resolved has one of these effects."""
    card = only_card_in(s, c.RESOLVING)
    return "" if card != NONE and t.CARD_EFFECT[card] in effects else "another card is resolved"


def card_problem(s: State, card: int, effects: tuple[int, ...]) -> str:
    """The frame is about the card being resolved."""
    if card != only_card_in(s, c.RESOLVING):
        return "another card is resolved"
    return effect_problem(s, effects)


def digit_problem(s: State, player: int, typed: int, left: int, sign: int) -> str:
    """7.2: some number within the limit begins like this."""
    limit = bid_limit(s, player)
    done = num_digits(limit) - left
    if sign == 0 or left < 1 or done < 0 or typed < 0 or typed >= power_of_ten(done):
        return "no such number is typed"
    if typed * power_of_ten(left) > limit or (sign < 0 and limit == 0):
        return f"no bid up to {limit} begins like this"
    return ""


def tie_problem(s: State, player: int, first: int, size: int, _: int) -> str:
    """4.1.4: the next of a tied group; everybody before has a place of his group."""
    for place in range(s.num_players):
        seat = int(s.tie_order[place])
        if seat != NONE:
            begin = first_place(s, seat)
            if not begin <= place < begin + group_size(s, seat):
                return f"player {seat} has a place of another group"
    placed = [seat for seat in s.tie_order.tolist() if seat != NONE]
    if len(set(placed)) < len(placed):
        return "a player has two places"
    if next_to_place(s) != player or not chooses_place(s, player):
        return f"player {player} does not choose now"
    expected = (first_place(s, player), group_size(s, player))
    return "" if (first, size) == expected else "is not about his group"


def swap_problem(s: State, player: int, *_: int) -> str:
    is_owner = has(s, player, c.RENAISSANCE) and not s.renaissance_used >> player & 1
    return "" if is_owner else "he cannot use Renaissance"


def first_problem(s: State, player: int, *_: int) -> str:
    return "" if s.order[0] == player else "is asked of the first in the order"


def mill_problem(s: State, player: int, *_: int) -> str:
    is_last = s.order[s.num_players - 1] == player
    return "" if is_last and has(s, player, c.WIND_WATERMILL) else "he has no mill, or is not last"


def mill_state_problem(s: State, player: int, commodity: int, *_: int) -> str:
    return mill_problem(s, player) if commodity in MILLED else "is none that a mill can set"


def extra_card_problem(s: State, player: int, *_: int) -> str:
    can = has(s, player, c.URBAN_ASCENDANCY) and s.cash[player] >= c.EXTRA_CARD_COST
    return "" if can and not is_exhausted(s) else "he cannot buy a card"


def discard_problem(s: State, player: int, *_: int) -> str:
    can = has(s, player, c.MASTER_ART) and s.hand_size[player] > 0
    return "" if can else "he cannot discard a card"


def play_problem(s: State, player: int, mode: int, *_: int) -> str:
    """4.4, 6.2: by the phase; before a reroll only belligerents are asked."""
    if mode == c.BEFORE_REROLL:
        return "" if s.war_by != NONE and is_belligerent(s, player) else "he is not at war"
    expected = c.IN_FINAL_PLAY if s.phase == c.FINAL_CARD_PLAY else c.IN_PLAY_CARDS
    return "" if mode == expected else "is not of this phase"


def dual_problem(s: State, player: int, card: int, *_: int) -> str:
    if card != only_card_in(s, c.RESOLVING) or t.CARD_COMMODITY[card, 1] == NONE:
        return "no dual card is resolved"
    return ""


def target_problem(s: State, player: int, card: int, *_: int) -> str:
    return card_problem(s, card, (c.ALCHEMISTS_GOLD, c.CIVIL_WAR, c.WAR))


def category_problem(s: State, *_: int) -> str:
    if s.phase == c.FINAL_CARD_PLAY:
        return "is not asked in Final Card Play"
    return effect_problem(s, (c.PAPAL_DECREE,))


def province_problem(s: State, player: int, card: int, left: int, _: int) -> str:
    """5.2: Pirates as often as the epoch counts, the others once."""
    problem = card_problem(s, card, (c.PIRATES_VIKINGS, c.REBELLION, c.THE_CRUSADES))
    most = s.epoch if not problem and t.CARD_EFFECT[card] == c.PIRATES_VIKINGS else 1
    return problem or ("" if 1 <= left <= most else f"{left} of {most}")


def area_problem(s: State, *_: int) -> str:
    return effect_problem(s, (c.BLACK_DEATH,))


def plague_problem(s: State, player: int, area: int, *_: int) -> str:
    return area_problem(s) if area < c.NUM_AREAS else "the boxes are in no area"


def pirates_problem(s: State, player: int, left: int, *_: int) -> str:
    return effect_problem(s, (c.PIRATES_VIKINGS,)) if left < s.epoch else "too many"


def civil_war_problem(s: State, victim: int, *_: int) -> str:
    """5.2: of the victim, who is marked; nothing is chosen in Final Card Play."""
    if s.phase != c.FINAL_CARD_PLAY and s.civil_war != victim:
        return "another one is the victim"
    return effect_problem(s, (c.CIVIL_WAR,))


def civil_war_choice_problem(s: State, victim: int, *_: int) -> str:
    is_final = s.phase == c.FINAL_CARD_PLAY
    return "is not asked in Final Card Play" if is_final else civil_war_problem(s, victim)


def crusade_problem(s: State, player: int, *_: int) -> str:
    return effect_problem(s, (c.THE_CRUSADES,))


def reduce_problem(s: State, player: int, province: int, *_: int) -> str:
    """5.1.1: the marker has gone, Stock is empty and Expansion is not."""
    if s.stock[player] > 0 or s.expansion[player] == 0 or s.mat[player] == 0:
        return "he has nothing to choose"
    if is_marked(s, province) or tokens_of_all(s, province) > 0:
        return f"no marker was reduced in {t.PROVINCE_NAMES[province]}"
    if t.MARKET[province] < 2 or not can_hold(s, player, province):
        return f"he had no marker in {t.PROVINCE_NAMES[province]}"
    reducing = (c.PIRATES_VIKINGS, c.REBELLION, c.BLACK_DEATH, c.CIVIL_WAR)
    return effect_problem(s, reducing)


def can_hold(s: State, player: int, province: int) -> bool:
    """7: with a piece of his there, the invariants would hold."""
    s.old[player, province] += 1
    holds = bool(may_hold(s, player, province))
    s.old[player, province] -= 1
    return holds


def cede_problem(s: State, loser: int, winner: int, left: int, _: int) -> str:
    if s.war_by == NONE or {loser, winner} != {int(s.war_by), int(s.war_against)}:
        return "they are not at war"
    return "" if left >= 1 else "nothing is to be ceded"


def upgrade_problem(s: State, player: int, *_: int) -> str:
    return "" if can_upgrade(s, player) else "he cannot upgrade his ship"


def stabilisation_problem(s: State, player: int, cost: int, *_: int) -> str:
    expected = stabilisation_cost(s, player)
    return "" if cost == expected > 0 else f"his cards cost {expected}"


def indulge_problem(s: State, player: int, is_owner: int, tokens: int, _: int) -> str:
    """4.6.1: two for each of the others, who are one to five."""
    if is_owner != has(s, player, c.HOLY_INDULGENCE):
        return "owners gain, the others owe"
    most = c.INDULGENCE_TOKENS * (s.num_players - 1)
    is_possible = c.INDULGENCE_TOKENS <= tokens <= most and tokens % c.INDULGENCE_TOKENS == 0
    return "" if is_possible else f"{tokens} tokens"


def pay_indulgence_problem(s: State, player: int, tokens: int, *_: int) -> str:
    """4.6.1: he has given what he had."""
    most = c.INDULGENCE_TOKENS * (s.num_players - 1)
    if has(s, player, c.HOLY_INDULGENCE) or s.expansion[player] or not 1 <= tokens <= most:
        return "he owes no such remainder"
    return ""


def attack_problem(s: State, *_: int) -> str:
    """4.6.5: enough tokens stand against somebody; 4.6.8: who held the province before."""
    player, province = int(s.attack_by), int(s.attack_province)
    if player == NONE or player != s.turn_player or province == NONE:
        return "nobody attacks"
    if s.marker[province] == player or opposing_population(s, province, player) == 0:
        return "there is nobody to attack"
    if tokens_in(s, province, player) < t.MARKET[province] or s.new[player, province] == 0:
        return "with too few tokens"
    return "" if s.attack_held_by == holder(s, player, province) else "attack: held by another"


def defend_problem(s: State, player: int, place: int, *_: int) -> str:
    problem = attack_problem(s)
    if problem:
        return problem
    if not 0 <= place < s.num_players or s.order[place] != player:
        return "he has another place"
    return "" if can_defend_by_cathedral(s, player) else "he cannot use a Cathedral"


def trade_problem(s: State, player: int, other: int, *_: int) -> str:
    """4.6.8: an owner with a card, and a live non-owner with one."""
    if player == other or other == NONE or not is_live(s, other):
        return "with whom?"
    if not has(s, player, c.WRITTEN_RECORD) or has(s, other, c.WRITTEN_RECORD):
        return "an owner of Written Record trades with one who is none"
    return "" if s.hand_size[player] and s.hand_size[other] else "both need a card"


def pick_problem(s: State, chance: int, player: int, other: int, given: int) -> str:
    if player != s.turn_player:
        return "another one has the segment"
    problem = trade_problem(s, player, other)
    return problem or ("" if 0 <= given < s.hand_size[player] else "no such card is given")


def record_problem(s: State, player: int, other: int, province: int, _: int) -> str:
    return "" if other != player and province != NONE else "with whom?"


def give_up_problem(s: State, player: int, province: int, case: int, _: int) -> str:
    """4.6.9: a marker is due where the tokens are, and the Mat is empty."""
    if s.mat[player] > 0 or not has_marker_elsewhere(s, player, province):
        return "he has nothing to give up"
    if case == c.BY_CRUSADE:
        can = s.phase != c.EXPANSION and not why_not_crusade(s, player, province)
        return crusade_problem(s, player) if can else "no crusade leads there"
    if s.phase != c.EXPANSION or is_marked(s, province) or t.MARKET[province] < 2:
        return "no marker is due there"
    own = tokens_in(s, province, player)
    is_enough = own == t.MARKET[province] or (own > t.MARKET[province] and case == c.AFTER_ATTACK)
    alone = opposing_population(s, province, player) == 0
    return "" if is_enough and alone else "no marker is due there"


def shuffle_problem(s: State, chance: int, purpose: int, *_: int) -> str:
    """7.5: a pile was just made, for a reason that can be now."""
    if s.phase == c.SET_UP:
        return ""  # looked at with the rest of the set-up
    expected = {c.FOR_RESERVE: 1, c.FOR_JOINING: 1, c.FOR_EPOCH_2: 2, c.FOR_EPOCH_3: 3}
    if expected.get(purpose) != s.epoch or is_reserve_aside(s) or s.pile_size == 0:
        return "no pile is shuffled for this now"
    return ""


def dice_problem(s: State, chance: int, roll: int, first: int, _: int) -> str:
    """4.7.4: the second roll follows the commodity of the first, which stands alone."""
    standing = set(np.flatnonzero(s.sigma).tolist())
    if roll == 0:
        return "" if first == NONE and not standing else "nothing stands before the first roll"
    expected = {c.GOLD, c.IVORY} if first == c.GOLD else {first}
    is_single = bool(np.all(np.abs(s.sigma) < 2)) and s.sigma[c.GOLD] == s.sigma[c.IVORY]
    return "" if standing == expected and is_single else "it does not follow the first roll"


def majority_problem(s: State, player: int, commodity: int, *_: int) -> str:
    return "" if s.sigma[commodity] != 0 else f"nothing stands for {c.COMMODITY_NAMES[commodity]}"


PROBLEMS: dict[str, Callable[..., str]] = {
    "capital bid digit": digit_problem, "bid digit": digit_problem, "tie place": tie_problem,
    "swap": swap_problem, "remove condition": first_problem, "mill commodity": mill_problem,
    "mill state": mill_state_problem, "buy extra card": extra_card_problem,
    "discard card": discard_problem, "play": play_problem, "play card": play_problem,
    "name commodity": dual_problem, "target player": target_problem,
    "target category": category_problem, "target province": province_problem,
    "target area": area_problem, "black death": plague_problem, "pirates": pirates_problem,
    "civil war: loss": civil_war_problem, "civil war choice": civil_war_choice_problem,
    "crusades: misery": crusade_problem, "reduce choice": reduce_problem,
    "cede province": cede_problem, "upgrade ship": upgrade_problem,
    "pay stabilisation": stabilisation_problem, "indulge one": indulge_problem,
    "pay indulgence": pay_indulgence_problem, "attack dice": attack_problem,
    "defend by cathedral": defend_problem, "give card": trade_problem,
    "pick from hand": pick_problem, "written record": record_problem,
    "give up marker": give_up_problem, "shuffle": shuffle_problem, "surplus dice": dice_problem,
    "majority": majority_problem,
}  # fmt: skip
