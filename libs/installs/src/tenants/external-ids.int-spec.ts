import { EnsureDemoPersons } from '@portal/identity';
import { hostToken } from '../../../../test/support/host-token.js';
import { ListingsWorld } from '../../../../test/support/listings.js';
import type { HostTenantView, TenantView } from '../install/http/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';

describe('tenants and ventures by the ids of the host', () => {
  let world: ListingsWorld;
  let host: string;

  beforeAll(async () => {
    world = await ListingsWorld.start({}, [InstallsModule, InstallsWorkerModule]);
    await world.app.get(EnsureDemoPersons).execute();
    host = await hostToken(world.app);
  });
  afterAll(() => world.close());

  const put = <T = HostTenantView>(path: string, body: object, as = host) =>
    world.app.call<T>({ method: 'PUT', url: `/api/v1/host/external/tenants/${path}`, as, body });
  const audited = (id: string) =>
    world.db.query<{ action: string; before: unknown; after: unknown }>(
      'select action, before, after from platform.audit_log where subject_id = $1 order by seq',
      [id],
    );

  it('a tenant is made once, whatever happens on the way, and renamed when its name is another one', async () => {
    const made = await put('acme', { name: 'Acme', currency: 'EUR' });
    expect([made.status, made.data]).toMatchObject([201, { name: 'Acme', external_id: 'acme', currency: 'eur' }]);
    const again = await put('acme', { name: 'Acme', currency: 'eur' });
    expect([again.status, again.data]).toEqual([200, made.data]);
    const renamed = await put('acme', { name: 'Acme & Sons' });
    expect([renamed.status, renamed.data]).toEqual([200, { ...made.data, name: 'Acme & Sons' }]);
    expect(await audited(made.data.id)).toEqual([
      { action: 'tenant.added', before: null, after: { name: 'Acme', currency: 'eur' } },
      { action: 'tenant.renamed', before: { name: 'Acme' }, after: { name: 'Acme & Sons' } },
    ]);
  });

  it('a currency is changed where changes of it are, not by the way', async () => {
    const { data } = await put('dollars', { name: 'Dollars' });
    expect(data.currency).toBe('usd');
    expect(await put('dollars', { name: 'Other', currency: 'eur' })).toMatchObject({
      status: 409,
      error: 'currency_differs',
    });
    expect((await put('dollars', { name: 'Dollars', currency: 'USD' })).data).toEqual(data);
    expect((await put('no-money', { name: 'No money', currency: 'xxx' })).error).toBe('currency_unknown');
    expect(await audited(data.id)).toHaveLength(1);
  });

  it('a venture is made once in its tenant and renamed', async () => {
    const names = { name: 'Shop' };
    expect((await put('nobody/ventures/shop', names)).error).toBe('unknown_tenant');
    await put('first', { name: 'First' });
    await put('second', { name: 'Second' });
    const made = await put<TenantView>('first/ventures/shop', names);
    expect([made.status, made.data]).toMatchObject([201, { name: 'Shop', external_id: 'shop' }]);
    expect(await put('first/ventures/shop', names)).toMatchObject({ status: 200, data: made.data });
    expect((await put('second/ventures/shop', names)).status).toBe(201);
    expect(await put('first/ventures/shop', { name: 'Big shop' })).toMatchObject({
      status: 200,
      data: { ...made.data, name: 'Big shop' },
    });
    expect((await audited(made.data.id)).map((one) => one.action)).toEqual(['venture.added', 'venture.renamed']);
  });

  it('ten at once make one', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, (_, n) => put('rush', { name: `Rush ${n}` })));
    expect(same.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(same.map(({ data }) => data.id)).size).toBe(1);
    const ventures = await Promise.all(
      Array.from({ length: 10 }, () => put<TenantView>('rush/ventures/one', { name: 'One' })),
    );
    expect(ventures.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(await audited(ventures[0]!.data.id)).toHaveLength(1);
    const told = await world.db.query(
      `select 1 from platform.outbox_events where type = 'tenant.added' and payload->>'tenant_id' = $1`,
      [same[0]!.data.id],
    );
    expect(told).toHaveLength(1);
  });

  it.each([
    ['an id with a blank', 'two%20words', { name: 'N' }, 400],
    ['an id that is too long', 'x'.repeat(101), { name: 'N' }, 414],
    ['no name', 'nameless', {}, 400],
    ['a field that is none', 'more', { name: 'N', external_id: 'other' }, 400],
  ])('%s is refused', async (_, path, body, status) => {
    expect((await put(path, body)).status).toBe(status);
    expect((await put(`acme/ventures/${path}`, body)).status).toBe(status);
  });

  it('is the host’s alone', async () => {
    const reads = await hostToken(world.app, ['tenants:read', 'installs:write']);
    expect(await put('mine', { name: 'Mine' }, reads)).toMatchObject({
      status: 403,
      error: 'token_scope_missing',
      body: expect.stringContaining('tenants:write'),
    });
    const author = await world.author('mallory');
    expect((await put('mine', { name: 'Mine' }, author.cookie)).status).toBe(403);
  });
});
