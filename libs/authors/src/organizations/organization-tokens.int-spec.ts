import { IdentityModule } from '@portal/identity';
import { SecretsModule } from '@portal/secrets';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { approveAsSecond } from '../../../../test/support/people/staff-role.js';
import type { ApprovalDetailView } from '@portal/approvals';
import type { HostTokenView, NewApiTokenView } from '../../../identity/src/api-tokens/api-tokens.view.js';
import { AuthorsModule } from '../index.js';

const app = TestApp.ofSpec([IdentityModule, SecretsModule, AuthorsModule]);
const { query, post, read: get, remove } = app;

const roles = async (as: string) => (await get<{ roles: object[] }>('/me', as)).data.roles;

async function founder(name: string): Promise<{ cookie: string; orgId: string }> {
  const cookie = await app.signUp(`${name}@example.org`, name);
  await post('/applications', { company_name: name }, cookie);
  return { cookie, orgId: (await get<{ org: { id: string } }>('/author/account', cookie)).data.org.id };
}

describe('a token of an organisation', () => {
  it('acts with the role it was made with, is visible to owners only, and ends when an owner revokes it', async () => {
    const { cookie, orgId } = await founder('org');
    const made = await post<NewApiTokenView>(
      '/author/api-tokens',
      { name: 'ci', member_role: 'developer', access: 'write' },
      cookie,
    );
    expect(made.status).toBe(201);
    const bearer = `Bearer ${made.data.secret}`;
    expect(await roles(bearer)).toEqual([{ role: 'author', scope_id: orgId, member_role: 'developer' }]);
    expect((await get('/applications', bearer)).status).toBe(200);
    expect((await get('/author/api-tokens', bearer)).error).toBe('member_role_missing');
    const stranger = await founder('org-stranger');
    expect((await remove(`/author/api-tokens/${made.data.token.id}`, stranger.cookie)).error).toBe(
      'api_token_not_found',
    );
    expect((await get<{ items: object[] }>('/author/api-tokens', stranger.cookie)).data.items).toEqual([]);
    const listed = await get<{ items: { last_used_at: string | null; made_by: string }[] }>(
      '/author/api-tokens',
      cookie,
    );
    expect(listed.data.items).toEqual([
      expect.objectContaining({ made_by: 'org', last_used_at: expect.any(String) as string }),
    ]);
    expect(listed.body).not.toContain(made.data.secret);
    expect((await get<{ items: object[] }>('/api-tokens', cookie)).data.items).toEqual([]);
    expect((await remove(`/author/api-tokens/${made.data.token.id}`, cookie)).status).toBe(200);
    expect((await get('/me', bearer)).status).toBe(401);
  });

  it('outlives the membership of the person who made it, unlike a personal token', async () => {
    const { cookie, orgId } = await founder('keeper');
    const org = await post<NewApiTokenView>('/author/api-tokens', { name: 'org', member_role: 'read_only' }, cookie);
    const own = await post<NewApiTokenView>(
      '/api-tokens',
      { name: 'own', roles: [{ role: 'author', scope_id: orgId }] },
      cookie,
    );
    const [second] = await query<{ id: string }>(
      `insert into identity.users (id, email, name, email_confirmed_at) values (gen_random_uuid(), 'second@example.org', 'Second', now()) returning id`,
    );
    await query(
      `insert into identity.role_grants (id, user_id, role, scope_id, member_role) values (gen_random_uuid(), $1, 'author', $2, 'owner')`,
      [second!.id, orgId],
    );
    expect((await post('/author/members/leave', {}, cookie)).status).toBe(200);
    expect((await get('/applications', `Bearer ${org.data.secret}`)).status).toBe(200);
    expect(await roles(`Bearer ${own.data.secret}`)).toEqual([]);
  });

  it('never has the role of an owner', async () => {
    const { cookie } = await founder('strict');
    expect((await post('/author/api-tokens', { name: 'x', member_role: 'owner' }, cookie)).error).toBe(
      'invalid_request',
    );
    await expect(
      app.byOwner(`update identity.api_tokens set org_id = null where owner = 'organization'`),
    ).rejects.toThrow('api_tokens_owner');
  });
});

const AREAS = ['tenants', 'operators', 'compliance', 'installs', 'events', 'billing'];

describe('a token of a host service', () => {
  it('has the role host on behalf of nobody, and every admin can see and revoke it', async () => {
    const admin = await app.demo('admin');
    const made = await post<NewApiTokenView>(
      '/admin/host-tokens',
      { name: 'provisioning', scopes: ['tenants:write'] },
      admin,
    );
    const bearer = `Bearer ${made.data.secret}`;
    await approveAsSecond(app, 'host_token', made.data.token.id);
    expect(await roles(bearer)).toEqual([{ role: 'host', scope_id: null }]);
    expect((await get('/admin/host-tokens', bearer)).error).toBe('forbidden');
    expect((await remove(`/admin/host-tokens/${made.data.token.id}`, admin)).status).toBe(200);
    expect((await get('/me', bearer)).status).toBe(401);
  });

  it('is limited to its scopes, or to those of its access; an older one to what it could do before', async () => {
    const admin = await app.demo('admin');
    const made = (scopes?: unknown) => post<NewApiTokenView>('/admin/host-tokens', { name: 'narrow', scopes }, admin);
    for (const wrong of [[], 'events:read', ['tenants'], ['admin:write'], ['events:read', 'events:read']])
      expect([wrong, (await made(wrong)).status]).toEqual([wrong, 400]);
    const { data } = await made(['installs:read', 'events:write']);
    const listed = async () =>
      (await get<{ items: HostTokenView[] }>('/admin/host-tokens', admin)).data.items.find(
        ({ id }) => id === data.token.id,
      );
    expect(await listed()).toMatchObject({ scopes: ['installs:read', 'events:write'], access: 'write' });
    const idOf = async (body: object) =>
      (await post<NewApiTokenView>('/admin/host-tokens', { name: 'wide', ...body }, admin)).data.token.id;
    const scopesOf = async (id: string) =>
      (await get<{ items: HostTokenView[] }>('/admin/host-tokens', admin)).data.items.find((one) => one.id === id);
    expect((await scopesOf(await idOf({})))!.scopes).toEqual(AREAS.map((area) => `${area}:read`));
    expect(await scopesOf(await idOf({ access: 'write' }))).toMatchObject({
      scopes: AREAS.map((area) => (area === 'operators' ? 'operators:read' : `${area}:write`)),
      awaits_approval: true,
    });
    await approveAsSecond(app, 'host_token', data.token.id);
    // Older tokens have no scopes.
    await app.byOwner('update identity.api_tokens set scopes = null where id = $1', [data.token.id]);
    expect(await listed()).toMatchObject({ scopes: null, awaits_approval: false });
    expect((await get('/me', `Bearer ${data.secret}`)).status).toBe(200);
  });

  it('works for writing once another admin has approved it', async () => {
    const [admin, second] = [await app.demo('admin'), await app.demo('second-admin')];
    const made = () => post<NewApiTokenView>('/admin/host-tokens', { name: 'mirror', scopes: ['events:write'] }, admin);
    const { data } = await made();
    const waiting = async (id: string) =>
      (await get<{ items: ApprovalDetailView[] }>(`/approvals?kind=host_token&subject_id=${id}`, second)).data
        .items[0]!;
    const { id, digest } = await waiting(data.token.id);
    const approve = async (as: string) => {
      const { status, error } = await post(`/approvals/${id}/approve`, { digest }, as);
      return error ?? status;
    };
    const works = async () => (await get('/me', `Bearer ${data.secret}`)).status;
    expect([await works(), await approve(admin), await works()]).toEqual([401, 'approval_same_person', 401]);
    await expect(
      query('update identity.api_tokens set approval_id = $2 where id = $1', [data.token.id, id]),
    ).rejects.toThrow('is written with an approval');
    expect([await approve(second), await works(), await approve(second)]).toEqual([200, 200, 'approval_closed']);
    const { items } = (await get<{ items: HostTokenView[] }>('/admin/host-tokens', admin)).data;
    expect(items.find((token) => token.id === data.token.id)).toMatchObject({
      awaits_approval: false,
      approved_by: expect.any(String) as string,
      scopes: ['events:write'],
    });

    const other = (await made()).data.token.id;
    expect((await remove(`/admin/host-tokens/${other}`, admin)).status).toBe(200);
    expect((await waiting(other)).state).toBe('superseded');
  });
});

describe('any token', () => {
  it('is read-only unless it was made to write', async () => {
    const { cookie } = await founder('reader');
    const make = async (access?: string) => {
      const body = { name: 't', member_role: 'developer', ...(access && { access }) };
      const { data } = await post<NewApiTokenView>('/author/api-tokens', body, cookie);
      return `Bearer ${data.secret}`;
    };
    const [reads, writes] = [await make(), await make('write')];
    const [application] = (await get<{ items: { id: string; revision: string }[] }>('/applications', cookie)).data
      .items;
    const edit = async (as: string) => {
      const url = `/api/v1/applications/${application!.id}`;
      const answer = await app.call({
        method: 'PATCH',
        url,
        body: { description: 'By a program.', revision: application!.revision },
        as,
      });
      return answer.error ?? answer.status;
    };
    expect((await get('/applications', reads)).status).toBe(200);
    expect([await edit(reads), await edit(writes)]).toEqual(['token_read_only', 200]);
  });

  it('acts only for itself: the person who made it cannot leave or apply with it', async () => {
    const { cookie, orgId } = await founder('maker');
    const org = await post<NewApiTokenView>(
      '/author/api-tokens',
      { name: 'ci', member_role: 'developer', access: 'write' },
      cookie,
    );
    const [second] = await query<{ id: string }>(
      `insert into identity.users (id, email, name, email_confirmed_at) values (gen_random_uuid(), 'co-owner@example.org', 'Co', now()) returning id`,
    );
    await query(
      `insert into identity.role_grants (id, user_id, role, scope_id, member_role) values (gen_random_uuid(), $1, 'author', $2, 'owner')`,
      [second!.id, orgId],
    );
    expect((await post('/author/members/leave', {}, `Bearer ${org.data.secret}`)).error).toBe('session_required');
    expect(await roles(cookie)).toEqual([{ role: 'author', scope_id: orgId, member_role: 'owner' }]);

    const admin = await app.demo('admin');
    await post('/applications', { company_name: 'Before' }, admin);
    const host = await hostToken(app, ['tenants:write']);
    const applied = await post('/applications', { company_name: 'After' }, host);
    expect(applied.error).toBe('session_required');
    expect(await query(`select 1 from authors.organizations where name = 'After'`)).toHaveLength(0);
  });

  it('cannot sign an agreement, which only a person can', async () => {
    const { cookie, orgId } = await founder('signatory');
    const roles = [{ role: 'author', scope_id: orgId }];
    const own = await post<NewApiTokenView>('/api-tokens', { name: 'own', roles, access: 'write' }, cookie);
    const { version, digest } = (await get<{ version: string; digest: string }>('/author/agreement', cookie)).data;
    const signature = { version, digest, signed_name: 'A Program' };
    expect((await post('/author/agreement/sign', signature, `Bearer ${own.data.secret}`)).error).toBe(
      'session_required',
    );
    // More is required of a person, here that the application is approved first.
    expect((await post('/author/agreement/sign', signature, cookie)).error).toBe('account_not_found');
  });

  it('cannot manage tokens, including itself', async () => {
    const { cookie } = await founder('self');
    const { data } = await post<NewApiTokenView>(
      '/author/api-tokens',
      { name: 't', member_role: 'developer', access: 'write' },
      cookie,
    );
    const bearer = `Bearer ${data.secret}`;
    expect((await get('/api-tokens', bearer)).error).toBe('session_required');
    expect((await app.ask(bearer, 'DELETE', `/api-tokens/${data.token.id}`)).error).toBe('session_required');
  });

  it('ends when a person who found it reports it, with one answer for every text; the person who made it is notified', async () => {
    const { cookie } = await founder('leaky');
    const { data } = await post<NewApiTokenView>(
      '/author/api-tokens',
      { name: 'leaked one', member_role: 'finance' },
      cookie,
    );
    const show = async (token: string) => {
      const answer = await post('/api-tokens/revoke-leaked', { token });
      return [answer.status, answer.data];
    };
    const typo = data.secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const unknown = `dpt_${'0'.repeat(49)}`;
    expect([await show(typo), await show(unknown)]).toEqual(Array(2).fill([200, { done: true }]));
    expect((await get('/me', `Bearer ${data.secret}`)).status).toBe(200);
    expect(await show(data.secret)).toEqual([200, { done: true }]);
    expect((await get('/me', `Bearer ${data.secret}`)).status).toBe(401);
    expect(await show(data.secret)).toEqual([200, { done: true }]);
    const mails = await query(
      `select 1 from platform.mail_messages where recipient = 'leaky@example.org' and subject like '%token%'`,
    );
    expect(mails).toHaveLength(1);
  });
});
