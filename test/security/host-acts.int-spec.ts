import { randomUUID } from 'node:crypto';
import { Transactor } from '@portal/platform/database';
import { PluginsWorld } from '../support/drives/plugins-world.js';
import { approveAsSecond } from '../support/people/staff-role.js';

const OWN = 'own-second@mailbox.example';

describe('what one admin does for the host by a session', () => {
  const world = PluginsWorld.forTests('host-acts');
  let tenant: string;
  beforeAll(async () => {
    tenant = world.ventures[0]!.tenant_id;
  });

  const invitedTo = async () =>
    (await world.db.query('select 1 from installs.host_operators where email = $1', [OWN])).length;

  it('invites nobody before a second admin confirms it', async () => {
    const url = `/host/tenants/${tenant}`;
    const asked = await world.call<{ id: string; state: string; title: string; digest: string }>(
      world.admin,
      'POST',
      `${url}/operators`,
      { email: OWN, reason: 'They run the shop now.' },
    );
    expect(asked).toMatchObject({
      status: 202,
      data: { state: 'waiting', title: `${OWN} as operator of ${world.ventures[0]!.tenant_name}` },
    });
    expect(await invitedTo()).toBe(0);
    const own = await world.call(world.admin, 'POST', `/approvals/${asked.data.id}/approve`, {
      digest: asked.data.digest,
    });
    expect(own.error).toBe('approval_same_person');
    const email = 'another@mailbox.example';
    expect(await world.call(world.admin, 'POST', `${url}/operators`, { email })).toMatchObject({ status: 202 });
    expect((await world.call(world.admin, 'POST', `${url}/operators`, { email })).error).toBe('approval_open');
    for (let waiting = 2; waiting > 0; waiting--) await approveAsSecond(world.app, 'operator_invitation', tenant);
    expect(await invitedTo()).toBe(1);
  });

  it('approves no token of the host that has expired meanwhile', async () => {
    const made = await world.call<{ token: { id: string } }>(world.admin, 'POST', '/admin/host-tokens', {
      name: 'waiting',
      scopes: ['tenants:write'],
    });
    const { id } = made.data.token;
    await world.app.byOwner('update identity.api_tokens set expires_at = clock_timestamp() where id = $1', [id]);
    await expect(approveAsSecond(world.app, 'host_token', id)).rejects.toThrow('api_token_not_found');
    expect(await world.db.query('select approval_id from identity.api_tokens where id = $1', [id])).toEqual([
      { approval_id: null },
    ]);
  });

  it('installs, bills and files nothing: 403 with what to do instead, before the body is read', async () => {
    for (const url of ['/host/installs', `/host/tenants/${tenant}/currency`, `/host/tenants/${tenant}/compliance`])
      expect(await world.call(world.admin, 'POST', url, {})).toMatchObject({
        status: 403,
        error: 'host_token_required',
      });
  });

  it('is refused by the database too, whoever writes', async () => {
    const write = (actor: string, sql: string, values: unknown[]) =>
      world.app.get(Transactor).run(async (tx) => {
        await tx.query(`set local role portal_app`);
        await tx.query(`select set_config('portal.actor', $1, true)`, [actor]);
        await tx.query(sql, values);
      });
    const invite = `insert into installs.host_operators (id, tenant_id, external_id, email) values (gen_random_uuid(), $1, 'x', 'x@mailbox.example')`;
    const bill = `update installs.tenants set currency = 'eur' where id = $1`;
    for (const actor of [randomUUID(), '']) {
      await expect(write(actor, invite, [tenant])).rejects.toMatchObject({ constraint: 'host_operators_by_two' });
      await expect(write(actor, bill, [tenant])).rejects.toMatchObject({ constraint: 'tenants_by_two' });
    }
    expect((await world.install(world.operator, world.good(0))).status).toBe(202);
    const install = `insert into installs.installs select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid()) || $1)).* from installs.installs i`;
    const by = { constraint: 'installs_by_operator' };
    await expect(write('nobody', install, [{ operator_email: OWN }])).rejects.toMatchObject(by);
    for (const actor of [randomUUID(), '']) await expect(write(actor, install, [{}])).rejects.toMatchObject(by);
    // The address of an operator in other letters is theirs.
    const [own] = await world.db.query<{ email: string }>('select operator_email as email from installs.installs');
    const loud = write('nobody', install, [{ operator_email: own!.email.toUpperCase() }]);
    expect(await loud.catch(({ constraint }: { constraint?: string }) => constraint)).not.toBe(by.constraint);
  });
});
