import type { Page } from '@portal/kernel';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import type {
  PluginView,
  TenantComplianceView,
  TenantOperatorView,
  TenantView,
  VentureView,
} from '../install/read/installs.view.js';

describe('tenants, their ventures and operators', () => {
  const world = PluginsWorld.forTests('for-tenants');

  it('are created once for the demo, however often it starts', () =>
    expect(world.ventures.map((v) => v.name)).toEqual([
      'Harbor Patients',
      'Harbor Research',
      'Northwind Journal',
      'Northwind Shop',
    ]));

  it('are found among one’s own by id, or by part of the name of venture or tenant', async () => {
    const found = async (q: string, as = world.operator) =>
      (
        await world.call<{ items: VentureView[] }>(as, 'GET', `/operator/ventures?q=${encodeURIComponent(q)}`)
      ).data.items.map((one) => one.name);
    expect(await found('SHOP')).toEqual(['Northwind Shop']);
    expect(await found(' harbor clin ')).toEqual(['Harbor Patients', 'Harbor Research']);
    expect(await found(world.ventures[2]!.id)).toEqual([world.ventures[2]!.name]);
    expect(await found('%')).toEqual([]);
    expect(await found('', world.stranger)).toEqual([]);
    expect(await found(world.ventures[2]!.id, world.stranger)).toEqual([]);
  });

  it('are listed completely, page by page, however many an operator has', async () => {
    const many = await world.operatorOf('Many');
    const userId = await world.listings.value(`select id from identity.users where email = 'many@operators.example'`);
    await world.app.byOwner(
      `with made as (insert into installs.tenants (id, name, external_id)
         select gen_random_uuid(), 'Tenant ' || lpad(n::text, 4, '0'), 'many-' || n from generate_series(1, 520) n returning id),
       invited as (insert into installs.host_operators (id, tenant_id, external_id, email) select gen_random_uuid(), id, 'many', 'many@operators.example' from made)
       insert into installs.ventures (id, tenant_id, name, external_id) select gen_random_uuid(), id, 'Venture', 'v' from made`,
    );
    await world.db.query(
      `update installs.host_operators set state = 'confirmed', user_id = $1, answered_at = platform.portal_now() where external_id = 'many'`,
      [userId],
    );
    await world.db.query(
      `insert into identity.role_grants (id, user_id, role, scope_id)
       select gen_random_uuid(), $1, 'operator', tenant_id from installs.host_operators where external_id = 'many'`,
      [userId],
    );
    type Listed = Page<TenantView & Partial<VentureView>>;
    const page = async (query: string, as = many, list = 'tenants') =>
      (await world.call<Listed>(as, 'GET', `/operator/${list}?${query}`)).data;
    for (const [list, expected] of [
      ['tenants', 521],
      ['ventures', 520],
    ] as const) {
      const names: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const one: Listed = await page(`limit=100${cursor && `&cursor=${cursor}`}`, many, list);
        names.push(...one.items.map((item) => item.tenant_name ?? item.name));
        cursor = one.next_cursor;
      }
      expect(names).toHaveLength(expected);
      expect(names).toEqual([...names].sort());
      expect(new Set(names).size).toBe(expected);
    }
    const [last] = (await page('q=NANT%200520')).items;
    expect(last).toMatchObject({ name: 'Tenant 0520' });
    expect((await page(`q=${last!.id}`)).items).toEqual([last]);
    expect((await page(`q=${last!.id}`, world.stranger)).items).toEqual([]);
    for (const list of ['tenants', 'ventures'])
      expect(await world.call(many, 'GET', `/operator/${list}?cursor=x`)).toMatchObject({ error: 'invalid_cursor' });
  });

  describe('the operators of a tenant', () => {
    const REASON = 'No longer works for this tenant.';
    const operators = (tenantId: string, as = world.admin, query = '') =>
      world.call<Page<TenantOperatorView>>(as, 'GET', `/host/tenants/${tenantId}/operators${query}`);
    const remove = (tenantId: string, userId: string, as = world.admin) =>
      world.call(as, 'POST', `/host/tenants/${tenantId}/operators/${userId}/remove`, { reason: REASON });

    it('are listed and removed by the host and by admins, and removal takes effect with the next request', async () => {
      const left = await world.operatorOf('Leaver');
      const tenantId = await world.listings.value(`select id from installs.tenants where external_id = 'leaver'`);
      const host = await hostToken(world.app, ['operators:write']);
      await world.call(host, 'POST', `/host/tenants/${tenantId}/operators`, { email: 'other@operators.example' });
      await world.app.operateInvited(world.stranger);
      const token = await world.call<{ secret: string }>(left, 'POST', '/api-tokens', {
        name: 'mine',
        roles: [{ role: 'operator', scope_id: tenantId }],
      });
      const bearer = `Bearer ${token.data.secret}`;
      const policy = (as: string) => world.call(as, 'GET', `/operator/tenants/${tenantId}/upgrade-policy`);
      expect([(await policy(left)).status, (await policy(bearer)).status]).toEqual([200, 200]);

      const first = (await operators(tenantId, host, '?limit=1')).data;
      expect(first.items.map((one) => one.email)).toEqual(['leaver@operators.example']);
      const second = (await operators(tenantId, host, `?limit=1&cursor=${first.next_cursor}`)).data;
      expect([second.items.map((one) => one.email), second.next_cursor]).toEqual([['other@operators.example'], null]);

      const userId = first.items[0]!.id;
      const twice = await Promise.all([1, 2].map(() => remove(tenantId, userId, host)));
      expect(twice.map((a) => a.status).sort()).toEqual([200, 404]);
      expect([(await policy(left)).status, (await policy(bearer)).status]).toEqual([403, 403]);
      expect((await operators(tenantId)).data.items.map((one) => one.email)).toEqual(['other@operators.example']);
      expect((await policy(world.stranger)).status).toBe(200);

      const notices = await world.db.query(
        `select (select count(*)::int from platform.outbox_events where type = 'operator.removed' and payload->>'user_id' = $1) as events,
           (select count(*)::int from platform.mail_messages where recipient = 'leaver@operators.example' and subject like 'You are no longer%') as mails,
           (select array_agg(reason) from platform.audit_log where action = 'role.revoked' and subject_id = $1) as reasons`,
        [userId],
      );
      expect(notices).toEqual([{ events: 1, mails: 1, reasons: [REASON] }]);
    });
  });

  it('may install according to what the host reports that their tenant has on file', async () => {
    const mine = world.ventures[0]!;
    const file = (as: string, revision: number, change: object = {}) =>
      world.call<TenantComplianceView>(as, 'POST', `/host/tenants/${mine.tenant_id}/compliance`, {
        baa: null,
        residency: null,
        regulated: false,
        revision,
        ...change,
      });
    const shown = async () =>
      (await world.call<PluginView>(world.operator, 'GET', `/operator/plugins/${world.owned.slug}`)).data;
    const until = '2100-01-01T00:00:00.000Z';
    const host = await hostToken(world.app, ['compliance:write']);
    const written = await file(host, 0, { baa: { reference: 'MSA-7', until }, residency: 'moon' });
    expect(written.data).toMatchObject({
      tenant_name: mine.tenant_name,
      baa: { reference: 'MSA-7', until },
      residency: 'moon',
      regulated: false,
      revision: 1,
      blocked_upgrades: 0,
    });
    expect(await shown()).toMatchObject({
      blockers: [],
      blocked_tenants: [{ tenant_id: mine.tenant_id, reasons: [expect.stringContaining('region') as string] }],
    });
    expect(await world.install(world.operator, world.good(0))).toMatchObject({
      status: 403,
      error: 'residency_missing',
    });
    expect(await file(host, 0)).toMatchObject({ status: 409, error: 'compliance_changed' });
    expect((await file(host, 1, { baa: { reference: 'x', until: 'soon' } })).status).toBe(400);
    const found = await world.call<{ items: TenantComplianceView[] }>(
      world.admin,
      'GET',
      '/host/tenants/compliance?q=NORTH',
    );
    expect(found.data.items.map((one) => [one.tenant_name, one.revision])).toEqual([
      ['Northwind Studio', expect.any(Number)],
    ]);
    expect((await file(host, 1)).data.revision).toBe(2);
    expect((await shown()).blocked_tenants).toEqual([]);
  });
});
