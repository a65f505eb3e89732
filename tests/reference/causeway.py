"""A slow and literal engine for Causeway, used only to check the fast one.

It is written from the numbered rules of the game (cited as §4.3) and from nothing else. Every
question is answered by walking the path again; nothing is cached, and a move is judged by trying
it out. Seats are counted from 0, so the seat called 1 in §2.5 is seat 0 here.
"""

from itertools import pairwise

CHANCE = -1
OVER = -2

ATLANTIS = 0
MAINLAND = 54

ITEMS = ["crown", "ring", "flag", "helmet", "statue", "olive", "amphora"]
LETTERS = ["A", "B", "C"]
SPACES = list(range(1, 54))
WATER = 27
DOUBLE = [*range(1, 11), *range(21, 27), *range(28, 34), *range(44, 54)]
HIGH_TILE = {
    "A": {"helmet": 6, "crown": 6, "ring": 6, "statue": 6, "amphora": 7, "flag": 7, "olive": 7},
    "B": {"helmet": 7, "crown": 7, "ring": 7, "statue": 7, "amphora": 6, "flag": 6, "olive": 6},
}
FIRST_HAND = [4, 5, 6, 7]


def tile_text(tile: tuple[str, int] | None) -> str:
    """Spell a tile of §1.1 as its item and value, and a missing one as nothing."""
    if tile is None:
        return ""
    item, value = tile
    return item + str(value)


def back_of(space: int) -> str:
    """Tell which back the tiles of a space have (§2.2)."""
    return "A" if space < WATER else "B"


def no_cards() -> dict[str, int]:
    """Count zero cards of each of the seven items (§1.1)."""
    return dict.fromkeys(ITEMS, 0)


def sums_of(pieces: list[int]) -> set[int]:
    """Find every sum that some of the pieces make (§5.4, §10.3)."""
    sums = {0}
    for piece in pieces:
        sums = sums | {earlier + piece for earlier in sums}
    return sums


class Causeway:
    """One game in progress, played by naming one small action after another (§2 to §10)."""

    def __init__(
        self,
        players: int,
        *,
        peek: bool = False,
        bought_cards_pay: bool = True,
        spent_cards: str = "discard",
        payment: str = "free",
        pass_draw: str = "two",
        atlantis_journey: str = "pays",
    ) -> None:
        """Prepare the table of §2 with nothing dealt yet, and keep the options (§2.3 to §10.2)."""
        if players not in (2, 3, 4):
            raise ValueError("there are 2 to 4 players")
        if spent_cards not in ("discard", "remove"):
            raise ValueError("spent_cards is discard or remove")
        if payment not in ("free", "strict"):
            raise ValueError("payment is free or strict")
        if pass_draw not in ("two", "home"):
            raise ValueError("pass_draw is two or home")
        if atlantis_journey not in ("pays", "free"):
            raise ValueError("atlantis_journey is pays or free")
        self.players = players
        self.peek = peek
        self.bought_cards_pay = bought_cards_pay
        self.spent_cards = spent_cards
        self.payment = payment
        self.pass_draw = pass_draw
        self.atlantis_journey = atlantis_journey

        # The path: the visible tile, the number of tiles below it, and the lower tile if known.
        self.top: dict[int, tuple[str, int] | None] = dict.fromkeys(SPACES)
        self.covered: dict[int, int] = {space: int(space in DOUBLE) for space in SPACES}
        self.lower: dict[int, tuple[str, int] | None] = dict.fromkeys(SPACES)
        self.unseen: dict[str, list[tuple[str, int]]] = {}
        for back in ("A", "B"):
            self.unseen[back] = []
            for item in ITEMS:
                for value in (1, 2, 3, 4, 5, HIGH_TILE[back][item]):
                    self.unseen[back].append((item, value))

        # The players' things.
        seats = range(players)
        self.hands: list[dict[str, int]] = [no_cards() for _ in seats]
        self.shown: list[dict[str, int]] = [no_cards() for _ in seats]
        self.tiles: list[list[int]] = [[] for _ in seats]
        self.figures: list[list[int]] = [[ATLANTIS, ATLANTIS, ATLANTIS] for _ in seats]
        self.has_bridge: list[bool] = [True for _ in seats]

        # The common things.
        self.spent: list[int] = []
        self.bridges: list[int] = []
        self.draw_pile: dict[str, int] = dict.fromkeys(ITEMS, 15)
        self.discard: dict[str, int] = no_cards()
        self.removed: dict[str, int] = no_cards()

        # Where the game stands. The stages are: top, lower and hands (the deal), start, buy,
        # chain, pay, uncover, late, draw and over.
        self.stage = "top"
        self.turn_of = 0
        self.turns = 0
        self.idle_turns = 0
        self.due = 0  # cards still to be drawn now
        self.uncovering = 0  # the space whose lower tile is being turned up
        self.to_deal = [space for space in SPACES if space != WATER]
        self.deal_seat = 0

        # What happened in the present turn.
        self.has_bought = False
        self.has_laid = False
        self.has_passed = False
        self.has_drawn = False
        self.bought: dict[str, int] = no_cards()
        self.played: dict[str, int] = no_cards()
        self.figure = 0
        self.origin = ATLANTIS
        self.owed = 0
        self.paid_a_piece = False
        self.paid_with = ""  # with strict payment: tiles or cards, once a piece was paid

    # ------------------------------------------------------------------ questions about the path

    def occupied(self, space: int) -> bool:
        """Tell whether any figure stands on a space (§4.2)."""
        return any(space in figures for figures in self.figures)

    def empty(self, space: int) -> bool:
        """Tell whether no tile at all lies on a space (§8.4)."""
        return self.top[space] is None and self.covered[space] == 0

    def gaps(self) -> list[list[int]]:
        """List the runs of empty spaces that have a tile on both sides (§5.1)."""
        with_tile = [space for space in SPACES if not self.empty(space)]
        result: list[list[int]] = []
        for left, right in pairwise(with_tile):
            if right > left + 1:
                result.append(list(range(left + 1, right)))
        return result

    def bridged(self, gap: list[int]) -> bool:
        """Tell whether a bridge lies on any space of a gap (§6.2, §6.3)."""
        return any(space in self.bridges for space in gap)

    def value_at(self, space: int) -> int:
        """Read the value of the visible tile of a space (§2.3)."""
        tile = self.top[space]
        if tile is None:
            raise ValueError("no visible tile there")
        return tile[1]

    def price(self, start: int, finish: int) -> int:
        """Add up the prices of the unbridged gaps between two places (§5.2, §5.3, §6.2)."""
        total = 0
        for gap in self.gaps():
            left = gap[0] - 1
            right = gap[-1] + 1
            if start <= left and right <= finish and not self.bridged(gap):
                total += min(self.value_at(left), self.value_at(right))
        return total

    def landing(self, space: int, item: str) -> int:
        """Find the next visible tile of an item ahead of a place, or the mainland (§4.1, §4.3)."""
        for ahead in range(space + 1, MAINLAND):
            tile = self.top[ahead]
            if tile is not None and tile[0] == item:
                return ahead
        return MAINLAND

    def may_stop(self, space: int) -> bool:
        """Tell whether a figure may end its move at a place (§4.2, §4.3, §4.5)."""
        return space == MAINLAND or not self.occupied(space)

    # ---------------------------------------------------------------- questions about the mover

    def paying_cards(self, hand: dict[str, int], played: dict[str, int]) -> dict[str, int]:
        """Count the cards of a hand that may be used to pay (§5.4, §5.6)."""
        if self.bought_cards_pay:
            return dict(hand)
        return {item: hand[item] - max(0, self.bought[item] - played[item]) for item in ITEMS}

    def can_play(
        self, start: int, here: int, item: str, hand: dict[str, int], played: dict[str, int]
    ) -> bool:
        """Try out whether a card can lead to an end of the move that can be paid for (§4.4)."""
        if hand[item] == 0:
            return False
        hand_left = dict(hand)
        hand_left[item] -= 1
        played_then = dict(played)
        played_then[item] += 1
        there = self.landing(here, item)
        if self.may_stop(there):
            tiles = sum(self.tiles[self.turn_of])
            cards = sum(self.paying_cards(hand_left, played_then).values())
            means = max(tiles, cards) if self.payment == "strict" else tiles + cards
            return self.price(start, there) <= means
        return any(
            self.can_play(start, there, further, hand_left, played_then) for further in ITEMS
        )

    def figures_to_choose(self) -> list[int]:
        """List the figures the mover may choose from, one for all on Atlantis (§3.2, §4.7)."""
        result: list[int] = []
        atlantis_listed = False
        for figure in (0, 1, 2):
            space = self.figures[self.turn_of][figure]
            if space == MAINLAND:
                continue
            if space == ATLANTIS:
                if atlantis_listed:
                    continue
                atlantis_listed = True
            result.append(figure)
        return result

    def first_card_moves(self) -> list[str]:
        """List every figure with every card it can begin a move with (§3.2, §4.4)."""
        result: list[str] = []
        hand = self.hands[self.turn_of]
        for figure in self.figures_to_choose():
            space = self.figures[self.turn_of][figure]
            for item in ITEMS:
                if self.can_play(space, space, item, hand, self.played):
                    result.append(LETTERS[figure] + " " + item)
        return result

    def further_card_moves(self) -> list[str]:
        """List every card with which a chain can go on (§4.2, §4.4)."""
        hand = self.hands[self.turn_of]
        here = self.figures[self.turn_of][self.figure]
        return [
            "then " + item
            for item in ITEMS
            if self.can_play(self.origin, here, item, hand, self.played)
        ]

    def bridge_moves(self) -> list[str]:
        """List the gaps without a bridge, if the mover still has one to lay (§6.1)."""
        if not self.has_bridge[self.turn_of]:
            return []
        return ["bridge " + str(gap[0]) for gap in self.gaps() if not self.bridged(gap)]

    def buy_moves(self) -> list[str]:
        """List the tiles that can be given for cards (§7.1)."""
        if self.has_bought or not self.cards_exist():
            return []
        values = sorted(set(self.tiles[self.turn_of]))
        return ["buy " + str(value) for value in values if value // 2 > 0]

    def pay_moves(self) -> list[str]:
        """List the pieces that can be paid next (§5.4, §5.6)."""
        values = sorted(set(self.tiles[self.turn_of]))
        cards = self.paying_cards(self.hands[self.turn_of], self.played)
        items = [item for item in ITEMS if cards[item] > 0]
        if self.payment == "strict":
            values = self.strict_values()
            if not self.may_pay_with("cards", sum(cards.values())):
                items = []
        return ["pay " + str(value) for value in values] + ["pay " + item for item in items]

    def may_pay_with(self, kind: str, worth: int) -> bool:
        """Tell whether one kind of pieces pays all, and no other was begun with (§5.4)."""
        return self.paid_with in ("", kind) and worth >= self.owed

    def strict_values(self) -> list[int]:
        """List the tiles that strict payment allows: an exact sum where one can be made (§5.4)."""
        tiles = self.tiles[self.turn_of]
        if not self.may_pay_with("tiles", sum(tiles)):
            return []
        result: list[int] = []
        for value in sorted(set(tiles)):
            others = list(tiles)
            others.remove(value)
            if self.owed not in sums_of(tiles) or self.owed - value in sums_of(others):
                result.append(value)
        return result

    def cards_exist(self) -> bool:
        """Tell whether a card could be drawn, from either pile (§2.6)."""
        return sum(self.draw_pile.values()) + sum(self.discard.values()) > 0

    def game_ending(self) -> bool:
        """Tell whether the mover has all three figures on the mainland (§10.1)."""
        return self.figures[self.turn_of] == [MAINLAND, MAINLAND, MAINLAND]

    # ------------------------------------------------------------------------- the public face

    @property
    def actor(self) -> int:
        """Tell who acts next: a seat, chance (§2.3, §8.1, §9) or nobody (§10)."""
        if self.stage == "over":
            return OVER
        if self.stage in ("top", "lower", "hands", "buy", "uncover", "draw"):
            return CHANCE
        return self.turn_of

    def moves(self) -> dict[str, int]:
        """List every legal move of this moment with its weight (§2.3, §3)."""
        if self.stage == "over":
            return {}
        if self.stage in ("top", "lower", "uncover"):
            space = self.uncovering if self.stage == "uncover" else self.to_deal[0]
            return {"tile " + tile_text(tile): 1 for tile in self.unseen[back_of(space)]}
        if self.stage in ("hands", "buy", "draw"):
            pile = self.draw_pile
            return {"draw " + item: pile[item] for item in ITEMS if pile[item] > 0}
        texts: list[str]
        if self.stage == "start":
            texts = self.first_card_moves()
            if not texts:
                texts = ["pass"]
            texts += self.buy_moves()
            texts += self.bridge_moves()
        elif self.stage == "chain":
            texts = self.further_card_moves()
        elif self.stage == "pay":
            texts = self.pay_moves()
            if not self.paid_a_piece:
                texts += self.bridge_moves()
        else:
            texts = ["end", *self.bridge_moves()]
        return dict.fromkeys(texts, 1)

    def play(self, move: str) -> None:
        """Carry out one legal move and go on to the next moment of decision (§3)."""
        if move not in self.moves():
            raise ValueError("not a legal move: " + move)
        words = move.split(" ")
        if words[0] == "tile":
            self.do_tile(words[1])
        elif words[0] == "draw":
            self.do_draw(words[1])
        elif words[0] == "pass":
            self.do_pass()
        elif words[0] == "end":
            self.start_drawing()
        elif words[0] == "buy":
            self.do_buy(int(words[1]))
        elif words[0] == "bridge":
            self.do_bridge(int(words[1]))
        elif words[0] == "pay":
            self.do_pay(words[1])
        elif words[0] == "then":
            self.do_card(words[1])
        else:
            self.figure = LETTERS.index(words[0])
            self.origin = self.figures[self.turn_of][self.figure]
            self.do_card(words[1])

    def scores(self) -> list[int]:
        """Count everybody's points, settled once the game is over (§10.2, §10.3, §10.4)."""
        return [self.score_of(seat) for seat in range(self.players)]

    def picture(self) -> dict[str, object]:
        """Describe the whole state in plain values, hidden things included (§1 to §10)."""
        return {
            "actor": self.actor,
            "turn_of": self.turn_of,
            "turns": self.turns,
            "path": [tile_text(self.top[space]) for space in SPACES],
            "covered": [self.covered[space] for space in SPACES],
            "lower": [tile_text(self.lower[space]) for space in SPACES],
            "hands": [[hand[item] for item in ITEMS] for hand in self.hands],
            "shown": [[shown[item] for item in ITEMS] for shown in self.shown],
            "tiles": [[tiles.count(value) for value in range(1, 8)] for tiles in self.tiles],
            "spent": [self.spent.count(value) for value in range(1, 8)],
            "figures": [list(figures) for figures in self.figures],
            "bridges": sorted(self.bridges),
            "has_bridge": list(self.has_bridge),
            "draw_pile": [self.draw_pile[item] for item in ITEMS],
            "discard": [self.discard[item] for item in ITEMS],
            "removed": [self.removed[item] for item in ITEMS],
            "owed": self.owed,
        }

    # --------------------------------------------------------------------------- chance events

    def do_tile(self, text: str) -> None:
        """Turn up a tile, in the deal or on a stack just uncovered (§2.3, §8.1)."""
        tile = (text[:-1], int(text[-1]))
        space = self.uncovering if self.stage == "uncover" else self.to_deal.pop(0)
        self.unseen[back_of(space)].remove(tile)
        if self.stage == "uncover":
            self.top[space] = tile
            self.covered[space] = 0
            self.uncovering = 0
            self.after_taking()
            return
        if self.stage == "top":
            self.top[space] = tile
        else:
            self.lower[space] = tile
        if self.to_deal:
            return
        if self.stage == "top" and self.peek:
            self.stage = "lower"
            self.to_deal = list(DOUBLE)
        else:
            self.stage = "hands"
            self.due = FIRST_HAND[0]

    def do_draw(self, item: str) -> None:
        """Put one card from the draw pile into a hand (§2.5, §7.1, §9.1)."""
        seat = self.deal_seat if self.stage == "hands" else self.turn_of
        self.draw_pile[item] -= 1
        self.hands[seat][item] += 1
        self.due -= 1
        if self.stage == "hands":
            if self.due == 0:
                self.deal_seat += 1
                if self.deal_seat < self.players:
                    self.due = FIRST_HAND[self.deal_seat]
                else:
                    self.start_turn(0)
            return
        if self.stage == "buy":
            self.bought[item] += 1
        else:
            self.has_drawn = True
        self.go_on_drawing()

    def go_on_drawing(self) -> None:
        """Make the next card due ready, or stop when none is due or none is left (§2.6)."""
        if self.due > 0 and self.cards_exist():
            if sum(self.draw_pile.values()) == 0:
                self.draw_pile = self.discard
                self.discard = no_cards()
            return
        self.due = 0
        if self.stage == "buy":
            self.stage = "start"
        else:
            self.finish_turn()

    # ---------------------------------------------------------------------- a player's actions

    def start_turn(self, seat: int) -> None:
        """Begin a turn with nothing bought, played or owed (§3.1)."""
        self.stage = "start"
        self.turn_of = seat
        self.has_bought = False
        self.has_laid = False
        self.has_passed = False
        self.has_drawn = False
        self.bought = no_cards()
        self.played = no_cards()
        self.owed = 0
        self.paid_a_piece = False
        self.paid_with = ""

    def lose_card(self, item: str) -> None:
        """Take a card out of the mover's hand, and a shown copy before an unknown one (§3.8)."""
        self.hands[self.turn_of][item] -= 1
        self.shown[self.turn_of][item] = max(0, self.shown[self.turn_of][item] - 1)

    def do_buy(self, value: int) -> None:
        """Give a tile out of the game for half its value in cards (§7.1)."""
        self.tiles[self.turn_of].remove(value)
        self.spent.append(value)
        self.has_bought = True
        self.stage = "buy"
        self.due = value // 2
        self.go_on_drawing()

    def do_bridge(self, space: int) -> None:
        """Lay the bridge at one of its three moments and go on from there (§3.6, §6.1)."""
        self.has_bridge[self.turn_of] = False
        self.bridges.append(space)
        self.has_laid = True
        if self.stage == "pay":
            self.settle_move()
        elif self.stage == "late":
            self.start_drawing()

    def do_pass(self) -> None:
        """Show the hand and draw two cards, or more by an option (§3.7)."""
        self.shown[self.turn_of] = dict(self.hands[self.turn_of])
        self.has_passed = True
        self.stage = "draw"
        self.due = 2
        if self.pass_draw == "home":
            self.due += self.figures[self.turn_of].count(MAINLAND)
        self.go_on_drawing()

    def do_card(self, item: str) -> None:
        """Play a card and move the chosen figure by it (§4.1, §4.2, §4.6)."""
        self.lose_card(item)
        self.played[item] += 1
        self.discard[item] += 1
        here = self.figures[self.turn_of][self.figure]
        there = self.landing(here, item)
        stops = self.may_stop(there)
        self.figures[self.turn_of][self.figure] = there
        if stops:
            self.settle_move()
        else:
            self.stage = "chain"

    def settle_move(self) -> None:
        """Work out the whole price of the move, and take the tile if it is nothing (§3.6, §5.3)."""
        self.owed = self.price(self.origin, self.figures[self.turn_of][self.figure])
        if self.owed > 0:
            self.stage = "pay"
        else:
            self.take_tile()

    def do_pay(self, piece: str) -> None:
        """Pay one tile or one card towards the sum owed (§5.4, §5.7)."""
        self.paid_a_piece = True
        self.paid_with = "cards" if piece in ITEMS else "tiles"
        if piece in ITEMS:
            self.lose_card(piece)
            if self.spent_cards == "remove":
                self.removed[piece] += 1
            else:
                self.discard[piece] += 1
            worth = 1
        else:
            worth = int(piece)
            self.tiles[self.turn_of].remove(worth)
            self.spent.append(worth)
        self.owed = max(0, self.owed - worth)
        if self.owed == 0:
            self.take_tile()

    def take_tile(self) -> None:
        """Take the first free tile behind the moved figure, if there is one (§8)."""
        space = self.figures[self.turn_of][self.figure] - 1
        while space > ATLANTIS and (self.top[space] is None or self.occupied(space)):
            space -= 1
        if space == ATLANTIS:
            self.after_taking()
            return
        self.tiles[self.turn_of].append(self.value_at(space))
        self.top[space] = None
        if self.covered[space] == 0:
            self.after_taking()
        elif self.peek:
            self.top[space] = self.lower[space]
            self.lower[space] = None
            self.covered[space] = 0
            self.after_taking()
        else:
            self.stage = "uncover"
            self.uncovering = space

    def after_taking(self) -> None:
        """Ask for the bridge a last time where that is a question, else draw (§3.6)."""
        if self.bridge_moves() and not self.game_ending():
            self.stage = "late"
        else:
            self.start_drawing()

    def start_drawing(self) -> None:
        """Draw one card and one more for each own figure on the mainland (§9.1, §10.1)."""
        self.stage = "draw"
        self.due = 1 + self.figures[self.turn_of].count(MAINLAND)
        self.go_on_drawing()

    # ------------------------------------------------------------------------------ the ending

    def finish_turn(self) -> None:
        """End the turn, and the game if it is won or cannot go on (§3.5, §10.1, §10.5)."""
        self.turns += 1
        did_something = self.has_bought or self.has_laid or self.has_drawn
        if self.has_passed and not did_something:
            self.idle_turns += 1
        else:
            self.idle_turns = 0
        if self.game_ending() or self.idle_turns == self.players:
            self.stage = "over"
        else:
            self.start_turn((self.turn_of + 1) % self.players)

    def score_of(self, seat: int) -> int:
        """Count one player's points less what the figures still on the way cost (§10.2-§10.4)."""
        pieces = list(self.tiles[seat]) + [1] * sum(self.hands[seat].values())
        if self.stage != "over":
            return sum(pieces)
        travellers = list(self.figures[seat])
        if self.atlantis_journey == "free":
            travellers = [space for space in travellers if space != ATLANTIS]
        cost = sum(self.price(space, MAINLAND) for space in travellers)
        if cost > sum(pieces):
            return sum(pieces) - cost
        return sum(pieces) - self.cheapest_payment(pieces, cost)

    def cheapest_payment(self, pieces: list[int], cost: int) -> int:
        """Find the smallest sum of whole pieces that covers a cost (§10.3)."""
        return min(total for total in sums_of(pieces) if total >= cost)
