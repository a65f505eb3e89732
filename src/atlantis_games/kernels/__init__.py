"""Everything that Numba compiles.

`numba.py` is what kernels are written with; it, `compiler.py` and `shipped.py` are the only
importers of Numba. `cache.py` says where compiled code is kept. Files in `per_game/` are written
once and executed once per game by `loader.py`, with that game's kernels bound to the names they
declare; `prepare.py` compiles them ahead of their first use. The other modules are ordinary ones
that serve every game: random streams, the search tree, results, the records of bots and their
workspace.
"""
