// What a person pastes: a record, a position that begins with the name of its game, or moves of the game at hand.
import { GAMES } from './opponents';
import type { LookRequest, Snapshot } from './protocol';
import { readRecord, Tree } from './tree';

export type Kind = 'record' | 'position' | 'moves';

export function kindOf(text: string): Kind {
  const [first = ''] = text.trim().toLowerCase().split(/\s+/);
  if (first.startsWith('[')) return 'record';
  return (GAMES as readonly string[]).includes(first) ? 'position' : 'moves';
}

/** How to ask the server for it; moves are those of `here`. */
export function requestFor(text: string, here: LookRequest): LookRequest {
  const trimmed = text.trim();
  const kind = kindOf(trimmed);
  return kind === 'moves' ? { ...here, moves: trimmed.split(/\s+/) } : { game: '', [kind]: trimmed };
}

/** The moves of what the server read there, with the text's variations and comments. */
export function treeOf(text: string, seen: Snapshot): Tree {
  const { tree } = readRecord(text);
  const written = tree.mainLine().map((node) => node.move);
  return written.join(' ') === seen.moves.join(' ') ? tree : new Tree(seen.moves); // not spelled as the program does
}
