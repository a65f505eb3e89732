/** What each beat sounds like, made of tones and noise with WebAudio: no file is loaded. */

import type { Beat } from "./beats";

/** A tone, or noise through a filter, that glides from one pitch to another while it fades. */
interface Part {
  wave: OscillatorType | "noise";
  at?: number; // seconds after the beginning
  lasts: number; // seconds
  from: number; // hertz
  to?: number;
  loud: number; // from 0 to 1; noise loses most of it in its filter
  rise?: number; // seconds until it is loudest
}

const tone = (from: number, lasts: number, loud: number, at = 0, wave: OscillatorType = "triangle"): Part => {
  return { wave, at, lasts, from, loud };
};

/** What each beat sounds like. Notes are of a lyre in D: 294, 330, 370, 440, 494, 587, 740, 880 hertz. */
export const SOUNDS: Record<Beat, readonly Part[]> = {
  move: [
    { wave: "sine", lasts: 0.09, from: 210, to: 120, loud: 0.55 },
    { wave: "noise", lasts: 0.04, from: 1800, loud: 0.2 },
  ],
  card: [{ wave: "noise", lasts: 0.11, from: 2600, to: 5200, loud: 0.8, rise: 0.03 }],
  splash: [
    { wave: "noise", lasts: 0.5, from: 1500, to: 380, loud: 0.5, rise: 0.02 },
    { wave: "sine", at: 0.03, lasts: 0.2, from: 340, to: 90, loud: 0.35 },
  ],
  whirlpool: [
    { wave: "noise", lasts: 1.3, from: 320, to: 1100, loud: 0.4, rise: 0.5 },
    { wave: "sine", lasts: 1.3, from: 190, to: 48, loud: 0.32, rise: 0.2 },
    { wave: "sine", at: 0.25, lasts: 1, from: 240, to: 60, loud: 0.18, rise: 0.2 },
  ],
  spin: [0, 0.06, 0.13, 0.21, 0.31, 0.44, 0.6].map((at) => ({ wave: "noise", at, lasts: 0.035, from: 2400, loud: 1 })),
  animal: [
    { wave: "sawtooth", lasts: 0.35, from: 92, to: 70, loud: 0.32, rise: 0.08 },
    { wave: "noise", lasts: 0.4, from: 300, to: 700, loud: 0.4, rise: 0.12 },
  ],
  saved: [tone(440, 0.22, 0.3), tone(587, 0.22, 0.3, 0.1), tone(740, 0.45, 0.3, 0.2)],
  lost: [tone(330, 0.3, 0.28), tone(294, 0.3, 0.28, 0.16), tone(220, 0.6, 0.3, 0.32)],
  turn: [tone(587, 0.35, 0.26), tone(880, 0.5, 0.2, 0.13)],
  win: [
    ...[294, 370, 440, 587, 740].map((pitch, number) => tone(pitch, 0.4, 0.28, number * 0.13)),
    ...[440, 587, 740, 880].map((pitch) => tone(pitch, 1.2, 0.16, 0.7)),
  ],
};

const FADED = 0.0001; // an exponential fade never reaches 0
let noise: AudioBuffer | null = null;

/** A second of noise, made once. */
function noiseOf(audio: BaseAudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return noise;
}

function glide(pitch: AudioParam, part: Part, begin: number): void {
  pitch.setValueAtTime(part.from, begin);
  if (part.to) pitch.exponentialRampToValueAtTime(part.to, begin + part.lasts);
}

/** Where a part's sound comes from, gliding, connected to where it goes. */
function sourceOf(audio: BaseAudioContext, part: Part, begin: number, target: AudioNode): AudioScheduledSourceNode {
  if (part.wave === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    source.loop = true;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    glide(filter.frequency, part, begin);
    source.connect(filter).connect(target);
    return source;
  }
  const source = audio.createOscillator();
  source.type = part.wave;
  glide(source.frequency, part, begin);
  source.connect(target);
  return source;
}

function playPart(audio: BaseAudioContext, part: Part, volume: number): void {
  const begin = audio.currentTime + (part.at ?? 0);
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(FADED, begin);
  loudness.gain.exponentialRampToValueAtTime(part.loud * volume, begin + (part.rise ?? 0.008));
  loudness.gain.exponentialRampToValueAtTime(FADED, begin + part.lasts);
  loudness.connect(audio.destination);
  const source = sourceOf(audio, part, begin, loudness);
  source.start(begin);
  source.stop(begin + part.lasts);
  source.onended = () => loudness.disconnect();
}

/** Plays a beat; `volume` is from 0 to 1. */
export function playBeat(audio: BaseAudioContext, beat: Beat, volume: number): void {
  for (const part of SOUNDS[beat]) playPart(audio, part, volume);
}
