/** Every page has an address: what an address means, and how it is written. */

import type { GameName } from "./types";

export type Route =
  | { screen: "home" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; ply: number | null; isReviewed: boolean }
  | { screen: "review"; id: string }
  | { screen: "learn"; game: GameName }
  | { screen: "rules"; game: GameName; section: string }
  | { screen: "nowhere" };

const NOWHERE: Route = { screen: "nowhere" };
const ID = /^[\w-]{1,64}$/;
const SECTION = /^\d{1,2}(\.\d{1,2})?$/;

function isGame(text: string | undefined): text is GameName {
  return text === "causeway" || text === "escape";
}

/** What an address stands for. Anything unknown is a page that says so. */
export function routeOf(path: string, search = "", hash = ""): Route {
  const [screen, name, ...rest] = path.split("/").filter(Boolean);
  if (screen === undefined || screen === "index.html") return { screen: "home" };
  if (name === undefined || rest.length > 0) return NOWHERE;
  if (screen === "learn" && isGame(name)) return { screen, game: name };
  if (screen === "rules" && isGame(name)) {
    const section = hash.slice(1);
    return { screen, game: name, section: SECTION.test(section) ? section : "" };
  }
  if (!ID.test(name)) return NOWHERE;
  if (screen === "table" || screen === "review") return { screen, id: name };
  if (screen === "replay") {
    const asked = new URLSearchParams(search);
    const ply = asked.get("ply") ?? "";
    return { screen, id: name, ply: /^\d{1,6}$/.test(ply) ? Number(ply) : null, isReviewed: asked.has("review") };
  }
  return NOWHERE;
}

/** The first section that a text such as "§4.3" names. */
export function sectionOf(rule: string): string {
  return /\d{1,2}(\.\d{1,2})?/.exec(rule)?.[0] ?? "";
}
