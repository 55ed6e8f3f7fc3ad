// Quoridor as text: the pawns `e2/e8`, walls left `9/9`, walls on the board `e3h,d6v` or `-`.
// A wall is named after the cell at whose upper right corner its middle is.

export interface Wall {
  move: string;
  file: number; // from 0
  rank: number; // from 0
  lies: 'h' | 'v';
}

export interface QuoridorPosition {
  pawns: [string, string];
  left: [number, number];
  walls: Wall[];
}

export type Side = 'north' | 'east' | 'south' | 'west';

export const isWall = (move: string) => /[hv]$/.test(move);
export const fileOf = (cell: string) => cell.charCodeAt(0) - 97;
export const rankOf = (cell: string) => Number(cell[1]) - 1;
export const cellName = (file: number, rank: number) => String.fromCharCode(97 + file) + (rank + 1);

export function readWall(move: string): Wall {
  return { move, file: fileOf(move), rank: rankOf(move), lies: move[2] as 'h' | 'v' };
}

export function readQuoridor(position: string): QuoridorPosition {
  const [, pawns = '', left = '', walls = '-'] = position.split(' ');
  const [first = '', second = ''] = pawns.split('/');
  const [own = 0, other = 0] = left.split('/').map(Number);
  return {
    pawns: [first, second],
    left: [own, other],
    walls: walls === '-' ? [] : walls.split(',').map(readWall),
  };
}

/** The sides of a cell on which a wall stands. */
export function walledSides(walls: Wall[], cell: string): Side[] {
  const [file, rank] = [fileOf(cell), rankOf(cell)];
  const sides = new Set<Side>();
  for (const wall of walls) {
    const [across, up] = [file - wall.file, rank - wall.rank]; // 0 or 1 beside the wall's middle
    if (across < 0 || across > 1 || up < 0 || up > 1) continue;
    if (wall.lies === 'h') sides.add(up === 0 ? 'north' : 'south');
    else sides.add(across === 0 ? 'east' : 'west');
  }
  return [...sides];
}
