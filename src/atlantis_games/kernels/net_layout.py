"""Where the weights of a net stand in one row of numbers, and what a search needs to run it.

A net has two layers of WIDTH units. Every layer, and the inputs themselves, also add TERMS numbers
straight to the value, one for each seat from the mover on. An action's logit is the product of the
second layer with the rows of its parts, and of what is known of the action with weights that the
second layer changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_games.kernels.numba import TERMS, WIDTH

if TYPE_CHECKING:
    from atlantis_games.core.contract import Features

ROW = WIDTH + TERMS


class Layout(NamedTuple):
    """The first weight of each part of a net, and how many weights there are."""

    first: int  # bias and a row for each input
    second: int  # bias and a row for each unit of the first layer
    value: int  # a row for each seat, of weights for the second layer
    parts: int  # WIDTH for each part of an action
    part_bias: int
    kinds: int  # WIDTH for each kind of action and each number known of an action
    kind_bias: int
    size: int


class Scratch(NamedTuple):
    """Where a search keeps what it works out: the first number of each part of one row."""

    first: int  # the first layer, after the inputs
    second: int
    action: int  # what is known of an action
    weights: int  # of what is known of the actions of a kind
    size: int


def shapes(features: Features) -> dict[str, tuple[int, ...]]:
    """The arrays of a net by name, in the order in which they stand in a row."""
    parts = int(features.PARTS.max()) + 1
    return {
        "first": (features.INPUTS + 1, ROW),
        "second": (WIDTH + 1, ROW),
        "value": (TERMS, WIDTH),
        "parts": (parts, WIDTH),
        "part_bias": (parts,),
        "kinds": (features.KINDS, features.ACTION_INPUTS, WIDTH),
        "kind_bias": (features.KINDS, features.ACTION_INPUTS),
    }


def layout(features: Features) -> Layout:
    """Where the weights of a game's net stand."""
    firsts, at = [], 0
    for shape in shapes(features).values():
        firsts.append(at)
        size = 1
        for length in shape:
            size *= length
        at += size
    return Layout._make([*firsts, at])


def scratch(features: Any) -> Scratch:
    """Where a search of a game keeps what it works out."""
    first = features.INPUTS
    action = first + 2 * ROW
    weights = action + features.ACTION_INPUTS
    return Scratch(first, first + ROW, action, weights, weights + features.ACTION_INPUTS)
