// Quarto as text: rows from the top, a piece as its hexadecimal digit; the piece in hand `@C`, or `-`.
// The bits of a piece: 8 wide, 4 round, 2 light, 1 solid.

export interface Shape {
  wide: boolean;
  round: boolean;
  light: boolean;
  solid: boolean;
}

export interface QuartoPosition {
  cells: Map<string, string>; // `b2` -> digit
  hand: string | null;
}

export const PIECES = [...'0123456789ABCDEF'];
export const CELLS = [...'4321'].flatMap((rank) => [...'abcd'].map((file) => file + rank)); // from the top left

export function readQuarto(position: string): QuartoPosition {
  const [, rows = '', hand = '-'] = position.split(' ');
  const cells = new Map<string, string>();
  [...rows.replaceAll('/', '')].forEach((digit, index) => {
    if (digit !== '.') cells.set(CELLS[index]!, digit);
  });
  return { cells, hand: hand.startsWith('@') ? hand[1]! : null };
}

export function shapeOf(piece: string): Shape {
  const bits = parseInt(piece, 16);
  return { wide: !!(bits & 8), round: !!(bits & 4), light: !!(bits & 2), solid: !!(bits & 1) };
}

/** The words of a piece, to be translated: wide or narrow, round or square, light or dark, solid or hollow. */
export function traits(piece: string): string[] {
  const { wide, round, light, solid } = shapeOf(piece);
  return [wide ? 'wide' : 'narrow', round ? 'round' : 'square', light ? 'light' : 'dark', solid ? 'solid' : 'hollow'];
}

/** What four cells have in common. */
export function common(cells: Map<string, string>, line: string[]): string[] {
  const pieces = line.map((cell) => cells.get(cell));
  if (pieces.some((piece) => piece === undefined)) return [];
  return traits(pieces[0]!).filter((trait) => pieces.every((piece) => traits(piece!).includes(trait)));
}

/** Lines of four (and blocks of 2x2 where they count) whose pieces have something in common: shown at the end. */
export function completed(cells: Map<string, string>, squares: boolean): { line: string[]; traits: string[] }[] {
  const at = (file: number, rank: number) => 'abcd'[file]! + (rank + 1);
  const steps = [0, 1, 2, 3];
  const lines = [
    ...steps.map((rank) => steps.map((file) => at(file, rank))),
    ...steps.map((file) => steps.map((rank) => at(file, rank))),
    steps.map((step) => at(step, step)),
    steps.map((step) => at(step, 3 - step)),
  ];
  if (squares)
    for (const file of [0, 1, 2])
      for (const rank of [0, 1, 2])
        lines.push([at(file, rank), at(file + 1, rank), at(file, rank + 1), at(file + 1, rank + 1)]);
  return lines.map((line) => ({ line, traits: common(cells, line) })).filter((found) => found.traits.length);
}
