import { expect, test } from 'vitest';
import { kindOf, requestFor, treeOf } from './pasted';
import type { Snapshot } from './protocol';

test('a record has tags, a position begins with its game, and the rest are moves', () => {
  expect(kindOf(' [Game "pylos"] 1a1 *')).toBe('record');
  expect(kindOf('Quoridor e2/e8 9/9 - 0')).toBe('position');
  expect(kindOf('4 4 5')).toBe('moves');
  expect(kindOf('e2/e8 9/9 - 0')).toBe('moves');
});

test('moves are those of the game at hand', () => {
  const here = { game: 'connect4', options: { width: 6 }, moves: ['1'] };
  expect(requestFor(' 4  4\n5', here)).toEqual({ game: 'connect4', options: { width: 6 }, moves: ['4', '4', '5'] });
  expect(requestFor('nim 17 0\n', here)).toEqual({ game: '', position: 'nim 17 0' });
});

test('variations come along, unless the program spells the moves otherwise', () => {
  const moves = ['e2', 'e8'];
  expect(treeOf('[Game "quoridor"] e2 e8 (e8h) *', { moves } as Snapshot).root.children[0]!.children).toHaveLength(2);
  expect(treeOf('[Game "quoridor"] E2 E8 (e8h) *', { moves } as Snapshot).root.children[0]!.children).toHaveLength(1);
});
