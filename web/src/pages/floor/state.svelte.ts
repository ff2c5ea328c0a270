// A live tournament as a screen follows it: read once, then asked for again as soon as there is something
// newer. Nothing is added up from messages: a screen that was away has the whole state with the next answer.

import { untrack } from "svelte";

import { get, post, Refused } from "../../api";
import { newId } from "../../ids";
import type { ClockView, FloorOrder, FloorState, Level, Outcome } from "../../wire";

export type Command = FloorOrder["command"];

const WAIT_S = 20;
/** An answer that takes longer than it may wait, and this, is lost. */
const SLACK_MS = 10_000;
const RETRY_MS = [500, 1_000, 2_000, 4_000];
const SEND_AGAIN = 5;
/** How long a console waits at most to show what it has done; then the line is slow, and people go on. */
const SHOWN_MS = 5_000;
/** Refusals of the line, not of a rule: asking again may help. */
const LINE = new Set(["unreachable", "unavailable", "too_many_requests"]);

/** Whether nobody was reached, so that the same request may be sent again. */
export function isOfTheLine(refusal: unknown): boolean {
  return refusal instanceof Refused && LINE.has(refusal.reason);
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A state with a version, followed with long polling; `path` may have no query of its own. */
export class Followed<State extends { version: number }> {
  state = $state.raw<State | null>(null);
  /** When the state came, as `performance.now()` counts. */
  cameMs = $state(0);
  /** Whether the server is out of reach; what is shown may be old. */
  isLost = $state(false);
  /** Why there is nothing to follow: a wrong code, no role. */
  refusal = $state.raw<Refused | null>(null);
  /** Counts who follows: a loop that is no longer the last one ends. */
  #loop = 0;
  #isOpen = false;
  #asking: AbortController | null = null;
  #wake: (() => void) | null = null;
  /** Who waits for something new to be shown, or for the line to be lost. */
  #heard = new Set<() => void>();

  constructor(readonly path: string) {}

  /** Follow it until the function that is returned is called. */
  open(): () => void {
    const wake = () => this.#wake?.();
    addEventListener("online", wake);
    this.#isOpen = true;
    // Whoever opens it in an effect does not depend on the state.
    void untrack(() => this.#follow());
    return () => {
      removeEventListener("online", wake);
      this.#isOpen = false;
      this.#asking?.abort();
      this.#wake?.();
      this.#tell();
    };
  }

  /** Wait until a version is shown; not longer than the line holds. */
  async shows(version: number): Promise<void> {
    const late = pause(SHOWN_MS).then(() => true);
    let isLate = false;
    while (!isLate && this.#isOpen && !this.isLost && this.refusal === null && (this.state?.version ?? 0) < version) {
      isLate = await Promise.race([late, new Promise<boolean>((heard) => this.#heard.add(() => heard(false)))]);
    }
  }

  #tell(): void {
    const heard = [...this.#heard];
    this.#heard.clear();
    for (const one of heard) one();
  }

  /** Ask again after a refusal. */
  again(): void {
    this.refusal = null;
    if (this.#isOpen) void this.#follow();
  }

  async #follow(): Promise<void> {
    const loop = (this.#loop += 1);
    const isOver = () => !this.#isOpen || this.#loop !== loop;
    let failures = 0;
    while (!isOver()) {
      try {
        const state = await this.#ask(failures > 0);
        if (isOver()) return;
        this.#take(state);
        failures = 0;
      } catch (refusal) {
        if (!(refusal instanceof Refused)) throw refusal;
        if (isOver()) return;
        if (!isOfTheLine(refusal)) {
          this.refusal = refusal;
          this.#tell();
          return;
        }
        this.isLost = true;
        this.#tell();
        const ms = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!;
        failures += 1;
        await Promise.race([pause(ms), new Promise<void>((woken) => (this.#wake = woken))]);
      }
    }
  }

  /** After a failure the answer comes at once, so that one sees that the line is back. */
  async #ask(atOnce: boolean): Promise<State> {
    const asking = (this.#asking = new AbortController());
    const late = setTimeout(() => asking.abort(), WAIT_S * 1000 + SLACK_MS);
    const query = this.state === null || atOnce ? "" : `?after=${this.state.version}&wait_s=${WAIT_S}`;
    try {
      return await get<State>(this.path + query, asking.signal);
    } finally {
      clearTimeout(late);
    }
  }

  #take(state: State): void {
    this.state = state;
    this.cameMs = performance.now();
    this.isLost = false;
    this.#tell();
  }
}

/** The console's own: it also does things, one after the other, and each is over once it is shown. */
export class Desk extends Followed<FloorState> {
  #waiting = $state(0);
  #before: Promise<unknown> = Promise.resolve();

  constructor(readonly floor: number) {
    super(`/api/floor/${floor}/state`);
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Do something, once: an answer that was lost is asked for again under the same id. */
  command(command: Command, reason = ""): Promise<Outcome> {
    // What the operator has before their eyes now, also if others are sent first.
    const seen = this.state?.version ?? null;
    return this.#inTurn("commands", { id: newId(), command, reason, seen });
  }

  undo(entry: number, reason: string, withDependents: boolean): Promise<Outcome> {
    return this.#inTurn("undo", { id: newId(), entry, reason, with_dependents: withDependents });
  }

  /** A list of players from a file, all of them or none. */
  enterList(csv: string): Promise<Outcome> {
    return this.#inTurn("players", { id: newId(), csv });
  }

  async #inTurn(what: string, body: object): Promise<Outcome> {
    this.#waiting += 1;
    const sent = this.#before.then(() => this.#send(what, body));
    // The next one is sent whether this one is refused or not; its sender hears of it.
    this.#before = sent.catch(() => undefined);
    try {
      const outcome = await sent;
      // A second tap on what is still the old picture would be refused as a colleague's.
      await this.shows(outcome.version);
      return outcome;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #send(what: string, body: object): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await post<Outcome>(`/api/floor/${this.floor}/${what}`, body);
      } catch (refusal) {
        if (!isOfTheLine(refusal) || attempt === SEND_AGAIN) throw refusal;
        this.isLost = true;
        await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!);
      }
    }
  }
}

/** What the level clock shows at a moment. */
export interface LevelNow {
  /** Counted from 1 with the breaks; 0 before the start. */
  number: number;
  level: Level | null;
  leftMs: number;
  paused: boolean;
  following: Level | null;
  /** Until the next break; null if there is none, or one is on. */
  nextBreakMs: number | null;
}

/** The level clock, this long after the answer came: it goes on through the levels by itself, as the server's does. */
export function levelAt(clock: ClockView, levels: readonly Level[], sinceMs: number): LevelNow {
  let number = clock.level;
  let leftMs = clock.left_ms;
  if (!clock.paused && number > 0) {
    leftMs -= Math.max(0, sinceMs);
    while (leftMs <= 0 && number < levels.length) {
      number += 1;
      leftMs += levels[number - 1]!.minutes * 60_000;
    }
  }
  leftMs = Math.max(0, leftMs);
  const level = number > 0 ? (levels[number - 1] ?? null) : null;
  return { number, level, leftMs, paused: clock.paused, following: levels[number] ?? null, nextBreakMs: untilBreak(levels, number, leftMs) };
}

export function isBreak(level: Level | null): boolean {
  return level !== null && level.big_blind === 0;
}

function untilBreak(levels: readonly Level[], number: number, leftMs: number): number | null {
  if (number === 0 || isBreak(levels[number - 1] ?? null)) return null;
  let until = leftMs;
  for (const level of levels.slice(number)) {
    if (isBreak(level)) return until;
    until += level.minutes * 60_000;
  }
  return null;
}

/** Levels are counted for people without the breaks. */
export function levelNumber(levels: readonly Level[], number: number): number {
  return levels.slice(0, number).filter((one) => !isBreak(one)).length;
}

const TICK_MS = 200;

/** `performance.now()`, ticking while somebody looks at it. */
class Ticks {
  now = $state(performance.now());
  #users = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  use(): () => void {
    this.#users += 1;
    this.now = performance.now();
    this.#timer ??= setInterval(() => (this.now = performance.now()), TICK_MS);
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}

export const ticks = new Ticks();
