/** Every page has an address: what an address means, and how it is written. */

export type Route =
  | { screen: "home" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; ply: number | null; isReviewed: boolean }
  | { screen: "review"; id: string }
  | { screen: "study"; game: string; text: string; table: string; ply: number }
  | { screen: "puzzles"; game: string }
  | { screen: "puzzle"; game: string; puzzle: string } // an id, `daily`, or `mistakes`
  | { screen: "learn"; game: string }
  | { screen: "rules"; game: string; section: string }
  | { screen: "settings" }
  | { screen: "statistics" }
  | { screen: "nowhere" };

const NOWHERE: Route = { screen: "nowhere" };
const ID = /^[\w-]{1,64}$/;
const SECTION = /^\d{1,2}(\.\d{1,2})?$/;

const GAME = /^[a-z][a-z0-9_-]{0,31}$/; // whether there is such a game, the screen finds out

/** What an address stands for. Anything unknown is a page that says so. */
export function routeOf(path: string, search = "", hash = ""): Route {
  const [screen, name, ...rest] = path.split("/").filter(Boolean);
  if (screen === undefined || screen === "index.html") return { screen: "home" };
  if ((screen === "settings" || screen === "statistics") && name === undefined) return { screen };
  if (screen === "puzzles" && GAME.test(name ?? "") && rest.length < 2) {
    const [puzzle] = rest;
    if (puzzle === undefined) return { screen, game: name as string };
    return ID.test(puzzle) ? { screen: "puzzle", game: name as string, puzzle } : NOWHERE;
  }
  if (name === undefined || rest.length > 0) return NOWHERE;
  if (screen === "learn" && GAME.test(name)) return { screen, game: name };
  if (screen === "study" && GAME.test(name)) {
    const asked = new URLSearchParams(search);
    const [table, ply] = [asked.get("table") ?? "", asked.get("ply") ?? ""];
    if (table && !ID.test(table)) return NOWHERE;
    return { screen, game: name, text: asked.get("position") ?? "", table, ply: /^\d{1,6}$/.test(ply) ? Number(ply) : 0 };
  }
  if (screen === "rules" && GAME.test(name)) {
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
