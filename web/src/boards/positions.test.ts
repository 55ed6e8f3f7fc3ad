// Positions and moves as docs/notation.md writes them, read into what the boards draw.
import { describe, expect, test } from 'vitest';
import * as abalone from './abalone';
import { fours, landing, readConnectFour } from './connect4';
import { across, readNim, readTake, takeFrom } from './nim';
import * as pylos from './pylos';
import { completed, readQuarto, traits } from './quarto';
import { isWall, readQuoridor, walledSides } from './quoridor';

describe('nim', () => {
  const heaps = readNim({ position: 'nim 1,0,5,7 1 heaps=1,3,5,7', options: { heaps: [1, 3, 5, 7] } });

  test('a heap knows what is left and what it began with', () => {
    expect(heaps.map(({ size, full }) => [size, full])).toEqual([
      [1, 1],
      [0, 3],
      [5, 5],
      [7, 7],
    ]);
  });
  test('a long row goes on in lines that fit on a phone and do not look like heaps', () => {
    expect([across(21, 24), across(21, 11), across(21, 10), across(0, 7)]).toEqual([21, 11, 8, 1]);
    expect(Math.ceil(1000 / across(1000, 11))).toBeLessThan(20);
  });
  test('pointing at a match takes it and all after it', () => {
    expect(takeFrom(heaps, 3, 5, true)).toBe('4:2');
    expect(takeFrom(readNim({ position: 'nim 17 0', options: { matches: 21 } }), 0, 14, false)).toBe('3');
    expect(readTake('4:2')).toEqual({ heap: 3, number: 2 });
    expect(readTake('3')).toEqual({ heap: 0, number: 3 });
  });
});

describe('connect four', () => {
  const board = readConnectFour('connect4 ......./......./......./...o.../...o.../..oxxxx 1');

  test('rows begin at the top, and discs fall on those that lie there', () => {
    expect([board.width, board.height]).toEqual([7, 6]);
    expect(board.discs).toContainEqual({ column: 2, row: 5, player: 1 });
    expect([landing(board, 3), landing(board, 0)]).toEqual([2, 5]);
  });
  test('four in a line are found, and no three', () => {
    expect([...fours(board)].map(({ column, row }) => [column, row])).toEqual([
      [3, 5],
      [4, 5],
      [5, 5],
      [6, 5],
    ]);
  });
});

describe('quarto', () => {
  test('cells, and the piece in hand', () => {
    const { cells, hand } = readQuarto('quarto ..../..A./.5../.... @C 1');
    expect([...cells]).toEqual([
      ['c3', 'A'],
      ['b2', '5'],
    ]);
    expect(hand).toBe('C');
    expect(readQuarto('quarto ..../..A./.5../.... - 1').hand).toBeNull();
  });
  test('a piece is told by four traits', () => {
    expect(traits('A')).toEqual(['wide', 'square', 'light', 'hollow']);
    expect(traits('5')).toEqual(['narrow', 'round', 'dark', 'solid']);
  });
  test('a completed line says what its pieces share; blocks count where the rules say so', () => {
    const { cells } = readQuarto('quarto ..../..../..../546C - 1');
    expect(completed(cells, false)).toEqual([{ line: ['a1', 'b1', 'c1', 'd1'], traits: ['round'] }]);
    const block = readQuarto('quarto ..../..../01../23.. - 0').cells;
    expect(completed(block, false)).toEqual([]);
    expect(completed(block, true)[0]!.traits).toEqual(['narrow', 'square']);
  });
});

describe('quoridor', () => {
  const { pawns, left, walls } = readQuoridor('quoridor e2/e8 9/8 e3h,d6v 0');

  test('pawns, walls left, and walls on the board', () => {
    expect([pawns, left, walls.map(({ move }) => move)]).toEqual([
      ['e2', 'e8'],
      [9, 8],
      ['e3h', 'd6v'],
    ]);
    expect(readQuoridor('quoridor e1/e9 10/10 - 0').walls).toEqual([]);
    expect([isWall('e3h'), isWall('e3')]).toEqual([true, false]);
  });
  test('a wall is named after its lower left cell and touches four', () => {
    expect(['e3', 'f3', 'e4', 'f4', 'd3'].map((cell) => walledSides(walls, cell))).toEqual([
      ['north'],
      ['north'],
      ['south'],
      ['south'],
      [],
    ]);
    expect(['d6', 'd7', 'e6', 'd5'].map((cell) => walledSides(walls, cell))).toEqual([
      ['east'],
      ['east'],
      ['west'],
      [],
    ]);
  });
});

describe('pylos', () => {
  const { marbles, reserve, taking } = pylos.readPylos('pylos ...o/...o/xx.o/xx..:x../.../...:../..:. 0 take2');

  test('levels from the bottom, rows from the top', () => {
    expect([marbles.get('1a1'), marbles.get('1d4'), marbles.get('2a3'), marbles.get('1c1')]).toEqual([
      0,
      1,
      0,
      undefined,
    ]);
    expect([reserve, taking]).toEqual([[10, 12], true]);
  });
  test('a marble covers the four that it rests on', () => {
    expect(pylos.supports(pylos.cellOf('2b2'))).toEqual(['1b2', '1c2', '1b3', '1c3']);
    expect(pylos.supports(pylos.cellOf('1b2'))).toEqual([]);
    expect(pylos.covered(marbles).has('1a3')).toBe(true);
    expect(pylos.covered(marbles).has('1a1')).toBe(false);
  });
  test('the four kinds of moves', () => {
    expect(pylos.readMove('1b2')).toEqual({ kind: 'put', from: null, to: '1b2' });
    expect(pylos.readMove('1b2>2a1')).toEqual({ kind: 'raise', from: '1b2', to: '2a1' });
    expect(pylos.readMove('-1b2')).toEqual({ kind: 'take', from: '1b2', to: null });
    expect(pylos.readMove('.').kind).toBe('stop');
  });
});

describe('abalone', () => {
  const start = 'abalone ooooo/oooooo/..ooo../......../........./......../..xxx../xxxxxx/xxxxx 0';
  const marbles = abalone.readAbalone(start);

  test('61 cells; row a is at the bottom and belongs to black', () => {
    expect(abalone.CELLS).toHaveLength(61);
    expect([marbles.get('a1'), marbles.get('i9'), marbles.get('c3'), marbles.get('c2')]).toEqual([0, 1, 0, undefined]);
    expect(marbles.size).toBe(28);
  });
  test('a move in line takes the marbles ahead of the rear one with it', () => {
    const move = abalone.readMove('a1b2', marbles);
    expect([move.group, move.step, move.inLine]).toEqual([['a1', 'b2', 'c3'], [1, 1], true]);
  });
  test('a side step moves the line between its ends', () => {
    const move = abalone.readMove('c3c5d3', marbles);
    expect([move.group, move.step, move.inLine]).toEqual([['c3', 'c4', 'c5'], [0, 1], false]);
    expect(abalone.shifts(move, marbles)).toEqual([
      ['c3', 'd3'],
      ['c4', 'd4'],
      ['c5', 'd5'],
    ]);
  });
  test('pushed marbles go along, and off the board', () => {
    const row = new Map<string, 0 | 1>([
      ['a2', 0],
      ['a3', 0],
      ['a4', 0],
      ['a5', 1],
    ]);
    expect(abalone.shifts(abalone.readMove('a2a3', row), row)).toEqual([
      ['a2', 'a3'],
      ['a3', 'a4'],
      ['a4', 'a5'],
    ]);
  });
  test('a group is at most three marbles of one player in a line', () => {
    expect(abalone.groupOf('a1', 'a3', marbles, 0)).toEqual(['a1', 'a2', 'a3']);
    expect(abalone.groupOf('a1', 'a4', marbles, 0)).toEqual([]);
    expect(abalone.groupOf('a1', 'b3', marbles, 0)).toEqual([]);
    expect(abalone.groupOf('a1', 'a2', marbles, 1)).toEqual([]);
  });
});
