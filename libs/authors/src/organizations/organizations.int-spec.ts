import { IdentityModule } from '@portal/identity';
import { SecretsModule } from '@portal/secrets';
import { cookieOf, TestApp } from '../../../../test/support/http/http-app.js';
import { AuthorsModule } from '../index.js';
import { tokensMailedTo } from '../../../../test/support/people/mailed.js';
import type { OwnOrganizationView } from './members.view.js';

const PASSWORD = 'a long test phrase';
const NOBODY = '00000000-0000-7000-8000-00000000dead';

const app = TestApp.ofSpec([IdentityModule, SecretsModule, AuthorsModule]);
const { query, post } = app;

const get = <T = Record<string, unknown>>(url: string, as: string, headers = {}) =>
  app.ask<T>(as, 'GET', url, undefined, headers);
const signIn = async (email: string): Promise<string> =>
  cookieOf(await app.ask(undefined, 'POST', '/auth/sign-in', { email, password: PASSWORD }));
const own = async (as: string): Promise<OwnOrganizationView[]> =>
  (await get<{ items: OwnOrganizationView[] }>('/author/organizations', as)).data.items;
const choose = (id: string, as: string) => post(`/author/organizations/${id}/choose`, {}, as);
const applications = async (as: string) =>
  (await get<{ items: { id: string }[] }>('/applications', as)).data.items.map(({ id }) => id);

interface Founder {
  cookie: string;
  orgId: string;
  applicationId: string;
}
async function founder(name: string): Promise<Founder> {
  const cookie = await app.signUp(`${name}@example.org`, name);
  const { data } = await post<{ id: string; org_id: string }>('/applications', { company_name: `${name} Inc` }, cookie);
  await query('insert into authors.developer_accounts (org_id) values ($1)', [data.org_id]);
  return { cookie, orgId: data.org_id, applicationId: data.id };
}

async function join(owner: Founder, name: string, as: string): Promise<void> {
  await post('/author/invitations', { email: `${name}@example.org`, member_role: 'owner' }, owner.cookie);
  const token = (await tokensMailedTo(app, `${name}@example.org`, /token=(\w+)/)).at(-1);
  expect((await post('/author/invitations/accept', { token }, as)).status).toBe(200);
}

let serial = 0;
/** Two organisations, and a person who owns both. */
async function twofold() {
  const n = ++serial;
  const first = await founder(`first${n}`);
  const second = await founder(`second${n}`);
  await join(second, `first${n}`, first.cookie);
  return { email: `first${n}@example.org`, me: first.cookie, first, second };
}

describe('a member of two organisations', () => {
  it('acts for the one joined last, and for the other after choosing it', async () => {
    const { me, first, second } = await twofold();
    expect(await own(me)).toEqual([
      { id: first.orgId, name: expect.any(String), member_role: 'owner', current: false },
      { id: second.orgId, name: expect.any(String), member_role: 'owner', current: true },
    ]);
    expect((await get('/me', me)).data).toMatchObject({
      acts_for: second.orgId,
      roles: [{ role: 'author', scope_id: second.orgId }],
    });
    expect(await applications(me)).toEqual([second.applicationId]);
    expect((await choose(first.orgId, me)).status).toBe(200);
    expect((await get('/me', me)).data).toMatchObject({ acts_for: first.orgId });
    expect(await applications(me)).toEqual([first.applicationId]);
    const [row] = await query<{ after: object }>(
      `select after from platform.audit_log where action = 'session.organization_chosen' order by id desc limit 1`,
    );
    expect(row!.after).toEqual({ org_id: first.orgId });
  });

  it('starts the next session with the last choice, while open sessions keep theirs', async () => {
    const { email, me, first, second } = await twofold();
    await choose(first.orgId, me);
    const later = await signIn(email);
    expect((await get('/me', later)).data).toMatchObject({ acts_for: first.orgId });
    await choose(second.orgId, me);
    expect((await get('/me', later)).data).toMatchObject({ acts_for: first.orgId });
    expect((await get('/me', await signIn(email))).data).toMatchObject({ acts_for: second.orgId });
  });

  it('learns to which of the own organisations a page belongs, and nothing about those of others', async () => {
    const { me, first, second } = await twofold();
    const stranger = await founder(`stranger${serial}`);
    await choose(first.orgId, me);
    const holding = (id: string, as = me) => get<OwnOrganizationView>(`/author/organizations/holding?id=${id}`, as);
    expect((await holding(second.applicationId)).data).toMatchObject({ id: second.orgId, current: false });
    for (const id of [stranger.applicationId, stranger.orgId, NOBODY, first.applicationId])
      expect((await holding(id)).error).toBe('organization_not_found');
    expect((await holding(second.applicationId, stranger.cookie)).error).toBe('organization_not_found');
  });

  it('cannot choose an organisation of others, or one that they left', async () => {
    const { me, first, second } = await twofold();
    const stranger = await founder(`other${serial}`);
    for (const id of [stranger.orgId, NOBODY]) expect((await choose(id, me)).error).toBe('organization_not_found');
    await choose(second.orgId, me);
    expect((await post('/author/members/leave', {}, me)).status).toBe(200);
    expect((await own(me)).map(({ id, current }) => [id, current])).toEqual([[first.orgId, true]]);
    expect((await choose(second.orgId, me)).error).toBe('organization_not_found');
  });

  it('cannot act from a page that was loaded for the other organisation', async () => {
    const { me, first, second } = await twofold();
    const stale = { 'x-acts-for': second.orgId };
    expect((await get('/applications', me, stale)).status).toBe(200);
    await choose(first.orgId, me);
    for (const reply of [
      await get('/applications', me, stale),
      await post('/author/invitations', { email: 'lost@example.org', member_role: 'owner' }, me, stale),
    ])
      expect([reply.status, reply.error]).toEqual([409, 'organization_changed']);
    expect(await query(`select 1 from authors.invitations where email = 'lost@example.org'`)).toEqual([]);
  });
});

describe('an API token of a member of two organisations', () => {
  const make = (as: string, ...orgIds: string[]) =>
    post<{ secret: string; token: { id: string } }>(
      '/api-tokens',
      { name: 't', access: 'write', roles: orgIds.map((scope_id) => ({ role: 'author', scope_id })) },
      as,
    );

  it('belongs to the organisation chosen when it is made: not to the other, to both, or to a stranger’s', async () => {
    const { me, first, second } = await twofold();
    const stranger = await founder(`tokens${serial}`);
    await choose(first.orgId, me);
    for (const wanted of [[second.orgId], [first.orgId, second.orgId], [stranger.orgId], [NOBODY]])
      expect((await make(me, ...wanted)).error).toBe('api_token_roles_not_held');
    const { data } = await make(me, first.orgId);
    const bearer = `Bearer ${data.secret}`;
    expect((await get('/me', bearer)).data).toMatchObject({ roles: [{ role: 'author', scope_id: first.orgId }] });
    // Whatever the person switches to afterwards, the token keeps its organisation.
    await choose(second.orgId, me);
    expect(await applications(bearer)).toEqual([first.applicationId]);
    expect((await get(`/applications/${second.applicationId}`, bearer)).error).toBe('application_not_found');
    expect((await get(`/author/organizations/holding?id=${second.applicationId}`, bearer)).status).toBe(404);
    expect((await choose(second.orgId, bearer)).status).toBe(403);
  });

  it('is refused on every call if it was made for both in the past, until only one membership is left', async () => {
    const { me, first, second } = await twofold();
    await choose(first.orgId, me);
    const { data } = await make(me, first.orgId);
    const bearer = `Bearer ${data.secret}`;
    await app.byOwner(
      `update identity.api_tokens set roles = roles || jsonb_build_object('role', 'author', 'scope_id', $2::text) where id = $1`,
      [data.token.id, second.orgId],
    );
    for (const reply of [
      await get('/applications', bearer),
      await get(`/applications/${first.applicationId}`, bearer),
      await post('/applications', { company_name: 'Third Inc' }, bearer),
    ])
      expect([reply.status, reply.error]).toEqual([403, 'api_token_ambiguous']);
    await choose(second.orgId, me);
    expect((await post('/author/members/leave', {}, me)).status).toBe(200);
    expect(await applications(bearer)).toEqual([first.applicationId]);
    expect((await app.ask(me, 'DELETE', `/api-tokens/${data.token.id}`)).status).toBe(200);
    expect((await get('/applications', bearer)).status).toBe(401);
  });
});

it('makes one organisation from two concurrent first applications of a person, and refuses the second as one too many', async () => {
  const cookie = await app.signUp('hasty@example.org', 'Hasty');
  const both = await Promise.all([1, 2].map(() => post('/applications', { company_name: 'Hasty Inc' }, cookie)));
  expect(both.map(({ status, error }) => [status, error]).sort()).toEqual([
    [201, undefined],
    [409, 'application_open'],
  ]);
  expect(await own(cookie)).toHaveLength(1);
});
