// Clocks as the page shows them: the server keeps the time, the page counts down in between.
import type { GameState, Seat } from './protocol';

type Clock = NonNullable<GameState['clock']>;

/** Seconds left on a seat's clock, `elapsed` seconds after the server said so. */
export function secondsLeft(clock: Clock, seat: Seat, elapsed: number): number {
  const left = clock.left[seat];
  return Math.max(0, clock.running === seat ? left - elapsed : left);
}

/** 1:05:09, 4:03, and with tenths when it gets tight: 9.4 */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, place) => (place ? String(part).padStart(2, '0') : String(part))).join(':');
}
