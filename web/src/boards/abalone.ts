// Abalone as text: rows i to a from the top, `x` black (player 0), `o` white.
// A cell is its row a-i and its diagonal 1-9; a step changes one or both of them, never in opposite directions.

export type Marbles = Map<string, 0 | 1>;

export interface AbaloneMove {
  move: string;
  group: string[]; // own marbles that move, the rear one first if they move in line
  step: [number, number]; // diagonals and rows
  inLine: boolean;
}

export const MARBLES = 14; // of each player
export const ROWS = [...'abcdefghi'];
export const CELLS = ROWS.flatMap((row, index) =>
  Array.from({ length: 9 - Math.abs(4 - index) }, (_, place) => row + (Math.max(1, index - 3) + place)),
);
const ON_BOARD = new Set(CELLS);
const LONGEST = 3; // marbles that move together

export const diagonalOf = (cell: string) => Number(cell[1]);
export const rowOf = (cell: string) => cell.charCodeAt(0) - 97;
export const isCell = (name: string) => ON_BOARD.has(name);

export function next(cell: string, [diagonals, rows]: [number, number], times = 1): string {
  return String.fromCharCode(cell.charCodeAt(0) + rows * times) + (diagonalOf(cell) + diagonals * times);
}

/** The single step from one cell towards another in the same line, and how many of them; null off the lines. */
export function way(from: string, to: string): { step: [number, number]; length: number } | null {
  const [diagonals, rows] = [diagonalOf(to) - diagonalOf(from), rowOf(to) - rowOf(from)];
  const length = Math.max(Math.abs(diagonals), Math.abs(rows));
  if (length === 0 || (diagonals && rows && diagonals !== rows)) return null;
  return { step: [diagonals / length, rows / length], length };
}

export function line(from: string, to: string): string[] {
  const found = way(from, to);
  return found ? Array.from({ length: found.length + 1 }, (_, index) => next(from, found.step, index)) : [from];
}

export function readAbalone(position: string): Marbles {
  const rows = (position.split(' ')[1] ?? '').split('/').reverse();
  const marbles: Marbles = new Map();
  [...rows.join('')].forEach((sign, index) => {
    if (sign !== '.') marbles.set(CELLS[index]!, sign === 'x' ? 0 : 1);
  });
  return marbles;
}

export function readMove(move: string, marbles: Marbles): AbaloneMove {
  const cells = move.match(/../g) ?? [];
  const to = cells.at(-1)!;
  const step = way(cells[0]!, to)!.step;
  if (cells.length === 3) return { move, group: line(cells[0]!, cells[1]!), step, inLine: false };
  const owner = marbles.get(cells[0]!);
  const group = [cells[0]!];
  while (marbles.get(next(group.at(-1)!, step)) === owner && group.length < LONGEST)
    group.push(next(group.at(-1)!, step));
  return { move, group, step, inLine: true };
}

/** Who goes where when the move is made: the group, and the marbles that it pushes. */
export function shifts({ group, step, inLine }: AbaloneMove, marbles: Marbles): [string, string][] {
  const moving = [...group];
  if (inLine) while (marbles.has(next(moving.at(-1)!, step))) moving.push(next(moving.at(-1)!, step));
  return moving.map((cell): [string, string] => [cell, next(cell, step)]).filter(([, to]) => isCell(to));
}

/** The marbles from one to another, if all belong to `player` and are few enough to move together; else none. */
export function groupOf(from: string, to: string, marbles: Marbles, player: number): string[] {
  const cells = line(from, to);
  const whole = from === to || way(from, to) !== null;
  return whole && cells.length <= LONGEST && cells.every((cell) => marbles.get(cell) === player) ? cells : [];
}

export const sameGroup = (a: string[], b: string[]) =>
  a.length === b.length && [...a].sort().join() === [...b].sort().join();
