/** The set-up of a new table: what each button opens, and what was chosen last time. */

import { remember, remembered } from "./settings.svelte";
import type { GameInfo, SeatBody, SetupBody, TableBody, TableInfo } from "./types";

export type Mode = "bots" | "screen" | "friends" | "watch";

/** A seat as it is chosen in the dialog. */
export interface SeatChoice {
  kind: "you" | "here" | "open" | "bot";
  name: string; // of somebody at this screen
  level: string; // of a bot
}

export interface Setup {
  seats: SeatChoice[];
  options: Record<string, string>;
  clock: string; // "none", or kind and seconds such as "total:600"
  hints: boolean | null; // null: only where one person plays alone
  public: boolean;
  private?: boolean; // its link shows neither names nor the position; settled when the table is opened
}

export const CLOCKS = ["none", "total:300", "total:600", "total:1200", "move:30", "move:60", "move:180"];
const MAX_SEATS = 4;
const FIRST: Record<Mode, SeatChoice["kind"][]> = {
  bots: ["you", "bot", "bot"],
  screen: ["you", "here"],
  friends: ["you", "open"],
  watch: ["bot", "bot", "bot"],
};
const FILLER: Record<Mode, SeatChoice["kind"]> = { bots: "bot", screen: "here", friends: "open", watch: "bot" };

const seat = (kind: SeatChoice["kind"], level: string): SeatChoice => ({ kind, name: "", level });

/** What a set-up has to fit. */
type Limits = Pick<GameInfo, "players" | "levels">;

/** Taken for granted until the server has answered; levels from weak to strong. */
const USUAL: Limits = { players: [2, MAX_SEATS], levels: ["sprat", "crab", "otter", "dolphin", "triton"] };

/** What a button opens when nothing has been chosen yet. */
export function firstSetup(mode: Mode, { players, levels }: Limits = USUAL): Setup {
  const rank = mode === "watch" ? 3 : 1;
  const level = levels[Math.min(rank, levels.length - 1)] ?? "";
  const seats = FIRST[mode].map((kind) => seat(kind, level));
  const setup = { seats, options: {}, clock: "none", hints: null, public: false, private: false };
  const [least, most] = players;
  return resized(setup, mode, Math.min(Math.max(seats.length, least), most));
}

/** The same set-up for another number of players. */
export function resized(setup: Setup, mode: Mode, players: number): Setup {
  const level = (setup.seats.findLast((one) => one.kind === "bot") ?? setup.seats[0])?.level ?? "";
  const seats = setup.seats.slice(0, players);
  while (seats.length < Math.min(players, MAX_SEATS)) seats.push(seat(FILLER[mode], level));
  return { ...setup, seats };
}

/** The preset that a choice of options comes to; "" for a choice of one's own. */
export function presetOf({ options, presets }: Pick<GameInfo, "options" | "presets">, chosen: Setup["options"]): string {
  const valueOf = (name: string, usual: string) => chosen[name] || usual; // a cleared field is not a choice
  const fits = presets.find((preset) =>
    options.every(({ name, default: usual }) => valueOf(name, usual) === preset.options[name]),
  );
  return fits?.name ?? "";
}

/** The set-up with another choice at a seat. You sit at one seat only: who was there takes your old one. */
export function withSeat(setup: Setup, index: number, kind: SeatChoice["kind"], level?: string): Setup {
  const before = setup.seats[index];
  const seats = setup.seats.map((one, number) => {
    if (number === index) return { ...one, kind, level: level ?? one.level };
    return kind === "you" && one.kind === "you" && before ? { ...before } : one;
  });
  return { ...setup, seats };
}

/** What is sent to the server. */
export function tableBody(game: string, setup: Setup): TableBody {
  const seats = setup.seats.map((one): SeatBody => {
    if (one.kind === "bot") return { kind: "bot", level: one.level };
    if (one.kind === "open") return { kind: "open" };
    const name = one.kind === "here" ? one.name.trim().slice(0, 24) : "";
    return name ? { kind: "person", name } : { kind: "person" };
  });
  const [kind, seconds] = setup.clock.split(":");
  const chosen = Object.entries(setup.options).filter(([, value]) => value !== "");
  const isOpen = seats.some((one) => one.kind === "open");
  const hasClock = kind === "total" || kind === "move";
  return {
    game,
    seats,
    options: Object.fromEntries(chosen),
    public: setup.public && isOpen,
    ...(setup.private && isOpen ? { private: true } : {}),
    hints: hasHints(setup),
    ...(hasClock ? { clock: { kind, seconds: Number(seconds) } } : {}),
  };
}

/** Whether there are hints: as chosen, else only where one person plays alone. */
export function hasHints({ hints, seats }: Pick<Setup, "hints"> & { seats: { kind: string }[] }): boolean {
  return hints ?? seats.filter((one) => one.kind !== "bot").length <= 1;
}

/** What can be changed about a table that waits for its players. */
export type Arrangement = Omit<Setup, "seats">;

/** How a table that waits is set up now. */
export function arrangementOf({ options, clock, hints, public: isPublic }: TableInfo): Arrangement {
  return { options: { ...options }, clock: clock ? `${clock.kind}:${clock.seconds}` : "none", hints, public: isPublic };
}

/** What is sent to the server to change a table that waits. */
export function setupBody(setup: Arrangement): SetupBody {
  const { options, hints, public: isPublic, clock } = tableBody("", { ...setup, seats: [{ kind: "open", name: "", level: "" }] });
  return { options, hints, public: isPublic, ...(clock ? { clock } : {}) };
}

/** A stored set-up if it still makes sense, else the first one. */
export function parsedSetup(text: string | null, first: Setup): Setup {
  try {
    const setup = JSON.parse(text ?? "") as Setup;
    const kinds = setup.seats.every((one) => ["you", "here", "open", "bot"].includes(one.kind));
    const isSound = kinds && setup.seats.length >= 2 && setup.seats.length <= MAX_SEATS && CLOCKS.includes(setup.clock);
    if (isSound) return { ...first, ...setup };
  } catch {
    // nothing stored, or by another version
  }
  return first;
}

const storedAs = (game: string, mode: Mode) => `wish.${game}.${mode}`; // the name that earlier versions used

/** What was chosen last time in this browser. */
export function lastSetup(game: string, mode: Mode, limits?: Limits): Setup {
  return parsedSetup(remembered(storedAs(game, mode)), firstSetup(mode, limits));
}

/** Stores a set-up for the next time, or forgets it. */
export function rememberSetup(game: string, mode: Mode, setup: Setup | null): void {
  remember(storedAs(game, mode), setup ? JSON.stringify(setup) : "");
}
