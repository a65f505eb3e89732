/** How far the games are that the server prepares for their first use. */

import { api } from "./api";

const EVERY = 1_000; // milliseconds

class Preparation {
  /** Which part is done of each game that cannot be played yet. */
  shares = $state.raw<Record<string, number>>({});
  private isWatching = false;

  /** Asks until every game is ready. */
  async watch(): Promise<void> {
    if (this.isWatching) return;
    this.isWatching = true;
    try {
      do {
        const { games } = await api.preparation();
        const waiting = games.filter((game) => !game.ready);
        this.shares = Object.fromEntries(waiting.map((game) => [game.name, game.share]));
        if (waiting.length > 0) await new Promise((done) => setTimeout(done, EVERY));
      } while (Object.keys(this.shares).length > 0);
    } catch {
      this.shares = {}; // whoever needs the server notices that it is gone
    } finally {
      this.isWatching = false;
    }
  }
}

export const preparation = new Preparation();
