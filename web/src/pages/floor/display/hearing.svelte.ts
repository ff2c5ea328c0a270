// What is heard from a screen of the hall: a chime made here, and the browser's own voice, each with a switch.

import { spoken } from "../../../i18n/index.svelte";

const KEY = "cardroom.hall";
const CHIMES = {
  level: [523, 659, 784, 1047],
  break: [784, 659, 523],
  minute: [880, 880],
  tick: [1400],
} as const;
export type Chime = keyof typeof CHIMES;
const NOTE_S = { level: 0.28, break: 0.34, minute: 0.16, tick: 0.05 };

function kept(): { sound: boolean; voice: boolean } {
  try {
    return { sound: false, voice: false, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object) };
  } catch {
    return { sound: false, voice: false };
  }
}

class Hearing {
  sound = $state(kept().sound);
  voice = $state(kept().voice);
  #context: AudioContext | null = null;

  get canSpeak(): boolean {
    return "speechSynthesis" in window;
  }

  /** Turn one of them on or off; this browser remembers it. */
  turn(what: "sound" | "voice", on: boolean): void {
    this[what] = on;
    try {
      localStorage.setItem(KEY, JSON.stringify({ sound: this.sound, voice: this.voice }));
    } catch {
      // A browser without storage forgets it; the screen works.
    }
    if (what === "sound" && on) this.chime("minute");
    if (what === "voice" && !on && this.canSpeak) speechSynthesis.cancel();
  }

  chime(name: Chime): void {
    if (!this.sound || !("AudioContext" in window)) return;
    this.#context ??= new AudioContext();
    const on = this.#context;
    // A browser lets nothing sound before the first press of a page; pressing the switch is one.
    if (on.state === "suspended") void on.resume();
    for (const [place, pitch] of CHIMES[name].entries()) strike(on, pitch, place * NOTE_S[name], NOTE_S[name]);
  }

  /** Say something; with `atOnce` whatever is still being said makes way. */
  say(words: string, atOnce = false): void {
    if (!this.voice || !this.canSpeak) return;
    if (atOnce) speechSynthesis.cancel();
    const said = new SpeechSynthesisUtterance(words);
    said.lang = spoken.locale;
    speechSynthesis.speak(said);
  }
}

function strike(on: AudioContext, pitch: number, after: number, long: number): void {
  const start = on.currentTime + after;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.6, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long * 2);
  gain.connect(on.destination);
  const oscillator = on.createOscillator();
  oscillator.frequency.value = pitch;
  oscillator.connect(gain);
  oscillator.start(start);
  oscillator.stop(start + long * 2);
}

export const hearing = new Hearing();
