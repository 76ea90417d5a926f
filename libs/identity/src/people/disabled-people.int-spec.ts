import { Transactor } from '@portal/platform/database';
import { TOTP, Secret } from 'otpauth';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { Identity } from '../identity.js';
import { mailedTo, sendRequestedMails } from '../../../../test/support/people/mailed.js';

const REASON = 'Signs in from places nobody knows.';
const ORG = '00000000-0000-7000-8000-0000000000aa';
const password = 'a long test phrase';
const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query, post, read: get } = app;
let admin: string;
beforeAll(async () => {
  admin = await app.demo('admin');
});

const idOf = async (as: string) => (await get<{ user: { id: string } }>('/me', as)).data.user.id;
const change = (what: 'disable' | 'enable', userId: string, as = admin) =>
  post(`/admin/users/${userId}/${what}`, { reason: REASON }, as);
const signIn = (email: string, phrase = password) => post('/auth/sign-in', { email, password: phrase });
const refusal = ({ status, data, error, body }: Answer<unknown>) => [
  status,
  data,
  error,
  body.replace(/"(request_id|generated_at)":"[^"]*"/g, ''),
];
const outcome = ({ status, error }: Answer<unknown>) => [status, error];
const mailsTo = (to: string) => mailedTo(app, to);

describe('a disabled person', () => {
  it('loses sessions and tokens at once, is answered like an unknown person, and gets all roles back when enabled', async () => {
    const email = 'gone@example.org';
    const session = await app.signUp(email, 'Gone');
    const userId = await idOf(session);
    await app.get(Transactor).run(async (tx) => {
      await app.get(Identity).grantRole(tx, { userId, role: 'author', scopeId: ORG });
    });
    const token = await post<{ secret: string }>(
      '/api-tokens',
      { name: 'mine', roles: [{ role: 'author', scope_id: ORG }] },
      session,
    );
    const bearer = `Bearer ${token.data.secret}`;
    await post('/auth/password-reset', { email });
    await sendRequestedMails(app);
    const link = /token=(dpr_\w+)/.exec((await mailsTo(email)).map(({ text }) => text).join(' '))![1];

    expect((await change('disable', userId)).status).toBe(200);
    for (const as of [session, bearer]) expect((await get('/me', as)).status).toBe(401);
    // The same as for a wrong password and for an unknown person, even with the right password.
    const wrong = refusal(await signIn(email, 'not the right phrase'));
    expect(refusal(await signIn(email))).toEqual(wrong);
    expect(refusal(await signIn('nobody@example.org'))).toEqual(wrong);
    // Neither the old link nor a new one works, and the response to the request is the same for everyone.
    const complete = (reset: string) =>
      post('/auth/password-reset/complete', { token: reset, password: 'another long phrase' });
    expect(refusal(await complete(link!))).toEqual(refusal(await complete('dpr_of_nobody_at_all_00')));
    const before = (await mailsTo(email)).length;
    expect(refusal(await post('/auth/password-reset', { email }))).toEqual(
      refusal(await post('/auth/password-reset', { email: 'nobody@example.org' })),
    );
    await sendRequestedMails(app);
    expect(await mailsTo(email)).toHaveLength(before);
    await app.signUp(email, 'Gone').catch(() => undefined);
    expect(refusal(await signIn(email))).toEqual(wrong);
    expect((await app.get(Identity).members(ORG)).map((one) => [one.email, one.disabled])).toEqual([[email, true]]);
    expect(await app.get(Identity).usersWith('author', ORG)).toEqual([]);

    expect((await change('enable', userId)).status).toBe(200);
    for (const as of [session, bearer]) expect((await get('/me', as)).status).toBe(401);
    const back = await signIn(email);
    expect(back.status).toBe(200);
    expect((await app.get(Identity).members(ORG)).map((one) => one.disabled)).toEqual([false]);
    expect(
      await query(
        `select type from platform.outbox_events where payload->>'user_id' = $1 and type like 'person.%' order by id`,
        [userId],
      ),
    ).toEqual([{ type: 'person.disabled' }, { type: 'person.enabled' }]);
    expect(
      await query(
        `select action, reason, after from platform.audit_log where subject_id = $1 and action in ('user.disabled', 'user.enabled') order by seq`,
        [userId],
      ),
    ).toEqual([
      { action: 'user.disabled', reason: REASON, after: { sessions: 1, api_tokens: 1 } },
      { action: 'user.enabled', reason: REASON, after: null },
    ]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your account was disabled', 'Your account was enabled again']),
    );
  });

  it('has no use of a token of their own, also of one that was not ended', async () => {
    const session = await app.signUp('keeps@example.org', 'Keeps');
    const userId = await idOf(session);
    await app.get(Transactor).run((tx) => app.get(Identity).grantRole(tx, { userId, role: 'author', scopeId: ORG }));
    const body = { name: 'mine', roles: [{ role: 'author', scope_id: ORG }] };
    const { secret } = (await post<{ secret: string }>('/api-tokens', body, session)).data;
    const disabled = (at: string) =>
      app.byOwner(`update identity.users set disabled_at = ${at} where id = $1`, [userId]);
    expect((await get('/me', `Bearer ${secret}`)).status).toBe(200);
    await disabled('now()');
    expect((await get('/me', `Bearer ${secret}`)).status).toBe(401);
    await disabled('null');
    expect((await get('/me', `Bearer ${secret}`)).status).toBe(200);
  });

  it('cannot complete a second step that began before, by code or recovery code', async () => {
    const email = 'two-steps@example.org';
    const session = await app.signUp(email, 'Two Steps');
    const userId = await idOf(session);
    const { secret } = (await post<{ secret: string }>('/account/second-factor/start', {}, session)).data;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const confirmed = await post<{ codes: string[] }>('/account/second-factor/confirm', { code: code() }, session);
    const begun = (await signIn(email)).data as { challenge: string };
    expect((await change('disable', userId)).status).toBe(200);
    for (const answer of [code(), confirmed.data.codes[0]!])
      expect((await post('/auth/second-factor', { challenge: begun.challenge, code: answer })).error).toBe(
        'challenge_not_valid',
      );
    await change('enable', userId);
    expect(
      (await post('/auth/second-factor', { challenge: begun.challenge, code: confirmed.data.codes[0] })).error,
    ).toBe('challenge_not_valid');
  });

  it('of the demo cannot sign in by a click', async () => {
    const person = 'reviewer';
    await app.demo(person);
    const [row] = await query<{ id: string }>(`select id from identity.users where demo_person = $1`, [person]);
    await change('disable', row!.id);
    expect((await post('/demo/sign-in', { person })).error).toBe('demo_person_not_found');
    await change('enable', row!.id);
    expect((await post('/demo/sign-in', { person })).status).toBe(200);
  });

  it('is found by the filter, with who disabled them and why', async () => {
    const userId = await idOf(await app.signUp('listed@example.org', 'Listed'));
    const emails = async (state: string) =>
      (
        await get<{ items: { email: string; disabled_by: string | null; disabled_reason: string | null }[] }>(
          `/admin/users?q=listed&state=${state}`,
          admin,
        )
      ).data.items.map((one) => [one.email, one.disabled_by, one.disabled_reason]);
    expect([await emails('active'), await emails('disabled')]).toEqual([[['listed@example.org', null, null]], []]);
    await change('disable', userId);
    const [name] = await query<{ name: string }>(`select name from identity.users where demo_person = 'admin'`);
    expect([await emails('active'), await emails('disabled')]).toEqual([
      [],
      [['listed@example.org', name!.name, REASON]],
    ]);
    expect((await get('/admin/users?state=gone', admin)).status).toBe(400);
  });
});

describe('disabling a person', () => {
  it('is allowed to admins with a reason, except for themselves, and once', async () => {
    const userId = await idOf(await app.signUp('victim@example.org', 'Victim'));
    expect(outcome(await change('disable', await idOf(admin)))).toEqual([403, 'self_disable']);
    expect(outcome(await change('disable', ORG))).toEqual([404, 'user_not_found']);
    expect(outcome(await change('enable', userId))).toEqual([409, 'person_not_disabled']);
    expect(outcome(await post(`/admin/users/${userId}/disable`, { reason: 'short' }, admin))).toEqual([
      400,
      'invalid_request',
    ]);
    const twice = await Promise.all([change('disable', userId), change('disable', userId)]);
    expect(twice.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, 'person_disabled'],
    ]);
    await change('enable', userId);
    await expect(
      query(
        `update identity.users set disabled_at = now(), disabled_by = id, disabled_reason = 'because I can' where id = $1`,
        [userId],
      ),
    ).rejects.toThrow('users_not_disabled_by_self');
  });

  it('leaves one of two admins who disable each other at once, and ends the open proposals of the other', async () => {
    const second = await app.demo('second-admin');
    const [one, two] = [await idOf(admin), await idOf(second)];
    const somebody = await idOf(await app.signUp('proposed@example.org', 'Proposed'));
    const another = await idOf(await app.signUp('another@example.org', 'Another'));
    for (const as of [admin, second])
      expect(
        (await post(`/admin/users/${as === admin ? somebody : another}/roles`, { role: 'finance', reason: REASON }, as))
          .status,
      ).toBe(201);
    const both = await Promise.all([change('disable', two, admin), change('disable', one, second)]);
    const left = both.filter(({ status }) => status === 200);
    expect(left).toHaveLength(1);
    // The other request lost: no admin would be left, or its session ended before.
    const lost = both.find(({ status }) => status !== 200)!;
    expect([401, 409]).toContain(lost.status);
    expect(
      await query<{ n: number }>(
        `select count(*)::int as n from identity.role_grants g join identity.users u on u.id = g.user_id where g.role = 'admin' and u.disabled_at is null`,
      ),
    ).toEqual([{ n: 1 }]);
    const gone = both[0]!.status === 200 ? two : one;
    expect(
      await query(
        'select state, proposed_by = $1 as theirs from approvals.approvals where subject_id in ($2, $3) order by 2',
        [gone, somebody, another],
      ),
    ).toEqual([
      { state: 'waiting', theirs: false },
      { state: 'superseded', theirs: true },
    ]);
    const [staying, as] = gone === two ? [one, admin] : [two, second];
    // Without the service the database refuses as well.
    await expect(
      query(
        `update identity.users set disabled_at = now(), disabled_by = $2, disabled_reason = 'whatever writes this' where id = $1`,
        [staying, somebody],
      ),
    ).rejects.toThrow('an admin stays');
    expect((await change('enable', gone, as)).status).toBe(200);
  });

  it('does not take the role from the last admin, who keeps it unless disabled meanwhile', async () => {
    admin = await app.demo('admin');
    const third = await app.signUp('third@admins.example', 'Third');
    const thirdId = await idOf(third);
    await grantByTwo(app, thirdId, 'admin');
    const [first, second] = [await idOf(admin), await idOf(await app.demo('second-admin'))];
    await change('disable', second);
    const both = await Promise.all([
      change('disable', first, third),
      post(`/admin/users/${thirdId}/roles/revoke`, { role: 'admin', reason: REASON }, admin),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (
        await query<{ n: number }>(
          `select count(*)::int as n from identity.role_grants g join identity.users u on u.id = g.user_id where g.role = 'admin' and u.disabled_at is null`,
        )
      )[0]!.n,
    ).toBe(1);
  });
});
