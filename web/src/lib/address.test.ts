import { expect, test } from 'vitest';
import { readHash, writeHash } from './address';

test('an analysis survives the way through an address', () => {
  const shared = {
    game: 'pylos',
    options: { squares: true, empty: 'lost', heaps: [1, 3], plies: null },
    start: null,
    moves: ['1a1', '1b2>2a1', '-1b2', '.', '@5', '2:3'],
    ply: 2,
  };
  expect(readHash(writeHash(shared))).toEqual(shared);
});

test('a position replaces the options', () => {
  const shared = { game: 'nim', options: {}, start: 'nim 1,3 0 heaps=1,3', moves: [], ply: null };
  expect(readHash(writeHash(shared))).toEqual(shared);
});

test('an address without a game is no analysis', () => {
  expect(readHash('')).toBeNull();
  expect(readHash('#3')).toBeNull();
});
