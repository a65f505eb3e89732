/**
 * What this device contributes to the dealing (docs/fair-dealing.md): a number nobody else knows, first promised by
 * its SHA-256, then revealed. The browser keeps it, and what it saw before the first card, to check the deal afterwards.
 */

import { remember, remembered } from "./settings.svelte";
import { hex, sha256 } from "./sha256";
import type { State, TableInfo } from "./types";

const MAX_KEPT = 40; // of each list

/** What this device saw of a table's dealing before anything was dealt. */
export interface Witness {
  table: string;
  commitment: string;
  promises: string[]; // when it revealed its own nonce; empty before
  promise: string; // its own; empty if it only watched
}

type Kept = Record<string, string>; // nonces by their promises

function kept<T>(name: string, empty: T): T {
  try {
    return (JSON.parse(remembered(name) ?? "null") as T | null) ?? empty;
  } catch {
    return empty;
  }
}

/** A promise for the next table: its nonce stays here until every seat is taken. */
export function newPromise(): string {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const promise = sha256(nonce);
  const all = Object.entries({ ...kept<Kept>("nonces", {}), [promise]: nonce });
  remember("nonces", JSON.stringify(Object.fromEntries(all.slice(-MAX_KEPT))));
  return promise;
}

export function nonceOf(promise: string): string | undefined {
  return kept<Kept>("nonces", {})[promise];
}

/** What this device saw of a table before the deal, if it did. */
export function witnessOf(table: string): Witness | undefined {
  return kept<Witness[]>("deals", []).find((one) => one.table === table);
}

function keep(witness: Witness): void {
  const others = kept<Witness[]>("deals", []).filter((one) => one.table !== witness.table);
  remember("deals", JSON.stringify([...others, witness].slice(-MAX_KEPT)));
}

/**
 * Remembers the commitment while seats and options may still change. Once a nonce is revealed under it, it must never
 * change again.
 */
export function witness({ id, commitment, state, deal }: TableInfo): void {
  if (state !== "waiting") return;
  const seen = witnessOf(id);
  const isOpen = !seen || (!deal.collecting && seen.promises.length === 0);
  if (isOpen && commitment && seen?.commitment !== commitment) keep({ table: id, commitment, promises: [], promise: "" });
}

/**
 * The nonce to reveal now, if there is one. It is revealed for one list of promises only: whoever sits down later
 * could choose by it.
 */
export function revealed({ table, seats }: State): string | undefined {
  if (!table.deal.collecting) return undefined;
  const seen = witnessOf(table.id);
  if (!seen || seen.commitment !== table.commitment) return undefined;
  for (const seat of seats) {
    const promise = table.deal.promises[seat] ?? "";
    const nonce = nonceOf(promise);
    const isSame = seen.promises.length === 0 || seen.promises.join() === table.deal.promises.join();
    if (!nonce || !isSame) continue;
    keep({ ...seen, promises: table.deal.promises, promise });
    return nonce;
  }
  return undefined;
}
