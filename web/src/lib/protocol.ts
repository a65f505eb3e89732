/**
 * What goes over the wire. `npm run types -- FILE.json` writes this file from the server's OpenAPI document;
 * lib/types.ts gives its schemas short names.
 */

export interface components {
  schemas: {
    Values: { [name: string]: string | number };
    Sentence: { code: string; values: components["schemas"]["Values"] };
    Entry: {
      actor: number;
      move: string;
      seen: boolean;
      code: string;
      values: components["schemas"]["Values"];
      outcome?: { [field: string]: unknown };
    };
    Choice: {
      move: string;
      clicks: string[];
      at?: string;
      code?: string;
      values?: components["schemas"]["Values"];
      [field: string]: unknown;
    };
    Seat: {
      kind: "person" | "bot" | "open";
      name: string;
      level?: string;
      here: boolean;
      away: boolean;
    };
    TableInfo: {
      id: string;
      game: string;
      options: { [name: string]: string };
      seats: components["schemas"]["Seat"][];
      state: "waiting" | "playing" | "over";
      public: boolean;
      hints: boolean;
      rated: boolean;
      commitment: string;
      rematch: string | null;
      created: number;
    };
    ResultLine: { seat: number; code: string; points: number };
    Result: {
      scores: number[];
      winners: number[];
      lines: components["schemas"]["ResultLine"][];
      seed: string;
    };
    Clock: { left: number[]; running: number };
    StateMessage: {
      type: "state";
      table: components["schemas"]["TableInfo"];
      ply: number;
      since: number;
      log: components["schemas"]["Entry"][];
      seat: number;
      seats: number[];
      view: { [field: string]: unknown } | null;
      prompt: components["schemas"]["Sentence"];
      moves: components["schemas"]["Choice"][];
      undo: boolean;
      clock: components["schemas"]["Clock"] | null;
      result: components["schemas"]["Result"] | null;
    };
    Hint: {
      move: string;
      chances: number;
      visits: number;
      code: string;
      values: components["schemas"]["Values"];
    };
    HintMessage: { type: "hint"; moves: components["schemas"]["Hint"][] };
    ChatLine: { seat: number; name: string; text: string; at: number };
    ChatMessage: { type: "chat"; lines: components["schemas"]["ChatLine"][] };
    WhyMessage: {
      type: "why";
      code: string;
      rule: string;
      text: string;
      values: components["schemas"]["Values"];
    };
    ErrorMessage: {
      type: "error";
      code: string;
      rule: string;
      text: string;
      values: components["schemas"]["Values"];
      reason?: string;
    };
    PongMessage: { type: "pong" };
    OptionInfo: { name: string; default: string; words: string[]; numbers: number[] };
    GameInfo: {
      name: string;
      players: [number, number];
      secrets: boolean;
      levels: string[];
      options: components["schemas"]["OptionInfo"][];
    };
    GamesAnswer: {
      version: string;
      network: string;
      patience: number;
      games: components["schemas"]["GameInfo"][];
    };
    SeatBody: { kind: "person" | "bot" | "open"; name?: string; level?: string };
    ClockBody: { kind: "total" | "move"; seconds: number };
    TableBody: {
      game: string;
      seats: components["schemas"]["SeatBody"][];
      options?: { [name: string]: string };
      public?: boolean;
      clock?: components["schemas"]["ClockBody"];
      hints?: boolean;
      rated?: boolean;
      pace?: number;
    };
    TableLine: {
      id: string;
      game: string;
      state: "waiting" | "playing" | "over";
      seats: { kind: "person" | "bot" | "open"; name: string; level?: string }[];
      created: number;
      touched: number;
    };
    TablesAnswer: { public: components["schemas"]["TableLine"][]; own: components["schemas"]["TableLine"][] };
    PositionsAnswer: {
      plies: number;
      views: { ply: number; view: { [field: string]: unknown } }[];
      log: components["schemas"]["Entry"][];
    };
    Decision: { entry: number; seat: number; move: string; best: string; chances: number; loss: number };
    LuckyEvent: { entry: number; event: string; luck: number[] };
    Account: { seat: number; name: string; start: number; luck: number; loss: number; gifts: number; result: number };
    Analysis: {
      decisions: components["schemas"]["Decision"][];
      events: components["schemas"]["LuckyEvent"][];
      curve: [number, number[]][];
      moves: { [move: string]: components["schemas"]["Sentence"] };
      accounts: components["schemas"]["Account"][];
    };
    ReviewAnswer: { done: number; total: number; failed: boolean; result: components["schemas"]["Analysis"] | null };
    LessonFrame: { view: { [field: string]: unknown }; log: components["schemas"]["Entry"][] };
    LessonStep: {
      view: { [field: string]: unknown };
      log: components["schemas"]["Entry"][];
      say: string;
      decline: string | null;
      moves: components["schemas"]["Choice"][];
      expect: string[];
      between: components["schemas"]["LessonFrame"][];
      scores: number[] | null;
    };
    Lesson: { name: string; rule: string; steps: components["schemas"]["LessonStep"][] };
  };
}
