// Made from the server's own types by `make schema`: not to be edited.

export const PROTOCOL = 1;
export const CLOSE = { left: 4001, not_authenticated: 4002, replaced: 4003, protocol: 4004, rate: 4005, banned: 4006, draining: 4007 };

/** A player with cards is not at their seat. */
export interface Absence {
  type: "absent";
  moment: "during_hand" | "last_card" | "on_turn";
  posted: number;
  all_in: boolean;
}

/** Agree to the deal with this number; it is made when everybody left has. */
export interface AcceptDeal {
  t: "accept_deal";
  id: string;
  ch: string;
  deal: number;
}

/** Accept the rules of an edition, as the refusal of a seat or `GET /api/acceptance` names them: once, before the first seat or registration (CASH-18, TRN-01). */
export interface AcceptRules {
  t: "accept_rules";
  id: string;
  edition: string;
  version: string;
}

/** The rules that are accepted, as they are named above. */
export interface Accepting {
  edition: string;
  version: string;
}

/** An account as the house sees it; times are 0 where nothing is barred or muted. */
export interface AccountCard {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program";
  role: "administrator" | "floor" | "player" | "risk";
  balance: number;
  created_ms: number;
  barred_until_ms: number;
  bar_reason: string;
  muted_until_ms: number;
  connected: boolean;
}

/** What a player has, and the last transfers in and out of the cash, newest first. */
export interface AccountMoney {
  holdings: Holdings;
  lines: StatementLine[];
}

/** A request was carried out; the truth comes as events. */
export interface Ack {
  t: "ack";
  id: string;
  ts: number;
  d: Record<string, unknown>;
}

/** Buy the chips of the pause (TAMB-69). */
export interface AddOn {
  t: "add_on";
  id: string;
  ch: string;
}

/** A player bought an add-on (LIVE-11.p2). */
export interface AddOnSold {
  type: "addon_sold";
  entry: number;
  chips: number;
  price: Split;
}

/** Chips for everybody in the pause after the re-buy window (TAMB-69). */
export interface Addon {
  chips: number;
  price_cents: number;
  pause_s: number;
}

/** Which kinds of accounts may take a seat; practice players are set on their own. */
export interface AdmissionWish {
  stake: string;
  reason: string;
  admits: ("guest" | "person" | "program")[];
}

/** Something that somebody should look at. */
export interface Alert {
  kind: "alternate_waits" | "blind_dodge" | "break_soon" | "chips_differ" | "clock_expired" | "colour_up" | "held_prize" | "id_missing" | "move_open" | "race_due" | "rebuy_open" | "table_breaks" | "table_halted" | "unbalanced";
  table: number | null;
  entry: number | null;
  chip: number | null;
}

/** An alert; `names` are those of all players that it mentions. */
export interface AlertView {
  number: number;
  kind: "bot" | "chat" | "pair" | "signal" | "superuser";
  state: "closed" | "open" | "waiting";
  at_ms: number;
  players: number[];
  names: Record<string, string>;
  strength: number;
  case: number | null;
  found: PairFound | SuperuserFound | BotFound | SignalFound | ChatFound;
  chains: Chain[];
}

/** A page of alerts, the strongest first. */
export interface AlertViews {
  alerts: AlertView[];
}

/** Another account that chooses the same in the same spots; context, never evidence. */
export interface AlikeAccount {
  player: string;
  distance: number;
  own: number;
}

/** Book what was previewed: `alteration` is the preview's own. */
export interface Alteration {
  alteration: number;
  shares: Record<string, number>;
  reason: string;
}

/** A player waits no longer: seated, or gone. */
export interface AlternateLeft {
  type: "alternate_left";
  number: number;
}

/** A player waits for a seat (LIVE-8.2); `previous` is the entry before of a re-entry. */
export interface AlternateQueued {
  type: "alternate_queued";
  number: number;
  player: string;
  previous: number | null;
}

/** The numbers of a ruling; what does not apply is None. */
export interface Amounts {
  bet_to: number | null;
  adds: number | null;
  back: number | null;
  missing: number | null;
  call: number | null;
  minimum: number | null;
  maximum: number | null;
  count: number | null;
}

/** A sentence for all screens; an empty one takes the last away. */
export interface Announce {
  do: "announce";
  text: string;
}

/** All tables finish their hand and wait (LIVE-29). */
export interface AnnounceHandForHand {
  do: "announce_hand_for_hand";
}

/** A player says "re-buy", with this many chips left (LIVE-11.p1). */
export interface AnnounceRebuy {
  do: "announce_rebuy";
  entry: number;
  stack?: number;
}

/** A message to everybody. */
export interface Announcement {
  text: string;
}

/** A player accepts or refuses; a refusal lets play go on (LIVE-6). */
export interface AnswerDeal {
  do: "answer_deal";
  entry: number;
  accepts: boolean;
}

/** Tell a player who was cleared what had happened, and that the house is sorry. */
export interface Apologise {
  do: "apologise";
  player: number;
  text: string;
}

/** Somebody who had no part in the decision has decided about an appeal, by its entry. */
export interface AppealDecided {
  type: "appeal_decided";
  appeal: number;
  outcome: "overturned" | "upheld";
  text: string;
}

/** What is decided about an appeal, and what its player reads. */
export interface AppealDecision {
  appeal: number;
  outcome: "overturned" | "upheld";
  text: string;
}

/** A player appeals; staff enter it for whoever can no longer log in. */
export interface AppealMade {
  type: "appeal_made";
  player: number;
  text: string;
}

/** Why a decision is wrong. */
export interface AppealText {
  text: string;
}

/** An application as its applicant sees it. */
export interface ApplicationCard {
  kind: "guest" | "person";
  name: string;
  state: "approved" | "refused" | "waiting";
  asked_ms: number;
  decided_ms: number;
  answer: string;
}

/** Why an application is approved or refused, for the record; `answer` is for the applicant. */
export interface ApplicationDecision {
  reason: string;
  answer?: string;
}

/** An application as the house sees it; `player` is the account that it became. */
export interface ApplicationRow {
  number: number;
  kind: "guest" | "person";
  name: string;
  said: string;
  asked_ms: number;
  state: "approved" | "refused" | "waiting";
  decided_by: string;
  decided_ms: number;
  answer: string;
  player: number | null;
}

/** Applications: those that wait, oldest first; of the others the newest first. */
export interface ApplicationRows {
  applications: ApplicationRow[];
}

/** The word of an application. */
export interface ApplicationWord {
  word: string;
}

/** Who wants to come in: a guest says only a few words, a person a name and a password too. */
export interface Applying {
  kind: "guest" | "person";
  name?: string;
  password?: string;
  said?: string;
}

/** Give an account of the room a role here. */
export interface Appoint {
  do: "appoint";
  account: number;
  name: string;
  role: "cashier" | "deputy" | "display" | "floor" | "manager";
}

/** Somebody who came in by an invitation. */
export interface Arrival {
  player: number;
  name: string;
  at_ms: number;
}

/** The player sits in the new seat (LIVE-22.p1). */
export interface Arrive {
  do: "arrive";
  entry: number;
}

/** A ruling on what happened, kept in the case file. */
export interface AskTheBook {
  do: "ask_the_book";
  table: number;
  facts: ChipsPushed | Said | OutOfTurn | BettingRound | CountRequest | DealDefect | WrongButton | CardsGivenUp | Retrieval | CardsExposed | FloorHandKilled | Dispute | LevelChange | Absence | TimeRequest | CalledClock | DeviceUsed | Showdown | ForcedShow | ShownToOne | HandAnnounced | PotsToShare;
}

/** Any request of the WebSocket, by HTTP. */
export interface Asked {
  request: Act | Intend | Show | Muck | Read | CommitSeed | RevealSeed | Sit | Decline | Leave | SitOut | ComeBack | Enter | TopUp | AutoTopUp | Chat | Play | PlayNow | LeaveQueue | Posting | Report | Register | Unregister | BuyBack | DeclineRebuy | AddOn | GoAway | PlayAgain | ProposeDeal | AcceptDeal | RefuseDeal | BuyGames | TournamentChat | CommitDraw | RevealDraw | AcceptRules;
}

/** How far the audit is, and what the last one found; times are 0 before the first. */
export interface AuditState {
  state: "bad" | "failed" | "good" | "never" | "running";
  read: number;
  of: number;
  begun_ms: number;
  ended_ms: number;
  hands_replayed: number;
  accounts: number;
  breaches_found: number;
  breaches: Breach[];
  hands_taken_back: number;
}

/** Switch the automatic top-up on or off (CASH-17). */
export interface AutoTopUp {
  t: "auto_top_up";
  id: string;
  ch: string;
  on: boolean;
}

/** The setting of CASH-17 was changed. */
export interface AutoTopUpSet {
  type: "auto_top_up_set";
  seat: number;
  on: boolean;
}

/** The prize of one place: its worth, and whether it is a seat in the target (TYP-04). */
export interface Award {
  cents: number;
  seat: boolean;
}

/** One player of a bagging sheet, with a line to sign. */
export interface BagLine {
  seat: number;
  entry: number;
  player: string;
  stack: number | null;
  bag: string;
}

/** A stack and the number of its bag (8.6). */
export interface BagStack {
  do: "bag_stack";
  entry: number;
  stack: number;
  bag: string;
}

/** All players of a table at the end of a day; stacks in piles of `stack_height` chips. */
export interface BaggingSheet {
  type: "bagging_sheet";
  day: number;
  table: number;
  stack_height: number;
  lines: BagLine[];
}

/** Carry out the first move that is proposed (LIVE-14.p2). */
export interface Balance {
  do: "balance";
}

/** What the player can spend now. */
export interface BalanceChanged {
  type: "balance_changed";
  balance: number;
  currency: string;
}

/** All money now, in the room's currency: by kind of account, and who has most of it. */
export interface BalanceReport {
  currency: string;
  kinds: BalanceRow[];
  players: OwnerRow[];
  sum: number;
  owed: number;
  left_out: number;
}

/** What all accounts of a kind have together, in the words of the ledger: `house:rake`. */
export interface BalanceRow {
  name: string;
  accounts: number;
  amount: number;
}

/** Somebody whom the operator keeps out of Banzai: since when, by whom and why (BANZ-08). */
export interface BanzaiExclusion {
  player: number;
  name: string;
  since_ms: number;
  operator: string;
  reason: string;
}

/** Everybody who is kept out of Banzai. */
export interface BanzaiExclusions {
  excluded: BanzaiExclusion[];
}

/** One of the hands to look at first. */
export interface BestHand {
  key: string;
  why: string[];
  big_blinds: number;
}

/** The actions of a round so far, and the seat that asks what it may do. */
export interface BettingRound {
  type: "betting";
  big_blind: number;
  seat: number;
  acts: FloorAct[];
  preflop: boolean;
  players: number;
  posted: Record<string, number>;
  pot: number;
  stack: number | null;
  game: "no-limit" | "pot-limit" | "split-limit";
}

/** One level of a blind structure; its number is its place in the structure. */
export interface Blinds {
  small: number;
  big: number;
  ante?: number;
}

/** The stack of a player without an ID check is blinded off (LAMB-34). */
export interface BlindsPosted {
  type: "blinds_posted";
  entry: number;
  posted: number;
  finished: number;
}

/** The board cards of one street (CASH-15). */
export interface BoardDealt {
  type: "board_dealt";
  street: "flop" | "preflop" | "river" | "turn";
  cards: number[];
}

/** Which booking, and why it is approved, refused or withdrawn. */
export interface BookingDecision {
  reference: string;
  reason: string;
}

/** A booking that waits, with the names of everybody. */
export interface BookingView {
  reference: string;
  kind: string;
  player: number;
  name: string;
  amount: number;
  reason: string;
  asked_by: string;
  asked_ms: number;
}

/** Bookings that wait for a second person, oldest first. */
export interface Bookings {
  bookings: BookingView[];
}

/** A player whose times and choices are unlike those of all other players. */
export interface BotAlert {
  player: string;
  p: number;
  q: number;
  decisions: number;
  median_ms: number;
  evidence: TempoEvidence[];
  hands: QuickHand[];
  longest_h: number;
  hours_of_day: number;
  alike: AlikeAccount[];
}

/** One whose times and choices look like a program's. */
export interface BotFound {
  type: "bot";
  alert: BotAlert;
}

/** The bounty of a player is paid to who knocked them out, or to themselves at the end. */
export interface BountyPaid {
  type: "bounty_paid";
  entry: number;
  to: number;
  amount: number;
}

/** The player has knocked somebody out and gets their bounty (TAMB-72). */
export interface BountyWon {
  type: "bounty_won";
  tournament: number;
  cash: number;
  added: number;
}

/** Something that is wrong: which rule, at which transfer, and what, as a word and in words. */
export interface Breach {
  rule: string;
  key: string;
  position: number;
  what: string;
  sentence: string;
}

/** Close a table; its players draw table, then seat (LIVE-13.p1). */
export interface BreakTable {
  do: "break_table";
  table: number;
}

/** Whether there are synchronised breaks (BRK-01). */
export interface Breaks {
  on: boolean;
  reason: string;
}

/** Where button and blinds of a table's last hand really were, as the floor saw them. */
export interface ButtonPlaced {
  type: "button_placed";
  table: number;
  positions: Positions;
}

/** Buy a further starting stack: now, or after the hand (TAMB-69). */
export interface BuyBack {
  t: "rebuy";
  id: string;
  ch: string;
}

/** Enter one or several HexaPro games of an offer, all or none of them (HEX-03). */
export interface BuyGames {
  t: "buy_games";
  id: string;
  offer: string;
  games?: number;
}

/** The legal amounts of one buy-in, and the rule that sets them. */
export interface BuyInOffer {
  least: number;
  most: number;
  rule: string;
  reset_to: number | null;
}

/** The player leaves on purpose: the connection was not lost. */
export interface Bye {
  t: "bye";
}

/** What the timetable has in a stretch of time, in order. */
export interface Calendar {
  starts: PlannedStart[];
}

/** A last minute for a player, or half of one in a turbo (LIVE-27.p1, LIVE-27.p3). */
export interface CallClock {
  do: "call_clock";
  entry: number;
}

/** The highest bet was matched, or all of a smaller stack put in (BET-06, BET-11). */
export interface Called {
  type: "called";
  seat: number;
  by: number;
}

/** The floor has put a player on the clock. */
export interface CalledClock {
  type: "clock";
  elapsed_s: number;
  turbo: boolean;
  facing_bet: boolean;
}

/** A player returned from sitting out (SIT-02). */
export interface CameBack {
  type: "came_back";
  seat: number;
  at_ms: number;
}

/** Call the event off with what was proposed, or with amounts of your own (LIVE-7, LAMB-38). */
export interface Cancel {
  do: "cancel";
  stacks?: Record<string, number>;
  amounts?: Record<string, number>;
}

/** A cancellation as it would be booked now; `step` is what it is true of. */
export interface CancelPreview {
  step: number;
  stage: "drawn" | "final_table" | "not_in_the_money" | "not_started" | "several_tables";
  shares: CancelShare[];
  cash: Record<string, number>;
}

/** What everybody would get; nothing is paid before the manager confirms it (LAMB-38). */
export interface CancelProposal {
  stage: "drawn" | "final_table" | "not_in_the_money" | "not_started" | "several_tables";
  settlements: Settlement[];
  added: number;
}

/** The stacks of the players left; before the start none are needed. */
export interface CancelQuestion {
  stacks?: Record<string, number>;
}

/** What one entry gets when a tournament is cancelled (CXL-02 to CXL-10). */
export interface CancelShare {
  entry: number;
  player: number;
  pot: number;
  fees: number;
  bounty: number;
  refund: string;
}

/** Book what was previewed: `step` is the preview's own. */
export interface Cancellation {
  step: number;
  reason: string;
  shares?: Record<string, number> | null;
}

/** The house has looked at one hand with all cards, or at own hands up to that one. */
export interface CardReading {
  at_ms: number;
  deed: "saw_hand" | "saw_hands";
  hand: string;
  reason: string;
}

/** What the house has looked at, newest first; an entry is there a week after the look. */
export interface CardReadingPage {
  readings: CardReading[];
}

/** That the house has read all cards of many hands: when, which, why; once it has ended, how many hands were readable and how many alerts were new. */
export interface CardReview {
  number: number;
  at_ms: number;
  first_hand: number;
  last_hand: number;
  asked_by: number | null;
  reason: string;
  ended_ms: number;
  hands: number;
  alerts: number;
}

/** A player showed one or more hole cards before the end of the hand. */
export interface CardsExposed {
  type: "exposed";
  on_turn: boolean;
  last_to_act: boolean;
  betting_over: boolean;
  deliberate: boolean;
}

/** Cards left a player's hand, or were turned up: is the hand folded? */
export interface CardsGivenUp {
  type: "folded";
  forward_facedown: boolean;
  exposed_on_turn: boolean;
  touched_muck: boolean;
  out_of_turn: boolean;
  at_showdown: boolean;
  someone_all_in: boolean;
}

/** The proofs of cards that the viewer has just seen; none for who has seen none. */
export interface CardsOpened {
  type: "cards_opened";
  hand: number;
  cards: Opening[];
}

/** A player chooses to show their cards after the hand; what stays hidden is -1. */
export interface CardsShown {
  type: "cards_shown";
  hand: number;
  seat: number;
  hole: number[];
}

/** The review has ended (FAIR-04, FAIR-12). */
export interface CaseClosed {
  type: "case_closed";
  finding: "confirmed" | "nothing_found";
  reason: string;
}

/** Something done to a player, in a case. */
export interface CaseDeed {
  player: number;
  case: number;
  reason: string;
}

/** A case with what the desk needs: alerts, names, what waits, money to the cent. */
export interface CaseDesk {
  case: CaseView;
  names: Record<string, string>;
  opened_ms: number;
  answered_ms: number;
  alerts: AlertView[];
  waiting: WaitingProposal | null;
  appeals: OpenAppeal[];
  preview: PreviewRow[];
  kept: number;
}

/** Something that happened to the player in a case, or that they said. */
export interface CaseLine {
  kind: "account_closed" | "account_suspended" | "apology" | "appeal" | "appeal_overturned" | "appeal_upheld" | "held" | "kept_out_of_banzai" | "message" | "paid" | "released" | "seized" | "warning" | "winnings_held";
  at_ms: number;
  text: string;
  amount: number;
  until_ms: number;
  tournament: number;
}

/** The house has decided or written something in a case of the player's; it is in their list. */
export interface CaseNews {
  type: "case_news";
  case: number;
}

/** A case with its report and everything that was entered. */
export interface CaseView {
  case: number;
  state: "closed" | "open";
  finding: "confirmed" | "nothing_found" | null;
  reporter: number;
  report: Report;
  entries: Entered[];
  stacks: HeldStack[];
}

/** A page of cases; the next page is `after` the last. */
export interface CaseViews {
  cases: CaseView[];
}

/** What is played at a cash table: hands for money, at a stake. */
export interface CashGame {
  type: "cash";
  stake: Stake;
}

/** The operator's cashier has paid, credited or refused what the player asked for. */
export interface CashierAnswered {
  type: "cashier_answered";
  reference: string;
  kind: "deposit" | "withdrawal";
  amount: number;
  outcome: "confirmed" | "refused";
  said: string;
}

/** An administrator's booking; `reference` makes it happen once. */
export interface CashierOrder {
  kind: "adjustment" | "deposit" | "withdrawal";
  player: number;
  amount: number;
  reference: string;
  reason: string;
}

/** Money that one account paid in and lost to another, which took it out soon after. */
export interface Chain {
  giver: number;
  taker: number;
  amount: number;
  deposited_ms: number;
  lost_ms: number;
  withdrawn_ms: number;
}

/** Another deck (LIVE-23). */
export interface ChangeDeck {
  do: "change_deck";
  table: number;
}

/** Alter one field of the event (LIVE-7). */
export interface ChangeTerms {
  do: "change_terms";
  field: string;
  value: unknown;
}

/** A tournament that the player had entered was changed, delayed or cancelled (TRN-02, CXL-01). */
export interface ChangedTournament {
  type: "changed_tournament";
  tournament: number;
  name: string;
  change: "breaks" | "cancelled" | "delayed" | "levels" | "practice_players";
  starts_ms: number | null;
}

/** Say something at the table (FAIR-01). */
export interface Chat {
  t: "chat";
  id: string;
  ch: string;
  text: string;
}

/** A line of chat that sounds like collusion, as it was written. */
export interface ChatFound {
  type: "chat";
  table: number;
  text: string;
  why: ("arranges_signals" | "goes_easy" | "names_cards" | "sits_out")[];
}

/** Somebody at the table said something. */
export interface ChatSaid {
  type: "chat_said";
  player: number;
  name: string;
  text: string;
}

/** A valid photo ID was shown (LIVE-9). */
export interface CheckId {
  do: "check_id";
  entry: number;
}

/** Nothing was bet (BET-05). */
export interface Checked {
  type: "checked";
  seat: number;
}

/** Whether all chips are there: in all, by table, by denomination. */
export interface ChipAudit {
  in_play: number;
  counted: number;
  tables: Record<string, number>;
  not_counted: number[];
  difference: number | null;
  denominations: Record<string, number>;
}

/** A denomination that the house owns. */
export interface ChipKind {
  value: number;
  owned: number;
  colour: string;
}

/** Chips that change their place, from a pile of a seat to a pile of the same or another seat. */
export interface ChipMove {
  chips: number;
  source: "bet" | "pot" | "stack";
  target: "bet" | "pot" | "stack";
  seat: number;
  to_seat: number;
}

/** Some chips of one denomination. */
export interface ChipPile {
  chip: number;
  count: number;
}

/** A whole race, as it is logged. */
export interface ChipRace {
  removed: number;
  target: number;
  awarded: number;
  rescue_chip: number;
  lines: RaceLine[];
}

/** Small chips for large ones of the same value, or the wish for it until the player is back (LIVE-19). */
export interface ChipsExchanged {
  type: "chips_exchanged";
  entry: number;
  small: number;
  large: number;
  given: number;
  received: number;
}

/** Chips pushed in turn, in one motion or several, with or without words (section 6.1). */
export interface ChipsPushed {
  type: "chips";
  big_blind: number;
  bet: number;
  raise_size: number;
  motions: Motion[];
  said: string;
  said_after: boolean;
  own: number;
  pulled_back: boolean;
  stack: number | null;
  game: "no-limit" | "pot-limit" | "split-limit";
  pot: number;
  barred: "capped" | "closed" | "no" | "passive";
  repeated: boolean;
}

/** A denomination left play at a table; the race is kept with all its cards (LIVE-18). */
export interface ChipsRaced {
  type: "chips_raced";
  table: number;
  race: ChipRace;
  drawn_by: "software" | "table" | null;
}

/** A player's time to act runs from the time of this entry (LIVE-27.p1, LIVE-27.p3). */
export interface ClockCalled {
  type: "clock_called";
  table: number;
  player: number;
  clock_s: number;
  countdown_s: number;
}

/** What a called clock shows at a moment. */
export interface ClockNow {
  player: number;
  left_ms: number;
  counting_down: boolean;
  expired: boolean;
}

/** A clock that was called on a player, for the spoken countdown (LIVE-27.p1). */
export interface ClockShown {
  table: number;
  left_ms: number;
  counting_down: boolean;
  expired: boolean;
}

/** The action clock of a seat runs: everybody sees the same countdown. */
export interface ClockStarted {
  type: "clock_started";
  hand: number;
  seat: number;
  deadline_ms: number;
  bank_ms: number;
  pots: Pot[];
  whole_ms: number;
}

/** The player acted in time, or the time was over and the hand is dead (LAMB-29). */
export interface ClockStopped {
  type: "clock_stopped";
  table: number;
  hand_dead: boolean;
}

/** The level clock at `at_ms`: count down from there, and go on with `terms.levels`. */
export interface ClockView {
  at_ms: number;
  level: number;
  left_ms: number;
  paused: boolean;
  now: Level | null;
  following: Level | null;
  next_break_ms: number | null;
}

/** Suspend an account until a moment, or close it for good (FAIR-10). */
export interface CloseAccount {
  do: "close_account";
  player: number;
  until_ms?: number;
}

/** Take the code of a screen away. */
export interface CloseDisplay {
  do: "close_display";
  number: number;
}

/** Everything is paid: fees and the share of the staff leave the pools. */
export interface CloseTournament {
  do: "close";
}

/** The channel is no more. */
export interface Closed {
  t: "closed";
  ch: string;
  ts: number;
}

/** The room and its processes. */
export interface ClusterView {
  processes: ProcessRow[];
  units: UnitRow[];
}

/** The codes of the screens, by number. */
export interface Codes {
  codes: Record<string, string>;
}

/** Return from sitting out (SIT-02). */
export interface ComeBack {
  t: "come_back";
  id: string;
  ch: string;
}

/** Fix a seed for the draw of a start without telling it (CASH-02, TRN-04, HEX-01). */
export interface CommitDraw {
  t: "commit_draw";
  id: string;
  ch: string;
  number: number;
  commitment: string;
}

/** Fix a seed for the next deck of the table without telling it (CASH-02). */
export interface CommitSeed {
  t: "commit_seed";
  id: string;
  ch: string;
  hand: number;
  number: number;
  commitment: string;
}

/** How two players come together, and when they did. */
export interface CompanyKept {
  chances: number;
  joined: number;
  expected: number;
  p: number;
  arrived_together: number;
  left_together: number;
  stays: SharedStay[];
}

/** Something that concerns another player alone; it keeps its number. */
export interface Concealed {
  type: "concealed";
}

/** What must be true of a player who enters a freeroll (PRZ-06, TAMB-78). */
export interface Condition {
  fact: string;
  at_least: number;
}

/** Everybody has agreed: the tournament is over (LIVE-6). */
export interface ConfirmDeal {
  do: "confirm_deal";
}

/** A player is in reach again. */
export interface ConnectionBack {
  type: "connection_back";
  seat: number;
}

/** A player is out of reach (TIME-01). */
export interface ConnectionLost {
  type: "connection_lost";
  seat: number;
  at_ms: number;
}

/** Put right in which order players went out, best place first, or their stacks (LAMB-37). */
export interface CorrectOrder {
  do: "correct_order";
  order?: number[];
  stacks?: Record<string, number>;
}

/** A bet lies there, and a player may have asked how much it is. */
export interface CountRequest {
  type: "count";
  asked: "bet" | "nothing" | "stack";
  bet: number;
  stack: number;
  all_in: boolean;
  called: boolean;
}

/** All chips of a table, by denomination. */
export interface CountTable {
  do: "count_table";
  table: number;
  chips: Record<string, number>;
}

/** The number of the new tournament. */
export interface Created {
  tournament: number;
}

/** A tournament to be held once: `template` is the name of one of the timetable, or `toml` is a file like those of the timetable without [schedule]; `file` is what messages call it. A Sit & Go or a HexaPro game has no start: it starts when it is full. */
export interface Creation {
  id: string;
  reason: string;
  starts_ms?: number | null;
  template?: string;
  file?: string;
  toml?: string;
  practice_players?: number;
  programs?: boolean;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The result after a number of hands; `showdown_cents` is what of it was won at showdowns. */
export interface CurvePoint {
  hand: number;
  at_ms: number;
  cents: number;
  showdown_cents: number;
}

/** The next day: new seats by lot or the old ones, and the button is drawn again (LIVE-16). */
export interface DayStarted {
  type: "day_started";
  day: number;
  moves: Redrawn[];
  tables: number[];
}

/** One player says yes. */
export interface DealAccepted {
  type: "deal_accepted";
  entry: number;
}

/** Everybody has said yes, and the floor confirms it: the tournament is over (LIVE-6). */
export interface DealAgreed {
  type: "deal_agreed";
  amounts: Record<string, number>;
  places: Record<string, number>;
}

/** The number of the proposal that is answered. */
export interface DealAnswer {
  id: string;
  deal: number;
}

/** Something about the deal is wrong; when it was noticed decides. */
export interface DealDefect {
  type: "misdeal";
  actions: number;
  flop_dealt: boolean;
  extra_cards: number;
  extra_card_seen: boolean;
  without_cards: number[];
  exposed: number[];
  faulty: number | null;
  players: number;
  bets: Record<string, number>;
}

/** One way to share the prizes, in cents for every entry left. */
export interface DealOffer {
  kind: "chips" | "even" | "icm";
  shares: Record<string, number>;
}

/** What the players left could agree on by the stacks of now, in numbers (TAMB-98). */
export interface DealOffers {
  offers: DealOffer[];
  left_to_play_for: number;
  left_to_play_for_max: number;
}

/** How everybody left might share the prizes (TAMB-98). */
export interface DealProposal {
  id: string;
  kind: "chips" | "even" | "icm";
  left_to_play_for?: number;
}

/** The players left talk about a deal; the clock stands meanwhile (LIVE-6). */
export interface DealProposed {
  type: "deal_proposed";
  method: "chip_chop" | "custom" | "even" | "icm";
  stacks: Record<string, number>;
  amounts: Record<string, number>;
  level: number;
  left_ms: number;
  clock_ran: boolean;
}

/** What a deal would pay; nothing is proposed yet. */
export interface DealQuestion {
  method: "chip_chop" | "custom" | "even" | "icm";
  stacks: Record<string, number>;
  amounts?: Record<string, number>;
}

/** One player says no: play goes on at once, with the time that was left (LIVE-6). */
export interface DealRefused {
  type: "deal_refused";
  entry: number;
}

/** Cents by entry. */
export interface DealShares {
  amounts: Record<string, number>;
}

/** All tables deal one hand (LIVE-29). */
export interface DealSynchronised {
  do: "deal_synchronised";
}

/** Pay the prize of a disqualified player, or keep it (LAMB-54). */
export interface DecideHeldPrize {
  do: "decide_held_prize";
  entry: number;
  pays: boolean;
}

/** An administrator's answer instead of the cashier's, with its reason. */
export interface Decision {
  reference: string;
  outcome: "confirmed" | "parked" | "refused" | "sent_again";
  reason: string;
}

/** A second person has approved a proposal, by the number of its entry. */
export interface DecisionApproved {
  type: "decision_approved";
  proposal: number;
  reason: string;
}

/** What somebody wants to be done. Without a finding the review goes on. */
export interface DecisionProposed {
  type: "decision_proposed";
  finding: "confirmed" | "nothing_found" | null;
  reason: string;
  measures: (Warn | Apologise | HoldWinnings | Seize | GiveBack | Redistribute | CloseAccount | KeepOutOfBanzai)[];
}

/** A proposal was refused, or taken back by who made it. */
export interface DecisionRefused {
  type: "decision_refused";
  proposal: number;
  reason: string;
}

/** A table has another deck (LIVE-23). */
export interface DeckChanged {
  type: "deck_changed";
  table: number;
}

/** Two decks lie face down for the next draw of a hand; players answer with `commit_seed`. */
export interface DeckCommitted {
  type: "deck_committed";
  context: HandContext;
  number: number;
  roots: [string, string];
  by_ms: number;
}

/** All seeds of the cut, and the secret of the deck that is not played. */
export interface DeckCut {
  type: "deck_cut";
  hand: number;
  number: number;
  list: string;
  signature: string;
  seeds: SeatSeed[];
  audit: string;
}

/** Seeds did not come in time: both decks are open, and the hand is drawn again without them. */
export interface DeckFailed {
  type: "deck_failed";
  hand: number;
  number: number;
  list: string;
  signature: string;
  seeds: SeatSeed[];
  secrets: [string, string];
  missing: number[];
}

/** The hand starts: the list is closed and signed. Whoever is in it with a commitment that is theirs answers with `reveal_seed` until `by_ms`. */
export interface DeckListed {
  type: "deck_listed";
  hand: number;
  number: number;
  list: string;
  signature: string;
  by_ms: number;
}

/** Stored records in their order; the next page is `after` the number behind the last. */
export interface DeckLogPage {
  records: DeckLogRecord[];
}

/** A record of the log; `hash` covers it and all before it. */
export interface DeckLogRecord {
  number: number;
  kind: "draw" | "list" | "void" | "withheld";
  content: string;
  hash: string;
}

/** A hand is invalid, by a rule of the book (LIVE-5.p1, LIVE-10). */
export interface DeclareDead {
  do: "declare_dead";
  entry: number;
  rule: string;
}

/** Give an offered seat back. */
export interface Decline {
  t: "decline";
  id: string;
  ch: string;
}

/** Do not buy back: the table need not wait (TAMB-69). */
export interface DeclineRebuy {
  t: "decline_rebuy";
  id: string;
  ch: string;
}

/** A later start. */
export interface Delay {
  starts_ms: number;
  reason: string;
}

/** The chips are on the table. */
export interface DeliverRebuy {
  do: "deliver_rebuy";
  entry: number;
}

/** Messages again; the next page is `after` the last id. */
export interface Deliveries {
  messages: Delivery[];
}

/** A message of the outbox; `body` is base64. */
export interface Delivery {
  id: number;
  subject: string;
  body: string;
}

/** The entries of the log that rely on another one. */
export interface Dependents {
  entries: number[];
}

/** A structure with all that follows from it. */
export interface Design {
  starting_stack: number;
  starting_chips: Record<string, number>;
  level_minutes: number;
  levels: Level[];
  leaving: Leaving[];
  ends_minute: number;
  total: number;
  depth: number;
  shortages: Shortage[];
}

/** What a house has and wants, with what the file of the tournament says beside it. */
export interface DesignWish {
  wish: Wish;
  name?: string;
  seats?: number;
  price?: Split;
  entries_until_level?: number;
}

/** The structure, and the tournament as a file to create it from. */
export interface Designed {
  design: Design;
  ante_big_blinds: number;
  toml: string;
}

/** A player uses something that is not needed for the game, or has put it on the table. */
export interface DeviceUsed {
  type: "device";
  thing: "device" | "headphones" | "phone_call";
  where: "beside" | "on_table";
  in_hand: boolean;
  disturbs: boolean;
}

/** Take a role away. */
export interface Dismiss {
  do: "dismiss";
  account: number;
}

/** The code of a screen is worth nothing any more. */
export interface DisplayClosed {
  type: "display_closed";
  number: number;
}

/** A screen of the hall may show the tournament; its code is made from the number. */
export interface DisplayOpened {
  type: "display_opened";
  number: number;
  label: string;
}

/** What a screen of the hall shows. */
export interface DisplayState {
  name: string;
  currency: string;
  version: number;
  label: string;
  status: "cancelled" | "closed" | "day_over" | "deal" | "over" | "playing" | "registering";
  day: number;
  clock: ClockView;
  ante_big_blinds: number;
  levels: Level[];
  entries: number;
  left: number;
  tables: number;
  average: number;
  chips: number;
  prizes: number[];
  prizes_fixed: boolean;
  hand_for_hand: "announced" | "hand" | "normal" | "resolving";
  last_hands: number | null;
  moves: MoveShown[];
  clocks: ClockShown[];
  announcement: string;
  stacks: Record<string, number>;
  seating: SeatShown[];
  winners: WinnerShown[];
  host: string;
  logo: string;
}

/** A player objects to how the last hand ended. */
export interface Dispute {
  type: "dispute";
  shuffle_started: boolean;
  cut_done: boolean;
  collected: boolean;
  paid: Record<string, number>;
  due: Record<string, number>;
  pots: PotsToShare | null;
}

/** Out for good; the chips leave play (LAMB-36, LAMB-54). */
export interface Disqualify {
  do: "disqualify";
  entry: number;
  type: "ABUSE_DIRECT" | "ABUSE_INDIRECT" | "ADVICE" | "ANGLE_SHOOT" | "BEHAVIOUR" | "BLIND_DODGE" | "COLLUSION" | "DEVICE" | "DISCLOSURE" | "EXPOSE_CARD" | "FALSE_STATEMENT" | "FOLD_OUT_OF_TURN" | "HIDDEN_CARDS" | "HIDDEN_CHIPS" | "HYGIENE" | "LANGUAGE" | "LEFT_SEAT" | "LEFT_SEAT_ALLIN" | "MUCK_ALLIN" | "OUTSIDE_HELP" | "OUT_OF_TURN" | "RABBIT_HUNT" | "SOFT_PLAY" | "STACKING" | "STALLING" | "TOUCH_OTHERS" | "TOUCH_POT";
  stack: number;
}

/** It was done. */
export interface Done {
  done: boolean;
}

/** The server restarts at `at` (server ms): come back then, spread over 10 seconds. */
export interface Drain {
  t: "drain";
  at: number;
  ts: number;
  reason: "closing" | "restart";
}

/** Which process is to hand over what it runs. */
export interface DrainWanted {
  process: string;
}

/** High card for the button; cards by seat if they were drawn at the table (LIVE-16). */
export interface DrawButton {
  do: "draw_button";
  table: number;
  cards?: Record<string, string> | null;
}

/** The room has fixed its secret for the start of a tournament that the player has entered; they answer with `commit_draw`. */
export interface DrawCommitted {
  type: "draw_committed";
  tournament: number;
  context: DrawContext;
  commitment: string;
  by_ms: number;
}

/** `ctx` of a draw: the room, where it is, and the number of the draw there. */
export interface DrawContext {
  room: number;
  scope: "lobby" | "table" | "tournament";
  id: number;
  number: number;
}

/** Seeds did not come in time: the secret is open, and it is drawn again without them. */
export interface DrawFailed {
  type: "draw_failed";
  tournament: number;
  number: number;
  list: string;
  signature: string;
  seeds: PlayerSeed[];
  secret: string;
  missing: number[];
}

/** End of the day: the card that says how many hands are left (LIVE-28). */
export interface DrawLastHands {
  do: "draw_last_hands";
  card?: number | null;
}

/** The start is drawn: the list is closed, signed and stored. Whoever is in it with a commitment that is theirs answers with `reveal_draw` until `by_ms`. */
export interface DrawListed {
  type: "draw_listed";
  tournament: number;
  number: number;
  list: string;
  signature: string;
  by_ms: number;
}

/** What was drawn, in the words of the question. */
export interface DrawOutcome {
  multiplier_tenths?: number;
  seats?: DrawnSeat[];
  button?: number | null;
  told?: ToldSeat[];
}

/** Draws of a tournament in their order; the next page is `after` the number of the last. */
export interface DrawPage {
  draws: DrawProof[];
  tournament: number;
  name: string;
}

/** Everything that shows that a draw was fixed before it was known. */
export interface DrawProof {
  protocol: "CCO/1";
  key: string;
  fingerprint: string;
  list: string;
  signature: string;
  seeds: PlayerSeed[];
  secret: string;
  numbers: DrawnNumber[];
  outcome: DrawOutcome;
  attempts?: FailedDraw[];
}

/** How far the draw of a start is, for somebody who has entered. */
export interface DrawView {
  next: DrawCommitted;
  committed: boolean;
  listed: DrawListed | null;
}

/** One number, and below what it was drawn. */
export type DrawnNumber = [number, number];

/** A pool that a HexaPro game may draw, how likely it is, and its split (HEX-01, HEX-05). */
export interface DrawnPrize {
  multiplier_tenths: number;
  per_100000: number;
  percents: number[];
  starting_stack: number;
  level_s: number;
}

/** Where an entry sits; tables are those of the tournament, from 1 on. */
export type DrawnSeat = [number, number, number];

/** Wait no longer. */
export interface DropAlternate {
  do: "drop_alternate";
  number: number;
}

/** Enough are out (LIVE-29). */
export interface EndHandForHand {
  do: "end_hand_for_hand";
}

/** A list of players, each with a seat by lot: all of them or none. */
export interface EnterMany {
  do: "enter_many";
  players: string[];
}

/** An entry with its number in the case, who made it and when. */
export interface Entered {
  number: number;
  actor: number;
  at_ms: number;
  entry: HandLinked | ProgramFound | VideoRequested | VideoReceived | HoldPlaced | HoldsReleased | Sanctioned | CaseClosed | DecisionProposed | DecisionApproved | DecisionRefused | MeasureTaken | MessageSent | AppealMade | AppealDecided;
}

/** How an entry is paid: in cash, at a picked price of a multi-buy-in, or with a ticket. */
export interface Entering {
  id: string;
  price?: number | null;
  ticket?: string | null;
}

/** A player who waits for the big blind will post instead, or wait after all (CASH-14). */
export interface EntryChosen {
  type: "entry_chosen";
  seat: number;
  post: boolean;
}

/** A receipt with the secret for the player's phone. */
export interface EntryPaper {
  receipt: Receipt;
  secret: string;
}

/** An entry in the list of all entries. */
export interface EntryRow {
  entry: number;
  player: string;
  place: Place | null;
  paid: Split;
  rebuys: number;
  addons: number;
  penalties: number;
  next_sanction: "disqualification" | "missed_hands" | "warning";
}

/** What a player sees on the phone. */
export interface EntryState {
  name: string;
  currency: string;
  version: number;
  entry: number;
  player: string;
  place: Place | null;
  moving: boolean;
  stack: number | null;
  result: number | null;
  prize: number;
  status: "cancelled" | "closed" | "day_over" | "deal" | "over" | "playing" | "registering";
  day: number;
  clock: ClockView;
  ante_big_blinds: number;
  levels: Level[];
  entries: number;
  left: number;
  average: number;
  prizes: number[];
  prizes_fixed: boolean;
  announcement: string;
  host: string;
  winners: WinnerShown[];
}

/** A player has paid and drawn a seat (LIVE-8, LIVE-12). */
export interface EntryTaken {
  type: "entry_taken";
  entry: number;
  player: string;
  kind: "alternate" | "initial" | "late" | "re-entry";
  place: Place;
  stack: number;
  price: Split;
  previous: number | null;
}

/** One sentence or two about one thing. */
export interface EntryTerm {
  topic: "add_on" | "blinds" | "bounty" | "breaks" | "freeroll" | "guarantee" | "late_registration" | "phases" | "price" | "prizes" | "re_entry" | "rebuy" | "satellite" | "stack" | "start" | "unregistration";
  words: string;
  figures: Record<string, number>;
}

/** A player leaves before the start and gets the money back. */
export interface EntryWithdrawn {
  type: "entry_withdrawn";
  entry: number;
  refund: Split;
  stack: number;
  place: Place | null;
}

/** When something happened that did not last: the first and the last hand of it. */
export interface Episode {
  first: string;
  last: string;
  begun_ms: number;
  ended_ms: number;
  hands: number;
}

/** A fact; `v` is contiguous per channel, also where a viewer gets the redacted twin. */
export interface EventFrame {
  t: "event";
  ch: string;
  ts: number;
  v: number;
  d: unknown;
}

/** One test that speaks for the alert: who towards whom, how often, and how often expected. */
export interface Evidence {
  test: string;
  actor: string;
  partner: string;
  observed: number;
  expected: number;
  p: number;
  episode: Episode | null;
}

/** Small chips for large ones; without the player it waits (LIVE-19). */
export interface ExchangeChips {
  do: "exchange";
  entry: number;
  chips: Record<string, number>;
  small: number;
  large: number;
  present: boolean;
}

/** A draw that a missing seed ended: both decks are open, and nobody plays them. */
export interface FailedAttempt {
  list: string;
  signature: string;
  seeds: SeatSeed[];
  secrets: [string, string];
}

/** A draw that a missing seed ended: its secret is open, and nothing came of it. */
export interface FailedDraw {
  list: string;
  signature: string;
  seeds: PlayerSeed[];
  secret: string;
}

/** It was not done and nothing has changed: the rule, a reason word, what would be legal. */
export interface Failure {
  rule: string;
  reason: string;
  d: Record<string, unknown>;
}

/** By which keys and terms the decks of this room are made. */
export interface FairnessCard {
  protocol: string;
  key: string;
  fingerprint: string;
  auditor: string;
  auditor_fingerprint: string;
  reveal_ms: number;
  may_deal: boolean;
  head: LogHead;
}

/** What a viewer may know about the decks of a table: the next one, and the hand on the felt. */
export interface FairnessView {
  next: DeckCommitted;
  committed: boolean;
  listed: DeckListed | null;
  cut: DeckCut | null;
  cards: Opening[];
}

/** Fees of tournaments that became the house's on a day. */
export interface FeeRow {
  name: string;
  fees: number;
}

/** A hand is over; who is out, with starting stacks where several are (LIVE-29.c). */
export interface FinishHand {
  do: "finish_hand";
  table: number;
  out?: number[];
  stacks?: Record<string, number>;
  order?: number[];
}

/** Nobody enters or buys any more: the prizes are final. */
export interface FixPrizes {
  do: "fix_prizes";
}

/** An account of the room that can be given a role. */
export interface FloorAccount {
  account: number;
  name: string;
}

/** The number of the new tournament. */
export interface FloorCreated {
  floor: number;
}

/** A live tournament: `name` and `terms` of a form, or `toml`, a file with the same. */
export interface FloorCreation {
  id: string;
  name?: string;
  terms?: FloorTerms | null;
  toml?: string;
  house_rules?: string;
  currency?: string;
}

/** A live tournament in the list. */
export interface FloorLine {
  floor: number;
  name: string;
  currency: string;
  created_ms: number;
  status: string;
  entries: number;
  left: number;
  role: "cashier" | "deputy" | "display" | "floor" | "manager" | null;
}

/** A page of the log, oldest first. */
export interface FloorLogPage {
  entries: LogEntry[];
}

/** A command. `seen` is the version that the console shows: if something that the command is about has changed since, it is refused, and the refusal names the entries of the log. */
export interface FloorOrder {
  id: string;
  command: OpenTables | FloorEnter | EnterMany | WithdrawEntry | HoldSeats | QueueAlternate | SeatAlternate | DropAlternate | DrawButton | PlaceButton | StartHand | Misdeal | FinishHand | CorrectOrder | DeclareDead | ChangeDeck | MovePlayer | Balance | Arrive | BreakTable | StartClock | PauseClock | ResumeClock | SetClock | CallClock | StopCalledClock | DrawLastHands | BagStack | StartDay | CheckId | AnnounceHandForHand | DealSynchronised | HoldTable | ResolveTable | EndHandForHand | RaceChips | ExchangeChips | CountTable | NoteStack | AnnounceRebuy | WithdrawRebuy | PayRebuy | DeliverRebuy | SellAddOn | FixPrizes | PayPrize | DecideHeldPrize | PayBounty | FloorProposeDeal | AnswerDeal | ConfirmDeal | Cancel | CloseTournament | AskTheBook | OverrideRuling | Penalise | Disqualify | NoteIncident | Announce | ChangeTerms | OpenDisplay | CloseDisplay | RenewSecret | Appoint | Dismiss;
  reason?: string;
  seen?: number | null;
}

/** Everything that a console shows; `version` is the last entry of the log. */
export interface FloorState {
  floor: number;
  name: string;
  currency: string;
  version: number;
  role: "cashier" | "deputy" | "display" | "floor" | "manager";
  status: "cancelled" | "closed" | "day_over" | "deal" | "over" | "playing" | "registering";
  day: number;
  terms: FloorTerms;
  clock: ClockView;
  entries: number;
  left: number;
  paid_places: number;
  average: number;
  chips: number;
  tables: FloorTableView[];
  alternates: AlternateQueued[];
  tickets: FloorTicket[];
  breaks: number | null;
  moves: Move[];
  alerts: Alert[];
  hand_for_hand: HandForHandView;
  money: MoneyView;
  results: Result[];
  players: EntryRow[];
  audit: ChipAudit;
  registering: boolean;
  addon_level: number | null;
  colour_up_plan: Removal[];
  displays: Record<string, string>;
  staff: Record<string, [string, "cashier" | "deputy" | "display" | "floor" | "manager"]>;
  announcement: string;
  incidents: LogEntry[];
  undoable: number[];
  races_due: RaceDue[];
}

/** What management fixed before the start. */
export interface FloorTerms {
  seats: number;
  starting_stack: number;
  levels: Level[];
  entries_until_level: number;
  paid: PaidFrom[];
  price: Split;
  rebuy: Purchase | null;
  addon: Purchase | null;
  guarantee: number;
  chips: ChipKind[];
  starting_chips: Record<string, number>;
  expected: number;
  turbo: boolean;
  breaking_order: number[];
  host: string;
  logo: string;
  prize_step: number;
}

/** All live tournaments, newest first. */
export interface Floors {
  floors: FloorLine[];
}

/** A hand was given up (BET-04). */
export interface Folded {
  type: "folded";
  seat: number;
}

/** The floor had a hand shown that claims nothing (LIVE-39.p4). */
export interface ForceShown {
  type: "force_shown";
  seat: number;
  hole: number[];
  reason: string;
}

/** Somebody wants to see a hand that claims no pot. */
export interface ForcedShow {
  type: "force-show";
  collusion: boolean;
  cut_done: boolean;
  shuffle_started: boolean;
}

/** An account in a list. */
export interface FoundPlayer {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program";
  role: "administrator" | "floor" | "player" | "risk";
  created_ms: number;
  barred_until_ms: number;
  muted_until_ms: number;
  connected: boolean;
}

/** The first accounts whose names begin so. */
export interface FoundPlayers {
  players: FoundPlayer[];
}

/** Another level, a pause, hand for hand: what is played at the table from now on. */
export interface GameChanged {
  type: "game_changed";
  game: TournamentGame;
}

/** Sit & Gos or HexaPro games of one buy-in, that start as soon as they are full (TYP-02). */
export interface GameOffer {
  name: string;
  kind: "hexapro" | "hexapro_extreme" | "hexapro_highroller" | "phased" | "scheduled" | "sit_and_go";
  seats: number;
  price: number;
  currency: string;
  games_max: number;
  admits: ("guest" | "person" | "practice" | "program")[];
  tournament: number | null;
  waiting: number;
}

/** Everything that is played on demand. */
export interface GameOffers {
  offers: GameOffer[];
}

/** This many games of an offer, all or none of them (HEX-03). */
export interface GamesOrder {
  id: string;
  offer: string;
  games?: number;
}

/** Too few players for a hand: how many are there, and how many it needs (CASH-06, CASH-07). */
export interface Gathering {
  ready: number;
  needed: number;
}

/** Give back what is held of a player's in the case, whatever else is found (FAIR-04). */
export interface GiveBack {
  do: "give_back";
  player: number;
}

/** Sit out: dealt in, and folded at once on the turn (TRN-17). */
export interface GoAway {
  t: "go_away";
  id: string;
  ch: string;
}

/** Coming in without a name: with a code where the house invites its guests, with the word of an application where it approves them. */
export interface GuestWish {
  invitation?: string;
  application?: string;
}

/** A player tabled a hand and called it something else. */
export interface HandAnnounced {
  type: "cards-speak";
  hole: string;
  board: string;
  false: boolean;
}

/** `ctx`: the room, the table, its epoch, and the number of the hand. */
export interface HandContext {
  room: number;
  table: number;
  epoch: number;
  hand: number;
}

/** A hand began; the hand's own events are its own. */
export interface HandDealt {
  type: "hand_dealt";
  number: number;
  at_ms: number;
  deal: HandPositions;
}

/** The floor declares a player's hand invalid, by a rule of the book (LIVE-5.p1, LIVE-10). */
export interface HandDeclaredDead {
  type: "hand_declared_dead";
  entry: number;
  table: number;
  rule: string;
}

/** All tables finish the hand they are in; then they play one hand at a time (LIVE-29). */
export interface HandForHandAnnounced {
  type: "hand_for_hand_announced";
}

/** Enough players are out; the tables play on their own again. */
export interface HandForHandOver {
  type: "hand_for_hand_over";
  tables: number[];
}

/** Where hand for hand is. */
export interface HandForHandView {
  phase: "announced" | "hand" | "normal" | "resolving";
  hand: number;
  held: number[];
}

/** A hand belongs to the case (FAIR-04). */
export interface HandLinked {
  type: "hand_linked";
  key: string;
}

/** The hand does not count and is dealt again, with the same positions (LAMB-04). */
export interface HandMisdealt {
  type: "hand_misdealt";
  table: number;
}

/** A hand was dealt at the table of a player who has to miss hands (LAMB-36). */
export interface HandMissed {
  type: "hand_missed";
  player: number;
  posted: number;
  finished: number;
}

/** Hands, newest first; further ones are `before` the number `next`, if it is not 0. */
export interface HandPage {
  hands: HandSummary[];
  next: number;
}

/** Where a hand's button and blinds are, and who gets cards. */
export interface HandPositions {
  button: number;
  small_blind: number | null;
  big_blind: number;
  dealt_in: Record<string, number>;
  posts: number[];
}

/** The proof of one hand, open for the cards that its player saw; some hands have none. */
export interface HandProof {
  hand: number;
  number: number;
  proof: Proof | null;
}

/** A hand never was; its number is not used again (CRASH-01, AMB-69). */
export interface HandRolledBack {
  type: "hand_rolled_back";
  number: number;
  reason: string;
}

/** A hand in a player's list; `key` fetches it, `seq` is where the next page goes on. */
export interface HandSummary {
  seq: number;
  key: string;
  table: number;
  number: number;
  at_ms: number;
  won: number;
  game: "fl-holdem" | "nl-holdem" | "pl-omaha";
  small_blind: number;
  big_blind: number;
  position: string;
  hole: number[];
  board: number[];
  pot: number;
  showdown: boolean;
  void_reason: string;
  is_void: boolean;
  format: string;
  tournament: HandTournament | null;
}

/** The hand never was; stacks are those before it, and it is dealt again (TRN-25, TAMB-97). */
export interface HandTakenBack {
  type: "hand_taken_back";
  hand: number;
  reason: string;
}

/** The tournament of a hand that was played for chips. */
export interface HandTournament {
  id: number;
  name: string;
  table: number;
  level: number;
  ante: number;
  currency: string;
  bounties: Record<string, number>;
}

/** A hand as a viewer sees it, complete: a screen can be drawn from it alone. */
export interface HandView {
  game: "fl-holdem" | "nl-holdem" | "pl-omaha";
  button: number;
  street: string;
  board: number[];
  seats: SeatView[];
  pots: Pot[];
  chips_in: number;
  waits_for: string;
  actor: number | null;
  options: Options | null;
  is_over: boolean;
  is_void: boolean;
  rake: number;
  event_count: number;
}

/** What voiding a hand means, or meant: who gives back what, the rake, and who did it why. */
export interface HandVoid {
  key: string;
  table: number;
  number: number;
  currency: string;
  state: "paid" | "running" | "void";
  rake: number;
  shares: VoidShare[];
  reason: string;
  operator: string;
  at_ms: number;
}

/** The hand never was: every stack is what it was before (CASH-03, CRASH-01). */
export interface HandVoided {
  type: "hand_voided";
  reason: string;
}

/** Why somebody's hands are looked at; `before` is the `next` of the page before. */
export interface HandsRead {
  reason: string;
  before?: number;
}

/** What one harmed player gets. */
export interface HarmShare {
  player: number;
  amount: number;
}

/** The manager decides about the prize of a disqualified player (LAMB-54). */
export interface HeldPrizeDecided {
  type: "held_prize_decided";
  entry: number;
  place: number;
  amount: number;
  outcome: "paid" | "seized";
}

/** A stack that is held since its player was suspended (AMB-70), or winnings of a player under review in a tournament (TRN-24). */
export interface HeldStack {
  player: number;
  amount: number;
  at_ms: number;
  tournament: number;
}

/** The first message. On `resume`, `have` names the last number seen of every channel. */
export interface Hello {
  t: "hello";
  protocols: number[];
  client?: string;
  resume?: boolean;
  have?: Record<string, number>;
  gather?: boolean;
}

/** What the house says to it. */
export interface HelpAnswer {
  text: string;
}

/** The house has answered or closed a request for help. */
export interface HelpAnswered {
  type: "help_answered";
  number: number;
  state: "answered" | "closed";
}

/** A request as the house sees it, with who asked and how long they waited. */
export interface HelpRequestRow {
  request: OwnHelpRequest;
  player: number;
  name: string;
  answered_by: string;
  closed_by: string;
  response_ms: number | null;
}

/** A page of requests, oldest first; the next is `after` the last number. */
export interface HelpRequests {
  requests: HelpRequestRow[];
}

/** Money of a player waits until the review ends (FAIR-04, AMB-70). */
export interface HoldPlaced {
  type: "hold_placed";
  player: number;
  amount: number;
}

/** Keep seats for late players; 0 releases them (LIVE-8.1). */
export interface HoldSeats {
  do: "hold_seats";
  table: number;
  seats: number;
}

/** All-in and call: stop, cards hidden (LIVE-29.a). */
export interface HoldTable {
  do: "hold_table";
  table: number;
}

/** Hold what a player wins in a tournament until the case is closed (TRN-24). */
export interface HoldWinnings {
  do: "hold_winnings";
  player: number;
  tournament: number;
}

/** Money or tickets of a player that are not in their cash. */
export interface Holding {
  kind: "held" | "suspense" | "table" | "tickets" | "withdrawal";
  place: number;
  asset: string;
  amount: number;
}

/** Everything that is a player's, in one place. */
export interface Holdings {
  currency: string;
  balance: number;
  elsewhere: Holding[];
}

/** A player has their money back (FAIR-04). */
export interface HoldsReleased {
  type: "holds_released";
  player: number;
  reason: string;
}

/** The hole cards, first card clockwise from the button, one at a time (LIVE-30). */
export interface HoleDealt {
  type: "hole_dealt";
  seats: number[];
  hole: number[][];
}

/** The settings now, what the operator's file says, and what was set instead of it. */
export interface HouseCard {
  now: HouseView;
  configured: HouseView;
  changed: SetBy[];
  is_play_money: boolean;
}

/** What a house has set; `logo` is the type of the picture, empty where there is none. */
export interface HouseView {
  registration: "approval" | "closed" | "invitation" | "open";
  guests: "approval" | "closed" | "invitation" | "open";
  name: string;
  welcome: string;
  logo: string;
  refill: RefillRule;
}

/** What is to be set; what is null stays as it is. */
export interface HouseWish {
  reason: string;
  registration?: "approval" | "closed" | "invitation" | "open" | null;
  guests?: "approval" | "closed" | "invitation" | "open" | null;
  name?: string | null;
  welcome?: string | null;
  refill?: RefillWish | null;
}

/** The `act` message without its type and channel. */
export interface HttpAct {
  id: string;
  hand: number;
  turn: number;
  a: "call" | "check" | "fold" | "raise";
  to?: number;
}

/** A player has shown a valid photo ID: the stack is released (LIVE-9). */
export interface IdChecked {
  type: "id_checked";
  entry: number;
  day: number;
}

/** Something about a player that was reported to the staff (LIVE-45.p2). */
export interface IncidentNoted {
  type: "incident_noted";
  entry: number;
  text: string;
}

/** What to do when the turn comes, as long as street and amount to call stay the same. */
export interface Intend {
  t: "intend";
  id: string;
  ch: string;
  hand: number;
  street: "flop" | "preflop" | "river" | "turn";
  to_call: number;
  a: "call" | "call_any" | "check" | "check_fold" | "fold" | "none";
}

/** An invitation; `flaw` says why it lets nobody in any more, and is empty while it does. */
export interface InvitationCard {
  number: number;
  code: string;
  address: string;
  uses_max: number;
  expires_ms: number;
  note: string;
  issued_by: string;
  issued_ms: number;
  revoked_ms: number;
  flaw: "" | "expired" | "revoked" | "used_up";
  arrivals: Arrival[];
}

/** The last invitations, newest first. */
export interface InvitationCards {
  invitations: InvitationCard[];
}

/** A new invitation: a code of one's own or of chance, for this many people and this many hours. */
export interface InvitationWish {
  reason: string;
  code?: string;
  uses?: number;
  hours?: number;
  note?: string;
}

/** A link to hand to its player: `address` is shown once and not kept. */
export interface IssuedLink {
  player: number;
  name: string;
  address: string;
  expires_ms: number;
}

/** Keep a player out of Banzai (BANZ-08). */
export interface KeepOutOfBanzai {
  do: "exclude_from_banzai";
  player: number;
}

/** The card of the day's end: every table plays this many hands more (LIVE-28). */
export interface LastHandsDrawn {
  type: "last_hands_drawn";
  card: number;
  level_left_ms: number;
  in_hand: number[];
  drawn_by: "software" | "table";
}

/** Give up the seat (AMB-67): `now`, and with it the hand in progress, or `after_hand`, which is played to its end; `on` false takes that back. */
export interface Leave {
  t: "leave";
  id: string;
  ch: string;
  when?: "after_hand" | "now";
  on?: boolean;
}

/** A player plays the hand to its end and then leaves, or stays after all (AMB-67). */
export interface LeaveAfterSet {
  type: "leave_after_set";
  seat: number;
  on: boolean;
}

/** A player gives up the seat when the hand is over (AMB-67). */
export interface LeaveAsked {
  type: "leave_asked";
  seat: number;
  cause: "operator" | "player" | "sat_out_too_long";
}

/** Stop waiting (CASH-06). */
export interface LeaveQueue {
  t: "leave_queue";
  id: string;
  entry: number;
}

/** A chip that leaves play: in a break if there is one, otherwise before a level. */
export interface Leaving {
  removed: number;
  target: number;
  before_level: number;
  in_break: boolean;
  minute: number;
}

/** A seat is free again; the stack goes to the player's account (AMB-63). */
export interface Left {
  type: "left";
  seat: number;
  player: number;
  stack: number;
  at_ms: number;
  cause: "operator" | "player" | "sat_out_too_long";
}

/** One step of the structure; a break has no blinds. */
export interface Level {
  minutes: number;
  small_blind: number;
  big_blind: number;
  ends_day: boolean;
}

/** A new level was announced between two hands. */
export interface LevelChange {
  type: "level";
  shuffle_started: boolean;
  cut_done: boolean;
}

/** The level clock stands, with so much left of this level. */
export interface LevelClockPaused {
  type: "level_clock_paused";
  level: number;
  left_ms: number;
}

/** The level clock runs from here, with so much left of this level. */
export interface LevelClockRunning {
  type: "level_clock_running";
  level: number;
  left_ms: number;
}

/** A length for every level; the present and past ones keep theirs (TAMB-96). */
export interface LevelTimes {
  level_s: number[];
  reason: string;
}

/** The blinds in force; `ends_ms` is None before the first deal, in the last level, and while the level clock stands still (TRN-26, TAMB-45). */
export interface LevelView {
  level: number;
  small: number;
  big: number;
  ante: number;
  ends_ms: number | null;
}

/** The end of a measure, with its reason. */
export interface Lifting {
  reason: string;
}

/** The word of a link. */
export interface Link {
  word: string;
}

/** A link in a list: who issued it, and how it ended, if it has; never its word. */
export interface LinkCard {
  number: number;
  issued_by: string;
  issued_ms: number;
  expires_ms: number;
  ended: "" | "replaced" | "revoked" | "used";
  ended_ms: number;
  is_open: boolean;
}

/** The last links of a player, newest first. */
export interface LinkCards {
  links: LinkCard[];
}

/** Whose password a link sets, and until when. */
export interface LinkOwner {
  name: string;
  expires_ms: number;
}

/** Why a link is issued; `hours` is how long it is good, 0 for as long as the file says. */
export interface LinkWish {
  reason: string;
  hours?: number;
}

/** The lobby as everybody sees it. */
export interface LobbyView {
  currency: string;
  stakes: StakeRow[];
  play_now: StakeKey | null;
}

/** One line of the log. */
export interface LogEntry {
  number: number;
  at_ms: number;
  operator: Operator;
  event: Undone | RulingMade | RulingOverridden | PenaltyNoted | HandMissed | ClockCalled | ClockStopped | HandForHandAnnounced | SynchronisedHandDealt | TableHeld | TableResolving | HandForHandOver | RebuyAnnounced | RebuyWithdrawn | RebuyPaid | RebuyDelivered | TableOpened | EntryTaken | FloorButtonDrawn | ButtonPlaced | FloorHandFinished | OrderCorrected | PlayerMoved | PlayerRemoved | ChipsRaced | PlayerArrived | TableBroken | LevelClockRunning | LevelClockPaused | SeatsHeld | AlternateQueued | AlternateLeft | FloorHandStarted | HandMisdealt | HandDeclaredDead | DeckChanged | BlindsPosted | LastHandsDrawn | StackBagged | DayStarted | IdChecked | StackNoted | ChipsExchanged | TableCounted | StaffAppointed | StaffDismissed | DisplayOpened | DisplayClosed | SecretRenewed | FloorAnnounced | IncidentNoted | TermsChanged | AddOnSold | EntryWithdrawn | PrizesFixed | PrizePaid | BountyPaid | HeldPrizeDecided | DealProposed | DealAccepted | DealRefused | DealAgreed | TournamentCancelled | TournamentClosed;
  reason: string;
}

/** How far the log went at a moment, signed: keep one, and compare it later. */
export interface LogHead {
  size: number;
  at_ms: number;
  root: string;
  signature: string;
}

/** A PNG, WebP or SVG file as base64. */
export interface LogoUpload {
  content: string;
  reason: string;
}

/** What one player lost to another above the rest of the table; context, never evidence. */
export interface Loss {
  loser: string;
  winner: string;
  big_blinds: number;
  share: number;
  expected: number;
  z: number;
}

/** The best hand of a seat on a street, for those whose cards the viewer knows. */
export interface MadeAt {
  seat: number;
  street: "flop" | "preflop" | "river" | "turn";
  category: "flush" | "four_of_a_kind" | "full_house" | "high_card" | "pair" | "straight" | "straight_flush" | "three_of_a_kind" | "two_pair";
  five: number[];
}

/** Who the server takes the client for. */
export interface Me {
  player: number;
  name: string;
  kind: string;
  role: string;
}

/** What a player has in the room: money, seats, offers and places in queues. */
export interface MeView {
  balance: number;
  currency: string;
  seats: OwnSeat[];
  offers: SeatOffered[];
  queued: Queued[];
  tournaments: OwnTournament[];
}

/** A measure against an account, with its reason; without an end it is for ever. */
export interface Measure {
  reason: string;
  until_ms?: number;
}

/** A measure of an approved proposal was carried out, by its place there. */
export interface MeasureTaken {
  type: "measure_taken";
  proposal: number;
  place: number;
  measure: Warn | Apologise | HoldWinnings | Seize | GiveBack | Redistribute | CloseAccount | KeepOutOfBanzai;
}

/** The house has written to a player of the case. */
export interface MessageSent {
  type: "message_sent";
  player: number;
  text: string;
}

/** What is written to a player, or what they have written. */
export interface MessageTo {
  player: number;
  text: string;
}

/** The hand is dealt again (LIVE-33). */
export interface Misdeal {
  do: "misdeal";
  table: number;
}

/** What a player can spend. */
export interface Money {
  balance: number;
  currency: string;
}

/** What a player asked of the operator's own cashier, under the reference that both know. */
export interface MoneyOrder {
  reference: string;
  kind: "deposit" | "withdrawal";
  player: number;
  amount: number;
  currency: string;
  asked_ms: number;
  handed_ms: number;
  told_ms: number;
  pay_at: string;
  outcome: "confirmed" | "pending" | "refused";
  said: string;
  closed_ms: number;
  is_booked: boolean;
  parked: string;
}

/** The pools and the prizes. */
export interface MoneyView {
  pools: Split;
  prizes: PrizeTable;
  paid: Record<string, number>;
  deal: FloorDealView | null;
  bounties: Record<string, number>;
}

/** The chips of one movement of the hand; an uncounted heap is all of it (LIVE-36.p3). */
export interface Motion {
  piles: ChipPile[];
}

/** One player from a seat at one table to a seat at another, and the reason for that seat. */
export interface Move {
  from_table: number;
  from_seat: number;
  to_table: number;
  to_seat: number;
  hands_to_big_blind: number;
}

/** A ticket to an open seat: for special needs or even tables at the start (LIVE-8). */
export interface MovePlayer {
  do: "move";
  entry: number;
  table: number;
  seat: number;
  cause: "balancing" | "initial_balance" | "special_need";
}

/** A player on the way to another seat. */
export interface MoveShown {
  entry: number;
  player: string;
  origin: Place;
  place: Place;
}

/** From seat to seat, with the stack that is carried visibly (LIVE-22.p1). */
export interface MoveTicket {
  type: "move_ticket";
  number: number;
  entry: number;
  player: string;
  origin: Place;
  place: Place;
  stack: number | null;
  cause: string;
  hands_to_big_blind: number | null;
  at_ms: number;
}

/** Which unit is to run where. */
export interface MoveWanted {
  unit: string;
  process: string;
}

/** Give up one's cards unseen. */
export interface Muck {
  t: "muck";
  id: string;
  ch: string;
  hand: number;
}

/** A hand was given up unseen at the showdown (LIVE-39.p4). */
export interface Mucked {
  type: "mucked";
  seat: number;
}

/** Who is logged in; `csrf` goes into the header X-CSRF-Token of everything that changes. */
export interface Myself {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program";
  role: "administrator" | "floor" | "player" | "risk";
  csrf: string;
}

/** A proof that does not fit, with all evidence. */
export interface NewAlarm {
  id: string;
  text: string;
  evidence: string;
  table: number;
  hand: number;
}

/** A new application; `word` asks for its state, and lets an approved guest in. */
export interface NewApplicationCard {
  kind: "guest" | "person";
  name: string;
  state: "approved" | "refused" | "waiting";
  asked_ms: number;
  decided_ms: number;
  answer: string;
  word: string;
}

/** Something to be done in a case and entered. */
export interface NewEntry {
  entry: HandLinked | ProgramFound | VideoRequested | VideoReceived | HoldPlaced | HoldsReleased | Sanctioned | CaseClosed;
}

/** What a player asks; the same `id` again is the same request. */
export interface NewHelpRequest {
  id: string;
  kind?: "hand" | "order" | "other" | "ticket" | "tournament" | "transfer";
  subject?: string;
  text: string;
}

/** A file like those of the timetable, with [on_demand] or [schedule]; `file` is what messages call it. */
export interface NewOffer {
  id: string;
  reason: string;
  toml: string;
  file?: string;
}

/** What somebody wants to be done; without a finding the review goes on. */
export interface NewProposal {
  finding?: "confirmed" | "nothing_found" | null;
  reason: string;
  measures?: (Warn | Apologise | HoldWinnings | Seize | GiveBack | Redistribute | CloseAccount | KeepOutOfBanzai)[];
}

/** A stake that the rules do not list: its game, kind and blinds, what the house takes from each hand (tenths of a percent, and at most so much), and why. Amounts are in cents. */
export interface NewStake {
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  small_blind: number;
  big_blind: number;
  rake_permille: number;
  rake_cap: number;
  reason: string;
}

/** A package for a live tournament, won with a ticket of its value (TYP-05). */
export interface NewVoucher {
  key: string;
  player: number;
  tournament: number;
  package: string;
  ticket: Ticket;
}

/** Positions of a hand, the seats that get cards in it, those that wait, and the ante. */
export interface NextHand {
  positions: Positions;
  dealt_in: number[];
  waiting: number[];
  ante_due: boolean;
}

/** The next hand before its shuffle, or the one that has begun: positions, who posts, who waits, whose hand is killed. */
export interface NextHandView {
  positions: Positions;
  small_blind_poster: number | null;
  ante: number;
  waiting: number[];
  killed: number[];
  dead_button: boolean;
}

/** Something that was reported about a player (LIVE-45.p2). */
export interface NoteIncident {
  do: "note_incident";
  entry: number;
  text: string;
}

/** Somebody has counted a stack. */
export interface NoteStack {
  do: "note_stack";
  entry: number;
  stack: number;
}

/** An empty body. */
export interface Nothing {

}

/** A notice that was not seen yet. */
export interface NoticeRow {
  key: string;
  at_ms: number;
  about: ChangedTournament | HelpAnswered | CaseNews | RulesChanged;
}

/** The player's own channel: a notice that waits to be seen. */
export interface Noticed {
  type: "noticed";
  key: string;
  at_ms: number;
  about: ChangedTournament | HelpAnswered | CaseNews | RulesChanged;
}

/** What a player has not seen yet, oldest first. */
export interface Notices {
  notices: NoticeRow[];
}

/** What is not offered any more, by the name that its file has. */
export interface OfferEnd {
  name: string;
  reason: string;
}

/** A seat is no longer kept for a player. */
export interface OfferLapsed {
  type: "offer_lapsed";
  player: number;
  table: number;
  seat: number;
  cause: "declined" | "excluded" | "not_admitted" | "table_closed" | "table_frozen" | "too_late";
  stake: StakeKey;
  entry: number;
}

/** A file that was added to the timetable while the room was open. */
export interface OfferRow {
  name: string;
  file: string;
  toml: string;
  by: string;
  at_ms: number;
  queues: string[];
  schedules: string[];
  problem: string;
}

/** What was added to the timetable, oldest first. */
export interface Offers {
  offers: OfferRow[];
}

/** A request with its id and nothing else. */
export interface Once {
  id: string;
}

/** An appeal that nobody has decided about. */
export interface OpenAppeal {
  number: number;
  player: number;
  text: string;
}

/** A screen of the hall gets a code. */
export interface OpenDisplay {
  do: "open_display";
  label?: string;
}

/** Open tables; without a count as many as the expected field needs (LIVE-8). */
export interface OpenTables {
  do: "open_tables";
  count?: number | null;
}

/** The number of the case. */
export interface OpenedCase {
  case: number;
}

/** One dealt card turned over: where it was in the deck, its salt, and its way to the root. */
export type Opening = [number, number, number, string, string];

/** Somebody of the staff. */
export interface Operator {
  name: string;
  role: "cashier" | "deputy" | "display" | "floor" | "manager";
  account: number;
}

/** One of the ways out that a ruling leaves to the player or to the floor. */
export interface Option {
  choice: string;
  hand_status: "dead" | "folded" | "live" | "passive" | null;
  bet_to: number | null;
  chip_moves: ChipMove[];
}

/** What the seat to act may do; folding is always there (BET-04). */
export interface Options {
  seat: number;
  call: number;
  raise_from: number;
  raise_to: number;
  closed: boolean;
}

/** The floor puts right in which order players went out (LAMB-37). */
export interface OrderCorrected {
  type: "order_corrected";
  order: number[];
  stacks: Record<string, number>;
}

/** How much, in cents; the same `id` again is the same order. */
export interface Ordered {
  id: string;
  amount: number;
}

/** Orders with what became of them. */
export interface Orders {
  orders: MoneyOrder[];
}

/** A player who lost their last chip; the stack is what they had when the hand began. */
export interface Out {
  entry: number;
  seat: number;
  stack: number | null;
  order: number;
}

/** Somebody acted before their turn; now the turn has come. */
export interface OutOfTurn {
  type: "out-of-turn";
  action: "all-in" | "bet" | "call" | "check" | "fold" | "raise";
  bet_before: number;
  bet_now: number;
  to: number;
  chips: number;
  own: number;
  released: boolean;
  all_in_between: boolean;
}

/** What was written, and the version of the log after it. */
export interface Outcome {
  version: number;
  entries: LogEntry[];
}

/** The manager decides otherwise, beside the ruling (LIVE-1). */
export interface OverrideRuling {
  do: "override_ruling";
  ruling: number;
  decision: string;
}

/** A case as one player sees it; `text` is their own complaint. */
export interface OwnCase {
  case: number;
  part: "complainant" | "concerned" | "harmed";
  state: "closed" | "open";
  finding: "confirmed" | "nothing_found" | null;
  kind: string;
  text: string;
  lines: CaseLine[];
  response_ms: number | null;
  may_appeal: boolean;
}

/** One's own complaints and cases, newest first. */
export interface OwnCases {
  cases: OwnCase[];
}

/** Entries and results of a player, newest tournament first; go on `before` the last one. */
export interface OwnEntries {
  entries: PlayerEntry[];
  kinds: Record<string, "hexapro" | "hexapro_extreme" | "hexapro_highroller" | "phased" | "scheduled" | "sit_and_go">;
}

/** What is a player's own in a tournament. */
export interface OwnEntry {
  entry: number;
  table: number | null;
  seat: number | null;
  rebuy_until_ms: number | null;
  away: boolean;
}

/** A player's own request; times are 0 where nothing has happened yet. */
export interface OwnHelpRequest {
  number: number;
  kind: "hand" | "order" | "other" | "ticket" | "tournament" | "transfer";
  subject: string;
  text: string;
  at_ms: number;
  state: "answered" | "closed" | "open";
  answer: string;
  answered_ms: number;
  closed_ms: number;
}

/** A page of one's own requests, newest first; the next is `before` the last number. */
export interface OwnHelpRequests {
  requests: OwnHelpRequest[];
}

/** A seat of the player's own, for coming back to it. */
export interface OwnSeat {
  table: number;
  seat: number;
  stack: number;
}

/** What only the player sees of their own seat. */
export interface OwnSettings {
  sit_out: string;
  auto_top_up: boolean;
  top_up: number;
  has_auto_top_up: boolean;
  may_post: boolean;
  leaves_after: boolean;
  posts_by_hand: boolean;
}

/** The entries of a player in a tournament, the one with chips first, and their place by chips. */
export interface OwnStanding {
  entries: PlayerRow[];
  place: number;
  left: number;
}

/** All tickets of a player, what expires first at the beginning. */
export interface OwnTickets {
  tickets: CardroomRoomTournamentsPagesPagesOwnticket[];
}

/** A tournament that the player has entered and is not out of, and where they sit there. */
export interface OwnTournament {
  tournament: number;
  name: string;
  starts_ms: number | null;
  table: number | null;
  seat: number | null;
  rebuy_until_ms: number | null;
  draw: DrawView | null;
}

/** What a player has: to spend, at tables, on the way out, in suspense, withheld by a case. */
export interface OwnerRow {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program" | null;
  cash: number;
  tables: number;
  withdrawal: number;
  suspense: number;
  held: number;
  total: number;
}

/** From this many entries on, this many places are paid; by percents, or else by the curve. */
export interface PaidFrom {
  entries: number;
  places: number;
  percents: number[];
}

/** A pair whose play a person should look at. It names the pair, and proves nothing. */
export interface PairAlert {
  players: [string, string];
  q: number;
  p: number;
  shared_hands: number;
  kind: string;
  finding: string;
  evidence: Evidence[];
  hands: BestHand[];
  benign_explanation: string;
  would_clear: string;
  total_impact: number;
  marginal_impact: number;
  least_impact: number;
  centred_impact: number;
  company: number;
  together: CompanyKept;
}

/** Two who play each other unlike everybody else, and who lost to whom around them. */
export interface PairFound {
  type: "pair";
  alert: PairAlert;
  losses: Loss[];
}

/** What is printed, and what is above it: the event, whose it is, its logo. */
export interface Papers {
  papers: (Receipt | SeatCard | MoveTicket | PayoutSlip | BaggingSheet)[];
  name: string;
  currency: string;
  host: string;
  logo: string;
  secrets: Record<string, string>;
}

/** The word of a link, and the password that is to be. */
export interface PasswordByLink {
  word: string;
  password: string;
}

/** The password that is, and the one that is to be. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** A tournament as the store knows it. */
export interface PastTournament {
  tournament: number;
  name: string;
  state: "announced" | "cancelled" | "finished" | "running";
  currency: string;
  starts_ms: number | null;
  started_ms: number;
  ended_ms: number;
  entries: number;
}

/** A page of tournaments that are over, newest first; go on `before` the last one. */
export interface PastTournaments {
  tournaments: PastTournament[];
}

/** Stop the level clock. */
export interface PauseClock {
  do: "pause_clock";
}

/** Why nothing is dealt; `until_ms` is None until the last table has finished (BRK-03). */
export interface PauseView {
  cause: "add_on" | "break" | "crash" | "phase_over" | "staff";
  until_ms: number | null;
}

/** Pay the bounty of a player who is out to who knocked them out (LAMB-47). */
export interface PayBounty {
  do: "pay_bounty";
  entry: number;
  to: number;
}

/** Pay a place against a slip. */
export interface PayPrize {
  do: "pay_prize";
  entry: number;
}

/** The cashier has the money. */
export interface PayRebuy {
  do: "pay_rebuy";
  entry: number;
}

/** An entry that was in when its tournament was cancelled: its share until now, and what it is to be; the house pays the difference. */
export interface PayoutRow {
  entry: number;
  player: number;
  paid: number;
  share: number;
  added: number;
  state: "" | "booked" | "waiting";
}

/** What the desk has paid, for the player's signature. */
export interface PayoutSlip {
  type: "payout_slip";
  number: number;
  entry: number;
  player: string;
  place: number;
  amount: number;
  at_ms: number;
  operator: string;
}

/** The shares of a cancelled tournament; `alteration` is what a preview is true of. */
export interface Payouts {
  alteration: number;
  rows: PayoutRow[];
  added: number;
}

/** New shares of a cancelled tournament, by entry; the others stay (CXL-11). */
export interface PayoutsOrder {
  shares: Record<string, number>;
}

/** A warning, or hands to miss (LIVE-45.p1). */
export interface Penalise {
  do: "penalise";
  entry: number;
  type: "ABUSE_DIRECT" | "ABUSE_INDIRECT" | "ADVICE" | "ANGLE_SHOOT" | "BEHAVIOUR" | "BLIND_DODGE" | "COLLUSION" | "DEVICE" | "DISCLOSURE" | "EXPOSE_CARD" | "FALSE_STATEMENT" | "FOLD_OUT_OF_TURN" | "HIDDEN_CARDS" | "HIDDEN_CHIPS" | "HYGIENE" | "LANGUAGE" | "LEFT_SEAT" | "LEFT_SEAT_ALLIN" | "MUCK_ALLIN" | "OUTSIDE_HELP" | "OUT_OF_TURN" | "RABBIT_HUNT" | "SOFT_PLAY" | "STACKING" | "STALLING" | "TOUCH_OTHERS" | "TOUCH_POT";
  sanction: "disqualification" | "missed_hands" | "warning";
  missed_hands?: number;
}

/** A penalty with its sanction (LIVE-45.p1). */
export interface PenaltyNoted {
  type: "penalty_noted";
  penalty: PenaltyRecord;
}

/** One penalty as it is noted for a player (LIVE-41 to LIVE-45). */
export interface PenaltyRecord {
  type: "ABUSE_DIRECT" | "ABUSE_INDIRECT" | "ADVICE" | "ANGLE_SHOOT" | "BEHAVIOUR" | "BLIND_DODGE" | "COLLUSION" | "DEVICE" | "DISCLOSURE" | "EXPOSE_CARD" | "FALSE_STATEMENT" | "FOLD_OUT_OF_TURN" | "HIDDEN_CARDS" | "HIDDEN_CHIPS" | "HYGIENE" | "LANGUAGE" | "LEFT_SEAT" | "LEFT_SEAT_ALLIN" | "MUCK_ALLIN" | "OUTSIDE_HELP" | "OUT_OF_TURN" | "RABBIT_HUNT" | "SOFT_PLAY" | "STACKING" | "STALLING" | "TOUCH_OTHERS" | "TOUCH_POT";
  rule_ids: string[];
  player: number;
  table: number;
  hand: number;
  level: number;
  operator: string;
  sanction: "disqualification" | "missed_hands" | "warning";
  missed_hands: number;
  text: string;
  previous: number;
}

/** Asks for a pong with the same `n`. */
export interface Ping {
  t: "ping";
  n?: number;
}

/** A seat at a table. */
export interface Place {
  table: number;
  seat: number;
}

/** Where button and blinds of the last hand really were, with a reason (LIVE-16.4, LAMB-42). */
export interface PlaceButton {
  do: "place_button";
  table: number;
  button: number;
  small_blind: number;
  big_blind: number;
}

/** What was won or lost in a position or at a stake. */
export interface PlaceResult {
  name: string;
  hands: number;
  cents: number;
}

/** One taken seat, between hands and during them; `stack` is that before the hand. */
export interface PlaceView {
  seat: number;
  player: number;
  name: string;
  stack: number;
  bank_ms: number;
  standing: "playing" | "posting" | "returning" | "waiting";
  out_since_ms: number | null;
  removed_at_ms: number | null;
  out_cause: "busted" | "next_big_blind" | "player" | "server_decision" | null;
  connected: boolean;
  leaving: boolean;
  kind: "guest" | "person" | "practice" | "program";
}

/** Seats that are different now, or free again; the others stay as they were. */
export interface PlacesChanged {
  type: "places_changed";
  places: PlaceView[];
  gone: number[];
  me: OwnSettings | null;
}

/** A tournament of the timetable, and when it is announced and starts. */
export interface PlannedStart {
  name: string;
  starts_ms: number;
  announced_ms: number;
}

/** Ask for seats at a stake: offered at once, or a place in the queue (CASH-04, CASH-06). */
export interface Play {
  t: "play";
  id: string;
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  small_blind: number;
  big_blind: number;
  tables?: number;
}

/** Come back from sitting out (TRN-18). */
export interface PlayAgain {
  t: "play_again";
  id: string;
  ch: string;
}

/** Ask for a game, whichever is best to begin with: the house chooses the stake, and the table as for everybody (CASH-04). An offered seat is taken at once with the usual stack, a hundred big blinds where that is legal, and the big blind is posted where it may be; else there is a place in the queue. */
export interface PlayNow {
  t: "play_now";
  id: string;
}

/** A player's own play since a moment, 0 for ever. */
export interface PlayStatistics {
  since_ms: number;
  hands: number;
  cents: number;
  shares: Record<string, Share>;
  positions: PlaceResult[];
  stakes: PlaceResult[];
  hours: PlaceResult[];
  curve: CurvePoint[];
  is_cut: boolean;
}

/** The player sits in the new seat. */
export interface PlayerArrived {
  type: "player_arrived";
  entry: number;
}

/** Something done to a player. */
export interface PlayerDeed {
  player: number;
  reason: string;
}

/** An entry of a player in a tournament, and its result as far as it is known. */
export interface PlayerEntry {
  tournament: number;
  name: string;
  state: "announced" | "cancelled" | "finished" | "running";
  entry: number;
  player: number;
  registered_ms: number;
  paid: number;
  is_given_back: boolean;
  place: number;
  prize: number;
  bounties: number;
  is_held: boolean;
}

/** A ticket to another seat; the player carries the chips there (LIVE-22.p1). */
export interface PlayerMoved {
  type: "player_moved";
  entry: number;
  origin: Place;
  place: Place;
  cause: "balancing" | "initial_balance" | "special_need";
  hands_to_big_blind: number | null;
}

/** Somebody at a table; the stack is that before the hand in progress. */
export interface PlayerOverview {
  player: number;
  name: string;
  seat: number;
  stack: number;
  is_out: boolean;
}

/** Players of a tournament: who is in by chips, then who is out by place. */
export interface PlayerPage {
  players: PlayerRow[];
  count: number;
}

/** A disqualified player leaves the tournament, and the chips leave play (LAMB-36, LAMB-54). */
export interface PlayerRemoved {
  type: "player_removed";
  entry: number;
  origin: Place;
  stack: number;
}

/** One entry of a tournament; `place` is 0 and `table` None while it is not known. */
export interface PlayerRow {
  entry: number;
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program";
  stack: number;
  table: number | null;
  place: number;
  prize: number;
  bounty: number;
  number: number;
}

/** A revealed contribution; player 0 is the seed source. */
export type PlayerSeed = [number, string];

/** Players from a CSV list, who have all paid: each draws a seat, all of them or none. */
export interface PlayerSheet {
  id: string;
  csv: string;
  reason?: string;
}

/** The answer to a ping; `rtt_ms` is the server's own measurement, if it has one. */
export interface Pong {
  t: "pong";
  n: number;
  ts: number;
  rtt_ms: number | null;
}

/** The seats of button, small blind and big blind; the first two may be empty seats. */
export interface Positions {
  button: number;
  small_blind: number;
  big_blind: number;
}

/** A bet that a seat owes before the cards. */
export interface Post {
  seat: number;
  kind: "ante" | "big_blind" | "dead" | "post" | "small_blind" | "table_ante";
  amount: number;
}

/** A forced bet was taken; `by` is less than owed when the stack was short (AMB-38). */
export interface Posted {
  type: "posted";
  seat: number;
  kind: "ante" | "big_blind" | "dead" | "post" | "small_blind" | "table_ante";
  by: number;
}

/** Have big blinds posted as they come, or sit out before each of them until one says otherwise; at every table, now and later (SIT-05). */
export interface Posting {
  t: "posting";
  id: string;
  by_hand: boolean;
}

/** A player wants to say each time that they post the big blind, or have it posted (SIT-05). */
export interface PostingSet {
  type: "posting_set";
  seat: number;
  by_hand: boolean;
}

/** An amount, and the live seats that can win it, clockwise from the button (POT-01). */
export interface Pot {
  amount: number;
  seats: number[];
}

/** One pot, main pot first, went to its winners; `amount` is net of `rake` (POT-03, AMB-52). */
export interface PotAwarded {
  type: "pot_awarded";
  pot: number;
  amount: number;
  rake: number;
  seats: number[];
  shares: number[];
}

/** The betting of a street is over: these are the pots, which are paid if it was the last. */
export interface PotsStand {
  type: "pots_stand";
  hand: number;
  pots: Pot[];
}

/** All bets are in; the chips in the middle are to be shared. */
export interface PotsToShare {
  type: "pots";
  bets: Record<string, number>;
  button: number;
  unit: number;
  ante: number;
  folded: number[];
  mucked: number[];
  hole: Record<string, string>;
  board: string;
  winners: number[][];
}

/** How many practice players have left. */
export interface PracticeChanged {
  removed: number;
}

/** This many practice players may enter; whoever is one too many leaves. */
export interface PracticeCount {
  count: number;
  reason: string;
}

/** How many practice players are to sit at a stake. */
export interface PracticeWish {
  stake: string;
  reason: string;
  players: number;
}

/** Shares in place of those of the policy, if any (CXL-11). */
export interface PreviewOrder {
  shares?: Record<string, number> | null;
}

/** One player in a preview of every cent. */
export interface PreviewRow {
  player: number;
  name: string;
  seized: number;
  lost: number;
  paid: number;
}

/** The prizes for the entries so far; final when nobody can enter or buy any more (TRN-08). */
export interface PrizePage {
  prizes: Award[];
  final: boolean;
  pool: number;
  currency: string;
}

/** The desk has paid a player, against a slip. */
export interface PrizePaid {
  type: "prize_paid";
  entry: number;
  place: number;
  amount: number;
}

/** Prizes, first place first; `added` is what the house puts in for a guarantee. */
export interface PrizeTable {
  prizes: number[];
  added: number;
  fixed: boolean;
}

/** Entries are over: the prizes, first place first, and what the house adds to the pool. */
export interface PrizesFixed {
  type: "prizes_fixed";
  prizes: number[];
  added: number;
}

/** A process that lives. */
export interface ProcessRow {
  name: string;
  roles: string[];
  machine: string;
  started_ms: number;
  players: number;
  units: number;
  is_leaving: boolean;
}

/** A player used a forbidden program, or hid it (FAIR-08, FAIR-09). */
export interface ProgramFound {
  type: "program_found";
  player: number;
  program: "hand_tracker" | "hud" | "screen_capture";
  how: string;
}

/** The token of a program: told once, to be sent as `Authorization: Bearer ...`. */
export interface ProgramToken {
  player: number;
  name: string;
  token: string;
  expires_ms: number;
}

/** A program's name, and what its token is to allow. */
export interface ProgramWish {
  name: string;
  scopes?: ("chat" | "operate" | "play" | "read")[];
}

/** Everything that shows that a hand was fixed before the cut and opened as it was. */
export interface Proof {
  protocol: "CCO/1";
  key: string;
  fingerprint: string;
  list: string;
  signature: string;
  seeds: SeatSeed[];
  audit: string;
  cards: Opening[];
  attempts?: FailedAttempt[];
  button?: DrawProof;
}

/** Which proposal, by the number of its entry, and why. */
export interface ProposalDecision {
  proposal: number;
  reason: string;
}

/** Chips that players buy during the tournament. */
export interface Purchase {
  price: Split;
  chips: number;
  until_level: number;
  mix: Record<string, number>;
}

/** Sold out: wait for a seat (LIVE-8.2). */
export interface QueueAlternate {
  do: "queue_alternate";
  player: string;
  previous?: number | null;
}

/** A player no longer waits, without having been offered a seat (CASH-06). */
export interface QueueLeft {
  type: "queue_left";
  player: number;
  stake: StakeKey;
  entry: number;
  cause: "connection_lost" | "excluded" | "not_admitted" | "player";
}

/** No seat is free: the player waits at this place, the first being 1 (CASH-06). */
export interface Queued {
  type: "queued";
  player: number;
  stake: StakeKey;
  entry: number;
  place: number;
}

/** A hand with a large pot in which the player took no longer than ever. */
export interface QuickHand {
  key: string;
  think_ms: number;
  big_blinds: number;
}

/** Race a denomination off; cards from the table, or drawn here (LIVE-18). */
export interface RaceChips {
  do: "race";
  table: number;
  removed: number;
  in_play?: number[];
  seats: RaceSeat[];
  cards?: string[] | null;
}

/** A chip that no amount needs any more, and the tables where it is still in play (LIVE-18). */
export interface RaceDue {
  removed: number;
  target: number;
  tables: number[];
}

/** What the race did to one seat: the line of the log (4.1 step 8). */
export interface RaceLine {
  seat: number;
  before: number;
  exchanged: number;
  odd: number;
  cards: number[];
  best: number | null;
  won: boolean;
  rescued: boolean;
  after: number;
  witnessed: boolean;
}

/** What a player brings to the race: chips of the removed kind, and the value of the others. */
export interface RaceSeat {
  seat: number;
  chips: number;
  rest: number;
  present: boolean;
}

/** A bet or a raise (BET-07). `to` is the seat's total on this street. */
export interface Raised {
  type: "raised";
  seat: number;
  to: number;
}

/** The fee of this hand in numbers; `cap` is what holds for the players dealt in (RAKE-06). */
export interface Rake {
  permille: number;
  cap: number;
  minimum: number;
}

/** The rake of a period. What was taken back counts negative when it was taken back (AMB-24). */
export interface RakeReport {
  currency: string;
  hands: number;
  rake: number;
  ledger: number;
  fees: number;
  days: RakeRow[];
  stakes: RakeRow[];
  players: RakeRow[];
  fee_days: FeeRow[];
  left_out: number;
}

/** Hands and their rake on a day, at a stake (`game:format:small:big`) or of a player. */
export interface RakeRow {
  name: string;
  hands: number;
  rake: number;
  player: number;
  kind: "guest" | "person" | "practice" | "program" | null;
}

/** Ask what hands lie there, own and open, and what they win at an all-in. */
export interface Read {
  t: "read";
  id: string;
  ch: string;
}

/** The hands with a number of board cards on the table. */
export interface ReadBoard {
  cards: number;
  hands: ReadHand[];
}

/** One seat's hand on a board; `five` has what decides first. */
export interface ReadHand {
  seat: number;
  category: "flush" | "four_of_a_kind" | "full_house" | "high_card" | "pair" | "straight" | "straight_flush" | "three_of_a_kind" | "two_pair" | null;
  five: number[];
  share_permille: number | null;
}

/** The hands that a viewer may see: on the board, and on every street of a run-out. */
export interface Reading {
  hand: number;
  boards: ReadBoard[];
}

/** One starting stack for one entry price, while the window is open (TYP-08, TAMB-69). */
export interface Rebuy {
  until_level: number;
  rebuys_max: number;
  answer_s: number;
}

/** A player said "re-buy": it must be bought (LIVE-11.p1). */
export interface RebuyAnnounced {
  type: "rebuy_announced";
  player: number;
  table: number;
  chips: number;
}

/** The chips are on the table: its next hand may be dealt. */
export interface RebuyDelivered {
  type: "rebuy_delivered";
  player: number;
}

/** The cashier has the money. */
export interface RebuyPaid {
  type: "rebuy_paid";
  player: number;
  price: Split;
}

/** The player has no chips left and may buy back until then; the table waits (TAMB-69). */
export interface RebuyWanted {
  type: "rebuy_wanted";
  tournament: number;
  until_ms: number;
}

/** The player does not want it after all, where the house lets them (LIVE-11.p1). */
export interface RebuyWithdrawn {
  type: "rebuy_withdrawn";
  player: number;
}

/** For a player who has paid: everything that they should verify (LIVE-2). */
export interface Receipt {
  type: "receipt";
  number: number;
  entry: number;
  player: string;
  kind: string;
  place: Place;
  stack: number;
  price: Split;
  at_ms: number;
  operator: string;
}

/** An entry of a live tournament that a voucher pays; what it is worth more stays with the house, for the rest of the package. */
export interface Redemption {
  floor: number;
  entry: number;
  reason: string;
}

/** Pay harmed players out of what was seized in the case (CASH-01, FAIR-13). */
export interface Redistribute {
  do: "redistribute";
  shares: HarmShare[];
}

/** The new place of a player whose table was broken. */
export interface Redrawn {
  entry: number;
  origin: Place;
  place: Place;
}

/** Who has less than `below` gets play money up to `to`, once in this many hours; 0: never. */
export interface RefillRule {
  to: number;
  below: number;
  hours: number;
}

/** The rule, and what it says to one player now. */
export interface RefillView {
  to: number;
  below: number;
  hours: number;
  has: number;
  amount: number;
  next_ms: number;
}

/** Who has less than `below` gets up to `to`, once in this many hours; 0 hours: never. */
export interface RefillWish {
  to: number;
  below: number;
  hours: number;
}

/** A rule says no; nothing has changed. `d` says what would have been legal. */
export interface Refusal {
  t: "refused";
  id: string;
  rule: string;
  reason: string;
  ts: number;
  d: Record<string, unknown>;
}

/** Do not agree: there is no deal, and play goes on. */
export interface RefuseDeal {
  t: "refuse_deal";
  id: string;
  ch: string;
  deal: number;
}

/** Enter, for cash or with a ticket (TRN-11, TRN-13). */
export interface Register {
  t: "register";
  id: string;
  ch: string;
  price?: number | null;
  ticket?: string | null;
}

/** A name and a password; a code where the house invites people. */
export interface Registration {
  name: string;
  password: string;
  invitation?: string;
}

/** A denomination leaves play before a level begins: its odd chips are raced for the next. */
export interface Removal {
  before_level: number;
  removed: number;
  target: number;
}

/** A player gets another secret; the old one is worth nothing. */
export interface RenewSecret {
  do: "renew_secret";
  entry: number;
}

/** A hand to be watched again, as one viewer may see it. `hero` is the viewer's own seat. */
export interface Replay {
  key: string;
  table: number;
  number: number;
  at_ms: number;
  edition: string;
  currency: string | null;
  game: "fl-holdem" | "nl-holdem" | "pl-omaha";
  small_blind: number;
  big_blind: number;
  seats_max: number;
  hero: number | null;
  seats: ReplaySeat[];
  events: (HandStarted | Posted | HoleDealt | Folded | Checked | Called | Raised | HandKilled | BoardDealt | UncalledReturned | Shown | Mucked | ForceShown | PotAwarded | HandVoided)[];
  made: MadeAt[];
  is_void: boolean;
  void_reason: string;
  tournament: HandTournament | null;
}

/** Who sat where, and the stack they began with. */
export interface ReplaySeat {
  seat: number;
  name: string;
  stack: number;
  position: string;
}

/** Tell the house about suspected unfair play: it becomes a case (FAIR-12). */
export interface Report {
  t: "report";
  id: string;
  kind: "automation" | "chat" | "chip_dumping" | "collusion" | "other" | "shuffle";
  players: number[];
  text: string;
  table?: number | null;
  hand?: number | null;
  evidence?: string;
}

/** Go on with one held showdown (LIVE-29.a). */
export interface ResolveTable {
  do: "resolve_table";
  table: number;
}

/** What was set aside is the player's after all. */
export interface Resolving {
  reference: string;
  reason: string;
}

/** When no new hands are dealt any more, in seconds from now. */
export interface Restart {
  in_s: number;
}

/** A seat kept for a player until a moment, and what they may bring (CASH-01, RAT-02). */
export interface RestoredSeat {
  player: number;
  name: string;
  table: number;
  seat: number;
  buy_in: BuyInOffer;
  currency: string;
  until_ms: number;
}

/** The place of a player who is out, or of the last one; what it wins once prizes are fixed. */
export interface Result {
  entry: number;
  place: number;
  tied: number;
  prize: number;
  how: "deal" | "disqualified" | "out" | "winner";
}

/** Results by place, as far as they are known. */
export interface ResultPage {
  tournament: PastTournament;
  results: CardroomRoomTournamentsPagesPagesResultrow[];
  count: number;
}

/** Results of a period, the largest first; the sums are those of all players. */
export interface ResultReport {
  currency: string;
  players: CardroomOfficeHouseReportsResultrow[];
  hands: number;
  cash: number;
  rake: number;
  paid: number;
  won: number;
  left_out: number;
}

/** Go on with the time that was left. */
export interface ResumeClock {
  do: "resume_clock";
}

/** A player wants a folded hand back. */
export interface Retrieval {
  type: "retrieve";
  identifiable: boolean;
  later_action: boolean;
  deliberate: boolean;
  all_in: boolean;
}

/** Tell the seed, once the list with its commitment is closed and signed (CASH-02). */
export interface RevealDraw {
  t: "reveal_draw";
  id: string;
  ch: string;
  number: number;
  seed: string;
}

/** Tell the seed, once the list with its commitment is closed and signed (CASH-02). */
export interface RevealSeed {
  t: "reveal_seed";
  id: string;
  ch: string;
  hand: number;
  number: number;
  seed: string;
}

/** How far the review is, or when it last ran. */
export interface ReviewState {
  state: "done" | "failed" | "never" | "running";
  begun_ms: number;
  ended_ms: number;
  read: number;
  of: number;
  alerts: number;
}

/** How far the review is, and when the house has read all hands, newest first. */
export interface ReviewView {
  review: ReviewState;
  readings: CardReview[];
}

/** A new role, with its reason. */
export interface RoleChange {
  role: "administrator" | "floor" | "player" | "risk";
  reason: string;
}

/** What room this is: its edition of the rules, its money, its build. */
export interface RoomCard {
  edition: string;
  title: string;
  version: string;
  dated: string;
  language: string;
  parts: string[];
  currency: string;
  build: string;
  has_cashier: boolean;
  name: string;
  welcome: string;
  logo: string;
  registration: "approval" | "closed" | "invitation" | "open";
  guests: "approval" | "closed" | "invitation" | "open";
  refill: RefillRule;
}

/** The room now; `draining_at_ms` is 0 unless it is to be restarted. */
export interface RoomOverview {
  at_ms: number;
  build: string;
  edition: string;
  currency: string;
  connections: number;
  players_connected: number;
  draining_at_ms: number;
  tables: TableOverview[];
  metrics: Record<string, number>;
}

/** A rule of the catalogue; `text` is Markdown, `values` are those of the room's edition. */
export interface RoomRule {
  id: string;
  group: string;
  part: string;
  title: string;
  text: string;
  values: RuleValue[];
}

/** A rule by which something was decided. */
export interface RuleTitle {
  id: string;
  title: string;
}

/** What the room's edition says about one switch of a rule, or how it was ruled. */
export interface RuleValue {
  switch: string;
  value: unknown;
  ruling: boolean;
}

/** All rules of the parts that the room's edition has. */
export interface Rulebook {
  edition: string;
  title: string;
  rules: RoomRule[];
}

/** The room plays by other rules than in the player's last hand (CASH-18). */
export interface RulesChanged {
  type: "rules_changed";
  edition: string;
  title: string;
  version: string;
}

/** All rules in force, the room's own first; `accepted_ms` is 0 where they are not accepted. */
export interface RulesState {
  rules: RulesToAccept[];
}

/** Rules that are in force, and when the player has accepted them (0: not yet). */
export interface RulesToAccept {
  edition: string;
  title: string;
  version: string;
  accepted_ms: number;
}

/** What the book decides, and why. `explain` makes a sentence of `reason` and `values`. */
export interface Ruling {
  decision: "all_in" | "allowed" | "bet" | "binding" | "call" | "check" | "complete_or_forfeit" | "fold" | "hand_dead" | "hand_folded" | "hand_live" | "hand_passive" | "hand_stands" | "misdeal" | "must_show" | "need_not_show" | "new_level" | "not_binding" | "old_level" | "pay" | "raise" | "refund" | "refused" | "shows_first" | "unclear" | "understood";
  rule_ids: string[];
  reason: string;
  values: Record<string, number | string>;
  amounts: Amounts;
  chip_moves: ChipMove[];
  hand_status: "dead" | "folded" | "live" | "passive" | null;
  options: Option[];
  reopens: boolean | null;
  seats: number[];
  pots: SharedPot[];
  penalty_hint: "ABUSE_DIRECT" | "ABUSE_INDIRECT" | "ADVICE" | "ANGLE_SHOOT" | "BEHAVIOUR" | "BLIND_DODGE" | "COLLUSION" | "DEVICE" | "DISCLOSURE" | "EXPOSE_CARD" | "FALSE_STATEMENT" | "FOLD_OUT_OF_TURN" | "HIDDEN_CARDS" | "HIDDEN_CHIPS" | "HYGIENE" | "LANGUAGE" | "LEFT_SEAT" | "LEFT_SEAT_ALLIN" | "MUCK_ALLIN" | "OUTSIDE_HELP" | "OUT_OF_TURN" | "RABBIT_HUNT" | "SOFT_PLAY" | "STACKING" | "STALLING" | "TOUCH_OTHERS" | "TOUCH_POT" | null;
  needs_floor: boolean;
}

/** What the book decides, in a sentence, with its rules and worked examples of them. */
export interface RulingAnswer {
  ruling: Ruling;
  sentence: string;
  rules: RuleTitle[];
  examples: WorkedExample[];
}

/** The book was asked; facts and answer are kept together. */
export interface RulingMade {
  type: "ruling_made";
  table: number;
  facts: ChipsPushed | Said | OutOfTurn | BettingRound | CountRequest | DealDefect | WrongButton | CardsGivenUp | Retrieval | CardsExposed | FloorHandKilled | Dispute | LevelChange | Absence | TimeRequest | CalledClock | DeviceUsed | Showdown | ForcedShow | ShownToOne | HandAnnounced | PotsToShare;
  ruling: Ruling;
}

/** The manager decided otherwise; the ruling stays beside it (LIVE-1). */
export interface RulingOverridden {
  type: "ruling_overridden";
  entry: number;
  decision: string;
}

/** The facts of a situation; `floor` asks by the house rules of that tournament. */
export interface RulingQuestion {
  facts: ChipsPushed | Said | OutOfTurn | BettingRound | CountRequest | DealDefect | WrongButton | CardsGivenUp | Retrieval | CardsExposed | FloorHandKilled | Dispute | LevelChange | Absence | TimeRequest | CalledClock | DeviceUsed | Showdown | ForcedShow | ShownToOne | HandAnnounced | PotsToShare;
  language?: "de" | "en" | "fr" | "it" | "nl";
  floor?: number | null;
}

/** The words of a player, without any chips. */
export interface Said {
  type: "words";
  said: string;
}

/** One of the four sanctions, alone or beside others (FAIR-10). */
export interface Sanctioned {
  type: "sanctioned";
  sanction: "disclose" | "legal_action" | "seize_funds" | "suspend_or_close_account";
  player: number;
  reason: string;
  evidence: string[];
  until_ms?: number;
  recipient?: string;
}

/** A player took a seat with a stack; a timebank left here lately goes on (AMB-60). */
export interface SatDown {
  type: "sat_down";
  seat: number;
  player: number;
  stack: number;
  at_ms: number;
}

/** A player keeps the seat without cards (SIT-01); `until_ms` is a global deadline (SIT-06). */
export interface SatOut {
  type: "sat_out";
  seat: number;
  at_ms: number;
  cause: "busted" | "next_big_blind" | "player" | "server_decision";
  until_ms: number | null;
}

/** Give a free seat to who is next by the policy of the house (LIVE-8.2). */
export interface SeatAlternate {
  do: "seat_alternate";
}

/** Where a player sits now. */
export interface SeatCard {
  type: "seat_card";
  entry: number;
  player: string;
  place: Place;
}

/** How the seat was drawn that the player is offered (CASH-04), by the seed source alone. */
export interface SeatDrawn {
  type: "seat_drawn";
  table: number;
  seat: number;
  proof: DrawProof;
}

/** To the player alone: they no longer sit there, by their own wish or not. */
export interface SeatLeft {
  type: "seat_left";
  table: number;
  cause: "operator" | "player" | "sat_out_too_long";
}

/** A seat is kept for a player until the buy-in, or until time is up (CASH-04). */
export interface SeatOffered {
  type: "seat_offered";
  player: number;
  stake: StakeKey;
  table: number;
  seat: number;
  buy_in: BuyInOffer;
  until_ms: number;
  may_post: boolean;
  entry: number;
}

/** Who gets a seat back, and why; any free one if none is named. */
export interface SeatOrder {
  player: number;
  reason: string;
  seat?: number | null;
}

/** A revealed contribution. */
export type SeatSeed = [number, string];

/** Where a player sits, for those who look for their seat. */
export interface SeatShown {
  player: string;
  place: Place;
}

/** To the player alone: they sit at a table now, on whichever device they asked for it. */
export interface SeatTaken {
  type: "seat_taken";
  table: number;
  seat: number;
  stack: number;
}

/** Seats of a tournament's table that are different now, or free; the others stay. */
export interface SeatsChanged {
  type: "seats_changed";
  places: TournamentPlace[];
  gone: number[];
}

/** This many seats of a table are kept for late players; 0 gives them to the draw (LIVE-8.1). */
export interface SeatsHeld {
  type: "seats_held";
  table: number;
  seats: number;
}

/** The secret on a player's receipt is worth nothing any more; there is a new one. */
export interface SecretRenewed {
  type: "secret_renewed";
  entry: number;
}

/** The keys of notices that were seen. */
export interface Seen {
  keys: string[];
}

/** Seize what is held of a player's in the case (FAIR-10, AMB-70). */
export interface Seize {
  do: "seize";
  player: number;
}

/** An add-on, in its break (LIVE-11.p2). */
export interface SellAddOn {
  do: "sell_addon";
  entry: number;
}

/** Time ran out: the server checked or folded for a player (TIME-02). */
export interface ServerDecided {
  type: "server_decided";
  seat: number;
}

/** Sessions that have hands in a period, the latest first. */
export interface SessionReport {
  currency: string;
  sessions: SessionRow[];
  count: number;
  players: number;
  minutes: number;
}

/** A player's hands without a pause of more than half an hour. */
export interface SessionRow {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program" | null;
  began_ms: number;
  ended_ms: number;
  hands: number;
  result: number;
  rake: number;
}

/** What was set while the room runs, by whom and when. */
export interface SetBy {
  setting: string;
  by: string;
  at_ms: number;
}

/** Another level or time, with a reason. */
export interface SetClock {
  do: "set_clock";
  level: number;
  left_ms: number;
}

/** Money of a player's that cannot be credited; the same reference again moves nothing. */
export interface SettingAside {
  player: number;
  amount: number;
  reference: string;
  reason: string;
}

/** What goes back to what the operator's file says. */
export interface SettingReset {
  setting: "guests" | "logo" | "name" | "refill" | "registration" | "welcome";
  reason: string;
}

/** What one player gets when a tournament is called off. */
export interface Settlement {
  entry: number;
  refund: Split;
}

/** How often something was done, out of how many chances. */
export interface Share {
  times: number;
  chances: number;
}

/** Where others see the hand as the rail saw it: a path of the room's own address. */
export interface SharedLink {
  path: string;
}

/** One pot: the seats that can win it, and what each winner gets (LIVE-20, LIVE-26.p1). */
export interface SharedPot {
  chips: number;
  seats: number[];
  shares: Record<string, number>;
}

/** What two accounts share, and how many accounts share it in all. */
export interface SharedSignal {
  kind: "address" | "device" | "payment";
  accounts: number;
}

/** Two players at one table at the same time. */
export interface SharedStay {
  table: string;
  first_ms: number;
  last_ms: number;
  hands: number;
}

/** Chips that the house lacks to exchange one that leaves play. */
export interface Shortage {
  removed: number;
  lacks: number;
}

/** Table one's cards after the betting; `hand` is the one they belong to. */
export interface Show {
  t: "show";
  id: string;
  ch: string;
  hand: number;
  cards?: number[];
}

/** Betting is over and two or more players are left. */
export interface Showdown {
  type: "showdown";
  seats: number[];
  button: number;
  aggressors: number[];
  last_street: number[];
  all_in: number[];
  mucked: number[];
  seat: number | null;
}

/** A hand was tabled, all its cards (LIVE-39.p1). */
export interface Shown {
  type: "shown";
  seat: number;
  hole: number[];
}

/** A player showed their cards to a neighbour. */
export interface ShownToOne {
  type: "show-all";
  demanded: boolean;
  hand_over: boolean;
}

/** Two accounts that share something outside the hands, and where they have met. */
export interface SignalFound {
  type: "signal";
  shared: SharedSignal[];
  hands: number;
  tournaments: number[];
}

/** Take the offered seat with this stack; `reset` is Banzai's reset (CASH-16, BANZ-07). */
export interface Sit {
  t: "sit";
  id: string;
  ch: string;
  amount: number;
  reset?: boolean;
  post?: boolean;
}

/** Sit out from the next hand, or from the next big blind if `on` (SIT-01, SIT-05). */
export interface SitOut {
  t: "sit_out";
  id: string;
  ch: string;
  when?: "next_big_blind" | "next_hand";
  on?: boolean;
}

/** A player will sit out later, or not after all (SIT-04, SIT-05). */
export interface SitOutAsked {
  type: "sit_out_asked";
  seat: number;
  when: "after_this_hand" | "next_big_blind" | "not";
  until_ms: number | null;
}

/** All that the viewer may see after the event `v`. */
export interface SnapshotFrame {
  t: "snapshot";
  ch: string;
  ts: number;
  v: number;
  d: unknown;
}

/** Opens one socket, once, within `lasts_ms`: /api/socket?ticket=... */
export interface SocketTicket {
  ticket: string;
  lasts_ms: number;
}

/** What a price consists of, in cents: prize pool, bounty, fee of the house, the staff. */
export interface Split {
  prize: number;
  bounty: number;
  fee: number;
  staff: number;
}

/** The chips of a player are counted, signed for and bagged for the night (8.6). */
export interface StackBagged {
  type: "stack_bagged";
  entry: number;
  stack: number;
  bag: string;
  table: number;
}

/** Somebody has counted a stack. */
export interface StackNoted {
  type: "stack_noted";
  entry: number;
  stack: number;
}

/** Part of a stack went to the player's account, to give back a hand that is void (AMB-24). */
export interface StackTaken {
  type: "stack_taken";
  seat: number;
  amount: number;
}

/** An account of the room works at this tournament. */
export interface StaffAppointed {
  type: "staff_appointed";
  account: number;
  name: string;
  role: "cashier" | "deputy" | "display" | "floor" | "manager";
}

/** An account no longer works at this tournament. */
export interface StaffDismissed {
  type: "staff_dismissed";
  account: number;
}

/** Something that somebody of the house did; what concerns no account is about themselves. */
export interface StaffLogEntry {
  number: number;
  at_ms: number;
  actor: number;
  actor_name: string;
  subject: number;
  subject_name: string;
  deed: string;
  reason: string;
}

/** Entries, newest first; further ones are `before` the number `next`, if it is not 0. */
export interface StaffLogPage {
  entries: StaffLogEntry[];
  next: number;
}

/** One stake that an edition offers, with all that follows from it; amounts in cents. */
export interface Stake {
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  name: string;
  small_blind: number;
  big_blind: number;
  seats: number;
  min_buy_in: number;
  max_buy_in: number;
  rake_permille: number;
  rake_cap: number;
  short_handed_cap: number;
}

/** A stake as the house sees it: what is set about it now, what the operator's file says, and what was set instead. */
export interface StakeCard {
  stake: string;
  name: string;
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  small_blind: number;
  big_blind: number;
  min_buy_in: number;
  max_buy_in: number;
  rake_permille: number;
  rake_cap: number;
  tables: number;
  players: number;
  waiting: number;
  practice_seated: number;
  is_closed: boolean;
  now: StakeSettings;
  configured: StakeSettings;
  changed: SetBy[];
  added: SetBy | null;
}

/** All stakes that are offered, and the kinds of which more can be added. */
export interface StakeCards {
  stakes: StakeCard[];
  kinds: StakeKind[];
}

/** A stake as game:format:small_blind:big_blind, amounts in cents, and why. */
export interface StakeDeed {
  stake: string;
  reason: string;
}

/** What tells one stake from another (AMB-01). */
export type StakeKey = ["nl-holdem" | "pl-omaha", "banzai" | "deepstack" | "ordinary" | "shortstack", number, number];

/** A kind of table that the rules deal in a game, with what follows from the kind (CASH-16). */
export interface StakeKind {
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  seats: number;
  min_buy_in_bb: number;
  max_buy_in_bb: number;
}

/** What goes back to what the operator's file says. */
export interface StakeReset {
  stake: string;
  reason: string;
  setting: "admission" | "practice";
}

/** One stake of the lobby: no tables, the house chooses them (CASH-04). */
export interface StakeRow {
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  name: string;
  small_blind: number;
  big_blind: number;
  seats: number;
  min_buy_in: number;
  max_buy_in: number;
  players: number;
  waiting: number;
  tables: number;
  admits: string[];
  gathering: Gathering | null;
}

/** Practice players, and who else may sit. */
export interface StakeSettings {
  practice: number;
  admits: ("guest" | "person" | "program")[];
}

/** Rows of the lobby that are different now; the others stay. */
export interface StakesChanged {
  type: "stakes_changed";
  stakes: StakeRow[];
}

/** The first level begins. */
export interface StartClock {
  do: "start_clock";
}

/** The next day begins with carried stacks and a draw of its own (8.6). */
export interface StartDay {
  do: "start_day";
}

/** The shuffle begins: the hand has the level of this moment (LIVE-31). */
export interface StartHand {
  do: "start_hand";
  table: number;
}

/** A page of transfers, newest first; the next page is `before` the last `seq`. */
export interface Statement {
  lines: StatementLine[];
}

/** One transfer in or out of a player's cash; `seq` is where the next page goes on. */
export interface StatementLine {
  seq: number;
  at_ms: number;
  reason: string;
  amount: number;
  balance: number;
  table: number;
  tournament: number;
  note: string;
  hand: string;
}

/** The player has acted, or the time is over: then the hand is dead (LAMB-29). */
export interface StopCalledClock {
  do: "stop_called_clock";
  table: number;
}

/** What was announced of a tournament: levels, breaks, terms of an entry; also of past ones. */
export interface StructurePage {
  tournament: number;
  starts_ms: number | null;
  info: TournamentInfo;
}

/** Listen to a channel, from the number after `have` if that is still known. */
export interface Subscribe {
  t: "subscribe";
  id: string;
  ch: string;
  have?: number | null;
}

/** A player whose decisions follow the hidden cards of all opponents. */
export interface SuperuserAlert {
  player: string;
  p: number;
  q: number;
  decisions: number;
  follows: number;
  usual: number;
}

/** One whose decisions follow cards that they cannot see. */
export interface SuperuserFound {
  type: "superuser";
  alert: SuperuserAlert;
}

/** Everything in suspense, what falls due first at the beginning. */
export interface Suspense {
  items: SuspenseItem[];
}

/** Money of a player's that cannot be credited, since when, and when it is charity's (AMB-23). */
export interface SuspenseItem {
  reference: string;
  player: number;
  name: string;
  amount: number;
  currency: string;
  since_ms: number;
  due_ms: number;
  operator: string;
  reason: string;
}

/** What was credited to its player: when, by whom and why (AMB-23). */
export interface SuspenseResolved {
  reference: string;
  player: number;
  name: string;
  amount: number;
  currency: string;
  since_ms: number;
  due_ms: number;
  operator: string;
  reason: string;
  resolved_ms: number;
  resolved_by: string;
  resolution: string;
}

/** What follows has happened already and is not to be animated. */
export interface SyncBegin {
  t: "sync:begin";
  ch: string;
  ts: number;
}

/** From here on everything is new; `v` is the last number. */
export interface SyncEnd {
  t: "sync:end";
  ch: string;
  ts: number;
  v: number;
}

/** All tables deal one hand, once every one of them has finished the last. */
export interface SynchronisedHandDealt {
  type: "synchronised_hand_dealt";
  tables: number[];
  hands: Record<string, NextHand>;
}

/** A table is closed; its players drew table, then seat (LIVE-13.p1). */
export interface TableBroken {
  type: "table_broken";
  table: number;
  moves: Redrawn[];
}

/** The operator closes a table: no new seats, and everybody leaves after the hand. */
export interface TableClosing {
  type: "table_closing";
  table: number;
}

/** All chips of a table, by denomination: the audit compares the sum of all tables. */
export interface TableCounted {
  type: "table_counted";
  table: number;
  chips: Record<string, number>;
}

/** A table stopped after a malfunction; its hand never was (CASH-03, CRASH-01). */
export interface TableFrozen {
  type: "table_frozen";
  reason: string;
}

/** The last hands of a table as the rail saw them, newest first, with the voided ones. */
export interface TableHands {
  hands: Replay[];
}

/** All-in and call: the dealer stops, cards stay hidden (LIVE-29.a). */
export interface TableHeld {
  type: "table_held";
  table: number;
}

/** A table, and the turn of the player who asks: what a stream sends at its beginning. */
export interface TableNow {
  v: number;
  table: Record<string, unknown>;
  turn: Turn | null;
}

/** A table is there; tables break in the reverse order of their opening (LIVE-8). */
export interface TableOpened {
  type: "table_opened";
  table: number;
  seats: number;
}

/** One table without its cards. `frozen` says why it is stopped; empty if it plays. */
export interface TableOverview {
  table: number;
  stake: string;
  game: "nl-holdem" | "pl-omaha";
  format: "banzai" | "deepstack" | "ordinary" | "shortstack";
  small_blind: number;
  big_blind: number;
  seats: number;
  hands: number;
  is_dealing: boolean;
  frozen: string;
  players: PlayerOverview[];
  is_closing: boolean;
}

/** The tables of a tournament, all of which can be watched. */
export interface TablePage {
  tables: TableRow[];
}

/** The staff is at the table, and the dealer goes on with the showdown (LIVE-29.a). */
export interface TableResolving {
  type: "table_resolving";
  table: number;
}

/** A table that can be watched. */
export interface TableRow {
  table: number;
  number: number;
  players: number;
}

/** The operator has looked into it: the table plays on. */
export interface TableThawed {
  type: "table_thawed";
}

/** No hand can be dealt until this many more players are ready; the felt is empty (CASH-07). */
export interface TableWaits {
  type: "table_waits";
  players: number;
}

/** A table is broken: its players go on at these tables, by the tournament's own numbers (BAL-02). Everybody at all of them hears it. */
export interface TablesMerged {
  type: "tables_merged";
  broken: number;
  into: number[];
  is_final: boolean;
}

/** Tournaments of the timetable that can be held once more. */
export interface Templates {
  templates: string[];
  infos: Record<string, TournamentInfo>;
}

/** One thing about a player's tempo: what was found, and what is usual among others. */
export interface TempoEvidence {
  test: string;
  observed: number;
  usual: number;
  p: number;
}

/** Management alters the event: one field, its old and its new value (LIVE-7). */
export interface TermsChanged {
  type: "terms_changed";
  field: string;
  old: unknown;
  new: unknown;
}

/** A ticket for a player, which the house pays for; the same reference again gives nothing. */
export interface TicketOrder {
  player: number;
  value: number;
  reference: string;
  reason: string;
  target?: string;
  expires_ms?: number;
}

/** Tickets, one by one, what expires first at the beginning. */
export interface Tickets {
  tickets: CardroomOfficeTicketsOwnticket[];
}

/** A player asks for time to think. */
export interface TimeRequest {
  type: "time";
  seated: boolean;
}

/** What the room says that numbers in play have decided: who was seated or moved where. */
export type ToldSeat = [string, number, number, number];

/** Add money to the stack, after the hand if there is one (AMB-40). */
export interface TopUp {
  t: "top_up";
  id: string;
  ch: string;
  amount: number;
}

/** Money to be added after the hand (AMB-40). */
export interface TopUpAsked {
  type: "top_up_asked";
  seat: number;
  amount: number;
}

/** What was asked for during the hand is not legal after it. */
export interface TopUpDropped {
  type: "top_up_dropped";
  seat: number;
  rule: string;
  reason: string;
}

/** The money of a top-up was not there after all: it is off the stack again, between hands. */
export interface TopUpRefused {
  type: "top_up_refused";
  seat: number;
  amount: number;
  rule: string;
  reason: string;
}

/** Money was added to a stack, between hands. */
export interface ToppedUp {
  type: "topped_up";
  seat: number;
  amount: number;
  automatic: boolean;
}

/** Management calls the event off and confirms what everybody gets (LIVE-7, LAMB-38). */
export interface TournamentCancelled {
  type: "tournament_cancelled";
  settlements: Settlement[];
}

/** The parts of a tournament's page that are different now; the others stay. */
export interface TournamentChanged {
  type: "tournament_changed";
  row: TournamentRow;
  level: LevelView;
  level_s: number[];
  breaks: boolean;
  pauses: PauseView[];
  hand_for_hand: boolean;
  prizes: Award[];
  prizes_final: boolean;
  tables: TableRow[];
  deal: DealView | null;
  players: PlayerRow[];
  players_gone: number[];
  players_count: number;
}

/** Say something to everybody who follows the tournament, as one who has entered (FAIR-01). */
export interface TournamentChat {
  t: "tournament_chat";
  id: string;
  ch: string;
  text: string;
}

/** Everything is paid: fees go to the house, and the staff gets its share. */
export interface TournamentClosed {
  type: "tournament_closed";
  left: Split;
}

/** The player has an entry (TRN-11). */
export interface TournamentEntered {
  type: "tournament_entered";
  tournament: number;
  name: string;
  entry: number;
  starts_ms: number | null;
}

/** What is played at a table of a tournament: hands for chips, at a level. */
export interface TournamentGame {
  type: "tournament";
  tournament: number;
  name: string;
  table: number;
  seats: number;
  level: LevelView;
  pauses: PauseView[];
  hand_for_hand: boolean;
  tables_playing: number;
  deals_from_ms: number | null;
  multiplier_tenths: number;
}

/** A hand of a tournament in a list: `table` is the table's number there. */
export interface TournamentHand {
  id: number;
  key: string;
  table: number;
  number: number;
  at_ms: number;
}

/** Hands of a tournament that is over, newest first; go on `before` the last one's id. */
export interface TournamentHands {
  hands: TournamentHand[];
}

/** The specific lobby: everything a player may want to know before paying. */
export interface TournamentInfo {
  name: string;
  kind: string;
  game: string;
  edition: string;
  marks: ("bounty" | "freeroll" | "guaranteed" | "multi_buy_in" | "phased" | "rebuy" | "reentry" | "satellite")[];
  search_words: string[];
  price: number;
  price_max: number;
  fee: number;
  seats: number;
  starting_stack: number;
  levels: Blinds[];
  level_s: number;
  late_levels: number;
  unregistration_until_ms: number | null;
  unregistration: boolean;
  max_entries: number;
  minimum_entries: number;
  rebuy: Rebuy | null;
  addon: Addon | null;
  break_minute: number | null;
  guarantee: number;
  conditions: Condition[];
  target: string;
  phase_word: string;
  structure: Award[];
  terms: EntryTerm[];
  draw: DrawnPrize[];
}

/** The entry was given back, by the player or because it was cancelled (TRN-12, CXL-02). */
export interface TournamentLeft {
  type: "tournament_left";
  tournament: number;
  name: string;
  cause: "cancelled" | "player";
}

/** The player is out; the place follows when it is known (TAMB-60). */
export interface TournamentOut {
  type: "tournament_out";
  tournament: number;
  cause: "busted" | "disqualified";
}

/** The tournament is over: for whoever was still in it, and for all when it was cancelled. */
export interface TournamentOver {
  type: "tournament_over";
  tournament: number;
  name: string;
  cause: string;
}

/** One taken seat; `stack` is that before the hand. */
export interface TournamentPlace {
  seat: number;
  player: number;
  name: string;
  stack: number;
  bank_ms: number;
  away: "not_logged_in" | "player" | "timed_out" | null;
  connected: boolean;
  kind: "guest" | "person" | "practice" | "program";
  bounty: number;
}

/** The place of the player's entry, and what it won; `held` while a case is open (TRN-24). */
export interface TournamentResult {
  type: "tournament_result";
  tournament: number;
  name: string;
  place: number;
  prize: number;
  is_seat: boolean;
  held: boolean;
  plays_on: boolean;
}

/** One tournament of the list. */
export interface TournamentRow {
  tournament: number;
  name: string;
  kind: "hexapro" | "hexapro_extreme" | "hexapro_highroller" | "phased" | "scheduled" | "sit_and_go";
  game: string;
  phase: "announced" | "break" | "cancelled" | "finished" | "late_registration" | "registering" | "running" | "stopped";
  marks: ("bounty" | "freeroll" | "guaranteed" | "multi_buy_in" | "phased" | "rebuy" | "reentry" | "satellite")[];
  currency: string;
  price: number;
  price_max: number;
  fee: number;
  guarantee: number;
  pool: number;
  seats: number;
  entries: number;
  entries_max: number;
  missing: number;
  left: number;
  starts_ms: number | null;
  level: number;
  admits: string[];
  multiplier_tenths: number;
  chips: number;
  moved_by: "" | "crash" | "staff";
  ticket_word: string;
  target: string;
  late_until_ms: number | null;
  opens_ms: number | null;
}

/** Where the player sits now: after the start, a move, or a restart (BAL-05). */
export interface TournamentSeated {
  type: "tournament_seated";
  tournament: number;
  table: number;
  seat: number;
  stack: number;
  cause: "balancing" | "exchanged" | "final_table" | "late" | "restored" | "start" | "table_broken";
}

/** The whole table. What the viewer may do now comes as a `turn`, never in here. */
export interface TournamentTableView {
  table: number;
  edition: string;
  game: TournamentGame;
  number: number;
  places: TournamentPlace[];
  hand: HandView | null;
  clock: ClockStarted | null;
  frozen: string;
  waits_for: number;
  fairness: FairnessView | null;
}

/** The page of a tournament as one viewer sees it. */
export interface TournamentView {
  row: TournamentRow;
  info: TournamentInfo;
  level: LevelView;
  level_s: number[];
  breaks: boolean;
  pauses: PauseView[];
  hand_for_hand: boolean;
  prizes: Award[];
  prizes_final: boolean;
  players: PlayerRow[];
  players_count: number;
  tables: TableRow[];
  deal: DealView | null;
  me: OwnEntry | null;
  chat: ChatSaid[];
}

/** Rows of the list that are new or different, and those that are gone. */
export interface TournamentsChanged {
  type: "tournaments_changed";
  tournaments: TournamentRow[];
  gone: number[];
}

/** The list of tournaments. */
export interface TournamentsView {
  tournaments: TournamentRow[];
}

/** A decision is wanted: everything that is needed to make it, without arithmetic. */
export interface Turn {
  hand: number;
  turn: number;
  seat: number;
  call: number;
  raise_from: number;
  raise_to: number;
  pot: number;
  deadline_ms: number;
  bank_ms: number;
  check: boolean;
  closed: boolean;
}

/** The viewer must decide; sent again when they come back. */
export interface TurnFrame {
  t: "turn";
  ch: string;
  ts: number;
  d: Turn;
}

/** The part of a bet that nobody matched went back (AMB-50). */
export interface UncalledReturned {
  type: "uncalled_returned";
  seat: number;
  by: number;
}

/** Take an entry of the log back, with those that depend on it if `with_dependents`. */
export interface Undoing {
  id: string;
  entry: number;
  reason: string;
  with_dependents?: boolean;
}

/** These entries of the log no longer count; they stay in it. */
export interface Undone {
  type: "undone";
  entries: number[];
}

/** What is run as a whole: a stake with its tables, or the house with its tournaments. */
export interface UnitRow {
  unit: string;
  process: string;
  epoch: number;
  is_pinned: boolean;
}

/** Give the entry back before the start (TRN-12). */
export interface Unregister {
  t: "unregister";
  id: string;
  ch: string;
}

/** Listen no longer. */
export interface Unsubscribe {
  t: "unsubscribe";
  id: string;
  ch: string;
}

/** The recording came; the receipt says where it is and what its hash is (FAIR-05). */
export interface VideoReceived {
  type: "video_received";
  player: number;
  receipt: string;
}

/** A player is asked for a recording of their play, until a day (FAIR-05). */
export interface VideoRequested {
  type: "video_requested";
  player: number;
  due_ms: number;
  note: string;
}

/** Why a hand is void; the reason is shown to its players. */
export interface VoidOrder {
  reason: string;
  house_pays?: boolean;
}

/** What a player gets when a paid hand is taken back; what they give is negative (AMB-24). */
export interface VoidShare {
  player: number;
  name: string;
  amount: number;
  from_stack: number;
  missing: number;
}

/** A voucher as it is stored; `by` and `note` say who fulfilled it and how. */
export interface Voucher {
  number: number;
  new: NewVoucher;
  issued_ms: number;
  state: "fulfilled" | "open";
  by: string;
  note: string;
  fulfilled_ms: number;
}

/** Packages for live tournaments, oldest first (TYP-05). */
export interface Vouchers {
  vouchers: Voucher[];
}

/** A proposal that waits for a second person, or for its end after a crash. */
export interface WaitingProposal {
  number: number;
  proposer: string;
  finding: "confirmed" | "nothing_found" | null;
  reason: string;
  measures: (Warn | Apologise | HoldWinnings | Seize | GiveBack | Redistribute | CloseAccount | KeepOutOfBanzai)[];
  is_approved: boolean;
  may_be_given_up: boolean;
}

/** Warn a player, in words that they read. */
export interface Warn {
  do: "warn";
  player: number;
  text: string;
}

/** The server's hello: the number spoken from here on, and what the server can do. */
export interface Welcome {
  t: "hello";
  protocol: number;
  build: string;
  ts: number;
  me: Me;
  features: string[];
  ping_ms: number;
}

/** Who is logged in, if anybody is. */
export interface Whoever {
  me: Myself | null;
}

/** A player who won money, or the tournament, once it is over. */
export interface WinnerShown {
  place: number;
  player: string;
  prize: number;
}

/** What a house has and wants. */
export interface Wish {
  chips: ChipKind[];
  players: number;
  minutes: number;
  entries?: number;
  depth?: number;
  level_minutes?: number;
  break_every?: number;
  break_minutes?: number;
  over_at?: number;
}

/** Give an entry back before the start. */
export interface WithdrawEntry {
  do: "withdraw_entry";
  entry: number;
}

/** The word is taken back, where the house allows it. */
export interface WithdrawRebuy {
  do: "withdraw_rebuy";
  entry: number;
}

/** One row of the table in section 6.2 of the live rules. */
export interface WorkedExample {
  id: string;
  spot: string;
  action: string;
  decision: string;
  rule_ids: string[];
}

/** The hand was dealt with the button in the wrong place. */
export interface WrongButton {
  type: "button";
  actions: number;
  used: number;
  right: number;
  occupied: number[];
  bets: Record<string, number>;
}

/** A hand was paid: stacks and timebanks after it. */
export interface HandFinished {
  type: "hand_finished";
  number: number;
  stacks: Record<string, number>;
  banks_ms: Record<string, number>;
}

/** The floor declared a hand dead; what it bet stays (LIVE-27.p1, LIVE-32). */
export interface HandKilled {
  type: "hand_killed";
  seat: number;
  rule: string;
}

/** Everything that is fixed when the shuffle starts (LIVE-31). */
export interface HandStarted {
  type: "hand_started";
  game: "fl-holdem" | "nl-holdem" | "pl-omaha";
  button: number;
  seats: number[];
  stacks: number[];
  big_blind: number;
  posts: Post[];
  rake: Rake | null;
  unit: number;
  big_bet: number;
}

/** One seat as a viewer sees it; hidden cards are unknown ones. */
export interface SeatView {
  seat: number;
  stack: number;
  bet: number;
  live: boolean;
  all_in: boolean;
  open: boolean;
  hole: number[];
  won: number;
}

/** A player has paid and draws a seat; a re-entry names the entry before (LIVE-8, LIVE-12). */
export interface FloorEnter {
  do: "enter";
  player: string;
  kind?: "initial" | "late" | "re-entry";
  previous?: number | null;
}

/** Amounts for all players left; the clock stands (LIVE-6). */
export interface FloorProposeDeal {
  do: "propose_deal";
  method: "chip_chop" | "custom" | "even" | "icm";
  stacks: Record<string, number>;
  amounts?: Record<string, number>;
}

/** A sentence for all screens of the hall; an empty one takes the last away. */
export interface FloorAnnounced {
  type: "announced";
  text: string;
}

/** The shuffle begins: level, positions and players of the hand are those of now (LIVE-31). */
export interface FloorHandStarted {
  type: "hand_started";
  table: number;
  level: number;
  hand: NextHand | null;
}

/** A move that was given out: from where to where, and whether the player has arrived. */
export interface FloorTicket {
  number: number;
  entry: number;
  origin: Place;
  place: Place;
  since_ms: number;
  missed_big_blind: boolean;
}

/** What a seat did; `to` is the total of a bet, a raise or an all-in on this street. */
export interface FloorAct {
  seat: number;
  did: "all-in" | "bet" | "call" | "check" | "fold" | "raise";
  to: number;
}

/** The dealer took an unprotected hand. */
export interface FloorHandKilled {
  type: "killed";
  bet: number;
  last_raiser: boolean;
  before: number;
  matched: number;
}

/** One card a player, and the highest has the button (LIVE-16). */
export interface FloorButtonDrawn {
  type: "button_drawn";
  table: number;
  cards: Record<string, number>;
  button: number;
  drawn_by: "software" | "table";
}

/** A hand is over: where its button and blinds were, and who is out. */
export interface FloorHandFinished {
  type: "hand_finished";
  table: number;
  positions: Positions;
  out: Out[];
}

/** A deal that is talked about. */
export interface FloorDealView {
  method: "chip_chop" | "custom" | "even" | "icm";
  amounts: Record<string, number>;
  accepted: number[];
}

/** A player in a seat. */
export interface FloorSeatView {
  seat: number;
  entry: number;
  player: string;
  stack: number | null;
  travelling: boolean;
  misses_hands: number;
  released: boolean;
  rebuy: string;
  colour_up: boolean;
  bag: string;
}

/** One table. */
export interface FloorTableView {
  number: number;
  seats: number;
  players: FloorSeatView[];
  open_seats: number[];
  held_seats: number;
  hands: number;
  hand_level: number | null;
  button: number | null;
  next_hand: NextHandView | null;
  waits_for: string;
  state: "done" | "held" | "playing" | "resolving" | null;
  shows_cards: boolean;
  hands_left: number | null;
  clock: ClockNow | null;
}

/** A kind of ticket: what it is worth and what it is good for (`any` tournament, or one). */
export interface Ticket {
  currency: string;
  value: number;
  target: string;
}

/** What a player won or lost: in cash hands, and in tournaments that ended in the period. */
export interface CardroomOfficeHouseReportsResultrow {
  player: number;
  name: string;
  kind: "guest" | "person" | "practice" | "program" | null;
  hands: number;
  cash: number;
  rake: number;
  entries: number;
  paid: number;
  won: number;
  total: number;
}

/** A ticket in a wallet: what it is worth, which tournament takes it, until when (0: always). */
export interface CardroomOfficeTicketsOwnticket {
  currency: string;
  value: number;
  target: string;
  expires_ms: number;
}

/** The whole table. What the viewer may do now comes as a `turn`, never in here. */
export interface TableView {
  table: number;
  edition: string;
  game: CashGame;
  number: number;
  places: PlaceView[];
  hand: HandView | null;
  clock: ClockStarted | null;
  frozen: string;
  me: OwnSettings | null;
  waits_for: number;
  stake: Stake | null;
  fairness: FairnessView | null;
}

/** How the button of the hand that is about to be dealt was drawn (CASH-08). */
export interface ButtonDrawn {
  type: "button_drawn";
  hand: number;
  proof: DrawProof;
}

/** The house says something to everybody who listens to the channel. */
export interface Announced {
  type: "announced";
  text: string;
}

/** Fold, check, call or raise. `turn` is the token of the turn request that is answered. */
export interface Act {
  t: "act";
  id: string;
  ch: string;
  hand: number;
  turn: number;
  a: "call" | "check" | "fold" | "raise";
  to?: number;
}

/** Post to be dealt in at once, or wait for the big blind (CASH-14). */
export interface Enter {
  t: "enter";
  id: string;
  ch: string;
  post: boolean;
}

/** A proposal that waits for answers; before the hand is over there are no shares yet. */
export interface DealView {
  deal: number;
  kind: "chips" | "even" | "icm";
  left_to_play_for: number;
  by: number;
  shares: Record<string, number>;
  accepted: number[];
  until_ms: number | null;
}

/** A ticket in the wallet; `ticket` is the word to register with, and 0 is no expiry. */
export interface CardroomRoomTournamentsPagesPagesOwnticket {
  ticket: string;
  value: number;
  currency: string;
  target: string;
  expires_ms: number;
}

/** An entry and what it has won; `place` is 0 while the player is in, or without one. */
export interface CardroomRoomTournamentsPagesPagesResultrow {
  entry: number;
  player: number;
  name: string;
  place: number;
  prize: number;
  bounties: number;
  held: boolean;
}

/** Ask everybody left to share the prizes (TAMB-98); some may be left to play for. */
export interface ProposeDeal {
  t: "propose_deal";
  id: string;
  ch: string;
  kind: "chips" | "even" | "icm";
  left_to_play_for?: number;
}

export type Incoming =
  | Act
  | Intend
  | Show
  | Muck
  | Read
  | CommitSeed
  | RevealSeed
  | Sit
  | Decline
  | Leave
  | SitOut
  | ComeBack
  | Enter
  | TopUp
  | AutoTopUp
  | Chat
  | Play
  | PlayNow
  | LeaveQueue
  | Posting
  | Report
  | Register
  | Unregister
  | BuyBack
  | DeclineRebuy
  | AddOn
  | GoAway
  | PlayAgain
  | ProposeDeal
  | AcceptDeal
  | RefuseDeal
  | BuyGames
  | TournamentChat
  | CommitDraw
  | RevealDraw
  | AcceptRules
  | Hello
  | Subscribe
  | Unsubscribe
  | Ping
  | Bye;

export type Outgoing =
  | EventFrame
  | SnapshotFrame
  | TurnFrame
  | SyncBegin
  | SyncEnd
  | Closed
  | Welcome
  | Ack
  | Refusal
  | Pong
  | Drain;

export type EventBody =
  | HandStarted
  | Posted
  | HoleDealt
  | Folded
  | Checked
  | Called
  | Raised
  | HandKilled
  | BoardDealt
  | UncalledReturned
  | Shown
  | Mucked
  | ForceShown
  | PotAwarded
  | HandVoided
  | SatDown
  | EntryChosen
  | AutoTopUpSet
  | TopUpAsked
  | ToppedUp
  | StackTaken
  | TopUpDropped
  | SitOutAsked
  | SatOut
  | CameBack
  | LeaveAsked
  | LeaveAfterSet
  | PostingSet
  | TopUpRefused
  | Left
  | ConnectionLost
  | ConnectionBack
  | HandDealt
  | ServerDecided
  | HandFinished
  | HandRolledBack
  | ClockStarted
  | ChatSaid
  | Announced
  | TableFrozen
  | BalanceChanged
  | CashierAnswered
  | PotsStand
  | TableWaits
  | CardsShown
  | Concealed
  | TableThawed
  | DeckCommitted
  | DeckListed
  | DeckCut
  | DeckFailed
  | CardsOpened
  | DrawCommitted
  | DrawListed
  | DrawFailed
  | SeatDrawn
  | ButtonDrawn
  | PlacesChanged
  | SeatTaken
  | SeatLeft
  | StakesChanged
  | TableClosing
  | SeatOffered
  | Queued
  | QueueLeft
  | OfferLapsed
  | TournamentEntered
  | TournamentLeft
  | TournamentSeated
  | RebuyWanted
  | TournamentOut
  | TournamentResult
  | BountyWon
  | TournamentOver
  | TournamentChanged
  | TournamentsChanged
  | SeatsChanged
  | GameChanged
  | HandTakenBack
  | TablesMerged
  | Noticed;
