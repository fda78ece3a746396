"""The network of a policy file in compiled code: one position at a time, nothing of it in Python.

`agents.policy.forward` is the same network in numpy for many positions; a test compares the two.
The layers over short lists are shared with the trainer (train/sparse.py).
"""

from typing import NamedTuple

import numpy as np

from agents.policy import EPSILON, Weights, change_shapes, completion_of
from paxren_env.core.constants import Player
from paxren_env.core.entries import INDEX, VALUE, gather, padded, room
from paxren_env.core.evaluating import compare
from paxren_env.core.greedy import (
    BASE,
    TRIAL,
    look_at_present,
    new_sight,
    new_trials,
    see_change,
    see_present,
    try_out,
)
from paxren_env.core.hooks import num_actions, num_terms, observation_size, write_observation
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.record import State, row


class Layers(NamedTuple):
    """The weights as compiled loops want them: float32, a row for each input.

    What is read for single outputs only (policy, weigh, value) has a row for each output.
    """

    completion: int  # how actions are completed to look ahead, one of COMPLETIONS
    scale: np.ndarray  # (observation_size,), see `input_scale`
    embed: np.ndarray  # (observation_size, width)
    terms: np.ndarray  # (num_terms, width)
    norm1: np.ndarray  # (2, width): weight and bias
    middle: np.ndarray  # (width, hidden)
    middle_bias: np.ndarray
    norm2: np.ndarray  # (2, hidden)
    policy: np.ndarray  # (num_actions, hidden)
    policy_bias: np.ndarray
    weigh: np.ndarray  # (num_terms, hidden)
    weigh_bias: np.ndarray
    value: np.ndarray  # (hidden,)
    value_bias: np.ndarray  # (1,)
    value_of_terms: np.ndarray  # (num_terms,)
    changes: np.ndarray  # (observation_size, answers); no columns: changes are not read
    context: np.ndarray  # (answers, hidden)
    context_bias: np.ndarray
    weigh_changes: np.ndarray  # (answers, hidden)
    weigh_changes_bias: np.ndarray


def layers_of(weights: Weights, scale: np.ndarray) -> Layers:
    """The arrays of a policy file (`read_weights`) for compiled code."""

    def norm(name: str) -> np.ndarray:
        return np.stack([weights[f"{name}.weight"], weights[f"{name}.bias"]])

    without = change_shapes(len(scale), len(weights["middle.weight"]), 0)
    weights = {name: np.zeros(shape) for name, shape in without.items()} | weights
    arrays = (
        scale, weights["embed.weight"], weights["terms.weight"].T, norm("norm1"),
        weights["middle.weight"].T, weights["middle.bias"], norm("norm2"),
        weights["policy.weight"], weights["policy.bias"], weights["weigh.weight"],
        weights["weigh.bias"], weights["value.weight"][0], weights["value.bias"],
        weights["value_of_terms.weight"][0], weights["changes.weight"],
        weights["context.weight"], weights["context.bias"], weights["weigh_changes.weight"],
        weights["weigh_changes.bias"],
    )  # fmt: skip
    floats = (np.ascontiguousarray(array, np.float32) for array in arrays)
    return Layers(completion_of(weights), *floats)


# --- layers over lists, also of the trainer -------------------------------------------------------
@rule
def add_entries(weight, scale, entries, amounts, start: int, end: int, out):
    """out += the weight's rows of the entries from start to end, times amount and scale."""
    if (end - start) % 2 == 1:
        end -= 1
        place = entries[end]
        factor = np.float32(amounts[end]) * scale[place]
        for column in range(len(out)):
            out[column] += factor * weight[place, column]
    for k in range(start, end, 2):  # two at once: `out` is read and written half as often
        one, two = entries[k], entries[k + 1]
        factor = np.float32(amounts[k]) * scale[one]
        factor_two = np.float32(amounts[k + 1]) * scale[two]
        for column in range(len(out)):
            out[column] += factor * weight[one, column] + factor_two * weight[two, column]


@rule
def answer_logit(x, weight, bias, term_weights, after, action: int):
    """The logit of one answer; after (num_terms,): the terms of the evaluation after it."""
    by_terms = np.float32(0)
    for term in range(len(after)):
        by_terms += term_weights[term] * after[term]
    return dot(x, weight[action]) + bias[action] + by_terms


@rule
def change_logit(embed, scale, entries, amounts, start: int, end: int, context, weights, layer):
    """What an answer's changes from start to end add to its logit; `layer` becomes their layer."""
    for k in range(len(layer)):
        layer[k] = context[k]
    add_entries(embed, scale, entries, amounts, start, end, layer)
    for k in range(len(layer)):
        layer[k] = max(layer[k], np.float32(0))
    return dot(layer, weights)


@rule
def dot(a, b):
    """a · b, as four sums side by side: one alone waits for each addition."""
    sum0 = sum1 = sum2 = sum3 = np.float32(0)
    whole = len(a) // 4 * 4
    for k in range(0, whole, 4):
        sum0 += a[k] * b[k]
        sum1 += a[k + 1] * b[k + 1]
        sum2 += a[k + 2] * b[k + 2]
        sum3 += a[k + 3] * b[k + 3]
    for k in range(whole, len(a)):
        sum0 += a[k] * b[k]
    return (sum0 + sum1) + (sum2 + sum3)


# --- one position ---------------------------------------------------------------------------------
class Sheet(NamedTuple):
    """What the layers of one position are written to."""

    wide: np.ndarray  # the first layer
    hidden: np.ndarray  # the second one
    term_weights: np.ndarray
    context: np.ndarray  # what the layer of an answer's changes begins with
    change_weights: np.ndarray
    changed: np.ndarray  # that layer


@allocating_rule
def new_layer_sheet(layers):
    return Sheet(
        np.zeros(layers.embed.shape[1], np.float32),
        np.zeros(layers.middle.shape[1], np.float32),
        np.zeros(layers.weigh.shape[0], np.float32),
        np.zeros(layers.changes.shape[1], np.float32),
        np.zeros(layers.changes.shape[1], np.float32),
        np.zeros(layers.changes.shape[1], np.float32),
    )


class Desk(NamedTuple):
    """What the network works in."""

    trials: tuple  # of look-ahead
    rng: np.ndarray  # of the veil
    seen: np.ndarray  # the observation, padded
    lists: np.ndarray  # and as a list, see core.entries
    outlook: np.ndarray  # (num_actions + 1, num_terms), see `look_ahead`
    sheet: tuple  # of the layers
    sight: tuple  # of changes
    logits: np.ndarray  # (num_actions,)


@allocating_rule
def new_desk(s: State, layers):
    return Desk(
        new_trials(s),
        np.zeros(1, np.uint64),
        np.zeros(padded(observation_size(s)), np.int8),
        np.zeros((2, room(observation_size(s))), np.int16),
        np.zeros((num_actions(s) + 1, num_terms(s)), np.float32),
        new_layer_sheet(layers),
        new_sight(s),
        np.zeros(num_actions(s), np.float32),
    )


@allocating_rule
def value_of(s: State, viewer: Player, layers, desk) -> float:
    """The network's value of the position for the viewer, from what it sees; -1 to 1."""
    reads_changes = len(desk.sheet.changed) > 0
    now = desk.outlook[num_actions(s)]
    look_at_present(s, viewer, reads_changes, desk.trials, desk.rng, now)
    write_observation(s, viewer, False, desk.seen[: observation_size(s)])
    entries, amounts = desk.lists[INDEX], desk.lists[VALUE]
    return read_position(
        layers, entries, amounts, 0, gather(desk.seen, desk.lists), now, desk.sheet
    )


@allocating_rule
def policy_of(s: State, viewer: Player, mask, layers, desk) -> float:
    """The logits of the legal answers of the deciding viewer, in the desk; returns its value."""
    value = value_of(s, viewer, layers, desk)
    weigh_answers(layers, desk.sheet)
    copies, masks, log, sheet, values = desk.trials
    reads_changes = len(desk.sheet.changed) > 0
    if reads_changes:
        see_present(row(copies, BASE), viewer, desk.sight)
    for action in range(num_actions(s)):
        if mask[action]:
            after = desk.outlook[action]
            try_out(copies, action, layers.completion, masks, viewer, log, sheet, values)
            compare(row(copies, TRIAL), sheet, viewer, after)
            desk.logits[action] = logit_of_answer(layers, desk.sheet, after, action)
            if reads_changes:
                number = see_change(row(copies, TRIAL), viewer, desk.sight)
                entries, amounts = desk.sight.lists[INDEX], desk.sight.lists[VALUE]
                desk.logits[action] += logit_of_change(
                    layers, desk.sheet, entries, amounts, 0, number
                )
    return value


# --- its layers, also of the trainer --------------------------------------------------------------
@rule
def read_position(layers, entries, amounts, start: int, end: int, now, sheet) -> float:
    """The value of a position from its entries and its terms; the second layer stays in the sheet.

    The entries of the observation are listed from start to end.
    """
    wide, hidden = sheet.wide, sheet.hidden
    wide[:] = 0
    for term in range(len(now)):
        add_row(layers.terms[term], now[term], wide)
    add_entries(layers.embed, layers.scale, entries, amounts, start, end, wide)
    normalize(wide, layers.norm1)
    hidden[:] = 0
    add_row(layers.middle_bias, np.float32(1), hidden)
    for k in range(len(wide)):
        if wide[k] != 0:  # about half of them are
            add_row(layers.middle[k], wide[k], hidden)
    normalize(hidden, layers.norm2)
    value = dot(hidden, layers.value) + layers.value_bias[0]
    value += dot(now, layers.value_of_terms)
    return np.tanh(value)


@rule
def weigh_answers(layers, sheet):
    """How much terms and changes of answers count in the position that was read."""
    multiply(layers.weigh, layers.weigh_bias, sheet.hidden, sheet.term_weights)
    multiply(layers.context, layers.context_bias, sheet.hidden, sheet.context)
    multiply(layers.weigh_changes, layers.weigh_changes_bias, sheet.hidden, sheet.change_weights)


@rule
def multiply(weight, bias, x, out):
    """out = weight @ x + bias."""
    for k in range(len(out)):
        out[k] = dot(x, weight[k]) + bias[k]


@rule
def logit_of_answer(layers, sheet, after, action: int):
    """The logit of an answer from the terms after it, without its changes."""
    return answer_logit(
        sheet.hidden, layers.policy, layers.policy_bias, sheet.term_weights, after, action
    )


@rule
def logit_of_change(layers, sheet, entries, amounts, start: int, end: int):
    """What the changes of an answer, listed from start to end, add to its logit."""
    return change_logit(
        layers.changes, layers.scale, entries, amounts, start, end, sheet.context,
        sheet.change_weights, sheet.changed,
    )  # fmt: skip


@rule
def add_row(weight, factor, out):
    for column in range(len(out)):
        out[column] += factor * weight[column]


@rule
def normalize(x, norm):
    """Layer norm, then ReLU, in place."""
    mean = np.float32(0)
    for k in range(len(x)):
        mean += x[k]
    mean /= np.float32(len(x))
    for k in range(len(x)):
        x[k] -= mean
    scale = np.float32(1) / np.sqrt(dot(x, x) / np.float32(len(x)) + np.float32(EPSILON))
    for k in range(len(x)):
        x[k] = max(x[k] * scale * norm[0, k] + norm[1, k], np.float32(0))
