import { readFileSync, readdirSync } from 'node:fs';
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

const SOURCES = '../src/boxwood/';
const REFUSAL =
  /(?:Refused|BadToken|NoSuchGame|Busy|NotAMove|IllegalMove|BadPosition|BadRecord|BadOption|UnknownGame)\(\s*((?:f?"[^"]*"\s*)+)\)/g;
const DETAIL = /ValueError\(\s*((?:f?"[^"]*"\s*)+)\)/g; // of what is no position

/** The texts in Python's literals, with something in their gaps; those that are all gap are left out. */
function literals(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)]
    .map(([, literal]) => [...literal!.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join(''))
    .map((text) =>
      text
        .replace(/\{quoted\([^{}]*\)\}/g, "'x'")
        .replace(/\{(?:\w+\.)?(?:id|game)\}/g, 'nim')
        .replace(/\{_right[^{}]*\}/g, 'drop a disc into a column: 1, 2')
        .replace(/\{(?:error|wrong|fault|_advice[^{}]*|_UNREADABLE[^{}]*)\}/g, 'no move has been played yet')
        .replace(/\{'walls'[^{}]*\}/g, 'walls')
        .replace(/\{'is 1 heap'.*heaps'\}/g, 'are 3 heaps')
        .replace(/\{what\}/g, 'a wall')
        .replace(/\{[^{}]*\}/g, '3'),
    )
    .filter((text) => /[a-z]{3}/.test(text));
}

const pythonFiles = (folder: string, ending = '.py') =>
  readdirSync(SOURCES + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(SOURCES + folder + name, 'utf8'));

test('whatever the server may refuse is said in French', () => {
  settings.language = 'fr';
  const games = pythonFiles('games/', 'rules.py');
  const files = [...games, ...pythonFiles('server/'), ...pythonFiles('core/')];
  const refused = [
    ...files.flatMap((source) => literals(source, REFUSAL)),
    ...games.flatMap((source) => literals(source, DETAIL)),
  ];
  expect(refused.length).toBeGreaterThan(80);
  const english = refused.filter((text) => /\b(the|is|are|of|this|that|you|not|to)\b/.test(said(text)));
  expect(english).toEqual([]);
});

test('what is wrong with a move or a position is said in French', () => {
  settings.language = 'fr';
  for (const text of [
    "connect4: '4' is not allowed now: drop a disc into a column: 1, 2, 3, 5, 6, 7",
    "quoridor: 'e9h' is not a wall: walls go from a1 to h8",
    "quarto: 'z9' is not a move: place on a1 to d4, or give @0 to @F",
    "line 3, move 2: nim: '9' is not a move: a move takes 1 to 3",
    "abalone: 'x' is not allowed now: move one to three marbles in line: a1b2, a2b3, and 40 more (legal_moves has all)",
    "quarto: 'x' is not allowed now: place the piece in hand: C, wide round dark hollow: a1, b1",
  ])
    expect(said(text)).not.toMatch(/\b(the|is|are|of|not|move|from|place|wide|more)\b/);
  expect(said("connect4: '4' is not allowed now: drop a disc into a column: 1, 2")).toBe(
    '«\u00a04\u00a0» n’est pas permis maintenant\u00a0: lâchez un jeton dans une colonne\u00a0: 1, 2',
  );
});
