// Connect Four as text: rows from the top, `x` the first player's discs, `o` the second's.

export interface Disc {
  column: number; // from 0, left
  row: number; // from 0, top
  player: 0 | 1;
}

export interface ConnectFourPosition {
  width: number;
  height: number;
  discs: Disc[];
}

export function readConnectFour(position: string): ConnectFourPosition {
  const rows = (position.split(' ')[1] ?? '').split('/');
  const discs: Disc[] = [];
  rows.forEach((cells, row) =>
    [...cells].forEach((cell, column) => {
      if (cell !== '.') discs.push({ column, row, player: cell === 'x' ? 0 : 1 });
    }),
  );
  return { width: rows[0]?.length ?? 0, height: rows.length, discs };
}

/** The row that a disc falls to, or -1 in a full column. */
export function landing({ height, discs }: ConnectFourPosition, column: number): number {
  return height - 1 - discs.filter((disc) => disc.column === column).length;
}

/** The discs that lie in lines of four: drawn bright when the game is over. */
export function fours({ discs }: ConnectFourPosition): Set<Disc> {
  const found = new Set<Disc>();
  const at = new Map(discs.map((disc) => [`${disc.column},${disc.row}`, disc]));
  const ways = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const;
  for (const disc of discs)
    for (const [across, down] of ways) {
      const line = [0, 1, 2, 3].map((step) => at.get(`${disc.column + step * across},${disc.row + step * down}`));
      if (line.every((other) => other?.player === disc.player)) line.forEach((other) => found.add(other!));
    }
  return found;
}
