import { Secret, TOTP } from 'otpauth';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { OidcProvider, type Claims } from '../../../../test/support/people/oidc-provider.js';
import { IdentityModule } from '../index.js';

let provider: OidcProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await OidcProvider.start();
  app = await TestApp.start([IdentityModule], provider.settings);
});
afterAll(async () => {
  await app.close();
  provider.close();
});
afterEach(() => {
  provider.tamper = () => undefined;
  provider.forge = false;
});

const query = <R>(sql: string, params: unknown[] = []) => app.query<R>(sql, params);
const get = (url: string, as?: string) => app.call({ method: 'GET', url, ...(as ? { as } : {}) });
const person = (name: string): Claims => ({
  sub: `sub-${name}`,
  email: `${name}@id.example`,
  email_verified: true,
  name,
});
const setCookies = (answer: Answer<unknown>): string[] => [answer.headers['set-cookie'] ?? []].flat().map(String);
const valueOf = (answer: Answer<unknown>, name: string): string | undefined =>
  setCookies(answer)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0];

async function begin(search = ''): Promise<{ url: string; cookie: string }> {
  const started = await get(`/api/v1/auth/oidc/start${search}`);
  expect(started.status).toBe(303);
  return { url: String(started.headers['location']), cookie: valueOf(started, 'portal_oidc')! };
}
/** The whole sign-in; returns the last response. */
async function enter(claims: Claims, search = '', authTime?: number): Promise<Answer> {
  const { url, cookie } = await begin(search);
  return get(provider.login(url, claims, authTime), cookie);
}
const session = (answer: Answer): string => valueOf(answer, 'portal_session')!;
const problem = (answer: Answer): string | null =>
  new URL(String(answer.headers['location']), 'http://x').searchParams.get('problem');

describe('signing in at the provider', () => {
  it('makes an account for a new person, and finds it later by the person and not by the address', async () => {
    const first = await enter(person('new'), '?to=/author');
    expect([first.status, first.headers['location']]).toEqual([303, '/author']);
    const me = await get('/api/v1/me', session(first));
    expect(me.data).toMatchObject({ user: { email: 'new@id.example', name: 'new' }, roles: [] });
    const again = await enter({ ...person('new'), email: 'moved@id.example', email_verified: false });
    expect((await get('/api/v1/me', session(again))).data['user']).toEqual(me.data['user']);
    expect(await query(`select 1 from identity.users where email = 'moved@id.example'`)).toHaveLength(0);
    expect(await query(`select 1 from platform.audit_log where action = 'user.external_login_linked'`)).toHaveLength(1);
  });

  it('opens an existing account once its owner has signed in there, and no demo person’s', async () => {
    const known = await app.signUp('has@id.example', 'Has');
    await app.signUp('stranger@id.example', 'Stranger');
    expect(problem(await enter({ ...person('has'), email_verified: false }))).toBe('oidc_email_not_verified');
    const claims = { ...person('has'), email: 'HAS@id.example' };
    const first = await enter(claims, '?to=/author');
    expect([problem(first), session(first)]).toEqual(['oidc_sign_in_first', undefined]);
    expect(new URL(String(first.headers['location']), 'http://x').searchParams.get('to')).toBe('/author');
    const carried = valueOf(first, 'portal_login')!;
    const signIn = (email: string, cookie: string) =>
      app.call<{ challenge: string | null }>({
        method: 'POST',
        url: '/api/v1/auth/sign-in',
        body: { email, password: 'a long test phrase' },
        as: cookie,
      });
    const secret = (await app.ask<{ secret: string }>(known, 'POST', '/account/second-factor/start')).data.secret;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await app.ask(known, 'POST', '/account/second-factor/confirm', { code: code() });
    await query('update identity.totp_factors set last_step = last_step - 3');
    // It is linked neither by another person, nor by a password without the second step, nor by a forged cookie.
    await signIn('stranger@id.example', carried);
    await signIn('stranger@id.example', 'portal_login=v1.t1.forged.cookie');
    const { challenge } = (await signIn('has@id.example', carried)).data;
    expect(problem(await enter(claims))).toBe('oidc_sign_in_first');
    const second = { method: 'POST', url: '/api/v1/auth/second-factor', body: { challenge, code: code() } } as const;
    expect((await app.call({ ...second, as: carried })).status).toBe(200);
    expect(new URL(String((await enter(claims)).headers['location']), 'http://x').searchParams.has('challenge')).toBe(
      true,
    );
    await app.demo('admin');
    expect(problem(await enter({ ...person('demo'), email: 'admin@demo.local' }))).toBe('oidc_failed');
  });

  it('opens no account for another person to whom the provider gave its address later', async () => {
    await enter({ ...person('before'), email: 'desk@id.example' });
    expect(problem(await enter({ ...person('after'), email: 'desk@id.example' }))).toBe('oidc_failed');
    expect(await query(`select 1 from identity.external_logins where subject = 'sub-after'`)).toHaveLength(0);
  });

  it('opens no account for an address that only looks like its own', async () => {
    await app.signUp('karl@id.example', 'Karl');
    const kelvin = '\u212Aarl@id.example';
    expect(problem(await enter({ ...person('alike'), email: kelvin }))).toBe('oidc_failed');
    expect(await query(`select 1 from identity.external_logins where subject = 'sub-alike'`)).toHaveLength(0);
    // The database distinguishes them too, for every writer.
    expect(
      await query('select platform.folded($1) = platform.folded($2) as same', [kelvin, 'karl@id.example']),
    ).toEqual([{ same: false }]);
  });

  it('removes a password that a stranger set on an address they never confirmed', async () => {
    await app.signUp('victim@id.example');
    await query(`update identity.users set email_confirmed_at = null where email = 'victim@id.example'`);
    expect((await enter(person('victim'))).headers['location']).toBe('/');
    const body = { email: 'victim@id.example', password: 'a long test phrase' };
    expect((await app.ask(undefined, 'POST', '/auth/sign-in', body)).error).toBe('sign_in_failed');
  });

  it('makes one account of two concurrent first sign-ins', async () => {
    const both = await Promise.all([enter(person('twin')), enter(person('twin'))]);
    expect(both.map((answer) => answer.headers['location'])).toEqual(['/', '/']);
    expect(await query(`select 1 from identity.users where email = 'twin@id.example'`)).toHaveLength(1);
  });

  it('asks for the second step where it is on', async () => {
    const as = session(await enter(person('two')));
    const post = (url: string, body: object) => app.ask<{ secret: string }>(as, 'POST', url, body);
    const { secret } = (await post('/account/second-factor/start', {})).data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await post('/account/second-factor/confirm', { code })).status).toBe(200);
    const back = await enter(person('two'), '?to=/author');
    expect(session(back)).toBeUndefined();
    const location = new URL(String(back.headers['location']), 'http://x');
    expect([location.pathname, location.searchParams.get('to')]).toEqual(['/sign-in', '/author']);
    expect(location.searchParams.get('challenge')).toMatch(/^dpf_/);
  });

  it('is as recent as the provider states, and a step-up asks the provider again', async () => {
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    const old = session(await enter(person('old'), '', hourAgo));
    const how = (as: string) => get('/api/v1/account/step-up', as);
    expect((await how(old)).data).toMatchObject({ method: 'sign_in', recent: false });
    expect(new URL((await begin('?fresh=1')).url).searchParams.get('max_age')).toBe('0');
    expect(problem(await enter(person('old'), '?fresh=1', hourAgo))).toBe('oidc_failed');
    expect((await how(session(await enter(person('old'), '?fresh=1')))).data).toMatchObject({ recent: true });
  });

  it('is refused to a disabled person', async () => {
    await enter(person('gone'));
    await query(`update identity.users set disabled_at = now() where email = 'gone@id.example'`);
    expect(problem(await enter(person('gone')))).toBe('oidc_failed');
  });
});

describe('an answer of the provider is refused', () => {
  it.each<[string, (claims: Record<string, unknown>) => void]>([
    ['another nonce', (claims) => (claims['nonce'] = 'other')],
    ['another audience', (claims) => (claims['aud'] = 'somebody-else')],
    ['another issuer', (claims) => (claims['iss'] = 'https://evil.example')],
    ['an ID token that has ended', (claims) => (claims['exp'] = 1_000)],
    ['no address', (claims) => delete claims['email']],
    ['an address that is none', (claims) => (claims['email'] = 'not an address')],
    ['no time of signing in', (claims) => delete claims['auth_time']],
  ])('with %s', async (_what, tamper) => {
    provider.tamper = tamper;
    const answer = await enter(person('refused'));
    expect([answer.status, problem(answer), session(answer)]).toEqual([303, 'oidc_failed', undefined]);
    expect(await query(`select 1 from identity.users where email = 'refused@id.example'`)).toHaveLength(0);
  });

  it('with a signature by a key that the provider does not publish', async () => {
    provider.forge = true;
    expect(problem(await enter(person('refused')))).toBe('oidc_failed');
  });

  it('in another browser, with another state, without the cookie, or twice', async () => {
    const mine = await begin();
    const other = await begin();
    const path = provider.login(mine.url, person('browser'));
    expect(problem(await get(path, other.cookie))).toBe('oidc_failed');
    expect(problem(await get(path))).toBe('oidc_failed');
    expect(problem(await get(path.replace(/state=[^&]*/, 'state=x'), mine.cookie))).toBe('oidc_failed');
    expect(problem(await get(path, 'portal_oidc=v1.t1.forged.cookie'))).toBe('oidc_failed');
    const fresh = await begin();
    const back = provider.login(fresh.url, person('browser'));
    expect((await get(back, fresh.cookie)).headers['location']).toBe('/');
    expect(problem(await get(back, fresh.cookie))).toBe('oidc_failed');
    expect(problem(await get('/api/v1/auth/oidc/callback?error=access_denied', (await begin()).cookie))).toBe(
      'oidc_failed',
    );
  });

  it('with a redirect to another site afterwards', async () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\\b', 'javascript:1'])
      expect([to, (await enter(person('out'), `?to=${encodeURIComponent(to)}`)).headers['location']]).toEqual([
        to,
        '/',
      ]);
  });
});

it('signing in at the provider is absent without one, and fails clearly while the provider is unavailable', async () => {
  const none = await TestApp.start([IdentityModule], { DATABASE_URL: app.database.url });
  const away = await TestApp.start([IdentityModule], {
    ...provider.settings,
    DATABASE_URL: app.database.url,
    OIDC_ISSUER: 'http://127.0.0.1:1',
  });
  try {
    const ask = (where: TestApp, url: string) => where.ask(undefined, 'GET', `/auth/oidc${url}`);
    expect((await ask(none, '')).data).toEqual({ name: null, password_at_sign_up: true });
    expect((await ask(none, '/start')).error).toBe('oidc_not_configured');
    expect((await ask(app, '')).data).toEqual({ name: 'Test ID', password_at_sign_up: true });
    expect((await ask(away, '/start')).error).toBe('oidc_failed');
  } finally {
    await away.close();
    await none.close();
  }
});
