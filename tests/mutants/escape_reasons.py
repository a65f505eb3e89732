"""Mutants of what Escape answers to why not: file, rule, text, and what replaces it."""

MUTANTS = (
    (
        "refusals.py",
        "§3.2",
        'at("one-on-flatland" if KIND[place] == FLATLAND else',
        'at("one-on-flatland" if False else',
    ),
    (
        "reasons.py",
        "§3.2",
        'return why_not_now(position, phase) or reason("not-island"',
        'return reason("not-island"',
    ),
    (
        "reasons.py",
        "§5.1",
        'return "§5.1" if is_land(position.state, BOARD.names.index(start)) else "§5.8"',
        'return "§5.1"',
    ),
    (
        "refusals.py",
        "§5.6",
        "    if not controls(state, int(state.seat), start):\n",
        "    if False:\n",
    ),
    (
        "refusals.py",
        "§5.6",
        '"land" if is_land(state, place) else next(animals, "boat")',
        'next(animals, "land")',
    ),
    ("refusals.py", "§5.7", "people_on(state, end) >= ROOM", "people_on(state, end) > ROOM"),
    (
        "refusals.py",
        "§5.8",
        'at("piece-full", end, "§5.1" if is_land(state, start) else "§5.8")',
        'at("piece-full", end, "§5.1")',
    ),
    (
        "refusals.py",
        "§5.9",
        "    if contains(state.refuge, start):  # then",
        "    if False:  # then",
    ),
    ("reasons.py", "§5.10", '    if verb in ("go", "swim"):\n', '    if verb == "go":\n'),
    (
        "refusals.py",
        "§5.11",
        'at("already-swum" if state.swum[place] else',
        'at("already-swum" if True else',
    ),
    ("refusals.py", "§6.1", "kind=KINDS[sinking_kind(state)]", "kind=KINDS[0]"),
    (
        "refusals.py",
        "§6.2",
        "    if end in BOARD.neighbours[place] and not is_land(state, end):\n",
        "    if end in BOARD.neighbours[place]:\n",
    ),
    ("refusals.py", "§6.2", "    if island_has_room(state):\n", "    if True:\n"),
    (
        "reasons.py",
        "§6.3",
        'return reason("chance-acts", "§6.3" if revealing else "§4.3")',
        'return reason("chance-acts")',
    ),
    (
        "refusals.py",
        "§8.3",
        "contains(state.refuge, end) and not state.no_refuge",
        "contains(state.refuge, end)",
    ),
    ("refusals.py", "§9.1", "has_swimmers(state, place) and not mine", "not mine"),
    ("refusals.py", "§9.3", "        if not contains(state.calm, end):\n", "        if False:\n"),
)
