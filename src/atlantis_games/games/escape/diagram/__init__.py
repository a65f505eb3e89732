"""Escape positions as text.

    land   e4 e5 g6          the island pieces still there; `land all`, then perhaps `sunk g3`
    people e5 blue white     on a piece; `2xblue` are two
    boat   g2 blue g10       a boat with one person in it, and an empty one
    swim   c2 white          swimmers; `swum c2 blue` and `jumped c2 blue` are not rested
    shark  d4 d4             also monster, kraken and dolphin
    symbols flatland boat    what is left under pieces of a kind; with `mixed`, `symbols all boat`
    saved  blue 3
    lost   white 2
    turn   white             blue, if nothing is said
    points 2
    phase  pick shark 2

- The phases are `place`, `move`, `sink`, `relocate e4`, `reveal e4`, `spin`, `pick shark T`,
  `end shark T d4`, `end dolphin 2 d4 rider` and `over`.
- `eventful`: in this turn a piece sank or somebody was saved or lost. `quiet 39`: so many turns
  went by without that. `turns 30`: so many turns were completed. `riding d4 2`: a dolphin and its
  swimmer are protected there for so many turns, with `refuge=riding`.
- People who are neither drawn nor saved are lost; in the phase `place`, still to be placed.
- Symbols that are not listed are taken to be those that explain the animals and boats drawn, and
  after those the whirlpools, the boats, and so on backwards.
"""

from __future__ import annotations

from atlantis_games.games.escape.diagram.reading import read
from atlantis_games.games.escape.diagram.writing import write

__all__ = ["read", "write"]
