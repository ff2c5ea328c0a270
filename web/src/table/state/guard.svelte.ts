// A control that takes the place of another under the pointer or a finger takes no press for a
// moment: what the player meant to press is not there any more. One that did not change works on.

import { untrack } from "svelte";

import { isUnderPointer } from "../../state/input";

export const GUARD_MS = 700;
/** Between two players' turns the bar is empty for a blink: what comes back as it was is not new. */
const BLINK_MS = 300;

export class Guard {
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #seen: ReadonlySet<string> = new Set();
  /** Since when the bar is empty; null while something is in it. */
  #emptySince: number | null = null;
  #closed = $state.raw<ReadonlySet<string>>(new Set());

  /** `bar` selects the element in which the controls are. */
  constructor(readonly bar: string) {}

  /** Whether a control is too new to be pressed. */
  isClosed(control: string): boolean {
    return this.#closed.has(control);
  }

  /** These controls are in the bar now, each named by what it does and for how much. */
  see(controls: readonly string[]): void {
    const now = performance.now();
    if (controls.length === 0) {
      this.#emptySince ??= now;
      return;
    }
    if (this.#emptySince !== null && now - this.#emptySince > BLINK_MS) this.#seen = new Set();
    this.#emptySince = null;
    const fresh = controls.filter((control) => !this.#seen.has(control));
    this.#seen = new Set(controls);
    if (fresh.length === 0 || !isUnderPointer(document.querySelector(this.bar))) return;
    this.#closed = new Set([...untrack(() => this.#closed), ...fresh]);
    for (const control of fresh) {
      clearTimeout(this.#timers.get(control));
      this.#timers.set(control, setTimeout(() => this.#open(control), GUARD_MS));
    }
  }

  #open(control: string): void {
    this.#timers.delete(control);
    this.#closed = new Set([...this.#closed].filter((one) => one !== control));
  }
}
