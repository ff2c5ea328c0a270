// A request to be let in, of this browser: its word is kept here, and asks what became of it.

import { post, Refused } from "../api";
import type { ApplicationCard, Applying, NewApplicationCard } from "../wire";

const KEPT = "cardroom.application";
const LOOK_EVERY_MS = 10_000;

class OwnApplication {
  card = $state.raw<ApplicationCard | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get word(): string {
    return localStorage.getItem(KEPT) ?? "";
  }

  async ask(wish: Applying): Promise<void> {
    const { word, ...card } = await post<NewApplicationCard>("/api/applications", wish);
    localStorage.setItem(KEPT, word);
    this.#show(card);
  }

  /** Find out what became of it, and look again while it waits. */
  async look(): Promise<void> {
    if (!this.word) return;
    try {
      this.#show(await post<ApplicationCard>("/api/applications/state", { word: this.word }));
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      if (refusal.reason === "no_such_application") this.forget();
      else this.#lookLater();
    }
  }

  forget(): void {
    localStorage.removeItem(KEPT);
    this.card = null;
    clearTimeout(this.#timer);
  }

  /** Nobody looks at it any more. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  #show(card: ApplicationCard): void {
    this.card = card;
    if (card.state === "waiting") this.#lookLater();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }
}

export const application = new OwnApplication();
