// Sounds made on the spot: a wooden knock for a move, a chord for the end.  No files.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A short knock: filtered noise and a low tone that dies at once. */
function knock(pitch: number, loud: number, delay = 0) {
  const audio = (context ??= new AudioContext());
  const start = audio.currentTime + delay;
  const noise = audio.createBufferSource();
  const samples = audio.createBuffer(1, audio.sampleRate * 0.06, audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (audio.sampleRate * 0.006));
  noise.buffer = samples;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 4;
  filter.Q.value = 2;
  const volume = audio.createGain();
  volume.gain.value = loud;
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(start);
  tone(pitch, loud * 0.6, delay, 0.09, 'sine');
}

function tone(pitch: number, loud: number, delay: number, length: number, type: OscillatorType = 'triangle') {
  const audio = (context ??= new AudioContext());
  const start = audio.currentTime + delay;
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.type = type;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}

const SOUNDS = {
  move: () => knock(240, 0.5),
  reply: () => knock(190, 0.5),
  offer: () => tone(660, 0.15, 0, 0.4),
  won: () => [523, 659, 784].forEach((pitch, i) => tone(pitch, 0.15, i * 0.12, 0.7)),
  lost: () => [392, 330, 262].forEach((pitch, i) => tone(pitch, 0.12, i * 0.16, 0.8)),
  drawn: () => [440, 440].forEach((pitch, i) => tone(pitch, 0.12, i * 0.2, 0.6)),
};

export function play(sound: keyof typeof SOUNDS) {
  if (settings.sounds) SOUNDS[sound]();
}
