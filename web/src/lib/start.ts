// One click to a game: against the computer at the visitor's level, with the usual rules.
import { createGame } from './api';
import type { NewGame } from './protocol';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { shelf } from './shelf.svelte';

export async function begin(wanted: NewGame, against: string): Promise<void> {
  const created = await createGame(wanted);
  const tokens = created.tokens.filter((token) => token !== null);
  shelf.keep(created.id, { game: wanted.game, tokens, against, moves: 0, over: false });
  router.go(`/play/${created.id}`);
}

export function beginAtOnce(game: string): Promise<void> {
  const player = `engine:${settings.level}`;
  return begin({ game, seats: [{ kind: 'me' }, { kind: 'program', player }] }, player);
}
