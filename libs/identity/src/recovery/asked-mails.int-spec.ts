import timers from 'node:timers/promises';
import { Transactor } from '@portal/platform/database';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { sendRequestedMails } from '../../../../test/support/people/mailed.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { AttemptLimits } from '../credentials/attempt-limits.js';

const HOME = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';
const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query } = app;
beforeEach(() => {
  jest.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => Promise.resolve(value!));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await query('delete from identity.attempts');
});

const post = (url: string, body: object, from: string, as?: string) =>
  app.ask(as, 'POST', `/auth/${url}`, body, { 'x-forwarded-for': from });
const ask = async (email: string, from: string, as?: string, url = 'password-reset') =>
  (await post(url, { email }, from, as)).status;
const stranger = (n: number): string => `203.0.113.${1 + n}`;
const pass = (seconds: number) =>
  query(
    `update identity.attempts set free_at = free_at - $1 * interval '1 second', ends_at = ends_at - $1 * interval '1 second'`,
    [seconds],
  );
/** Number of links mailed to the address so far, after the worker has run. */
async function links(email: string): Promise<number> {
  await sendRequestedMails(app);
  const mails = await query(`select 1 from platform.mail_messages where recipient = $1 and body ~ 'token='`, [email]);
  return mails.length;
}
/** An account whose owner has signed in at home; returns the cookie by which the device is known. */
async function owner(email: string): Promise<string> {
  const password = 'a long test phrase';
  await post('sign-up', { email, password, name: 'The Owner' }, HOME);
  const cookies = [(await post('sign-in', { email, password }, HOME)).headers['set-cookie'] ?? []].flat().map(String);
  return cookies.find((text) => text.startsWith('portal_device='))!.split(';')[0]!;
}

it('strangers cannot fill a mailbox, and its owner still gets a mail on a known device and in a known network', async () => {
  const email = 'bombed@example.org';
  const device = await owner(email);
  for (let n = 0; n < 20; n++) expect(await ask(email, stranger(n))).toBe(200);
  expect(await links(email)).toBe(5);
  expect(await ask(email, ELSEWHERE, device)).toBe(200);
  expect(await links(email)).toBe(6);
  expect(await ask(email, HOME)).toBe(200);
  expect(await links(email)).toBe(7);
  // The owner's requests do not count for strangers, who can request mail again after a while.
  for (const minutes of [10, 20]) {
    await pass(minutes * 60);
    for (let n = 0; n < 5; n++) await ask(email, stranger(20 + n));
    expect(await links(email)).toBe(minutes === 10 ? 8 : 9);
  }
});

it('a caller who requests too often for one address waits, and nobody else does', async () => {
  const email = 'often@example.org';
  const device = await owner(email);
  for (let n = 0; n < 5; n++) expect(await ask(email, HOME)).toBe(200);
  const refused = await post('password-reset', { email }, HOME);
  expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true]);
  for (let n = 0; n < 6; n++) expect(await ask(email, HOME, device)).toBe(n < 5 ? 200 : 429);
  expect(await ask(email, ELSEWHERE)).toBe(200);
  expect(await links(email)).toBe(11);
});

it('a network that requests for many addresses is refused, and a known person there gets the mail with the same answer', async () => {
  const email = 'in-a-crowd@example.org';
  const device = await owner(email);
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`crowd${n}@example.org`, HOME)));
  expect(crowd.filter((status) => status === 200)).toHaveLength(30);
  const answer = async (asked: string) => {
    const { status, body, headers } = await post('password-reset', { email: asked }, HOME);
    return [status, body.replace(/"(request_id|generated_at)":"[^"]+"/g, ''), Object.keys(headers).sort()];
  };
  const before = await links(email);
  const [known, unknown] = [await answer(email), await answer('in-no-crowd@example.org')];
  expect([known[0], known]).toEqual([429, unknown]);
  expect(timers.setTimeout).toHaveBeenCalledTimes(12);
  expect(await links(email)).toBe(before + 1);
  expect(await ask(email, HOME, device)).toBe(200);
  expect(await links(email)).toBe(before + 2);
  expect(await query('select 1 from identity.mail_requests')).toHaveLength(0);
});

it('an address without an account gets five confirmation links from strangers, then one after hours', async () => {
  const email = 'nobody-yet@example.org';
  for (let n = 0; n < 10; n++) await ask(email, stranger(n), undefined, 'resend-confirmation');
  expect(await links(email)).toBe(5);
  await pass(3_600);
  for (let n = 10; n < 20; n++) await ask(email, stranger(n), undefined, 'resend-confirmation');
  expect(await links(email)).toBe(6);
});

it.each([
  ['password_reset', 40, 60],
  ['confirmation', 8, 12],
] as const)('strangers who ask every minute get a limited number of mails: %s', async (kind, least, most) => {
  const limits = app.get(AttemptLimits);
  let sent = 0;
  await app.get(Transactor).run(async (tx) => {
    for (let minute = 0; minute < 24 * 60 - 1; minute += 1) {
      if (await limits.mayMail(tx, kind, 'all-day@example.org')) sent += 1;
      await tx.query(
        `update identity.attempts set free_at = free_at - interval '1 minute', ends_at = ends_at - interval '1 minute'`,
      );
    }
  });
  expect(sent).toBeGreaterThanOrEqual(least);
  expect(sent).toBeLessThanOrEqual(most);
});

it('concurrent requests of strangers cause no more mails than sequential ones', async () => {
  const limits = app.get(AttemptLimits);
  const sent = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.get(Transactor).run((tx) => limits.mayMail(tx, 'password_reset', 'at-once@example.org')),
    ),
  );
  expect(sent.filter(Boolean)).toHaveLength(5);
});
