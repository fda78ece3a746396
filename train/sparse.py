"""What seats see as short lists, and the two layers of the network that read such lists.

A few hundred of the thousands of entries of an observation are not 0, and a few of the hundreds of
actions are legal. So a decision is kept as lists (`Seen`, about 1 KB instead of 50), and the first
layer and the policy's logits are computed over the lists only, forwards and backwards, by compiled
loops that run beside each other in threads. tests/train/test_sparse.py compares them with the same
network in plain torch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from agents.network import (
    Layers,
    add_entries,
    answer_logit,
    change_logit,
    logit_of_answer,
    logit_of_change,
    new_layer_sheet,
    read_position,
    weigh_answers,
)
from paxren_env.core.greedy import Changes, new_changes
from paxren_env.core.jit import allocating_entry, entry, rule

WORD = 8  # entries of a row that are skipped at once if all of them are 0
LONGEST = 2**16  # numbers of entries and actions are kept in 16 bits


# --- lists ----------------------------------------------------------------------------------------
class Lists(NamedTuple):
    """Observations as lists: row i has the entries from starts[i] to starts[i + 1]."""

    starts: np.ndarray  # (N + 1,)
    entries: np.ndarray  # numbers of the entries that are not 0, rising
    amounts: np.ndarray  # and what stands there


@dataclass
class Seen:
    """What N seats see and may answer, as lists; plain arrays that can be sent anywhere.

    Row i has the entries from starts[i] to starts[i + 1] and the legal actions from legal_starts[i]
    to legal_starts[i + 1]; the k-th of all legal actions changes the entries from change_starts[k]
    to change_starts[k + 1]. What others hide is in lists of its own (`everything`), which only a
    critic reads.
    """

    starts: np.ndarray  # (N + 1,)
    entries: np.ndarray  # numbers of the entries of the observation that are not 0, rising
    amounts: np.ndarray  # and what stands there
    legal_starts: np.ndarray  # (N + 1,)
    legal: np.ndarray  # the legal actions, rising
    after: np.ndarray  # (, num_terms) the terms of the evaluation after each of them
    now: np.ndarray  # (N, num_terms) and of the position as it is
    change_starts: np.ndarray  # all 0 where nobody reads changes
    changed: np.ndarray  # numbers of the entries that each of the legal actions changes, rising
    changed_by: np.ndarray  # and by how much
    improved: np.ndarray  # what a search made of the probability of each; all 0: not searched
    whole_starts: np.ndarray  # all 0 where no critic sees everything
    whole_entries: np.ndarray  # as `entries`, if nobody hid anything
    whole_amounts: np.ndarray

    def __len__(self) -> int:
        return len(self.now)

    @property
    def most_legal(self) -> int:
        return int(np.diff(self.legal_starts).max(initial=0))

    @property
    def everything(self) -> Lists:
        return Lists(self.whole_starts, self.whole_entries, self.whole_amounts)

    def first(self, number: int) -> "Seen":
        """The first rows, in the same memory."""
        answers = self.legal_starts[number]
        entries, legal = slice(self.starts[number]), slice(answers)
        changed, whole = slice(self.change_starts[answers]), slice(self.whole_starts[number])
        return Seen(
            self.starts[: number + 1], self.entries[entries], self.amounts[entries],
            self.legal_starts[: number + 1], self.legal[legal], self.after[legal],
            self.now[:number],
            self.change_starts[: answers + 1], self.changed[changed], self.changed_by[changed],
            self.improved[legal],
            self.whole_starts[: number + 1], self.whole_entries[whole], self.whole_amounts[whole],
        )  # fmt: skip

    def chosen(self, rows: np.ndarray) -> "Seen":
        """A copy of these rows."""
        starts, entries = positions(self.starts, rows)
        legal_starts, legal = positions(self.legal_starts, rows)
        change_starts, changed = positions(self.change_starts, legal)
        whole_starts, whole = positions(self.whole_starts, rows)
        return Seen(
            starts, self.entries[entries], self.amounts[entries],
            legal_starts, self.legal[legal], self.after[legal], self.now[rows],
            change_starts, self.changed[changed], self.changed_by[changed], self.improved[legal],
            whole_starts, self.whole_entries[whole], self.whole_amounts[whole],
        )  # fmt: skip


def see(
    observation: np.ndarray,
    masks: np.ndarray,
    outlook: np.ndarray,
    changes: Changes | None = None,
    everything: Lists | None = None,
) -> Seen:
    """Observations (N, observation_size), masks (N, num_actions) and an outlook as lists.

    `outlook` is what `look_ahead` wrote; only the rows of legal answers and the last one, the game
    as it is, are read. Without `changes` answers seem to change nothing; without `everything` there
    is nothing for a critic to see.
    """
    starts, entries, amounts = index_lists(observation)
    legal_starts, legal, _ = index_lists(masks)
    rows = np.repeat(np.arange(len(masks)), np.diff(legal_starts))
    after, now = outlook[rows, legal], outlook[:, -1].copy()
    changed = new_changes(len(legal), 0) if changes is None else changes
    improved = np.zeros(len(legal), np.float32)
    lists = starts, entries, amounts, legal_starts, legal, after, now, *changed, improved
    return Seen(*lists, *(everything or no_lists(len(masks))))


def no_lists(rows: int) -> Lists:
    """So many rows without entries."""
    starts = np.zeros(rows + 1, np.int64)
    return Lists(starts, np.zeros(0, np.uint16), np.zeros(0, np.int8))


def index_lists(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where each row's list begins and ends, the places that are not 0, and what stands there."""
    if rows.shape[1] > LONGEST:
        raise ValueError(f"rows are at most {LONGEST} long, not {rows.shape[1]}")
    starts = np.zeros(len(rows) + 1, np.int64)
    places, amounts = np.empty(rows.size, np.uint16), np.empty(rows.size, np.int8)
    padded = np.zeros((len(rows), -(-rows.shape[1] // WORD) * WORD), np.int8)
    padded[:, : rows.shape[1]] = rows
    list_places(padded, padded.view(np.uint64), starts, places, amounts)
    size = starts[-1]
    return starts, places[:size].copy(), amounts[:size].copy()


def positions(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The lists of these rows one after the other: their own starts, and where they stand now."""
    lengths = starts[rows + 1] - starts[rows]
    new_starts = starts_of(lengths)
    return new_starts, np.repeat(starts[rows] - new_starts[:-1], lengths) + np.arange(
        new_starts[-1]
    )


def improved_policies(seen: Seen, rows: np.ndarray) -> np.ndarray:
    """What searches made of the policies of these rows, a column for each legal answer.

    All 0 where nothing was searched.
    """
    starts, legal = positions(seen.legal_starts, rows)
    lengths = np.diff(starts)
    policies = np.zeros((len(rows), int(lengths.max(initial=0))), np.float32)
    policies[np.arange(policies.shape[1]) < lengths[:, None]] = seen.improved[legal]
    return policies


STARTS = ("starts", "legal_starts", "change_starts", "whole_starts")


def starts_of(lengths: np.ndarray) -> np.ndarray:
    """Where lists of these lengths begin, one after the other, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def joined(parts: Sequence[Seen]) -> Seen:
    """The rows of all parts in their order."""
    if len(parts) == 1:
        return parts[0]
    arrays = {f.name: [getattr(part, f.name) for part in parts] for f in fields(Seen)}
    for name in STARTS:
        arrays[name] = [starts_of(np.concatenate([np.diff(starts) for starts in arrays[name]]))]
    return Seen(**{name: np.concatenate(columns) for name, columns in arrays.items()})


@entry
def list_places(rows, words, starts, places, amounts):
    """All places that are not 0, row after row; starts[i + 1] is the end of row i.

    `words` is the same memory as `rows`, eight places in one.
    """
    size = 0
    for i in range(words.shape[0]):
        for word in range(words.shape[1]):
            if words[i, word] == 0:
                continue
            for k in range(word * WORD, word * WORD + WORD):
                if rows[i, k] != 0:
                    places[size], amounts[size] = k, rows[i, k]
                    size += 1
        starts[i + 1] = size


# --- the first layer ------------------------------------------------------------------------------
def embedded(
    weight: Tensor,
    scale: np.ndarray,
    seen: Seen | Lists,
    rows: np.ndarray,
    memory: Tensor | None = None,
) -> Tensor:
    """The sum of the weight's rows of all entries that are not 0, times amount and scale.

    (len(rows), width); `rows` are those of `seen` that are wanted. The gradient of the weight is
    written to `memory`, if given: new memory of that size costs as much as the gradient itself.
    """
    return _Embedded.apply(weight, scale, seen, rows, memory)


class _Embedded(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, weight: Tensor, scale: np.ndarray, seen: Seen | Lists, rows: np.ndarray,
                memory: Tensor | None) -> Any:  # fmt: skip
        ctx.shape, ctx.memory = weight.shape, memory
        ctx.lists = lists = (scale, seen.starts, seen.entries, seen.amounts, rows)
        out = torch.zeros(len(rows), weight.shape[1])
        embed_rows(weight.detach().numpy(), *lists, out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        out = torch.zeros(ctx.shape) if ctx.memory is None else ctx.memory.zero_()
        scale, starts, entries, amounts, rows = ctx.lists
        gradient = gradients[0].contiguous().numpy()
        spread_entries(gradient, scale, starts, entries, amounts, rows, out.numpy())
        return out, None, None, None, None


@entry
def embed_rows(weight, scale, starts, entries, amounts, rows, out):
    """out[i] += the weight's rows of the entries of rows[i], times amount and scale."""
    for i in range(len(rows)):
        start, end = starts[rows[i]], starts[rows[i] + 1]
        add_entries(weight, scale, entries, amounts, start, end, out[i])


@entry
def spread_entries(gradient, scale, starts, entries, amounts, rows, out):
    """The way back of `embed_rows`: the gradient of the sums becomes that of the weight."""
    for i in range(len(rows)):
        for k in range(starts[rows[i]], starts[rows[i] + 1]):
            place = entries[k]
            factor = np.float32(amounts[k]) * scale[place]
            for column in range(out.shape[1]):
                out[place, column] += factor * gradient[i, column]


# --- the logits of legal answers ------------------------------------------------------------------
def legal_logits(
    x: Tensor, weight: Tensor, bias: Tensor, weights: Tensor, seen: Seen, rows: np.ndarray
) -> Tensor:
    """x @ weight.T + bias for the legal actions only, plus their terms times `weights`.

    (len(rows), most legal actions): column k is the k-th legal action of the row, -inf where it has
    no more. x: (len(rows), hidden), weight: (num_actions, hidden), weights: (len(rows), num_terms).
    """
    return _LegalLogits.apply(x, weight, bias, weights, seen, rows)


class _LegalLogits(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor, weights: Tensor, seen: Seen,
                rows: np.ndarray) -> Any:  # fmt: skip
        ctx.save_for_backward(x, weight, bias, weights)
        ctx.lists = seen.legal_starts, seen.legal, seen.after, rows
        columns = int((seen.legal_starts[rows + 1] - seen.legal_starts[rows]).max(initial=0))
        out = torch.full((len(rows), columns), -torch.inf)
        arrays = [tensor.detach().numpy() for tensor in (x, weight, bias, weights)]
        score_legal(*(*arrays, *ctx.lists, out.numpy()))
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        given = ctx.saved_tensors
        out = [torch.zeros_like(tensor) for tensor in given]
        arrays = [gradients[0].contiguous().numpy(), *(t.detach().numpy() for t in given)]
        spread_scores(*arrays, *ctx.lists, *(tensor.numpy() for tensor in out))
        return *out, None, None


@entry
def score_legal(x, weight, bias, weights, starts, legal, after, rows, out):
    """The logit of every legal action of every row."""
    for i in range(len(rows)):
        start = starts[rows[i]]
        for k in range(start, starts[rows[i] + 1]):
            out[i, k - start] = answer_logit(x[i], weight, bias, weights[i], after[k], legal[k])


@entry
def spread_scores(
    gradient, x, weight, bias, weights, starts, legal, after, rows, to_x, to_weight, to_bias,
    to_weights,
):  # fmt: skip
    """The way back of `score_legal`: the gradient of the logits becomes those of what made them."""
    for i in range(len(rows)):
        start = starts[rows[i]]
        for k in range(start, starts[rows[i] + 1]):
            action, slope = legal[k], gradient[i, k - start]
            to_bias[action] += slope
            for column in range(x.shape[1]):
                to_x[i, column] += slope * weight[action, column]
                to_weight[action, column] += slope * x[i, column]
            for term in range(after.shape[1]):
                to_weights[i, term] += slope * after[k, term]


# --- what answers change --------------------------------------------------------------------------
def change_logits(
    weight: Tensor,
    scale: np.ndarray,
    context: Tensor,
    factors: Tensor,
    seen: Seen,
    rows: np.ndarray,
    memory: Tensor | None = None,
) -> Tensor:
    """What the changes of every legal answer add to its logit; 0 where a row has no more answers.

    relu(context + changes @ weight) · factors. (len(rows), most legal actions); weight:
    (observation_size, answers), context and factors: (len(rows), answers). The gradient of the
    weight is written to `memory`, if given.
    """
    return _ChangeLogits.apply(weight, scale, context, factors, seen, rows, memory)


class _ChangeLogits(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, weight: Tensor, scale: np.ndarray, context: Tensor, factors: Tensor,
                seen: Seen, rows: np.ndarray, memory: Tensor | None) -> Any:  # fmt: skip
        lengths = seen.legal_starts[rows + 1] - seen.legal_starts[rows]
        layer = torch.empty(int(lengths.sum()), weight.shape[1])
        out = torch.zeros(len(rows), int(lengths.max(initial=0)))
        lists = seen.legal_starts, seen.change_starts, seen.changed, seen.changed_by, rows
        weights, *heads = (tensor.detach().numpy() for tensor in (weight, context, factors))
        score_changes(*(weights, scale, *heads, *lists, layer.numpy(), out.numpy()))
        ctx.save_for_backward(factors, layer)
        ctx.shape, ctx.memory, ctx.scale, ctx.lists = weight.shape, memory, scale, lists
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        factors, layer = ctx.saved_tensors
        to_weight = torch.zeros(ctx.shape) if ctx.memory is None else ctx.memory.zero_()
        to_context, to_factors = torch.zeros_like(factors), torch.zeros_like(factors)
        given = gradients[0].contiguous().numpy(), ctx.scale, factors.detach().numpy()
        to = (tensor.numpy() for tensor in (to_weight, to_context, to_factors))
        spread_changes(*(*given, *ctx.lists, layer.numpy(), *to))
        return to_weight, None, to_context, to_factors, None, None, None


@entry
def score_changes(
    weight, scale, context, factors, starts, change_starts, entries, amounts, rows, layer, out
):
    """What the changes of every legal action of every row add to its logit."""
    answer = 0
    for i in range(len(rows)):
        start = starts[rows[i]]
        for k in range(start, starts[rows[i] + 1]):
            out[i, k - start] = change_logit(
                weight, scale, entries, amounts, change_starts[k], change_starts[k + 1],
                context[i], factors[i], layer[answer],
            )  # fmt: skip
            answer += 1


@entry
def spread_changes(
    gradient, scale, factors, starts, change_starts, entries, amounts, rows, layer, to_weight,
    to_context, to_factors,
):  # fmt: skip
    """The way back of `score_changes`; the layer is used up."""
    answer = 0
    for i in range(len(rows)):
        start = starts[rows[i]]
        for k in range(start, starts[rows[i] + 1]):
            slope, used = gradient[i, k - start], layer[answer]
            answer += 1
            for column in range(len(used)):
                to_factors[i, column] += slope * used[column]
                used[column] = slope * factors[i, column] if used[column] > 0 else np.float32(0)
                to_context[i, column] += used[column]
            for place in range(change_starts[k], change_starts[k + 1]):
                entry_number = entries[place]
                factor = np.float32(amounts[place]) * scale[entry_number]
                for column in range(len(used)):
                    to_weight[entry_number, column] += factor * used[column]


# --- playing --------------------------------------------------------------------------------------
def decide(
    layers: Layers, seen: Seen, rows: np.ndarray, numbers: np.ndarray, is_sharp: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Answers drawn from a network's policy or, if it is sharp, the likeliest ones.

    Returns them as numbers among the legal answers of the row, their log-probabilities, and the
    values. `numbers` are random ones from 0 up to, but not including, 1. The whole of it is one
    compiled call: in batches as small as those of a step, torch's calls cost more than their work.
    """
    choices, log_probs = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.float32)
    values, logits = np.zeros(len(rows), np.float32), np.zeros(seen.most_legal, np.float32)
    lists = (
        seen.starts, seen.entries, seen.amounts, seen.legal_starts, seen.legal, seen.after,
        seen.now, seen.change_starts, seen.changed, seen.changed_by,
    )  # fmt: skip
    decide_rows(layers, *lists, rows, numbers, is_sharp, logits, choices, log_probs, values)
    return choices, log_probs, values


@allocating_entry
def decide_rows(
    layers, starts, entries, amounts, legal_starts, legal, after, now, change_starts, changed,
    changed_by, rows, numbers, is_sharp, logits, choices, log_probs, values,
):  # fmt: skip
    """See `decide`; `logits` has room for the legal answers of any row."""
    sheet = new_layer_sheet(layers)
    for i in range(len(rows)):
        r = rows[i]
        values[i] = read_position(layers, entries, amounts, starts[r], starts[r + 1], now[r], sheet)
        weigh_answers(layers, sheet)
        first, answers = legal_starts[r], legal_starts[r + 1] - legal_starts[r]
        for k in range(answers):
            answer = first + k
            logits[k] = logit_of_answer(layers, sheet, after[answer], legal[answer])
            if len(sheet.changed) > 0:
                start, end = change_starts[answer], change_starts[answer + 1]
                logits[k] += logit_of_change(layers, sheet, changed, changed_by, start, end)
        total = to_shares(logits, answers)
        choices[i] = likeliest(logits, answers) if is_sharp else drawn(logits, answers, numbers[i])
        log_probs[i] = np.log(logits[choices[i]] / total)


@rule
def to_shares(logits, answers: int):
    """The logits of so many answers become their shares, the greatest of which is 1; their sum."""
    highest, total = logits[0], np.float32(0)
    for k in range(1, answers):
        highest = max(highest, logits[k])
    for k in range(answers):
        logits[k] = np.exp(logits[k] - highest)
        total += logits[k]
    return total


@rule
def likeliest(shares, answers: int) -> int:
    """The first of the greatest shares."""
    best = 0
    for k in range(1, answers):
        if shares[k] > shares[best]:
            best = k
    return best


@rule
def drawn(shares, answers: int, number) -> int:
    """An answer by its share; never one of share 0."""
    total = np.float32(0)
    for k in range(answers):
        total += shares[k]
    below, total = (np.float32(1) - number) * total, np.float32(0)
    for k in range(answers):
        total += shares[k]
        if total >= below:
            return k
    return answers - 1


# --- advantages -----------------------------------------------------------------------------------
@entry
def accumulate_advantages(values, rewards, following, is_open, gamma, gae_lambda, out):
    """GAE along each seat's own decisions; `following` is the row of its next one, or -1.

    The row before an open one bootstraps from its value: nothing is known beyond it.
    """
    for k in range(len(out) - 1, -1, -1):
        if is_open[k]:
            continue
        after = following[k]
        error = rewards[k] - np.float64(values[k])
        if after >= 0:
            error += gamma * values[after] + gamma * gae_lambda * out[after]
        out[k] = error
