"""A position of ours in the words of the recorded games, and their chance outcomes in ours."""

from typing import Any

from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.actions import line
from paxren_env.games.age_of_renaissance.frames import frames

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
TYPES = {row.name: row.rule for row in frames.rows}


def player_position(game: Any, d: dict[str, Any], p: int) -> dict[str, Any]:
    """One seat."""
    own, row = d["players"][p], game.states[0]
    ship, *number = own["ship"].split()
    is_expanding = d["segment"] == p and d["phase"] == c.PHASE_NAMES[c.EXPANSION]
    same = (
        "fell", "capital", "cash", "bid", "returned", "expansion", "misery", "relief", "advances",
        "bought", "hand", "renaissance_used", "cathedral_used", "card_bought", "old", "new",
        "markers",
    )  # fmt: skip
    return {
        **{key: own[key] for key in same},
        "live": own["misery"] < c.CHAOS,
        "rank": own["choice_rank"],
        "written": own["written_cash"],
        "typed": typed(d, p),
        "stock": int(row["stock"][p]),
        "mat": int(row["mat"][p]),
        "ship": [ship, int(number[0]) if number else 0],
        "landed": d["landed"] if is_expanding else None,
    }


def typed(d: dict[str, Any], p: int) -> dict[str, Any] | None:
    """The number being typed."""
    top = d["pending"][-1] if d["pending"] else {}
    if top.get("frame") not in ("capital bid digit", "bid digit") or top["player"] != p:
        return None
    name, number, left = top["frame"], top["typed"], top["left"]
    limit = min(40 if name == "capital bid digit" else 9999, d["players"][p]["cash"])
    done = len(str(limit)) - left
    digits = [int(digit) for digit in str(number).zfill(done)] if done else []
    return {"digits": digits, "limit": limit, "sign": "+" if top.get("plus") else "-"}


def leaders(d: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "face": row["leader"],
            "owner": row["owner"],
            "k": k,
            "patrons": row["patrons"],
            "doubled": d["doubled"] and row["leader"] == "Marco Polo",
        }
        for k, row in enumerate(d["leaders"], 1)
    ]


def attack(d: dict[str, Any]) -> dict[str, Any] | None:
    if "attack" not in d:
        return None
    by, province, held_by = d["attack"]
    own = d["players"][by]
    tokens = own["old"].get(province, 0) + own["new"].get(province, 0)
    return {"by": by, "province": province, "tokens": tokens, "held_by": held_by}


def future(game: Any) -> dict[str, list[str]]:
    """The cards of later epochs."""
    row = game.states[0]
    epoch = t.CARD_EPOCH[int(bool(row["options"] & c.SECOND_TIMBER))]
    found: dict[str, list[str]] = {}
    for card in range(c.NUM_CARDS):
        if row["place"][card] == c.FUTURE:
            found.setdefault(str(epoch[card]), []).append(face(card))
    return found


def face(card: int) -> str:
    return t.FACE_NAMES[t.CARD_FACE[card]]


def position(game: Any) -> dict[str, Any]:
    """The whole position."""
    d = game.to_dict()
    same = (
        "turn", "segment", "epoch", "order", "last_turn", "reserve", "replay", "out", "pile",
        "ruler",
        "papal", "strife", "crusades", "civil_war", "expansion_cards", "armor_void", "papal_void",
        "falls",
    )  # fmt: skip
    war = d["war"]
    return {
        **{key: d[key] for key in same},
        "phase": PHASES[c.PHASE_NAMES.index(d["phase"])],
        "players": [player_position(game, d, p) for p in range(game.num_players)],
        "future": future(game),
        "resolving": d["resolving"][0] if d["resolving"] else None,
        "leaders": leaders(d),
        "military": [[seat, name] for name, seat in d["military"].items()],
        "war": war and {"by": war[0], "against": war[1], "ties": d["war_ties"]},
        "sigma": {name: d["conditions"].get(name, 0) for name in c.COMMODITY_NAMES},
        "mongol": d["mongols"],
        "attack": attack(d),
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
            a: Any = ours.get(key)
            b: Any = theirs.get(key)
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
                a, b = ({e: sorted(own) for e, own in x.items()} for x in (a, b))
            found += differences(a, b, f"{where}.{key}" if where else str(key))
        return found
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        if any(isinstance(x, dict) for x in theirs):
            pairs = enumerate(zip(ours, theirs, strict=True))
            return [d for i, (a, b) in pairs for d in differences(a, b, f"{where}[{i}]")]
    return [] if ours == theirs else [f"{where}: {ours!r} instead of {theirs!r}"]


# --- chance ---------------------------------------------------------------------------------------
def outcome_of(game: Any, event: dict[str, Any]) -> tuple[int, ...]:
    """A recorded outcome as the vector that the roll on top expects."""
    row, result = game.states[0], event["result"]
    frame, _, _, other, _ = row["stack"][row["stack_size"] - 1].tolist()
    if frame == f.SHUFFLE:
        left: dict[str, list[int]] = {}
        for card in range(c.NUM_CARDS):
            if row["place"][card] == c.PILE:
                left.setdefault(face(card), []).append(card)
        values = [left[name].pop(0) if left.get(name) else -1 for name in result]
    elif frame == f.PICK_FROM_HAND:
        values = [game.to_dict()["players"][other]["hand"].index(result)]
    elif frame == f.START_MARKERS:
        values = [t.PROVINCE_NAMES.index(name) for name in result]
    else:
        values = result
    return tuple(values)
