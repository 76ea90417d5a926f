import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@portal/platform/crypto';
import {
  DAY,
  FactorRemovalsWorld,
  HOUR,
  REASON,
  type Enrolled,
} from '../../../../test/support/people/factor-removals-world.js';

let world: FactorRemovalsWorld;
beforeAll(async () => {
  world = await FactorRemovalsWorld.start();
});
afterAll(() => world.close());

const violates = (constraint: string) => expect.objectContaining({ constraint }) as unknown;

describe('the database guards removals against every writer', () => {
  const HASH = () => sha256Hex(randomUUID());
  let person: Enrolled;
  beforeAll(async () => {
    person = await world.enrolled();
  });

  const insert = (columns: Record<string, unknown> = {}) => {
    const row: Record<string, unknown> = {
      user_id: person.id,
      reason: REASON,
      requested_by: world.firstId,
      request_token_hash: HASH(),
      requested_at: new Date(),
      expires_at: new Date(Date.now() + DAY),
      ...columns,
    };
    const names = Object.keys(row);
    return world.owner.query<{ id: string }>(
      `insert into identity.factor_removals (id, ${names.join(', ')}) values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
  };
  const set = (id: string, change: string, params: unknown[] = []) =>
    world.owner.query(`update identity.factor_removals set ${change} where id = $1`, [id, ...params]);
  const APPROVAL = `state = 'approved', approved_by = $2, approved_at = platform.portal_now(), approval_token_hash = $3`;
  const END = `ended_at = platform.portal_now()`;
  /** A request with the portal's time, which other tests have moved. */
  async function fresh(): Promise<string> {
    await world.owner.query(
      `update identity.factor_removals set state = 'cancelled', cancelled_by = 'admin', ${END} where user_id = $1 and state in ('requested', 'approved')`,
      [person.id],
    );
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into identity.factor_removals (id, user_id, reason, requested_by, request_token_hash, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4, platform.portal_now() + interval '1 day') returning id`,
      [person.id, REASON, world.firstId, HASH()],
    );
    return rows[0]!.id;
  }

  it('a request is made by an admin, for somebody else, at its beginning, for seven days at most, one at a time', async () => {
    await expect(insert({ requested_by: person.id })).rejects.toEqual(violates('factor_removals_by_admins'));
    await expect(insert({ user_id: world.firstId })).rejects.toEqual(violates('factor_removals_not_for_oneself'));
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
    await expect(by(world.firstId)).rejects.toEqual(violates('factor_removals_second_admin'));
    const somebody = await world.idOf(await world.app.signUp('somebody@people.example'));
    for (const who of [person.id, somebody])
      await expect(by(who)).rejects.toEqual(violates('factor_removals_by_admins'));
    await expect(by(world.secondId, `platform.portal_now() + interval '31 days'`)).rejects.toEqual(
      violates('factor_removals_wait'),
    );
    await expect(by(world.secondId, 'null')).rejects.toEqual(violates('factor_removals_approval'));
    await expect(set(id, `state = 'approved'`)).rejects.toMatchObject({ code: '23514' });
    await expect(set(id, `state = 'done', ${END}`)).rejects.toEqual(violates('factor_removals_forward'));
    await world.later(DAY);
    await expect(by(world.secondId)).rejects.toEqual(violates('factor_removals_in_time'));
  });

  it('it is done when it is due and not before, and records stay unchanged', async () => {
    const id = await fresh();
    await set(id, `${APPROVAL}, due_at = platform.portal_now() + interval '1 hour'`, [world.secondId, HASH()]);
    const done = () => set(id, `state = 'done', ${END}`);
    await expect(done()).rejects.toEqual(violates('factor_removals_waited'));
    for (const change of [
      `due_at = approved_at`,
      `approved_by = '${world.thirdId}'`,
      `approved_at = approved_at + interval '1 second'`,
      `user_id = '${world.secondId}'`,
      `expires_at = expires_at + interval '1 second'`,
      `request_token_hash = '${HASH()}'`,
      `approval_token_hash = '${HASH()}'`,
      `state = 'requested', approved_by = null, approved_at = null, approval_token_hash = null, due_at = null`,
    ])
      await expect(set(id, change)).rejects.toEqual(violates('factor_removals_pinned'));
    await expect(set(id, `state = 'expired', ${END}`)).rejects.toEqual(violates('factor_removals_forward'));
    await world.later(HOUR);
    await world.owner.query('begin');
    await world.owner.query(`delete from identity.role_grants where user_id = $1 and role = 'admin'`, [world.secondId]);
    await expect(done()).rejects.toEqual(violates('factor_removals_by_admins'));
    await world.owner.query('rollback');
    await done();
    for (const change of [`state = 'approved', ended_at = null`, `ended_at = ended_at + interval '1 hour'`])
      await expect(set(id, change)).rejects.toEqual(violates('factor_removals_pinned'));
    await expect(world.owner.query('delete from identity.factor_removals')).rejects.toThrow();
    await expect(world.owner.query('truncate identity.factor_removals')).rejects.toThrow();
  });
});
