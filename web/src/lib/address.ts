// An analysis in an address: the game, its options, where it began and the moves, after the #.
import type { Snapshot } from './protocol';

export interface Shared {
  game: string;
  options: Record<string, unknown>;
  start: string | null;
  moves: string[];
  ply: number | null; // where one stands; null: at the end
}

export function writeHash({ game, options, start, moves, ply }: Shared): string {
  const words = new URLSearchParams({ game });
  if (start) words.set('position', start);
  else writeOptions(words, options);
  if (moves.length) words.set('moves', moves.join(' '));
  if (ply !== null && ply < moves.length) words.set('ply', String(ply));
  return `#${words}`;
}

export function readHash(hash: string): Shared | null {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const game = words.get('game');
  if (!game) return null;
  const ply = words.get('ply');
  return {
    game,
    options: readOptions(words),
    start: words.get('position'),
    moves: words.get('moves')?.split(' ').filter(Boolean) ?? [],
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
  };
}

export function writeOptions(words: URLSearchParams, options: Record<string, unknown>) {
  for (const [name, value] of Object.entries(options)) words.set(`o.${name}`, JSON.stringify(value));
}

export function readOptions(words: URLSearchParams): Record<string, unknown> {
  const named = [...words].filter(([name]) => name.startsWith('o.'));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(2), readValue(value)]));
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function analysisAddress({ game, options, start, moves }: Snapshot): string {
  return `/analysis${writeHash({ game, options, start, moves, ply: null })}`;
}
