// One table as a screen needs it: what is true, what is drawn of it, and the hero's decision.

import { amount, chips, inBigBlinds } from "../../format";
import type { Own } from "../../fairness/types";
import { Watch } from "../../fairness/watch.svelte";
import { t } from "../../i18n/index.svelte";
import { connection, type ChannelFrame, type Wish } from "../../state/connection.svelte";
import { hasTypedWithin } from "../../state/input";
import { isStill, settings } from "../../state/settings.svelte";
import { sayRefusal } from "../../state/toasts.svelte";
import { callForTurn, hearEvent } from "../sound/feedback";
import { director, drawingAfter, drawingOf, type Drawing } from "../update/drawing";
import { beginsHand, seatOf, update } from "../update/table";
import { tableOf } from "../update/tournament";
import { handWords, type Speech } from "../words/sentences";
import { Decision } from "./decision.svelte";
import { bigBlindOf, tournamentOf, unitOf } from "./game";
import { Guard, GUARD_MS } from "./guard.svelte";
import { expired, toCall, type Intention } from "./intentions";
import { Notices } from "./notices.svelte";
import { SeatPolicy } from "./policy.svelte";
import type { TableView as CashTable, TournamentGame, TournamentTableView } from "../../wire";
import type { HandView, PlaceView, Reading, SeatView, TableView, EventBody, Turn } from "./types";

type TableWish = Wish extends infer W ? (W extends { ch: string } ? Omit<W, "ch"> : never) : never;

const NOTHING: Drawing["won"] = new Map();

export class TableStore {
  readonly channel: string;
  /** The table as it is, and as it is drawn: the drawing may be a moment behind. */
  truth = $state.raw<TableView | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  reading = $state.raw<Reading | null>(null);
  intention = $state.raw<Intention | null>(null);
  isClosed = $state(false);
  /** Whether the drawing is behind what is true: a run-out is shown card by card. */
  isBehind = $state(false);
  /** Whether the player looks at their cards that lie face down. */
  isPeeking = $state(false);
  /** Keeps a press that was meant for another control from the one that took its place. */
  readonly guard: Guard;
  readonly decision: Decision;
  readonly notices: Notices;
  readonly policy: SeatPolicy;
  /** Verifies decks and cards, and takes part in the cut. */
  readonly fairness: Watch;

  #isSyncing = false;
  #hadSnapshot = false;
  #stop: () => void;
  #director = director(
    (event) => this.#draw(event, false),
    () => (document.hidden ? 0 : isStill() ? 0.6 : settings.motion === "fast" ? 0.5 : 1),
  );

  constructor(
    readonly id: number,
    readonly viewer: number,
  ) {
    this.channel = `table:${id}`;
    this.guard = new Guard(`[data-table="${id}"] .act`);
    this.decision = new Decision((turn, a, to) => this.ask({ t: "act", hand: turn.hand, turn: turn.turn, a, to }));
    this.notices = new Notices(this);
    this.policy = new SeatPolicy(this);
    this.fairness = new Watch(this.channel, viewer, (answer) => this.ask(answer));
    this.#stop = connection.listen(this.channel, (frame) => this.#read(frame));
  }

  close(): void {
    this.#director.clear();
    this.fairness.close();
    this.#stop();
  }

  // Questions

  get shown(): TableView | null {
    return this.drawing?.table ?? null;
  }

  get badges(): Drawing["badges"] {
    return this.drawing?.badges ?? {};
  }

  get won(): Drawing["won"] {
    return this.drawing?.won ?? NOTHING;
  }

  get hand(): HandView | null {
    return this.shown?.hand ?? null;
  }

  get bigBlind(): number {
    return this.shown ? bigBlindOf(this.shown.game) : 0;
  }

  /** What is played if it is a tournament: its level, its pauses. */
  get tournament(): TournamentGame | undefined {
    return tournamentOf(this.shown?.game);
  }

  /** Whether everything that happened is drawn, and nobody plays a hand. */
  get isSettled(): boolean {
    return !this.isBehind && (this.hand === null || this.hand.is_over) && (this.truth?.hand?.is_over ?? true);
  }

  /** The number that players know the table by: in a tournament that of its own tables. */
  get number(): number {
    return this.tournament?.table ?? this.id;
  }

  /** The hero's place at the table, if they sit. */
  get place(): PlaceView | null {
    if (this.drawing?.out.some((one) => one.player === this.viewer)) return null;
    return this.shown?.places.find((place) => place.player === this.viewer) ?? null;
  }

  /** The hero's seat in the hand, if they were dealt in. */
  get seat(): SeatView | null {
    const { place, hand } = this;
    return (place && hand && seatOf(hand, place.seat)) ?? null;
  }

  /** Whether the player's own cards lie face down on the screen: a setting, until they are open or the hand is over. */
  get hidesOwn(): boolean {
    return settings.peek && !this.isPeeking && this.seat !== null && !this.seat.open && !this.hand?.is_over;
  }

  /** Whether the house has stopped the table. */
  get isFrozen(): boolean {
    return Boolean(this.shown?.frozen);
  }

  get isMyTurn(): boolean {
    return this.decision.turn !== null;
  }

  /** Whether the hero holds live cards while others act. */
  get mayIntend(): boolean {
    const { seat, hand } = this;
    const acts = hand !== null && !hand.is_over && hand.actor !== null && hand.actor !== seat?.seat;
    return acts && seat !== null && seat.live && !seat.all_in && !this.isMyTurn;
  }

  readonly speech: Speech = {
    name: (seat) => this.shown?.places.find((place) => place.seat === seat)?.name ?? t("table.seat", { seat }),
    amount: (cents) => this.write(cents),
  };

  /** An amount as the player likes to read it at this table. */
  write(cents: number): string {
    if (settings.bigBlinds && this.bigBlind) return inBigBlinds(cents, this.bigBlind);
    return this.tournament ? chips(cents) : amount(cents);
  }

  // Asking

  ask(wish: TableWish): Promise<Record<string, unknown>> {
    return connection.ask({ ...wish, ch: this.channel } as Wish);
  }

  /** Ask, and say why not if it is refused. */
  async wish(wish: TableWish): Promise<boolean> {
    try {
      await this.ask(wish);
      return true;
    } catch (refusal) {
      sayRefusal(refusal);
      return false;
    }
  }

  /** Say what to do when the turn comes; the same again takes it back. */
  intend(a: Intention["a"]): void {
    const { hand, truth } = this;
    if (!hand || !truth?.hand || !this.place) return;
    const isOff = this.intention?.a === a;
    const made: Intention = { hand: truth.number, street: truth.hand.street, to_call: toCall(truth.hand, this.place.seat), a };
    this.intention = isOff ? null : made;
    void this.wish({ t: "intend", ...made, a: isOff ? "none" : a, street: made.street as "flop" });
  }

  // Hearing

  #read(frame: ChannelFrame): void {
    if (frame.t === "sync:begin") this.#beginSync();
    else if (frame.t === "snapshot") this.#restart(frame.d as CashTable | TournamentTableView);
    else if (frame.t === "event") this.#take(frame.d as EventBody);
    else if (frame.t === "turn") this.#turn(frame.d);
    else if (frame.t === "sync:end") this.#endSync();
    else this.isClosed = true;
  }

  #beginSync(): void {
    this.#director.hurry();
    this.#isSyncing = true;
    this.#hadSnapshot = false;
    this.fairness.interrupted();
    this.notices.beginMissing();
    this.isClosed = false;
  }

  #endSync(): void {
    this.#isSyncing = false;
    if (!this.#hadSnapshot) this.notices.sayMissed();
    if (this.hand && this.hand.board.length > 0) void this.#readCards();
  }

  #restart(sent: CashTable | TournamentTableView): void {
    const table = tableOf(sent);
    this.#director.clear();
    this.isBehind = false;
    this.#hadSnapshot = true;
    this.truth = table;
    this.drawing = drawingOf(table);
    this.intention = null;
    this.#endTurnIfOver();
    const { hand, number } = table;
    this.fairness.restart(sent.fairness, hand && { number, seats: hand.seats, board: hand.board }, this.#own);
  }

  /** The player's place as the room sees it now. */
  get #own(): Own {
    const place = this.truth?.places.find((one) => one.player === this.viewer);
    return { seat: place?.seat ?? null, isConnected: (place?.connected ?? false) && connection.isHeard };
  }

  #take(event: EventBody): void {
    if (!this.truth) return;
    this.truth = update(this.truth, event, this.viewer);
    this.fairness.happened(event, this.#own);
    this.#endTurnIfOver();
    if (this.#isSyncing) this.#draw(event, true);
    else this.#director.show(event);
    this.isBehind = this.#director.waiting > 0;
  }

  #turn(turn: Turn): void {
    this.#director.hurry();
    const { truth } = this;
    if (!truth?.hand) return;
    const isNew = this.decision.turn?.turn !== turn.turn;
    const isTyping = hasTypedWithin(GUARD_MS);
    this.intention = null;
    this.decision.ask(turn, truth.hand, bigBlindOf(truth.game), isTyping && !this.#isSyncing, unitOf(truth.game));
    if (!isNew) return;
    callForTurn(this.channel);
    this.notices.sayTurn(turn, connection.now);
  }

  #endTurnIfOver(): void {
    const { turn } = this.decision;
    const clock = this.truth?.clock;
    if (turn && (!clock || clock.seat !== turn.seat || clock.hand !== turn.hand)) this.decision.end();
  }

  // Drawing

  #draw(event: EventBody, isOld: boolean): void {
    if (!this.drawing) return;
    this.isBehind = this.#director.waiting > 0;
    const { hand: before, places } = this.drawing.table;
    this.drawing = drawingAfter(this.drawing, event, this.viewer);
    if (this.intention && expired(this.intention, this.truth, this.place?.seat ?? null)) this.intention = null;
    if (beginsHand(event)) this.reading = null;
    this.notices.write(event, before, isOld);
    if (isOld) return;
    if (event.type === "seats_changed") this.notices.writeLost(places);
    hearEvent(event, before, this.place?.seat ?? null, this.channel);
    const isUnread = event.type === "pot_awarded" && this.reading?.boards.at(-1)?.cards !== this.hand?.board.length;
    if (isUnread || ["board_dealt", "shown", "cards_shown"].includes(event.type)) void this.#readCards();
  }

  /** Have the server say what hands lie there. */
  async #readCards(): Promise<void> {
    try {
      this.reading = (await this.ask({ t: "read" })) as unknown as Reading;
      const own = this.reading.boards.at(-1)?.hands.find((hand) => hand.seat === this.seat?.seat);
      if (own && this.seat?.live && !this.hand?.is_over) this.notices.polite = handWords(own);
    } catch {
      // Without the words the cards still lie there.
    }
  }
}
