// One table as a screen needs it: what is true, what is drawn of it, the hero's decision, the log.

import { amount, inBigBlinds } from "../../format";
import { t } from "../../i18n/index.svelte";
import { connection, type ChannelFrame, type Wish } from "../../state/connection.svelte";
import { hasTypedWithin } from "../../state/input";
import { isStill, settings } from "../../state/settings.svelte";
import { sayRefusal, toast, withdraw } from "../../state/toasts.svelte";
import { badgesAfter, collects, type Badges } from "../update/badges";
import { Decision } from "./decision.svelte";
import { decidedWords, ruleOf } from "../words/decided";
import { director } from "../update/director";
import { expired, toCall, type Intention } from "./intentions";
import { Guard, GUARD_MS } from "./guard.svelte";
import { soundOf } from "../sound/events";
import { keepLines, keptLines, type Line } from "./lines";
import { play, wasTouched } from "../sound/play";
import type { HandView, PlaceView, Reading, SeatView, TableView, EventBody, Turn } from "./types";
import { seatOf, update } from "../update/table";
import { handWords, isAction, sentenceOf, spokenCards, type Speech } from "../words/sentences";

type TableWish = Wish extends infer W ? (W extends { ch: string } ? Omit<W, "ch"> : never) : never;

const LINES_MAX = 200;
let lastId = 0;

export class TableStore {
  readonly channel: string;
  /** The table as it is, and as it is drawn: the drawing may be a moment behind. */
  truth = $state.raw<TableView | null>(null);
  shown = $state.raw<TableView | null>(null);
  badges = $state.raw<Badges>({});
  /** Whether the last bets of the street have been moved to the middle. */
  isCollected = $state(false);
  /** What every seat has won of the hand so far. */
  won = $state.raw<ReadonlyMap<number, number>>(new Map());
  reading = $state.raw<Reading | null>(null);
  intention = $state.raw<Intention | null>(null);
  lines = $state.raw<Line[]>([]);
  /** How much was said that the player has not seen. */
  unread = $state(0);
  isClosed = $state(false);
  /** Whether the last hand was rolled back: every bet of it is with its player again. */
  wentBack = $state(false);
  /** Whether the player plays this hand to its end and then leaves; who leaves at once gives it up. */
  leavesAfter = $state(false);
  /** For screen readers: others' actions, and what cannot wait. */
  polite = $state("");
  urgent = $state("");
  /** Whether the player looks at cards that lie face down for him. */
  isPeeking = $state(false);
  /** Keeps a press that was meant for another control from the one that took its place. */
  readonly guard: Guard;
  readonly decision: Decision;

  #isSyncing = false;
  #hadSnapshot = false;
  #missed: string[] = [];
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
    this.lines = keptLines(viewer, id).map((line) => ({ ...line, id: (lastId += 1) }));
    this.guard = new Guard(`[data-table="${id}"] .act`);
    this.decision = new Decision((turn, a, to) => this.ask({ t: "act", hand: turn.hand, turn: turn.turn, a, to }));
    this.#stop = connection.listen(this.channel, (frame) => this.#read(frame));
  }

  close(): void {
    this.#director.clear();
    this.#stop();
  }

  // Questions

  get hand(): HandView | null {
    return this.shown?.hand ?? null;
  }

  get bigBlind(): number {
    return this.shown?.stake.big_blind ?? 0;
  }

  /** The hero's place at the table, if he sits. */
  get place(): PlaceView | null {
    return this.shown?.places.find((place) => place.player === this.viewer) ?? null;
  }

  /** The hero's seat in the hand, if he was dealt in. */
  get seat(): SeatView | null {
    const { place, hand } = this;
    return (place && hand && seatOf(hand, place.seat)) ?? null;
  }

  /** Whether the own cards lie face down on the screen: a setting, until they are open or the hand is over. */
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
    return settings.bigBlinds && this.bigBlind ? inBigBlinds(cents, this.bigBlind) : amount(cents);
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

  /** Leave once the player has no part in a hand any more, or think better of it. */
  leaveAfter(on: boolean): void {
    this.leavesAfter = on;
    this.#leaveWhenDone();
  }

  /** Have blinds posted as they come, or sit out before the next big one. */
  async setAutoPost(on: boolean): Promise<void> {
    const { truth, place } = this;
    const isSet = truth?.me?.sit_out === "next_big_blind";
    const isFree = truth?.me?.sit_out === "not" && place?.standing === "playing" && place.out_since_ms === null;
    if (on ? isSet : isFree) await this.wish({ t: "sit_out", when: "next_big_blind", on: !on });
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
    else if (frame.t === "snapshot") this.#restart(frame.d as TableView);
    else if (frame.t === "event") this.#take(frame.d as EventBody);
    else if (frame.t === "turn") this.#turn(frame.d);
    else if (frame.t === "sync:end") this.#endSync();
    else this.isClosed = true;
  }

  #beginSync(): void {
    this.#director.hurry();
    this.#isSyncing = true;
    this.#hadSnapshot = false;
    this.#missed = [];
    this.isClosed = false;
  }

  #endSync(): void {
    this.#isSyncing = false;
    if (!this.#hadSnapshot && this.#missed.length > 0) {
      toast(t("table.missed", { events: this.#missed.slice(-6).join("; ") }));
    }
    if (this.hand && this.hand.board.length > 0) void this.#readCards();
  }

  #restart(table: TableView): void {
    this.#director.clear();
    this.#hadSnapshot = true;
    this.truth = this.shown = table;
    this.badges = {};
    this.isCollected = table.hand?.is_over ?? false;
    this.wentBack = false;
    this.won = new Map(table.hand?.seats.filter((seat) => seat.won > 0).map((seat) => [seat.seat, seat.won]));
    this.intention = null;
    this.#endTurnIfOver();
    this.#leaveWhenDone();
  }

  #take(event: EventBody): void {
    if (!this.truth) return;
    this.truth = update(this.truth, event, this.viewer);
    this.#endTurnIfOver();
    this.#postByHand(event);
    this.#leaveWhenDone();
    if (this.#isSyncing) this.#draw(event, true);
    else this.#director.show(event);
  }

  /** Who does not post by itself is asked before the next big blind: he sits out when it comes. */
  #postByHand(event: EventBody): void {
    const isOwn = event.type === "posted" && event.kind === "big_blind" && event.seat === this.place?.seat;
    if (isOwn && !settings.autoPost) void this.setAutoPost(false);
  }

  #leaveWhenDone(): void {
    const { hand, places = [] } = this.truth ?? {};
    const own = places.find((place) => place.player === this.viewer);
    const isLive = own && hand && !hand.is_over && seatOf(hand, own.seat)?.live;
    if (!this.leavesAfter || isLive) return;
    this.leavesAfter = false;
    if (own) void this.wish({ t: "leave" });
  }

  #turn(turn: Turn): void {
    this.#director.hurry();
    const { truth } = this;
    if (!truth?.hand) return;
    const isNew = this.decision.turn?.turn !== turn.turn;
    const isTyping = hasTypedWithin(GUARD_MS);
    this.intention = null;
    this.decision.ask(turn, truth.hand, truth.stake.big_blind, isTyping && !this.#isSyncing);
    if (isNew) this.#announceTurn(turn);
  }

  #announceTurn(turn: Turn): void {
    play("turn", this.channel);
    if (wasTouched() && "vibrate" in navigator && matchMedia("(pointer: coarse)").matches) navigator.vibrate(80);
    this.urgent = t("table.spoken_turn", {
      pot: this.write(turn.pot),
      call: turn.check ? t("table.check") : t("table.call_amount", { amount: this.write(turn.call) }),
      seconds: Math.max(0, Math.round((turn.deadline_ms - connection.now) / 1000)),
    });
  }

  #endTurnIfOver(): void {
    const { turn } = this.decision;
    const clock = this.truth?.clock;
    if (turn && (!clock || clock.seat !== turn.seat || clock.hand !== turn.hand)) this.decision.end();
  }

  // Drawing

  #draw(event: EventBody, isOld: boolean): void {
    if (!this.shown) return;
    const before = this.shown;
    this.shown = update(before, event, this.viewer);
    this.badges = badgesAfter(this.badges, event, before.hand);
    this.isCollected = collects(event) ?? this.isCollected;
    this.#keepWinnings(event);
    if (this.intention && expired(this.intention, this.truth, this.place?.seat ?? null)) this.intention = null;
    if (event.type === "hand_dealt") this.reading = null;
    if (event.type === "hand_rolled_back" || event.type === "hand_dealt") this.wentBack = event.type === "hand_rolled_back";
    this.#write(event, before.hand, isOld);
    this.#sayDecided(event);
    if (isOld) return;
    const sound = soundOf(event, before.hand, this.place?.seat ?? null);
    if (sound) play(sound, this.channel);
    const isUnread = event.type === "pot_awarded" && this.reading?.boards.at(-1)?.cards !== this.hand?.board.length;
    if (isUnread || ["board_dealt", "shown", "cards_shown"].includes(event.type)) void this.#readCards();
  }

  #keepWinnings(event: EventBody): void {
    if (event.type === "pot_awarded") {
      const won = new Map(this.won);
      for (const [place, seat] of event.seats.entries()) won.set(seat, (won.get(seat) ?? 0) + (event.shares[place] ?? 0));
      this.won = won;
    } else if (["hand_dealt", "hand_started", "table_waits"].includes(event.type)) this.won = new Map();
  }

  #write(event: EventBody, before: HandView | null, isOld: boolean): void {
    if (event.type === "chat_said") {
      if (settings.mutedPlayers.includes(event.player)) return;
      this.#line({ text: `${event.name}: ${event.text}`, kind: "chat", player: event.player });
      if (isOld || event.player === this.viewer) return;
      this.unread += 1;
      play("chat", this.channel);
      return;
    }
    const text = this.#ownCards(event) || sentenceOf(event, this.speech, this.#facts(event, before));
    if (!text) return;
    const isHouse = event.type === "announced";
    // Who keeps his cards face down does not want them in the history either.
    if (!(event.type === "hole_dealt" && settings.peek)) this.#line({ text, kind: isHouse ? "house" : "event", rule: ruleOf(event) });
    if (isOld && (isAction(event) || event.type === "board_dealt")) this.#missed.push(text);
    if (isOld) return;
    if (isHouse) toast(text, { kind: "house" });
    else this.polite = text;
  }

  /** The room acted for the hero: they read so with its rule until the next hand (TIME-02). */
  #sayDecided(event: EventBody): void {
    const isOwn = "seat" in event && event.seat === this.place?.seat;
    const text = isOwn ? decidedWords(event) : "";
    if (text) toast(text, { kind: "house", rule: ruleOf(event), key: this.channel });
    else if (event.type === "hand_dealt" || (isOwn && event.type === "came_back")) withdraw(this.channel);
  }

  /** The hero's cards in words, when they are dealt. */
  #ownCards(event: EventBody): string {
    const own = event.type === "hole_dealt" && this.place ? event.hole[event.seats.indexOf(this.place.seat)] : undefined;
    return own ? t("table.text_cards", { cards: spokenCards(own) }) : "";
  }

  #facts(event: EventBody, before: HandView | null): { isBet: boolean; isAllIn: boolean } {
    const after = "seat" in event && this.hand ? seatOf(this.hand, event.seat) : undefined;
    const isBet = before !== null && before.seats.every((seat) => seat.bet === 0);
    return { isBet, isAllIn: after?.all_in ?? false };
  }

  #line(line: Omit<Line, "id">): void {
    this.lines = [...this.lines.slice(1 - LINES_MAX), { ...line, id: (lastId += 1) }];
    keepLines(this.viewer, this.id, this.lines);
  }

  /** Have the server say what hands lie there. */
  async #readCards(): Promise<void> {
    try {
      this.reading = (await this.ask({ t: "read" })) as unknown as Reading;
      const own = this.reading.boards.at(-1)?.hands.find((hand) => hand.seat === this.seat?.seat);
      if (own && this.seat?.live && !this.hand?.is_over) this.polite = handWords(own);
    } catch {
      // Without the words the cards still lie there.
    }
  }
}
