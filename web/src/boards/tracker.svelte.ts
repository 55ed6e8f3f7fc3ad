// Which piece is which from one position to the next, so that moves can be seen.

import { untrack } from 'svelte';

export interface Item {
  kind: string; // pieces of one kind look alike
  place: string;
}

export interface Tracked extends Item {
  id: number;
  from: string | null; // where it came from in the last change; null: it is new, or did not move
  fresh: boolean; // it was not there before, and something else was
}

const FLIGHT = 600; // milliseconds for which a piece that has moved lies over the others

/**
 * Give each item the id of the piece that it was.  What stays stays; `steps` (from, to) say who went
 * where if it is known; the rest is paired in the order given.
 */
export function match(old: Tracked[], items: Item[], steps: [string, string][], fresh: () => number): Tracked[] {
  const gone = new Map(old.map((piece) => [piece.place, piece]));
  const taken = new Map<Item, Tracked>();
  const take = (item: Item, place: string) => {
    const piece = gone.get(place);
    if (!piece || piece.kind !== item.kind || taken.has(item)) return;
    gone.delete(place);
    taken.set(item, piece);
  };
  const origin = new Map(steps.map(([from, to]) => [to, from]));
  for (const item of items) if (origin.has(item.place)) take(item, origin.get(item.place)!);
  for (const item of items) take(item, item.place);
  for (const item of items) {
    if (taken.has(item)) continue;
    const piece = [...gone.values()].find(({ kind }) => kind === item.kind);
    if (piece) take(item, piece.place);
  }
  return items.map((item) => {
    const piece = taken.get(item);
    if (!piece) return { ...item, id: fresh(), from: null, fresh: old.length > 0 };
    return { ...item, id: piece.id, from: piece.place === item.place ? null : piece.place, fresh: false };
  });
}

export class Tracker {
  pieces = $state.raw<Tracked[]>([]);
  flying = $state.raw<ReadonlySet<number>>(new Set());
  #count = 0;
  #landing: ReturnType<typeof setTimeout> | undefined;

  update(items: Item[], steps: [string, string][] = []): void {
    this.pieces = match(
      untrack(() => this.pieces),
      items,
      steps,
      () => ++this.#count,
    );
    const moved = untrack(() => this.pieces)
      .filter((piece) => piece.from !== null)
      .map((piece) => piece.id);
    if (!moved.length) return;
    this.flying = new Set(moved);
    clearTimeout(this.#landing);
    this.#landing = setTimeout(() => (this.flying = new Set()), FLIGHT);
  }
}
