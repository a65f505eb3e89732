"""A slow, literal engine for Escape, written from the rules alone to check the fast one against.

Numbers such as §5.3 in the docstrings are sections of `docs/rules/escape.md`. Hexes are axial
pairs (q, r). All state is kept in plain public attributes, so that a test may build any position
by hand: clear the board, put things on it, set `phase`, `turn_of` and `points`, and play on.
"""

CHANCE = -1
OVER = -2

Hex = tuple[int, int]

ROWS = [7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7]
LETTERS = "abcdefghijklm"
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
GATES: list[Hex] = [(-3, -4), (7, -4), (-7, 4), (3, 4)]
BOATS_FOR_TWO: list[Hex] = [(-4, 0), (4, 0)]
BOATS_FOR_MORE: list[Hex] = [(-4, 0), (4, 0), (2, -4), (-2, 4)]

COLOURS = ["blue", "white", "black", "red"]
ANIMALS = ["monster", "shark", "kraken", "dolphin"]
SYMBOLS = ["monster", "shark", "kraken", "dolphin", "boat", "whirlpool"]
LANDS = ["flatland", "hill", "mountain"]
GRADED = {
    "flatland": [2, 3, 3, 4, 4, 2],
    "hill": [2, 2, 2, 1, 2, 3],
    "mountain": [2, 1, 1, 1, 0, 2],
}
MIXED = {"all": [6, 6, 6, 6, 6, 7]}
SPINS = {
    "even": (
        {"monster": 1, "shark": 1, "kraken": 1, "dolphin": 1},
        {"1": 1, "2": 1, "3": 1, "T": 1},
    ),
    "dice": (
        {"monster": 1, "shark": 1, "kraken": 1, "dolphin": 3},
        {"1": 2, "2": 2, "3": 1, "T": 1},
    ),
}
PEOPLE = 12
POINTS = 3
ROOM = 3


def name_hexes() -> dict[Hex, str]:
    """Lay out the rows of §2.1, each centred, and name every hex by row letter and number."""
    names: dict[Hex, str] = {}
    for row, length in enumerate(ROWS):
        r = row - 6
        for number in range(length):
            twice_x = 2 * number - (length - 1)
            q = (twice_x - r) // 2
            names[(q, r)] = LETTERS[row] + str(number + 1)
    return names


NAMES = name_hexes()
HEXES = {name: place for place, name in NAMES.items()}


def neighbours(place: Hex) -> list[Hex]:
    """Give the hexes of the board that touch this one (§2.1)."""
    q, r = place
    return [(q + dq, r + dr) for dq, dr in STEPS if (q + dq, r + dr) in NAMES]


def lay_island() -> dict[Hex, str]:
    """Lay the 37 pieces in rings round the centre (§2.1, §2.2)."""
    kinds = {0: "mountain", 1: "mountain", 2: "hill", 3: "flatland"}
    land: dict[Hex, str] = {}
    for q, r in NAMES:
        ring = max(abs(q), abs(r), abs(q + r))
        if ring <= 3:
            land[(q, r)] = kinds[ring]
    return land


class Escape:
    """One game of Escape from the placing of the people to the end (§3 to §11)."""

    def __init__(
        self,
        players: int,
        *,
        symbols: str = "graded",
        spinner: str = "even",
        hurricane: bool = False,
        no_refuge: bool = False,
        refuge: str = "together",
        bite: str = "entering",
        stall_limit: int = 20,
    ) -> None:
        """Set up the board before the first person is placed (§1, §2, §3)."""
        if players not in (2, 3, 4):
            raise ValueError("2 to 4 players")
        if symbols not in ("graded", "mixed"):
            raise ValueError("symbols: graded or mixed")
        if spinner not in ("even", "dice"):
            raise ValueError("spinner: even or dice")
        if refuge not in ("together", "riding"):
            raise ValueError("refuge: together or riding")
        if bite not in ("entering", "arriving"):
            raise ValueError("bite: entering or arriving")
        if stall_limit < 1:
            raise ValueError("stall_limit: at least 1")
        self.players = players
        self.spinner = spinner
        self.hurricane = hurricane
        self.no_refuge = no_refuge
        self.only_riders = refuge == "riding"
        self.only_arriving = bite == "arriving"
        self.stall_limit = stall_limit

        self.land = lay_island()
        self.boats: set[Hex] = set(BOATS_FOR_TWO if players == 2 else BOATS_FOR_MORE)
        self.people: dict[Hex, list[int]] = {place: [0, 0, 0, 0] for place in NAMES}
        self.swimmers: dict[Hex, list[int]] = {place: [0, 0, 0, 0] for place in NAMES}
        self.animals: dict[str, list[Hex]] = {kind: [] for kind in ANIMALS}
        self.symbols = {
            kind: list(counts)
            for kind, counts in (GRADED if symbols == "graded" else MIXED).items()
        }
        self.saved = [0] * players
        self.lost = [0] * players
        self.to_place = [PEOPLE] * players

        # phase: place, move, sink, relocate, symbol, spin, pick, to, over
        self.phase = "place"
        self.turn_of = 0
        self.turns = 0
        self.points = 0
        self.quiet = 0
        self.eventful = False  # in this turn something sank or somebody was saved or lost
        self.swum: dict[Hex, int] = dict.fromkeys(NAMES, 0)
        self.jumped: dict[Hex, int] = dict.fromkeys(NAMES, 0)
        # the hexes to which a dolphin and a swimmer came together: whose, and in which turn
        self.ridden: dict[Hex, tuple[int, int]] = {}
        self.sinking: Hex | None = None
        self.sinking_kind = ""
        self.shown_animal = ""
        self.shown_number = ""
        self.picked: Hex | None = None
        self.picked_rider = False

    # ---------------------------------------------------------------- the interface

    @property
    def actor(self) -> int:
        """Tell whose decision it is: a seat, chance (§6.3, §8.1) or nobody any more (§10)."""
        if self.phase == "over":
            return OVER
        if self.phase in ("symbol", "spin"):
            return CHANCE
        return self.turn_of

    def moves(self) -> dict[str, int]:
        """List every legal move of the present phase with its weight (§3.2, §4)."""
        if self.phase == "place":
            return dict.fromkeys(self.placings(), 1)
        if self.phase == "move":
            return dict.fromkeys(self.actions(), 1)
        if self.phase == "sink":
            return dict.fromkeys(self.sinkings(), 1)
        if self.phase == "relocate":
            return dict.fromkeys(self.relocations(), 1)
        if self.phase == "symbol":
            return self.symbol_weights()
        if self.phase == "spin":
            return self.spin_weights()
        if self.phase == "pick":
            return dict.fromkeys([*self.picks(), "stay"], 1)
        if self.phase == "to":
            assert self.picked is not None
            ends = self.ends(self.picked, self.picked_rider)
            return {"to " + NAMES[end]: 1 for end in ends}
        return {}

    def play(self, move: str) -> None:
        """Carry out one legal move, look whether the game is over, and go on (§4, §10.1)."""
        if move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        words = move.split()
        verb = words[0]
        if verb == "place":
            self.do_place(HEXES[words[1]])
        elif verb == "go":
            self.do_go(words[1], words[2])
        elif verb == "jump":
            self.do_jump(HEXES[words[1]])
        elif verb == "climb":
            self.do_climb(HEXES[words[1]])
        elif verb == "swim":
            self.do_swim(words[1], words[2])
        elif verb == "sail":
            self.do_sail(HEXES[words[1]], HEXES[words[2]])
        elif verb == "ride":
            self.points -= 1
            self.carry(HEXES[words[1]], HEXES[words[2]])
        elif verb == "stop":
            self.points = 0
        elif verb == "sink":
            self.do_sink(HEXES[words[1]])
        elif verb == "move":
            self.do_relocate(COLOURS.index(words[1]), HEXES[words[2]])
        elif verb == "symbol":
            self.do_symbol(words[1])
        elif verb == "spin":
            self.shown_animal = words[1]
            self.shown_number = words[2]
        elif verb == "pick":
            self.picked = HEXES[words[1]]
            self.picked_rider = len(words) == 3
        elif verb == "to":
            self.do_move_animal(HEXES[words[1]])
        self.forget_rides()
        if self.is_over():
            self.finish()
        else:
            self.go_on(verb)
            self.forget_rides()

    def scores(self) -> list[int]:
        """Count the people saved per seat (§10.1)."""
        return list(self.saved)

    def picture(self) -> dict[str, object]:
        """Describe the whole position, of which only the order of the symbols is hidden (§3.1)."""
        return {
            "actor": self.actor,
            "turn_of": self.turn_of,
            "turns": self.turns,
            "points": self.points,
            "land": {NAMES[place]: kind for place, kind in self.land.items()},
            "people": {NAMES[h]: list(n) for h, n in self.people.items() if sum(n) > 0},
            "boats": sorted(NAMES[place] for place in self.boats),
            "swimmers": {NAMES[h]: list(n) for h, n in self.swimmers.items() if sum(n) > 0},
            "swum": {NAMES[place]: n for place, n in self.swum.items() if n > 0},
            "jumped": {NAMES[place]: n for place, n in self.jumped.items() if n > 0},
            "animals": {
                kind: sorted(NAMES[place] for place in places)
                for kind, places in self.animals.items()
            },
            "saved": list(self.saved),
            "lost": list(self.lost),
            "to_place": list(self.to_place),
            "symbols": {kind: list(counts) for kind, counts in self.symbols.items()},
            "quiet": self.quiet,
            "sinking": "" if self.sinking is None else NAMES[self.sinking],
            "protected": (
                []
                if self.phase == "over"
                else sorted(NAMES[place] for place in NAMES if self.is_refuge(place))
            ),
        }

    # ---------------------------------------------------------------- looking at the board

    def is_sea(self, place: Hex) -> bool:
        """Tell whether a hex of the board carries no piece (§2.1, §6.3)."""
        return place in NAMES and place not in self.land

    def has_animal(self, place: Hex) -> bool:
        """Tell whether any animal at all is there (§5.3, §5.6, §9.3)."""
        return any(place in self.animals[kind] for kind in ANIMALS)

    def has_swimmer(self, place: Hex) -> bool:
        """Tell whether anybody of any colour swims there (§5.3)."""
        return sum(self.swimmers[place]) > 0

    def is_refuge(self, place: Hex) -> bool:
        """Tell whether a dolphin protects a swimmer there (§8.3)."""
        if self.only_riders:
            return place in self.ridden
        return place in self.animals["dolphin"] and self.has_swimmer(place)

    def forget_rides(self) -> None:
        """Strike out rides that are over: one of the two is gone, or it is too long ago (§8.3)."""
        for place, (owner, turn) in list(self.ridden.items()):
            apart = place not in self.animals["dolphin"] or self.swimmers[place][owner] == 0
            # the player's next turn has begun after as many turns as there are players
            too_long_ago = self.turns > turn + self.players
            if apart or too_long_ago:
                del self.ridden[place]

    def has_room(self, place: Hex) -> bool:
        """Tell whether the piece or boat there holds fewer than three people (§5.1, §5.7)."""
        return sum(self.people[place]) < ROOM

    def rested(self, place: Hex) -> int:
        """Count the player's swimmers there who have neither swum nor jumped (§5.11)."""
        return self.swimmers[place][self.turn_of] - self.swum[place] - self.jumped[place]

    def able(self, place: Hex) -> int:
        """Count the player's swimmers there who may climb or ride, all but jumpers (§5.11)."""
        return self.swimmers[place][self.turn_of] - self.jumped[place]

    def may_sail(self, place: Hex) -> bool:
        """Tell whether the player controls the boat there (§5.6)."""
        return self.people[place][self.turn_of] == max(self.people[place])

    # ---------------------------------------------------------------- legal moves

    def placings(self) -> list[str]:
        """List the pieces with room for one more person during setup (§3.2)."""
        texts = []
        for place, kind in self.land.items():
            limit = 1 if kind == "flatland" else ROOM
            if sum(self.people[place]) < limit:
                texts.append("place " + NAMES[place])
        return texts

    def actions(self) -> list[str]:
        """List what one point can buy, and `stop` (§4.1, §5)."""
        texts = ["stop"]
        for place in NAMES:
            if self.people[place][self.turn_of] > 0 and place in self.land:
                texts += self.walks(place)
            if self.people[place][self.turn_of] > 0 and place in self.boats:
                texts += self.landings(place)
            if self.swimmers[place][self.turn_of] > 0:
                texts += self.swims(place)
                texts += self.rides(place)
            if place in self.boats and self.may_sail(place):
                texts += self.sails(place)
        return texts

    def walks(self, place: Hex) -> list[str]:
        """List where a person on land may go: land, boat or free sea (§5.1, §5.2, §5.3)."""
        texts = []
        for there in neighbours(place):
            if there in self.land or there in self.boats:
                allowed = self.has_room(there)
            else:
                allowed = not self.has_animal(there)
            if allowed:
                texts.append("go " + NAMES[place] + " " + NAMES[there])
        return texts

    def landings(self, place: Hex) -> list[str]:
        """List where a passenger may go: boat, land, water or coral (§5.8, §5.9, §5.10)."""
        texts = []
        for there in neighbours(place):
            if (there in self.land or there in self.boats) and self.has_room(there):
                texts.append("go " + NAMES[place] + " " + NAMES[there])
        if not self.is_refuge(place):
            texts.append("jump " + NAMES[place])
        if place in GATES:
            texts.append("go " + NAMES[place] + " coral")
        return texts

    def swims(self, place: Hex) -> list[str]:
        """List where a swimmer may go alone (§5.4, §5.5, §5.9, §5.10, §5.11, §8.3)."""
        texts = []
        if self.rested(place) > 0:
            for there in neighbours(place):
                ashore = there in self.land and self.has_room(there)
                onward = self.is_sea(there) and not self.is_refuge(there)
                if ashore or onward:
                    texts.append("swim " + NAMES[place] + " " + NAMES[there])
            if place in GATES:
                texts.append("swim " + NAMES[place] + " coral")
        if self.able(place) > 0 and place in self.boats and self.has_room(place):
            texts.append("climb " + NAMES[place])
        return texts

    def rides(self, place: Hex) -> list[str]:
        """List where a dolphin may take one of the player's swimmers (§9.2, §9.3)."""
        texts = []
        if place in self.animals["dolphin"] and self.able(place) > 0:
            for there in neighbours(place):
                if self.is_sea(there) and not self.has_animal(there):
                    texts.append("ride " + NAMES[place] + " " + NAMES[there])
        return texts

    def sails(self, place: Hex) -> list[str]:
        """List where the boat there may move by one hex (§5.6)."""
        texts = []
        for there in neighbours(place):
            if self.is_sea(there) and there not in self.boats and not self.has_animal(there):
                texts.append("sail " + NAMES[place] + " " + NAMES[there])
        return texts

    def sinkings(self) -> list[str]:
        """List the pieces of the lowest kind still there (§6.1)."""
        for lowest in LANDS:
            texts = ["sink " + NAMES[h] for h, kind in self.land.items() if kind == lowest]
            if texts:
                return texts
        return []

    def refuges(self) -> list[Hex]:
        """List where the next person on the sinking piece may be put (§6.2)."""
        assert self.sinking is not None
        roomy = [h for h in self.land if h != self.sinking and self.has_room(h)]
        if roomy:
            return roomy
        sea = [h for h in neighbours(self.sinking) if self.is_sea(h)]
        if not sea:
            return [self.sinking]
        calm = [h for h in sea if not self.has_animal(h)]
        if calm:
            return calm
        return sea

    def relocations(self) -> list[str]:
        """List who of the sinking piece's people may be put where next (§6.2)."""
        assert self.sinking is not None
        texts = []
        for seat in range(self.players):
            if self.people[self.sinking][seat] > 0:
                for there in self.refuges():
                    texts.append("move " + COLOURS[seat] + " " + NAMES[there])
        return texts

    def symbol_weights(self) -> dict[str, int]:
        """Weigh the symbols that may be under the sunk piece (§1.3, §6.3)."""
        counts = self.symbols["all" if "all" in self.symbols else self.sinking_kind]
        return {
            "symbol " + symbol: count
            for symbol, count in zip(SYMBOLS, counts, strict=True)
            if count > 0
        }

    def spin_weights(self) -> dict[str, int]:
        """Weigh the animals and numbers of the spinner (§1.4)."""
        animals, numbers = SPINS[self.spinner]
        return {
            "spin " + animal + " " + number: animals[animal] * numbers[number]
            for animal in animals
            for number in numbers
        }

    def picks(self) -> list[str]:
        """List the animals of the kind shown that the player can move (§8.1, §9.1, §9.2)."""
        texts = []
        for place in NAMES:
            if place not in self.animals[self.shown_animal]:
                continue
            alone = True
            rider = False
            if self.shown_animal == "dolphin" and self.has_swimmer(place):
                alone = self.swimmers[place][self.turn_of] > 0
                rider = self.able(place) > 0
            if alone and self.ends(place, False):
                texts.append("pick " + NAMES[place])
            if rider and self.ends(place, True):
                texts.append("pick " + NAMES[place] + " rider")
        return texts

    def reach(self, place: Hex, rider: bool) -> set[Hex]:
        """Find the hexes within the number shown, over sea, or any sea hex for T (§8.1, §9.3)."""
        if self.shown_number == "T":
            return {there for there in NAMES if self.is_sea(there)}
        reached = {place}
        for _ in range(int(self.shown_number)):
            for here in list(reached):
                for there in neighbours(here):
                    if self.is_sea(there) and not (rider and self.has_animal(there)):
                        reached.add(there)
        return reached

    def ends(self, place: Hex, rider: bool) -> list[Hex]:
        """List where the animal there, alone or with a rider, may end (§8.1, §8.3, §9.3, §11.2)."""
        ends = []
        for there in self.reach(place, rider):
            if there == place:
                continue
            if rider and self.has_animal(there):
                continue
            if not self.no_refuge and self.is_refuge(there):
                continue
            ends.append(there)
        return ends

    # ---------------------------------------------------------------- carrying out

    def do_place(self, place: Hex) -> None:
        """Put one of the player's people on a piece (§3.2)."""
        self.to_place[self.turn_of] -= 1
        self.people[place][self.turn_of] += 1

    def do_go(self, start: str, end: str) -> None:
        """Take a person off land or boat to land, boat, sea or coral (§5.1-§5.3, §5.8, §5.10)."""
        self.points -= 1
        self.people[HEXES[start]][self.turn_of] -= 1
        if end == "coral":
            self.save()
        elif HEXES[end] in self.land or HEXES[end] in self.boats:
            self.people[HEXES[end]][self.turn_of] += 1
        elif self.enter_water(self.turn_of, HEXES[end]):
            self.jumped[HEXES[end]] += 1

    def do_jump(self, place: Hex) -> None:
        """Take a person out of the boat into the water of its hex (§5.9, §5.11)."""
        self.points -= 1
        self.people[place][self.turn_of] -= 1
        if self.enter_water(self.turn_of, place):
            self.jumped[place] += 1

    def do_climb(self, place: Hex) -> None:
        """Take a swimmer, first one who has swum, into the boat on the hex (§5.9, §5.11)."""
        self.points -= 1
        self.swimmers[place][self.turn_of] -= 1
        if self.swum[place] > 0:
            self.swum[place] -= 1
        self.people[place][self.turn_of] += 1

    def do_swim(self, start: str, end: str) -> None:
        """Take a rested swimmer ashore, one hex on or onto the coral (§5.4, §5.5, §5.10)."""
        self.points -= 1
        self.swimmers[HEXES[start]][self.turn_of] -= 1
        if end == "coral":
            self.save()
        elif HEXES[end] in self.land:
            self.people[HEXES[end]][self.turn_of] += 1
        elif self.enter_water(self.turn_of, HEXES[end]):
            self.swum[HEXES[end]] += 1

    def do_sail(self, start: Hex, end: Hex) -> None:
        """Move a boat and everybody in it by one hex (§5.6)."""
        self.points -= 1
        self.boats.remove(start)
        self.boats.add(end)
        self.people[end] = self.people[start]
        self.people[start] = [0, 0, 0, 0]

    def carry(self, start: Hex, end: Hex) -> None:
        """Move a dolphin and a swimmer, first one who has swum, together (§5.11, §9.2)."""
        self.animals["dolphin"].remove(start)
        self.animals["dolphin"].append(end)
        self.swimmers[start][self.turn_of] -= 1
        self.swimmers[end][self.turn_of] += 1
        if self.swum[start] > 0:
            self.swum[start] -= 1
            self.swum[end] += 1
        self.ridden[end] = (self.turn_of, self.turns)

    def do_sink(self, place: Hex) -> None:
        """Choose the piece to sink, which goes at once if nobody is on it (§6.1, §6.3)."""
        self.sinking = place
        self.sinking_kind = self.land[place]
        self.let_it_go()

    def do_relocate(self, seat: int, there: Hex) -> None:
        """Put one person of the sinking piece elsewhere, and let it go after the last (§6.2)."""
        assert self.sinking is not None
        self.people[self.sinking][seat] -= 1
        if there in self.land and there != self.sinking:
            self.people[there][seat] += 1
        else:
            self.enter_water(seat, there)
        self.let_it_go()

    def let_it_go(self) -> None:
        """Take the sinking piece off the board once nobody is left on it (§6.3)."""
        assert self.sinking is not None
        if sum(self.people[self.sinking]) == 0:
            del self.land[self.sinking]
            self.eventful = True

    def do_symbol(self, symbol: str) -> None:
        """Reveal the symbol of the sunk piece and carry it out (§7.1, §7.2, §7.3)."""
        assert self.sinking is not None
        counts = self.symbols["all" if "all" in self.symbols else self.sinking_kind]
        counts[SYMBOLS.index(symbol)] -= 1
        if symbol == "boat":
            self.boats.add(self.sinking)
        elif symbol == "whirlpool":
            self.lose_swimmers(self.sinking)
            for place in neighbours(self.sinking):
                if self.is_sea(place):
                    self.swallow(place)
        else:
            self.animals[symbol].append(self.sinking)
            self.harm(symbol, self.sinking)

    def do_move_animal(self, end: Hex) -> None:
        """Move the picked animal, perhaps with a rider, and let it do harm (§8.1, §8.2, §9.2)."""
        assert self.picked is not None
        if self.picked_rider:
            self.carry(self.picked, end)
        else:
            self.animals[self.shown_animal].remove(self.picked)
            self.animals[self.shown_animal].append(end)
            self.harm(self.shown_animal, end)

    # ---------------------------------------------------------------- what happens to people

    def save(self) -> None:
        """Count one of the player's people as saved (§5.10)."""
        self.saved[self.turn_of] += 1
        self.eventful = True

    def lose(self, seat: int, number: int) -> None:
        """Count people as lost (§8.2)."""
        if number > 0:
            self.lost[seat] += number
            self.eventful = True

    def enter_water(self, seat: int, place: Hex) -> bool:
        """Put a person into the water there and tell whether he survives it (§5.12)."""
        jaws = place in self.animals["shark"] or place in self.animals["monster"]
        if jaws and not self.only_arriving:
            self.lose(seat, 1)
            return False
        self.swimmers[place][seat] += 1
        return True

    def lose_swimmers(self, place: Hex) -> None:
        """Take every swimmer there out of the game (§7.3, §8.2)."""
        for seat in range(self.players):
            self.lose(seat, self.swimmers[place][seat])
        self.swimmers[place] = [0, 0, 0, 0]
        self.swum[place] = 0
        self.jumped[place] = 0

    def lose_boat(self, place: Hex) -> None:
        """Take the boat there, if any, and everybody in it out of the game (§7.3, §8.2)."""
        if place in self.boats:
            self.boats.remove(place)
            for seat in range(self.players):
                self.lose(seat, self.people[place][seat])
            self.people[place] = [0, 0, 0, 0]

    def swallow(self, place: Hex) -> None:
        """Take everything on a sea hex beside a whirlpool out of the game (§7.3)."""
        self.lose_swimmers(place)
        self.lose_boat(place)
        for kind in ANIMALS:
            self.animals[kind] = [h for h in self.animals[kind] if h != place]

    def harm(self, kind: str, place: Hex) -> None:
        """Do what an animal of this kind does where it has come to (§7.1, §8.2, §11.2)."""
        if kind == "monster":
            self.lose_swimmers(place)
            self.lose_boat(place)
        if kind == "shark":
            self.lose_swimmers(place)
        if kind == "kraken" and place in self.boats and sum(self.people[place]) > 0:
            aboard = self.people[place]
            self.people[place] = [0, 0, 0, 0]
            self.boats.remove(place)
            for seat in range(self.players):
                if place in self.animals["shark"]:
                    self.lose(seat, aboard[seat])
                    continue
                for _ in range(aboard[seat]):
                    self.enter_water(seat, place)

    # ---------------------------------------------------------------- the course of the game

    def go_on(self, verb: str) -> None:
        """Enter the phase that follows the move just made (§3.3, §4)."""
        if self.phase == "place":
            self.turn_of = (self.turn_of + 1) % self.players
            if sum(self.to_place) == 0:
                self.start_turn()
        elif self.phase == "move":
            if self.points == 0:
                self.phase = "sink" if self.land else "spin"
        elif self.phase in ("sink", "relocate"):
            self.phase = "relocate" if self.sinking in self.land else "symbol"
        elif self.phase == "symbol":
            self.sinking = None
            self.phase = "spin"
        elif self.phase == "spin":
            self.phase = "pick"
            if not self.picks():
                self.end_turn()
        elif verb == "pick":
            self.phase = "to"
        else:
            self.end_turn()

    def start_turn(self) -> None:
        """Begin the turn of the seat whose turn it now is (§4.1)."""
        self.phase = "move"
        self.points = POINTS
        self.eventful = False

    def end_turn(self) -> None:
        """End the turn, count quiet ones and pass on unless the game has stalled (§3.3, §10.2)."""
        self.turns += 1
        self.quiet = 0 if self.eventful else self.quiet + 1
        self.swum = dict.fromkeys(NAMES, 0)
        self.jumped = dict.fromkeys(NAMES, 0)
        self.picked = None
        if self.quiet >= self.stall_limit * self.players:
            self.phase = "over"
        else:
            self.turn_of = (self.turn_of + 1) % self.players
            self.start_turn()

    def gone(self, seat: int) -> bool:
        """Tell whether all of a seat's people are saved or lost (§10.1)."""
        return self.saved[seat] + self.lost[seat] == PEOPLE

    def is_over(self) -> bool:
        """Tell whether nobody is in play, or the hurricane comes (§10.1, §11.1)."""
        if all(self.gone(seat) for seat in range(self.players)):
            return True
        return self.hurricane and any(
            self.gone(seat) and self.saved[seat] > 0 for seat in range(self.players)
        )

    def finish(self) -> None:
        """End the game at once, those still in play being lost to the hurricane (§10.1, §11.1)."""
        for place in NAMES:
            for seat in range(self.players):
                self.lose(seat, self.people[place][seat])
            self.people[place] = [0, 0, 0, 0]
            self.lose_swimmers(place)
        self.phase = "over"
        self.points = 0
        self.sinking = None
        self.picked = None
