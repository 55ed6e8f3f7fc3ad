// The boards of the page.
import Lazy from './Lazy.svelte';
import type { Board } from './types';

export { texts } from './texts';
export type { Arrow, Board, BoardProps, Label, Translate } from './types';

/** The component that draws a game; a game that has none of its own gets the server's drawing. */
export const boardFor = (_game: string): Board => Lazy;
