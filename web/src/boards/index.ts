// The boards of the page.
import Lazy from './Lazy.svelte';
import type { Board } from './types';

export { texts } from './texts';
export type { Arrow, Board, BoardProps, Label, Translate } from './types';

/** How a board is looked at: not to be turned around, to be turned, or each player sees it from the own side. */
const VIEWS: Record<string, 'fixed' | 'turning' | 'facing'> = {
  nim: 'fixed',
  connect4: 'turning',
  quarto: 'turning',
  quoridor: 'facing',
  pylos: 'facing',
  abalone: 'facing',
};
export const viewOf = (game: string) => VIEWS[game] ?? 'fixed'; // the server's drawing cannot be turned

/** The component that draws a game; a game that has none of its own gets the server's drawing. */
export const boardFor = (_game: string): Board => Lazy;
