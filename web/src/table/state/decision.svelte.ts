// The hero's decision: what may be done, the amount that is being chosen, and the guards against a
// wrong or late click. Buttons, hotkeys and typed commands all end here.

import { Refused } from "../../api";
import { decimal } from "../../format";
import { settings, type PresetRow } from "../../state/settings.svelte";
import { sayRefusal } from "../../state/toasts.svelte";
import type { Action, HandView, Turn } from "./types";
import { GUARD_MS } from "./guard.svelte";
import { clamped, presetRow, presets, snapped, spotOf, stepped, typedAmount, type Preset, type Spot } from "./sizing";

export type { Preset };

const SENDING_AFTER_MS = 300;
const SECOND_PRESS_MS = 1_500;

export type Send = (turn: Turn, action: Action, to: number) => Promise<unknown>;
/** What the typed amount is: one that can be bet, one beyond a limit, or none at all. */
export type Typed = "fits" | "too_little" | "too_much" | "no_amount";
/** A size button: one of the presets by its place, or the one for the most. */
export type Size = number | "most";
/** What has to be confirmed by a second press: an amount that was corrected from `typed`, an all-in by key. */
export type Doubt = { kind: Exclude<Typed, "fits">; to: number; typed: string } | { kind: "all_in" } | null;

export class Decision {
  turn = $state.raw<Turn | null>(null);
  /** The total that the raise button would bet. */
  to = $state(0);
  /** What is being typed into the amount, or null when it shows `to`. */
  typed = $state<string | null>(null);
  isLocked = $state(false);
  isSlow = $state(false);
  /** Whether keys were being pressed as the decision came: they were meant for something else. */
  isGuarded = $state(false);
  asksFreeCheck = $state(false);
  doubt = $state.raw<Doubt>(null);

  #spot = $state.raw<Spot | null>(null);
  #row = $state<PresetRow>("preflop");
  /** The size button that was pressed last. */
  #picked = $state<Size | null>(null);
  #guard: ReturnType<typeof setTimeout> | undefined;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #doubted: ReturnType<typeof setTimeout> | undefined;
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  get spot(): Spot | null {
    return this.#spot;
  }

  get canRaise(): boolean {
    return this.turn !== null && this.turn.raise_to > 0;
  }

  /** What the raise button bets if it is pressed now: what was typed, as near as it is allowed. */
  get aim(): number {
    const wanted = this.#wanted;
    return wanted === null || !this.#spot ? this.to : clamped(this.#spot, wanted);
  }

  /** Whether what was typed can be bet as it is. */
  get typing(): Typed {
    const wanted = this.#wanted;
    if (this.typed === null || !this.#spot) return "fits";
    if (wanted === null) return "no_amount";
    return wanted < this.#spot.least ? "too_little" : wanted > this.#spot.most ? "too_much" : "fits";
  }

  get #wanted(): number | null {
    return this.typed === null || !this.#spot ? null : this.amountOf(this.typed);
  }

  /** What typed words mean; a bare number is in the unit that the player reads: chips or big blinds. */
  amountOf(text: string): number | null {
    if (!this.#spot) return null;
    return typedAmount(text, this.#spot, settings.bigBlinds ? this.#spot.bigBlind : this.#unit);
  }

  /** Whether the raise is everything. */
  isAllIn(to: number = this.aim): boolean {
    return this.#spot !== null && this.#stack > 0 && to >= this.#stack;
  }

  /** Whether a call takes the whole stack. */
  get callIsAllIn(): boolean {
    return this.turn !== null && this.#spot !== null && this.turn.call > 0 && this.#spot.mine + this.turn.call >= this.#stack;
  }

  get presets(): Preset[] {
    if (!this.#spot) return [];
    const words = settings.presets[this.#row];
    return presets(words, this.#spot).map((one) => ({ ...one, label: decimal(one.label), isAllIn: this.isAllIn(one.to) }));
  }

  /** The size button that is lit: several may mean the same amount, but one was pressed. */
  get size(): Size | null {
    const { presets, aim } = this;
    const isMost = aim === this.#spot?.most;
    const fits = (one: Preset | undefined) => one !== undefined && one.to === aim && !one.isAllIn;
    if (typeof this.#picked === "number" && fits(presets[this.#picked])) return this.#picked;
    if (this.#picked === "most" && isMost) return "most";
    const place = presets.findIndex(fits);
    return place >= 0 ? place : isMost ? "most" : null;
  }

  /** Whether anything can be pressed now. */
  get isReady(): boolean {
    return this.turn !== null && !this.isLocked && !this.isGuarded;
  }

  #stack = 0;
  #unit = 100;

  /** A decision is wanted; `isTyping` says that a key was pressed just before, `unit` what a typed number counts. */
  ask(turn: Turn, hand: HandView, bigBlind: number, isTyping: boolean, unit = 100): void {
    this.#unit = unit;
    const isNew = turn.turn !== this.turn?.turn;
    const seat = hand.seats.find((one) => one.seat === turn.seat);
    this.#stack = (seat?.stack ?? 0) + (seat?.bet ?? 0);
    this.#spot = spotOf(turn, hand, bigBlind);
    this.#row = presetRow(hand, this.#spot);
    this.turn = turn;
    if (!isNew) return;
    this.#unlock();
    this.to = turn.raise_from;
    this.typed = null;
    this.#picked = null;
    this.asksFreeCheck = false;
    this.#settle();
    if (isTyping) this.#waitForKeys();
  }

  /** The turn is over, whoever ended it. */
  end(): void {
    this.turn = null;
    this.typed = null;
    this.asksFreeCheck = false;
    this.#unlock();
    this.#settle();
  }

  // Presses

  fold(isSure = false): void {
    if (!this.isReady || !this.turn) return;
    if (this.turn.check && settings.askFreeCheck && !isSure) this.asksFreeCheck = true;
    else void this.#act("fold");
  }

  checkOrCall(): void {
    if (this.isReady && this.turn) void this.#act(this.turn.check ? "check" : "call");
  }

  /** Bet or raise what is chosen; what was typed out of range is corrected and asked again. */
  raise(): void {
    if (!this.isReady || !this.canRaise || !this.#spot) return;
    const { typing, aim } = this;
    const typed = this.typed ?? "";
    if (typing === "no_amount") {
      this.#doubtFor({ kind: typing, to: this.to, typed });
      return;
    }
    this.to = aim;
    this.typed = null;
    if (typing !== "fits") {
      this.#doubtFor({ kind: typing, to: aim, typed });
      return;
    }
    this.#settle();
    void this.#act("raise", this.to);
  }

  /** Raise by a typed command; the same command again confirms what it was corrected to. */
  raiseBy(text: string): void {
    const isAgain = this.doubt !== null && "typed" in this.doubt && this.doubt.typed === text;
    if (!isAgain) this.type(text);
    this.raise();
  }

  /** Everything, by key: asked a second time within a moment. */
  allInByKey(): void {
    if (!this.isReady || !this.turn) return;
    if (!this.canRaise) {
      this.checkOrCall();
    } else if (settings.confirmAllInKey && this.doubt?.kind !== "all_in") {
      const before = { to: this.to, typed: this.typed, picked: this.#picked };
      this.choose(this.turn.raise_to);
      this.#doubtFor({ kind: "all_in" }, SECOND_PRESS_MS, () => {
        this.to = before.to;
        this.typed = before.typed;
        this.#picked = before.picked;
      });
    } else {
      this.choose(this.turn.raise_to);
      this.raise();
    }
  }

  // The amount

  type(text: string): void {
    this.typed = text;
    this.#settle();
  }

  choose(to: number): void {
    if (!this.#spot) return;
    this.typed = null;
    this.#picked = null;
    this.to = clamped(this.#spot, to);
    this.#settle();
  }

  preset(place: number): void {
    const one = this.presets[place];
    if (!one) return;
    this.choose(one.to);
    this.#picked = place;
  }

  most(): void {
    if (!this.#spot) return;
    this.choose(this.#spot.most);
    this.#picked = "most";
  }

  drag(to: number): void {
    if (this.#spot) this.choose(snapped(this.#spot, to, this.presets.map((one) => one.to)));
  }

  /** One big blind more or less; with `fine` one cent. */
  step(steps: number, fine = false): void {
    if (this.#spot) this.choose(stepped(this.#spot, this.to, steps, fine ? 1 : this.#spot.bigBlind));
  }

  // Sending

  async #act(action: Action, to = 0): Promise<void> {
    const { turn } = this;
    if (!turn) return;
    this.isLocked = true;
    this.asksFreeCheck = false;
    this.#slow = setTimeout(() => (this.isSlow = true), SENDING_AFTER_MS);
    try {
      await this.#send(turn, action, to);
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      if (this.turn?.turn === turn.turn) this.#unlock();
      if (refusal.reason !== "stale_turn") sayRefusal(refusal);
    }
  }

  #unlock(): void {
    clearTimeout(this.#slow);
    this.isLocked = false;
    this.isSlow = false;
  }

  #waitForKeys(): void {
    clearTimeout(this.#guard);
    this.isGuarded = true;
    this.#guard = setTimeout(() => (this.isGuarded = false), GUARD_MS);
  }

  /** Ask for a second press; with `ms` it must come within that time, else all is as it was. */
  #doubtFor(doubt: Doubt, ms = 0, undo: () => void = () => undefined): void {
    clearTimeout(this.#doubted);
    this.doubt = doubt;
    if (ms === 0) return;
    this.#doubted = setTimeout(() => {
      this.doubt = null;
      undo();
    }, ms);
  }

  #settle(): void {
    clearTimeout(this.#doubted);
    this.doubt = null;
  }
}
