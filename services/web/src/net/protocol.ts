// Written by `python -m contracts.typescript` from the models in libs/contracts. Do not edit.

export const SUBPROTOCOL = 'doublesix.v1';
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Why a connection ends: 1012, 4008 and 4009 mean come back now; 1013 later; the other 4xxx don't. */
export const CLOSE = {
  RESTART: 1012,
  LATER: 1013,
  REPLACED: 4001,
  NOT_SEATED: 4003,
  GONE: 4004,
  SLOW: 4008,
  SILENT: 4009,
  FREED: 4010,
  LEFT: 4011,
  FLOOD: 4029,
} as const;

export const CODES = [
  'match_over',
  'round_over',
  'not_your_turn',
  'not_in_hand',
  'must_play_forced_lead',
  'does_not_fit',
  'leader_cannot_pass',
  'must_place',
  'cannot_draw',
  'must_draw',
  'stale_ply',
  'future_ply',
  'wrong_round',
  'no_match',
  'not_between_rounds',
  'match_not_over',
  'waiting',
  'computer_plays',
  'no_consent_needed',
  'no_such_round',
  'unknown_table',
  'table_gone',
  'table_full',
  'already_started',
  'not_full',
  'not_host',
  'not_seated',
  'no_such_seat',
  'no_computer',
  'not_alone',
  'wrong_name',
  'unknown_preset',
  'wrong_options',
  'request_reused',
  'not_json',
  'not_an_object',
  'unknown_type',
  'missing_field',
  'extra_field',
  'wrong_value',
  'binary_frame',
  'too_large',
  'wrong_origin',
  'wrong_secret',
  'not_found',
  'wrong_method',
  'wrong_protocol',
  'too_many_guesses',
  'too_many_requests',
  'too_many_in_flight',
  'replaced',
  'unavailable',
  'internal',
] as const;
export type Code = (typeof CODES)[number];

export const PHASES = [
  'playing',
  'between',
  'over',
  'waiting',
  'resting',
] as const;
export type Phase = (typeof PHASES)[number];

export const STATUSES = [
  'open',
  'starting',
  'playing',
] as const;
export type Status = (typeof STATUSES)[number];

export const ENDS = [
  'left',
  'right',
  'up',
  'down',
] as const;
export type EndName = (typeof ENDS)[number];

export const SEATS = [
  0,
  1,
  2,
  3,
] as const;
export type Seat = (typeof SEATS)[number];


/** The command with this `id` was accepted: it is stored, and stays. */
export type Accepted = {
  type: 'reply';
  id: string;
  ok: true;
};

/** Ask for another match with the same people, after match `match`. */
export type AgainFrame = {
  id: string;
  type: 'again';
  match: number;
};

/** Comes before a close; `after_ms` is how long to wait before coming back, null for not at all. */
export type ByeFrame = {
  type: 'bye';
  reason: 'replaced' | 'restart' | 'gone' | 'slow' | 'freed' | 'left' | 'silent' | 'unavailable' | 'flood';
  after_ms: number | null;
};

export type ClientFrame = PlaceFrame | DrawFrame | PassFrame | ReadyFrame | AgainFrame | NewRoundFrame | StartFrame | OptionsFrame | FreeFrame | LevelFrame | LeaveFrame | PingFrame;

/** Time left of a limit, at the moment the view was made. */
export type Clock = {
  left_ms: number;
  of_ms: number;
};

/** Draw until a tile is legal or nothing is left. */
export type DrawFrame = {
  id: string;
  match: number;
  round: number;
  ply: number;
  type: 'draw';
};

/** A turn's drawing: how many tiles, never which. */
export type DrawLogged = {
  type: 'draw';
  seat: Seat;
  count: number;
  numbers: number[];
  by: 'player' | 'clock' | 'table' | 'computer';
};

/** The number shown at each open end; null where nothing can be joined. */
export type Ends = {
  left: number | null;
  right: number | null;
  up: number | null;
  down: number | null;
};

/** See to it that `name` does not sit on `seat`; for the host, before the start. Whoever sits there by then under another name stays: it may come twice, or after somebody else sat down. */
export type FreeFrame = {
  id: string;
  type: 'free';
  seat: Seat;
  name: string;
};

/** A tile of the line, in the order played; `end` is where it was joined. */
export type Laid = {
  tile: string;
  end: EndName;
  seat: Seat;
};

/** Leave: before the start the seat is freed. Afterwards it stays its owner's; the table plays for it, or a computer player does, as the settings say. */
export type LeaveFrame = {
  id: string;
  type: 'leave';
};

/** Let the computer player on `seat` play at `level` from its next turn on; hands and line stay. For the host before the match; during it, only for a person who plays alone. */
export type LevelFrame = {
  id: string;
  type: 'level';
  seat: Seat;
  level: 'easy' | 'medium' | 'hard';
};

export type MatchView = {
  number: number;
  target: number | null;
  scores: number[];
  rounds: RoundResult[];
  winner: Seat | null;
};

/** Ask for a new round, where that needs consent: at the end of a round, or in the middle of one. The round is dealt anew, unscored, when all have asked. An action of the round cancels what was asked before it, which is why this names the `ply` it was asked at. */
export type NewRoundFrame = {
  id: string;
  match: number;
  round: number;
  ply: number;
  type: 'new_round';
};

/** `POST /api/tables`; asked twice with one `request`, it is one table. */
export type OpenTable = {
  preset: string;
  options?: OptionsInput;
  name: string;
  request: string;
};

/** What a host may choose; what is left out is the game's default. `players` is the number of seats, the most the game allows unless chosen. `alone` makes a table to play alone: it starts at once, its other seats computer players of `level`. `level` also goes for computer players who fill empty seats or take over from somebody who left. `rules` is the whole rule set of a `custom` table; no other game has it. */
export type Options = {
  target: number | null;
  players: 2 | 3 | 4 | null;
  level: 'easy' | 'medium' | 'hard';
  alone: boolean;
  rules: RuleSet | null;
};

/** Choose the options of the table; for the host, before the start. */
export type OptionsFrame = {
  id: string;
  type: 'options';
  options: OptionsInput;
};

/** What a host may choose; what is left out is the game's default. `players` is the number of seats, the most the game allows unless chosen. `alone` makes a table to play alone: it starts at once, its other seats computer players of `level`. `level` also goes for computer players who fill empty seats or take over from somebody who left. `rules` is the whole rule set of a `custom` table; no other game has it. */
export type OptionsInput = {
  target?: number | null;
  players?: 2 | 3 | 4 | null;
  level?: 'easy' | 'medium' | 'hard';
  alone?: boolean;
  rules?: RuleSetInput | null;
};

export type PassFrame = {
  id: string;
  match: number;
  round: number;
  ply: number;
  type: 'pass';
};

/** A pass, and the numbers that were open when it happened. */
export type PassLogged = {
  type: 'pass';
  seat: Seat;
  numbers: number[];
  by: 'player' | 'clock' | 'table' | 'computer';
};

export type PingFrame = {
  id: string;
  type: 'ping';
};

/** Join one tile of the hand to an open end; the first tile of a round goes to the left. */
export type PlaceFrame = {
  id: string;
  match: number;
  round: number;
  ply: number;
  type: 'place';
  tile: string;
  end: EndName;
};

/** A placement; `points` are what it scored at once, where fives are played. */
export type PlaceLogged = {
  type: 'place';
  seat: Seat;
  tile: string;
  end: EndName;
  by: 'player' | 'clock' | 'table' | 'computer';
  points: number;
};

/** A tile that may be placed now, where, and what the placement itself would score (fives). */
export type Placement = {
  tile: string;
  end: EndName;
  points: number;
};

export type PongFrame = {
  type: 'pong';
  id: string;
};

/** Where a document stands: `version` grows by one with each change. `mark` is random and new with each change. It tells apart two states that carry the same version, as happens when a store comes back without its last moments; and, unlike a digest of the state, it says nothing about hidden tiles. */
export type Position = {
  version: number;
  mark: string;
};

/** A game by the name people know: one rule set, or several that differ by the number of players. Of several, the one whose `seats` hold the number of players is played. That of `custom` is where a host starts from. */
export type Preset = {
  name: string;
  settings: RuleSet[];
};

/** `GET /api/presets` */
export type Presets = {
  presets: Preset[];
};

/** Why something was refused. `fields` names what was at fault, where that can be said. */
export type Problem = {
  code: Code;
  message: string;
  fields: string[];
};

/** `application/problem+json` (RFC 9457) with a `code` that never changes. */
export type ProblemDocument = {
  type: string;
  title: string;
  status: number;
  code: Code;
  detail: string;
  fields: string[];
};

/** Ready for the round after `round`. */
export type ReadyFrame = {
  id: string;
  type: 'ready';
  match: number;
  round: number;
};

/** Refused, and why; `view` is the state to go on from. `id` is null where none could be read. */
export type Refused = {
  type: 'reply';
  id: string | null;
  ok: false;
  error: Problem;
  view: View | null;
};

/** One round that can be looked at; `result` is null for one that was given up for a new deal. `scores` are those of its match after it, by side. */
export type RoundKept = {
  match: number;
  round: number;
  result: RoundResult | null;
  scores: number[];
};

/** `GET /api/tables/{code}/rounds/{match}/{round}`: all that is needed to play it again, and to check it. `dealt` are the hands as they were dealt, by seat; `boneyard` is in the order in which tiles are drawn from it, and may end with tiles that nobody may draw. `spinner` is the tile that opened two more ends. */
export type RoundRecord = {
  table: string;
  match: number;
  round: number;
  rules: RuleSet;
  players: number;
  target: number | null;
  leader: Seat;
  dealt: string[][];
  boneyard: string[];
  spinner: string | null;
  log: (PlaceLogged | DrawLogged | PassLogged)[];
  result: RoundResult | null;
  scores: number[];
  commitment: string;
  seed: string;
};

/** How a finished round ended. `tie` is set when a block was level: by which rule it was decided. `points` are those of the round's end; `scored` what each side had scored at once before it. */
export type RoundResult = {
  number: number;
  leader: Seat;
  ended: 'out' | 'blocked' | 'target';
  winner: Seat | null;
  points: number;
  tie: 'last_placer' | 'nobody' | null;
  scored: number[];
};

/** The round as this seat sees it. `passes` are, for each seat, the numbers it could not match in this round. `computer` is the level of the computer player whose turn it is; null in a person's turn. `legal`, `must` and `forced` are there only for a person's seat that is to act; `hands`, `aside` and `seed` only once the round is over. `sum` and points at once are there where fives are played. */
export type RoundView = {
  number: number;
  leader: Seat;
  turn: Seat | null;
  computer: 'easy' | 'medium' | 'hard' | null;
  ply: number;
  line: Laid[];
  ends: Ends;
  spinner: string | null;
  sum: number | null;
  hand: string[];
  forced: string | null;
  legal: Placement[] | null;
  must: 'place' | 'draw' | 'pass' | null;
  counts: number[];
  boneyard: number;
  passes: number[][];
  log: (PlaceLogged | DrawLogged | PassLogged)[];
  clock: Clock | null;
  hands: string[][] | null;
  aside: string[] | null;
  commitment: string;
  seed: string | null;
};

/** `GET /api/tables/{code}/rounds`: the rounds that are still kept, the oldest first. */
export type RoundsKept = {
  rounds: RoundKept[];
};

/** How a table plays; the fields and their meaning are the table of RULES 2. */
export type RuleSet = {
  tiles: 'double-six' | 'double-nine';
  seats: number[];
  partners: boolean;
  hand: [number, number][];
  drawing: boolean;
  reserve: number;
  forced_lead: boolean;
  next_lead: 'rotate' | 'winner' | 'highest';
  tied_lead: 'next' | 'same' | null;
  blocked_when: 'all_passed' | 'nobody_can';
  blocked_winner: 'side_total' | 'lowest_hand';
  blocked_tie: 'last_placer' | 'nobody';
  blocked_points: 'others' | 'difference';
  fives: boolean;
  spinner: boolean;
  rounding: 'none' | 'five';
  target: Target | null;
  turn_seconds: number | null;
  away_seconds: number | null;
  away: 'play_on' | 'wait';
  passing: 'by_hand' | 'automatic';
  start: 'full' | 'fill' | 'seated';
  leaving: 'keeps_seat' | 'computer';
  next_round: 'ready' | 'consent';
  computer_players: 'no' | 'solo' | 'yes';
  placing: 'by_hand' | 'automatic';
};

/** How a table plays; the fields and their meaning are the table of RULES 2. */
export type RuleSetInput = {
  tiles: 'double-six' | 'double-nine';
  seats: number[];
  partners: boolean;
  hand: [number, number][];
  drawing: boolean;
  reserve: number;
  forced_lead: boolean;
  next_lead: 'rotate' | 'winner' | 'highest';
  tied_lead: 'next' | 'same' | null;
  blocked_when: 'all_passed' | 'nobody_can';
  blocked_winner: 'side_total' | 'lowest_hand';
  blocked_tie: 'last_placer' | 'nobody';
  blocked_points: 'others' | 'difference';
  fives: boolean;
  spinner: boolean;
  rounding: 'none' | 'five';
  target: Target | null;
  turn_seconds: number | null;
  away_seconds: number | null;
  away: 'play_on' | 'wait';
  passing: 'by_hand' | 'automatic';
  start: 'full' | 'fill' | 'seated';
  leaving: 'keeps_seat' | 'computer';
  next_round: 'ready' | 'consent';
  computer_players: 'no' | 'solo' | 'yes';
  placing?: 'by_hand' | 'automatic';
};

/** Answer to both: the seat, and the secret that holds it; null for a page, which has it as a cookie. */
export type SeatHeld = {
  code: string;
  seat: Seat;
  player: string | null;
};

/** Who has a seat, and who plays it. `name` is the person the seat belongs to, null where it is a computer player's own. `present` says whether a live connection is held to be there. `computer` is the level of the computer player that plays the seat from its next turn on: its own seat, or that of a person who left or has not been here yet; null while a person plays. */
export type SeatTaken = {
  name: string | null;
  present: boolean;
  computer: 'easy' | 'medium' | 'hard' | null;
};

export type ServerFrame = WelcomeFrame | TableFrame | ViewFrame | Accepted | Refused | PongFrame | ByeFrame;

/** Start the match; for the host. How full the table must be, and who fills it, is in its settings. */
export type StartFrame = {
  id: string;
  type: 'start';
};

/** The lobby document, whole. `seats` holds null where nobody sits; `settings` is the full rule set. `preset` is the game's name: `domna` for both of its columns, of which `settings` is the one that goes by the number of seats. */
export type Table = {
  code: string;
  preset: string;
  options: Options;
  settings: RuleSet;
  target: number | null;
  status: Status;
  host: Seat | null;
  seats: (SeatTaken | null)[];
  position: Position;
};

/** The lobby document, whenever it changes. */
export type TableFrame = {
  type: 'table';
  table: Table;
};

/** `GET /api/tables/{code}`: what one may know before sitting; `seat` is the asker's own, if any. */
export type TableSeen = {
  table: Table;
  seat: Seat | null;
};

/** `POST /api/tables/{code}/seats` */
export type TakeSeat = {
  name: string;
};

/** The points that end a match: what is played to unless the host chooses, and the choices. */
export type Target = {
  default: number;
  first: number;
  last: number;
  step: number;
};

/** All that one seat may see. `waiting` are the seats whose people the round waits for (phase `waiting`). `ready` and `again` are the seats that asked to go on, `asked` those that asked for a new round where that needs consent; a move empties it. */
export type View = {
  table: string;
  seat: Seat;
  position: Position;
  phase: Phase;
  match: MatchView;
  round: RoundView;
  between: Clock | null;
  waiting: Seat[];
  ready: Seat[];
  again: Seat[];
  asked: Seat[];
};

/** The seat's view, whenever it changes. The last one received is the one that holds. */
export type ViewFrame = {
  type: 'view';
  view: View;
};

/** First on every connection: which seat this browser holds, and where. */
export type WelcomeFrame = {
  type: 'welcome';
  table: string;
  seat: Seat;
};
