// What the page and the server say to each other; docs/protocol.md explains it.
// Moves, positions and records are text as in docs/notation.md.  Times are in seconds.

export type Seat = 0 | 1;
export type Result = '1-0' | '0-1' | '1/2-1/2';

// --- GET /api/games -------------------------------------------------------------------------

export interface OptionInfo {
  name: string;
  kind: 'whole' | 'flag' | 'choice' | 'numbers';
  default: number | boolean | string | number[] | null;
  least?: number; // whole
  most?: number;
  choices?: string[]; // choice
  help: string;
}

export interface PlayerInfo {
  name: string; // the first word of a spec such as "engine:5"
  summary: string;
  source: string;
  parameters: OptionInfo[];
}

export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  options: OptionInfo[];
  players: PlayerInfo[]; // "engine" and "perfect" among them where they exist
  levels: number[]; // of "engine"
  can_draw: boolean;
  can_cycle: boolean; // a position can come back, so that a game need not end by itself
}

// --- POST /api/look: a position, however it is given ------------------------------------------

export interface LookRequest {
  game: string;
  options?: Record<string, unknown>;
  moves?: string[]; // from the start, or from the position
  position?: string;
  record?: string; // instead of all others
  extras?: boolean; // also what costs more: paths, drawing
}

export interface Snapshot {
  game: string;
  options: Record<string, unknown>;
  start: string | null; // position that the moves begin from, if not the usual one
  moves: string[]; // played so far
  movers: Seat[]; // who played each of them
  position: string;
  player: Seat; // to move
  legal: string[];
  result: Result | null;
  reason: string | null; // why it is over
  task: string; // what the player to move must do, in English
  extras?: { text: string; svg: string; paths?: string[][]; record: string };
  // text and svg: drawings of the board; paths: Quoridor's shortest paths, by player
}

// POST /api/readings { text } -> Snapshot[]: the games that a text could be of, whatever game it names

// --- POST /api/games: a new game with an address ------------------------------------------------

export type SeatRequest =
  | { kind: 'me' } // whoever creates the game
  | { kind: 'friend' } // open for the first who asks for it
  | { kind: 'program'; player: string }; // a spec such as "engine:5"

export interface ClockRequest {
  seconds: number; // each, for the whole game
  increment: number; // a move
}

export interface NewGame {
  game: string;
  options?: Record<string, unknown>;
  position?: string;
  record?: string;
  seats: [SeatRequest, SeatRequest]; // the first moves first
  clock?: ClockRequest | null;
  pace?: number; // least seconds a move when programs play each other
}

export interface Created {
  id: string; // the address of the game is /play/<id>
  tokens: (string | null)[]; // by seat: what lets its holder move; kept by the page, never in an address
}

// POST /api/games/{id}/join {} -> Joined: take a friend's seat
export interface Joined {
  seat: Seat;
  token: string;
}

// --- WebSocket /api/games/{id}/socket -----------------------------------------------------------

export interface Hello {
  type: 'hello'; // first message
  tokens: string[]; // none: a spectator
  since: number; // sequence number of the last event known; 0: all
}

export type Ask =
  | Hello
  | { type: 'move'; ref: number; ply: number; move: string } // ply: moves played before it
  | { type: 'takeback'; ref: number } // alone or against a program: done at once; else an offer
  | { type: 'draw'; ref: number } // offer a draw
  | { type: 'answer'; ref: number; accept: boolean } // to an offer
  | { type: 'resign'; ref: number; seat?: Seat }
  | { type: 'rematch'; ref: number } // seats swapped; with a friend an offer
  | { type: 'seat'; ref: number; seat: Seat; player: string | null } // another program, or (null) a person here
  | { type: 'pace'; ref: number; seconds: number | null } // null: pause programs
  | { type: 'hint'; ref: number }
  | { type: 'ping' };

export interface SeatState {
  kind: 'person' | 'open' | 'program';
  player: string | null; // spec
  online: boolean;
}

export interface GameState {
  id: string;
  snapshot: Snapshot;
  seats: [SeatState, SeatState];
  yours: Seat[]; // that you may move for
  clock: { left: [number, number]; increment: number; running: Seat | null } | null;
  pace: number | null;
  offer: { what: 'draw' | 'takeback' | 'rematch'; seat: Seat } | null;
  result: Result | null; // also by resignation, time or agreement
  reason: string | null;
  rematch: { id: string; token: string | null } | null;
}

export interface GameEvent {
  seq: number; // 1, 2, 3 ...
  kind:
    | 'created'
    | 'joined'
    | 'move'
    | 'takeback'
    | 'offer'
    | 'declined'
    | 'resigned'
    | 'agreed'
    | 'flag'
    | 'seat'
    | 'pace'
    | 'ended'
    | 'rematch'
    | 'resumed'; // the server is back; the clock stood still while it was away
  time: number; // seconds since 1970
  seat: Seat | null;
  data: Record<string, unknown>; // move: {move, ply}; takeback: {ply}; ...
}

export type Tell =
  | { type: 'state'; seq: number; state: GameState } // after hello and what was missed: all there is to show
  // What has happened, the request of yours that it carries out, and the state after it, unless you are catching up.
  | { type: 'event'; event: GameEvent; ref?: number; state?: GameState }
  | { type: 'preparing'; seat: Seat } // a program that may have to be compiled first
  | { type: 'thinking'; seat: Seat; analysis: Analysis } // a program at work
  | { type: 'presence'; online: [boolean, boolean]; watching: number }
  | { type: 'hint'; ref: number; move: string; analysis: Analysis | null }
  | { type: 'error'; ref: number | null; message: string }
  | { type: 'pong' };

// --- the laboratory: GET /api/lab, POST /api/tree -------------------------------------------------

export interface LabInfo {
  algorithms: string[]; // of which trees are written
  judges: Record<string, string[]>; // by game: names of evaluations
  examples: Record<string, string>; // trees made by hand, as nested lists
}

export interface TreeRequest {
  look?: LookRequest;
  nested?: string | null; // instead of a position: nested lists, or the name of an example
  algorithm?: string;
  depth?: number;
  judge?: string;
  nodes?: number; // at most so many are written down
}

export interface TreeNode {
  id: number; // in the order of the visits
  parent: number | null;
  move: string | null; // that led here
  player: Seat;
  ply: number;
  position: string;
  alpha: number | null; // null: infinite
  beta: number | null;
  value: number | null; // for the first player
  text: string;
  bound: string; // exact, lower or upper
  kind: string; // inner, end, horizon or table
  children: number[];
  cut: string[]; // moves never looked at
  why: string;
  because: number | null; // the node that the reason points to
  principal: boolean;
}

export interface SearchTree {
  game: string;
  position: string;
  algorithm: string;
  judge: string;
  depth: number;
  complete: boolean;
  nodes: number;
  cut: number;
  value: number | null;
  text: string;
  line: string[];
  visits: TreeNode[];
}

// --- a race of algorithms: POST /api/race, answered by a stream of events ---------------------------

export interface RaceRequest {
  game: string;
  options?: Record<string, unknown>;
  depth: number;
  positions?: number;
  algorithms?: string[]; // beside alphabeta; none: all
  judge?: string;
  seed?: number; // other positions
}

export interface RaceRatio {
  mean: number; // of the ratios to alpha-beta, position by position
  low: number; // its 95 % interval
  high: number;
  p: number; // how likely chance alone makes it
}

export interface RaceLap {
  nodes: number;
  seconds: number; // of processor time
  value: number; // for the player to move
}

export interface RaceRunner {
  algorithm: string;
  nodes: number; // on all positions so far
  seconds: number;
  relative_nodes: RaceRatio;
  relative_time: RaceRatio;
}

export type RaceTell =
  | {
      type: 'lap'; // after each position
      done: number;
      total: number;
      position: string;
      laps: RaceLap[]; // on this position, in the order of the runners
      agreed: number; // positions on which all found the same value
      runners: RaceRunner[]; // from the second position on
    }
  | { type: 'end' }
  | { type: 'error'; message: string };

// --- tournaments: GET and POST /api/tournaments, GET /api/tournaments/{id}, POST .../stop {} ---------

export interface TournamentInfo {
  id: string;
  name: string;
  game: string;
  state: string; // running, stopped or finished
  began: string;
  changed: string;
  games: number;
  players: string[];
}

export interface NewTournament {
  game: string;
  players: string[]; // specs
  pairs?: number; // of games in each meeting
  form?: 'round-robin' | 'gauntlet' | 'swiss';
  variants?: string[]; // options in turn, like "layout=belgian"
  seconds?: number; // a move
  name?: string;
}

export interface Measured {
  value: number;
  error: number; // 95 %
}

export interface Share {
  wins: number;
  draws: number;
  losses: number;
  score: number; // 0 to 1
  error: number;
}

export interface Standing {
  run: string;
  name: string;
  state: string;
  game: string;
  form: string;
  done: number; // pairs
  total: number;
  games: number;
  seconds_left?: number | null;
  failures?: string[];
  players: {
    name: string;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    points: number;
    score: number;
    rating: Measured;
    as_first: Share;
    as_second: Share;
    seconds: Measured; // a move
    nodes: Measured;
    faults: Record<string, number>;
  }[]; // best first
  cross: Record<string, Record<string, string>>; // wins, and draws in brackets
  meetings: {
    players: [string, string];
    wins: number;
    draws: number;
    losses: number;
    elo: Measured;
    superiority: number;
  }[];
}

// WebSocket /api/tournaments/{id}/socket: the standing now, and whenever there is news
export type TournamentTell = { type: 'standing'; standing: Standing } | { type: 'error'; message: string };

// --- WebSocket /api/analysis --------------------------------------------------------------------

export interface Score {
  text: string; // "+0.35", "win in 7", "draw, proven"
  value: number | null; // for the player to move at the start of the line, when it is an opinion
  plies: number | null; // to the end, when it is known who wins and how soon
  unit?: string; // of that number: "plies", or "turns" in Pylos
  proven: boolean;
  sign: -1 | 0 | 1; // who is better: the player to move (1) or the other (-1)
}

export interface AnalysisLine {
  score: Score;
  moves: string[];
}

export interface Analysis {
  depth: number;
  nodes: number;
  seconds: number;
  source: string; // "engine" or a solver
  lines: AnalysisLine[];
}

export type AnalysisAsk =
  | { type: 'analyse'; id: number; look: LookRequest; lines: number; seconds: number }
  | { type: 'scores'; id: number; look: LookRequest } // of every legal move, where a solver knows
  | { type: 'review'; id: number; look: LookRequest; seconds: number } // every position of a game
  | { type: 'stop'; id: number };

export interface Judgement {
  ply: number; // of the move judged
  move: string;
  before: Score; // for the one who moved, had he played best
  after: Score; // for the same player after his move
  best: string[]; // the line that was better, or the one played
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
}

export type AnalysisTell =
  | { type: 'analysis'; id: number; analysis: Analysis }
  | { type: 'scores'; id: number; scores: Record<string, Score> | null }
  | { type: 'judgement'; id: number; judgement: Judgement }
  | { type: 'end'; id: number }
  | { type: 'error'; id: number | null; message: string };
