// What a lesson is: a few steps, each a rule in a sentence or two and a position to try it on.
import type { LookRequest, Snapshot } from '../lib/protocol';
import type { Language } from '../lib/settings.svelte';

export type Words = Record<Language, string>;

export interface Step {
  title: Words;
  text: Words;
  start: Omit<LookRequest, 'game'>;
  ask: Words; // what to try
  answer: string[]; // one way to do it, shown on request
  replies?: Record<string, string>; // by the visitor's and the other's moves so far: what the other plays
  reached?: (moves: string[], now: Snapshot) => boolean; // otherwise: exactly the answer
  done: Words; // what is said then
}

export interface Lesson {
  steps: Step[];
  tips: Record<Language, string[]>; // strategy, after the rules
}

export const say = (en: string, fr: string): Words => ({ en, fr });
export const anyMove = (moves: string[]) => moves.length > 0;
