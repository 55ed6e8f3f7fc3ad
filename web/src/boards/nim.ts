// Nim as text: how many matches are left, heaps separated by commas.
import type { Snapshot } from '../lib/protocol';

export interface Heap {
  size: number; // matches left
  full: number; // matches that it began with
}

export function readNim({ position, options }: Pick<Snapshot, 'position' | 'options'>): Heap[] {
  const sizes = (position.split(' ')[1] ?? '').split(',').map(Number);
  const given = Array.isArray(options.heaps) ? (options.heaps as number[]) : [Number(options.matches ?? 0)];
  return sizes.map((size, index) => ({ size, full: Math.max(size, given[index] ?? 0) }));
}

/**
 * How many matches of a heap lie in a line where there is room for `most`: the lines are about equally long, but the last
 * one is shorter, for lines that are alike look like heaps.
 */
export function across(full: number, most: number): number {
  const room = full <= 5 * most ? most : Math.ceil(Math.sqrt(5 * full)); // rather small than in endless lines
  const lines = Math.ceil(full / room);
  return lines > 1 ? Math.min(room, Math.floor(full / lines) + 1) : Math.max(1, full);
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
