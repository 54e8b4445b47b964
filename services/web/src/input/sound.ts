// Short, soft sounds, made here. Nothing is heard before somebody has touched the page, or where sound is off.

import { prefs } from '../prefs.svelte.ts';

export type Sound = 'tile' | 'drawn' | 'pass' | 'turn' | 'hurry' | 'end';

/** One stroke of a sound: when it begins and how long it lasts in seconds, how loud, and how high in Hz. */
type Stroke = { at: number; long: number; loud: number; high: number; of: 'knock' | 'note' };

const SOUNDS: Record<Sound, readonly Stroke[]> = {
  tile: [
    { at: 0, long: 0.05, loud: 0.5, high: 2_100, of: 'knock' },
    { at: 0.005, long: 0.09, loud: 0.35, high: 620, of: 'knock' },
  ],
  drawn: [{ at: 0, long: 0.09, loud: 0.16, high: 3_200, of: 'knock' }],
  pass: [
    { at: 0, long: 0.07, loud: 0.3, high: 420, of: 'knock' },
    { at: 0.13, long: 0.07, loud: 0.3, high: 420, of: 'knock' },
  ],
  turn: [
    { at: 0, long: 0.22, loud: 0.12, high: 587, of: 'note' },
    { at: 0.11, long: 0.3, loud: 0.12, high: 784, of: 'note' },
  ],
  hurry: [
    { at: 0, long: 0.14, loud: 0.14, high: 880, of: 'note' },
    { at: 0.2, long: 0.14, loud: 0.14, high: 880, of: 'note' },
  ],
  end: [
    { at: 0, long: 0.3, loud: 0.11, high: 523, of: 'note' },
    { at: 0.14, long: 0.3, loud: 0.11, high: 659, of: 'note' },
    { at: 0.28, long: 0.5, loud: 0.11, high: 784, of: 'note' },
  ],
};

/** How long one sound waits for the one before it, in seconds. */
const APART = 0.16;

let context: AudioContext | null = null;

/** From the first press on, sounds can be heard: no browser lets them before. */
export function hearAfterPress(): void {
  const ready = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const press of ['pointerup', 'keydown']) addEventListener(press, ready, { passive: true });
}

/** One after another, from now. */
export function play(...sounds: Sound[]): void {
  if (!prefs().sound || context?.state !== 'running') return;
  let from = context.currentTime;
  for (const sound of sounds) {
    for (const stroke of SOUNDS[sound]) strike(context, stroke, from + stroke.at);
    from += APART;
  }
}

function strike(context: AudioContext, { long, loud, high, of }: Stroke, from: number): void {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(loud, from + (of === 'note' ? 0.02 : 0.002));
  volume.gain.exponentialRampToValueAtTime(0.0001, from + long);
  volume.connect(context.destination);
  const source = of === 'note' ? note(context, high, volume) : knock(context, high, volume);
  source.start(from);
  source.stop(from + long);
}

function note(context: AudioContext, high: number, into: AudioNode): OscillatorNode {
  const source = context.createOscillator();
  source.type = 'sine';
  source.frequency.value = high;
  source.connect(into);
  return source;
}

/** Noise around one pitch, as of a tile on wood. */
function knock(context: AudioContext, high: number, into: AudioNode): AudioBufferSourceNode {
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const around = context.createBiquadFilter();
  around.type = 'bandpass';
  around.frequency.value = high;
  around.Q.value = 1.4;
  source.connect(around).connect(into);
  return source;
}

let made: AudioBuffer | null = null;

function noise(context: AudioContext): AudioBuffer {
  if (made) return made;
  made = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
  const wave = made.getChannelData(0);
  for (let at = 0; at < wave.length; at++) wave[at] = Math.random() * 2 - 1;
  return made;
}
