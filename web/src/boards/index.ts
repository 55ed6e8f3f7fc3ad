// The boards; a game that has none of its own gets the server's drawing.
import Abalone from './Abalone.svelte';
import ConnectFour from './ConnectFour.svelte';
import GenericBoard from './GenericBoard.svelte';
import Nim from './Nim.svelte';
import Pylos from './Pylos.svelte';
import Quarto from './Quarto.svelte';
import Quoridor from './Quoridor.svelte';
import type { Board } from './types';

export { texts } from './texts';
export type { Arrow, Board, BoardProps, Label, Translate } from './types';

const boards: Record<string, Board> = {
  nim: Nim,
  connect4: ConnectFour,
  quarto: Quarto,
  quoridor: Quoridor,
  pylos: Pylos,
  abalone: Abalone,
};

/** The component that draws a game. */
export const boardFor = (game: string): Board => boards[game] ?? GenericBoard;
