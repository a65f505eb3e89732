"""The rules of Escape as kernels, in the order of the rulebook (docs/rules/escape.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import CHANCE, OVER
from atlantis_games.games.escape.tables import (
    ALL,
    BOAT,
    CLIMB,
    DIVE,
    DOLPHIN,
    EDGE_FROM,
    EDGE_TO,
    FIRST_EDGE,
    FLATLAND,
    GATE,
    GATES,
    GO,
    GO_CORAL,
    HEXES,
    JUMP,
    KIND,
    KIND_MASKS,
    KRAKEN,
    MONSTER,
    MOUNTAIN,
    NEAR,
    PEOPLE,
    PICK,
    PICK_RIDER,
    PIECES,
    PLACE,
    POINTS,
    RELOCATE,
    RIDE,
    ROOM,
    SAIL,
    SEATS,
    SHARK,
    SINK,
    SPIN,
    SPINNERS,
    START_BOATS,
    STAY,
    STOP,
    SWIM,
    SWIM_CORAL,
    SYMBOL,
    SYMBOL_COUNTS,
    TO,
    WORDS,
)
from atlantis_games.kernels.numba import State, kernel, lowest
from atlantis_games.kernels.random import below

KINDS = 3
SYMBOLS = 6
ANIMALS = 4
EACH = 6  # of every animal there are at most so many. §1.2
SPINS = 16
NOWHERE = -1
NONE, ONE = np.uint64(0), np.uint64(1)

# What is to be done next: by chance, by the player whose turn it is, or nothing.
REVEALING, SPINNING = range(2)
PLACING, MOVING, SINKING, RELOCATING, PICKING, ENDING = range(2, 8)
DONE = 8

STATE = np.dtype(
    (
        np.record,
        [
            # The board: what is on each hex, and masks with a bit per hex.
            ("people", np.int8, (HEXES, SEATS)),  # on the piece or in the boat
            ("swimmers", np.int8, (HEXES, SEATS)),
            ("land", np.uint64, WORDS),  # island pieces still there
            ("boats", np.uint64, WORDS),
            ("beasts", np.uint64, (ANIMALS, WORDS)),  # hexes with an animal of a kind
            ("animals", np.int16, (ANIMALS, EACH)),  # their hexes in descending order, then NOWHERE
            # Masks that follow from the above, kept by `refresh`.
            ("standing", np.uint64, (SEATS, WORDS)),  # where a player has people on land or aboard
            ("swimming", np.uint64, (SEATS, WORDS)),  # where a player has swimmers
            ("room", np.uint64, WORDS),  # pieces and boats with fewer than 3 people
            ("calm", np.uint64, WORDS),  # sea without animals
            ("free", np.uint64, WORDS),  # sea without animals and boats. §5.3
            ("refuge", np.uint64, WORDS),  # a dolphin and a swimmer together. §8.3
            # The swimmers of the player whose turn it is who are not rested. §5.11
            ("swum", np.int8, HEXES),
            ("jumped", np.int8, HEXES),
            # The players.
            ("to_place", np.int8, SEATS),
            ("saved", np.int8, SEATS),
            ("lost", np.int8, SEATS),
            # What the pieces hide.
            ("symbols", np.int8, (KINDS, SYMBOLS)),  # left per kind; `mixed`: all in the first row
            ("pieces", np.int8, KINDS),  # still there
            # The turn.
            ("phase", np.int8),
            ("seat", np.int8),  # whose turn it is
            ("points", np.int8),  # of movement left
            ("sinking", np.int16),  # the hex that sinks, else NOWHERE
            ("spun_animal", np.int8),  # what the spinner shows, while it matters, else NOWHERE
            ("spun_number", np.int8),  # 1 to 3, or DIVE
            ("picked", np.int16),  # where the animal to be moved is, else NOWHERE
            ("rider", np.int8),  # it takes a swimmer along
            ("eventful", np.int8),  # this turn a piece sank or somebody was saved or lost. §10.2
            ("quiet", np.int16),  # turns in a row that were not eventful. §10.2
            ("turns", np.int32),  # turns completed
            # The options.
            ("players", np.int8),
            ("mixed", np.int8),  # §1.3
            ("spinner", np.int8),  # §1.4
            ("hurricane", np.int8),  # §11.1
            ("no_refuge", np.int8),  # §11.2
            ("stall_limit", np.int16),  # §10.2
        ],
    )
)


# Masks and places


@kernel
def has(mask: Any, place: int) -> bool:
    """Whether a hex is in a mask."""
    return bool((mask[place >> 6] >> np.uint64(place & 63)) & ONE)


@kernel
def put(mask: Any, place: int, present: bool) -> None:
    """Puts a hex into a mask or takes it out."""
    bit = ONE << np.uint64(place & 63)
    if present:
        mask[place >> 6] |= bit
    else:
        mask[place >> 6] &= ~bit


@kernel
def is_land(state: State, place: int) -> bool:
    """Whether an island piece is still there."""
    return has(state.land, place)


@kernel
def aboard(state: State, place: int) -> int:
    """How many people stand on a piece or in a boat."""
    total = 0
    for seat in range(SEATS):
        total += int(state.people[place, seat])
    return total


@kernel
def refresh(state: State, place: int) -> None:
    """Works out the masks anew for a hex where something has changed."""
    swimmers = 0
    standing = 0
    for seat in range(SEATS):
        standing += int(state.people[place, seat])
        swimmers += int(state.swimmers[place, seat])
        put(state.standing[seat], place, state.people[place, seat] > 0)
        put(state.swimming[seat], place, state.swimmers[place, seat] > 0)
    land = has(state.land, place)
    boat = has(state.boats, place)
    beast = False
    for animal in range(ANIMALS):
        beast |= has(state.beasts[animal], place)
    put(state.room, place, (land | boat) & (standing < ROOM))
    put(state.calm, place, not (land | beast))
    put(state.free, place, not (land | beast | boat))
    put(state.refuge, place, (swimmers > 0) & has(state.beasts[DOLPHIN], place))


# §3 Setup


@kernel
def begin(state: State, players: int) -> None:
    """The island is laid and the boats lie ready; the options are already set. §2, §3.1"""
    state.players = players
    for word in range(WORDS):
        for kind in range(KINDS):
            state.land[word] |= KIND_MASKS[kind, word]
        state.boats[word] = START_BOATS[0 if players == 2 else 1, word]
    for animal in range(ANIMALS):
        for number in range(EACH):
            state.animals[animal, number] = NOWHERE
    for kind in range(KINDS):
        for symbol in range(SYMBOLS):
            state.symbols[0 if state.mixed else kind, symbol] += SYMBOL_COUNTS[kind, symbol]
            state.pieces[kind] += SYMBOL_COUNTS[kind, symbol]
    for place in range(HEXES):
        refresh(state, place)
    for seat in range(players):
        state.to_place[seat] = PEOPLE
    state.sinking = NOWHERE
    state.picked = NOWHERE
    state.spun_animal = NOWHERE
    state.phase = PLACING


@kernel
def can_place(state: State, place: int) -> bool:
    """At most 3 people on a piece, during setup 1 on flatland. §3.2"""
    return aboard(state, place) < (1 if KIND[place] == FLATLAND else ROOM)


@kernel
def place_person(state: State, place: int) -> None:
    """A player puts a person on the island; after the last one the first turn begins. §3.2, §3.3"""
    seat = int(state.seat)
    state.to_place[seat] -= 1
    state.people[place, seat] += 1
    refresh(state, place)
    state.seat = (seat + 1) % int(state.players)
    if state.to_place[state.seat] == 0:
        begin_moving(state)


# §4 A turn


@kernel
def begin_moving(state: State) -> None:
    """A turn begins with up to 3 points of movement. §4.1"""
    state.phase = MOVING
    state.points = POINTS


@kernel
def use_point(state: State) -> None:
    """One point of movement is used; after the last one a piece sinks. §4.1"""
    state.points -= 1
    if not is_decided(state) and state.points == 0:
        begin_sinking(state)


@kernel
def begin_sinking(state: State) -> None:
    """The moving is done: a piece sinks, as long as one is left. §4.2, §6.4"""
    state.points = 0
    left = int(state.pieces[0]) + int(state.pieces[1]) + int(state.pieces[2])
    state.phase = SINKING if left > 0 else SPINNING


@kernel
def end_turn(state: State) -> None:
    """The next player's turn begins, unless nothing has happened for too long. §4, §10.2"""
    state.turns += 1
    state.quiet = 0 if state.eventful else state.quiet + 1
    state.eventful = 0
    state.picked = NOWHERE
    state.rider = 0
    state.spun_animal = NOWHERE
    state.spun_number = 0
    for place in range(HEXES):
        state.swum[place] = 0
        state.jumped[place] = 0
    if state.quiet >= int(state.stall_limit) * int(state.players):
        state.phase = DONE
    else:
        state.seat = (int(state.seat) + 1) % int(state.players)
        begin_moving(state)


# §5 Moving


@kernel
def rested(state: State, seat: int, place: int) -> int:
    """Own swimmers on a hex who may still do anything this turn. §5.11"""
    return int(state.swimmers[place, seat]) - int(state.swum[place]) - int(state.jumped[place])


@kernel
def is_dangerous(state: State, place: int) -> bool:
    """Whether whoever comes into this water is lost at once. §5.12"""
    return has(state.beasts[SHARK], place) or has(state.beasts[MONSTER], place)


@kernel
def into_water(state: State, seat: int, place: int) -> bool:
    """A person becomes a swimmer, or is lost to a shark or a monster. §5.12"""
    if is_dangerous(state, place):
        lose(state, seat, 1)
        return False
    state.swimmers[place, seat] += 1
    refresh(state, place)
    return True


@kernel
def leave(state: State, seat: int, place: int) -> None:
    """A person leaves a piece or a boat."""
    state.people[place, seat] -= 1
    refresh(state, place)


@kernel
def stand(state: State, seat: int, place: int) -> None:
    """A person steps onto a piece or into a boat."""
    state.people[place, seat] += 1
    refresh(state, place)


@kernel
def go(state: State, start: int, end: int) -> None:
    """A person walks, boards, changes boats, lands, or jumps into free water. §5.1-5.3, §5.8"""
    seat = int(state.seat)
    leave(state, seat, start)
    if has(state.land, end) or has(state.boats, end):
        stand(state, seat, end)
    elif into_water(state, seat, end):
        state.jumped[end] += 1
    use_point(state)


@kernel
def swim(state: State, start: int, end: int) -> None:
    """A rested swimmer goes ashore or swims one hex. §5.4, §5.5"""
    seat = int(state.seat)
    state.swimmers[start, seat] -= 1
    refresh(state, start)
    if has(state.land, end):
        stand(state, seat, end)
    elif into_water(state, seat, end):
        state.swum[end] += 1
    use_point(state)


@kernel
def controls(state: State, seat: int, place: int) -> bool:
    """Whether a player may move the boat: it is empty, or nobody has more people on it. §5.6"""
    for other in range(SEATS):
        if state.people[place, other] > state.people[place, seat]:
            return False
    return True


@kernel
def sail(state: State, start: int, end: int) -> None:
    """A boat moves one hex with everybody in it. §5.6"""
    put(state.boats, start, False)
    put(state.boats, end, True)
    for seat in range(SEATS):
        state.people[end, seat] = state.people[start, seat]
        state.people[start, seat] = 0
    refresh(state, start)
    refresh(state, end)
    use_point(state)


@kernel
def jump(state: State, place: int) -> None:
    """A person jumps out of a boat into the water around it. §5.9"""
    seat = int(state.seat)
    leave(state, seat, place)
    if into_water(state, seat, place):
        state.jumped[place] += 1
    use_point(state)


@kernel
def climb(state: State, place: int) -> None:
    """A swimmer climbs into the boat on the hex, first one who has swum. §5.9, §5.11"""
    seat = int(state.seat)
    state.swimmers[place, seat] -= 1
    if state.swum[place] > 0:
        state.swum[place] -= 1
    stand(state, seat, place)
    use_point(state)


@kernel
def save_passenger(state: State, place: int) -> None:
    """A passenger goes from a gate onto the coral island. §5.10"""
    leave(state, int(state.seat), place)
    save(state)


@kernel
def save_swimmer(state: State, place: int) -> None:
    """A rested swimmer goes from a gate onto the coral island. §5.10"""
    state.swimmers[place, state.seat] -= 1
    refresh(state, place)
    save(state)


@kernel
def save(state: State) -> None:
    """One more person of the player is saved. §5.10"""
    state.saved[state.seat] += 1
    state.eventful = 1
    use_point(state)


# §6 Sinking


@kernel
def sinking_kind(state: State) -> int:
    """The lowest kind of piece that is still there. §6.1"""
    for kind in range(MOUNTAIN):
        if state.pieces[kind] > 0:
            return kind
    return MOUNTAIN


@kernel
def choose_piece(state: State, place: int) -> None:
    """The player chooses the piece that sinks. §6.1"""
    state.sinking = place
    state.phase = RELOCATING
    if aboard(state, place) == 0:
        sink(state, place)


@kernel
def destinations(state: State) -> tuple[Any, Any, Any]:
    """Where people on the sinking piece go: land with room, else the sea beside it. §6.2"""
    place = int(state.sinking)
    a, b, c = state.land[0], state.land[1], state.land[2]
    a, b, c = a & state.room[0], b & state.room[1], c & state.room[2]
    a, b, c = without(a, b, c, place)
    if a | b | c:
        return a, b, c
    near = NEAR[place]
    a, b, c = near[0] & state.calm[0], near[1] & state.calm[1], near[2] & state.calm[2]
    if a | b | c:
        return a, b, c
    land = state.land
    a, b, c = near[0] & ~land[0], near[1] & ~land[1], near[2] & ~land[2]
    if a | b | c:
        return a, b, c
    return only(place)


@kernel
def only(place: int) -> tuple[Any, Any, Any]:
    """A mask of one hex."""
    bit = ONE << np.uint64(place & 63)
    word = place >> 6
    return (bit if word == 0 else NONE), (bit if word == 1 else NONE), (bit if word == 2 else NONE)


@kernel
def without(a: Any, b: Any, c: Any, place: int) -> tuple[Any, Any, Any]:
    """A mask less one hex."""
    x, y, z = only(place)
    return a & ~x, b & ~y, c & ~z


@kernel
def relocate(state: State, seat: int, end: int) -> None:
    """Moves one person off the sinking piece; after the last one it goes. §6.2"""
    place = int(state.sinking)
    leave(state, seat, place)
    if end != place and has(state.land, end):
        stand(state, seat, end)
    else:
        into_water(state, seat, end)
    if aboard(state, place) == 0:
        sink(state, place)
    is_decided(state)


@kernel
def sink(state: State, place: int) -> None:
    """The piece is gone for good and its hex is sea. §6.3"""
    put(state.land, place, False)
    state.pieces[KIND[place]] -= 1
    state.eventful = 1
    refresh(state, place)
    state.phase = REVEALING


# §7 Symbols


@kernel
def reveal(state: State, symbol: int) -> None:
    """What lay under the piece comes to light; then the spinner is turned. §6.3, §7"""
    place = int(state.sinking)
    state.symbols[0 if state.mixed else KIND[place], symbol] -= 1
    state.sinking = NOWHERE
    state.phase = SPINNING
    if symbol < BOAT:
        add_animal(state, symbol, place)
        harm(state, symbol, place)
    elif symbol == BOAT:
        put(state.boats, place, True)
        refresh(state, place)
    else:
        swallow(state, place)
        for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
            if not has(state.land, EDGE_TO[edge]):
                swallow(state, EDGE_TO[edge])
    is_decided(state)


@kernel
def swallow(state: State, place: int) -> None:
    """A whirlpool takes everything on a sea hex out of the game. §7.3"""
    for animal in range(ANIMALS):
        while has(state.beasts[animal], place):
            remove_animal(state, animal, place)
    lose_boat(state, place)
    lose_swimmers(state, place)


# §8 Animals


@kernel
def add_animal(state: State, animal: int, place: int) -> None:
    """An animal comes to a hex; the list stays in order."""
    row = state.animals[animal]
    number = EACH - 1
    while number > 0 and row[number - 1] < place:
        row[number] = row[number - 1]
        number -= 1
    row[number] = place
    put(state.beasts[animal], place, True)
    refresh(state, place)


@kernel
def remove_animal(state: State, animal: int, place: int) -> None:
    """An animal leaves a hex; another of its kind may stay there."""
    row = state.animals[animal]
    number = 0
    while row[number] != place:
        number += 1
    while number < EACH - 1:
        row[number] = row[number + 1]
        number += 1
    row[EACH - 1] = NOWHERE
    another = False
    for number in range(EACH):
        another |= row[number] == place
    put(state.beasts[animal], place, another)
    refresh(state, place)


@kernel
def harm(state: State, animal: int, place: int) -> None:
    """What an animal does where it ends or appears. §7.1, §8.2"""
    if animal == MONSTER:
        lose_boat(state, place)
        lose_swimmers(state, place)
    elif animal == SHARK:
        lose_swimmers(state, place)
    elif animal == KRAKEN and has(state.boats, place) and aboard(state, place) > 0:
        put(state.boats, place, False)
        for seat in range(SEATS):
            number = int(state.people[place, seat])
            state.people[place, seat] = 0
            for _ in range(number):
                into_water(state, seat, place)
        refresh(state, place)


@kernel
def lose_boat(state: State, place: int) -> None:
    """A boat goes down with everybody in it."""
    if has(state.boats, place):
        put(state.boats, place, False)
        for seat in range(SEATS):
            number = int(state.people[place, seat])
            state.people[place, seat] = 0
            lose(state, seat, number)
        refresh(state, place)


@kernel
def lose_swimmers(state: State, place: int) -> None:
    """Everybody in the water of a hex is lost."""
    state.swum[place] = 0
    state.jumped[place] = 0
    for seat in range(SEATS):
        number = int(state.swimmers[place, seat])
        state.swimmers[place, seat] = 0
        lose(state, seat, number)
    refresh(state, place)


@kernel
def lose(state: State, seat: int, number: int) -> None:
    """People of a player are lost."""
    if number > 0:
        state.lost[seat] += number
        state.eventful = 1


@kernel
def spin(state: State, outcome: int) -> None:
    """The spinner shows an animal and a number; without one to move the turn ends. §8.1"""
    state.spun_animal = outcome // 4
    state.spun_number = outcome % 4 + 1
    state.phase = PICKING
    if not can_pick_any(state):
        end_turn(state)


@kernel
def reach(state: State, start: int, over: Any) -> tuple[Any, Any, Any]:
    """The hexes within the number spun, over hexes of a mask; with T all of the mask. §8.1"""
    a, b, c = over[0], over[1], over[2]
    if state.spun_number != DIVE:
        x, y, z = only(start)
        for _ in range(state.spun_number):
            x, y, z = spread(x, y, z, over)
        a, b, c = x, y, z
    return without(a, b, c, start)


@kernel
def spread(a: Any, b: Any, c: Any, over: Any) -> tuple[Any, Any, Any]:
    """A mask and the neighbours of its hexes that are in another mask."""
    x, y, z = a, b, c
    for word in range(WORDS):
        rest = a if word == 0 else (b if word == 1 else c)
        while rest:
            near = NEAR[64 * word + lowest(rest)]
            rest &= rest - ONE
            x |= near[0] & over[0]
            y |= near[1] & over[1]
            z |= near[2] & over[2]
    return x, y, z


@kernel
def ends_alone(state: State, start: int) -> tuple[Any, Any, Any]:
    """Where an animal may end: sea, but with no swimmer under a dolphin's care. §8.1, §8.3"""
    sea = (ALL[0] & ~state.land[0], ALL[1] & ~state.land[1], ALL[2] & ~state.land[2])
    a, b, c = reach(state, start, sea)
    if not state.no_refuge:
        a, b, c = a & ~state.refuge[0], b & ~state.refuge[1], c & ~state.refuge[2]
    return a, b, c


@kernel
def ends_together(state: State, start: int) -> tuple[Any, Any, Any]:
    """Where a dolphin and its swimmer may end: over and on hexes without animals. §9.3"""
    return reach(state, start, (state.calm[0], state.calm[1], state.calm[2]))


@kernel
def may_move_alone(state: State, place: int) -> bool:
    """Whether the player may move the animal spun that is here by itself. §8.1, §9.1"""
    guarded = state.spun_animal == DOLPHIN and has(state.refuge, place)
    if guarded and state.swimmers[place, state.seat] == 0:
        return False
    a, b, c = ends_alone(state, place)
    return bool(a | b | c)


@kernel
def may_move_together(state: State, place: int) -> bool:
    """Whether the player may move the dolphin here with a swimmer. §5.11, §9.2"""
    if state.spun_animal != DOLPHIN or state.swimmers[place, state.seat] <= state.jumped[place]:
        return False
    a, b, c = ends_together(state, place)
    return bool(a | b | c)


@kernel
def can_pick_any(state: State) -> bool:
    """Whether the player can move any animal of the kind spun. §8.1"""
    for number in range(EACH):
        place = int(state.animals[state.spun_animal, number])
        if place != NOWHERE and (may_move_alone(state, place) or may_move_together(state, place)):
            return True
    return False


@kernel
def move_animal(state: State, end: int) -> None:
    """The animal ends its move and does what it does; the turn is over. §8.2"""
    start = int(state.picked)
    animal = int(state.spun_animal)
    if state.rider:
        carry(state, start, end)
    else:
        remove_animal(state, animal, start)
        add_animal(state, animal, end)
        harm(state, animal, end)
    if not is_decided(state):
        end_turn(state)


# §9 Dolphins


@kernel
def carry(state: State, start: int, end: int) -> None:
    """A dolphin takes one own swimmer along, first one who has swum. §5.11, §9.2, §9.5"""
    seat = int(state.seat)
    state.swimmers[start, seat] -= 1
    state.swimmers[end, seat] += 1
    if state.swum[start] > 0:
        state.swum[start] -= 1
        state.swum[end] += 1
    remove_animal(state, DOLPHIN, start)
    add_animal(state, DOLPHIN, end)


@kernel
def ride(state: State, start: int, end: int) -> None:
    """Dolphin and swimmer move one hex in the moving phase. §9.2"""
    carry(state, start, end)
    use_point(state)


# §10 End


@kernel
def is_decided(state: State) -> bool:
    """Ends the game once nobody is in play, or with `hurricane` one player is done. §10.1, §11.1"""
    if not state.eventful:
        return False
    nobody_left = True
    storm = False
    for seat in range(state.players):
        done = state.saved[seat] + state.lost[seat] == PEOPLE
        nobody_left &= done
        storm |= done & (state.saved[seat] > 0) & (state.hurricane > 0)
    if storm:
        lose_everybody(state)
    if storm or nobody_left:
        end_game(state)
    return bool(storm or nobody_left)


@kernel
def lose_everybody(state: State) -> None:
    """A hurricane takes everybody who is still in play. §11.1"""
    for place in range(HEXES):
        for seat in range(SEATS):
            state.people[place, seat] = 0
            state.swimmers[place, seat] = 0
        state.swum[place] = 0
        state.jumped[place] = 0
        refresh(state, place)
    for seat in range(state.players):
        state.lost[seat] = PEOPLE - state.saved[seat]


@kernel
def end_game(state: State) -> None:
    """Nothing more happens. §10.1"""
    state.phase = DONE
    state.points = 0
    state.sinking = NOWHERE
    state.picked = NOWHERE
    state.rider = 0
    state.spun_animal = NOWHERE
    state.spun_number = 0


@kernel
def scores(state: State, out: Any) -> None:
    """The people saved. §10.1"""
    for seat in range(state.players):
        out[seat] = state.saved[seat]


# Who acts, what is legal, and what happens


@kernel
def actor(state: State) -> int:
    """The seat to decide, CHANCE, or OVER."""
    if state.phase < PLACING:
        return CHANCE
    return OVER if state.phase == DONE else int(state.seat)


@kernel
def legal(state: State, out: Any) -> int:
    """Writes the legal actions of the seat to decide and counts them."""
    if state.phase == MOVING:
        return list_moves(state, out)
    if state.phase == PICKING:
        return list_picks(state, out)
    if state.phase == ENDING:
        place = int(state.picked)
        if state.rider:
            a, b, c = ends_together(state, place)
        else:
            a, b, c = ends_alone(state, place)
        return list_hexes(a, b, c, TO, out, 0)
    found = 0
    if state.phase == RELOCATING:
        a, b, c = destinations(state)
        for seat in range(state.players):
            if state.people[state.sinking, seat] > 0:
                found = list_hexes(a, b, c, RELOCATE + seat * HEXES, out, found)
        return found
    kind = sinking_kind(state)
    for number in range(len(PIECES)):
        place = PIECES[number]
        if state.phase == PLACING:
            possible, first = can_place(state, place), PLACE
        else:
            possible, first = has(state.land, place) and KIND[place] == kind, SINK
        if possible:
            out[found] = first + number
            found += 1
    return found


@kernel
def list_hexes(a: Any, b: Any, c: Any, first: int, out: Any, found: int) -> int:
    """Adds an action for each hex of a mask, numbered from `first`."""
    for word in range(WORDS):
        rest = a if word == 0 else (b if word == 1 else c)
        while rest:
            out[found] = first + 64 * word + lowest(rest)
            found += 1
            rest &= rest - ONE
    return found


@kernel
def list_moves(state: State, out: Any) -> int:
    """What one point of movement can do. §5"""
    seat = int(state.seat)
    found = 0
    for word in range(WORDS):
        rest = state.standing[seat, word]
        while rest:
            found = list_walks(state, 64 * word + lowest(rest), out, found)
            rest &= rest - ONE
        rest = state.swimming[seat, word]
        while rest:
            found = list_swims(state, seat, 64 * word + lowest(rest), out, found)
            rest &= rest - ONE
        rest = state.boats[word]
        while rest:
            place = 64 * word + lowest(rest)
            rest &= rest - ONE
            if controls(state, seat, place):
                found = list_edges(state.free, place, SAIL, out, found)
    out[found] = STOP
    return found + 1


@kernel
def list_edges(mask: Any, place: int, first: int, out: Any, found: int) -> int:
    """Adds an action for each way to a neighbour that is in a mask."""
    for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
        out[found] = first + edge  # stays only if the next line counts it
        found += has(mask, EDGE_TO[edge])
    return found


@kernel
def list_walks(state: State, place: int, out: Any, found: int) -> int:
    """What a person on a piece or in a boat can do. §5.1-5.3, §5.8-5.10"""
    found = list_edges(state.room, place, GO, out, found)
    if has(state.land, place):
        return list_edges(state.free, place, GO, out, found)
    if not has(state.refuge, place):
        out[found] = JUMP + place
        found += 1
    if GATE[place] >= 0:
        out[found] = GO_CORAL + GATE[place]
        found += 1
    return found


@kernel
def list_swims(state: State, seat: int, place: int, out: Any, found: int) -> int:
    """What swimmers on a hex can do. §5.4, §5.5, §5.9-5.11, §9.2"""
    fresh = rested(state, seat, place)
    if fresh > 0:
        for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
            end = EDGE_TO[edge]
            land = has(state.land, end)
            out[found] = SWIM + edge
            found += (land & has(state.room, end)) | (not (land | has(state.refuge, end)))
        if GATE[place] >= 0:
            out[found] = SWIM_CORAL + GATE[place]
            found += 1
    if fresh + int(state.swum[place]) > 0:
        if has(state.boats, place) and has(state.room, place):
            out[found] = CLIMB + place
            found += 1
        if has(state.beasts[DOLPHIN], place):
            found = list_edges(state.calm, place, RIDE, out, found)
    return found


@kernel
def list_picks(state: State, out: Any) -> int:
    """The animals of the kind spun that the player can move. §8.1, §9.2"""
    found = 0
    last = NOWHERE
    for number in range(EACH):
        place = int(state.animals[state.spun_animal, number])
        if place != NOWHERE and place != last:
            if may_move_alone(state, place):
                out[found] = PICK + place
                found += 1
            if may_move_together(state, place):
                out[found] = PICK_RIDER + place
                found += 1
        last = place
    out[found] = STAY
    return found + 1


@kernel
def random_action(state: State, out: Any, stream: Any) -> int:
    """One of the legal actions, each as likely as the others; `out` is room for a list of them."""
    return int(out[below(stream, legal(state, out))])


@kernel
def chance(state: State, out: Any, weights: Any) -> int:
    """Writes what chance may do now, each with its weight, and counts the outcomes."""
    found = 0
    if state.phase == REVEALING:
        row = 0 if state.mixed else KIND[state.sinking]
        for symbol in range(SYMBOLS):
            if state.symbols[row, symbol] > 0:
                out[found] = SYMBOL + symbol
                weights[found] = state.symbols[row, symbol]
                found += 1
    else:
        for outcome in range(SPINS):
            if SPINNERS[state.spinner, outcome] > 0:
                out[found] = SPIN + outcome
                weights[found] = SPINNERS[state.spinner, outcome]
                found += 1
    return found


@kernel
def sample(state: State, stream: Any) -> int:
    """One outcome of chance, drawn by its weight."""
    if state.phase == REVEALING:
        return SYMBOL + pick(state.symbols[0 if state.mixed else KIND[state.sinking]], stream)
    return SPIN + pick(SPINNERS[state.spinner], stream)


@kernel
def pick(weights: Any, stream: Any) -> int:
    """A number drawn at random by its weight."""
    total = 0
    for weight in weights:
        total += int(weight)
    left = below(stream, total)
    drawn = 0
    passed = 0
    for weight in weights:
        passed += int(weight)
        drawn += left >= passed
    return drawn


@kernel
def audience(state: State) -> int:
    """Who sees what chance does now: everybody."""
    return -1


@kernel
def apply(state: State, action: int) -> None:
    """Does one legal action of a seat or of chance."""
    if action < JUMP:
        if action < GO:
            place_person(state, PIECES[action - PLACE])
        elif action < SWIM:
            go(state, EDGE_FROM[action - GO], EDGE_TO[action - GO])
        elif action < SAIL:
            swim(state, EDGE_FROM[action - SWIM], EDGE_TO[action - SWIM])
        elif action < RIDE:
            sail(state, EDGE_FROM[action - SAIL], EDGE_TO[action - SAIL])
        else:
            ride(state, EDGE_FROM[action - RIDE], EDGE_TO[action - RIDE])
    elif action < STOP:
        if action < CLIMB:
            jump(state, action - JUMP)
        elif action < GO_CORAL:
            climb(state, action - CLIMB)
        elif action < SWIM_CORAL:
            save_passenger(state, GATES[action - GO_CORAL])
        else:
            save_swimmer(state, GATES[action - SWIM_CORAL])
    elif action == STOP:
        begin_sinking(state)
    elif action < RELOCATE:
        choose_piece(state, PIECES[action - SINK])
    elif action < PICK:
        relocate(state, (action - RELOCATE) // HEXES, (action - RELOCATE) % HEXES)
    elif action < TO:
        state.picked = (action - PICK) % HEXES
        state.rider = action >= PICK_RIDER
        state.phase = ENDING
    elif action < STAY:
        move_animal(state, action - TO)
    elif action == STAY:
        end_turn(state)
    elif action < SPIN:
        reveal(state, action - SYMBOL)
    else:
        spin(state, action - SPIN)


# What a seat knows: everything, for what nobody knows is not in the state


PREVIEW_COLUMNS = 2 * SEATS  # the columns of a preview: people lost, then people saved


@kernel
def preview(before: State, after: State, action: int, out: Any) -> None:
    """How many people of each player an action would lose and save at once."""
    for seat in range(SEATS):
        out[seat] = after.lost[seat] - before.lost[seat]
        out[SEATS + seat] = after.saved[seat] - before.saved[seat]


@kernel
def redact(state: State, seat: int) -> None:
    """Nothing is hidden from anybody; symbols still under pieces are not in the state at all."""


@kernel
def resample(state: State, seat: int, stream: Any) -> None:
    """There is nothing to deal."""
