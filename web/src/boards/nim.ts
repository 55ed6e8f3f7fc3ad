// Nim as text: how many matches are left, heaps separated by commas.
import type { Snapshot } from '../lib/protocol';

export interface Heap {
  size: number; // matches left
  full: number; // matches that it began with
  across: number; // in a row
}

const ACROSS = 9; // what a phone has room for

/** The heaps with the rows that they are laid in: of equal length, and short. */
export function readNim({ position, options }: Pick<Snapshot, 'position' | 'options'>): Heap[] {
  const sizes = (position.split(' ')[1] ?? '').split(',').map(Number);
  const given = Array.isArray(options.heaps) ? (options.heaps as number[]) : [Number(options.matches ?? 0)];
  return sizes.map((size, index) => {
    const full = Math.max(size, given[index] ?? 0);
    const most = full <= 5 * ACROSS ? ACROSS : Math.ceil(Math.sqrt(5 * full));
    return { size, full, across: Math.ceil(full / Math.ceil(full / most)) };
  });
}

/** The move that takes the match number `index` (from 0) of a heap and all after it. */
export function takeFrom(heaps: Heap[], heap: number, index: number, named: boolean): string {
  const number = heaps[heap]!.size - index;
  return named ? `${heap + 1}:${number}` : String(number);
}

/** Heap (from 0) and number of a move. */
export function readTake(move: string): { heap: number; number: number } {
  const [first = '', second] = move.split(':');
  return second === undefined
    ? { heap: 0, number: Number(first) }
    : { heap: Number(first) - 1, number: Number(second) };
}
