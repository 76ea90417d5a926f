import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import {
  codeOf,
  DAY,
  FactorRemovalsWorld,
  outcome,
  REASON,
  type Enrolled,
} from '../../../../test/support/people/factor-removals-world.js';
import { cookieOf, type Answer } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { MailApprovals } from '../notifications/read/mail-approvals.js';

let world: FactorRemovalsWorld;
beforeAll(async () => {
  world = await FactorRemovalsWorld.start();
});
afterAll(() => world.close());

describe('a lost second factor', () => {
  it('is removed by two admins after the wait: codes and sessions end, the person is notified', async () => {
    const person = await world.enrolled();
    const { challenge } = (await world.signIn(person.email)).data;
    const removal = await world.proposed(person);
    const own = (await world.own(person.cookie)).removal!;
    expect(own).toMatchObject({ reason: REASON, expires_at: removal.expires_at });
    expect(Date.parse(own.not_before) - Date.parse(own.proposed_at)).toBe(DAY);
    expect(Date.parse(own.expires_at) - Date.parse(own.proposed_at)).toBe(8 * DAY);
    await world.later(DAY - 60_000);
    expect(outcome(await world.approve(world.second, removal))).toEqual([409, 'factor_removal_waits']);
    expect([await world.stateOf(removal), await world.isOn(person.id)]).toEqual(['waiting', true]);
    await world.later(60_000);
    const answers = await Promise.all([world.approve(world.second, removal), world.approve(world.third, removal)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await world.get(person.cookie, '/me')).status).toBe(401);
    expect(outcome(await world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(person) }))).toEqual([
      401,
      'challenge_not_valid',
    ]);
    expect(await world.query('select 1 from identity.recovery_codes where user_id = $1', [person.id])).toHaveLength(0);
    const in_ = await world.signIn(person.email);
    expect(in_.data.next).toBe('signed_in');
    expect(await world.own(cookieOf(in_))).toMatchObject({ on: false, removal: null });
    expect(await world.subjectsTo(person.email)).toEqual([
      'Two-factor authentication was turned on',
      'An admin requested the removal of your second factor',
      'Your second factor was removed',
    ]);
    expect(outcome(await world.stopByLink(await world.tokenTo(person.email)))).toEqual([
      404,
      'factor_removal_link_not_valid',
    ]);
  });

  it('is removed after the configured wait, and at once where it is zero', async () => {
    const withoutWait = await world.app.anotherInstance({ SECOND_FACTOR_REMOVAL_WAIT_HOURS: '0' });
    try {
      const person = await world.enrolled();
      const url = `/api/v1/admin/users/${person.id}/second-factor-removal`;
      const body = { reason: REASON };
      expect((await withoutWait.call({ method: 'POST', url, body, as: world.first })).status).toBe(201);
      const { data } = await world.get<{ items: Parameters<typeof world.approve>[1][] }>(
        world.second,
        `/approvals?kind=factor_removal&subject_id=${person.id}`,
      );
      expect((await world.approve(world.second, data.items[0]!)).status).toBe(200);
      expect(await world.isOn(person.id)).toBe(false);
    } finally {
      await withoutWait.close();
    }
  });

  it('is not removed for an unknown person, oneself, a disabled person, without a factor, or with too short a reason', async () => {
    const person = await world.enrolled();
    await grantByTwo(world.app, person.id, 'admin');
    const without = await world.app.signUp('without@people.example');
    expect(outcome(await world.propose(world.first, randomUUID()))).toEqual([404, 'user_not_found']);
    expect(outcome(await world.propose(world.first, await world.idOf(without)))).toEqual([409, 'second_factor_off']);
    expect(outcome(await world.propose(person.cookie, person.id))).toEqual([403, 'approval_about_you']);
    expect(outcome(await world.propose(world.first, person.id, 'lost it'))).toEqual([400, 'invalid_request']);
    const removal = await world.proposed(person);
    expect(outcome(await world.approve(person.cookie, removal))).toEqual([403, 'approval_about_you']);
    expect((await world.own(without)).removal).toBeNull();
    expect(outcome(await world.post(without, '/account/second-factor/removal/cancel'))).toEqual([
      404,
      'factor_removal_not_found',
    ]);
    await world.post(world.first, `/admin/users/${person.id}/disable`, { reason: REASON });
    expect(await world.stateOf(removal)).toBe('superseded');
    expect((await world.subjectsTo(person.email)).at(-1)).toBe('Your account was disabled');
    expect(outcome(await world.propose(world.first, person.id))).toEqual([409, 'person_disabled']);
  });

  it('waits an hour at least in production, whatever is configured', async () => {
    const person = await world.enrolled();
    const { id } = await world.proposed(person);
    const by = await world.idOf(world.second);
    for (const [mode, minutes] of [
      ['production', 59],
      ['production', 60],
      ['sandbox', 0],
    ] as const) {
      await world.owner.query(
        `begin; set local session_replication_role = 'replica'; update platform.deployment set mode = '${mode}';
         update approvals.approvals set proposed_at = proposed_at - interval '2 hours', payload = payload ||
           jsonb_build_object('not_before', proposed_at - interval '2 hours' + interval '${minutes} minutes') where id = '${id}';
         set local session_replication_role = 'origin'; set local role portal_app; set local portal.actor = 'nobody';
         update approvals.approvals set state = 'approved', decided_by = '${by}', decided_by_name = 'x', decided_at = platform.portal_now() where id = '${id}'`,
      );
      const removed = world.owner.query('delete from identity.totp_factors where user_id = $1', [person.id]);
      if (minutes === 59) await expect(removed).rejects.toMatchObject({ constraint: 'totp_factors_by_approval' });
      else expect(await removed).toMatchObject({ rowCount: 1 });
      await world.owner.query('rollback');
    }
  });

  it('is removed in no other way: the database refuses to remove it or to turn it off', async () => {
    const person = await world.enrolled();
    const removal = await world.proposed(person);
    const refused = expect.objectContaining({ constraint: 'totp_factors_by_approval' }) as unknown;
    const remove = 'delete from identity.totp_factors where user_id = $1';
    for (const sql of [
      remove,
      'update identity.totp_factors set confirmed_at = null, last_step = null where user_id = $1',
    ])
      await expect(world.query(sql, [person.id])).rejects.toEqual(refused);
    // Approved, but in the time in which its owner can stop it.
    await world.owner.query('begin');
    await world.owner.query(`set local role portal_app; set local portal.actor = 'nobody'`);
    await world.owner.query(
      `update approvals.approvals set state = 'approved', decided_by = $2, decided_by_name = 'x', decided_at = platform.portal_now() where id = $1`,
      [removal.id, await world.idOf(world.second)],
    );
    await expect(world.owner.query(remove, [person.id])).rejects.toEqual(refused);
    await world.owner.query('rollback');
    // As the person, in a transaction of another actor.
    await world.owner.query(`begin; set local role portal_caller; set local portal.actor = '${removal.id}'`);
    await world.owner.query(`set local portal.person = '${person.id}'`);
    await expect(world.owner.query(remove, [person.id])).rejects.toEqual(refused);
    await world.owner.query('rollback');
  });
});

describe('the removal of a second factor', () => {
  const admin =
    (as: 'first' | 'third', how: string) =>
    async (_person: Enrolled, id: string): Promise<Answer<unknown>> =>
      world.post(world[as], `/approvals/${id}/${how}`, { [how === 'refuse' ? 'reason' : 'note']: 'phone found' });

  it.each<[string, string, (person: Enrolled, id: string) => Promise<Answer<unknown>>]>([
    ['by the person', 'superseded', ({ cookie }) => world.post(cookie, '/account/second-factor/removal/cancel')],
    ['by the reader of the mail', 'superseded', async ({ email }) => world.stopByLink(await world.tokenTo(email))],
    ['by the admin who proposed it', 'withdrawn', admin('first', 'withdraw')],
    ['by another admin', 'refused', admin('third', 'refuse')],
    ['by a code at sign-in', 'superseded', (person) => world.enter(person, codeOf(person))],
    ['by a recovery code at sign-in', 'superseded', (person) => world.enter(person, person.codes[3])],
    [
      'by a code in a session',
      'superseded',
      (person) => world.post(person.cookie, '/account/step-up', { code: codeOf(person) }),
    ],
    [
      'by the person turning it off',
      'superseded',
      (person) => world.post(person.cookie, '/account/second-factor/remove', { code: codeOf(person) }),
    ],
  ])('is stopped %s, who is notified, and cannot be approved any more', async (name, state, how) => {
    const person = await world.enrolled();
    const removal = await world.proposed(person);
    expect((await how(person, removal.id)).status).toBe(200);
    expect(await world.stateOf(removal)).toBe(state);
    expect(await world.subjectsTo(person.email)).toContain('The removal of your second factor was cancelled');
    const trail = await world.query<{ actor_id: string }>(
      `select actor_id from platform.audit_log where subject_id = $1 and action = 'factor_removal.stopped'`,
      [person.id],
    );
    expect(trail).toEqual(state === 'superseded' ? [{ actor_id: person.id }] : []);
    await world.later(DAY);
    expect(outcome(await world.approve(world.second, removal))).toEqual([409, 'approval_closed']);
    expect(await world.isOn(person.id)).toBe(!name.endsWith('turning it off'));
    expect(outcome(await world.stopByLink(await world.tokenTo(person.email)))).toEqual([
      404,
      'factor_removal_link_not_valid',
    ]);
  });

  it('is not stopped by a wrong or used code, or a token that is made up or of another mail; tokens are kept as hashes', async () => {
    const person = await world.enrolled();
    const spent = person.codes[0]!;
    expect((await world.enter(person, spent)).status).toBe(200);
    const removal = await world.proposed(person);
    for (const code of ['000000', spent])
      expect(outcome(await world.enter(person, code))).toEqual([400, 'second_factor_wrong']);
    const token = (await world.tokenTo(person.email))!;
    const stored = JSON.stringify([
      await world.query('select * from approvals.approvals'),
      await world.query('select * from platform.mail_messages'),
      await world.query('select * from identity.notifications'),
      await world.query('select * from platform.audit_log'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).toContain(sha256Hex(token));
    for (const wrong of [`${token}x`, sha256Hex(token), `dpr_${token.slice(4)}`])
      expect(outcome(await world.stopByLink(wrong))).toEqual([404, 'factor_removal_link_not_valid']);
    expect(outcome(await world.stopByLink('short'))).toEqual([400, 'invalid_request']);
    expect(await world.stateOf(removal)).toBe('waiting');
  });

  it('is not stopped by the link of an earlier one that was stopped', async () => {
    const person = await world.enrolled();
    await world.proposed(person);
    const earlier = await world.tokenTo(person.email);
    expect((await world.post(person.cookie, '/account/second-factor/removal/cancel')).status).toBe(200);
    const removal = await world.proposed(person);
    expect(outcome(await world.stopByLink(earlier))).toEqual([404, 'factor_removal_link_not_valid']);
    expect(await world.stateOf(removal)).toBe('waiting');
  });

  it('is not stopped by anybody once it has expired, and can then be proposed again', async () => {
    const person = await world.enrolled();
    const removal = await world.proposed(person);
    await world.later(8 * DAY);
    expect((await world.own(person.cookie)).removal).toBeNull();
    expect(outcome(await world.approve(world.second, removal))).toEqual([409, 'approval_closed']);
    expect(outcome(await world.post(person.cookie, '/account/second-factor/removal/cancel'))).toEqual([
      404,
      'factor_removal_not_found',
    ]);
    expect((await world.post(person.cookie, '/account/step-up', { code: codeOf(person) })).status).toBe(200);
    expect(await world.stateOf(removal)).toBe('expired');
    expect(outcome(await world.stopByLink(await world.tokenTo(person.email)))).toEqual([
      404,
      'factor_removal_link_not_valid',
    ]);
    expect((await world.propose(world.third, person.id)).status).toBe(201);
  });

  it('is stopped by a code that is used while it is approved, or the code is refused', async () => {
    const person = await world.enrolled();
    const removal = await world.proposed(person);
    await world.later(DAY);
    await world.owner.query('begin');
    await world.owner.query('select 1 from identity.totp_factors where user_id = $1 for update', [person.id]);
    // Locks the approval and waits for the factor.
    const using = world.enter(person, codeOf(person));
    await world.waiting();
    const late = world.approve(world.second, removal);
    await world.owner.query('rollback');
    expect((await using).status).toBe(200);
    expect(outcome(await late)).toEqual([409, 'approval_closed']);

    const other = await world.enrolled();
    const second = await world.proposed(other);
    await world.later(DAY);
    const { challenge } = (await world.signIn(other.email)).data;
    await world.owner.query('begin');
    await world.owner.query('select 1 from identity.sessions where user_id = $1 for update', [other.id]);
    const removing = world.approve(world.second, second);
    await world.waiting();
    const refused = world.post(undefined, '/auth/second-factor', { challenge, code: codeOf(other) });
    await world.owner.query('rollback');
    expect((await removing).status).toBe(200);
    expect((await refused).status).toBeGreaterThanOrEqual(400);
    expect(await world.isOn(other.id)).toBe(false);
  });
});

describe('the outcome of a removal', () => {
  it('is mailed to the admin who proposed it, and to nobody else', async () => {
    const person = await world.enrolled();
    const proposer = await world.app.signUp('proposer@admins.example', 'Proposer');
    await grantByTwo(world.app, await world.idOf(proposer), 'admin');
    const { data } = await world.propose(proposer, person.id);
    await world.post(world.second, `/approvals/${data.id}/refuse`, { reason: 'The phone was found.' });
    await world.app.get(Transactor).run((tx) => world.app.get(MailApprovals).decided(tx, data.id));
    const mails = await world.query<{ recipient: string }>(
      'select recipient from platform.mail_messages where subject like $1 and strpos(body, $2) > 0',
      ['%: refused', `/approvals/${data.id}`],
    );
    expect(mails).toEqual([{ recipient: 'proposer@admins.example' }]);
  });
});

describe('one admin alone', () => {
  it('cannot change address, password or second factor of anybody, by any route about people', async () => {
    const person = await world.enrolled();
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.keys(paths).filter(
      (path) => path.startsWith('/api/v1/admin/users') && 'post' in paths[path]!,
    );
    expect(routes.length).toBeGreaterThanOrEqual(5);
    const kept = () =>
      world.query(
        `select u.email, u.password_hash, f.seed, f.confirmed_at, (select count(*)::int from identity.recovery_codes c where c.user_id = u.id) as codes
         from identity.users u join identity.totp_factors f on f.user_id = u.id where u.id = $1`,
        [person.id],
      );
    const before = await kept();
    expect(before).toHaveLength(1);
    const body = { role: 'admin', reason: REASON };
    const removal = await world.proposed(person);
    // In the order of the document a route that ends something may come first, so each is called twice.
    for (const url of routes.flatMap((path) => [path, path]))
      await world.app.call({ method: 'POST', url: url.replace('{id}', person.id), body, as: world.first });
    await world.later(DAY);
    expect((await world.approve(world.first, removal)).status).toBeGreaterThanOrEqual(400);
    await world.later(7 * DAY);
    expect(await kept()).toEqual(before);
    await world.post(world.first, `/admin/users/${person.id}/enable`, { reason: REASON });
    expect((await world.enter(person, codeOf(person))).status).toBe(200);
  });
});
