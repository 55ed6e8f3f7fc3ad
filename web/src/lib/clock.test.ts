import { expect, test } from 'vitest';
import { clockText, secondsLeft } from './clock';

test('only the running clock counts down, and never below nothing', () => {
  const clock = { left: [60, 30] as [number, number], increment: 0, running: 0 as const };
  expect(secondsLeft(clock, 0, 12)).toBe(48);
  expect(secondsLeft(clock, 1, 12)).toBe(30);
  expect(secondsLeft(clock, 0, 100)).toBe(0);
});

test('times are written as on a chess clock, with tenths at the end', () => {
  expect(clockText(3909)).toBe('1:05:09');
  expect(clockText(243.9)).toBe('4:03');
  expect(clockText(59.99)).toBe('0:59');
  expect(clockText(9.48)).toBe('9.4');
  expect(clockText(0)).toBe('0.0');
});
