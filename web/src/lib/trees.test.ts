import { expect, test } from 'vitest';
import type { SearchTree, TreeNode } from './protocol';
import { layOut, readTree } from './trees';

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

test('parents stand over the middle of their children', () => {
  const { drawn } = layOut(TREE, 100);
  expect(drawn.get(1)!.x).toBe((drawn.get(2)!.x + drawn.get(3)!.x) / 2);
  expect(drawn.get(0)!.x).toBe((drawn.get(1)!.x + drawn.get(4)!.x) / 2);
});

test('a node is known after the last visit below it', () => {
  const { drawn } = layOut(TREE, 100);
  expect([0, 1, 2].map((id) => drawn.get(id)!.left)).toEqual([4, 3, 2]);
});

test('too many nodes are shown level by level', () => {
  expect([...layOut(TREE, 3).drawn.keys()].sort()).toEqual([0, 1, 4]);
});

test('a file that is no tree is refused', () => {
  expect(() => readTree('{"a": 1}')).toThrow();
});
