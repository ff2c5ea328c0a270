// What is wrong with the hand that is drawn or played, and everything that was heard about it.

import type { Finding } from "./findings";
import type { Alarm, Happened } from "./types";

const HEARD_MAX = 60;

export class HandFindings {
  #findings: Finding[] = [];
  #heard: Happened[] = [];
  #alarm: Alarm | null = null;

  get isEmpty(): boolean {
    return this.#findings.length === 0;
  }

  /** Another hand, of which this was heard so far. */
  restart(heard: Happened[] = []): void {
    this.#findings = [];
    this.#heard = heard;
  }

  keep(event: Happened): void {
    this.#heard = [...this.#heard.slice(1 - HEARD_MAX), event];
  }

  note(findings: readonly Finding[]): void {
    const isKnown = (one: Finding) => this.#findings.some((known) => known.code === one.code && known.where === one.where);
    for (const one of findings) if (!isKnown(one)) this.#findings.push(one);
  }

  /** Raise an alarm if anything is wrong; `about` says whose hand it is, for the evidence. */
  raise(hand: number, about: Record<string, unknown>): void {
    if (this.isEmpty) return;
    const evidence = JSON.stringify({ ...about, hand, findings: this.#findings, heard: this.#heard });
    this.#alarm = { hand, findings: [...this.#findings], evidence };
  }

  /** What is wrong since the last time that somebody asked. */
  takeAlarm(): Alarm | null {
    const alarm = this.#alarm;
    this.#alarm = null;
    return alarm;
  }
}
