/** How somebody likes to play: the table each button opens, and what was chosen last time. */

import type { SeatWish, TableWish } from "./api";
import type { GameName } from "./types";

export type Mode = "bots" | "screen" | "friends" | "watch";

/** A seat as it is chosen in the dialog. */
export interface SeatChoice {
  kind: "you" | "here" | "open" | "bot";
  name: string; // of somebody at this screen
  level: string; // of a bot
}

export interface Wish {
  seats: SeatChoice[];
  options: Record<string, string>;
  clock: string; // "none", or kind and seconds such as "total:600"
  hints: boolean;
  public: boolean;
}

export const CLOCKS = ["none", "total:300", "total:600", "total:1200", "move:30", "move:60", "move:180"];
const MOST = 4;
const FIRST: Record<Mode, SeatChoice["kind"][]> = {
  bots: ["you", "bot", "bot"],
  screen: ["you", "here"],
  friends: ["you", "open"],
  watch: ["bot", "bot", "bot"],
};
const FILLER: Record<Mode, SeatChoice["kind"]> = { bots: "bot", screen: "here", friends: "open", watch: "bot" };

function seat(kind: SeatChoice["kind"], level = "crab"): SeatChoice {
  return { kind, name: "", level };
}

/** What a button means when nothing has been chosen yet. */
export function firstWish(mode: Mode): Wish {
  return {
    seats: FIRST[mode].map((kind) => seat(kind, mode === "watch" ? "dolphin" : "crab")),
    options: {},
    clock: "none",
    hints: true,
    public: false,
  };
}

/** The same wish for another number of players. */
export function resized(wish: Wish, mode: Mode, players: number): Wish {
  const level = wish.seats.findLast((one) => one.kind === "bot")?.level ?? "crab";
  const seats = wish.seats.slice(0, players);
  while (seats.length < Math.min(players, MOST)) seats.push(seat(FILLER[mode], level));
  return { ...wish, seats };
}

/** What is sent to the server. */
export function tableOf(game: GameName, wish: Wish): TableWish {
  const seats = wish.seats.map((one): SeatWish => {
    if (one.kind === "bot") return { kind: "bot", level: one.level };
    if (one.kind === "open") return { kind: "open" };
    const name = one.kind === "here" ? one.name.trim().slice(0, 24) : "";
    return name ? { kind: "person", name } : { kind: "person" };
  });
  const [kind, seconds] = wish.clock.split(":");
  const chosen = Object.entries(wish.options).filter(([, value]) => value !== "");
  const hasClock = kind === "total" || kind === "move";
  return {
    game,
    seats,
    options: Object.fromEntries(chosen),
    public: wish.public && seats.some((one) => one.kind === "open"),
    hints: wish.hints,
    ...(hasClock ? { clock: { kind, seconds: Number(seconds) } } : {}),
  };
}

/** What was kept of an earlier choice, if it still makes sense; anything odd is forgotten. */
export function kept(text: string | null, mode: Mode): Wish {
  try {
    const wish = JSON.parse(text ?? "") as Wish;
    const kinds = wish.seats.every((one) => ["you", "here", "open", "bot"].includes(one.kind));
    const isSound = kinds && wish.seats.length >= 2 && wish.seats.length <= MOST && CLOCKS.includes(wish.clock);
    if (isSound) return { ...firstWish(mode), ...wish };
  } catch {
    // never chosen, or kept by another version
  }
  return firstWish(mode);
}
