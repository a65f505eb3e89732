/** What somebody is told in a first game of Escape: one tip for each part of a turn. */

import type { Tip } from "../../lib/game";
import type { EscapeView } from "./types";

const during = (name: string, phase: string): Tip<EscapeView> => ({ name, when: (view) => view.phase === phase });

export const tips: readonly Tip<EscapeView>[] = [
  during("place", "place"),
  during("move", "move"),
  during("sink", "sink"),
  during("relocate", "relocate"),
  during("animal", "pick an animal"),
];
