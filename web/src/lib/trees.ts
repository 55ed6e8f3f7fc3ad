// Recorded searches, as docs/trees.md describes them: which one an address asks for, and where to draw their nodes.
import { readHash, writeHash, type Shared } from './address';
import type { SearchTree, TreeNode, TreeRequest } from './protocol';

export const ALGORITHMS = ['minimax', 'alphabeta', 'negamax', 'ordered', 'memory', 'ordered+memory'];
export const DEEPEST = 8;
const EXAMPLE = '[[[4,2],[9,5]],[[3,2],[8,6]],[[1,5],[2,0]]]'; // the exercise of the Minimax report

export interface LabSettings {
  nested: string; // a tree by hand, if there is no game
  game: Shared | null;
  algorithm: string;
  depth: number;
}

export function readLab(hash: string): LabSettings {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const depth = Math.round(Number(words.get('depth')));
  return {
    nested: words.get('nested') ?? EXAMPLE,
    game: readHash(hash),
    algorithm: ALGORITHMS.find((name) => name === words.get('algorithm')) ?? 'alphabeta',
    depth: depth >= 1 ? Math.min(depth, DEEPEST) : 3,
  };
}

export function writeLab({ nested, game, algorithm, depth }: LabSettings): string {
  const words = new URLSearchParams({ algorithm });
  if (!game) return `#${new URLSearchParams({ nested })}&${words}`;
  words.set('depth', String(depth));
  return `${writeHash(game)}&${words}`;
}

export function requestOf({ nested, game, algorithm, depth }: LabSettings): TreeRequest {
  if (!game) return { nested, algorithm };
  const { start, options, moves, ply } = game;
  const from = start ? { position: start } : { options };
  return { look: { game: game.game, ...from, moves: moves.slice(0, ply ?? undefined) }, algorithm, depth };
}

export interface Drawn {
  visit: TreeNode;
  x: number;
  y: number;
  left: number; // the last visit below it: after that its value is known
}

export const STEP = { x: 46, y: 76 };

/** A place for every node that is shown: leaves side by side, parents over the middle of their children. */
export function layOut(
  tree: SearchTree,
  open: Set<number>,
): { drawn: Map<number, Drawn>; width: number; height: number } {
  const drawn = new Map<number, Drawn>();
  let next = 0;
  const place = (id: number): Drawn => {
    const visit = tree.visits[id]!;
    const children = open.has(id) ? visit.children.map(place) : [];
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

export const FEW = 60; // nodes to begin with
export const MANY = 500; // as many as one may want to see at once

/** The nodes whose children are shown: those of best play, then level by level while there is room. */
export function openAtFirst({ visits }: SearchTree, most: number): Set<number> {
  const inner = visits.filter((visit) => visit.children.length);
  inner.sort((a, b) => Number(b.principal) - Number(a.principal) || a.ply - b.ply || a.id - b.id);
  const open = new Set<number>();
  let shown = 1;
  for (const { id, parent, children, principal } of inner) {
    if (shown + children.length > (principal ? MANY : most)) continue;
    if (parent !== null && !open.has(parent)) continue;
    open.add(id);
    shown += children.length;
  }
  return open;
}

/** The nearest node to this one, itself or above it, that is shown. */
export function nearestShown({ visits }: SearchTree, drawn: Map<number, Drawn>, id: number): number {
  while (!drawn.has(id)) id = visits[id]!.parent!;
  return id;
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
