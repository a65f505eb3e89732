/** Has a finished match reviewed, and waits for the result. */

import { api, Problem } from "./api";
import type { Analysis } from "./types";

const ASK_EVERY = 700; // ms

interface Waiting {
  progress?: (done: number, total: number, soFar: Analysis | null) => void;
  isLeft: () => boolean; // nobody waits any more
}

/** The review of a match; null if nobody waits any more. Throws a Problem if there can be none. */
export async function reviewOf(id: string, { progress, isLeft }: Waiting): Promise<Analysis | null> {
  await api.beginReview(id);
  while (!isLeft()) {
    const found = await api.review(id);
    progress?.(found.done, found.total, found.so_far);
    if (found.failed) throw new Problem("review-failed");
    if (found.result) return found.result;
    await new Promise((done) => setTimeout(done, ASK_EVERY));
  }
  return null;
}
