import type { Page } from '@portal/kernel';
import { DemoPersons } from '@portal/identity';
import { hostToken } from '../../../../../test/support/http/host-token.js';
import { ListingsWorld } from '../../../../../test/support/drives/listings.js';
import type {
  HostOperatorView,
  HostTenantView,
  OperatorInvitationView,
  TenantView,
} from '../../install/read/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../../installs.module.js';

describe('tenants and ventures by the ids of the host', () => {
  const world = ListingsWorld.forTests({}, [InstallsModule, InstallsWorkerModule]);
  let host: string;

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    host = await hostToken(world.app);
  });

  const put = <T = HostTenantView>(path: string, body: object, as = host) =>
    world.app.ask<T>(as, 'PUT', `/host/external/tenants/${path}`, body);
  const audited = (id: string) =>
    world.db.query<{ action: string; before: unknown; after: unknown }>(
      'select action, before, after from platform.audit_log where subject_id = $1 order by seq',
      [id],
    );

  it('create a tenant once, however often it is sent, and rename it when its name differs', async () => {
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

  it('refuse another currency, which only its own route changes', async () => {
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

  it('create a venture once in its tenant, and rename it', async () => {
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

  it('list the ventures of a tenant by name, page by page, and none of another tenant', async () => {
    const { data } = await put('listed', { name: 'Listed' });
    for (const name of ['Bakery', 'Atelier', 'Cafe']) await put(`listed/ventures/${name.toLowerCase()}`, { name });
    await put('listed-not', { name: 'Other' });
    await put('listed-not/ventures/shop', { name: 'Annex' });
    const page = (id: string, query = '') =>
      world.app.ask<Page<TenantView>>(host, 'GET', `/host/tenants/${id}/ventures?${query}`);
    const first = (await page(data.id, 'limit=2')).data;
    expect(first.items.map(({ name }) => name)).toEqual(['Atelier', 'Bakery']);
    const second = (await page(data.id, `limit=2&cursor=${first.next_cursor}`)).data;
    expect(second).toMatchObject({ items: [{ name: 'Cafe', external_id: 'cafe' }], next_cursor: null });
    expect((await page('00000000-0000-7000-8000-00000000dead')).error).toBe('unknown_tenant');
  });

  it('create one for ten concurrent requests', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, (_, n) => put('rush', { name: `Rush ${n}` })));
    expect(same.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(same.map(({ data }) => data.id)).size).toBe(1);
    const ventures = await Promise.all(
      Array.from({ length: 10 }, () => put<TenantView>('rush/ventures/one', { name: 'One' })),
    );
    expect(ventures.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(await audited(ventures[0]!.data.id)).toHaveLength(1);
    const added = (await audited(same[0]!.data.id)).filter(({ action }) => action === 'tenant.added');
    expect(added).toHaveLength(1);
  });

  it.each([
    ['an id with a blank', 'two%20words', { name: 'N' }, 400],
    ['an id that is too long', 'x'.repeat(101), { name: 'N' }, 414],
    ['no name', 'nameless', {}, 400],
    ['a field that is none', 'more', { name: 'N', external_id: 'other' }, 400],
  ])('refuse %s', async (_, path, body, status) => {
    expect((await put(path, body)).status).toBe(status);
    expect((await put(`acme/ventures/${path}`, body)).status).toBe(status);
  });

  describe('operators of a tenant', () => {
    const operators = (as = host) =>
      world.app.ask<{ items: HostOperatorView[] }>(as, 'GET', '/host/external/tenants/staffed/operators');
    const invite = (id: string, email: string) => put<HostOperatorView>(`staffed/operators/${id}`, { email });
    const remove = async (id: string) =>
      (await world.app.ask(host, 'DELETE', `/host/external/tenants/staffed/operators/${id}`)).status;
    const invitations = async (as: string) =>
      (await world.app.ask<{ items: OperatorInvitationView[] }>(as, 'GET', '/account/operator-invitations')).data.items;
    const answer = async (as: string, id: string, word: 'accept' | 'decline') => {
      const url = `/api/v1/account/operator-invitations/${id}/${word}`;
      const { status, error } = await world.app.call({ method: 'POST', url, as });
      return error ?? status;
    };
    const operates = async (as: string) =>
      (await world.app.ask<{ items: unknown[] }>(as, 'GET', '/operator/ventures')).status === 200;
    const mails = (to: string) =>
      world.db.query<{ subject: string }>(
        'select subject from platform.mail_messages where recipient = $1 order by created_at, id',
        [to],
      );

    it('are invited once per address, whose owner confirms, and the others of the tenant are notified', async () => {
      await put('staffed', { name: 'Staffed' });
      const [olga, eve] = [
        await world.app.signUp('olga@staffed.example', 'Olga'),
        await world.app.signUp('eve@staffed.example', 'Eve'),
      ];
      const asked = await Promise.all(Array.from({ length: 8 }, () => invite('u-1', 'Olga@staffed.example')));
      expect(asked.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
      expect(asked[0]!.data).toMatchObject({ external_id: 'u-1', state: 'invited', user_id: null });
      expect(await mails('Olga@staffed.example')).toEqual([{ subject: 'You are invited to operate Staffed' }]);
      // The host alone grants no access, and an account cannot answer for another one's address.
      const [invitation] = await invitations(olga);
      expect([await operates(olga), await invitations(eve)]).toEqual([false, []]);
      expect(await answer(eve, invitation!.id, 'accept')).toBe('operator_invitation_not_found');
      expect(await answer(host, invitation!.id, 'accept')).toBe('session_required');
      expect([await answer(olga, invitation!.id, 'accept'), await operates(olga)]).toEqual([200, true]);
      expect((await operators()).data.items).toMatchObject([{ external_id: 'u-1', state: 'confirmed' }]);
      expect((await invite('u-1', 'eve@staffed.example')).error).toBe('operator_confirmed');
      expect((await invite('u-2', 'olga@STAFFED.example')).error).toBe('operator_exists');

      expect((await invite('u-2', 'nobody-yet@staffed.example')).status).toBe(201);
      expect((await invite('u-2', 'eve@staffed.example')).data).toMatchObject({ email: 'eve@staffed.example' });
      const [second] = await invitations(eve);
      expect(await answer(eve, second!.id, 'decline')).toBe(200);
      expect([await operates(eve), await answer(eve, second!.id, 'accept')]).toEqual([
        false,
        'operator_invitation_not_found',
      ]);
      // A repeated request does not invite a person who declined.
      expect((await invite('u-2', 'eve@staffed.example')).data.state).toBe('declined');
      expect((await mails('eve@staffed.example')).length).toBe(1);
      expect([await remove('u-2'), await remove('u-2')]).toEqual([200, 404]);
      await invite('u-2', 'eve@staffed.example');
      expect(await answer(eve, (await invitations(eve))[0]!.id, 'accept')).toBe(200);
      expect((await mails('olga@staffed.example')).map(({ subject }) => subject)).toContain('New operator of Staffed');

      expect([await remove('u-1'), await operates(olga)]).toEqual([200, false]);
      expect((await operators()).data.items).toMatchObject([{ external_id: 'u-2', state: 'confirmed' }]);
      const reads = await hostToken(world.app, ['operators:read', 'tenants:write']);
      expect((await operators(reads)).status).toBe(200);
      expect((await put('staffed/operators/u-9', { email: 'a@b.example' }, reads)).error).toBe('token_scope_missing');
      expect((await put('nobody/operators/u-9', { email: 'a@b.example' })).error).toBe('unknown_tenant');
      expect((await put('staffed/operators/u-9', { email: 'nobody' })).status).toBe(400);
    });
  });

  describe('an invitation', () => {
    type Invited = { email: string; state: string };
    let tenantId: string;
    let ivy: string;
    const invite = async (email: string) =>
      (await world.app.ask<Invited>(host, 'POST', `/host/tenants/${tenantId}/operators`, { email })).data.state;
    const open = async () =>
      (await world.app.ask<{ items: OperatorInvitationView[] }>(ivy, 'GET', '/account/operator-invitations')).data
        .items;
    const answer = async (id: string, word: string) =>
      (await world.app.ask(ivy, 'POST', `/account/operator-invitations/${id}/${word}`)).error ?? 'ok';
    const mails = () =>
      world.value<number>(
        `select count(*)::int from platform.mail_messages where recipient = 'ivy@invited.example' and subject = 'You are invited to operate Inviting' and body like '%/account/invitations%'`,
      );
    const days = (count: number) =>
      world.db.query('update installs.host_operators set invited_at = invited_at - $1::interval where tenant_id = $2', [
        `${count} days`,
        tenantId,
      ]);

    beforeAll(async () => {
      tenantId = (await put<TenantView>('inviting', { name: 'Inviting' })).data.id;
      ivy = await world.app.signUp('ivy@invited.example', 'Ivy');
    });

    it('makes nobody an operator by itself, exists once per address, is declined, expires, and can be sent again', async () => {
      expect(await Promise.all(Array.from({ length: 5 }, () => invite('IVY@invited.example')))).toEqual(
        Array<string>(5).fill('invited'),
      );
      expect(await mails()).toBe(0);
      expect(await invite('nobody-has-this@invited.example')).toBe('invited');
      const [first] = await open();
      expect([(await open()).length, first!.tenant_name]).toEqual([1, 'Inviting']);
      expect(await answer(first!.id, 'decline')).toBe('ok');
      expect([await open(), await invite('ivy@invited.example'), await mails()]).toEqual([[], 'invited', 1]);
      await days(31);
      expect([await open(), await answer(first!.id, 'accept')]).toEqual([[], 'operator_invitation_not_found']);
      const listed = await world.app.ask<{ items: HostOperatorView[] }>(
        host,
        'GET',
        '/host/external/tenants/inviting/operators',
      );
      expect(listed.data.items.map(({ state }) => state)).toEqual(['expired', 'expired']);
      expect(
        (await put<HostOperatorView>(`inviting/operators/${first!.id}`, { email: 'ivy@invited.example' })).data,
      ).toMatchObject({ state: 'invited' });
      expect([await invite('ivy@invited.example'), await mails()]).toEqual(['invited', 2]);
      expect([await answer(first!.id, 'accept'), await invite('ivy@invited.example'), await mails()]).toEqual([
        'ok',
        'confirmed',
        2,
      ]);
      expect(await answer(first!.id, 'accept')).toBe('operator_invitation_not_found');
    });

    it.each(['disabled_at = now()', 'email_confirmed_at = null'])(
      'is accepted by nobody whose account has %s',
      async (without) => {
        const email = `${without.slice(0, 5)}@invited.example`;
        await world.app.signUp(email, 'Gone');
        await world.app.byOwner(
          'insert into installs.host_operators (id, tenant_id, external_id, email) values (gen_random_uuid(), $1, $2, $2)',
          [tenantId, email],
        );
        const accept = () =>
          world.app.byOwner(
            `update installs.host_operators o set state = 'confirmed', answered_at = now(), user_id = u.id from identity.users u where u.email = $1 and o.external_id = $1`,
            [email],
          );
        await world.app.byOwner(`update identity.users set ${without} where email = $1`, [email]);
        await expect(accept()).rejects.toMatchObject({ constraint: 'host_operators_by_owner' });
        await world.app.byOwner(
          'update identity.users set disabled_at = null, email_confirmed_at = now() where email = $1',
          [email],
        );
        await accept();
      },
    );

    // As the owner of the tables, without an actor.
    it.each([
      [
        'a grant without an invitation',
        'role_grants_by_invitation',
        `insert into identity.role_grants (id, user_id, role, scope_id) select gen_random_uuid(), id, 'operator', $1 from identity.users where demo_person = 'author'`,
      ],
      [
        'one that is born accepted',
        'host_operators_invited_first',
        `insert into installs.host_operators (id, tenant_id, external_id, email, state, user_id, answered_at) select gen_random_uuid(), $1, 'born', email, 'confirmed', id, now() from identity.users where demo_person = 'author'`,
      ],
      [
        'accepted for another address',
        'host_operators_by_owner',
        `update installs.host_operators set state = 'confirmed', answered_at = now(), user_id = u.id from identity.users u where u.demo_person = 'author' and tenant_id = $1 and state = 'invited'`,
      ],
      [
        'accepted after a change of the address',
        'host_operators_pinned',
        `update installs.host_operators o set state = 'confirmed', answered_at = now(), user_id = u.id, email = u.email from identity.users u where u.demo_person = 'author' and tenant_id = $1 and state = 'invited'`,
      ],
      [
        'an answer that is changed',
        'host_operators_pinned',
        `update installs.host_operators set email = 'eve@evil.example' where tenant_id = $1 and state = 'confirmed'`,
      ],
    ])('is refused by the database for %s', async (_, constraint, sql) => {
      await world.app.byOwner(
        `insert into installs.host_operators (id, tenant_id, external_id, email) values (gen_random_uuid(), $1, 'open', 'open@invited.example') on conflict do nothing`,
        [tenantId],
      );
      await expect(world.app.byOwner(sql, [tenantId])).rejects.toMatchObject({ constraint });
    });
  });
});
