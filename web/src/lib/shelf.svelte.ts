// The games of this browser: the tokens that let it move (never put into an address),
// and enough of each game to offer it again on the home page.
import type { GameState } from './protocol';
import { read, write } from './storage';

export interface Kept {
  id: string;
  game: string;
  tokens: string[];
  against: string; // a player's spec, 'friend', 'here' or 'watch'
  moves: number;
  over: boolean;
  seen: number; // milliseconds since 1970
}

const MOST = 30;

class Shelf {
  games = $state<Kept[]>(read<Kept[]>('games', []));
  unfinished = $derived(this.games.filter((kept) => !kept.over));

  find(id: string): Kept | undefined {
    return this.games.find((kept) => kept.id === id);
  }

  tokens(id: string): string[] {
    return this.find(id)?.tokens ?? [];
  }

  keep(id: string, news: Partial<Omit<Kept, 'id'>>) {
    const blank: Kept = { id, game: '', tokens: [], against: '', moves: 0, over: false, seen: Date.now() };
    const kept = { ...(this.find(id) ?? blank), ...news, seen: Date.now() };
    this.games = [kept, ...this.games.filter((other) => other.id !== id)].slice(0, MOST);
    write('games', this.games);
  }

  /** Note how a game of ours stands; games that one only watches are not kept. */
  keepSeen(id: string, state: GameState) {
    if (!this.find(id)) return;
    const { game, moves } = state.snapshot;
    this.keep(id, { game, moves: moves.length, over: state.result !== null });
  }

  drop(id: string) {
    this.games = this.games.filter((kept) => kept.id !== id);
    write('games', this.games);
  }
}

export const shelf = new Shelf();
