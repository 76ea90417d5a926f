import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@portal/platform/crypto';
import {
  codeOf,
  DAY,
  FactorRemovalsWorld,
  outcome,
  REASON,
  REMOVALS,
  type Enrolled,
} from '../../../../test/support/people/factor-removals-world.js';
import { cookieOf, type Answer } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';

const WAITS = 'The removal of a second factor needs your approval';

let world: FactorRemovalsWorld;
beforeAll(async () => {
  world = await FactorRemovalsWorld.start();
});
afterAll(() => world.close());

describe('a lost second factor', () => {
  it('is removed by two admins after the wait: codes and sessions end, everybody is notified, once', async () => {
    const person = await world.enrolled();
    const { challenge } = (await world.signIn(person.email)).data;
    const id = await world.requested(person);
    expect((await world.own(person)).removal).toMatchObject({ state: 'requested', due_at: null, reason: REASON });
    expect(await world.run()).toBe(0);
    const mailed = await world.query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject = $1 and body like $2 order by recipient`,
      [WAITS, `%(${person.email})%`],
    );
    expect(mailed.map(({ recipient }) => recipient)).toEqual(['second-admin@demo.local', 'third@admins.example']);
    const { data } = await world.approve(world.second, id);
    expect((await world.own(person)).removal).toMatchObject({ state: 'approved', due_at: data.due_at });
    const { approved_at, due_at } = (await world.viewOf(id))!;
    expect(Date.parse(due_at!) - Date.parse(approved_at!)).toBe(DAY);
    await world.later(DAY - 60_000);
    expect([await world.run(), await world.isOn(person.id)]).toEqual([0, true]);
    await world.later(60_000);
    expect([await world.run(), await world.run()]).toEqual([1, 0]);
    expect(await world.stateOf(id)).toEqual(['done', null]);
    expect((await world.get(person.cookie, '/me')).status).toBe(401);
    expect(outcome(await world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) }))).toEqual([
      401,
      'challenge_not_valid',
    ]);
    expect(await world.query('select 1 from identity.recovery_codes where user_id = $1', [person.id])).toHaveLength(0);
    const in_ = await world.signIn(person.email);
    expect(in_.data.next).toBe('signed_in');
    expect(await world.own({ ...person, cookie: cookieOf(in_) })).toMatchObject({ on: false, removal: null });
    expect(await world.trailOf(person.id)).toEqual([
      ['requested', world.firstId, REASON],
      ['approved', world.secondId, REASON],
      ['done', null, REASON],
    ]);
    expect(await world.subjectsTo(person.email)).toEqual([
      'Two-factor authentication was turned on',
      'An admin requested the removal of your second factor',
      'Your second factor will be removed',
      'Your second factor was removed',
    ]);
    for (const token of await world.tokensTo(person.email))
      expect(outcome(await world.cancelByLink(token))).toEqual([404, 'factor_removal_link_not_valid']);
  });

  it('waits as long as configured, not at all where that is zero', async () => {
    const withoutWait = await world.app.anotherInstance({ SECOND_FACTOR_REMOVAL_WAIT_HOURS: '0' });
    try {
      const person = await world.enrolled();
      const id = await world.requested(person);
      const url = `/api/v1${REMOVALS}/${id}/approve`;
      expect((await withoutWait.call({ method: 'POST', url, body: {}, as: world.second })).status).toBe(200);
      expect([await world.run(), await world.isOn(person.id)]).toEqual([1, false]);
    } finally {
      await withoutWait.close();
    }
  });

  it('is approved neither by its requester nor by the person, and nobody requests their own', async () => {
    const person = await world.enrolled();
    await grantByTwo(world.app, person.id, 'admin');
    const id = await world.requested(person);
    expect(outcome(await world.approve(world.first, id))).toEqual([403, 'factor_removal_same_person']);
    expect(outcome(await world.approve(person.cookie, id))).toEqual([403, 'factor_removal_same_person']);
    expect(outcome(await world.request(person.cookie, person.id))).toEqual([403, 'self_factor_removal']);
    expect(
      (await world.post(world.third, `/admin/users/${person.id}/roles/revoke`, { role: 'admin', reason: REASON }))
        .status,
    ).toBe(200);
    expect(await world.stateOf(id)).toEqual(['requested', null]);
    expect((await world.cancel(world.third, id)).status).toBe(200);
    expect(await world.isOn(person.id)).toBe(true);
  });

  it('is not requested for nobody, where nothing is on, for a disabled person, twice, or with too short a reason', async () => {
    const person = await world.enrolled();
    const without = await world.app.signUp('without@people.example');
    expect(outcome(await world.request(world.first, randomUUID()))).toEqual([404, 'user_not_found']);
    expect(outcome(await world.request(world.first, await world.idOf(without)))).toEqual([409, 'second_factor_off']);
    expect(outcome(await world.post(world.first, REMOVALS, { user_id: person.id, reason: 'lost it' }))).toEqual([
      400,
      'invalid_request',
    ]);
    const id = await world.requested(person);
    for (const by of [world.first, world.second])
      expect(outcome(await world.request(by, person.id))).toEqual([409, 'factor_removal_open']);
    expect((await world.approve(world.second, id)).status).toBe(200);
    expect(outcome(await world.request(world.third, person.id))).toEqual([409, 'factor_removal_open']);
    for (const missing of [
      await world.approve(world.second, randomUUID()),
      await world.cancel(world.second, randomUUID()),
    ])
      expect(outcome(missing)).toEqual([404, 'factor_removal_not_found']);
    expect(outcome(await world.approve(world.third, id))).toEqual([409, 'factor_removal_closed']);
    expect((await world.cancel(world.first, id)).status).toBe(200);
    await world.post(world.first, `/admin/users/${person.id}/disable`, { reason: REASON });
    expect(outcome(await world.request(world.first, person.id))).toEqual([409, 'person_disabled']);
  });

  it('belongs to admins: everybody else is refused, and a person sees and cancels only their own', async () => {
    const [person, other] = [await world.enrolled(), await world.enrolled()];
    const id = await world.requested(person);
    expect((await world.get(other.cookie, REMOVALS)).status).toBe(403);
    for (const answer of [
      await world.request(other.cookie, person.id),
      await world.approve(other.cookie, id),
      await world.cancel(other.cookie, id),
    ])
      expect(answer.status).toBe(403);
    expect((await world.own(other)).removal).toBeNull();
    expect(outcome(await world.cancelOwn(other.cookie))).toEqual([404, 'factor_removal_not_found']);
    expect(await world.stateOf(id)).toEqual(['requested', null]);
  });
});

describe('a removal is cancelled', () => {
  it.each<[string, string, string, (person: Enrolled, id: string) => Promise<Answer<unknown>>]>([
    ['by the person', 'person', 'self', (person) => world.cancelOwn(person.cookie)],
    [
      'by the reader of the first mail',
      'link',
      'self',
      async ({ email }) => world.cancelByLink((await world.tokensTo(email))[0]),
    ],
    [
      'by the reader of the last mail',
      'link',
      'self',
      async ({ email }) => world.cancelByLink((await world.tokensTo(email)).at(-1)),
    ],
    ['by the admin who requested it', 'admin', 'first', (_person, id) => world.cancel(world.first, id)],
    ['by an admin who had no part in it', 'admin', 'third', (_person, id) => world.cancel(world.third, id)],
    [
      'by a code at sign-in',
      'factor_used',
      'self',
      async (person) => {
        const { challenge } = (await world.signIn(person.email)).data;
        return world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) });
      },
    ],
    [
      'by a recovery code at sign-in',
      'factor_used',
      'self',
      async (person) => {
        const { challenge } = (await world.signIn(person.email)).data;
        return world.post(undefined, '/auth/second-factor', { challenge, code: person.codes[3] });
      },
    ],
    [
      'by a code in a session',
      'factor_used',
      'self',
      (person) => world.post(person.cookie, '/account/step-up', { code: codeOf(person) }),
    ],
    [
      'by the person turning it off',
      'factor_used',
      'self',
      (person) => world.post(person.cookie, '/account/second-factor/remove', { code: codeOf(person) }),
    ],
  ])('%s, before and after approval; the person and the other admins are notified', async (name, by, actor, how) => {
    for (const begin of ['requested', 'approved'] as const) {
      const person = await world.enrolled();
      const id = await world[begin](person);
      expect((await how(person, id)).status).toBe(200);
      expect(await world.stateOf(id)).toEqual(['cancelled', by]);
      expect(await world.isOn(person.id)).toBe(!name.endsWith('turning it off'));
      const actorId = { self: person.id, first: world.firstId, third: world.thirdId }[actor];
      const reason = by === 'admin' ? 'the phone was found' : null;
      expect((await world.trailOf(person.id)).at(-1)).toEqual(['cancelled', actorId, reason]);
      expect(await world.subjectsTo(person.email)).toContain('The removal of your second factor was cancelled');
      const behind = begin === 'approved' ? ['admin@demo.local', 'second-admin@demo.local'] : ['admin@demo.local'];
      const mailed = await world.query<{ recipient: string }>(
        `select recipient from platform.mail_messages where subject = 'The removal of a second factor was cancelled' and body like $1 order by recipient`,
        [`%(${person.email})%`],
      );
      expect(mailed.map(({ recipient }) => recipient)).toEqual(
        behind.filter((to) => actor !== 'first' || to !== 'admin@demo.local'),
      );
      for (const again of [await world.approve(world.second, id), await world.cancel(world.third, id)])
        expect(outcome(again)).toEqual([409, 'factor_removal_closed']);
      for (const token of await world.tokensTo(person.email))
        expect(outcome(await world.cancelByLink(token))).toEqual([404, 'factor_removal_link_not_valid']);
      await world.later(DAY);
      expect(await world.run()).toBe(0);
      expect(await world.stateOf(id)).toEqual(['cancelled', by]);
    }
  });

  it('by no wrong code, and by no code that was used before', async () => {
    const person = await world.enrolled();
    const { challenge } = (await world.signIn(person.email)).data;
    const spent = person.codes[0]!;
    expect((await world.post(undefined, '/auth/second-factor', { challenge, code: spent })).status).toBe(200);
    const id = await world.approved(person);
    for (const code of ['000000', spent]) {
      const again = (await world.signIn(person.email)).data;
      expect(outcome(await world.post(undefined, '/auth/second-factor', { challenge: again.challenge, code }))).toEqual(
        [400, 'second_factor_wrong'],
      );
    }
    expect(await world.stateOf(id)).toEqual(['approved', null]);
    expect((await world.cancel(world.first, id)).status).toBe(200);
  });

  it('by no invalid token, made-up token, or token of another mail; tokens are kept as hashes', async () => {
    const person = await world.enrolled();
    const id = await world.requested(person);
    const [token] = await world.tokensTo(person.email);
    const stored = JSON.stringify([
      await world.query('select * from identity.factor_removals'),
      await world.query('select * from platform.mail_messages'),
      await world.query('select * from identity.notifications'),
      await world.query('select * from platform.audit_log'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).toContain(sha256Hex(token!));
    for (const wrong of [`${token}x`, sha256Hex(token!), `dpr_${token!.slice(4)}`])
      expect(outcome(await world.cancelByLink(wrong))).toEqual([404, 'factor_removal_link_not_valid']);
    expect(outcome(await world.cancelByLink('short'))).toEqual([400, 'invalid_request']);
    expect(await world.stateOf(id)).toEqual(['requested', null]);
  });

  it('when the person is disabled, nothing is on, or an admin behind it has lost the role', async () => {
    const leaving = await world.app.signUp('leaving@admins.example', 'Leaving Admin');
    const leavingId = await world.idOf(leaving);
    await grantByTwo(world.app, leavingId, 'admin');
    const people = [
      await world.enrolled(),
      await world.enrolled(),
      await world.enrolled(),
      await world.enrolled(),
    ] as const;
    const [disabled, off, asked, agreed] = [
      await world.approved(people[0]),
      await world.approved(people[1]),
      (await world.request(leaving, people[2].id)).data.id,
      await world.requested(people[3]),
    ];
    expect((await world.approve(leaving, agreed)).status).toBe(200);
    await world.post(world.first, `/admin/users/${people[0].id}/disable`, { reason: REASON });
    await world.query('delete from identity.totp_factors where user_id = $1', [people[1].id]);
    await world.post(world.first, `/admin/users/${leavingId}/disable`, { reason: REASON });
    expect(outcome(await world.approve(world.second, asked))).toEqual([409, 'factor_removal_stale']);
    await world.later(DAY);
    expect(await world.run()).toBe(0);
    expect([
      await world.stateOf(disabled),
      await world.stateOf(off),
      await world.stateOf(asked),
      await world.stateOf(agreed),
    ]).toEqual([
      ['cancelled', 'person_disabled'],
      ['cancelled', 'factor_off'],
      ['cancelled', 'admin_left'],
      ['cancelled', 'admin_left'],
    ]);
    for (const person of [people[0], people[2], people[3]]) expect(await world.isOn(person.id)).toBe(true);
    expect((await world.subjectsTo(people[0].email)).at(-1)).toBe('Your account was disabled');
  });
});

describe('a request', () => {
  it('expires after seven days, to the millisecond, and can be made again', async () => {
    const person = await world.enrolled();
    const id = await world.requested(person);
    const { requested_at, expires_at } = (await world.viewOf(id))!;
    expect(Date.parse(expires_at) - Date.parse(requested_at)).toBe(7 * DAY);
    await world.later(7 * DAY);
    expect(await world.stateOf(id)).toEqual(['expired', null]);
    expect((await world.own(person)).removal).toBeNull();
    expect(outcome(await world.approve(world.second, id))).toEqual([409, 'factor_removal_closed']);
    expect(outcome(await world.cancel(world.second, id))).toEqual([409, 'factor_removal_closed']);
    expect(outcome(await world.cancelOwn(person.cookie))).toEqual([404, 'factor_removal_not_found']);
    expect((await world.post(person.cookie, '/account/step-up', { code: codeOf(person) })).status).toBe(200);
    expect(await world.stateOf(id)).toEqual(['expired', null]);
    expect(outcome(await world.cancelByLink((await world.tokensTo(person.email))[0]))).toEqual([
      404,
      'factor_removal_link_not_valid',
    ]);
    expect((await world.request(world.third, person.id)).status).toBe(201);
    await world.later(7 * DAY);
    expect(await world.run()).toBe(0);
    expect((await world.trailOf(person.id)).map(([step]) => step)).toEqual(['requested', 'requested', 'expired']);
    expect((await world.request(world.first, person.id)).status).toBe(201);
  });

  it('is not made while nobody else could approve', async () => {
    const person = await world.enrolled();
    const taken = await world.query<{ id: string; user_id: string }>(
      `delete from identity.role_grants where role = 'admin' and user_id <> $1 returning id, user_id`,
      [world.firstId],
    );
    expect(taken.length).toBeGreaterThan(1);
    expect(outcome(await world.request(world.first, person.id))).toEqual([409, 'second_admin_missing']);
    // As the operator's command does.
    await world.owner.query(
      `insert into identity.role_grants (id, user_id, role) values (gen_random_uuid(), $1, 'admin')`,
      [world.secondId],
    );
    await grantByTwo(world.app, world.thirdId, 'admin');
    expect((await world.request(world.first, person.id)).status).toBe(201);
  });
});
