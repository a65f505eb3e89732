"""Everything that Numba compiles.

`numba.py` is the only importer of Numba. `random.py` and `tree.py` are ordinary modules of kernels
that know no game. The files in `per_game/` are written once and executed once per game by
`loader.py`, with that game's kernels bound to the names they declare; `prepare.py` compiles.
"""
