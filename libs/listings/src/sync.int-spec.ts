import { SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { SigningKeys } from '@portal/secrets';
import { ListingsWorld, type Author } from '../../../test/support/listings.js';
import type { DriveView, SubmissionView, VersionView } from './http/listings.view.js';
import { SyncManifestsJob } from './jobs/sync-manifests.job.js';
import { Listings } from './listings.js';
import { SyncManifest } from './sync-manifest.js';

const REASON = 'All checks passed, and the scopes are narrow.';
interface Overlay {
  drive: { version: string; name?: string; id?: string; tagline?: string };
  [key: string]: unknown;
}

describe('following the manifest of a live Drive', () => {
  let world: ListingsWorld;
  let ada: Author;
  let reviewer: string;
  let slugs = 0;
  beforeAll(async () => {
    world = await ListingsWorld.start();
    ada = await world.author('ada');
    reviewer = await world.app.demo('reviewer');
  });
  afterAll(() => world.close());

  const call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, body });

  /** A listed Drive at version 1.0.0 whose manifest the test may change. */
  async function listed() {
    const owned = await world.reserve(ada, `sync-${++slugs}`);
    const overlay: Overlay = { drive: { version: '1.0.0' } };
    const drive = await world.drive(owned, overlay);
    const { driveId } = owned;
    const { data } = await call<SubmissionView>(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await world.work();
    const submission = (await call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
    await approve(submission);
    const sync = async (): Promise<void> => {
      expect((await call(ada.cookie, 'POST', `/author/drives/${driveId}/sync`)).status).toBe(202);
      await world.work();
    };
    const live = () => world.app.get(Listings).installable(driveId);
    const view = async () => (await call<DriveView>(ada.cookie, 'GET', `/author/drives/${driveId}`)).data;
    const versions = async () =>
      (await call<{ items: VersionView[] }>(ada.cookie, 'GET', `/author/drives/${driveId}/versions`)).data.items;
    const prompts = () => world.events('version.published', driveId);
    const waiting = async () => {
      const queue = await call<{ items: { id: string; drive_id: string }[] }>(
        reviewer,
        'GET',
        '/review/submissions?limit=100',
      );
      const row = queue.data.items.find((one) => one.drive_id === driveId);
      return row && (await call<SubmissionView>(reviewer, 'GET', `/review/submissions/${row.id}`)).data;
    };
    return { driveId, owned, drive, overlay, sync, live, view, versions, prompts, waiting, first: (await live())! };
  }
  const approve = async (submission: SubmissionView, decision = 'approve') =>
    expect(
      (
        await call(reviewer, 'POST', `/review/submissions/${submission.id}/decide`, {
          decision,
          reason: REASON,
          digest: submission.digest,
        })
      ).status,
    ).toBe(200);

  it('does nothing about an unchanged manifest', async () => {
    const { sync, live, prompts, versions, first } = await listed();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect(await versions()).toHaveLength(1);
  });

  it('publishes a raised version with harmless changes at once and tells installs, once however often it runs', async () => {
    const { driveId, overlay, sync, live, prompts, versions, first } = await listed();
    overlay.drive = { version: '1.1.0', tagline: 'Now with a better tagline' };
    await sync();
    await sync();
    await world.app.get(SyncManifest).execute(driveId);
    const now = (await live())!;
    expect(now).toMatchObject({ version: '1.1.0', manifest: { tagline: 'Now with a better tagline' } });
    expect(await prompts()).toEqual([
      {
        drive_id: driveId,
        from_revision_id: first.revisionId,
        revision_id: now.revisionId,
        digest: now.digest,
        version: '1.1.0',
      },
    ]);
    expect(await versions()).toMatchObject([
      { version: '1.1.0', state: 'live', effect: 'cosmetic' },
      { version: '1.0.0', state: 'superseded', effect: null },
    ]);
    expect((await world.app.get(Listings).changes(first.revisionId, now.revisionId)).map((c) => c.kind)).toContain(
      'tagline',
    );
  });

  it('publishes a change without a raised version, notes it, and tells no install', async () => {
    const { overlay, sync, live, prompts, view } = await listed();
    overlay.drive = { version: '1.0.0', tagline: 'Changed in silence' };
    await sync();
    expect((await live())!.manifest.tagline).toBe('Changed in silence');
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind: 'version_not_raised' }]);
    overlay.drive = { version: '1.0.1', tagline: 'Changed in silence' };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect(await prompts()).toHaveLength(1);
  });

  it('puts a wider permission before a reviewer while the old version serves, and publishes what is approved', async () => {
    const { overlay, sync, live, prompts, waiting, view, first } = await listed();
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0' };
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    const submission = (await waiting())!;
    expect(submission).toMatchObject({ kind: 'update', version: '1.1.0', state: 'in_review' });
    expect(submission.changes.map((c) => c.level)).toContain('consent');
    expect(submission.checks.length).toBeGreaterThan(40);
    expect(submission.manifest_before).not.toBe(submission.manifest_after);
    expect((await view()).state).toBe('live_update');
    expect(await prompts()).toEqual([]);
    await approve(submission);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toMatchObject([{ from_revision_id: first.revisionId, version: '1.1.0' }]);
  });

  it('replaces its own open review when the manifest changes again, and does not bring back what was rejected', async () => {
    const { overlay, sync, live, waiting, view, first } = await listed();
    const ask = (permission: string, version: string) => {
      overlay['permissions_requested'] = ['venture.read', 'events.emit', permission];
      overlay.drive = { version };
    };
    ask('billing.read', '1.1.0');
    await sync();
    const earlier = (await waiting())!;
    ask('contacts.read', '1.2.0');
    await sync();
    const later = (await waiting())!;
    expect(later.version).toBe('1.2.0');
    expect((await call<SubmissionView>(reviewer, 'GET', `/review/submissions/${earlier.id}`)).data.state).toBe(
      'withdrawn',
    );
    await approve(later, 'reject');
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'refused_before' }]);
    expect(await live()).toEqual(first);
  });

  it('leaves a submission of the author alone', async () => {
    const { driveId, drive, overlay, sync, waiting } = await listed();
    overlay.drive = { version: '1.5.0', name: 'Renamed' };
    await call(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, { manifest_url: drive.manifestUrl });
    await world.work();
    const own = (await waiting())!;
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    await sync();
    expect((await waiting())!.id).toBe(own.id);
  });

  it.each<[string, (overlay: Overlay) => void, string]>([
    ['a lower version', (o) => (o.drive = { version: '0.9.0' }), 'version_lowered'],
    ['another id', (o) => (o.drive = { version: '2.0.0', id: 'somebody-else' }), 'id_changed'],
    ['an invalid manifest', (o) => (o['schema_version'] = 'one'), 'invalid'],
  ])('holds %s: the last good version stays live, the author is told once', async (_name, change, kind) => {
    const { owned, overlay, sync, live, view, prompts, first } = await listed();
    change(overlay);
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind }]);
    const mails = await world.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
      [owned.driveId],
    );
    expect(mails).toHaveLength(1);
    overlay.drive = { version: '1.0.0' };
    overlay['schema_version'] = 1;
    await sync();
    expect((await view()).notes).toEqual([]);
  });

  it('keeps the last good version while the Drive cannot be reached', async () => {
    const { drive, sync, live, view, first } = await listed();
    await drive.close();
    await sync();
    expect(await live()).toEqual(first);
    expect((await view()).notes).toMatchObject([{ kind: 'unreachable' }]);
  });

  it('comes to the same end when a crash falls behind the stored revision', async () => {
    const { driveId, overlay, live, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = world.app.get(SyncManifest);
    const follow = jest.spyOn(sync['follow'], 'found').mockRejectedValueOnce(new Error('killed here'));
    await expect(sync.execute(driveId)).rejects.toThrow('killed here');
    follow.mockRestore();
    expect((await live())!.version).toBe('1.0.0');
    await sync.execute(driveId);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toHaveLength(1);
    const revisions = await world.db.query('select 1 from listings.revisions where drive_id = $1', [driveId]);
    expect(revisions).toHaveLength(2);
  });

  it('two syncs at once publish once', async () => {
    const { driveId, overlay, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = world.app.get(SyncManifest);
    const results = await Promise.allSettled([sync.execute(driveId), sync.execute(driveId)]);
    expect(results.filter((r) => r.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    await sync.execute(driveId);
    expect(await prompts()).toHaveLength(1);
  });

  it('is polled when due, asks for a sync only when something changed, and not before its next turn', async () => {
    const { driveId, overlay, live } = await listed();
    const job = world.app.get(SyncManifestsJob);
    const requests = () => world.events('manifest.sync_requested', driveId);
    const due = () =>
      world.db.query(`update listings.listings set next_sync_at = clock_timestamp() where drive_id = $1`, [driveId]);
    await due();
    await job.run();
    expect(await requests()).toHaveLength(0);
    overlay.drive = { version: '1.1.0' };
    await job.run();
    expect(await requests()).toHaveLength(0);
    await due();
    await job.run();
    expect(await requests()).toHaveLength(1);
    await world.work();
    expect((await live())!.version).toBe('1.1.0');
  });

  it('checks with the previous secret while the Drive still has only that one', async () => {
    const { driveId, overlay, sync, live } = await listed();
    await world.app
      .get(Transactor)
      .run((tx) =>
        world.app
          .get(SigningKeys)
          .rotate(tx, { driveId, actor: SYSTEM_ACTOR, mode: 'overlap', reason: 'regular rotation' }),
      );
    overlay.drive = { version: '1.1.0' };
    await sync();
    expect((await live())!.version).toBe('1.1.0');
    const keys = await world.app.get(SigningKeys).list(driveId);
    expect(keys.map((key) => [key.version, key.adoptedAt !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it('refuses "publish now" for a Drive that is not live', async () => {
    const owned = await world.reserve(ada, `sync-${++slugs}`);
    expect(await call(ada.cookie, 'POST', `/author/drives/${owned.driveId}/sync`)).toMatchObject({
      status: 409,
      error: 'listing_not_live',
    });
  });
});
