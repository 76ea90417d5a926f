import { Secret, TOTP } from 'otpauth';
import { cookieOf, TestApp } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { IdentityModule } from '../index.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

const app = TestApp.ofSpec([IdentityModule]);
const { query, post } = app;

const password = 'a long test phrase';
const me = (as: string) => app.ask<{ roles: { role: string }[]; withheld_roles: string[] }>(as, 'GET', '/me');
const password1 = (email: string) =>
  post<{ done: boolean; next: string; challenge: string }>('/auth/sign-in', { email, password });

/** The authenticator app: the code of `steps` half-minutes from now. */
const code = (seed: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Makes a current code usable again, so that a test need not wait for the next one. */
const clearStep = (email: string) =>
  query(
    `update identity.totp_factors set last_step = last_step - 3 where user_id = (select id from identity.users where email = $1)`,
    [email],
  );

async function enrol(email: string): Promise<{ cookie: string; seed: string; codes: string[] }> {
  const cookie = await app.signUp(email);
  const { data } = await post<{ secret: string; uri: string }>('/account/second-factor/start', {}, cookie);
  expect(data.uri).toContain(encodeURIComponent(email));
  const confirmed = await post<{ codes: string[] }>(
    '/account/second-factor/confirm',
    { code: code(data.secret) },
    cookie,
  );
  expect(confirmed.status).toBe(200);
  return { cookie, seed: data.secret, codes: confirmed.data.codes };
}

describe('setting up the second step', () => {
  it('takes effect with the first right code: other sessions end, seed and codes are encrypted', async () => {
    const email = 'setup@example.org';
    const other = await app.signUp(email);
    const { cookie, seed, codes } = await enrol(email);
    expect([(await me(cookie)).status, (await me(other)).status]).toEqual([200, 401]);
    expect(new Set(codes).size).toBe(10);
    const stored = JSON.stringify([
      await query('select * from identity.totp_factors'),
      await query('select * from identity.recovery_codes'),
    ]);
    expect(stored).not.toContain(seed);
    for (const one of codes) expect(stored).not.toContain(one.replaceAll('-', '').slice(4));
    const state = await app.ask(cookie, 'GET', '/account/second-factor');
    expect(state.data).toMatchObject({ on: true, recovery_codes_left: 10 });
    expect((await post('/account/second-factor/start', {}, cookie)).error).toBe('second_factor_on');
  });

  it('has no effect with a wrong code, before it was started, or for the seed of an earlier start', async () => {
    const cookie = await app.signUp('unfinished@example.org');
    const confirm = (text: string) => post('/account/second-factor/confirm', { code: text }, cookie);
    expect((await confirm('123456')).error).toBe('second_factor_not_started');
    const first = await post<{ secret: string }>('/account/second-factor/start', {}, cookie);
    const second = await post<{ secret: string }>('/account/second-factor/start', {}, cookie);
    expect(first.data.secret).not.toBe(second.data.secret);
    expect((await confirm(code(first.data.secret))).error).toBe('second_factor_wrong');
    expect((await password1('unfinished@example.org')).data).toMatchObject({ done: true, next: 'signed_in' });
  });
});

describe('signing in with a second step', () => {
  it('asks for a code after the password, and gives no session before', async () => {
    const { seed } = await enrol('two@example.org');
    await clearStep('two@example.org');
    const first = await password1('two@example.org');
    expect(first.data).toMatchObject({ done: false, next: 'second_factor' });
    expect(first.headers['set-cookie']).toBeUndefined();
    const { challenge } = first.data;
    expect(JSON.stringify(await query('select * from identity.sign_in_challenges'))).not.toContain(challenge);
    expect((await post('/auth/second-factor', { challenge, code: '000000' })).error).toBe('second_factor_wrong');
    const second = await post('/auth/second-factor', { challenge, code: ` ${code(seed).replace(/(...)/, '$1 ')}` });
    expect(second.status).toBe(200);
    expect((await me(cookieOf(second))).status).toBe(200);
    expect((await post('/auth/second-factor', { challenge, code: code(seed, 1) })).error).toBe('challenge_not_valid');
  });

  it('accepts each code once, also of two at the same moment, and no code before one that was accepted', async () => {
    const { seed } = await enrol('replay@example.org');
    await clearStep('replay@example.org');
    const challenges = await Promise.all(
      [1, 2, 3, 4].map(async () => (await password1('replay@example.org')).data.challenge),
    );
    const now = code(seed);
    const answers = await Promise.all(
      challenges.map((challenge) => post('/auth/second-factor', { challenge, code: now })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.filter((a) => a.status === 400).map((a) => a.error)).toEqual(Array(3).fill('second_factor_wrong'));
    const { challenge } = (await password1('replay@example.org')).data;
    expect((await post('/auth/second-factor', { challenge, code: code(seed, -1) })).error).toBe('second_factor_wrong');
  });

  it('accepts each recovery code once, in any spelling, and none of another person', async () => {
    const { codes } = await enrol('recover@example.org');
    const { codes: foreign } = await enrol('foreign@example.org');
    const into = async (text: string) => {
      const { challenge } = (await password1('recover@example.org')).data;
      return post('/auth/second-factor', { challenge, code: text });
    };
    expect((await into(foreign[0]!)).error).toBe('second_factor_wrong');
    const spelled = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const twice = await Promise.all([into(spelled), into(codes[0]!)]);
    expect(twice.map((a) => a.status).sort()).toEqual([200, 400]);
    const cookie = cookieOf(twice.find((a) => a.status === 200)!);
    const state = await app.ask(cookie, 'GET', '/account/second-factor');
    expect(state.data).toMatchObject({ recovery_codes_left: 9 });
    expect((await into(codes[1]!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).error).toBe(
      'second_factor_wrong',
    );
  });

  it('ends a challenge after five wrong codes, after five minutes, and the account’s attempts after ten', async () => {
    const { seed } = await enrol('guess@example.org');
    await clearStep('guess@example.org');
    const wrong = async (n: number, challenge: string) => {
      const seen: (string | undefined)[] = [];
      for (let i = 0; i < n; i++) seen.push((await post('/auth/second-factor', { challenge, code: '000000' })).error);
      return seen;
    };
    const one = (await password1('guess@example.org')).data.challenge;
    expect(await wrong(5, one)).toEqual(Array(5).fill('second_factor_wrong'));
    expect((await post('/auth/second-factor', { challenge: one, code: code(seed) })).error).toBe('challenge_not_valid');
    const old = (await password1('guess@example.org')).data.challenge;
    await query('update identity.sign_in_challenges set expires_at = clock_timestamp()');
    expect((await post('/auth/second-factor', { challenge: old, code: code(seed) })).error).toBe('challenge_not_valid');
    await wrong(5, (await password1('guess@example.org')).data.challenge);
    const last = (await password1('guess@example.org')).data.challenge;
    const refused = await post('/auth/second-factor', { challenge: last, code: code(seed) });
    expect([refused.status, refused.error]).toEqual([429, 'too_many_attempts']);
  });

  it('counts five attempts of more that begin at the same moment, and none for an ended challenge', async () => {
    await enrol('burst@example.org');
    const challenges = app.get(SecondFactorsRepository);
    const hash = async () => {
      await password1('burst@example.org');
      const [row] = await query<{ token_hash: string }>(
        'select token_hash from identity.sign_in_challenges order by expires_at desc limit 1',
      );
      return row!.token_hash;
    };
    const one = await hash();
    const tried = await Promise.all(Array.from({ length: 8 }, () => challenges.tryChallenge(one)));
    expect(tried.filter(Boolean)).toHaveLength(5);
    // Its person is no longer told, whatever the code.
    expect(await challenges.challenged(one)).toBeUndefined();
    const old = await hash();
    await query('update identity.sign_in_challenges set expires_at = clock_timestamp()');
    expect(await challenges.tryChallenge(old)).toBe(false);
  });

  it('ends a challenge when the password is changed meanwhile', async () => {
    const { cookie, seed } = await enrol('changed@example.org');
    await clearStep('changed@example.org');
    const { challenge } = (await password1('changed@example.org')).data;
    await post('/account/password', { current_password: password, password: 'another long phrase' }, cookie);
    expect((await post('/auth/second-factor', { challenge, code: code(seed) })).error).toBe('challenge_not_valid');
  });
});

describe('changing the second step', () => {
  it('needs a code to replace recovery codes, and to switch it off', async () => {
    const { cookie, seed, codes } = await enrol('off@example.org');
    await clearStep('off@example.org');
    const change = <T = Record<string, unknown>>(what: string, text: string) =>
      post<T>(`/account/second-factor/${what}`, { code: text }, cookie);
    expect((await change('remove', '000000')).error).toBe('second_factor_wrong');
    expect((await change('recovery-codes', '000000')).error).toBe('second_factor_wrong');
    const now = code(seed);
    const fresh = await change<{ codes: string[] }>('recovery-codes', now);
    expect(fresh.status).toBe(200);
    expect((await change('remove', now)).error).toBe('second_factor_wrong');
    expect((await change('remove', codes[0]!)).error).toBe('second_factor_wrong');
    expect((await change('remove', fresh.data.codes[0]!)).status).toBe(200);
    expect((await password1('off@example.org')).data).toMatchObject({ done: true, next: 'signed_in' });
    const actions = await query<{ action: string }>(
      `select a.action from platform.audit_log a join identity.users u on u.id = a.actor_id
       where u.email = 'off@example.org' and a.action ~ 'factor|recovery' order by a.id`,
    );
    expect(actions.map((row) => row.action)).toEqual([
      'user.second_factor_on',
      'user.recovery_codes_made',
      'user.second_factor_off',
    ]);
  });
});

describe('a second step that the setting requires of staff', () => {
  it('makes staff roles inactive until it is on, for sessions and tokens alike; other roles and demo persons are not', async () => {
    const strict = await TestApp.start([IdentityModule], {
      DATABASE_URL: app.database.url,
      SECOND_FACTOR_FOR_STAFF: 'required',
    });
    try {
      const { cookie, seed } = await enrol('staff@example.org');
      const [user] = await query<{ id: string }>(`select id from identity.users where email = 'staff@example.org'`);
      await grantByTwo(app, user!.id, 'admin');
      const made = await post<{ secret: string }>('/api-tokens', { name: 't', roles: [{ role: 'admin' }] }, cookie);
      const users = async (as: string) => {
        const answer = await strict.ask(as, 'GET', '/admin/users');
        return answer.error ?? answer.status;
      };
      const bearer = `Bearer ${made.data.secret}`;
      expect([await users(cookie), await users(bearer)]).toEqual([200, 200]);
      await clearStep('staff@example.org');
      await post('/account/second-factor/remove', { code: code(seed) }, cookie);
      expect([await users(cookie), await users(bearer)]).toEqual(['second_factor_required', 'second_factor_required']);
      const self = await strict.ask(cookie, 'GET', '/me');
      expect(self.data).toMatchObject({ roles: [], withheld_roles: ['admin'] });
      expect((await me(cookie)).data.withheld_roles).toEqual([]);
      expect(await users(await strict.demo('admin'))).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
