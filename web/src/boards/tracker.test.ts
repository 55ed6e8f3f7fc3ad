// Which piece is which from one position to the next, and where the arrow keys lead.
import { expect, test } from 'vitest';
import { neighbour } from './hand.svelte';
import { match, type Item, type Tracked } from './tracker.svelte';

let count = 0;
const fresh = () => ++count;
const items = (...texts: string[]): Item[] => texts.map((text) => ({ kind: text[0]!, place: text.slice(1) }));
const follow = (pieces: Tracked[]) => pieces.map(({ place, from, fresh }) => [place, fresh ? 'new' : from]);

test('a piece that stays is the same; one that is gone turns up where there is a new one of its kind', () => {
  const old = match([], items('xa1', 'xb1', 'oc1'), [], fresh);
  const now = match(old, items('xb1', 'xa2', 'oc1'), [], fresh);
  expect(follow(now)).toEqual([
    ['b1', null],
    ['a2', 'a1'],
    ['c1', null],
  ]);
  expect(now[1]!.id).toBe(old[0]!.id);
});

test('at first nothing is new; later what comes from nowhere is', () => {
  const old = match([], items('xa1'), [], fresh);
  expect(old[0]!.fresh).toBe(false);
  expect(follow(match(old, items('xa1', 'oa2'), [], fresh))[1]).toEqual(['a2', 'new']);
});

test('known steps go first: in a row that is pushed each marble moves by one', () => {
  const old = match([], items('xa', 'xb', 'xc'), [], fresh);
  const steps: [string, string][] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ];
  expect(follow(match(old, items('xb', 'xc', 'xd'), steps, fresh))).toEqual([
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
  ]);
});

test('arrow keys go to the nearest place straight ahead, and stop at the edge', () => {
  const places = ['a', 'b', 'c'].flatMap((row, y) =>
    [0, 1, 2].map((x) => ({ id: `${row}${x}`, x: 10 * x, y: 10 * y })),
  );
  expect(neighbour(places, 'b1', 'ArrowRight')).toBe('b2');
  expect(neighbour(places, 'b1', 'ArrowUp')).toBe('a1');
  expect(neighbour(places, 'b1', 'ArrowDown')).toBe('c1');
  expect(neighbour(places, 'b0', 'ArrowLeft')).toBeNull();
});

test('where nothing lies straight ahead the keys go aslant', () => {
  const hexagon = [
    { id: 'low', x: 0, y: 10 },
    { id: 'high', x: 5, y: 0 },
  ];
  expect(neighbour(hexagon, 'low', 'ArrowUp')).toBe('high');
});
