import { expect, test } from "vitest";

import { routeOf, sectionOf } from "./routes";

test.each([
  ["/", "", "", { screen: "home" }],
  ["/index.html", "", "", { screen: "home" }],
  ["/table/Ab-3_x", "", "", { screen: "table", id: "Ab-3_x" }],
  ["/table/Ab3/", "", "", { screen: "table", id: "Ab3" }],
  ["/replay/Ab3", "?ply=12", "", { screen: "replay", id: "Ab3", ply: 12, isReviewed: false }],
  ["/replay/Ab3", "?ply=3&review=1", "", { screen: "replay", id: "Ab3", ply: 3, isReviewed: true }],
  ["/replay/Ab3", "", "", { screen: "replay", id: "Ab3", ply: null, isReviewed: false }],
  ["/replay/Ab3", "?ply=-1", "", { screen: "replay", id: "Ab3", ply: null, isReviewed: false }],
  ["/review/Ab3", "", "", { screen: "review", id: "Ab3" }],
  ["/puzzles/chess", "", "", { screen: "puzzles", game: "chess" }],
  ["/puzzles/chess/daily", "", "", { screen: "puzzle", game: "chess", puzzle: "daily" }],
  ["/puzzles/chess/a/b", "", "", { screen: "nowhere" }],
  ["/puzzles", "", "", { screen: "nowhere" }],
  ["/statistics", "", "", { screen: "statistics" }],
  ["/learn/chess", "", "", { screen: "learn", game: "chess" }],
  ["/rules/chess", "", "#4.3", { screen: "rules", game: "chess", section: "4.3" }],
  ["/rules/chess", "", "#10", { screen: "rules", game: "chess", section: "10" }],
  ["/rules/chess", "", "#<script>", { screen: "rules", game: "chess", section: "" }],
  ["/rules/chess", "", "#%", { screen: "rules", game: "chess", section: "" }],
  ["/rules/Chess!", "", "", { screen: "nowhere" }],
  ["/table", "", "", { screen: "nowhere" }],
  ["/table/a/b", "", "", { screen: "nowhere" }],
  ["/table/%00", "", "", { screen: "nowhere" }],
  ["/wp-admin/x", "", "", { screen: "nowhere" }],
])("%s%s%s", (path, search, hash, route) => {
  expect(routeOf(path, search, hash)).toEqual(route);
});

test("a rule is named by its first section", () => {
  expect(sectionOf("§4.3")).toBe("4.3");
  expect(sectionOf("")).toBe("");
  expect(sectionOf("§10.2, §3")).toBe("10.2");
});
