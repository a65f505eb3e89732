/** Keeps the parts of older data that are the same in newer data, so that only what changed is drawn again. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The newer value, made of parts of the older one wherever they are equal; the older one if all of it is. */
export function reusing<T>(before: unknown, after: T): T {
  if (Array.isArray(after) && Array.isArray(before)) {
    const parts = after.map((one, index) => reusing(before[index], one));
    const isSame = parts.length === before.length && parts.every((one, index) => one === before[index]);
    return (isSame ? before : parts) as T;
  }
  if (!isRecord(after) || !isRecord(before)) return after;
  const names = Object.keys(after);
  const parts = Object.fromEntries(names.map((name) => [name, reusing(before[name], after[name])]));
  const isSame = names.length === Object.keys(before).length && names.every((name) => parts[name] === before[name]);
  return (isSame ? before : parts) as T;
}

/** The same for things with ids, in whatever order they come. */
export function reusingById<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((one) => [one.id, one]));
  return after.map((one) => reusing(known.get(one.id), one));
}
