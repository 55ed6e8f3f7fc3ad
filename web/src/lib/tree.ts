// The tree of an analysis: the moves played, and what else might have been.  A node is one move;
// its first child goes on with the main line, the others are variations.  Records are read and
// written as docs/notation.md says.

export interface Node {
  id: number;
  move: string; // '' at the root
  ply: number;
  parent: Node | null;
  children: Node[];
  comment: string;
}

export interface Tags {
  [name: string]: string;
}

export class Tree {
  root: Node = { id: 0, move: '', ply: 0, parent: null, children: [], comment: '' };
  private count = 1;

  constructor(moves: string[] = []) {
    this.extend(this.root, moves);
  }

  /** The child by that move, made if it is new. */
  add(parent: Node, move: string): Node {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node: Node = { id: this.count++, move, ply: parent.ply + 1, parent, children: [], comment: '' };
    parent.children.push(node);
    return node;
  }

  extend(from: Node, moves: string[]): Node {
    return moves.reduce((node, move) => this.add(node, move), from);
  }

  /** Make the line through a node the main line. */
  promote(node: Node) {
    for (let child: Node = node; child.parent; child = child.parent) {
      const siblings = child.parent.children;
      siblings.splice(siblings.indexOf(child), 1);
      siblings.unshift(child);
    }
  }

  /** Cut a node off with all that follows; gives where one stands then. */
  cut(node: Node): Node {
    if (!node.parent) return node;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  find(id: number, from: Node = this.root): Node | null {
    if (from.id === id) return from;
    for (const child of from.children) {
      const found = this.find(id, child);
      if (found) return found;
    }
    return null;
  }

  mainLine(): Node[] {
    return lineFrom(this.root);
  }
}

export function movesTo(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node = node; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/** The nodes after one along first children. */
export function lineFrom(node: Node): Node[] {
  const line: Node[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The neighbour among variations: the next (1) or the one before (-1), going round. */
export function sibling(node: Node, step: 1 | -1): Node {
  const all = node.parent?.children ?? [node];
  return all[(all.indexOf(node) + step + all.length) % all.length]!;
}

export function writeRecord(tree: Tree, tags: Tags, result = '*'): string {
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/(["\\])/g, '\\$1')}"]`);
  const words = [...written(tree.root), result];
  return `${[...head, `[Result "${result}"]`].join('\n')}\n\n${words.join(' ')}\n`;
}

function written(parent: Node): string[] {
  const [first, ...others] = parent.children;
  if (!first) return [];
  const words = one(first);
  for (const other of others) words.push(`(${[...one(other), ...written(other)].join(' ')})`);
  return [...words, ...written(first)];
}

function one(node: Node): string[] {
  return node.comment ? [node.move, `{${node.comment.replace(/([{}\\])/g, '\\$1')}}`] : [node.move];
}

/** The tags and the tree of a record; moves are taken as they stand, the server judges them. */
export function readRecord(text: string): { tags: Tags; tree: Tree } {
  const tags: Tags = {};
  const body = text.replace(/\[(\w+)\s+"((?:\\.|[^"\\])*)"\]/g, (_, name: string, value: string) => {
    tags[name] = value.replace(/\\(.)/g, '$1');
    return ' ';
  });
  const tree = new Tree();
  const forks: Node[] = [];
  let at = tree.root;
  for (const word of body.match(/\{(?:\\.|[^}\\])*\}|[()]|[^\s(){}]+/g) ?? []) {
    if (word.startsWith('{')) at.comment = word.slice(1, -1).replace(/\\(.)/g, '$1');
    else if (word === '(') {
      forks.push(at);
      at = at.parent ?? at;
    } else if (word === ')') at = forks.pop() ?? at;
    else if (!/^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/.test(word)) at = tree.add(at, word);
  }
  return { tags, tree };
}
