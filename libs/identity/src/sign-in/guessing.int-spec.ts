import timers from 'node:timers/promises';
import { Database } from '@portal/platform/database';
import { examples } from '../../../../test/support/examples.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { IdentityModule } from '../index.js';
import { Passwords } from '../credentials/passwords.js';

/** Compared hashes, counted where every sign-in passes; null means "no account". */
let compared: (string | null)[] = [];
const app = TestApp.ofSpec([IdentityModule]);
beforeAll(async () => {
  await app.signUp('known@example.org');
});

/** The real comparison takes 20 ms and a refusal 300, which would only cost time here. The calls are counted. */
const counting = () => {
  compared = [];
  jest.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => Promise.resolve(value!));
  return jest.spyOn(Passwords.prototype, 'matches').mockImplementation((hash) => {
    compared.push(hash);
    return Promise.resolve(false);
  });
};
afterEach(() => jest.restoreAllMocks());

const guess = (email: string, from: string, password = 'a guess of somebody') =>
  app.ask(undefined, 'POST', '/auth/sign-in', { email, password }, { 'x-forwarded-for': from });
const address = (n: number): string => `198.18.${Math.floor(n / 250)}.${1 + (n % 250)}`;
/** The visible part of a response, without request id, time and waiting time. */
const comparable = ({ status, body, headers }: Answer<unknown>): string =>
  [
    status,
    body.replace(/"(request_id|generated_at)":"[^"]+"/g, '"$1":""').replace(/Try again in \d+ \w+\./g, 'Try again.'),
    Object.keys(headers).sort().join(),
  ].join('\n');
const clearAttempts = () => app.get(Database).query('delete from identity.attempts');

/** From a tenth as many addresses. */
const GUESSES = examples(500);

describe(`${GUESSES} wrong passwords`, () => {
  beforeEach(() => clearAttempts());

  it.each(['known@example.org', 'unknown@example.org'])(
    'for %s from many addresses are compared 50 times, whoever owns the address',
    async (email) => {
      counting();
      const statuses: Record<number, number> = {};
      for (let round = 0; round < 10; round++)
        for (let from = 0; from < GUESSES / 10; from += 50) {
          const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(email, address(from + i))));
          for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
        }
      expect(statuses).toEqual({ 401: 50, 429: GUESSES - 50 });
      expect(compared).toHaveLength(50);
      // One comparison uses the account's hash, the other a random one: the same work.
      expect(new Set(compared.map((hash) => hash === null))).toEqual(new Set([email.startsWith('unknown')]));
    },
  );

  it('from one address for as many accounts are compared 100 times', async () => {
    counting();
    const statuses: Record<number, number> = {};
    for (let n = 0; n < GUESSES; n += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => guess(`p${n + i}@example.org`, '203.0.113.5')),
      );
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 401: 100, 429: GUESSES - 100 });
    expect(compared).toHaveLength(100);
  });
});

it('a wrong password and an unknown account get the same answer to the byte, before and after the limit', async () => {
  await clearAttempts();
  const real = jest.spyOn(Passwords.prototype, 'matches');
  for (let n = 0; n < 12; n++) {
    const [known, unknown] = [
      await guess('known@example.org', '192.0.2.1'),
      await guess('unknown@example.org', '192.0.2.2'),
    ];
    expect(known.status).toBe(n < 10 ? 401 : 429);
    expect(comparable(known)).toBe(comparable(unknown));
  }
  // Both are really hashed: the same calls, also for the missing account.
  expect(real.mock.calls.map(([hash]) => hash === null)).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1));
  expect(await Promise.all(real.mock.results.map(({ value }) => value as Promise<boolean>))).toEqual(
    Array(20).fill(false),
  );
});
