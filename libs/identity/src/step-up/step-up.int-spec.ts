import { Secret, TOTP } from 'otpauth';
import { Transactor } from '@portal/platform/database';
import { cookieOf, TestApp } from '../../../../test/support/http/http-app.js';
import { DEMO_PASSWORD } from '../sign-in/domain/demo-persons.js';
import { Identity, IdentityModule } from '../index.js';

const app = TestApp.ofSpec([IdentityModule], { STEP_UP_MINUTES: '5' });
const { query, post } = app;

const password = 'a long test phrase';
/** A route that shows a secret. */
const makeToken = (as: string) =>
  post<{ secret: string }>('/api-tokens', { name: 't', roles: [{ role: 'admin' }] }, as);
const stepUp = (as: string, shown: object) => post('/account/step-up', shown, as);
const age = (ms: number) =>
  query(`update identity.sessions set authenticated_at = clock_timestamp() - $1 * interval '1 millisecond'`, [ms]);
const method = async (as: string) => (await app.ask(as, 'GET', '/account/step-up')).data['method'];

describe('a route that shows a secret or moves money', () => {
  it('works just after signing in, is refused five minutes later, and works again after a new proof', async () => {
    const cookie = await app.demo('admin');
    expect((await makeToken(cookie)).status).toBe(201);
    await age(4 * 60_000);
    expect((await makeToken(cookie)).status).toBe(201);
    await age(5 * 60_000);
    const refused = await makeToken(cookie);
    expect([refused.status, refused.error]).toEqual([403, 'step_up_required']);
    expect((await app.ask(cookie, 'GET', '/api-tokens')).status).toBe(200);
    expect((await stepUp(cookie, { password: 'wrong' })).error).toBe('step_up_failed');
    expect((await makeToken(cookie)).error).toBe('step_up_required');
    const proved = await stepUp(cookie, { password: DEMO_PASSWORD });
    expect((await makeToken(cookieOf(proved))).status).toBe(201);
  });

  it('uses the setting for how long a proof counts', async () => {
    const hour = await TestApp.start([IdentityModule], { DATABASE_URL: app.database.url, STEP_UP_MINUTES: '60' });
    try {
      const as = await hour.demo('admin');
      await age(59 * 60_000);
      const body = { name: 't', roles: [{ role: 'admin' }] };
      const asked = () => hour.ask(as, 'POST', '/api-tokens', body);
      expect((await asked()).status).toBe(201);
      await age(60 * 60_000);
      expect((await asked()).error).toBe('step_up_required');
    } finally {
      await hour.close();
    }
  });

  it('is refused to API tokens, which cannot prove anything', async () => {
    const author = await app.demo('author');
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = 'author'`);
    const scopeId = '00000000-0000-7000-8000-00000000000c';
    await app
      .get(Transactor)
      .run((tx) => app.get(Identity).grantRole(tx, { userId: row!.id, role: 'author', scopeId }));
    const body = { name: 't', roles: [{ role: 'author', scope_id: scopeId }], access: 'write' };
    const bearer = `Bearer ${(await post<{ secret: string }>('/api-tokens', body, author)).data.secret}`;
    expect((await post('/api-tokens', body, bearer)).error).toBe('session_required');
    expect((await stepUp(bearer, { password: DEMO_PASSWORD })).error).toBe('session_required');
  });

  it('checks the role first, so that nobody proves identity in vain', async () => {
    const cookie = await app.signUp('role@example.org');
    await age(10 * 60_000);
    const answer = await post(
      `/admin/users/00000000-0000-7000-8000-000000000001/roles`,
      { role: 'admin', reason: 'I would like to' },
      cookie,
    );
    expect(answer.error).toBe('forbidden');
  });
});

describe('a proof of identity', () => {
  it('is the password, after which the session has a new token, and the old one soon ends', async () => {
    const cookie = await app.signUp('proof@example.org');
    expect(await method(cookie)).toBe('password');
    expect((await stepUp(cookie, {})).error).toBe('step_up_failed');
    expect((await stepUp(cookie, { password: DEMO_PASSWORD })).error).toBe('step_up_failed');
    await age(10 * 60_000);
    const fresh = cookieOf(await stepUp(cookie, { password }));
    expect(fresh).not.toBe(cookie);
    const recent = async (as: string) => {
      const answer = await app.ask(as, 'GET', '/account/step-up');
      return answer.error ?? answer.data['recent'];
    };
    // The old token can still read for requests in progress, but has no confirmation.
    expect([await recent(fresh), await recent(cookie)]).toEqual([true, false]);
    await query(
      `update identity.sessions set rotated_at = rotated_at - interval '30 seconds' where rotated_at is not null`,
    );
    expect([await recent(fresh), await recent(cookie)]).toEqual([true, 'unauthenticated']);
    const rows = await query(
      `select 1 from identity.sessions s join identity.users u on u.id = s.user_id where u.email = 'proof@example.org' and s.revoked_at is null`,
    );
    expect(rows).toHaveLength(1);
  });

  it('is a code where the second step is on, the password no longer, and each code once', async () => {
    const cookie = await app.signUp('factor@example.org');
    const { data } = await post<{ secret: string }>('/account/second-factor/start', {}, cookie);
    const code = () => new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
    await post('/account/second-factor/confirm', { code: code() }, cookie);
    expect(await method(cookie)).toBe('code');
    expect((await stepUp(cookie, { password })).error).toBe('step_up_failed');
    await query('update identity.totp_factors set last_step = last_step - 3');
    const now = code();
    expect((await stepUp(cookie, { code: now })).status).toBe(200);
    expect((await stepUp(cookie, { code: now })).error).toBe('step_up_failed');
  });

  it('cannot be guessed: after ten tries the right password is refused too', async () => {
    const cookie = await app.signUp('brute@example.org');
    for (let i = 0; i < 10; i++) expect((await stepUp(cookie, { password: `no ${i}` })).status).toBe(400);
    expect((await stepUp(cookie, { password })).status).toBe(429);
  });

  it('is no password of the demo outside of demo mode, nor for anybody with one of their own', async () => {
    const cookie = await app.demo('reviewer');
    expect(await method(cookie)).toBe('demo_password');
    const plain = await TestApp.start([IdentityModule], { DATABASE_URL: app.database.url, DEMO: '0' });
    try {
      const answer = await plain.ask(cookie, 'POST', '/account/step-up', { password: DEMO_PASSWORD });
      expect([answer.status, answer.error]).toEqual([409, 'step_up_by_sign_in']);
    } finally {
      await plain.close();
    }
  });
});

it('is required before a second step is set up', async () => {
  const cookie = await app.signUp('enrol@example.org');
  await age(10 * 60_000);
  expect((await post('/account/second-factor/start', {}, cookie)).error).toBe('step_up_required');
});
