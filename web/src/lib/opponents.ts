// Games and players by the names people read: "engine:5" is level 5, the club player.
import { maybe, t } from './i18n.svelte';
import type { GameState, Seat } from './protocol';

export const GAMES = ['nim', 'connect4', 'quarto', 'quoridor', 'pylos', 'abalone'] as const;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type Level = (typeof LEVELS)[number];

export function levelOf(spec: string): Level | null {
  const found = /^engine(?::(?:level=)?(\d+))?(?=:|$)/.exec(spec);
  if (!found) return null;
  const level = Number(found[1] ?? 10);
  return (LEVELS as readonly number[]).includes(level) ? (level as Level) : null;
}

export function gameName(game: string): string {
  return maybe(`game.${game}`, game);
}

export function sideName(game: string, seat: Seat): string {
  return maybe(`side.${game}.${seat}`, t(`side.${seat}`));
}

export function playerName(spec: string): string {
  const level = levelOf(spec);
  if (level) return t('who.level', { level, name: t(`level.${level}`) });
  const [name = spec, ...parameters] = spec.split(':');
  const shown = maybe(`player.${name}`, name);
  return parameters.length ? `${shown} (${parameters.join(', ')})` : shown;
}

/** Whoever sits there, as seen from this browser: those who watch know people by their sides. */
export function seatName(state: GameState, seat: Seat): string {
  const { kind, player } = state.seats[seat];
  if (kind === 'program') return playerName(player ?? 'engine');
  if (kind === 'open') return t('who.open');
  if (state.yours.length === 2) return sideName(state.snapshot.game, seat);
  if (state.yours.includes(seat)) return t('who.you');
  return state.yours.length === 1 ? t('who.friend') : sideName(state.snapshot.game, seat);
}
