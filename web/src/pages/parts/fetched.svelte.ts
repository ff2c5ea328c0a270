// Something that a page reads from the server: not there yet, there, or refused.

import { get, post, Refused } from "../../api";

export class Fetched<Answer> {
  data = $state.raw<Answer | null>(null);
  refusal = $state.raw<Refused | null>(null);
  isBusy = $state(false);
  #asked = 0;

  /** Read it, again if it was read before; an older answer that comes later is dropped. With a body it is asked for: looking is a deed. */
  async read(path: string, body: object | null = null): Promise<Answer | null> {
    const asked = (this.#asked += 1);
    this.isBusy = true;
    try {
      const answer = await (body === null ? get<Answer>(path) : post<Answer>(path, body));
      if (asked !== this.#asked) return null;
      this.data = answer;
      this.refusal = null;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      if (asked !== this.#asked) return null;
      this.refusal = refusal;
    }
    this.isBusy = false;
    return this.data;
  }
}
