import { APP_ROLE } from '@portal/platform/database';
import { Client } from 'pg';
import { OwnDatabase } from '../../../test/support/database/database.js';
import { appointAdmin, AppointmentRefused } from './appoint-admin.js';

const REASON = 'first admins of this installation';

/** An installation as `migrate` leaves it: no demo persons, no roles. */
describe('the first admins of an installation', () => {
  const test = OwnDatabase.forTests();
  let owner: Client;
  beforeAll(async () => {
    owner = test.owner;
    for (const [name, confirmed] of [
      ['ada', true],
      ['ben', true],
      ['eve', true],
      ['unconfirmed', false],
    ] as const)
      await owner.query(
        `insert into identity.users (id, email, name, email_confirmed_at) values (gen_random_uuid(), $1, $2, case when $3 then now() end)`,
        [`${name}@people.example`, name, confirmed],
      );
  });

  const appoint = (name: string) => appointAdmin(test.url, { email: `${name}@People.example`, reason: REASON });
  const admins = async (): Promise<string[]> =>
    (
      await owner.query<{ name: string }>(
        `select u.name from identity.role_grants g join identity.users u on u.id = g.user_id where g.role = 'admin' order by 1`,
      )
    ).rows.map(({ name }) => name);

  it('are appointed by the owner of the tables, with a row in the audit trail, until there are two', async () => {
    for (const name of ['nobody', 'unconfirmed']) await expect(appoint(name)).rejects.toThrow(AppointmentRefused);
    await appoint('ada');
    await expect(appoint('ada')).rejects.toThrow('is an admin already');
    await appoint('ben');
    await expect(appoint('eve')).rejects.toThrow('There are two admins already');
    expect(await admins()).toEqual(['ada', 'ben']);
    const { rows } = await owner.query(
      `select actor_kind, actor_id, action, reason, after->>'role' as role from platform.audit_log order by seq`,
    );
    const row = { actor_kind: 'system', actor_id: null, action: 'role.granted', reason: REASON, role: 'admin' };
    expect(rows).toEqual([row, row]);
  });

  it('are two and not three after two concurrent commands', async () => {
    await owner.query(
      `delete from identity.role_grants where user_id <> (select id from identity.users where name = 'ada')`,
    );
    const outcomes = await Promise.allSettled([appoint('ben'), appoint('eve')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await admins()).toHaveLength(2);
  });

  it('are replaced when one has left: a disabled one does not count', async () => {
    await owner.query(`update identity.users set disabled_at = now() where name = 'ada'`);
    const missing = (await admins()).includes('eve') ? 'ben' : 'eve';
    await appoint(missing);
    expect(await admins()).toEqual(['ada', 'ben', 'eve']);
  });

  it('are never made by the running product', async () => {
    await owner.query(`delete from identity.role_grants`);
    const product = new Client({ connectionString: test.url, options: `-c role=${APP_ROLE}` });
    await product.connect();
    try {
      await expect(
        product.query(
          `insert into identity.role_grants (id, user_id, role) select gen_random_uuid(), id, 'admin' from identity.users where name = 'eve'`,
        ),
      ).rejects.toMatchObject({ constraint: 'role_grants_by_two_admins' });
    } finally {
      await product.end();
    }
    expect(await admins()).toEqual([]);
  });
});
