import { tryAgainIn } from './try-again.js';

it.each([
  [0, '1 second'],
  [1, '1 second'],
  [1_001, '2 seconds'],
  [59_000, '59 seconds'],
  [59_001, '1 minute'],
  [60_000, '1 minute'],
  [60_001, '2 minutes'],
  [15 * 60_000, '15 minutes'],
  [3_600_000, '60 minutes'],
  [7_200_000, '2 hours'],
  [7_200_001, '3 hours'],
])('%d ms from now is shown as in %s, never too early', (ms, words) =>
  expect(tryAgainIn(ms)).toBe(`Try again in ${words}.`),
);
