import timers from 'node:timers/promises';
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { cookieOf, TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { Passwords } from '../credentials/passwords.js';
import { mailedTo, sendRequestedMails, tokensMailedTo } from '../../../../test/support/people/mailed.js';

const password = 'a long test phrase';
const HOME = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';
const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query } = app;
afterEach(() => jest.restoreAllMocks());

const post = <T = Record<string, unknown>>(url: string, body: object, from: string, as?: string, at = app) =>
  at.ask<T>(as, 'POST', url, body, { 'x-forwarded-for': from });
const signIn = (email: string, from: string, as?: string, shown = password) =>
  post<{ challenge: string | null }>('/auth/sign-in', { email, password: shown }, from, as);
const guess = (email: string, from: string, as?: string, at = app) =>
  post('/auth/sign-in', { email, password: 'a guess of somebody' }, from, as, at);
/** Networks of strangers, a different one each time. */
const stranger = (n: number): string => `203.0.${Math.floor(n / 250)}.${1 + (n % 250)}`;
/** Makes all counts this much older. */
const pass = (seconds: number) =>
  query(
    `update identity.attempts set free_at = free_at - $1 * interval '1 second', ends_at = ends_at - $1 * interval '1 second'`,
    [seconds],
  );
/** Cookies of a response as the browser sends them back, by name. */
const cookiesOf = (answer: Answer<unknown>): Record<string, string> =>
  Object.fromEntries(
    [answer.headers['set-cookie'] ?? []].flat().map((text) => {
      const pair = String(text).split(';')[0]!;
      return [pair.split('=')[0]!, pair];
    }),
  );
/** An account whose owner has signed in at home; returns the cookies that the browser keeps after signing out. */
async function owner(email: string): Promise<string> {
  await post('/auth/sign-up', { email, password, name: 'The Owner' }, HOME);
  const answer = await signIn(email, HOME);
  const { portal_session, portal_device } = cookiesOf(answer);
  const out = await post('/auth/sign-out', {}, HOME, `${portal_session}; ${portal_device}`);
  expect(cookiesOf(out)).not.toHaveProperty('portal_device');
  return portal_device!;
}
/** This many wrong passwords, ten from each network. */
async function attack(email: string, tries: number, first = 0): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, i) => guess(email, stranger(first + (i % (tries / 10))))),
  );
  return answers.map(({ status }) => status);
}
/** A comparison takes 20 ms and a refusal 300, which do not matter here. */
function comparing(): { compared: number; refusedLater: number } {
  const counts = { compared: 0, refusedLater: 0 };
  jest.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => {
    counts.refusedLater += 1;
    return Promise.resolve(value!);
  });
  jest.spyOn(Passwords.prototype, 'matches').mockImplementation((hash, shown) => {
    counts.compared += 1;
    return Promise.resolve(hash !== null && shown === password);
  });
  return counts;
}
const count = (statuses: number[], status: number): number => statuses.filter((one) => one === status).length;

describe('wrong passwords of strangers', () => {
  it('block nobody who signed in before on this device or from this network; others wait only for their own', async () => {
    const email = 'owner@example.org';
    const device = await owner(email);
    comparing();
    const statuses = await attack(email, 120);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([50, 70]);
    expect((await signIn(email, ELSEWHERE, device)).status).toBe(200);
    expect((await signIn(email, HOME)).status).toBe(200);
    const first = await signIn(email, '198.51.100.99');
    expect([first.status, first.error]).toEqual([429, 'too_many_attempts']);
    const wait = Number(first.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // More attempts of strangers neither extend the wait nor use the slot.
    await pass(wait);
    await attack(email, 120, 500);
    expect((await signIn(email, '198.51.100.99')).status).toBe(200);
  });

  it('make their author wait longer each time, and accept another attempt after the wait', async () => {
    const email = 'waits@example.org';
    await owner(email);
    comparing();
    for (let n = 0; n < 10; n++) expect((await guess(email, ELSEWHERE)).status).toBe(401);
    for (const longest of [30, 60, 120]) {
      const refused = await signIn(email, ELSEWHERE);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers['retry-after']);
      expect([wait > longest / 2, wait <= longest]).toEqual([true, true]);
      await pass(wait);
      if (longest < 120) expect((await guess(email, ELSEWHERE)).status).toBe(401);
    }
    expect((await signIn(email, ELSEWHERE)).status).toBe(200);
    for (let n = 0; n < 10; n++) expect((await guess(email, ELSEWHERE)).status).toBe(401);
  });

  it('of the same network for other accounts block nobody who signed in from there before', async () => {
    const email = 'colleague@example.org';
    await owner(email);
    comparing();
    const spray = await Promise.all(Array.from({ length: 120 }, (_, n) => guess(`sprayed${n}@example.org`, HOME)));
    expect(
      count(
        spray.map(({ status }) => status),
        429,
      ),
    ).toBeGreaterThanOrEqual(20);
    expect((await signIn(email, HOME)).status).toBe(200);
    expect((await signIn(email, HOME, undefined, 'not the password')).status).toBe(429);
    await query('delete from identity.attempts');
  });

  it('are answered alike for known and unknown people there, also to somebody in the same network', async () => {
    const emails = ['neighbour@example.org', 'nobody-there@example.org'];
    await owner(emails[0]!);
    const results = new Map<string, unknown[]>();
    const spied = comparing();
    for (const email of emails) {
      await attack(email, 100, 700);
      spied.refusedLater = 0;
      const answers: unknown[] = [];
      for (let n = 0; n < 12; n++) {
        const { status, body, headers } = await guess(email, HOME);
        const text = body.replace(/"(request_id|generated_at)":"[^"]+"/g, '').replace(/in \d+ \w+\./, 'in.');
        answers.push([status, text, Object.keys(headers).sort()].join('\n'));
      }
      // Refused after the same time, whether or not it was checked.
      expect(spied.refusedLater).toBe(10);
      results.set(email, [...answers, spied.refusedLater]);
    }
    expect(results.get(emails[1]!)).toEqual(results.get(emails[0]!));
  });

  it('are reset when the owner chooses a new password with a mailed link, on a device that is known from then on', async () => {
    const email = 'forgot@example.org';
    await owner(email);
    comparing();
    await attack(email, 120);
    for (let n = 0; n < 11; n++) await guess(email, ELSEWHERE);
    expect((await signIn(email, ELSEWHERE)).status).toBe(429);
    jest.restoreAllMocks();
    expect((await post('/auth/password-reset', { email }, ELSEWHERE)).status).toBe(200);
    await sendRequestedMails(app);
    const [token] = await tokensMailedTo(app, email, /token=(dpr_\w+)/);
    const done = await post('/auth/password-reset/complete', { token, password }, '198.51.100.30');
    const device = cookiesOf(done)['portal_device']!;
    expect((await signIn(email, ELSEWHERE)).status).toBe(200);
    comparing();
    await attack(email, 120, 900);
    expect((await signIn(email, '198.51.100.31', device)).status).toBe(200);
    expect((await signIn(email, '198.51.100.30')).status).toBe(200);
    expect((await signIn(email, '198.51.100.32')).status).toBe(429);
  });

  it('of an IPv6 network of one’s own count as those of one network', async () => {
    const email = 'six@example.org';
    await owner(email);
    const counts = comparing();
    await attack(email, 100);
    await guess(email, '2001:db8:1:1::1');
    await pass(60);
    counts.compared = 0;
    for (let n = 1; n < 20; n++) await guess(email, `2001:db8:1:${n}::1`);
    expect(counts.compared).toBe(1);
  });
});

describe('the owner of an account', () => {
  /** Subjects of the mails sent to an address so far. */
  async function subjects(email: string): Promise<string[]> {
    await sendRequestedMails(app);
    return (await mailedTo(app, email)).map(({ subject }) => subject);
  }
  const WARNING = 'Many failed sign-in attempts on your account';

  it('is notified of many wrong passwords of strangers, once a day, and not of own ones on a known device', async () => {
    const email = 'warned@example.org';
    const device = await owner(email);
    comparing();
    for (let n = 0; n < 9; n++) await guess(email, ELSEWHERE, device);
    await attack(email, 10);
    expect(await subjects(email)).toEqual([]);
    // Both request the mail at the same time.
    await attack(email, 30, 10);
    await attack(email, 30, 20);
    expect(await subjects(email)).toEqual([WARNING]);
    await pass(20 * 3_600);
    await attack(email, 30, 30);
    expect(await subjects(email)).toEqual([WARNING]);
    await pass(5 * 3_600);
    await attack(email, 30, 40);
    expect(await subjects(email)).toEqual([WARNING, WARNING]);
  });

  it('gets no mail when there is no account, and the request leaves the same rows', async () => {
    const emails = ['warned-here@example.org', 'warned-nowhere@example.org'];
    await owner(emails[0]!);
    comparing();
    for (const email of emails) {
      await attack(email, 20);
      expect(await query('select kind, known from identity.mail_requests where email = $1', [email])).toEqual([
        { kind: 'wrong_passwords', known: false },
      ]);
    }
    expect(await subjects(emails[1]!)).toEqual([]);
    expect(await subjects(emails[0]!)).toEqual([WARNING]);
  });
});

describe('invalid links', () => {
  it('delay others in the network who use such ones, and nobody whose link works', async () => {
    const email = 'link@example.org';
    await owner(email);
    await query('delete from identity.attempts');
    const wrong = `dpr_${'0'.repeat(49)}`;
    const complete = (url: string, token: string) =>
      post(url, { token, password: 'another long phrase', name: 'The Owner' }, HOME);
    const reset = (token: string) =>
      post('/auth/password-reset/complete', { token, password: 'another long phrase' }, HOME);
    const misses = await Promise.all(Array.from({ length: 80 }, () => reset(wrong)));
    expect(misses.filter(({ status }) => status === 404)).toHaveLength(60);
    expect((await complete('/auth/confirm-email', wrong)).status).toBe(429);
    expect((await post('/api-tokens/revoke-leaked', { token: wrong }, HOME)).status).toBe(429);

    expect((await post('/auth/password-reset', { email }, HOME)).status).toBe(200);
    expect((await post('/auth/resend-confirmation', { email: 'linked@example.org' }, ELSEWHERE)).status).toBe(200);
    await sendRequestedMails(app);
    const tokenTo = async (address: string) => (await tokensMailedTo(app, address, /token=(\w+)/)).at(-1)!;
    const [ofReset, ofConfirmation] = [await tokenTo(email), await tokenTo('linked@example.org')];
    expect((await reset(ofReset)).status).toBe(200);
    expect((await complete('/auth/confirm-email', ofConfirmation)).status).toBe(200);
    const made = await post<{ secret: string }>(
      '/api-tokens',
      { name: 'found', roles: [{ role: 'admin' }] },
      ELSEWHERE,
      await app.demo('admin'),
    );
    expect(made.status).toBe(201);
    expect((await post('/api-tokens/revoke-leaked', { token: made.data.secret }, HOME)).status).toBe(200);
    const ended = await app.ask(`Bearer ${made.data.secret}`, 'GET', '/me');
    expect(ended.status).toBe(401);
  });
});

describe('a known device', () => {
  it('has a cookie that scripts cannot read, that does not reveal whose it is, and that counts for its people alone', async () => {
    const email = 'device@example.org';
    await post('/auth/sign-up', { email, password, name: 'The Owner' }, HOME);
    const [session, device] = [(await signIn(email, HOME)).headers['set-cookie'] ?? []].flat().map(String);
    expect(session).toMatch(/^portal_session=dps_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    expect(device).toMatch(/^portal_device=v1\.[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    const [{ id }] = (await query<{ id: string }>('select id from identity.users where email = $1', [email])) as [
      { id: string },
    ];
    for (const part of device!.split(';')[0]!.split(/[.=]/))
      for (const identifying of [email, id])
        expect(Buffer.from(part, 'base64url').toString()).not.toContain(identifying);
    const own = device!.split(';')[0]!;
    const other = await owner('other@example.org');
    comparing();
    await attack(email, 100);
    // Not the last character, because not all its bits count.
    const altered = own.replace(/.{10}$/, (end) => `${end.startsWith('A') ? 'B' : 'A'}${end.slice(1)}`);
    for (const foreign of [other, altered, 'portal_device=v1', `portal_device=${'x'.repeat(500)}`])
      expect((await signIn(email, ELSEWHERE, foreign)).status).toBe(429);
    expect((await signIn(email, ELSEWHERE, own)).status).toBe(200);
    // Two people share a browser.
    const both = cookiesOf(await signIn('other@example.org', ELSEWHERE, own))['portal_device'];
    await attack('other@example.org', 100);
    expect((await signIn(email, '198.51.100.40', both)).status).toBe(200);
    expect((await signIn('other@example.org', '198.51.100.40', both)).status).toBe(200);
  });

  it('has attempts of its own, which are limited', async () => {
    const email = 'own-tries@example.org';
    const device = await owner(email);
    const counts = comparing();
    for (let n = 0; n < 12; n++) expect((await guess(email, stranger(n), device)).status).toBe(n < 10 ? 401 : 429);
    expect(counts.compared).toBe(10);
    expect((await signIn(email, ELSEWHERE, device)).status).toBe(429);
    expect((await signIn(email, ELSEWHERE)).status).toBe(200);
    await pass(30);
    expect((await signIn(email, ELSEWHERE, device)).status).toBe(200);
  });
});

describe('concurrent attempts in two processes', () => {
  it('are counted like sequential ones', async () => {
    const email = 'race@example.org';
    await owner(email);
    const second = await app.anotherInstance();
    try {
      const counts = comparing();
      const at = (n: number) => (n % 2 === 0 ? app : second);
      const times = (n: number, from: (n: number) => string) =>
        Promise.all(Array.from({ length: n }, (_, i) => guess(email, from(i), undefined, at(i))));
      await times(40, () => ELSEWHERE);
      expect(counts.compared).toBe(10);
      await times(120, stranger);
      expect(counts.compared).toBe(50);
      // In the slot of each network, one of its attempts is checked.
      await times(6, stranger);
      await pass(60);
      await times(60, (n) => stranger(n % 6));
      expect(counts.compared).toBe(56);
    } finally {
      await second.close();
    }
  });
});

describe('wrong codes of a stranger who knows the password', () => {
  it('block nobody who signed in before on this device or from this network', async () => {
    const email = 'codes@example.org';
    await owner(email);
    const opened = await signIn(email, HOME);
    const cookie = cookieOf(opened);
    const { data } = await post<{ secret: string }>('/account/second-factor/start', {}, HOME, cookie);
    const code = () => new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
    const { data: made } = await post<{ codes: string[] }>(
      '/account/second-factor/confirm',
      { code: code() },
      HOME,
      cookie,
    );
    const device = cookiesOf(opened)['portal_device']!;
    comparing();
    const challenge = async (from: string) => (await signIn(email, from)).data.challenge;
    const into = async (from: string, text: string, as?: string) =>
      (await post('/auth/second-factor', { challenge: await challenge(from), code: text }, from, as)).status;
    for (let n = 0; n < 30; n++) await into(stranger(n % 10), '000000');
    expect(await into(stranger(99), '000000')).toBe(429);
    expect(await query('select kind from identity.mail_requests where email = $1', [email])).toEqual([
      { kind: 'wrong_codes' },
    ]);
    jest.restoreAllMocks();
    expect(await into(ELSEWHERE, made.codes[0]!)).toBe(429);
    expect(await into(ELSEWHERE, made.codes[0]!, device)).toBe(200);
    expect(await into(HOME, made.codes[1]!)).toBe(200);
  });

  it('with wrong passwords in another session leave the owner’s proofs alone', async () => {
    const email = 'sessions@example.org';
    await owner(email);
    const [mine, thief] = [cookieOf(await signIn(email, HOME)), cookieOf(await signIn(email, ELSEWHERE))];
    const prove = async (as: string, shown: string) =>
      (await post('/account/step-up', { password: shown }, HOME, as)).status;
    for (let n = 0; n < 10; n++) expect(await prove(thief, 'a guess')).toBe(400);
    expect(await prove(thief, password)).toBe(429);
    expect(await prove(mine, password)).toBe(200);
  });
});

/** Possible events at an account. */
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wrong' as const), from: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('right' as const), from: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), from: fc.constantFrom(5, 31, 301, 3_601) }) },
);

it('whatever strangers try in any order, the owner gets in at once where known, and elsewhere after one wait', async () => {
  const email = 'play@example.org';
  const device = await owner(email);
  comparing();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 60 }), async (play) => {
      await query('delete from identity.attempts');
      await attack(email, 50, 1_000);
      for (const { kind, from } of play)
        if (kind === 'time') await pass(from);
        else if (kind === 'wrong') await guess(email, stranger(from));
        else await signIn(email, stranger(from), device);
      expect((await signIn(email, HOME)).status).toBe(200);
      expect((await signIn(email, ELSEWHERE, device)).status).toBe(200);
      const first = await signIn(email, '198.51.100.77');
      if (first.status !== 200) {
        expect(Number(first.headers['retry-after'])).toBeLessThanOrEqual(300);
        await pass(Number(first.headers['retry-after']));
        await attack(email, 20, 1_100);
        expect((await signIn(email, '198.51.100.77')).status).toBe(200);
      }
      await query(`delete from identity.known_networks where network <> $1`, [HOME]);
    }),
    { numRuns: 3 },
  );
});
