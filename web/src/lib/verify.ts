/**
 * Whether a game was dealt as promised, worked out in this browser from its match file: docs/fair-dealing.md.
 *
 * That the numbers of each outcome are those of the rules is not checked here: the page knows no rules.
 */

import { nonceOf, type Witness } from "./nonces";
import { hmacSha256, sha256 } from "./sha256";
import type { Entry } from "./types";

/** `ours`: with a number of this device; `theirs`: without one; `old`: a match without nonces. */
export type Verdict = { kind: "ours" | "theirs"; events: number } | { kind: "old" } | { kind: "wrong"; what: What };

/** What is wrong with a deal. */
type What = "commitment" | "nonce" | "own" | "event" | "log" | "file";

class Wrong extends Error {
  constructor(readonly what: What) {
    super(what);
  }
}

interface MatchFile {
  version: string;
  head: Map<string, string>;
  moves: { isChance: boolean; move: string; share: string }[];
}

const FACTS = ["match", "game", "rules", "players", "options"];
const START = "position"; // a further fact of a match that began elsewhere than a game does
const DERIVED = ["bot", "absent", "withheld"];

function read(text: string): MatchFile {
  const end = text.indexOf("\n\n");
  const [version = "", ...lines] = text.slice(0, end).split("\n");
  const head = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
  const moves = text.slice(end).split("\n").filter(Boolean).flatMap((line) => {
    const at = line.indexOf(": ");
    return line.slice(at + 2).split(", ").map((written) => {
      const [move = "", share = ""] = written.split(" =");
      return { isChance: line.slice(0, at) === "chance", move, share };
    });
  });
  return { version, head, moves };
}

/** The terms of the dealing; wrong if they do not fit the commitment, or somebody chose for a bot. */
function terms(head: Map<string, string>): { text: string; commitment: string; nonces: string[] } {
  const facts = [...FACTS, ...(head.has(START) ? [START] : [])].map((name) => `${name}: ${head.get(name) ?? ""}`);
  const commitment = sha256(["atlantis deal 2", `seed: ${head.get("seed") ?? ""}`, ...facts, ""].join("\n"));
  if ((head.get("commitment") ?? commitment) !== commitment) throw new Wrong("commitment");
  const lines = ["atlantis deal 2", ...facts, `commitment: ${commitment}`];
  const nonces: string[] = [];
  for (let seat = 1; seat <= Number(head.get("players")); seat += 1) {
    const nonce = head.get(`nonce ${seat}`) ?? "";
    const [kind = "", value] = nonce.split(" ");
    if (DERIVED.includes(kind) && value !== sha256(`${commitment} ${seat}`)) throw new Wrong("nonce");
    nonces.push(nonce);
    lines.push(`seat ${seat}: ${head.get(`seat ${seat}`) ?? ""}`, `nonce ${seat}: ${nonce}`);
  }
  return { text: [...lines, ""].join("\n"), commitment, nonces };
}

/** What this device saw before the deal must be what was dealt by. */
function checkWitness(seen: Witness, commitment: string, nonces: string[]): void {
  if (seen.commitment !== commitment) throw new Wrong("commitment");
  seen.promises.forEach((promise, seat) => {
    const [kind, value = ""] = (nonces[seat] ?? "").split(" ");
    if (promise && kind !== "withheld" && (kind !== "device" || sha256(value) !== promise)) throw new Wrong("nonce");
  });
  if (seen.promise && !nonces.includes(`device ${nonceOf(seen.promise) ?? ""}`)) throw new Wrong("own");
}

function isDealt(seed: string, message: string, share: string): boolean {
  const [numbers = "", weights = "0"] = share.split("/");
  const [low = "", high = low] = numbers.split("-");
  const drawn = BigInt(`0x${hmacSha256(seed, message)}`) % BigInt(weights);
  return BigInt(low) <= drawn && drawn <= BigInt(high);
}

/** Checks a match file against what this device saw: the commitment, its own nonce, and the log as it was shown. */
export function verify(text: string, seen: Witness | undefined, log: Entry[] = []): Verdict {
  try {
    const { version, head, moves } = read(text);
    if (version !== "Atlantis match 2") return { kind: "old" };
    const { text: agreed, commitment, nonces } = terms(head);
    if (seen) checkWitness(seen, commitment, nonces);
    const digest = sha256(agreed);
    let events = 0;
    moves.forEach(({ isChance, move, share }, ply) => {
      const shown = log[ply];
      if (shown?.seen && shown.move !== move) throw new Wrong("log");
      if (!isChance) return;
      if (!isDealt(head.get("seed") ?? "", `${digest}:${events}`, share)) throw new Wrong("event");
      events += 1;
    });
    return { kind: seen?.promise ? "ours" : "theirs", events };
  } catch (error) {
    return { kind: "wrong", what: error instanceof Wrong ? error.what : "file" };
  }
}
