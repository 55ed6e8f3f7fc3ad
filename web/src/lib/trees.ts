// Recorded searches, as docs/trees.md describes them, and where to draw their nodes.
import type { SearchTree, TreeNode } from './protocol';

export const ALGORITHMS = ['minimax', 'alphabeta', 'negamax', 'ordered', 'memory', 'ordered+memory'];

export interface Drawn {
  visit: TreeNode;
  x: number;
  y: number;
  left: number; // the last visit below it: after that its value is known
}

export const STEP = { x: 46, y: 76 };

/** A place for every node: leaves side by side, parents over the middle of their children.  `most` nodes, level by level. */
export function layOut(tree: SearchTree, most: number): { drawn: Map<number, Drawn>; width: number; height: number } {
  const shown = shownNodes(tree.visits, most);
  const drawn = new Map<number, Drawn>();
  let next = 0;
  const place = (id: number): Drawn => {
    const visit = tree.visits[id]!;
    const children = visit.children.filter((child) => shown.has(child)).map(place);
    const left = visit.children.length ? lastBelow(tree.visits, id) : id;
    const x = children.length ? (children[0]!.x + children.at(-1)!.x) / 2 : (next++ + 0.5) * STEP.x;
    if (visit.cut.length && children.length) next += 0.6; // room for the branch that was cut
    const here = { visit, x, y: visit.ply * STEP.y + 26, left };
    drawn.set(id, here);
    return here;
  };
  if (tree.visits.length) place(0);
  const deepest = Math.max(0, ...[...drawn.values()].map(({ visit }) => visit.ply));
  return { drawn, width: Math.max(next * STEP.x, 200), height: deepest * STEP.y + 66 };
}

function shownNodes(visits: TreeNode[], most: number): Set<number> {
  return new Set(
    [...visits]
      .sort((a, b) => a.ply - b.ply || a.id - b.id)
      .slice(0, most)
      .map((visit) => visit.id),
  );
}

function lastBelow(visits: TreeNode[], id: number): number {
  let last = id;
  while (visits[last]!.children.length) last = visits[last]!.children.at(-1)!;
  return last;
}

/** A tree from a file; throws if it is none. */
export function readTree(text: string): SearchTree {
  const tree = JSON.parse(text) as SearchTree;
  if (!Array.isArray(tree.visits) || typeof tree.algorithm !== 'string') throw new Error('not a tree');
  return tree;
}
