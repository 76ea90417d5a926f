import { Transactor } from '@portal/platform/database';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { cookieOf, TestApp } from '../../../../test/support/http/http-app.js';
import { DemoPersons, Identity, IdentityModule } from '../index.js';

const app = TestApp.ofSpec([IdentityModule]);
const { query } = app;

const password = 'a long test phrase';
const signUp = (email: string, name = 'Somebody') =>
  app.ask(undefined, 'POST', '/auth/sign-up', { email, password, name });
const signIn = (email: string, pass = password, headers = {}) =>
  app.ask(undefined, 'POST', '/auth/sign-in', { email, password: pass }, headers);
const ORG = '00000000-0000-7000-8000-00000000000b';
const me = (as?: string) =>
  app.ask<{ user: { email: string }; roles: { role: string }[]; areas: string[] }>(as, 'GET', '/me');

describe('accounts', () => {
  it('are made by signing up, with a session whose token is stored only as a hash', async () => {
    const cookie = await app.signUp('ada@example.org', 'Ada');
    expect((await me(cookie)).data).toMatchObject({
      user: { email: 'ada@example.org', name: 'Ada' },
      roles: [],
      areas: ['author'],
      mode: 'sandbox',
      demo: true,
    });
    const token = cookie.split('=')[1]!;
    const rows = await query<{ all: string }>(`select jsonb_agg(s)::text as all from identity.sessions s`);
    expect(rows[0]!.all).not.toContain(token);
    expect(
      (
        await query<{ password_hash: string }>(
          `select password_hash from identity.users where email = 'ada@example.org'`,
        )
      )[0]!.password_hash,
    ).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('have a cookie that scripts cannot read, other sites cannot send, and https binds to the host', async () => {
    const header = String(
      (await app.ask(undefined, 'POST', '/demo/sign-in', { person: 'admin' })).headers['set-cookie'],
    );
    expect(header).toMatch(/^portal_session=dps_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
  });

  it('are found by their address in any case, and signing up again does not reveal that', async () => {
    const first = await signUp('Grace@Example.org');
    const again = await signUp('gRACE@example.ORG');
    expect({ status: again.status, data: again.data, cookie: again.headers['set-cookie'] }).toEqual({
      status: first.status,
      data: first.data,
      cookie: undefined,
    });
    expect(await query(`select 1 from identity.users where lower(email) = 'grace@example.org'`)).toHaveLength(1);
    expect(
      await query(`select 1 from platform.mail_messages where subject = 'You already have an account'`),
    ).toHaveLength(1);
    await expect(
      query(`insert into identity.users (id, email, name) values (gen_random_uuid(), 'GRACE@EXAMPLE.ORG', 'x')`),
    ).rejects.toThrow('users_email');
  });

  it('are made once by two concurrent sign-ups', async () => {
    const answers = await Promise.all([signUp('twin@example.org'), signUp('twin@example.org')]);
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    expect(await query(`select 1 from identity.users where email = 'twin@example.org'`)).toHaveLength(1);
  });

  it('refuse a wrong password, an unknown address and a person without password alike', async () => {
    await signUp('known@example.org');
    const answers = await Promise.all([
      signIn('known@example.org', 'not the password'),
      signIn('unknown@example.org', 'not the password'),
      signIn('admin@demo.local', 'not the password'),
    ]);
    expect(answers.map((a) => [a.status, a.error])).toEqual(Array(3).fill([401, 'sign_in_failed']));
  });

  it('refuse weak passwords and unknown fields with a pointer', async () => {
    const weak = await app.ask(undefined, 'POST', '/auth/sign-up', {
      email: 'w@example.org',
      password: 'password1234',
      name: 'W',
    });
    expect([weak.status, weak.error]).toEqual([400, 'password_too_weak']);
    expect(weak.body).toContain('"/password"');
    const extra = await app.ask(undefined, 'POST', '/auth/sign-up', {
      email: 'w@example.org',
      password,
      name: 'W',
      roles: ['admin'],
    });
    expect([extra.status, extra.error]).toEqual([400, 'invalid_request']);
  });

  it('block further attempts after too many wrong passwords, whether they exist or not', async () => {
    await signUp('target@example.org');
    for (const email of ['target@example.org', 'nobody-here@example.org']) {
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++)
        statuses.push((await signIn(email, 'guess number guess', { 'x-forwarded-for': '203.0.113.9' })).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    }
    const last = await signIn('target@example.org', password, { 'x-forwarded-for': '203.0.113.9' });
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await signIn('target@example.org', password, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
  });
});

describe('sessions', () => {
  it('end at sign-out, and with the next sign-in from the same browser', async () => {
    const first = await app.signUp('s1@example.org');
    const second = cookieOf(await app.ask(first, 'POST', '/auth/sign-in', { email: 's1@example.org', password }));
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 200]);
    await app.ask(second, 'POST', '/auth/sign-out', {});
    expect((await me(second)).status).toBe(401);
  });

  it.each([
    ['30 minutes without a request', `last_seen_at = clock_timestamp() - interval '30 minutes'`],
    ['12 hours', `created_at = clock_timestamp() - interval '12 hours'`],
  ])('end after %s', async (_name, change) => {
    const cookie = await app.signUp(`idle${Math.abs(_name.length)}@example.org`);
    expect((await me(cookie)).status).toBe(200);
    await app.byOwner(
      `update identity.sessions set ${change} where user_id = (select id from identity.users where email = $1)`,
      [`idle${_name.length}@example.org`],
    );
    expect((await me(cookie)).status).toBe(401);
  });

  it('survive when the sandbox clock is moved by months', async () => {
    const cookie = await app.signUp('clock@example.org');
    await query(`update platform.test_clock set offset_ms = 90::bigint * 86400000`);
    expect((await me(cookie)).status).toBe(200);
  });

  it('are refused from another site', async () => {
    const cookie = await app.demo('admin');
    const answer = await app.ask(cookie, 'POST', '/auth/sign-out', {}, { origin: 'https://evil.example' });
    expect([answer.status, answer.error]).toEqual([403, 'foreign_origin']);
  });
});

describe('API tokens', () => {
  const make = (as: string, body: object) =>
    app.ask<{ token: { id: string; prefix: string }; secret: string }>(as, 'POST', '/api-tokens', body);

  it('carry a subset of the roles of their maker, are shown once and end when revoked', async () => {
    const admin = await app.demo('admin');
    const made = await make(admin, { name: 'ci', roles: [{ role: 'admin' }] });
    expect(made.status).toBe(201);
    const bearer = `Bearer ${made.data.secret}`;
    expect((await me(bearer)).data.roles).toEqual([{ role: 'admin', scope_id: null }]);
    const listed = await app.ask(admin, 'GET', '/api-tokens');
    expect(listed.body).toContain(made.data.token.prefix);
    expect(listed.body).not.toContain(made.data.secret);
    expect(JSON.stringify(await query(`select * from identity.api_tokens`))).not.toContain(made.data.secret);
    expect((await app.ask(await app.demo('reviewer'), 'DELETE', `/api-tokens/${made.data.token.id}`)).error).toBe(
      'api_token_not_found',
    );
    expect((await app.ask(admin, 'DELETE', `/api-tokens/${made.data.token.id}`)).status).toBe(200);
    expect((await me(bearer)).status).toBe(401);
  });

  it('cannot carry roles their maker lacks, nor make further tokens, nor live longer than 90 days', async () => {
    const reviewer = await app.demo('reviewer');
    expect((await make(reviewer, { name: 'x', roles: [{ role: 'admin' }] })).error).toBe('api_token_roles_not_held');
    expect((await make(reviewer, { name: 'x', roles: [{ role: 'reviewer' }], expires_in_days: 91 })).error).toBe(
      'invalid_request',
    );
    const author = await app.demo('author');
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = 'author'`);
    const of = { role: 'author', scope_id: ORG };
    await app
      .get(Transactor)
      .run((tx) => app.get(Identity).grantRole(tx, { userId: row!.id, role: 'author', scopeId: ORG }));
    const made = await make(author, { name: 'x', roles: [of], access: 'write' });
    expect((await make(`Bearer ${made.data.secret}`, { name: 'y', roles: [of] })).error).toBe('session_required');
    await expect(
      app.byOwner(`update identity.api_tokens set expires_at = created_at + interval '91 days'`),
    ).rejects.toThrow('api_tokens_life');
  });

  it('only read with a role of staff', async () => {
    const reviewer = await app.demo('reviewer');
    const wanted = { name: 'x', roles: [{ role: 'reviewer' }], access: 'write' };
    expect((await make(reviewer, wanted)).error).toBe('api_token_staff_reads');
    const made = await make(reviewer, { ...wanted, access: 'read' });
    await expect(
      app.byOwner(`update identity.api_tokens set access = 'write' where id = $1`, [made.data.token.id]),
    ).rejects.toThrow('api_tokens_staff_reads');
  });

  it('lose a role at once when their maker loses it', async () => {
    const reviewer = await app.demo('reviewer');
    const made = await make(reviewer, { name: 'z', roles: [{ role: 'reviewer' }] });
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    const role = { role: 'reviewer', reason: 'moved to another team' };
    const as = await app.demo('admin');
    expect((await app.ask(as, 'POST', `/admin/users/${row!.id}/roles/revoke`, role)).status).toBe(200);
    expect((await me(`Bearer ${made.data.secret}`)).data.roles).toEqual([]);
    await grantByTwo(app, row!.id, 'reviewer');
    expect((await me(`Bearer ${made.data.secret}`)).data.roles).toHaveLength(1);
  });

  it('expire', async () => {
    const made = await make(await app.demo('admin'), { name: 'old', roles: [{ role: 'admin' }], expires_in_days: 1 });
    await app.byOwner(
      `update identity.api_tokens set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days' where id = $1`,
      [made.data.token.id],
    );
    expect((await me(`Bearer ${made.data.secret}`)).status).toBe(401);
  });
});

describe('roles', () => {
  it('cannot be granted to oneself, by the route or with the service bypassed', async () => {
    const admin = await app.demo('admin');
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = 'admin'`);
    const answer = await app.ask(admin, 'POST', `/admin/users/${row!.id}/roles`, {
      role: 'finance',
      reason: 'I would like to',
    });
    expect([answer.status, answer.error]).toEqual([403, 'approval_about_you']);
    await expect(
      query(
        `insert into identity.role_grants (id, user_id, role, granted_by) values (gen_random_uuid(), $1, 'finance', $1)`,
        [row!.id],
      ),
    ).rejects.toThrow('role_grants_not_to_self');
  });

  it('have a scope exactly when they are for authors and operators', async () => {
    const insert = (role: string, scope: string | null) =>
      query(
        `insert into identity.role_grants (id, user_id, role, scope_id) select gen_random_uuid(), id, $1, $2 from identity.users where demo_person = 'author'`,
        [role, scope],
      );
    await expect(insert('author', null)).rejects.toThrow('role_grants_scope');
    await expect(insert('finance', '00000000-0000-7000-8000-000000000001')).rejects.toThrow('role_grants_scope');
  });

  it('filter the list of people, together with name and address', async () => {
    const as = await app.demo('admin');
    const found = async (query: string) => {
      const answer = await app.ask<{ items: { name: string }[] }>(as, 'GET', `/admin/users?${query}`);
      return answer.status === 200 ? answer.data.items.map((one) => one.name) : answer.status;
    };
    expect(await found('q=APPROVER')).toEqual(['Ann Approver']);
    expect(await found('q=operator%40demo')).toHaveLength(1);
    expect(await found('role=reviewer&q=approver')).toEqual([]);
    expect(await found('role=finance&q=approver')).toEqual(['Ann Approver']);
    expect(await found('role=king')).toBe(400);
  });

  it('are granted once however often, also by two concurrent transactions', async () => {
    const identity = app.get(Identity);
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = 'operator'`);
    const scopeId = '00000000-0000-7000-8000-00000000000a';
    const grant = () =>
      app.get(Transactor).run((tx) => identity.grantRole(tx, { userId: row!.id, role: 'author', scopeId }));
    await Promise.all([grant(), grant()]);
    expect(await identity.usersWith('author', scopeId)).toHaveLength(1);
    expect(
      await query(`select 1 from platform.audit_log where action = 'role.granted' and subject_id = $1`, [row!.id]),
    ).toHaveLength(1);
  });
});

describe('demo persons', () => {
  it('are eight, created once however often, and cannot sign in by password', async () => {
    await Promise.all([app.get(DemoPersons).ensure(), app.get(DemoPersons).ensure()]);
    expect(
      await query(`select password_hash from identity.users where demo_person is not null and password_hash is null`),
    ).toHaveLength(8);
  });
  it('include the author of the demo story from the first time that they are requested', async () => {
    const persons = async () =>
      (await app.ask<{ items: { person: string }[] }>(undefined, 'GET', '/demo/persons')).data.items.map(
        ({ person }) => person,
      );
    expect(await persons()).toHaveLength(8);
    const signIn = { method: 'POST', url: '/api/v1/demo/sign-in', body: { person: 'played-author' } } as const;
    expect((await app.call(signIn)).status).toBe(200);
    expect((await app.call(signIn)).status).toBe(200);
    expect((await persons()).at(-1)).toBe('played-author');
    expect(await persons()).toHaveLength(9);
  });
  it('do not exist outside of demo mode', async () => {
    const production = await TestApp.start([IdentityModule], { DEMO: '0' });
    try {
      for (const [method, url, body] of [
        ['GET', '/api/v1/demo/persons', undefined],
        ['POST', '/api/v1/demo/sign-in', { person: 'admin' }],
      ] as const) {
        const answer = await production.call({ method, url, ...(body ? { body } : {}) });
        expect([answer.status, answer.error]).toEqual([404, 'demo_person_not_found']);
      }
    } finally {
      await production.close();
    }
  });
});
