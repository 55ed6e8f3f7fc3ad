import { expect, test } from 'vitest';
import { roundsOf, turnsOf } from './turns';

test('moves in a row by one player are one turn', () => {
  expect(turnsOf([0, 1, 1, 0, 0])).toEqual([
    { seat: 0, plies: [0] },
    { seat: 1, plies: [1, 2] },
    { seat: 0, plies: [3, 4] },
  ]);
});

test('a round is a turn of each, and may begin with the second player', () => {
  expect(roundsOf([1, 0, 1]).map(({ turns }) => turns.map((turn) => turn?.plies ?? null))).toEqual([
    [null, [0]],
    [[1], [2]],
  ]);
});
