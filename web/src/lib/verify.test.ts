import { readdirSync, readFileSync } from "node:fs";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { state } from "../testing/states";
import { newPromise, nonceOf, revealed, witness, witnessOf, type Witness } from "./nonces";
import { sha256 } from "./sha256";
import type { State, TableInfo } from "./types";
import { verify } from "./verify";

vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { languages: ["en"] });
});

const FOLDER = "../tests/fixtures/fair-dealing";
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".match"));
const NONCE = "a".repeat(64); // of the device in seats 1 and 2 of these files

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

describe.each(FILES)("the match in %s", (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, "utf8");
  const commitment = /^commitment: (.*)$/m.exec(text)?.[1] ?? "";
  const seen = (fields: Partial<Witness> = {}): Witness => ({ table: "t", commitment, promises: [], promise: "", ...fields });

  test("is verified, for those who contributed and for those who did not", () => {
    const promises = [sha256(NONCE), "", ""];
    localStorage.setItem("atlantis.nonces", JSON.stringify({ [sha256(NONCE)]: NONCE }));
    expect(verify(text, seen({ promises, promise: sha256(NONCE) }))).toMatchObject({ kind: "ours" });
    const found = verify(text, undefined);
    expect(found.kind === "theirs" && found.events).toBeGreaterThan(20);
  });

  test("is refused when anything was changed", () => {
    const own = newPromise();
    const log = [{ ...state(1, 0, [-1]).log[0]!, move: "something else" }];
    expect(verify(text, seen({ commitment: "0".repeat(64) }))).toEqual({ kind: "wrong", what: "commitment" });
    expect(verify(text, seen({ promises: [own, "", ""] }))).toEqual({ kind: "wrong", what: "nonce" });
    expect(verify(text, seen({ promise: own }))).toEqual({ kind: "wrong", what: "own" });
    expect(verify(text, seen(), log)).toEqual({ kind: "wrong", what: "log" });
    expect(verify(text.replace(NONCE, "b".repeat(64)), undefined)).toEqual({ kind: "wrong", what: "event" });
    expect(verify(text.replace(/^seed: ./m, "seed: x"), undefined)).toEqual({ kind: "wrong", what: "commitment" });
    expect(verify(text.replace(/bot .*/, `bot ${NONCE}`), undefined)).toEqual({ kind: "wrong", what: "nonce" });
    expect(verify("Atlantis match 2\n\nchance: x", undefined)).toMatchObject({ kind: "wrong" });
    expect(verify("Atlantis match 1\n\n", undefined)).toEqual({ kind: "old" });
  });
});

test("a nonce is revealed only for the first list of promises that was seen", () => {
  const promise = newPromise();
  const collecting = (promises: string[], commitment = "c"): State => {
    const plain = state(0, 0, []);
    const deal = { collecting: true, promises, nonces: [] };
    return { ...plain, table: { ...plain.table, state: "waiting", commitment, deal } as TableInfo };
  };
  expect(revealed(collecting([promise, "x"]))).toBeUndefined(); // nothing was seen before
  const open = (commitment: string) => {
    const { table } = collecting([], commitment);
    return { ...table, deal: { ...table.deal, collecting: false } };
  };
  witness(open("before the host chose another option"));
  witness(open("c"));
  expect(revealed(collecting([promise, "x"], "another"))).toBeUndefined();
  expect(revealed(collecting([promise, "x"]))).toBe(nonceOf(promise));
  expect(revealed(collecting([promise, "x"]))).toBe(nonceOf(promise)); // again after a reconnect
  expect(revealed(collecting([promise, "y"]))).toBeUndefined();
  expect(witnessOf("t")?.promises).toEqual([promise, "x"]);
});
