// Short, quiet sounds, made here: no files. Each has a category with a volume of its own.

import { settings, type SoundCategory } from "../../state/settings.svelte";

export type Sound = "turn" | "tick" | "deal" | "check" | "chips" | "all_in" | "fold" | "win" | "chat";

interface Note {
  /** Start and length in seconds, pitch in hertz; a pitch of 0 is noise. */
  at: number;
  long: number;
  pitch: number;
  loud: number;
}

const SOUNDS: Record<Sound, { category: SoundCategory; notes: Note[] }> = {
  turn: { category: "turn", notes: [note(0, 0.13, 660), note(0.13, 0.16, 880)] },
  tick: { category: "turn", notes: [note(0, 0.05, 1_400, 0.5)] },
  deal: { category: "cards", notes: [note(0, 0.08, 0, 0.25), note(0.07, 0.08, 0, 0.2)] },
  check: { category: "actions", notes: [note(0, 0.06, 190, 0.9), note(0.14, 0.06, 170, 0.9)] },
  chips: {
    category: "actions",
    notes: [note(0, 0.03, 2_600, 0.3), note(0.04, 0.03, 3_100, 0.3), note(0.09, 0.03, 2_800, 0.25)],
  },
  all_in: {
    category: "actions",
    notes: [note(0, 0.04, 2_400, 0.4), note(0.05, 0.04, 2_900, 0.4), note(0.1, 0.04, 3_300, 0.4), note(0.16, 0.25, 440, 0.4)],
  },
  fold: { category: "actions", notes: [note(0, 0.22, 0, 0.15)] },
  win: {
    category: "actions",
    notes: [note(0, 0.14, 523, 0.6), note(0.12, 0.14, 659, 0.6), note(0.24, 0.14, 784, 0.6), note(0.36, 0.4, 1_047, 0.5)],
  },
  chat: { category: "chat", notes: [note(0, 0.07, 1_200, 0.4)] },
};
const GAP_MS = 90;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
const last = new Map<string, number>();

function note(at: number, long: number, pitch: number, loud = 0.7): Note {
  return { at, long, pitch, loud };
}

/** Play a sound, unless it is off or the same was just heard from the same table. */
export function play(sound: Sound, source = ""): void {
  const { category, notes } = SOUNDS[sound];
  const volume = settings.soundOn ? settings.volumes[category] / 100 : 0;
  const key = sound + source;
  const now = performance.now();
  if (volume === 0 || now - (last.get(key) ?? -Infinity) < GAP_MS) return;
  last.set(key, now);
  afterDrawing(() => {
    // A browser lets nothing sound before the first click; what comes before it is not kept.
    if (context?.state === "suspended") void context.resume();
    else if (context) for (const one of notes) sing(context, one, volume);
  });
}

/** A sound is made once what it belongs to is on the screen: the first one takes a while. */
function afterDrawing(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

/** Whether the player has pressed anything: before that a browser lets nothing sound or shake. */
export function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? false;
}

function prepare(): void {
  // A browser without sound plays without sound.
  if (context || !wasTouched() || !("AudioContext" in window)) return;
  context = new AudioContext();
  void context.resume();
}

// What makes the sounds is got ready at the first press, not when the first chips move.
for (const press of ["pointerup", "keydown"]) addEventListener(press, () => setTimeout(prepare), { capture: true });

function sing(on: AudioContext, { at, long, pitch, loud }: Note, volume: number): void {
  const start = on.currentTime + at;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, volume * loud * 0.5), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(on.destination);
  const source = pitch === 0 ? rustling(on) : tone(on, pitch);
  source.connect(gain);
  source.start(start);
  source.stop(start + long + 0.02);
}

function tone(on: AudioContext, pitch: number): OscillatorNode {
  const oscillator = on.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  return oscillator;
}

function rustling(on: AudioContext): AudioBufferSourceNode {
  if (!noise) {
    noise = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
    const samples = noise.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  }
  const source = on.createBufferSource();
  source.buffer = noise;
  return source;
}
