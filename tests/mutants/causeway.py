"""Mutants of Causeway's kernels: file, rule, text, and what replaces it."""

PATH, TURN, FUNDS = "rules/path.py", "rules/turn.py", "rules/funds.py"
CARDS, CHAINS, SCORING = "rules/cards.py", "rules/chains.py", "rules/scoring.py"
SETUP, TABLES, ACTIONS, KNOWLEDGE = "rules/setup.py", "tables.py", "actions.py", "knowledge.py"

MUTANTS = (
    # §1, §2 What is in the box, and the setup
    (TABLES, "§1.2", "CARDS_PER_ITEM = 15", "CARDS_PER_ITEM = 14"),
    (TABLES, "§2.2", "[2] * 10 + [1] * 10 + [2] * 6 + [0]", "[2] * 10 + [1] * 11 + [2] * 5 + [0]"),
    (TABLES, "§2.5", "FIRST_HAND = 4", "FIRST_HAND = 5"),
    (PATH, "§2.2", "return 1 if space > WATER else 0", "return 1 if space > WATER + 1 else 0"),
    (SETUP, "§2.4", "        state.has_bridge[seat] = 1\n", "        state.has_bridge[seat] = 0\n"),
    (CARDS, "§2.6", "if state.deck_size == 0 and", "if state.deck_size <= 1 and"),
    (CARDS, "§2.6", "        state.discard_size = 0\n", ""),
    # §3 A turn
    (TURN, "§3.6", "(state.phase == PAYING and not state.has_paid)", "state.phase == PAYING"),
    (TURN, "§3.6", "        or state.phase == LATE_BRIDGE\n", ""),
    (TURN, "§3.6", "if last_turn or not may_lay", "if not may_lay"),
    (ACTIONS, "§3.7", "(0 if moves else 1 << FIRST[PASS])  # §3.7", "1 << FIRST[PASS]"),
    (TABLES, "§3.7", "CARDS_FOR_PASSING = 2", "CARDS_FOR_PASSING = 3"),
    (
        TURN,
        "§3.7",
        "if state.pass_draws_for_home else 0",
        "if state.pass_draws_for_home == 0 else 0",
    ),
    (
        TURN,
        "§3.8",
        "state.shown[seat, item] = state.hands[seat, item]",
        "state.shown[seat, item] = 0",
    ),
    (
        CARDS,
        "§3.8",
        "    if state.shown[seat, item] > 0:\n",
        "    if state.shown[seat, item] > 1:\n",
    ),
    # §4 Moving
    (PATH, "§4.1", "state.shows[item] & ABOVE[start]", "state.shows[item] & ABOVE[start + 1]"),
    (PATH, "§4.2", "return not state.occupied & BIT[space]", "return True"),
    (TURN, "§4.2", "    state.occupied &= ~BIT[start]\n", ""),
    (TURN, "§4.2", "        state.occupied |= BIT[end]\n", "        pass\n"),
    (CHAINS, "§4.4", "< bound + kept", "<= bound + kept"),
    (CHAINS, "§5.4", "bound = max(limit, reach + 1)", "bound = max(limit, reach)"),
    (CHAINS, "§4.4", "limit - 1 + kept, reach, end", "limit + kept, reach, end"),
    (CHAINS, "§4.4", "            limit += kept - 1\n", "            limit += kept\n"),
    (TURN, "§4.6", "    discard_card(state, item)\n    state.played", "    state.played"),
    (TURN, "§4.7", "first &= state.figures[seat, earlier] != ATLANTIS", "first &= True"),
    # §5 Gaps and their price
    (PATH, "§5.1", "if left == ATLANTIS or right == MAINLAND or", "if left == ATLANTIS or"),
    (PATH, "§5.2", "min(int(state.value[left])", "max(int(state.value[left])"),
    (PATH, "§5.2", "    if change != 0:\n", "    if change > 0:\n"),
    (
        TURN,
        "§5.3",
        "price(state, int(state.origin), end)",
        "price(state, int(state.origin) + 1, end)",
    ),
    (TURN, "§5.4", "max(0, int(state.owed) - points)", "max(0, int(state.owed) - 1)"),
    (FUNDS, "§5.4", "return cards + tiles, 0", "return cards, 0"),
    (ACTIONS, "§5.4", " & 1 and is_tile_refused(state, value)", " & 0"),
    (ACTIONS, "§5.4", "0 if are_cards_refused(state) else cards", "cards"),
    (
        FUNDS,
        "§5.4",
        "if state.paid_cards or state.wealth[seat] < owed",
        "if state.wealth[seat] < owed",
    ),
    (
        FUNDS,
        "§5.4",
        "can_make(state, seat, value, owed - value)",
        "can_make(state, seat, 0, owed - value)",
    ),
    (
        FUNDS,
        "§5.4",
        "state, int(state.seat)) < state.owed",
        "state, int(state.seat)) <= state.owed",
    ),
    (FUNDS, "§5.4", "        return not state.paid_cards\n", "        return False\n"),
    (
        ACTIONS,
        "§5.4",
        "limit, reach = purse + cost, tiles + cost",
        "limit, reach = purse + cost, cost",
    ),
    (
        ACTIONS,
        "§5.4",
        "ends(state, hand, locked, purse + cost, tiles + cost, start)",
        "ends(state, hand, locked, purse + cost, cost, start)",
    ),
    (TURN, "§5.4", "    state.paid_cards = 0\n", ""),
    (FUNDS, "§5.6", "int(state.bought[item]) - int(state.played[item])", "int(state.bought[item])"),
    (FUNDS, "§5.6", "    if state.bought_cards_pay:\n", "    if not state.bought_cards_pay:\n"),
    (TURN, "§5.7", "        state.removed[item] += 1\n", "        discard_card(state, item)\n"),
    (FUNDS, "§5.7", "    state.spent[value] += 1\n", ""),
    # §6 Bridges
    (TURN, "§6.1", "    state.has_bridge[seat] = 0\n", ""),
    (PATH, "§6.1", "        gaps &= ~BIT[tile_behind(state, lowest(bridges)) + 1]\n", ""),
    (PATH, "§6.2", "state.bridges & ABOVE[left] & BELOW[right]", "state.bridges & BIT[left + 1]"),
    (
        TURN,
        "§3.6",
        "        if state.owed == 0:\n            take_tile(state)\n    elif",
        "    elif",
    ),
    # §7 Buying, §8 taking, §9 drawing
    (TURN, "§7.1", "        and not state.has_bought\n", ""),
    (TURN, "§7.1", "state.draws = value // 2", "state.draws = (value + 1) // 2"),
    (
        ACTIONS,
        "§7.1",
        "for value in range(2, VALUE_COUNT + 1)",
        "for value in range(1, VALUE_COUNT + 1)",
    ),
    (PATH, "§8.1", "~(state.occupied & ~leaving) & BELOW", "~(state.occupied & leaving) & BELOW"),
    (TURN, "§8.1", "    state.covered &= ~BIT[space]\n", ""),
    (TURN, "§8.4", "    state.land &= ~BIT[space]\n", ""),
    (TURN, "§9.1", "1 + int(state.home[state.seat])", "1"),
    # §10 The end
    (TURN, "§10.1", "if third_figure_home or state.idle", "if state.idle"),
    (TURN, "§10.5", "state.idle == state.players", "state.idle > state.players"),
    (TURN, "§10.5", "0 if state.has_acted else state.idle + 1", "state.idle + 1"),
    (SCORING, "§10.2", "    if state.atlantis_is_free:\n", "    if not state.atlantis_is_free:\n"),
    (
        SCORING,
        "§10.3",
        "for total in range(max(0, owed - cards),",
        "for total in range(max(0, owed),",
    ),
    (SCORING, "§10.3", "if cards >= VALUE_COUNT - 1:", "if cards >= VALUE_COUNT - 4:"),
    (
        SCORING,
        "§10.4",
        "int(state.wealth[seat]) + int(state.hand_size[seat])\n        if",
        "int(state.wealth[seat])\n        if",
    ),
    # What each player sees
    (KNOWLEDGE, "§3.8", "state.hands[other, item] = state.shown[other, item]", "pass"),
    (KNOWLEDGE, "§5.6", "            state.bought[item] = 0\n", "            pass\n"),
)
