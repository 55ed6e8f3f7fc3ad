import { expect, test } from 'vitest';
import { waitBefore } from './live';

test('each try waits twice as long as the one before, up to a limit', () => {
  const waits = [0, 1, 2, 3, 10].map((attempt) => waitBefore(attempt, 0.5));
  expect(waits).toEqual([400, 800, 1600, 3200, 10_000]);
});

test('chance spreads the tries a little', () => {
  expect(waitBefore(0, 0)).toBe(300);
  expect(waitBefore(0, 1)).toBe(500);
});
