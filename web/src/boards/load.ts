// Which component draws which game, each in a file of its own that is fetched once.
import type { Board } from './types';

const files: Record<string, () => Promise<{ default: Board }>> = {
  nim: () => import('./Nim.svelte'),
  connect4: () => import('./ConnectFour.svelte'),
  quarto: () => import('./Quarto.svelte'),
  quoridor: () => import('./Quoridor.svelte'),
  pylos: () => import('./Pylos.svelte'),
  abalone: () => import('./Abalone.svelte'),
};
const other = () => import('./GenericBoard.svelte'); // the server's drawing
const loaded = new Map<string, Promise<Board>>();

export function loadBoard(game: string): Promise<Board> {
  const known = loaded.get(game) ?? (files[game] ?? other)().then((file) => file.default);
  loaded.set(game, known);
  return known;
}
