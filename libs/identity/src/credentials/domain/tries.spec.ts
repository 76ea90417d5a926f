import fc from 'fast-check';
import { TRIES, waitAfter, waitsOf, type TriesRule } from './tries.js';

it.each([
  // A caller's own attempts at one account, by device or network.
  ['password_own', 9, 0],
  ['password_own', 10, 30],
  ['password_own', 11, 60],
  ['password_own', 14, 480],
  ['password_own', 15, 900],
  ['password_own', 16, 900],
  ['password_own', 1_000_000, 900],
  // All strangers together at one account.
  ['password_account', 49, 0],
  ['password_account', 50, 30],
  ['password_account', 99, 30],
  ['password_account', 100, 60],
  ['password_account', 249, 240],
  ['password_account', 250, 300],
  ['password_account', 1_000_000, 300],
  ['code_account', 19, 0],
  ['code_account', 20, 60],
  ['code_account', 140, 3_600],
  // One network at all accounts.
  ['password_network', 99, 0],
  ['password_network', 100, 60],
  ['password_network', 104, 900],
] as const)('%s: after %d tries a wait of %d s', (name, tries, seconds) => {
  expect(waitAfter(TRIES[name], tries)).toBe(seconds);
});

const rules = fc.record<TriesRule>({
  free: fc.integer({ min: 1, max: 900 }),
  step: fc.integer({ min: 1, max: 60 }),
  firstWaitSeconds: fc.integer({ min: 1, max: 120 }),
  longestWaitSeconds: fc.integer({ min: 120, max: 3_600 }),
  windowSeconds: fc.constant(3_600),
});

it('never shorten a wait, never wait beyond the longest, and have a list that equals the rule', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 1, max: 100_000 }), (rule, tries) => {
      const wait = waitAfter(rule, tries);
      expect(wait).toBeLessThanOrEqual(Math.min(rule.longestWaitSeconds, waitAfter(rule, tries + 1)));
      const waits = waitsOf(rule);
      expect(waits[Math.min(tries, waits.length) - 1]).toBe(wait);
      expect(wait === 0).toBe(tries < rule.free);
    }),
  );
});
