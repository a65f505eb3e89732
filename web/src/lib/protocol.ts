/** What goes over the wire, written by `npm run types` from the server's schemas. Do not edit it. */

export interface components {
    schemas: {
        /** @description A player's match: start + luck - loss + gifts = result. */
        Account: {
            gifts: number;
            loss: number;
            luck: number;
            name: string;
            result: number;
            seat: number;
            start: number;
        };
        /** @description A match judged decision by decision, with a sentence for every move that it names. */
        Analysis: {
            accounts: components["schemas"]["Account"][];
            curve: [
                number,
                number[]
            ][];
            decisions: components["schemas"]["Decision"][];
            events: components["schemas"]["LuckyEvent"][];
            moves: {
                [key: string]: components["schemas"]["Sentence"];
            };
        };
        /** @description A move as the answer to a position. */
        AnswerBody: {
            /** @default  */
            best?: string;
            /** @default  */
            instead?: string;
            move: string;
            text: string;
        };
        /** @description What is thought of an answer, and why the best move is better, as sentences. */
        AnswerJudged: {
            best: string;
            loss: number;
            right: boolean;
            sentence: components["schemas"]["Sentence"];
            why: components["schemas"]["Sentence"][];
        };
        /** @description Who is to have a seat before the game begins: a bot, or anyone who has the link. */
        ArrangeBody: {
            /** @enum {string} */
            kind: "bot" | "open";
            /** @default  */
            level?: string;
        };
        /** @description Asks the strongest bot. */
        AskHintMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hint";
        };
        /** @description Asks why a move, or what some clicks spell, is not legal. */
        AskWhyMessage: {
            /** @default null */
            clicks?: string[] | null;
            /** @default null */
            move?: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "why";
        };
        /** @description Takes the own seats back from the bots that play for them. */
        BackMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "back";
        };
        /** @description A line of the chat. */
        ChatLine: {
            at: number;
            name: string;
            seat: number;
            text: string;
        };
        /** @description Lines of the chat that the connection does not have yet. */
        ChatMessage: {
            lines: components["schemas"]["ChatLine"][];
            /** @constant */
            type: "chat";
        };
        /** @description A legal move: the clicks that spell it, in any order, and what it would do. */
        Choice: {
            at?: string;
            clicks: string[];
            code?: string;
            move: string;
            values?: components["schemas"]["Values"];
        } & {
            [key: string]: unknown;
        };
        ClientMessage: components["schemas"]["MoveMessage"] | components["schemas"]["PayMessage"] | components["schemas"]["DecideMessage"] | components["schemas"]["UndoMessage"] | components["schemas"]["LookMessage"] | components["schemas"]["AskWhyMessage"] | components["schemas"]["AskHintMessage"] | components["schemas"]["SendChatMessage"] | components["schemas"]["ReactMessage"] | components["schemas"]["BackMessage"] | components["schemas"]["ReplaceMessage"] | components["schemas"]["PromiseMessage"] | components["schemas"]["RevealMessage"] | components["schemas"]["DeltasMessage"] | components["schemas"]["PingMessage"];
        /** @description The seconds that every seat has left, and the seat whose time is running, or -1. */
        Clock: {
            left: number[];
            running: number;
        };
        /** @description How much time there is, for the whole game or for each turn. */
        ClockBody: {
            /** @enum {string} */
            kind: "total" | "move";
            seconds: number;
        };
        /** @description How much time there is, for the whole game or for each turn. */
        ClockSetting: {
            /** @enum {string} */
            kind: "total" | "move";
            seconds: number;
        };
        /** @description The challenge of a day: who plays it, and how it went. */
        DailyAnswer: {
            best: number[];
            day: string;
            game: string;
            level: string;
            players: number;
            scores: number[];
            seat: number;
            strongest: string;
            table: string;
        };
        /** @description How the challenge of the day is played. */
        DailyBody: {
            /** @default 0.6 */
            pace?: number;
        };
        /** @description How far the dealing is agreed (docs/fair-dealing.md), seat by seat. */
        DealInfo: {
            collecting: boolean;
            nonces: string[];
            promises: string[];
        };
        /** @description Lets a bot make a routine decision of the own seat, once. */
        DecideMessage: {
            ply: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "decide";
        };
        /** @description A decision and what it cost; entries and seats count from 1. */
        Decision: {
            best: string;
            chances: number;
            entry: number;
            loss: number;
            move: string;
            seat: number;
            why?: components["schemas"]["Sentence"][];
        };
        /** @description What has changed since the state before, for connections that asked for it. */
        DeltaMessage: {
            log: components["schemas"]["Entry"][];
            moves: (number | [
                number,
                {
                    [key: string]: unknown;
                }
            ])[];
            ply: number;
            set: unknown[][];
            since: number;
            steps: components["schemas"]["StepDelta"][];
            /** @constant */
            type: "delta";
        };
        /** @description From now on asks for what has changed instead of whole states, with moves as numbers. */
        DeltasMessage: {
            notation: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "deltas";
        };
        /** @description A position for an engine, and how long it may think. */
        EngineBody: {
            /** @default 5 */
            lines?: number;
            /** @default 250 */
            milliseconds?: number;
            text: string;
        };
        /** @description A move or an outcome of chance, with the sentence about it and what follows for each seat. */
        EngineLine: {
            chances: number[];
            code: string;
            move: string;
            share: number;
            values: components["schemas"]["Values"];
        };
        /** @description What an engine thinks of a position. */
        EngineLines: {
            chances: number[];
            lines: components["schemas"]["EngineLine"][];
            visits: number;
        };
        /** @description An entry of the log as a seat may know it; `actor` is -1 for chance. */
        Entry: {
            actor: number;
            code: string;
            move: string;
            outcome?: {
                [key: string]: unknown;
            };
            seen: boolean;
            values: components["schemas"]["Values"];
        };
        /** @description An entry that was sent before, as the seat that is shown now knows it. */
        EntryAgain: {
            actor: number;
            code: string;
            move: string;
            outcome?: {
                [key: string]: unknown;
            };
            ply: number;
            seen: boolean;
            values: components["schemas"]["Values"];
        };
        /** @description A refusal over the socket. */
        ErrorMessage: {
            code: string;
            reason?: string;
            rule: string;
            text: string;
            /** @constant */
            type: "error";
            values: components["schemas"]["Values"];
        };
        /** @description What can be set about a game. */
        GameInfo: {
            colours: string[];
            has_board: boolean;
            levels: string[];
            name: string;
            options: components["schemas"]["OptionInfo"][];
            players: [
                number,
                number
            ];
            presets: components["schemas"]["PresetInfo"][];
            secrets: boolean;
            title: string;
        };
        /** @description Whether a game can be played yet, and which part of its preparation is done. */
        GamePreparation: {
            name: string;
            ready: boolean;
            share: number;
        };
        /** @description The games, and what a page has to know of the server. */
        GamesAnswer: {
            games: components["schemas"]["GameInfo"][];
            network: string;
            patience: number;
            version: string;
        };
        /** @description A guest's name, and the token of a new guest who asked for one. */
        GuestAnswer: {
            name: string;
            token?: string;
        };
        /** @description What somebody wants to be called. */
        GuestBody: {
            /** @default false */
            bearer?: boolean;
            name: string;
        };
        /** @description The server is alive. */
        HealthAnswer: {
            ok: boolean;
            version: string;
        };
        /** @description A move that the strongest bot considers. */
        Hint: {
            chances: number;
            code: string;
            move: string;
            values: components["schemas"]["Values"];
            visits: number;
        };
        /** @description The answer to a request for a hint. */
        HintMessage: {
            moves: components["schemas"]["Hint"][];
            theme: string;
            /** @constant */
            type: "hint";
            why: components["schemas"]["Sentence"][];
        };
        /** @description The seat that you have now. */
        JoinAnswer: {
            seat: number;
        };
        /** @description Which seat, if it matters. */
        JoinBody: {
            /** @default  */
            promise?: string;
            seat?: number | null;
        };
        /** @description You have left. */
        LeaveAnswer: {
            left: boolean;
        };
        /** @description A lesson of a game's tutorial. */
        Lesson: {
            name: string;
            rule: string;
            steps: components["schemas"]["LessonStep"][];
        };
        /** @description A moment between two steps of a lesson. */
        LessonFrame: {
            log: components["schemas"]["Entry"][];
            view: components["schemas"]["View"];
        };
        /** @description What is shown and said, what may be done, and the moments that led here. */
        LessonStep: {
            between: components["schemas"]["LessonFrame"][];
            decline: string | null;
            expect: string[];
            log: components["schemas"]["Entry"][];
            moves: components["schemas"]["Choice"][];
            say: string;
            scores: number[] | null;
            view: components["schemas"]["View"];
        };
        /** @description A seat in a list of tables. */
        ListedSeat: {
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            level: string;
            name: string;
        };
        /** @description Everything that happened in a finished match. */
        LogAnswer: {
            log: components["schemas"]["Entry"][];
        };
        /** @description Shows the table as another own seat sees it, or as a spectator (-1) does. */
        LookMessage: {
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "look";
        };
        /** @description A chance event and what it gave each player. */
        LuckyEvent: {
            entry: number;
            event: string;
            luck: number[];
        };
        /** @description Plays a move; `ply` is that of the state it was chosen in. */
        MoveMessage: {
            move: string | number;
            ply: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "move";
        };
        /** @description The legal moves of a position. */
        MovesAnswer: {
            moves: components["schemas"]["Choice"][];
        };
        /** @description What the number of each action stands for: how it is written, and what is clicked for it. */
        NotationAnswer: {
            clicks: string[][];
            moves: string[];
        };
        /** @description What happened to a player, told after so many entries of the log. */
        Note: {
            /** @enum {string} */
            code: "time-up" | "left" | "back";
            ply: number;
            seat: number;
        };
        /** @description A setting of a game: one of some words, or a number from the first to the last. */
        OptionInfo: {
            default: string;
            help: string;
            name: string;
            numbers: number[];
            words: string[];
        };
        /**
         * @description A position of a finished match, to play on from there.
         *
         *     What a seat did not know is as it was, or `dealt` again from what that seat knew.
         */
        OriginBody: {
            /**
             * @default kept
             * @enum {string}
             */
            hidden?: "kept" | "dealt";
            ply: number;
            /** @default -1 */
            seat?: number;
            table: string;
        };
        /** @description Pays the whole bill. */
        PayMessage: {
            ply: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pay";
        };
        /** @description Shows that the connection is alive. */
        PingMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
        };
        /** @description A finished game of one's own. */
        PlayedGame: {
            accuracy: number | null;
            ended: number;
            game: string;
            id: string;
            loss: number | null;
            luck: number | null;
            mistakes: {
                [key: string]: number;
            };
            opponents: string[];
            players: number;
            seat: number;
            won: number;
        };
        /** @description The answer to a ping. */
        PongMessage: {
            /** @constant */
            type: "pong";
        };
        /** @description A position as its seat may know it, for a bot that has this package, and its ply. */
        PositionAnswer: {
            game: string;
            ply: number;
            record: string;
            rules: number;
            seen_by: number | null;
        };
        /** @description A position of a finished match as text, as it was and as one seat knew it. */
        PositionTextAnswer: {
            text: string;
        };
        /** @description What a seat sees after so many entries. */
        PositionView: {
            ply: number;
            view: components["schemas"]["View"];
        };
        /** @description Some positions of a finished match, and the entries that led to them. */
        PositionsAnswer: {
            log: components["schemas"]["Entry"][];
            plies: number;
            views: components["schemas"]["PositionView"][];
        };
        /** @description How far the games are that are being prepared for their first use. */
        PreparationAnswer: {
            games: components["schemas"]["GamePreparation"][];
        };
        /** @description The table opens when its game is ready for its first use: which part of that is done. */
        PreparingMessage: {
            share: number;
            /** @constant */
            type: "preparing";
        };
        /** @description Who is at the table now: sent alone when somebody comes or goes and nothing else happens. */
        PresenceMessage: {
            here: boolean[];
            /** @constant */
            type: "presence";
            watching: number;
        };
        /** @description A name for values of all options of a game. */
        PresetInfo: {
            name: string;
            options: {
                [key: string]: string;
            };
        };
        /** @description Why something was refused. */
        Problem: {
            code: string;
            reason?: string;
            rule: string;
            text: string;
            values: components["schemas"]["Values"];
        };
        /** @description Promises a nonce by its SHA-256: for this table, or after its end for a rematch. */
        PromiseMessage: {
            promise: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "promise";
        };
        /** @description A puzzle in the list: what it is about, and the weakest level that solves it. */
        PuzzleAbout: {
            id: string;
            level: string;
            theme: string;
        };
        /** @description A puzzle with its solution. */
        PuzzleAnswer: {
            best: string;
            chances: number;
            clicks: string[];
            game: string;
            gap: number;
            id: string;
            level: string;
            second: string;
            text: string;
            theme: string;
        };
        /** @description The puzzles of a game, and which one is today's. */
        PuzzleList: {
            daily: string;
            date: string;
            game: string;
            puzzles: components["schemas"]["PuzzleAbout"][];
        };
        /** @description Shows a reaction at the own seat for a moment. */
        ReactMessage: {
            /** @enum {string} */
            reaction: "hello" | "well-played" | "thanks" | "wow" | "oops" | "good-game";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "react";
        };
        /** @description A seat's reaction, to be shown for a moment. */
        ReactionMessage: {
            /** @enum {string} */
            reaction: "hello" | "well-played" | "thanks" | "wow" | "oops" | "good-game";
            seat: number;
            /** @constant */
            type: "reaction";
        };
        /** @description Lets a bot play for somebody who has been gone for a while. */
        ReplaceMessage: {
            seat: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "replace";
        };
        /** @description How a game ended, with the seed that proves the dealing. */
        Result: {
            ending: string;
            lines: components["schemas"]["ResultLine"][];
            scores: number[];
            seed: string;
            winners: number[];
        };
        /** @description A line of the settlement. */
        ResultLine: {
            code: string;
            points: number;
            seat: number;
        };
        /** @description Reveals the nonce that was promised, once every seat is taken. */
        RevealMessage: {
            nonce: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reveal";
        };
        /** @description How far an analysis is, what it found so far (without accounts), and at last its result. */
        ReviewAnswer: {
            done: number;
            failed: boolean;
            result: components["schemas"]["Analysis"] | null;
            so_far: components["schemas"]["Analysis"] | null;
            total: number;
        };
        /** @description The analysis is being made. */
        ReviewBegun: {
            begun: boolean;
        };
        /** @description A seat as everybody sees it. */
        Seat: {
            away: boolean;
            here: boolean;
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            level: string;
            name: string;
        };
        /** @description Who is to sit in a seat; a bot without a level is of the game's second weakest. */
        SeatBody: {
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            /** @default  */
            level?: string;
            name?: string | null;
        };
        /** @description Says something to all at the table. */
        SendChatMessage: {
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "chat";
        };
        /** @description A sentence to translate: its code and what it speaks of. */
        Sentence: {
            code: string;
            values: components["schemas"]["Values"];
        };
        /** @description What the same people have won in the games before, along the rematches. */
        Series: {
            games: number;
            wins: number[];
        };
        ServerMessage: components["schemas"]["StateMessage"] | components["schemas"]["DeltaMessage"] | components["schemas"]["HintMessage"] | components["schemas"]["ChatMessage"] | components["schemas"]["ReactionMessage"] | components["schemas"]["PresenceMessage"] | components["schemas"]["WhyMessage"] | components["schemas"]["ErrorMessage"] | components["schemas"]["PreparingMessage"] | components["schemas"]["PongMessage"];
        /** @description What the host may change before the game begins; what is left out gets its default. */
        SetupBody: {
            clock?: components["schemas"]["ClockBody"] | null;
            hints?: boolean | null;
            /** @default {} */
            options?: {
                [key: string]: string;
            };
            /** @default false */
            public?: boolean;
        };
        /** @description Whether your finished games may be given away without names. */
        SharingAnswer: {
            shares: boolean;
        };
        /** @description Whether somebody's finished games may be given away without names. */
        SharingBody: {
            shares: boolean;
        };
        /** @description What becomes of open seats when the game begins now. */
        StartBody: {
            /** @default  */
            level?: string;
            /**
             * @default bots
             * @enum {string}
             */
            open_seats?: "bots" | "remove";
        };
        /** @description What a connection may know now. */
        StateMessage: {
            again?: components["schemas"]["EntryAgain"][];
            clock: components["schemas"]["Clock"] | null;
            host: boolean;
            log: components["schemas"]["Entry"][];
            moves: components["schemas"]["Choice"][];
            notation: string;
            ply: number;
            prompt: components["schemas"]["Sentence"];
            protocol: number;
            result: components["schemas"]["Result"] | null;
            seat: number;
            seats: number[];
            since: number;
            steps: components["schemas"]["StateStep"][];
            table: components["schemas"]["TableInfo"];
            /** @constant */
            type: "state";
            undo: boolean;
            view: components["schemas"]["View"] | null;
        };
        /** @description A position on the way to a state: what was seen before an event that deserves a moment. */
        StateStep: {
            ply: number;
            view: components["schemas"]["View"];
        };
        /** @description The latest finished games of a guest. */
        StatisticsAnswer: {
            games: components["schemas"]["PlayedGame"][];
        };
        /** @description A position on the way to a state, as changes of the view before it. */
        StepDelta: {
            ply: number;
            set: unknown[][];
        };
        /** @description A position to be studied, and moves to be made from it. */
        StudyBody: {
            /** @default -2 */
            eyes?: number;
            /** @default en */
            language?: string;
            /** @default [] */
            moves?: string[];
            text: string;
        };
        /** @description A position with all that a board shows of it, and what led to it. */
        StudyPosition: {
            actor: number;
            game: string;
            log: components["schemas"]["Entry"][];
            moves: components["schemas"]["Choice"][];
            odds: {
                [key: string]: number;
            };
            options: {
                [key: string]: string;
            };
            over: boolean;
            players: number;
            scores: number[];
            text: string;
            view: components["schemas"]["View"];
        };
        /** @description A table, which of its seats are yours, and how long its log is. */
        TableAnswer: {
            clock: components["schemas"]["ClockSetting"] | null;
            commitment: string;
            created: number;
            daily: string;
            deal: components["schemas"]["DealInfo"];
            game: string;
            hints: boolean;
            id: string;
            imported: boolean;
            notes: components["schemas"]["Note"][];
            options: {
                [key: string]: string;
            };
            origin: string;
            ply: number;
            public: boolean;
            rated: boolean;
            rematch: string | null;
            seats: components["schemas"]["Seat"][];
            series: components["schemas"]["Series"];
            /** @enum {string} */
            state: "waiting" | "playing" | "over";
            watching: number;
            yours: number[];
        };
        /** @description A table to be opened. */
        TableBody: {
            clock?: components["schemas"]["ClockBody"] | null;
            game: string;
            hints?: boolean | null;
            /** @default {} */
            options?: {
                [key: string]: string;
            };
            origin?: components["schemas"]["OriginBody"] | null;
            /** @default 0.6 */
            pace?: number;
            /** @default  */
            position?: string;
            /** @default false */
            private?: boolean;
            /** @default  */
            promise?: string;
            /** @default false */
            public?: boolean;
            /** @default false */
            rated?: boolean;
            seats: components["schemas"]["SeatBody"][];
        };
        /** @description A table from outside. */
        TableInfo: {
            clock: components["schemas"]["ClockSetting"] | null;
            commitment: string;
            created: number;
            daily: string;
            deal: components["schemas"]["DealInfo"];
            game: string;
            hints: boolean;
            id: string;
            imported: boolean;
            notes: components["schemas"]["Note"][];
            options: {
                [key: string]: string;
            };
            origin: string;
            public: boolean;
            rated: boolean;
            rematch: string | null;
            seats: components["schemas"]["Seat"][];
            series: components["schemas"]["Series"];
            /** @enum {string} */
            state: "waiting" | "playing" | "over";
            watching: number;
        };
        /** @description A table in a list. */
        TableLine: {
            created: number;
            game: string;
            id: string;
            imported: boolean;
            options: {
                [key: string]: string;
            };
            public: boolean;
            seats: components["schemas"]["ListedSeat"][];
            /** @enum {string} */
            state: "waiting" | "playing" | "over";
            touched: number;
            winners: number[];
        };
        /** @description The public tables, and your own. */
        TablesAnswer: {
            own: components["schemas"]["TableLine"][];
            public: components["schemas"]["TableLine"][];
        };
        /** @description Takes the last move back. */
        UndoMessage: {
            ply: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "undo";
        };
        Values: {
            [key: string]: string | number;
        };
        View: {
            [key: string]: unknown;
        };
        /** @description Why a move is not legal, or the code `legal`. */
        WhyMessage: {
            code: string;
            move: string;
            rule: string;
            text: string;
            /** @constant */
            type: "why";
            values: components["schemas"]["Values"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
