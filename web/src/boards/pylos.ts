// Pylos as text: four levels from the bottom, each with its rows from the top; whose move; what is to be taken back.
// A place is level, file and rank (`2b1`); it rests on the four below that begin at the same file and rank.

export interface Cell {
  name: string;
  level: number; // from 0
  file: number;
  rank: number;
}

export interface PylosPosition {
  marbles: Map<string, 0 | 1>;
  reserve: [number, number];
  taking: boolean; // marbles are to be taken back
}

export interface PylosMove {
  kind: 'put' | 'raise' | 'take' | 'stop';
  from: string | null;
  to: string | null;
}

export const SIZES = [4, 3, 2, 1];
const MARBLES = 15; // of each player

export const CELLS: Cell[] = SIZES.flatMap((size, level) =>
  Array.from({ length: size * size }, (_, index) => {
    const [file, rank] = [index % size, Math.floor(index / size)];
    return { name: `${level + 1}${'abcd'[file]}${rank + 1}`, level, file, rank };
  }),
);
const BY_NAME = new Map(CELLS.map((cell) => [cell.name, cell]));
export const cellOf = (name: string) => BY_NAME.get(name)!;

export function readPylos(position: string): PylosPosition {
  const [, levels = '', , pending = '-'] = position.split(' ');
  const marbles = new Map<string, 0 | 1>();
  levels.split(':').forEach((text, level) =>
    text.split('/').forEach((row, down) =>
      [...row].forEach((sign, file) => {
        if (sign !== '.') marbles.set(`${level + 1}${'abcd'[file]}${SIZES[level]! - down}`, sign === 'x' ? 0 : 1);
      }),
    ),
  );
  const used = [...marbles.values()];
  return {
    marbles,
    reserve: [0, 1].map((player) => MARBLES - used.filter((owner) => owner === player).length) as [number, number],
    taking: pending.startsWith('take'),
  };
}

export function readMove(move: string): PylosMove {
  if (move === '.') return { kind: 'stop', from: null, to: null };
  if (move.startsWith('-')) return { kind: 'take', from: move.slice(1), to: null };
  const [first = '', second] = move.split('>');
  return second === undefined ? { kind: 'put', from: null, to: first } : { kind: 'raise', from: first, to: second };
}

/** The four places that a place rests on. */
export function supports({ level, file, rank }: Cell): string[] {
  if (level === 0) return [];
  return CELLS.filter(
    (cell) => cell.level === level - 1 && [0, 1].includes(cell.file - file) && [0, 1].includes(cell.rank - rank),
  ).map((cell) => cell.name);
}

/** The marbles on which another one lies. */
export function covered(marbles: Map<string, unknown>): Set<string> {
  return new Set([...marbles.keys()].flatMap((name) => supports(cellOf(name))));
}
