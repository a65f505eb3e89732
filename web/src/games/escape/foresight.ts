/** What the chart shows of a move before it is made: ghosts where things would be, and who is lost or saved. */

import { COLOURS, type Choice, type Colour } from "../../lib/types";
import type { Animal, EscapeView } from "./types";
import { coralBehind, type Place, type Spot } from "./layout";
import { HEIGHTS, type Footing, type Piece, type Unkeyed } from "./pieces";
import { placeOf } from "./targets";

export interface Foresight {
  from: Spot | null;
  to: Spot | null;
  ghosts: Unkeyed[];
  lost: number[]; // people of each seat
  saved: number[];
  sinks: string | null;
}

const idIn = (choice: Choice, sort: string) => choice.clicks.find((id) => id.startsWith(`${sort}:`));

function ghostPerson(seat: number, hex: string, spot: Spot, footing: Footing): Unkeyed {
  return { sort: "person", seat, footing, tired: null, hex, x: spot.x, y: spot.y, scale: 1.1, depth: 0, radius: 0 };
}

function shifted(pieces: readonly Piece[], from: Place, to: Place): Unkeyed[] {
  return pieces.map((piece) => ({ ...piece, hex: to.name, x: piece.x + to.x - from.x, y: piece.y + to.y - from.y }));
}

export function foresight(
  choice: Choice,
  view: EscapeView,
  chart: ReadonlyMap<string, Place>,
  pieces: readonly Piece[],
): Foresight {
  const seen: Foresight = {
    from: null,
    to: null,
    ghosts: [],
    lost: choice.lost ?? [],
    saved: choice.saved ?? [],
    sinks: null,
  };
  const hexId = idIn(choice, "hex");
  const coralId = idIn(choice, "coral");
  const person = idIn(choice, "person");
  const swimmer = idIn(choice, "swimmer");
  const boat = idIn(choice, "boat");
  const dolphin = idIn(choice, "dolphin");
  const evacuee = idIn(choice, "evacuee");
  const mover = person ?? swimmer ?? dolphin ?? boat;
  const fromName = view.picked ?? (evacuee ? view.sinking : mover ? placeOf(mover) : null);
  const from = fromName ? chart.get(fromName) : undefined;
  // A swimmer who climbs into a boat is the one move whose second click is a boat.
  const toName = hexId ? placeOf(hexId) : coralId ? placeOf(coralId) : boat && swimmer ? placeOf(boat) : null;
  const to = toName ? chart.get(toName) : undefined;
  if (!to) return seen;
  const ground = view.hexes.find((hex) => hex.hex === to.name);
  const top = { x: to.x, y: to.y - (ground?.land ? HEIGHTS[ground.land] : 0) };
  seen.to = coralId ? coralBehind(to) : top;
  seen.from = from && from !== to ? from : null;
  if (view.phase === "sink") return { ...seen, sinks: to.name };

  const footing: Footing = ground?.land || coralId ? "land" : ground?.boat && from !== to ? "aboard" : "water";
  // Where somebody is already, the animal's ghost keeps above them.
  const crowded = pieces.some((piece) => piece.hex === to.name);
  const over = { hex: to.name, x: to.x, y: to.y - (crowded ? 10 : 0), scale: crowded ? 0.72 : 0.95 };
  const here = pieces.filter((piece) => piece.hex === from?.name);
  const rider = (seat: number) => ghostPerson(seat, to.name, { x: to.x + 9, y: to.y + 6 }, "water");
  if (view.picked && from) {
    const kind = view.spun?.split(" ")[0] as Animal | undefined;
    const animal = here.filter((piece) => piece.sort === "animal" && piece.animal === kind).slice(0, 1);
    seen.ghosts = animal.map((piece) => ({ ...piece, ...over }));
    if (view.rider) seen.ghosts.push(rider(view.turn));
  } else if (dolphin && from) {
    const animal = here.filter((piece) => piece.sort === "animal" && piece.animal === "dolphin").slice(0, 1);
    seen.ghosts = [
      ...animal.map((piece) => ({ ...piece, ...over })),
      rider(view.turn),
    ];
  } else if (boat && from && !swimmer) {
    const crew = here.filter((piece) => piece.sort === "person" && piece.footing === "aboard");
    seen.ghosts = shifted([...crew, ...here.filter((piece) => piece.sort === "boat")], from, to);
  } else {
    const seat = evacuee ? COLOURS.indexOf(placeOf(evacuee) as Colour) : view.turn;
    const climbing = Boolean(boat && swimmer);
    const spot = climbing ? { x: top.x, y: top.y - 4 } : seen.to;
    const swims = swimmer && !ground?.land && !coralId;
    seen.ghosts = [ghostPerson(seat, to.name, spot, climbing ? "aboard" : swims ? "water" : footing)];
  }
  return seen;
}
