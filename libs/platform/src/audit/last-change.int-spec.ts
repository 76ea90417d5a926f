import { randomUUID } from 'node:crypto';
import { ModuleWorld } from '../../../../test/support/database/module-world.js';
import { withScope } from '../database/scope/data-scope.js';
import { LastChange } from './last-change.js';
import { SYSTEM_ACTOR, type Actor, type Role } from '../access/actor.js';
import { Transactor } from '../database/transactor.js';

const ORG = randomUUID();
const person = (name: string, role: Role, of: Partial<Actor> = {}): Actor => ({
  kind: 'user',
  userId: randomUUID(),
  name,
  roles: [{ role, scopeId: role === 'author' ? ORG : null }],
  ...of,
});
const ADA = person('Ada', 'author');
const BEN = person('Ben', 'author');

describe('the last change of an item', () => {
  const world = ModuleWorld.forTests();
  let subjectId: string;

  beforeEach(() => (subjectId = randomUUID()));

  const change = (actor: Actor, action = 'thing.changed') =>
    world.module.get(Transactor).run((tx) => tx.audit(actor, action, ['thing', subjectId], { after: {} }));
  /** As in a request of the reader: without the right to read the audit log. */
  const lastChange = (reader: Actor, actions = ['thing.changed', 'thing.disabled']) =>
    withScope({ kind: 'caller', personId: reader.userId, owners: [ORG] }, () =>
      world.module
        .get(Transactor)
        .run((tx) => world.module.get(LastChange).of(tx, ['thing', subjectId], actions, reader)),
    );

  it('is the newest of its changing actions, with the name and time of the audit trail', async () => {
    expect(await lastChange(ADA)).toBeUndefined();
    await change(ADA);
    await change(BEN);
    await change(ADA, 'thing.looked_at');
    const [entry] = await world.module
      .get(Transactor)
      .run((tx) =>
        tx.query<{ at: Date }>(`select at from platform.audit_log where subject_id = $1 and actor_name = 'Ben'`, [
          subjectId,
        ]),
      );
    expect(await lastChange(ADA)).toEqual({ by: 'Ben', at: entry!.at });
    await change(SYSTEM_ACTOR, 'thing.disabled');
    expect((await lastChange(ADA))?.by).toBe('Drive Portal');
  });

  it('is “you” for the reader’s own change, and the token’s name where the reader’s token did it', async () => {
    await change(ADA);
    expect([(await lastChange(ADA))?.by, (await lastChange(BEN))?.by]).toEqual(['you', 'Ada']);
    await change({ ...ADA, kind: 'token', name: 'Ada (token CI)' });
    expect((await lastChange(ADA))?.by).toBe('Ada (token CI)');
  });

  it('names a staff member for staff alone, while authors see the review team', async () => {
    for (const [role, words] of [
      ['reviewer', 'the review team'],
      ['finance', 'the operator of this portal'],
      ['admin', 'the operator of this portal'],
      ['host', 'the host platform'],
    ] as const) {
      await change(person('Stella Staff', role));
      expect([role, (await lastChange(ADA))?.by]).toEqual([role, words]);
      await change(person('Stella (token CI)', role, { kind: 'token' }));
      expect([role, (await lastChange(ADA))?.by]).toEqual([role, words]);
      expect((await lastChange(person('Rita', 'reviewer')))?.by).toBe('Stella (token CI)');
    }
  });
});
