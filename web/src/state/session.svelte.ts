// Who is here: the cookie is the session, this is what the page knows of it.

import { get, post, useCsrf } from "../api";
import type { Credentials, Done, GuestWish, Myself, PasswordByLink, Registration, Whoever } from "../wire";
import { connection } from "./connection.svelte";

class Session {
  me = $state.raw<Myself | null>(null);
  /** Whether the server has been asked who this is. */
  isKnown = $state(false);

  get isOperator(): boolean {
    return this.me !== null && this.me.role !== "player";
  }

  /** Find out whether this browser is logged in already. */
  async find(): Promise<void> {
    try {
      const { me } = await get<Whoever>("/api/whoever");
      if (me) this.#enter(me);
    } catch {
      this.me = null;
    }
    this.isKnown = true;
  }

  /** Come in without a name: with a code or an approved request, where the house asks for one. */
  async guest(wish: GuestWish = {}): Promise<void> {
    this.#enter(await post<Myself>("/api/guest", wish));
  }

  async logIn(credentials: Credentials): Promise<void> {
    this.#enter(await post<Myself>("/api/login", credentials));
  }

  /** Take a name; guests keep what they have. */
  async register(credentials: Registration): Promise<void> {
    this.#enter(await post<Myself>("/api/register", credentials));
  }

  /** Set a new password by a link; whoever was here before is logged out. */
  async setPasswordByLink(wanted: PasswordByLink): Promise<void> {
    const me = await post<Myself>("/api/password-link/use", wanted);
    connection.close();
    this.#enter(me);
  }

  async logOut(): Promise<void> {
    await post<Done>("/api/logout");
    connection.close();
    this.me = null;
    useCsrf("");
  }

  #enter(me: Myself): void {
    useCsrf(me.csrf);
    this.me = me;
    connection.open();
  }
}

export const session = new Session();
