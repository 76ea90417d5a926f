import { IdentityModule } from '@portal/identity';
import { SecretsModule } from '@portal/secrets';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { AuthorsModule } from '../index.js';
import { tokensMailedTo } from '../../../../test/support/people/mailed.js';
import type { MemberView } from './members.view.js';

const app = TestApp.ofSpec([IdentityModule, SecretsModule, AuthorsModule]);
const { query, post, read: get } = app;

const change = (method: 'PATCH' | 'DELETE', url: string, as: string, body?: object) => app.ask(as, method, url, body);
const members = async (as: string) => (await get<{ items: MemberView[] }>('/author/members', as)).data.items;
const idOf = async (email: string) =>
  (await query<{ id: string }>('select id from identity.users where email = $1', [email]))[0]!.id;

/** A person who applies with an organisation of their own. */
async function applicant(name: string, company = name): Promise<{ cookie: string; orgId: string }> {
  const cookie = await app.signUp(`${name}@example.org`, name);
  const { status, data } = await post<{ org_id: string }>('/applications', { company_name: company }, cookie);
  expect(status).toBe(201);
  return { cookie, orgId: data.org_id };
}
const approve = (orgId: string) => query('insert into authors.developer_accounts (org_id) values ($1)', [orgId]);
/** A person with an approved organisation of their own. */
async function founder(name: string): Promise<string> {
  const { cookie, orgId } = await applicant(name);
  await approve(orgId);
  return cookie;
}
const mailedTokens = (email: string) => tokensMailedTo(app, email, /invitation\?token=(\w+)/);
async function invite(owner: string, email: string, member_role = 'developer'): Promise<string> {
  expect((await post('/author/invitations', { email, member_role }, owner)).status).toBe(201);
  return (await mailedTokens(email)).at(-1)!;
}
async function joined(owner: string, name: string, role = 'developer'): Promise<string> {
  const token = await invite(owner, `${name}@example.org`, role);
  const cookie = await app.signUp(`${name}@example.org`, name);
  expect((await post('/author/invitations/accept', { token }, cookie)).status).toBe(200);
  return cookie;
}

describe('an invitation', () => {
  it('makes the owner of the address a member once, with the role that it names', async () => {
    const owner = await founder('inviter');
    const token = await invite(owner, 'Guest@Example.org', 'finance');
    expect(JSON.stringify(await query('select * from authors.invitations'))).not.toContain(token);
    const guest = await app.signUp('guest@example.org', 'Guest');
    const twice = await Promise.all([1, 2].map(() => post('/author/invitations/accept', { token }, guest)));
    expect(twice.map((a) => a.status).sort()).toEqual([200, 404]);
    expect((await members(guest)).map((m) => [m.email, m.member_role, m.you])).toEqual([
      ['inviter@example.org', 'owner', false],
      ['guest@example.org', 'finance', true],
    ]);
    expect((await get<{ items: unknown[] }>('/author/invitations', owner)).data.items).toEqual([]);
    expect((await post('/author/invitations', { email: 'GUEST@example.org', member_role: 'owner' }, owner)).error).toBe(
      'already_member',
    );
    const trail = await query<{ action: string }>(
      `select action from platform.audit_log where subject_type = 'organization' order by id`,
    );
    expect(trail.map((row) => row.action)).toEqual(['member.invited', 'member.joined']);
  });

  it('shows the holder of its token who invites whom with which role, and is gone once it was used', async () => {
    const owner = await founder('previewer');
    const token = await invite(owner, 'preview@example.org', 'finance');
    const preview = (of: string) =>
      app.ask<Record<string, string>>(undefined, 'POST', '/author/invitations/preview', { token: of });
    const { status, data } = await preview(token);
    expect(status).toBe(200);
    expect(data).toEqual({
      organization: 'previewer',
      email: 'preview@example.org',
      member_role: 'finance',
      expires_at: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect((await preview(`dpi_${'x'.repeat(49)}`)).error).toBe('invitation_not_valid');
    const guest = await app.signUp('preview@example.org');
    expect((await post('/author/invitations/accept', { token }, guest)).status).toBe(200);
    expect((await preview(token)).error).toBe('invitation_not_valid');
  });

  it('is refused for another address, after a week, after it was cancelled, and after it was replaced', async () => {
    const owner = await founder('careful');
    const accept = async (token: string, as: string) => (await post('/author/invitations/accept', { token }, as)).error;
    const wanted = await app.signUp('wanted@example.org');
    const thief = await app.signUp('thief@example.org');
    const first = await invite(owner, 'wanted@example.org');
    expect(await accept(first, thief)).toBe('invitation_for_another');
    const second = await invite(owner, 'wanted@example.org');
    expect(await accept(first, wanted)).toBe('invitation_not_valid');
    const open = (await get<{ items: { id: string }[] }>('/author/invitations', owner)).data.items;
    expect(open).toHaveLength(1);
    expect((await change('DELETE', `/author/invitations/${open[0]!.id}`, owner)).status).toBe(200);
    expect(await accept(second, wanted)).toBe('invitation_not_valid');
    const third = await invite(owner, 'wanted@example.org');
    await app.byOwner(
      `update authors.invitations set created_at = created_at - interval '7 days', expires_at = expires_at - interval '7 days' where accepted_at is null and revoked_at is null`,
    );
    expect(await accept(third, wanted)).toBe('invitation_not_valid');
    expect((await get('/author/members', wanted)).error).toBe('forbidden');
  });

  it('is sent for approved authors only, with our text first and theirs marked as quoted', async () => {
    const { cookie, orgId } = await applicant('eve', 'Booking.com B.V.');
    const ask = () => post('/author/invitations', { email: 'victim@example.org', member_role: 'developer' }, cookie);
    for (let i = 0; i < 3; i++) expect(await ask()).toMatchObject({ status: 403, error: 'not_approved_yet' });
    const mails = () =>
      query<{ subject: string; body: string }>(
        `select subject, body from platform.mail_messages where recipient = 'victim@example.org'`,
      );
    expect(await mails()).toEqual([]);
    expect(await query('select 1 from authors.invitations where org_id = $1', [orgId])).toEqual([]);
    await approve(orgId);
    await query(`update identity.users set name = $2 where email = $1`, [
      'eve@example.org',
      'Win at\r\nhttps://evil.example \u202e',
    ]);
    expect((await ask()).status).toBe(201);
    const [mail] = await mails();
    expect(mail!.subject).toBe('Invitation to Booking com B.V. in Drive Portal');
    expect(mail!.body).toMatch(/^You are invited to join an organisation that publishes Drives in Drive Portal/);
    expect(mail!.body).toMatch(/\n> Booking com B\.V\.\n> Win at evil example$/);
    await query(
      `insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name)
       select gen_random_uuid(), $1, version, digest, gen_random_uuid(), 'Ada Author' from authors.agreement_versions
       where effective_at <= platform.portal_now()`,
      [orgId],
    );
    for (const state of ['active', 'suspended'])
      await query('update authors.developer_accounts set state = $2, activated_at = now() where org_id = $1', [
        orgId,
        state,
      ]);
    expect((await ask()).error).toBe('not_approved_yet');
  });

  it('is sent at most twenty times in an hour', async () => {
    const owner = await founder('busy');
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push(
        (await post('/author/invitations', { email: `x${i}@example.org`, member_role: 'read_only' }, owner)).status,
      );
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });
});

it('the members page shows what each member may do, as the routes decide it', async () => {
  const owner = await founder('founder-of-rights');
  const may = async (as: string) => (await get<{ member_may: string[] }>('/me', as)).data.member_may;
  expect(await may(await app.signUp('nobody-yet@example.org'))).toEqual([]);
  expect(await may(owner)).toEqual(['develop', 'see_money', 'manage_money', 'own']);
  expect(await may(await joined(owner, 'rights-developer'))).toEqual(['develop']);
  expect(await may(await joined(owner, 'rights-finance', 'finance'))).toEqual(['see_money', 'manage_money']);
  expect(await may(await joined(owner, 'rights-reader', 'read_only'))).toEqual(['see_money']);
});

describe('two members', () => {
  it('who change the application concurrently do not overwrite each other: the later one gets both values', async () => {
    const owner = await founder('together');
    const member = await joined(owner, 'together-member');
    const one = async () =>
      (await get<{ items: { id: string; revision: string; website: string }[] }>('/applications', owner)).data
        .items[0]!;
    const { id, revision } = await one();
    const change = (as: string, body: object) => app.ask<{ website: string }>(as, 'PATCH', `/applications/${id}`, body);
    const sites = ['https://one.example', 'https://two.example'];
    const answers = await Promise.all(
      [owner, member].map((as, i) => change(as, { website: sites[i], company_name: 'Together', revision })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    const now = await one();
    expect(now.website).toBe(sites[won]);
    const refused = JSON.parse(answers[1 - won]!.body) as object;
    expect(refused).toMatchObject({
      error: 'changed_meanwhile',
      details: [
        { pointer: '/website', code: 'now', message: `Now: “${sites[won]}”.` },
        { pointer: '/website', code: 'you', message: `You wrote: “${sites[1 - won]}”.` },
        { pointer: '/revision', code: 'revision', message: now.revision },
        { pointer: '/revision', code: 'changed_by', message: ['together', 'together-member'][won] },
        { pointer: '/revision', code: 'changed_at', message: expect.stringMatching(/^\d{4}-.*Z$/) },
      ],
    });
    expect((await change(member, { website: 'https://three.example' })).status).toBe(400);
    expect((await change(member, { website: 'https://three.example', revision: now.revision })).status).toBe(200);
  });
});

describe('a member', () => {
  it('may do what the role allows, and a changed role takes effect with the next request', async () => {
    const owner = await founder('roles');
    const member = await joined(owner, 'roles-member', 'read_only');
    const user = await idOf('roles-member@example.org');
    const edits = async () => {
      const [application] = (await get<{ items: { id: string; revision: string }[] }>('/applications', member)).data
        .items;
      const answer = await app.ask(member, 'PATCH', `/applications/${application!.id}`, {
        description: 'A new description.',
        revision: application!.revision,
      });
      return answer.error ?? answer.status;
    };
    expect(await edits()).toBe('member_role_missing');
    expect((await change('PATCH', `/author/members/${user}`, owner, { member_role: 'developer' })).status).toBe(200);
    expect(await edits()).toBe(200);
    expect((await change('PATCH', `/author/members/${user}`, member, { member_role: 'finance' })).error).toBe(
      'member_role_missing',
    );
    expect((await members(owner)).find((m) => m.user_id === user)!.member_role).toBe('developer');
    expect(
      await query(`select before, after from platform.audit_log where action = 'role.changed' and subject_id = $1`, [
        user,
      ]),
    ).toEqual([
      {
        before: expect.objectContaining({ member_role: 'read_only' }),
        after: expect.objectContaining({ member_role: 'developer' }),
      },
    ]);
  });

  it('who leaves or is removed loses access and tokens at once, and is still named in the history', async () => {
    const owner = await founder('leaving');
    const orgId = (await get<{ org: { id: string } }>('/author/account', owner)).data.org.id;
    const leaver = await joined(owner, 'leaver');
    const token = await post<{ secret: string }>(
      '/api-tokens',
      { name: 't', roles: [{ role: 'author', scope_id: orgId }] },
      leaver,
    );
    const bearer = `Bearer ${token.data.secret}`;
    expect((await get('/author/members', bearer)).status).toBe(200);
    expect((await post('/author/members/leave', {}, leaver)).status).toBe(200);
    expect([(await get('/author/members', leaver)).error, (await get('/author/members', bearer)).error]).toEqual([
      'forbidden',
      'forbidden',
    ]);
    const out = await joined(owner, 'taken-out');
    expect((await change('DELETE', `/author/members/${await idOf('taken-out@example.org')}`, owner)).status).toBe(200);
    expect((await get('/author/members', out)).error).toBe('forbidden');
    const left = await query<{ left_at: Date | null }>(
      'select left_at from authors.organization_members where org_id = $1 order by left_at',
      [orgId],
    );
    expect(left.map((row) => row.left_at !== null)).toEqual([true, true, false]);
    await joined(owner, 'leaver-again');
  });

  it('leaves now, and not as the statement says: else they could decide about the organisation at once', async () => {
    const orgId = (await get<{ org: { id: string } }>('/author/account', await founder('dated'))).data.org.id;
    const past = `update authors.organization_members set left_at = joined_at where org_id = $1 returning left_at > joined_at as now`;
    expect(await query(past, [orgId])).toEqual([{ now: true }]);
  });
});

describe('the last owner', () => {
  it('cannot leave, be removed or take a lesser role while there is no other owner', async () => {
    const owner = await founder('last');
    const other = await joined(owner, 'last-dev');
    const me = await idOf('last@example.org');
    const them = await idOf('last-dev@example.org');
    const demote = async (user: string, as: string) =>
      (await change('PATCH', `/author/members/${user}`, as, { member_role: 'developer' })).error;
    expect(await demote(me, owner)).toBe('last_owner');
    expect((await post('/author/members/leave', {}, owner)).error).toBe('last_owner');
    expect((await change('DELETE', `/author/members/${me}`, owner)).error).toBe('last_owner');
    expect((await members(owner)).map((m) => m.member_role)).toEqual(['owner', 'developer']);
    await change('PATCH', `/author/members/${them}`, owner, { member_role: 'owner' });
    // An owner who is disabled can do nothing for the organisation.
    await app.byOwner('update identity.users set disabled_at = now() where id = $1', [them]);
    expect(await demote(me, owner)).toBe('last_owner');
    await app.byOwner('update identity.users set disabled_at = null where id = $1', [them]);
    expect(await demote(me, owner)).toBeUndefined();
    expect(await demote(them, other)).toBe('last_owner');
  });

  it('keeps the role when two owners demote each other at the same moment, with the service bypassed too', async () => {
    const a = await founder('race-a');
    const b = await joined(a, 'race-b', 'owner');
    const [idA, idB] = [await idOf('race-a@example.org'), await idOf('race-b@example.org')];
    const answers = await Promise.all([
      change('PATCH', `/author/members/${idB}`, a, { member_role: 'finance' }),
      change('PATCH', `/author/members/${idA}`, b, { member_role: 'finance' }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const owners = () =>
      query(`select 1 from identity.role_grants where user_id = any($1) and member_role = 'owner'`, [[idA, idB]]);
    expect(await owners()).toHaveLength(1);
    await query(`update identity.role_grants set member_role = 'owner' where user_id = any($1) and role = 'author'`, [
      [idA, idB],
    ]);
    const left = `with gone as (update authors.organization_members set left_at = platform.portal_now() where user_id = $1)`;
    const bare = await Promise.allSettled(
      [idA, idB].map((id) =>
        query(`${left} delete from identity.role_grants where user_id = $1 and role = 'author'`, [id]),
      ),
    );
    expect(bare.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await owners()).toHaveLength(1);
  });
});
