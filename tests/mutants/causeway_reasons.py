"""Mutants of what Causeway answers to why not: file, rule, text, and what replaces it."""

MUTANTS = (
    (
        "refusals.py",
        "§3.6",
        '    if state.phase == CHAINING:\n        return reason("bridge-in',
        '    if False:\n        return reason("bridge-in',
    ),
    ("refusals.py", "§3.7", "state.phase == DRAWING and not state.played.any()", "False"),
    ("refusals.py", "§4.4", "    if cost <= funds:\n", "    if cost < funds:\n"),
    (
        "refusals.py",
        "§4.4",
        "    cards, tiles = paying_cards(state, seat) - 1 + is_barred,",
        "    cards, tiles = paying_cards(state, seat),",
    ),
    ("refusals.py", "§4.7", "    if move in position.moves:\n", "    if True:\n"),
    ("refusals.py", "§5.1", "    first = tile_behind(state, space) + 1\n", "    first = space\n"),
    (
        "reasons.py",
        "§5.1",
        'return why_not_now(position) or reason("no-gap"',
        'return reason("no-gap"',
    ),
    (
        "refusals.py",
        "§5.4",
        "    elif state.strict_payment and cards and tiles:\n",
        "    elif False:\n",
    ),
    ("refusals.py", "§5.4", "max(cards, tiles) if state.strict_payment else cards", "cards"),
    (
        "refusals.py",
        "§5.4",
        "    if state.wealth[seat] < owed:\n",
        "    if state.wealth[seat] <= owed:\n",
        "no tile is refused if all of them together come to exactly what is owed",
    ),
    ("refusals.py", "§5.6", "    if sum(barred) > is_barred:\n", "    if False:\n"),
    (
        "refusals.py",
        "§5.6",
        "state.hands[seat, item] <= cannot_pay(state, item)",
        "state.hands[seat, item] < cannot_pay(state, item)",
    ),
    (
        "refusals.py",
        "§6.1",
        "    if bridge_helps(position, move, origin, end):\n",
        "    if False:\n",
    ),
    ("refusals.py", "§6.1", "if block == BRIDGE and start <= number < end", "if block == BRIDGE"),
    ("refusals.py", "§6.1", "dearest = max(gaps", "dearest = min(gaps"),
    ("refusals.py", "§6.2", "    if is_bridged(state, first):\n", "    if False:\n"),
    ("refusals.py", "§7.1", "    if value == 1:\n", "    if value == 0:\n"),
)
