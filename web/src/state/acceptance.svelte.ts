// Rules that must be accepted before what the player wanted goes on (CASH-18, TRN-01).

export interface Wanted {
  edition: string;
  title: string;
  version: string;
  /** Whether the player had accepted other rules before. */
  changed: boolean;
}

class Acceptance {
  /** What the sheet asks for now; null while there is nothing to accept. */
  wanted = $state.raw<Wanted | null>(null);
  #answers: ((isAccepted: boolean) => void)[] = [];

  /** Ask the player; several requests that wait for the same rules are answered together. */
  ask(wanted: Wanted): Promise<boolean> {
    this.wanted = wanted;
    return new Promise((answer) => this.#answers.push(answer));
  }

  /** The player has accepted, or put the sheet away. */
  answer(isAccepted: boolean): void {
    this.wanted = null;
    for (const answer of this.#answers.splice(0)) answer(isAccepted);
  }
}

export const acceptance = new Acceptance();
