import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Transactor } from '@portal/platform/database';
import { Secret, TOTP } from 'otpauth';
import { mailedTo, sendRequestedMails, tokensMailedTo } from '../../../../test/support/people/mailed.js';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { UsersRepository } from '../people/users.repository.js';

const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query } = app;
const password = 'a long test phrase';
const HOME = '192.0.2.10';

const post = <T = Record<string, unknown>>(url: string, body: object, from: string, as?: string) =>
  app.ask<T>(as, 'POST', url, body, { 'x-forwarded-for': from });
const cookiesOf = (answer: Answer<unknown>): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().map((text) => String(text).split(';')[0]!);
const named = (cookies: string[], name: string): string => cookies.find((text) => text.startsWith(`${name}=`))!;
/** A network of its own for every caller. */
let networks = 0;
const stranger = (): string => `2001:db8:${(++networks).toString(16)}::1`;
const errorOf = ({ status, error }: Answer<unknown>): unknown[] => [status, error];

interface Owner {
  email: string;
  id: string;
  seed: string;
  session: string;
  device: string;
  recovery: string[];
}

/** A person with a second factor, signed in at home. Each code is of a later step, as none is accepted twice. */
async function owner(email: string): Promise<Owner> {
  await post('/auth/sign-up', { email, password, name: 'The Owner' }, HOME);
  const cookies = cookiesOf(await post('/auth/sign-in', { email, password }, HOME));
  const session = named(cookies, 'portal_session');
  const { secret } = (await post<{ secret: string }>('/account/second-factor/start', {}, HOME, session)).data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { codes } = (await post<{ codes: string[] }>('/account/second-factor/confirm', { code }, HOME, session)).data;
  const [{ id } = { id: '' }] = await query<{ id: string }>('select id from identity.users where email = $1', [email]);
  return { email, id, seed: secret, session, device: named(cookies, 'portal_device'), recovery: codes };
}
async function challenge(email: string, from: string, as?: string, shown = password): Promise<string> {
  const answer = await post<{ challenge: string }>('/auth/sign-in', { email, password: shown }, from, as);
  return answer.data.challenge;
}
async function enter(email: string, code: string, from: string, as?: string, shown = password): Promise<Answer> {
  return post('/auth/second-factor', { challenge: await challenge(email, from, as, shown), code }, from, as);
}
const wrongCodes = async (id: string): Promise<number> =>
  (await query<{ wrong_codes: number }>('select wrong_codes from identity.users where id = $1', [id]))[0]!.wrong_codes;
const setWrongCodes = (id: string, n: number) =>
  query('update identity.users set wrong_codes = $2 where id = $1', [id, n]);
const closing = 'Two-factor codes are no longer accepted on new devices';
const toldTimes = async (email: string): Promise<number> =>
  (await mailedTo(app, email)).filter(({ subject }) => subject === closing).length;

it('the hundredth wrong code closes the account to unknown devices, until a new password is chosen by mail', async () => {
  const one = await owner('closing@example.org');
  await setWrongCodes(one.id, 98);
  expect(errorOf(await enter(one.email, '000000', stranger()))).toEqual([400, 'second_factor_wrong']);
  expect(await toldTimes(one.email)).toBe(0);
  expect(errorOf(await enter(one.email, 'AAAA-AAAA-AAAA-AAAA', stranger()))).toEqual([400, 'second_factor_wrong']);
  expect(await toldTimes(one.email)).toBe(1);

  // Right or wrong, from any network, even the owner's own: the same answer.
  for (const [code, from] of [
    ['000000', stranger()],
    [one.recovery[0]!, stranger()],
    [one.recovery[0]!, HOME],
  ] as const) {
    const refused = await enter(one.email, code, from);
    expect(errorOf(refused)).toEqual([403, 'codes_used_up']);
    expect(refused.body).toContain('Choose a new password by mail');
  }
  // A known device continues to work, and does not open the account for others.
  expect((await enter(one.email, one.recovery[0]!, stranger(), one.device)).status).toBe(200);
  expect(errorOf(await enter(one.email, one.recovery[1]!, stranger()))).toEqual([403, 'codes_used_up']);
  // Another process knows it as well.
  const other = await app.anotherInstance();
  const body = { challenge: await challenge(one.email, stranger()), code: one.recovery[1]! };
  expect(errorOf(await other.ask(undefined, 'POST', '/auth/second-factor', body))).toEqual([403, 'codes_used_up']);
  await other.close();
  expect(await toldTimes(one.email)).toBe(1);

  await post('/auth/password-reset', { email: one.email }, stranger());
  await sendRequestedMails(app);
  const [token] = await tokensMailedTo(app, one.email, /reset-password\?token=(\S+)/);
  const chosen = 'quite another long phrase';
  expect((await post('/auth/password-reset/complete', { token, password: chosen }, stranger())).status).toBe(200);
  expect(await wrongCodes(one.id)).toBe(0);
  expect((await enter(one.email, one.recovery[1]!, stranger(), undefined, chosen)).status).toBe(200);
});

it('a right code resets its own count and no other one', async () => {
  const one = await owner('right@example.org');
  await setWrongCodes(one.id, 99);
  expect((await enter(one.email, one.recovery[0]!, stranger())).status).toBe(200);
  expect(await wrongCodes(one.id)).toBe(99);
  expect(errorOf(await enter(one.email, '000000', stranger(), one.device))).toEqual([400, 'second_factor_wrong']);
  expect(errorOf(await enter(one.email, one.recovery[1]!, stranger()))).toEqual([403, 'codes_used_up']);
  expect((await enter(one.email, one.recovery[1]!, stranger(), one.device)).status).toBe(200);
  expect(await wrongCodes(one.id)).toBe(100);
});

it('a right code does not open the account that a simultaneous wrong one has closed', async () => {
  const one = await owner('meanwhile@example.org');
  await setWrongCodes(one.id, 98);
  const users = app.get(UsersRepository);
  // Counted, but not checked yet.
  expect(await app.get(Transactor).run((tx) => users.countCode(tx, one.id))).toBe(true);
  expect(errorOf(await enter(one.email, '000000', stranger()))).toEqual([400, 'second_factor_wrong']);
  await app.get(Transactor).run((tx) => users.uncountCode(tx, one.id));
  expect([await wrongCodes(one.id), await toldTimes(one.email)]).toEqual([100, 1]);
  expect(errorOf(await enter(one.email, one.recovery[0]!, stranger()))).toEqual([403, 'codes_used_up']);
});

it('of simultaneous guesses, only as many are checked as are left', async () => {
  const one = await owner('race@example.org');
  await setWrongCodes(one.id, 95);
  const guesses = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const from = stranger();
      return { from, challenge: await challenge(one.email, from) };
    }),
  );
  const answers = await Promise.all(
    guesses.map(({ from, challenge }) => post('/auth/second-factor', { challenge, code: '000000' }, from)),
  );
  const count = (error: string): number => answers.filter((answer) => answer.error === error).length;
  expect([count('second_factor_wrong'), count('codes_used_up')]).toEqual([5, 10]);
  expect([await wrongCodes(one.id), await toldTimes(one.email)]).toEqual([100, 1]);
});

describe('every route that takes a code counts wrong ones, and is closed on an unknown device', () => {
  it.each([
    ['step-up', '/account/step-up', 'step_up_failed'],
    ['turning it off', '/account/second-factor/remove', 'second_factor_wrong'],
    ['new recovery codes', '/account/second-factor/recovery-codes', 'second_factor_wrong'],
  ])('is %s', async (_name, url, wrong) => {
    const one = await owner(`${url.split('/').at(-1)}@example.org`);
    const at = (as: string, code: string) => post(url, { code }, stranger(), as);
    expect((await at(one.session, '000000')).error).toBe(wrong);
    expect(await wrongCodes(one.id)).toBe(1);
    await setWrongCodes(one.id, 99);
    expect((await at(one.session, '000000')).error).toBe(wrong);
    expect(await toldTimes(one.email)).toBe(1);
    // The session of one device, used on another.
    expect(errorOf(await at(one.session, one.recovery[0]!))).toEqual([403, 'codes_used_up']);
    expect((await at(`${one.session}; ${one.device}`, one.recovery[0]!)).status).toBe(200);
  });

  it('is known: only CheckCode compares a code', () => {
    const root = path.resolve(__dirname, '..');
    const callers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
      .filter((file) => /econdFactor\.prove\(/.test(readFileSync(path.join(root, file), 'utf8')));
    expect(callers).toEqual(['second-factor/check-code.ts']);
  });
});
