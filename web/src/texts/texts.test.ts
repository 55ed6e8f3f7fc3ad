import { afterEach, expect, test } from 'vitest';
import { texts as boards } from '../boards/texts';
import { fill } from '../lib/i18n.svelte';
import { said, scoreText } from '../lib/said';
import { settings } from '../lib/settings.svelte';
import { LESSONS } from '../rules';
import { en } from './en';
import { fr } from './fr';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

afterEach(() => {
  settings.language = 'en';
});

test('every text is there in both languages, with the same gaps', () => {
  for (const [english, french] of [
    [en, fr],
    [boards.en, boards.fr],
  ] as Record<string, string>[][]) {
    expect(Object.keys(french!).sort()).toEqual(Object.keys(english!).sort());
    for (const [key, text] of Object.entries(english!)) {
      expect(text, key).not.toBe('');
      expect(new Set(gaps(french![key]!)), key).toEqual(new Set(gaps(text)));
    }
  }
});

test('lessons have four to six steps, in both languages', () => {
  for (const { steps, tips } of Object.values(LESSONS)) {
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(tips.fr).toHaveLength(tips.en.length);
    for (const { title, text, ask, done } of steps)
      for (const words of [title, text, ask, done]) expect(words.en && words.fr).toBeTruthy();
  }
});

test('numbers choose between one and many', () => {
  expect(fill('{n} {n|move|moves}', { n: 1 })).toBe('1 move');
  expect(fill('{n} {n|move|moves}', { n: 0 })).toBe('0 moves');
  settings.language = 'fr';
  expect(fill('{n} {n|coup|coups}', { n: 0 })).toBe('0 coup');
});

test('what the server says is said in French', () => {
  settings.language = 'fr';
  expect(said('place the piece in hand: C, wide round dark hollow')).toContain('large ronde foncée creuse');
  expect(said('take 1 to 3 matches from one heap')).toBe('prenez de 1 à 3 allumettes d’un seul tas');
  expect(said('move one to three marbles in line')).toBe('déplacez une à trois billes en ligne');
  expect(scoreText({ text: 'win in 7', value: null, plies: 7, proven: true, sign: 1 })).toBe('gain en 7');
  expect(scoreText({ text: '+0.35', value: 0.35, plies: null, proven: false, sign: 1 })).toBe('+0,35');
});
