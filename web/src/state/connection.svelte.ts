// The one WebSocket of this window: channels, requests that are answered, coming back after a drop.

import { post, Refused } from "../api";
import { newId } from "../ids";
import { CLOSE, PROTOCOL } from "../wire";
import { acceptance, type Wanted } from "./acceptance.svelte";
import type { Ack, Incoming, Outgoing, Refusal, SocketTicket, Welcome } from "../wire";

export type ChannelFrame = Extract<Outgoing, { ch: string }>;
export type Listener = (frame: ChannelFrame) => void;
/** `silent`: open, but a ping is unanswered; `replaced`: another window has the tables. */
export type Status = "closed" | "connecting" | "live" | "silent" | "lost" | "replaced";
type Asked = Extract<Incoming, { id: string }>;
export type Wish = Asked extends infer R ? (R extends Asked ? Omit<R, "id"> : never) : never;

interface Pending {
  text: string;
  timer: ReturnType<typeof setTimeout>;
  done: (d: Record<string, unknown>) => void;
  failed: (refusal: Refused) => void;
}

const RESEND_MS = 2_500;
const RETRY_FIRST_MS = 500;
/** The least wait between two attempts; a random part of four times as much comes on top. */
const RETRY_MS_MAX = 3_000;
const DRAIN_SPREAD_MS = 10_000;
const PING_MS = 4_000;
const SILENT_MS = 2_000;
const DEAD_MS = 10_000;
const HEARD_MS = 6_000;

export class Connection {
  status = $state<Status>("closed");
  /** When the connection was lost, by this machine's clock. */
  lostAt = $state(0);
  lagMs = $state(0);
  /** When the room restarts, by the server's clock; null unless a restart is to come. */
  drainAt = $state<number | null>(null);

  #socket: WebSocket | null = null;
  #listeners = new Map<string, Set<Listener>>();
  #have: Record<string, number> = {};
  #pending = new Map<string, Pending>();
  #retryMs = RETRY_FIRST_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #pinged = 0;
  #offsetMs = 0;
  #bestRoundTripMs = Infinity;
  #isWanted = false;

  /** The server's time now, as well as it is known. */
  get now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Whether the server has heard this window a moment ago: it had answered the last ping. */
  get isHeard(): boolean {
    return this.status === "live" && Date.now() - this.#lastPong < HEARD_MS;
  }

  /** Connect, and stay connected until `close`. */
  open(): void {
    this.#isWanted = true;
    if (this.#socket === null && this.#retry === undefined) void this.#connect();
  }

  /** Leave on purpose: the connection does not count as lost. */
  close(): void {
    this.#isWanted = false;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#have = {};
    this.#socket?.close(CLOSE.left);
    this.status = "closed";
  }

  /** Connect again after another window has taken the tables. */
  takeBack(): void {
    this.#retryMs = RETRY_FIRST_MS;
    this.open();
  }

  /** Do not wait for the next attempt: the network is there again, or the player is. */
  hurry(): void {
    if (this.#retry === undefined || this.drainAt !== null) return;
    clearTimeout(this.#retry);
    void this.#connect();
  }

  /** Listen to a channel until the function that is returned is called. */
  listen(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    const isFirst = listeners.size === 0;
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    if (this.#isOpen) this.#subscribe(channel, isFirst);
    return () => this.#unlisten(channel, listener);
  }

  /** Ask for something; the answer is the ack's content, or a Refused. */
  async ask(wish: Wish): Promise<Record<string, unknown>> {
    try {
      return await this.#ask(wish);
    } catch (refusal) {
      // What the player wanted goes on as soon as they have accepted the rules.
      if (!(refusal instanceof Refused) || refusal.reason !== "rules_not_accepted") throw refusal;
      if (!(await acceptance.ask(refusal.d as unknown as Wanted))) throw refusal;
      return this.#ask(wish);
    }
  }

  #ask(wish: Wish): Promise<Record<string, unknown>> {
    const id = newId();
    return new Promise((done, failed) => {
      const text = JSON.stringify({ ...wish, id });
      this.#pending.set(id, { text, done, failed, timer: this.#resendLater(id) });
      this.#send(text);
    });
  }

  // Opening and closing

  get #isOpen(): boolean {
    return this.status === "live" || this.status === "silent";
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    if (this.status !== "lost") this.status = "connecting";
    try {
      const { ticket } = await post<SocketTicket>("/api/ticket");
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const address = `${scheme}://${location.host}/api/socket?ticket=${encodeURIComponent(ticket)}`;
      this.#attach(new WebSocket(address));
    } catch (refusal) {
      if (refusal instanceof Refused && refusal.rule === "NET-07") this.#end();
      else this.#tryLater();
    }
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket;
    socket.onopen = () => {
      const resume = Object.keys(this.#have).length > 0;
      this.#send(JSON.stringify({ t: "hello", protocols: [PROTOCOL], client: "web", resume, have: this.#have, gather: true }));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // What belongs together comes as a list.
      const heard = JSON.parse(event.data) as Outgoing | Outgoing[];
      for (const message of Array.isArray(heard) ? heard : [heard]) this.#heard(message);
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#beat);
    if (!this.#isWanted) return;
    if (code === CLOSE.replaced) {
      this.#isWanted = false;
      this.status = "replaced";
    } else if (code === CLOSE.left || code === CLOSE.banned) this.#end();
    else this.#tryLater();
  }

  #end(): void {
    this.#isWanted = false;
    this.status = "closed";
  }

  #tryLater(): void {
    if (this.status !== "lost") this.lostAt = this.#pinged || Date.now();
    this.status = "lost";
    const spread = this.drainAt === null ? this.#retryMs * 4 : DRAIN_SPREAD_MS;
    const wait = this.#retryMs + Math.random() * spread;
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS_MAX);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  // Hearing

  #heard(message: Outgoing): void {
    if (message.t === "hello") this.#welcome(message);
    else if (message.t === "pong") this.#pong(message.ts);
    else if (message.t === "ack") this.#answered(message);
    else if (message.t === "refused") this.#refused(message);
    else if (message.t === "drain") this.drainAt = message.at || null;
    else this.#pass(message);
  }

  #welcome(welcome: Welcome): void {
    this.#retryMs = RETRY_FIRST_MS;
    this.drainAt = null;
    this.#pinged = 0;
    this.#bestRoundTripMs = Infinity;
    this.#offsetMs = welcome.ts - Date.now();
    this.status = "live";
    for (const channel of this.#listeners.keys()) {
      if (!(channel in this.#have)) this.#subscribe(channel, true);
    }
    for (const { text } of this.#pending.values()) this.#send(text);
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), 1_000);
    this.#ping();
  }

  #answered(ack: Ack): void {
    this.#take(ack.id)?.done(ack.d);
  }

  /** A refusal without an id: a channel that we had is no more, so all are joined again. */
  #refused(refusal: Refusal): void {
    if (refusal.id === "") for (const channel of this.#listeners.keys()) this.#subscribe(channel, true);
    else this.#take(refusal.id)?.failed(new Refused(refusal.rule, refusal.reason, refusal.d));
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }

  #pass(frame: ChannelFrame): void {
    if ("v" in frame) this.#have[frame.ch] = frame.v;
    if (frame.t === "closed") delete this.#have[frame.ch];
    for (const listener of [...(this.#listeners.get(frame.ch) ?? [])]) listener(frame);
  }

  // Saying

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #resendLater(id: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending === undefined) return;
      if (this.#isOpen) this.#send(pending.text);
      pending.timer = this.#resendLater(id);
    }, RESEND_MS);
  }

  /** A listener that comes later needs a snapshot of its own: the channel begins again for all. */
  #subscribe(channel: string, isFirst: boolean): void {
    const missing = () => this.#pass({ t: "closed", ch: channel, ts: this.now });
    if (isFirst || this.#isOpen) this.ask({ t: "subscribe", ch: channel }).catch(missing);
  }

  #unlisten(channel: string, listener: Listener): void {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(listener);
    if (listeners === undefined || listeners.size > 0) return;
    this.#listeners.delete(channel);
    delete this.#have[channel];
    if (this.#isOpen) this.ask({ t: "unsubscribe", ch: channel }).catch(() => undefined);
  }

  // The heartbeat: a throttled timer in a hidden tab is no dead connection.

  #ping(): void {
    const now = Date.now();
    if (this.#pinged === 0) {
      if (now - this.#lastPong < PING_MS) return;
      this.#pinged = now;
      this.#send(JSON.stringify({ t: "ping", n: 0 }));
    } else if (document.hidden) this.#pinged = now;
    else if (now - this.#pinged > DEAD_MS) this.#socket?.close();
    else if (now - this.#pinged > SILENT_MS && this.status === "live") {
      this.lostAt = this.#pinged;
      this.status = "silent";
    }
  }

  #lastPong = 0;

  #pong(ts: number): void {
    const now = Date.now();
    const roundTripMs = now - this.#pinged;
    this.#lastPong = now;
    this.#pinged = 0;
    this.lagMs = roundTripMs;
    if (roundTripMs <= this.#bestRoundTripMs) {
      this.#bestRoundTripMs = roundTripMs;
      this.#offsetMs = ts + roundTripMs / 2 - now;
    }
    if (this.status === "silent") this.status = "live";
  }
}

export const connection = new Connection();

addEventListener("online", () => connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connection.hurry();
});
