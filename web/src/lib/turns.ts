// Moves grouped for reading: a turn is what one player does before the other is to move again,
// a round is a turn of each.
import type { Seat } from './protocol';

export interface Turn {
  seat: Seat;
  plies: number[]; // counted from 0
}

export interface Round {
  number: number;
  turns: [Turn | null, Turn | null]; // by seat
}

export function turnsOf(movers: Seat[]): Turn[] {
  const turns: Turn[] = [];
  movers.forEach((seat, ply) => {
    const last = turns.at(-1);
    if (last?.seat === seat) last.plies.push(ply);
    else turns.push({ seat, plies: [ply] });
  });
  return turns;
}

export function roundsOf(movers: Seat[]): Round[] {
  const rounds: Round[] = [];
  for (const turn of turnsOf(movers)) {
    const last = rounds.at(-1);
    if (last && turn.seat === 1 && !last.turns[1]) last.turns[1] = turn;
    else rounds.push({ number: rounds.length + 1, turns: turn.seat === 0 ? [turn, null] : [null, turn] });
  }
  return rounds;
}
