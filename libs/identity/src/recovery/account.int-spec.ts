import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import { cookieOf, TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { Random } from '@portal/kernel';
import type { PasswordChangedView } from './account.view.js';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { Passwords } from '../credentials/passwords.js';
import { mailedTo, sendRequestedMails, tokensMailedTo } from '../../../../test/support/people/mailed.js';

const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query, post, remove } = app;

const password = 'a long test phrase';
const next = 'another long phrase';
const signIn = async (email: string, pass: string) => post('/auth/sign-in', { email, password: pass });
const me = (as: string) => app.ask(as, 'GET', '/me');

const resetTokens = (to: string) => tokensMailedTo(app, to, /token=(dpr_\w+)/);

describe('a forgotten password', () => {
  it('is replaced once by the reader of the mail, all sessions end, and the owner is notified', async () => {
    const cookie = await app.signUp('forgot@example.org');
    expect((await post('/auth/password-reset', { email: ' FORGOT@example.org ' })).status).toBe(200);
    await sendRequestedMails(app);
    const [token] = await resetTokens('forgot@example.org');
    expect(JSON.stringify(await query('select * from identity.mailed_links'))).not.toContain(token);
    for (const refused of ['forgot@example.org', 'Football2026']) {
      const weak = await post('/auth/password-reset/complete', { token, password: refused });
      expect([weak.status, weak.error]).toEqual([400, 'password_too_weak']);
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('/auth/password-reset/complete', { token, password: next })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 404, 404]);
    expect(answers.find((a) => a.status === 404)!.error).toBe('reset_not_valid');
    expect((await me(cookie)).status).toBe(401);
    expect((await signIn('forgot@example.org', password)).error).toBe('sign_in_failed');
    expect((await signIn('forgot@example.org', next)).status).toBe(200);
    expect(
      await query(
        `select 1 from platform.mail_messages where recipient = 'forgot@example.org' and subject = 'Your password was changed'`,
      ),
    ).toHaveLength(1);
    expect(await query(`select 1 from platform.audit_log where action = 'user.password_reset'`)).toHaveLength(1);
  });

  it('keeps its link when a stranger requests another one, and no link works after 15 minutes', async () => {
    const email = 'twice@example.org';
    await app.signUp(email);
    for (const ip of ['192.0.2.1', '203.0.113.9', '203.0.113.10']) {
      await post('/auth/password-reset', { email }, undefined, { 'x-forwarded-for': ip });
      await sendRequestedMails(app);
    }
    const [first, second, third] = await resetTokens(email);
    const complete = (token: string | undefined, phrase: string) =>
      post('/auth/password-reset/complete', { token, password: phrase });
    const [{ minutes }] = (await query<{ minutes: number }>(
      `select extract(epoch from max(expires_at) - clock_timestamp())::float8 / 60 as minutes from identity.mailed_links`,
    )) as [{ minutes: number }];
    expect(Math.round(minutes)).toBe(15);
    // Of two at once, one counts, and all others are used up with it.
    const phrases = ['the phrase of one link', 'the phrase of another link'];
    const answers = await Promise.all([complete(first, phrases[0]!), complete(second, phrases[1]!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await signIn(email, phrases[answers.findIndex(({ status }) => status === 200)]!)).status).toBe(200);
    expect((await complete(third, next)).error).toBe('reset_not_valid');
    await post('/auth/password-reset', { email });
    await sendRequestedMails(app);
    await query('update identity.mailed_links set expires_at = clock_timestamp()');
    expect((await complete((await resetTokens(email)).at(-1), next)).error).toBe('reset_not_valid');
    await purgeOld(app);
    expect(await query('select 1 from identity.mailed_links')).toHaveLength(0);
  });

  it('leaves the same rows and the same answer whether or not the address has an account', async () => {
    await app.signUp('here@example.org');
    const traceOf = async (email: string) => {
      const before = await query<{ n: number }>('select count(*)::int as n from platform.outbox_events');
      const answer = await post('/auth/password-reset', { email });
      const after = await query<{ n: number }>('select count(*)::int as n from platform.outbox_events');
      const asked = await query('select kind from identity.mail_requests where email = $1', [email]);
      return { status: answer.status, data: answer.data, events: after[0]!.n - before[0]!.n, asked };
    };
    const [known, unknown, demo] = [
      await traceOf('here@example.org'),
      await traceOf('not-here@example.org'),
      await traceOf('admin@demo.local'),
    ];
    expect(unknown).toEqual(known);
    expect(demo).toEqual(known);
    await sendRequestedMails(app);
    expect(await resetTokens('here@example.org')).toHaveLength(1);
    expect(
      await query(
        `select 1 from platform.mail_messages where recipient in ('not-here@example.org', 'admin@demo.local')`,
      ),
    ).toHaveLength(0);
    expect(await query('select 1 from identity.mail_requests')).toHaveLength(0);
  });

  it('can be requested five times an hour per caller, for a known address or not, and others are not counted', async () => {
    await app.signUp('often@example.org');
    const ask = async (email: string, ip: string) =>
      (await post('/auth/password-reset', { email }, undefined, { 'x-forwarded-for': ip })).status;
    for (const email of ['often@example.org', 'never-seen@example.org']) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) statuses.push(await ask(email, '203.0.113.1'));
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      for (let i = 2; i < 12; i++) expect(await ask(email, `203.0.113.${i}`)).toBe(200);
    }
    await sendRequestedMails(app);
    // The number of mails is limited: its five links work.
    expect(await resetTokens('often@example.org')).toHaveLength(5);
  });
});

describe('a password', () => {
  it('is changed by a person who knows it, and all other sessions end', async () => {
    const here = await app.signUp('change@example.org');
    const there = cookieOf(await signIn('change@example.org', password));
    const wrong = await post('/account/password', { current_password: next, password: next }, here);
    expect([wrong.status, wrong.error, wrong.body.includes('/current_password')]).toEqual([
      400,
      'password_wrong',
      true,
    ]);
    expect((await post('/account/password', { current_password: password, password: next }, here)).status).toBe(200);
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 401]);
    expect((await signIn('change@example.org', next)).status).toBe(200);
  });

  it('cannot be guessed in somebody’s open session: after ten attempts the right one is refused too', async () => {
    const cookie = await app.signUp('guessed@example.org');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await post('/account/password', { current_password: `no ${i}`, password: next }, cookie)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await post('/account/password', { current_password: password, password: next }, cookie)).status).toBe(429);
  });
});

describe('API tokens of a person whose password changes', () => {
  const ORG = '0190a000-0000-7000-8000-0000000000aa';
  /** One token of each owner, and one that had ended before; their values. */
  async function tokensOf(email: string, cookie: string): Promise<Record<string, string>> {
    const [user] = await query<{ id: string }>('select id from identity.users where email = $1', [email]);
    const values: Record<string, string> = {};
    for (const owner of [
      { kind: 'person', userId: user!.id },
      { kind: 'organization', orgId: ORG },
      { kind: 'host' },
      { kind: 'person', userId: user!.id },
    ] as const) {
      const name = `${owner.kind}${Object.keys(values).length}`;
      values[name] = newToken('dpt', app.get(Random)).reveal();
      const { id } = await app.get(Transactor).run((tx) =>
        tx.bypassRowSecurity(() =>
          app.get(ApiTokensRepository).add(tx, {
            ...{ madeBy: user!.id, owner, name, prefix: 'dpt_abcd', access: 'read', days: 30 },
            tokenHash: sha256Hex(values[name]!),
            roles: [{ role: owner.kind === 'host' ? 'host' : 'author', scopeId: owner.kind === 'host' ? null : ORG }],
          }),
        ),
      );
      if (name === 'person3') await remove(`/api-tokens/${id}`, cookie);
    }
    return values;
  }
  const working = async (values: Record<string, string>): Promise<string[]> => {
    const names = [];
    for (const [name, value] of Object.entries(values))
      if (await app.get(ApiTokensRepository).usableByHash(sha256Hex(value))) names.push(name);
    return names;
  };

  it.each([
    [
      'changed',
      async (_email: string, cookie: string, more: object) =>
        post<PasswordChangedView>('/account/password', { current_password: password, password: next, ...more }, cookie),
    ],
    [
      'reset',
      async (email: string, _cookie: string, more: object) => {
        await post('/auth/password-reset', { email });
        await sendRequestedMails(app);
        const [token] = await resetTokens(email);
        return post<PasswordChangedView>('/auth/password-reset/complete', { token, password: next, ...more });
      },
    ],
  ])('end if personal when it is %s, while shared ones are named and end on request', async (how, change) => {
    for (const shared of [false, true]) {
      const email = `tokens-${how}-${shared}@example.org`;
      const cookie = await app.signUp(email);
      const values = await tokensOf(email, cookie);
      expect(await working(values)).toEqual(['person0', 'organization1', 'host2']);
      const refused = await change(email, cookie, { end_shared_tokens: 'yes' });
      expect([refused.status, refused.error]).toEqual([400, 'invalid_request']);
      expect(await working(values)).toHaveLength(3);
      await query('delete from platform.mail_messages where recipient = $1', [email]);
      const done = await change(email, cookie, shared ? { end_shared_tokens: true } : {});
      expect(done.status).toBe(200);
      const kept = shared ? [] : ['organization1', 'host2'];
      expect([done.data.ended_tokens, done.data.kept_tokens.map(({ name }) => name)]).toEqual([shared ? 3 : 1, kept]);
      expect(await working(values)).toEqual(kept);
      const mail = (await mailedTo(app, email)).find(({ subject }) => subject === 'Your password was changed')!.text;
      expect(mail).toContain('tokens have been revoked:\n> person0');
      expect(mail.includes('still work')).toBe(!shared);
      expect(mail).not.toContain('person3');
      const audited = await query<{ n: number }>(
        `select count(*)::int as n from platform.audit_log where action = 'api_token.revoked' and reason = 'the password was changed'
         and actor_id = (select id from identity.users where email = $1)`,
        [email],
      );
      expect(audited).toEqual([{ n: done.data.ended_tokens }]);
    }
  });
});

describe('a password that is replaced at the same moment', () => {
  /** Makes the next password comparison return its result from before `meanwhile`. */
  function whilePasswordIsCompared(meanwhile: () => Promise<unknown>): void {
    const passwords = app.get(Passwords);
    const matches = passwords.matches.bind(passwords);
    jest.spyOn(passwords, 'matches').mockImplementationOnce(async (hash, shown) => {
      const same = await matches(hash, shown);
      // Done by someone else, not by the waiting caller.
      await bypassRowSecurity(meanwhile);
      return same;
    });
  }
  async function reset(email: string): Promise<void> {
    await post('/auth/password-reset', { email });
    await sendRequestedMails(app);
    const token = (await resetTokens(email)).at(-1);
    expect((await post('/auth/password-reset/complete', { token, password: next })).status).toBe(200);
  }

  it('opens no session any more', async () => {
    await app.signUp('raced@example.org');
    whilePasswordIsCompared(() => reset('raced@example.org'));
    const late = await signIn('raced@example.org', password);
    expect([late.status, late.error, late.headers['set-cookie']]).toEqual([401, 'sign_in_failed', undefined]);
    expect(
      await query(
        `select 1 from identity.sessions s join identity.users u on u.id = s.user_id where u.email = 'raced@example.org' and s.revoked_at is null`,
      ),
    ).toHaveLength(0);
  });

  it('cannot be used to change it back', async () => {
    const cookie = await app.signUp('changed-back@example.org');
    whilePasswordIsCompared(() => reset('changed-back@example.org'));
    const late = await post(
      '/account/password',
      { current_password: password, password: 'the phrase of a thief' },
      cookie,
    );
    expect([late.status, late.error]).toEqual([400, 'password_wrong']);
    expect((await signIn('changed-back@example.org', next)).status).toBe(200);
  });

  it('asks for a second step that was switched on meanwhile', async () => {
    await app.signUp('stepped@example.org');
    whilePasswordIsCompared(() =>
      query(
        `insert into identity.totp_factors (user_id, seed, confirmed_at, last_step) select id, 'v1.a.b.c', clock_timestamp(), 1 from identity.users where email = 'stepped@example.org'`,
      ),
    );
    expect((await signIn('stepped@example.org', password)).data).toMatchObject({ next: 'second_factor' });
  });
});

describe('sessions', () => {
  const list = async (as: string) =>
    (
      await app.ask<{ items: { id: string; current: boolean; user_agent: string | null }[] }>(
        as,
        'GET',
        '/account/sessions',
      )
    ).data.items;

  it('are listed to their owner alone, and end when the owner ends them', async () => {
    const here = await app.signUp('list@example.org');
    const there = cookieOf(
      await post('/auth/sign-in', { email: 'list@example.org', password }, undefined, { 'user-agent': 'Phone' }),
    );
    const mine = await list(here);
    expect(mine.map((s) => [s.current, s.user_agent])).toEqual([
      [false, 'Phone'],
      [true, expect.any(String)],
    ]);
    const phone = mine[0]!.id;
    expect((await me(there)).status).toBe(200);
    expect((await remove(`/account/sessions/${phone}`, here)).data).toEqual({ revoked: 1 });
    expect((await me(there)).status).toBe(401);
    expect((await remove(`/account/sessions/${phone}`, here)).error).toBe('session_not_found');
    expect(await list(here)).toHaveLength(1);
  });

  it('all end at once except the current one', async () => {
    const here = await app.signUp('many@example.org');
    const others = [await signIn('many@example.org', password), await signIn('many@example.org', password)].map(
      cookieOf,
    );
    expect((await post('/account/sessions/revoke-others', {}, here)).data).toEqual({ revoked: 2 });
    expect(await Promise.all([here, ...others].map(async (as) => (await me(as)).status))).toEqual([200, 401, 401]);
  });

  it('are a hundred at most: one more ends those that were used longest ago', async () => {
    const here = await app.signUp('hundred@example.org');
    await query(
      `insert into identity.sessions (id, user_id, token_hash, last_seen_at)
       select gen_random_uuid(), user_id, encode(sha256(n::text::bytea), 'hex'), last_seen_at - n * interval '1 second'
       from generate_series(1, 120) n, identity.sessions where user_id = (select id from identity.users where email = $1)`,
      ['hundred@example.org'],
    );
    const next = cookieOf(await signIn('hundred@example.org', password));
    expect(await list(next)).toHaveLength(100);
    expect([(await me(here)).status, (await me(next)).status]).toEqual([200, 200]);
  });

  it('are a hundred at most when several are opened at the same time, and none is refused', async () => {
    await app.signUp('crowd@example.org');
    await query(
      `insert into identity.sessions (id, user_id, token_hash)
       select gen_random_uuid(), id, encode(sha256((n || email)::bytea), 'hex')
       from generate_series(1, 110) n, identity.users where email = $1`,
      ['crowd@example.org'],
    );
    const opened = await Promise.all(Array.from({ length: 8 }, () => signIn('crowd@example.org', password)));
    expect(opened.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('of finance and admin end after 15 minutes without a request', async () => {
    for (const [person, status] of [
      ['admin', 401],
      ['finance-preparer', 401],
      ['reviewer', 200],
    ] as const) {
      const cookie = await app.demo(person);
      await query(
        `update identity.sessions set last_seen_at = clock_timestamp() - interval '15 minutes'
         where revoked_at is null and user_id = (select id from identity.users where demo_person = $1)`,
        [person],
      );
      expect([person, (await me(cookie)).status]).toEqual([person, status]);
    }
  });
});

describe('limits of attempts', () => {
  it('are one count for all processes', async () => {
    await app.signUp('shared@example.org');
    const second = await TestApp.start([IdentityModule], { DATABASE_URL: app.database.url });
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) {
        const where = i % 2 === 0 ? app : second;
        const answer = await where.ask(undefined, 'POST', '/auth/sign-in', {
          email: 'shared@example.org',
          password: 'not the password',
        });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    } finally {
      await second.close();
    }
  });

  it('for refused attempts at one address do not lock the owner out elsewhere', async () => {
    await app.signUp('owner@example.org');
    const from = (ip: string, pass: string) =>
      post('/auth/sign-in', { email: 'owner@example.org', password: pass }, undefined, { 'x-forwarded-for': ip });
    for (let i = 0; i < 60; i++) await from('203.0.113.77', 'guess');
    expect((await from('203.0.113.77', password)).status).toBe(429);
    expect((await from('198.51.100.9', password)).status).toBe(200);
  });

  it('state how long to wait, the same for known and unknown addresses', async () => {
    await app.signUp('told@example.org');
    const waits: number[] = [];
    for (const email of ['told@example.org', 'nobody-told@example.org'])
      for (const [url, body, tries] of [
        ['/auth/sign-in', { email, password: 'guess number guess' }, 11],
        ['/auth/password-reset', { email }, 6],
      ] as const) {
        const answers: Answer[] = [];
        for (let i = 0; i < tries; i++)
          answers.push(await post(url, body, undefined, { 'x-forwarded-for': '192.0.2.55' }));
        const { status, headers, body: text } = answers.at(-1)!;
        const { message } = JSON.parse(text) as { message: string };
        const [, n, unit] = /^Too many attempts\. Try again in (\d+) (second|minute)s?\.$/.exec(message) ?? [];
        waits.push(status);
        // Never earlier than the header says.
        expect(Number(n) * (unit === 'minute' ? 60 : 1)).toBeGreaterThanOrEqual(Number(headers['retry-after']));
      }
    expect(waits).toEqual([429, 429, 429, 429]);
  });

  it('count a customer of an IPv6 network once, whichever of the network’s addresses is used', async () => {
    const limits = app.get(AttemptLimits);
    for (let i = 0; i < 60; i++) await limits.afterMiss(`2001:db8:1:2::${i.toString(16)}`);
    await expect(limits.afterMiss('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'too_many_attempts' });
    await limits.afterMiss('2001:db8:1:3::1');
  });

  it('begin again when their window has ended, and count 100 concurrent attempts as 100', async () => {
    const email = 'window@example.org';
    await app.signUp(email);
    for (let i = 0; i < 11; i++) await signIn(email, 'guess number guess');
    expect((await signIn(email, password)).status).toBe(429);
    await query('update identity.attempts set ends_at = clock_timestamp()');
    expect((await signIn(email, password)).status).toBe(200);
    const { AttemptsRepository } = await import('../credentials/attempts.repository.js');
    const counted = await Promise.all(
      Array.from({ length: 100 }, () => app.get(AttemptsRepository).count('test', 'race', 60)),
    );
    expect(new Set(counted).size).toBe(100);
  });
});
