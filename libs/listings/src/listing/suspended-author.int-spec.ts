import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { decideCase } from '../../../../test/support/people/review.js';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';

const REASON = 'Your Drive was found to send data elsewhere.';
const UNKNOWN = '00000000-0000-7000-8000-00000000dead';
const world = ListingsWorld.forTests();
let [admin, reviewer] = ['', ''];
let author: Author;
let drive: OwnedDrive;
const overlay: { drive: { version: string; tagline?: string } } = { drive: { version: '1.0.0' } };
let manifestUrl: string;
beforeAll(async () => {
  [admin, reviewer] = [await world.app.demo('admin'), await world.app.demo('reviewer')];
  author = await world.author('suspended');
  drive = await world.reserve(author, 'suspended-drive');
  manifestUrl = (await world.drive(drive, overlay)).manifestUrl;
});

const query = <R>(sql: string, params: unknown[] = []) => world.app.get(Database).query<R>(sql, params);
const call = <T = Record<string, unknown>>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
  world.app.call<T>({ method, url: `/api/v1${url}`, as, ...(body === undefined ? {} : { body }) });
const suspend = (as = admin, orgId = author.orgId) =>
  call(as, 'POST', `/admin/authors/${orgId}/suspend`, { reason_code: 'security_incident', reason: REASON });
const resume = (as = admin, orgId = author.orgId) =>
  call(as, 'POST', `/admin/authors/${orgId}/resume`, { reason: 'The cause was found and is gone.' });
const account = async () =>
  (
    await call<{ state: string; suspension: { code: string; reason: string } | null }>(
      author.cookie,
      'GET',
      '/author/account',
    )
  ).data;
const submit = () =>
  call<{ id: string }>(author.cookie, 'POST', `/author/drives/${drive.driveId}/submissions`, {
    manifest_url: manifestUrl,
  });
const decide = (id: string, decision: 'approve' | 'reject') =>
  decideCase(
    (method, url, body) => call(reviewer, method, url, body),
    id,
    decision,
    'All checks passed, and the scopes are narrow.',
  );
const outcome = ({ status, error }: { status: number; error?: string | undefined }) => [status, error];
const live = async () =>
  (
    await query<{ version: string }>(
      `select r.version from listings.listings l join listings.revisions r on r.id = l.live_revision_id where l.drive_id = $1`,
      [drive.driveId],
    )
  )[0]?.version;
const notes = () =>
  query<{ kind: string }>(
    `select kind from listings.sync_notes where drive_id = $1 and resolved_at is null and kind = 'author_suspended'`,
    [drive.driveId],
  );

describe('a suspended developer account', () => {
  it('gets no approval, submission or secret; the author can read, is mailed why, and resuming restores all of it', async () => {
    const waiting = (await submit()).data.id;
    await world.work();
    expect((await suspend(reviewer)).status).toBe(200);
    expect(await account()).toMatchObject({
      state: 'suspended',
      suspension: { code: 'security_incident', reason: REASON },
    });
    expect(outcome(await submit())).toEqual([403, 'account_suspended']);
    const keys = `/author/drives/${drive.driveId}/keys`;
    const planned = { mode: 'overlap', reason: 'The yearly rotation of secrets' };
    const leaked = { mode: 'leaked', reason: 'The secret stood in a public log' };
    expect(outcome(await call(author.cookie, 'POST', `${keys}/issue`))).toEqual([403, 'account_suspended']);
    for (const body of [planned, leaked])
      expect(outcome(await call(author.cookie, 'POST', `${keys}/rotate`, body))).toEqual([403, 'account_suspended']);
    expect((await decide(waiting, 'approve')).error).toBe('author_suspended');
    expect(await live()).toBeUndefined();
    expect((await resume(reviewer)).status).toBe(200);
    expect(await account()).toMatchObject({ state: 'active', suspension: null });
    expect((await decide(waiting, 'approve')).status).toBe(200);
    expect(await live()).toBe('1.0.0');
    expect(
      await query(
        `select type, payload->>'code' as code from platform.outbox_events where type in ('author.suspended', 'author.resumed') order by id`,
      ),
    ).toEqual([
      { type: 'author.suspended', code: 'security_incident' },
      { type: 'author.resumed', code: null },
    ]);
    expect(
      await query(
        `select action, actor_name is not null as named, reason from platform.audit_log where subject_id = $1 and action like 'author.%' order by seq`,
        [author.orgId],
      ),
    ).toEqual([
      { action: 'author.suspended', named: true, reason: REASON },
      { action: 'author.resumed', named: true, reason: 'The cause was found and is gone.' },
    ]);
    expect(
      await query(
        `select subject, topic from platform.mail_messages where subject like 'Your developer account%' order by id`,
      ),
    ).toEqual([
      { subject: 'Your developer account is suspended', topic: 'agreement' },
      { subject: 'Your developer account is active again', topic: 'agreement' },
    ]);
  });

  it('has its live version served, and a new version deferred, recorded, and followed after the end', async () => {
    await suspend();
    overlay.drive.version = '1.1.0';
    await call(author.cookie, 'POST', `/author/drives/${drive.driveId}/sync`);
    await world.work();
    expect([await live(), await notes()]).toEqual(['1.0.0', [{ kind: 'author_suspended' }]]);
    const [listing] = await query<{ state: string }>('select state from listings.listings where drive_id = $1', [
      drive.driveId,
    ]);
    expect(listing!.state).toBe('listed');
    await resume();
    await call(author.cookie, 'POST', `/author/drives/${drive.driveId}/sync`);
    await world.work();
    expect([await live(), await notes()]).toEqual(['1.1.0', []]);
  });

  it('is listed for staff, newest first, optionally open ones only', async () => {
    const list = async (search = '') =>
      (await call<Page<{ state: string; org_id: string }>>(reviewer, 'GET', `/admin/suspensions${search}`)).data;
    await suspend();
    expect((await list()).items.map((one) => one.state)).toEqual(['suspended', 'resumed', 'resumed']);
    expect((await list('?open=true')).items.map((one) => one.state)).toEqual(['suspended']);
    const first = await list('?limit=2');
    expect((await list(`?limit=2&cursor=${first.next_cursor}`)).items).toHaveLength(1);
    await resume();
  });
});

describe('a developer account that ends', () => {
  it('has no Drive go live, neither after the announcement nor after the end', async () => {
    const leaver = await world.author('leaver');
    const theirs = await world.reserve(leaver, 'leaving-drive');
    const { data } = await call<{ id: string }>(leaver.cookie, 'POST', `/author/drives/${theirs.driveId}/submissions`, {
      manifest_url: (await world.drive(theirs, { drive: { version: '1.0.0' } })).manifestUrl,
    });
    await world.work();
    const state = async () =>
      (await query<{ state: string }>('select state from listings.submissions where id = $1', [data.id]))[0]!.state;
    await query(
      `insert into authors.offboardings (id, org_id, reason, by_staff, asked_by, asked_by_name, ends_at)
       values ($1, $2, 'We close our business.', false, $3, 'leaver', platform.portal_now() + interval '98 days')`,
      [UNKNOWN, leaver.orgId, leaver.userId],
    );
    expect(outcome(await decide(data.id, 'approve'))).toEqual([403, 'account_offboarding']);
    await query(`update authors.developer_accounts set state = 'terminated' where org_id = $1`, [leaver.orgId]);
    expect(outcome(await decide(data.id, 'approve'))).toEqual([403, 'account_terminated']);
    expect(await state()).toBe('in_review');
    expect(
      await query('select state, live_revision_id as live from listings.listings where drive_id = $1', [
        theirs.driveId,
      ]),
    ).toEqual([{ state: 'unlisted', live: null }]);
  });
});

describe('suspending and resuming an account', () => {
  it('succeeds once, and never for an unknown account', async () => {
    expect(outcome(await suspend(admin, UNKNOWN))).toEqual([404, 'no_such_account']);
    expect(outcome(await resume(admin, UNKNOWN))).toEqual([404, 'no_such_account']);
    expect(outcome(await resume())).toEqual([409, 'account_not_suspended']);
    const twice = await Promise.all([suspend(admin), suspend(reviewer)]);
    expect(twice.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, 'account_suspended_already'],
    ]);
    const both = await Promise.all([resume(admin), resume(reviewer)]);
    expect(both.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, 'account_not_suspended'],
    ]);
  });

  it('follows the table of states, with the service bypassed', async () => {
    await suspend();
    await expect(
      query(`update authors.developer_accounts set state = 'pending_agreement' where org_id = $1`, [author.orgId]),
    ).rejects.toThrow('cannot go from suspended to pending_agreement');
    await resume();
  });
});
