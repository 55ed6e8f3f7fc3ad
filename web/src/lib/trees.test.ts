import { expect, test } from 'vitest';
import type { SearchTree, TreeNode } from './protocol';
import { layOut, nearestShown, openAtFirst, readLab, readTree, requestOf, writeLab } from './trees';

function visit(id: number, parent: number | null, children: number[], ply: number): TreeNode {
  const blank = { move: '1', player: 0, position: '', alpha: null, beta: null, value: 1, text: '1' } as const;
  return {
    ...blank,
    id,
    parent,
    children,
    ply,
    bound: 'exact',
    kind: 'inner',
    cut: [],
    why: '',
    because: null,
    principal: false,
  };
}

const TREE = {
  algorithm: 'minimax',
  visits: [
    visit(0, null, [1, 4], 0),
    visit(1, 0, [2, 3], 1),
    visit(2, 1, [], 2),
    visit(3, 1, [], 2),
    visit(4, 0, [], 1),
  ],
} as unknown as SearchTree;

const EVERYTHING = openAtFirst(TREE, 100);
const shown = (tree: SearchTree, most: number) => [...layOut(tree, openAtFirst(tree, most)).drawn.keys()].sort();

test('parents stand over the middle of their children', () => {
  const { drawn } = layOut(TREE, EVERYTHING);
  expect(drawn.get(1)!.x).toBe((drawn.get(2)!.x + drawn.get(3)!.x) / 2);
  expect(drawn.get(0)!.x).toBe((drawn.get(1)!.x + drawn.get(4)!.x) / 2);
});

test('a node is known after the last visit below it', () => {
  const { drawn } = layOut(TREE, EVERYTHING);
  expect([0, 1, 2].map((id) => drawn.get(id)!.left)).toEqual([4, 3, 2]);
});

test('too many nodes are shown level by level, families together', () => {
  expect(shown(TREE, 4)).toEqual([0, 1, 4]);
  expect(shown(TREE, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(nearestShown(TREE, layOut(TREE, openAtFirst(TREE, 4)).drawn, 3)).toBe(1);
});

test('best play is shown before anything else', () => {
  const visits = [
    visit(0, null, [1, 3], 0),
    visit(1, 0, [2], 1),
    visit(2, 1, [], 2),
    { ...visit(3, 0, [4], 1), principal: true },
    visit(4, 3, [], 2),
  ];
  visits[0]!.principal = true;
  expect(shown({ ...TREE, visits }, 4)).toEqual([0, 1, 3, 4]);
});

test('an address asks for a search', () => {
  const usual = readLab('');
  expect(requestOf(usual)).toMatchObject({ algorithm: 'alphabeta', nested: usual.nested });
  expect(readLab(writeLab(usual))).toEqual(usual);
  const asked = readLab('#game=nim&o.matches=5&moves=1+2&ply=1&depth=99&algorithm=memory');
  expect(readLab(writeLab(asked))).toEqual(asked);
  expect(requestOf(asked)).toEqual({
    look: { game: 'nim', options: { matches: 5 }, moves: ['1'] },
    algorithm: 'memory',
    depth: 8,
  });
  expect(readLab('#depth=-2&algorithm=magic')).toEqual(usual);
});

test('a file that is no tree is refused', () => {
  expect(() => readTree('{"a": 1}')).toThrow();
});
