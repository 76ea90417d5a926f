import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sha256Hex } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/changing-drives.js';
import { cookieOf, TestApp, type Answer } from '../../../../test/support/http-app.js';
import { mailedTo } from '../../../../test/support/mailed.js';
import { grantByTwo } from '../../../../test/support/staff-role.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import type { FactorRemovalView } from './factor-removals.view.js';
import { RemoveFactors } from './remove-factors.js';

const REASON = 'Video call on Tuesday, passport shown';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WAITS = 'The removal of a second factor needs your approval';
const password = 'a long test phrase';

interface Enrolled {
  readonly email: string;
  readonly id: string;
  readonly cookie: string;
  readonly seed: string;
  readonly codes: string[];
}

let app: TestApp;
let owner: Client;
/** Sessions and ids of three admins. */
let [first, second, third] = ['', '', ''];
let [firstId, secondId, thirdId] = ['', '', ''];
let serial = 0;

beforeAll(async () => {
  app = await TestApp.start([IdentityModule, IdentityWorkerModule]);
  owner = new Client({ connectionString: app.database.url });
  await owner.connect();
  [first, second] = [await app.demo('admin'), await app.demo('second-admin')];
  [firstId, secondId] = [await idOf(first), await idOf(second)];
  third = await app.signUp('third@admins.example', 'Third Admin');
  thirdId = await idOf(third);
  await grantByTwo(app, thirdId, 'admin');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const query = <R>(sql: string, params: unknown[] = []) => app.get(Database).query<R>(sql, params);
const get = <T>(as: string, url: string) => app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
const post = <T = Record<string, unknown>>(as: string | undefined, url: string, body: object = {}) =>
  app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, ...(as === undefined ? {} : { as }) });
const idOf = async (as: string): Promise<string> => (await get<{ user: { id: string } }>(as, '/me')).data.user.id;
const REMOVALS = '/admin/second-factor-removals';
const request = (as: string, userId: string) => post<{ id: string }>(as, REMOVALS, { user_id: userId, reason: REASON });
const approve = (as: string, id: string) => post<{ due_at: string }>(as, `${REMOVALS}/${id}/approve`);
const cancel = (as: string, id: string) => post(as, `${REMOVALS}/${id}/cancel`, { reason: 'the phone was found' });
const cancelOwn = (as: string) => post(as, '/account/second-factor/removal/cancel');
const cancelByLink = (token: string | undefined) => post(undefined, '/auth/second-factor-removal/cancel', { token });
const run = (): Promise<number> => app.get(RemoveFactors).execute();
const outcome = ({ status, error }: Answer<unknown>): [number, string | undefined] => [status, error];
const violates = (constraint: string) => expect.objectContaining({ constraint }) as unknown;
const later = (ms: number) => owner.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);

const codeOf = ({ seed }: Enrolled): string => new TOTP({ secret: Secret.fromBase32(seed) }).generate();
const signIn = (email: string) =>
  post<{ next: string; challenge: string }>(undefined, '/auth/sign-in', { email, password });
/** Makes a current code usable again, so that a test need not wait for the next one. */
const forgetStep = (userId: string) =>
  query('update identity.totp_factors set last_step = last_step - 3 where user_id = $1', [userId]);

/** A person whose second factor is on. */
async function enrolled(): Promise<Enrolled> {
  const email = `lost${++serial}@people.example`;
  const cookie = await app.signUp(email, `Person ${serial}`);
  const { data } = await post<{ secret: string }>(cookie, '/account/second-factor/start');
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate();
  const confirmed = await post<{ codes: string[] }>(cookie, '/account/second-factor/confirm', { code });
  const id = await idOf(cookie);
  await forgetStep(id);
  return { email, id, cookie, seed: data.secret, codes: confirmed.data.codes };
}
async function requested(person: Enrolled): Promise<string> {
  const { status, data, body } = await request(first, person.id);
  if (status !== 201) throw new Error(`not requested: ${status} ${body}`);
  return data.id;
}
async function approved(person: Enrolled): Promise<string> {
  const id = await requested(person);
  const { status, body } = await approve(second, id);
  if (status !== 200) throw new Error(`not approved: ${status} ${body}`);
  return id;
}
const viewOf = async (id: string): Promise<FactorRemovalView | undefined> =>
  (await get<{ items: FactorRemovalView[] }>(first, `${REMOVALS}?limit=100`)).data.items.find((one) => one.id === id);
const stateOf = async (id: string): Promise<[string | undefined, string | null | undefined]> => {
  const view = await viewOf(id);
  return [view?.state, view?.cancelled_by];
};
const own = async (person: Enrolled): Promise<{ on: boolean; removal: { state: string; due_at: string } | null }> =>
  (
    await get<{ on: boolean; removal: { state: string; due_at: string } | null }>(
      person.cookie,
      '/account/second-factor',
    )
  ).data;
const isOn = async (userId: string): Promise<boolean> =>
  (await query('select 1 from identity.totp_factors where user_id = $1', [userId])).length === 1;
const trailOf = async (userId: string): Promise<[string, string | null, string | null][]> =>
  (
    await query<{ action: string; actor_id: string | null; reason: string | null }>(
      `select action, actor_id, reason from platform.audit_log where subject_id = $1 and action like 'user.second_factor_removal_%' order by seq`,
      [userId],
    )
  ).map(({ action, actor_id, reason }) => [action.replace('user.second_factor_removal_', ''), actor_id, reason]);
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailedTo(app, email)).map(({ subject }) => subject);
async function tokensTo(email: string): Promise<string[]> {
  const mails = await mailedTo(app, email);
  return mails.flatMap(({ text }) => /cancel-second-factor-removal\?token=(\w+)/.exec(text)?.[1] ?? []);
}
const waiting = () =>
  eventually(
    'a statement that waits',
    () =>
      // Only of this database: other tests use the same server.
      query(
        `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
      ),
    (found) => found.length > 0,
  );

describe('a lost second factor', () => {
  it('is taken off by two admins after the wait: codes and sessions end, everybody is told, once', async () => {
    const person = await enrolled();
    const { challenge } = (await signIn(person.email)).data;
    const id = await requested(person);
    expect((await own(person)).removal).toMatchObject({ state: 'requested', due_at: null, reason: REASON });
    expect(await run()).toBe(0);
    const told = await query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject = $1 and body like $2 order by recipient`,
      [WAITS, `%(${person.email})%`],
    );
    expect(told.map(({ recipient }) => recipient)).toEqual(['second-admin@demo.local', 'third@admins.example']);
    const { data } = await approve(second, id);
    expect((await own(person)).removal).toMatchObject({ state: 'approved', due_at: data.due_at });
    const { approved_at, due_at } = (await viewOf(id))!;
    expect(Date.parse(due_at!) - Date.parse(approved_at!)).toBe(DAY);
    await later(DAY - 60_000);
    expect([await run(), await isOn(person.id)]).toEqual([0, true]);
    await later(60_000);
    expect([await run(), await run()]).toEqual([1, 0]);
    expect(await stateOf(id)).toEqual(['done', null]);
    expect((await get(person.cookie, '/me')).status).toBe(401);
    expect(outcome(await post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) }))).toEqual([
      401,
      'challenge_not_valid',
    ]);
    expect(await query('select 1 from identity.recovery_codes where user_id = $1', [person.id])).toHaveLength(0);
    const in_ = await signIn(person.email);
    expect(in_.data.next).toBe('signed_in');
    expect(await own({ ...person, cookie: cookieOf(in_) })).toMatchObject({ on: false, removal: null });
    expect(await trailOf(person.id)).toEqual([
      ['requested', firstId, REASON],
      ['approved', secondId, REASON],
      ['done', null, REASON],
    ]);
    expect(await subjectsTo(person.email)).toEqual([
      'Two-factor authentication was turned on',
      'An admin requested the removal of your second factor',
      'Your second factor will be removed',
      'Your second factor was removed',
    ]);
    for (const token of await tokensTo(person.email))
      expect(outcome(await cancelByLink(token))).toEqual([404, 'factor_removal_link_not_valid']);
  });

  it('waits as long as is set, not at all where that is zero', async () => {
    const beside = await app.beside({ SECOND_FACTOR_REMOVAL_WAIT_HOURS: '0' });
    try {
      const person = await enrolled();
      const id = await requested(person);
      const url = `/api/v1${REMOVALS}/${id}/approve`;
      expect((await beside.call({ method: 'POST', url, body: {}, as: second })).status).toBe(200);
      expect([await run(), await isOn(person.id)]).toEqual([1, false]);
    } finally {
      await beside.close();
    }
  });

  it('is approved neither by who requested it nor by the person, and nobody requests their own', async () => {
    const person = await enrolled();
    await grantByTwo(app, person.id, 'admin');
    const id = await requested(person);
    expect(outcome(await approve(first, id))).toEqual([403, 'factor_removal_same_person']);
    expect(outcome(await approve(person.cookie, id))).toEqual([403, 'factor_removal_same_person']);
    expect(outcome(await request(person.cookie, person.id))).toEqual([403, 'self_factor_removal']);
    expect(
      (await post(third, `/admin/users/${person.id}/roles/revoke`, { role: 'admin', reason: REASON })).status,
    ).toBe(200);
    expect(await stateOf(id)).toEqual(['requested', null]);
    expect((await cancel(third, id)).status).toBe(200);
    expect(await isOn(person.id)).toBe(true);
  });

  it('is not requested for nobody, where nothing is on, for a disabled person, twice, or in a few words', async () => {
    const person = await enrolled();
    const without = await app.signUp('without@people.example');
    expect(outcome(await request(first, randomUUID()))).toEqual([404, 'user_not_found']);
    expect(outcome(await request(first, await idOf(without)))).toEqual([409, 'second_factor_off']);
    expect(outcome(await post(first, REMOVALS, { user_id: person.id, reason: 'lost it' }))).toEqual([
      400,
      'invalid_request',
    ]);
    const id = await requested(person);
    for (const by of [first, second])
      expect(outcome(await request(by, person.id))).toEqual([409, 'factor_removal_open']);
    expect((await approve(second, id)).status).toBe(200);
    expect(outcome(await request(third, person.id))).toEqual([409, 'factor_removal_open']);
    for (const missing of [await approve(second, randomUUID()), await cancel(second, randomUUID())])
      expect(outcome(missing)).toEqual([404, 'factor_removal_not_found']);
    expect(outcome(await approve(third, id))).toEqual([409, 'factor_removal_closed']);
    expect((await cancel(first, id)).status).toBe(200);
    await post(first, `/admin/users/${person.id}/disable`, { reason: REASON });
    expect(outcome(await request(first, person.id))).toEqual([409, 'person_disabled']);
  });

  it('belongs to admins: everybody else is refused, and a person sees and cancels only what is about them', async () => {
    const [person, other] = [await enrolled(), await enrolled()];
    const id = await requested(person);
    expect((await get(other.cookie, REMOVALS)).status).toBe(403);
    for (const answer of [
      await request(other.cookie, person.id),
      await approve(other.cookie, id),
      await cancel(other.cookie, id),
    ])
      expect(answer.status).toBe(403);
    expect((await own(other)).removal).toBeNull();
    expect(outcome(await cancelOwn(other.cookie))).toEqual([404, 'factor_removal_not_found']);
    expect(await stateOf(id)).toEqual(['requested', null]);
  });
});

describe('a removal is cancelled', () => {
  it.each<[string, string, string, (person: Enrolled, id: string) => Promise<Answer<unknown>>]>([
    ['by the person', 'person', 'self', (person) => cancelOwn(person.cookie)],
    ['by whoever opens the first mail', 'link', 'self', async ({ email }) => cancelByLink((await tokensTo(email))[0])],
    [
      'by whoever opens the last mail',
      'link',
      'self',
      async ({ email }) => cancelByLink((await tokensTo(email)).at(-1)),
    ],
    ['by the admin who requested it', 'admin', 'first', (_person, id) => cancel(first, id)],
    ['by an admin who had no part in it', 'admin', 'third', (_person, id) => cancel(third, id)],
    [
      'by a code at sign-in',
      'factor_used',
      'self',
      async (person) => {
        const { challenge } = (await signIn(person.email)).data;
        return post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) });
      },
    ],
    [
      'by a recovery code at sign-in',
      'factor_used',
      'self',
      async (person) => {
        const { challenge } = (await signIn(person.email)).data;
        return post(undefined, '/auth/second-factor', { challenge, code: person.codes[3] });
      },
    ],
    [
      'by a code in a session',
      'factor_used',
      'self',
      (person) => post(person.cookie, '/account/step-up', { code: codeOf(person) }),
    ],
    [
      'by the person turning it off',
      'factor_used',
      'self',
      (person) => post(person.cookie, '/account/second-factor/remove', { code: codeOf(person) }),
    ],
  ])('%s, before and after approval; the person and the other admins are told', async (name, by, actor, how) => {
    for (const begin of [requested, approved]) {
      const person = await enrolled();
      const id = await begin(person);
      expect((await how(person, id)).status).toBe(200);
      expect(await stateOf(id)).toEqual(['cancelled', by]);
      expect(await isOn(person.id)).toBe(!name.endsWith('turning it off'));
      const actorId = { self: person.id, first: firstId, third: thirdId }[actor];
      const reason = by === 'admin' ? 'the phone was found' : null;
      expect((await trailOf(person.id)).at(-1)).toEqual(['cancelled', actorId, reason]);
      expect(await subjectsTo(person.email)).toContain('The removal of your second factor was cancelled');
      const behind = begin === approved ? ['admin@demo.local', 'second-admin@demo.local'] : ['admin@demo.local'];
      const told = await query<{ recipient: string }>(
        `select recipient from platform.mail_messages where subject = 'The removal of a second factor was cancelled' and body like $1 order by recipient`,
        [`%(${person.email})%`],
      );
      expect(told.map(({ recipient }) => recipient)).toEqual(
        behind.filter((to) => actor !== 'first' || to !== 'admin@demo.local'),
      );
      for (const again of [await approve(second, id), await cancel(third, id)])
        expect(outcome(again)).toEqual([409, 'factor_removal_closed']);
      for (const token of await tokensTo(person.email))
        expect(outcome(await cancelByLink(token))).toEqual([404, 'factor_removal_link_not_valid']);
      await later(DAY);
      expect(await run()).toBe(0);
      expect(await stateOf(id)).toEqual(['cancelled', by]);
    }
  });

  it('by no wrong code, and by no code that was used before', async () => {
    const person = await enrolled();
    const { challenge } = (await signIn(person.email)).data;
    const spent = person.codes[0]!;
    expect((await post(undefined, '/auth/second-factor', { challenge, code: spent })).status).toBe(200);
    const id = await approved(person);
    for (const code of ['000000', spent]) {
      const again = (await signIn(person.email)).data;
      expect(outcome(await post(undefined, '/auth/second-factor', { challenge: again.challenge, code }))).toEqual([
        400,
        'second_factor_wrong',
      ]);
    }
    expect(await stateOf(id)).toEqual(['approved', null]);
    expect((await cancel(first, id)).status).toBe(200);
  });

  it('by no token that is none, was made up, or is of another mail; tokens are kept as hashes', async () => {
    const person = await enrolled();
    const id = await requested(person);
    const [token] = await tokensTo(person.email);
    const stored = JSON.stringify([
      await query('select * from identity.factor_removals'),
      await query('select * from platform.mail_messages'),
      await query('select * from identity.notifications'),
      await query('select * from platform.audit_log'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).toContain(sha256Hex(token!));
    for (const wrong of [`${token}x`, sha256Hex(token!), `dpr_${token!.slice(4)}`])
      expect(outcome(await cancelByLink(wrong))).toEqual([404, 'factor_removal_link_not_valid']);
    expect(outcome(await cancelByLink('short'))).toEqual([400, 'invalid_request']);
    expect(await stateOf(id)).toEqual(['requested', null]);
  });

  it('when the person is disabled, nothing is on, or an admin behind it is none any more', async () => {
    const leaving = await app.signUp('leaving@admins.example', 'Leaving Admin');
    const leavingId = await idOf(leaving);
    await grantByTwo(app, leavingId, 'admin');
    const people = [await enrolled(), await enrolled(), await enrolled(), await enrolled()] as const;
    const [disabled, off, asked, agreed] = [
      await approved(people[0]),
      await approved(people[1]),
      (await request(leaving, people[2].id)).data.id,
      await requested(people[3]),
    ];
    expect((await approve(leaving, agreed)).status).toBe(200);
    await post(first, `/admin/users/${people[0].id}/disable`, { reason: REASON });
    await query('delete from identity.totp_factors where user_id = $1', [people[1].id]);
    await post(first, `/admin/users/${leavingId}/disable`, { reason: REASON });
    expect(outcome(await approve(second, asked))).toEqual([409, 'factor_removal_stale']);
    await later(DAY);
    expect(await run()).toBe(0);
    expect([await stateOf(disabled), await stateOf(off), await stateOf(asked), await stateOf(agreed)]).toEqual([
      ['cancelled', 'person_disabled'],
      ['cancelled', 'factor_off'],
      ['cancelled', 'admin_left'],
      ['cancelled', 'admin_left'],
    ]);
    for (const person of [people[0], people[2], people[3]]) expect(await isOn(person.id)).toBe(true);
    expect((await subjectsTo(people[0].email)).at(-1)).toBe('Your account was disabled');
  });
});

describe('a request', () => {
  it('ends by itself after seven days, to the millisecond, and can be made anew', async () => {
    const person = await enrolled();
    const id = await requested(person);
    const { requested_at, expires_at } = (await viewOf(id))!;
    expect(Date.parse(expires_at) - Date.parse(requested_at)).toBe(7 * DAY);
    await later(7 * DAY);
    expect(await stateOf(id)).toEqual(['expired', null]);
    expect((await own(person)).removal).toBeNull();
    expect(outcome(await approve(second, id))).toEqual([409, 'factor_removal_closed']);
    expect(outcome(await cancel(second, id))).toEqual([409, 'factor_removal_closed']);
    expect(outcome(await cancelOwn(person.cookie))).toEqual([404, 'factor_removal_not_found']);
    expect((await post(person.cookie, '/account/step-up', { code: codeOf(person) })).status).toBe(200);
    expect(await stateOf(id)).toEqual(['expired', null]);
    expect(outcome(await cancelByLink((await tokensTo(person.email))[0]))).toEqual([
      404,
      'factor_removal_link_not_valid',
    ]);
    expect((await request(third, person.id)).status).toBe(201);
    await later(7 * DAY);
    expect(await run()).toBe(0);
    expect((await trailOf(person.id)).map(([step]) => step)).toEqual(['requested', 'requested', 'expired']);
    expect((await request(first, person.id)).status).toBe(201);
  });

  it('is not made while nobody else could approve', async () => {
    const person = await enrolled();
    const taken = await query<{ id: string; user_id: string }>(
      `delete from identity.role_grants where role = 'admin' and user_id <> $1 returning id, user_id`,
      [firstId],
    );
    expect(taken.length).toBeGreaterThan(1);
    expect(outcome(await request(first, person.id))).toEqual([409, 'second_admin_missing']);
    // As the operator's command does.
    await owner.query(`insert into identity.role_grants (id, user_id, role) values (gen_random_uuid(), $1, 'admin')`, [
      secondId,
    ]);
    await grantByTwo(app, thirdId, 'admin');
    expect((await request(first, person.id)).status).toBe(201);
  });
});

describe('of what happens at the same moment', () => {
  it('one of two requests and one of two approvals counts', async () => {
    const person = await enrolled();
    const requests = await Promise.all([request(first, person.id), request(third, person.id)]);
    expect(requests.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = requests.find(({ status }) => status === 201)!;
    const others = requests[0] === made ? [second, third] : [first, second];
    const approvals = await Promise.all(others.map((as) => approve(as, made.data.id)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await tokensTo(person.email)).length).toBe(2);
    expect((await cancel(first, made.data.id)).status).toBe(200);
  });

  it('two workers carry a removal out once', async () => {
    const people = [await enrolled(), await enrolled(), await enrolled()];
    for (const person of people) await approved(person);
    await later(DAY);
    const beside = await app.beside();
    try {
      const counts = await Promise.all([run(), beside.get(RemoveFactors).execute()]);
      // A locked removal is skipped; the next run handles it.
      expect(counts[0]! + counts[1]! + (await run())).toBe(3);
    } finally {
      await beside.close();
    }
    for (const { email } of people)
      expect((await subjectsTo(email)).filter((subject) => subject === 'Your second factor was removed')).toHaveLength(
        1,
      );
  });

  it('a worker that is killed in the middle leaves everything as it was, and the next one does it once', async () => {
    const person = await enrolled();
    const id = await approved(person);
    await later(DAY);
    await owner.query('begin');
    await owner.query('select 1 from identity.sessions where user_id = $1 for update', [person.id]);
    const killed = run();
    const failed = expect(killed).rejects.toThrow();
    await waiting();
    await owner.query(
      `select pg_terminate_backend(pid) from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
    );
    await failed;
    await owner.query('rollback');
    expect([await isOn(person.id), await stateOf(id)]).toEqual([true, ['approved', null]]);
    expect([await run(), await run()]).toEqual([1, 0]);
    expect((await trailOf(person.id)).map(([step]) => step)).toEqual(['requested', 'approved', 'done']);
  });

  it('a code that is being used as the wait ends either cancels or is refused', async () => {
    const person = await enrolled();
    const id = await approved(person);
    await later(DAY);
    const { challenge } = (await signIn(person.email)).data;
    await owner.query('begin');
    await owner.query('select 1 from identity.totp_factors where user_id = $1 for update', [person.id]);
    // Locks the removal and waits for the factor, like the job.
    const using = post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) });
    await waiting();
    expect(await run()).toBe(0);
    await owner.query('rollback');
    expect((await using).status).toBe(200);
    expect([await run(), await stateOf(id)]).toEqual([0, ['cancelled', 'factor_used']]);

    const late = await enrolled();
    const lateId = await approved(late);
    await later(DAY);
    const begun = (await signIn(late.email)).data;
    await owner.query('begin');
    await owner.query('select 1 from identity.sessions where user_id = $1 for update', [late.id]);
    const removing = run();
    await waiting();
    const refused = post(undefined, '/auth/second-factor', { challenge: begun.challenge, code: codeOf(late) });
    await owner.query('rollback');
    expect(await removing).toBe(1);
    expect((await refused).status).toBeGreaterThanOrEqual(400);
    expect(await stateOf(lateId)).toEqual(['done', null]);
  });

  it('an approval waits for the role that is being taken from who requested it, and then fails', async () => {
    const proposer = await app.signUp('proposer@admins.example', 'Proposer');
    await grantByTwo(app, await idOf(proposer), 'admin');
    const person = await enrolled();
    const { id } = (await request(proposer, person.id)).data;
    await owner.query('begin');
    await owner.query('delete from identity.role_grants where user_id = $1', [await idOf(proposer)]);
    const approving = approve(second, id);
    await waiting();
    await owner.query('commit');
    expect(outcome(await approving)).toEqual([409, 'factor_removal_stale']);
    expect((await cancel(second, id)).status).toBe(200);
  });
});

describe('one admin alone', () => {
  it('changes neither address, password nor second factor of anybody, by any route about people', async () => {
    const person = await enrolled();
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.keys(paths).filter(
      (path) => /^\/api\/v1\/admin\/(users|role-proposals|second-factor-removals)/.test(path) && 'post' in paths[path]!,
    );
    expect(routes.length).toBeGreaterThanOrEqual(10);
    const kept = () =>
      query(
        `select u.email, u.password_hash, f.seed, f.confirmed_at, (select count(*)::int from identity.recovery_codes c where c.user_id = u.id) as codes
         from identity.users u join identity.totp_factors f on f.user_id = u.id where u.id = $1`,
        [person.id],
      );
    const before = await kept();
    expect(before).toHaveLength(1);
    const body = { user_id: person.id, role: 'admin', reason: REASON };
    const made = {
      'role-proposals': (await post<{ id: string }>(first, '/admin/role-proposals', body)).data.id,
      'second-factor-removals': await requested(person),
    };
    for (const path of routes) {
      const of = Object.entries(made).find(([name]) => path.includes(name))?.[1] ?? person.id;
      // In the order of the document a route that ends something may come first, so each is called twice.
      for (const url of [path, path]) await app.call({ method: 'POST', url: url.replace('{id}', of), body, as: first });
    }
    await later(8 * DAY);
    expect(await run()).toBe(0);
    expect(await kept()).toEqual(before);
    await post(first, `/admin/users/${person.id}/enable`, { reason: REASON });
    const { challenge } = (await signIn(person.email)).data;
    expect((await post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) })).status).toBe(200);
  });
});

describe('the database keeps it, whoever writes', () => {
  const HASH = () => sha256Hex(randomUUID());
  let person: Enrolled;
  beforeAll(async () => {
    person = await enrolled();
  });

  const insert = (columns: Record<string, unknown> = {}) => {
    const row: Record<string, unknown> = {
      user_id: person.id,
      reason: REASON,
      requested_by: firstId,
      request_token_hash: HASH(),
      requested_at: new Date(),
      expires_at: new Date(Date.now() + DAY),
      ...columns,
    };
    const names = Object.keys(row);
    return owner.query<{ id: string }>(
      `insert into identity.factor_removals (id, ${names.join(', ')}) values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
  };
  const set = (id: string, change: string, params: unknown[] = []) =>
    owner.query(`update identity.factor_removals set ${change} where id = $1`, [id, ...params]);
  const APPROVAL = `state = 'approved', approved_by = $2, approved_at = platform.portal_now(), approval_token_hash = $3`;
  const END = `ended_at = platform.portal_now()`;
  /** A request with the portal's time, which other tests have moved. */
  async function fresh(): Promise<string> {
    await owner.query(
      `update identity.factor_removals set state = 'cancelled', cancelled_by = 'admin', ${END} where user_id = $1 and state in ('requested', 'approved')`,
      [person.id],
    );
    const { rows } = await owner.query<{ id: string }>(
      `insert into identity.factor_removals (id, user_id, reason, requested_by, request_token_hash, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4, platform.portal_now() + interval '1 day') returning id`,
      [person.id, REASON, firstId, HASH()],
    );
    return rows[0]!.id;
  }

  it('a request is an admin’s, for somebody else, at its beginning, for seven days at most, one at a time', async () => {
    await expect(insert({ requested_by: person.id })).rejects.toEqual(violates('role_proposals_by_admins'));
    await expect(insert({ user_id: firstId })).rejects.toEqual(violates('factor_removals_not_for_oneself'));
    await expect(insert({ expires_at: new Date(Date.now() + 8 * DAY) })).rejects.toEqual(
      violates('factor_removals_life'),
    );
    for (const state of ['approved', 'done', 'cancelled', 'expired'])
      await expect(insert({ state })).rejects.toEqual(violates('factor_removals_requested_first'));
    await fresh();
    await expect(insert()).rejects.toEqual(violates('factor_removals_one_open'));
  });

  it('it is approved in time by a second admin who is not the person, with a wait of at most thirty days', async () => {
    const id = await fresh();
    const by = (who: string, due = `platform.portal_now() + interval '1 hour'`) =>
      set(id, `${APPROVAL}, due_at = ${due}`, [who, HASH()]);
    await expect(by(firstId)).rejects.toEqual(violates('factor_removals_second_admin'));
    const somebody = await idOf(await app.signUp('somebody@people.example'));
    for (const who of [person.id, somebody])
      await expect(by(who)).rejects.toEqual(violates('role_proposals_by_admins'));
    await expect(by(secondId, `platform.portal_now() + interval '31 days'`)).rejects.toEqual(
      violates('factor_removals_wait'),
    );
    await expect(by(secondId, 'null')).rejects.toEqual(violates('factor_removals_approval'));
    await expect(set(id, `state = 'approved'`)).rejects.toMatchObject({ code: '23514' });
    await expect(set(id, `state = 'done', ${END}`)).rejects.toEqual(violates('factor_removals_forward'));
    await later(DAY);
    await expect(by(secondId)).rejects.toEqual(violates('factor_removals_in_time'));
  });

  it('it is done when it is due and not before, and what was written stays', async () => {
    const id = await fresh();
    await set(id, `${APPROVAL}, due_at = platform.portal_now() + interval '1 hour'`, [secondId, HASH()]);
    const done = () => set(id, `state = 'done', ${END}`);
    await expect(done()).rejects.toEqual(violates('factor_removals_waited'));
    for (const change of [
      `due_at = approved_at`,
      `approved_by = '${thirdId}'`,
      `approved_at = approved_at + interval '1 second'`,
      `user_id = '${secondId}'`,
      `expires_at = expires_at + interval '1 second'`,
      `request_token_hash = '${HASH()}'`,
      `approval_token_hash = '${HASH()}'`,
      `state = 'requested', approved_by = null, approved_at = null, approval_token_hash = null, due_at = null`,
    ])
      await expect(set(id, change)).rejects.toEqual(violates('factor_removals_pinned'));
    await expect(set(id, `state = 'expired', ${END}`)).rejects.toEqual(violates('factor_removals_forward'));
    await later(HOUR);
    await owner.query('begin');
    await owner.query(`delete from identity.role_grants where user_id = $1 and role = 'admin'`, [secondId]);
    await expect(done()).rejects.toEqual(violates('role_proposals_by_admins'));
    await owner.query('rollback');
    await done();
    for (const change of [`state = 'approved', ended_at = null`, `ended_at = ended_at + interval '1 hour'`])
      await expect(set(id, change)).rejects.toEqual(violates('factor_removals_pinned'));
    await expect(owner.query('delete from identity.factor_removals')).rejects.toThrow();
    await expect(owner.query('truncate identity.factor_removals')).rejects.toThrow();
  });
});
