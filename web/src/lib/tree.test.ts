import { expect, test } from 'vitest';
import { lineFrom, movesTo, readRecord, sibling, Tree, writeRecord } from './tree';

const RECORD =
  '[Game "quoridor"]\n[Players "Ada \\"the first\\" vs Bob"]\n[Result "*"]\n\ne2 {a step} e8 (d9 e3 (e4 {far}) d8) e3 *\n';

test('a move played again is the same node, another one is a variation', () => {
  const tree = new Tree(['4', '4', '5']);
  const first = tree.mainLine()[0]!;
  expect(tree.add(first, '4')).toBe(tree.mainLine()[1]);
  const other = tree.add(first, '3');
  expect(movesTo(other)).toEqual(['4', '3']);
  expect(movesTo(tree.mainLine().at(-1)!)).toEqual(['4', '4', '5']);
});

test('up and down go round the variations', () => {
  const tree = new Tree(['4']);
  const [four, three, two] = [tree.add(tree.root, '4'), tree.add(tree.root, '3'), tree.add(tree.root, '2')];
  expect(sibling(four, 1)).toBe(three);
  expect(sibling(four, -1)).toBe(two);
  expect(sibling(tree.root, 1)).toBe(tree.root);
});

test('a promoted variation is the main line', () => {
  const tree = new Tree(['4', '4']);
  const end = tree.extend(tree.root, ['3', '3']);
  tree.promote(end);
  expect(lineFrom(tree.root).map((node) => node.move)).toEqual(['3', '3']);
});

test('cutting a node takes all that follows and steps back', () => {
  const tree = new Tree(['4', '4', '5']);
  const at = tree.cut(tree.mainLine()[1]!);
  expect(movesTo(at)).toEqual(['4']);
  expect(tree.mainLine()).toHaveLength(1);
  expect(tree.find(2)).toBeNull();
});

test('a record with tags, comments and variations round-trips', () => {
  const { tags, tree } = readRecord(RECORD);
  expect(tags.Players).toBe('Ada "the first" vs Bob');
  const { Result: result, ...others } = tags;
  expect(writeRecord(tree, others, result)).toBe(RECORD);
});

test('move numbers and results are read over, moves with signs are not', () => {
  const { tree } = readRecord('1. 1b2 2. 1b2>2a1 -1b2 . 1/2-1/2');
  expect(tree.mainLine().map((node) => node.move)).toEqual(['1b2', '1b2>2a1', '-1b2', '.']);
});
