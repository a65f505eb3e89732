"""Causeway positions as text.

    path   ring1 flag4+ olive2+crown3 ~ = statue7
    blue   A:1 B:3 C:home   hand 2xring flag   shown ring   tiles 5 3   nobridge
    white  A:2              hand 4x?
    turn   white

- `path` lists the spaces from 1 on (`path@40` from 40 on) and leaves all others empty. `~` is an
  empty space and `=` one with a bridge. `+` is an unknown tile below, `+crown3` a certain one;
  `~+` is a tile that is just being uncovered.
- Every colour that plays has a line. They sit and take turns in the order of their lines; figures
  that are not mentioned are on Atlantis (0), `home` is the mainland. `?` is a card that the seat
  whose eyes it is seen with does not know.
- `draw`, `discard` and `removed` list those piles. The cards in no list are in the draw pile; if
  that is listed they are in the discard pile, and if both are, they are out of the game.
- `unseen A ring135 crown2`: the tiles of a back that nobody has seen; without such a line, any
  that are left. All other tiles in no list have been spent.
- What has happened in the turn: `phase` (start, chain, pay, uncover, bridge, draw, buy, lay, lower,
  deal, over), `figure B`, `from 12`, `owed 4`, `paid tile` or `paid card`, `acted`, `bought ring`,
  `played flag`, `draws 2`, `space 7`; and before it: `idle 1`, `turns 30`.
- A line that begins with none of these words goes on with the line before it.
"""

from __future__ import annotations

from atlantis_games.games.causeway.diagram.reading import read
from atlantis_games.games.causeway.diagram.writing import write

__all__ = ["read", "write"]
