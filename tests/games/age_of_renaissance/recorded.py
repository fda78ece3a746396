"""A position of ours in the words of the recorded games, and their chance outcomes in ours."""

from typing import Any

import numpy as np

from paxren_env.core.stack import top
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import queries as q
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import line
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.rules import s26_cards as cards
from paxren_env.games.age_of_renaissance.rules import s72_bids as bids

PHASES = ("setup", 1, 2, 3, 4, 5, 6, 7, "F")
SEGMENT_NAMES: dict[str, Any] = {
    "DIGIT": ("digit", [str(i) for i in range(10)]),
    "COUNT": ("count", [str(i + 1) for i in range(6)]),
    "SEAT": ("seat", [str(i) for i in range(6)]),
    "CAPITAL": ("capital", c.CAPITAL_NAMES),
    "PLACE": ("place", [str(i + 1) for i in range(6)]),
    "CATEGORY": ("category", [c.CATEGORY_NAMES[i] for i in c.PAPAL_CATEGORIES]),
    "AREA": ("area", c.AREA_NAMES),
    "COMMODITY": ("commodity", c.COMMODITY_NAMES),
    "ADVANCE": ("advance", t.ADVANCE_LETTERS),
    "CARD": ("card", t.FACE_NAMES),
    "PROVINCE": ("province", t.PROVINCE_NAMES),
}


def choice_names() -> list[str]:
    """Every action as the recorded games write it."""
    names = []
    for segment in line.segments:
        word, own = SEGMENT_NAMES.get(segment.name, ("", ()))
        for i in range(segment.size):
            names.append(f"{word}:{own[i]}" if word else segment.name)
    return names


CHOICES = choice_names()
TYPES = {row.id: row.rule for row in frames.rows}


def letters(bits: int) -> str:
    return "".join(a for i, a in enumerate(t.ADVANCE_LETTERS) if bits >> i & 1)


def seats(bits: int) -> list[int]:
    return [i for i in range(c.MAX_PLAYERS) if bits >> i & 1]


def seat_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def faces_in(s: Any, place: int) -> list[str]:
    """The faces in a place, sorted: order means nothing there."""
    return sorted(face(i) for i in range(c.NUM_CARDS) if s.place[i] == place)


def face(card: int) -> str:
    return t.FACE_NAMES[t.CARD_FACE[card]]


def by_index(s: Any, place: int, count: int) -> list[str]:
    return [face(cards.card_at(s, place, i)) for i in range(count)]


def by_province(values: Any) -> dict[str, int]:
    return {t.PROVINCE_NAMES[i]: int(v) for i, v in enumerate(values) if v}


def typed(s: Any, player: int) -> dict[str, Any] | None:
    """The number being typed."""
    if s.stack_size == 0 or top(s, 1) != player or top(s, 0) not in (f.BID_CAPITAL, f.BID_DIGIT):
        return None
    limit = bids.bid_limit(s, player)
    done = bids.num_digits(limit) - top(s, 3)
    digits = [int(d) for d in str(top(s, 2)).zfill(done)] if done else []
    return {"digits": digits, "limit": limit, "sign": "+" if top(s, 4) > 0 else "-"}


def player_position(s: Any, p: int) -> dict[str, Any]:
    markers = {
        t.PROVINCE_NAMES[i]: c.MARKER_NAMES[s.marker_kind[i]]
        for i in range(c.NUM_PROVINCES)
        if s.marker[i] == p
    }
    return {
        "live": bool(q.is_live(s, p)),
        "fell": int(s.fell[p]),
        "capital": None if s.capital[p] < 0 else c.CAPITAL_NAMES[s.capital[p]],
        "rank": int(s.choice_rank[p]),
        "cash": int(s.cash[p]),
        "written": int(s.written_cash[p]),
        "bid": int(s.bid[p]),
        "typed": typed(s, p),
        "returned": None if s.returned[p] < 0 else t.FACE_NAMES[s.returned[p]],
        "stock": int(s.stock[p]),
        "expansion": int(s.expansion[p]),
        "mat": int(s.mat[p]),
        "misery": int(s.misery[p]),
        "relief": int(s.relief[p]),
        "ship": [c.SHIP_ROW_NAMES[q.ship_row(s, p)], q.ship_number(s, p)],
        "advances": letters(int(s.advances[p])),
        "bought": letters(int(s.bought[p])),
        "hand": by_index(s, p, int(s.hand_size[p])),
        "renaissance_used": bool(s.renaissance_used >> p & 1),
        "cathedral_used": seats(int(s.cathedral_used[p])),
        "card_bought": bool(s.card_bought >> p & 1),
        "landed": by_province(s.landed) if s.turn_player == p and s.phase == c.EXPANSION else None,
        "old": by_province(s.old[:, p]),
        "new": by_province(s.new[:, p]),
        "markers": markers,
    }


def leaders(s: Any) -> list[dict[str, Any]]:
    queue = []
    for k in range(cards.count_in(s, c.LEADER_QUEUE)):
        card = cards.leader(s, k)
        number = card - c.FIRST_LEADER
        queue.append(
            {
                "face": face(card),
                "owner": int(s.leader_owner[number]),
                "k": k + 1,
                "patrons": seats(int(s.patrons[number])),
                "doubled": bool(s.doubled and t.DOUBLED_BY_MONGOLS[card]),
            }
        )
    return queue


def attack(s: Any) -> dict[str, Any] | None:
    if s.attack_by < 0:
        return None
    return {
        "by": s.attack_by,
        "province": t.PROVINCE_NAMES[s.attack_province],
        "tokens": q.tokens_in(s, s.attack_province, s.attack_by),
        "held_by": seat_or_none(s.attack_held_by),
    }


def war(s: Any) -> dict[str, Any] | None:
    if s.war_by < 0:
        return None
    return {"by": s.war_by, "against": s.war_against, "ties": s.war_ties}


def position(s: Any) -> dict[str, Any]:
    """The whole position."""
    military = [[int(who), name] for who, name in zip(s.military, c.RANK_NAMES, strict=True)]
    future = {
        str(e): sorted(
            face(i) for i in range(c.NUM_CARDS) if s.place[i] == c.FUTURE and cards.epoch_of(s, i) == e
        )
        for e in (2, 3)
    }
    resolving = cards.only_card_in(s, c.RESOLVING)
    return {
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "segment": seat_or_none(s.turn_player),
        "epoch": s.epoch,
        "order": [int(p) for p in s.order[: s.num_players]],
        "last_turn": bool(s.last_turn),
        "players": [player_position(s, p) for p in range(s.num_players)],
        "pile": by_index(s, c.PILE, s.pile_size)[::-1],
        "reserve": faces_in(s, c.RESERVE),
        "replay": faces_in(s, c.REPLAY),
        "out": faces_in(s, c.OUT),
        "future": {e: own for e, own in future.items() if own},
        "resolving": None if resolving < 0 else face(resolving),
        "leaders": leaders(s),
        "military": sorted(row for row in military if row[0] >= 0),
        "war": war(s),
        "ruler": seats(s.ruler),
        "papal": None if s.papal < 0 else c.CATEGORY_NAMES[s.papal],
        "strife": bool(s.strife),
        "crusades": bool(s.crusades),
        "civil_war": seat_or_none(s.civil_war),
        "expansion_cards": s.expansion_cards,
        "sigma": dict(zip(c.COMMODITY_NAMES, map(int, s.sigma), strict=True)),
        "mongol": bool(s.mongols),
        "armor_void": bool(s.armor_void),
        "papal_void": bool(s.papal_void),
        "falls": s.falls,
        "attack": attack(s),
    }


UNORDERED = ("reserve", "replay", "out", "military", "ruler")
# What is to be done next is our stack; tied groups follow from bids and our `tie_order`.
LEFT_OUT = ("next", "tie")


def differences(ours: Any, theirs: Any, where: str = "") -> list[str]:
    """Where two positions differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        found = []
        for key in sorted(set(ours) | set(theirs), key=str):
            if not where and key in LEFT_OUT:
                continue
            a, b = ours.get(key), theirs.get(key)
            if key == "landed" and a is None:
                continue  # only the segment player's landings count for anything
            if key == "bought":
                b = "".join(sorted(b))  # theirs in the order of purchase
            if key == "cathedral_used":
                b = sorted(b)  # theirs in the order of use
            if key == "war" and isinstance(b, dict):
                b = {k: v for k, v in b.items() if k != "turn"}
            if not where and key in UNORDERED:
                a, b = sorted(a), sorted(b)
            if not where and key == "future":
                b = {e: sorted(own) for e, own in b.items()}
            found += differences(a, b, f"{where}.{key}" if where else str(key))
        return found
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        if any(isinstance(x, dict) for x in theirs):
            pairs = enumerate(zip(ours, theirs, strict=True))
            return [d for i, (a, b) in pairs for d in differences(a, b, f"{where}[{i}]")]
    return [] if ours == theirs else [f"{where}: {ours!r} instead of {theirs!r}"]


# --- chance ---------------------------------------------------------------------------------------
def outcome_of(s: Any, event: dict[str, Any]) -> np.ndarray:
    """A recorded outcome as the vector that the roll on top expects."""
    frame, result = top(s, 0), event["result"]
    if frame == f.SHUFFLE:
        left: dict[str, list[int]] = {}
        for card in range(c.NUM_CARDS):
            if s.place[card] == c.PILE:
                left.setdefault(face(card), []).append(card)
        values = [left[name].pop(0) if left.get(name) else -1 for name in result]
    elif frame == f.PICK_FROM_HAND:
        hand = by_index(s, top(s, 3), int(s.hand_size[top(s, 3)]))
        values = [hand.index(result)]
    elif frame == f.START_MARKERS:
        values = [t.PROVINCE_NAMES.index(name) for name in result]
    else:
        values = result
    return np.array(values, np.int16)
