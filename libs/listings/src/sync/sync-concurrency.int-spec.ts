import { Client } from 'pg';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { SigningKeys } from '@portal/secrets';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import type { ConformanceHistoryView } from '../conformance/conformance.view.js';
import { CheckDrive } from '../conformance/check-drive.js';
import { PollManifests } from './poll-manifests.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SyncManifest } from './sync-manifest.js';

describe('a sync that is requested, interrupted or overtaken', () => {
  const following = ManifestSyncWorld.forTests();
  const { call, listed } = following;

  it('waits once for "publish now" pressed twice, and authors take turns', async () => {
    const { driveId } = await listed();
    const press = () => call(following.ada.cookie, 'POST', `/author/drives/${driveId}/sync`);
    for (let i = 0; i < 3; i++) expect((await press()).status).toBe(202);
    expect(await following.world.events('manifest.sync_requested', driveId)).toHaveLength(1);
    await following.world.work();
    await press();
    expect(await following.world.events('manifest.sync_requested', driveId)).toHaveLength(2);
    await following.world.work();
    const other = await following.world.author('bob');
    const mine = await Promise.all([listed(), listed(), listed()]);
    await following.db.query(`update listings.listings set next_sync_at = null`);
    await following.db.query(
      `update listings.listings set next_sync_at = clock_timestamp() - interval '1 hour' where drive_id = any($1)`,
      [mine.map((one) => one.driveId)],
    );
    await following.app.byOwner(
      `update listings.listings set next_sync_at = clock_timestamp() - interval '1 minute', org_id = $2 where drive_id = $1`,
      [driveId, other.orgId],
    );
    const take = (limit: number) =>
      following.app.get(Transactor).run((tx) => following.app.get(ListingsRepository).takeDue(tx, limit));
    // What another worker is taking is passed over, and more is found behind it.
    const worker = new Client({ connectionString: following.app.database.url });
    await worker.connect();
    try {
      await worker.query('begin');
      await worker.query('select from listings.listings where drive_id = $1 for update', [mine[0]!.driveId]);
      const taken = await take(2);
      expect(taken.map((one) => one.orgId).sort()).toEqual([following.ada.orgId, other.orgId].sort());
      expect((await take(64)).map((one) => one.orgId)).toEqual([following.ada.orgId]);
      await worker.query('rollback');
    } finally {
      await worker.end();
    }
    expect((await take(64)).map((one) => one.driveId)).toEqual([mine[0]!.driveId]);
  });

  it('reaches the same result when a crash follows the stored revision', async () => {
    const { driveId, overlay, live, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = following.app.get(SyncManifest);
    const follow = jest.spyOn(sync['apply'], 'execute').mockRejectedValueOnce(new Error('killed here'));
    await expect(sync.execute(driveId)).rejects.toThrow('killed here');
    follow.mockRestore();
    expect((await live())!.version).toBe('1.0.0');
    await sync.execute(driveId);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toHaveLength(1);
    const revisions = await following.db.query('select 1 from listings.revisions where drive_id = $1', [driveId]);
    expect(revisions).toHaveLength(2);
  });

  it('publishes once when two run concurrently', async () => {
    const { driveId, overlay, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = following.app.get(SyncManifest);
    const results = await Promise.allSettled([sync.execute(driveId), sync.execute(driveId)]);
    expect(results.filter((r) => r.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    await sync.execute(driveId);
    expect(await prompts()).toHaveLength(1);
  });

  /** A sync whose checks have ended and whose result is stored only after `meanwhile`. */
  async function overtaken(driveId: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const drive = following.app.get(CheckDrive);
    const checks = drive.execute.bind(drive);
    const slow = jest.spyOn(drive, 'execute').mockImplementationOnce(async (input) => {
      const result = await checks(input);
      await meanwhile();
      return result;
    });
    try {
      return await following.app
        .get(SyncManifest)
        .execute(driveId)
        .catch((error: unknown) => error);
    } finally {
      slow.mockRestore();
    }
  }
  const mailsOf = (driveId: string) =>
    following.db.query<{ subject: string }>(
      `select subject from platform.mail_messages where body like '%' || $1 || '%' and subject like any (array['%cannot follow%', '%no longer does%'])`,
      [driveId],
    );

  it('records and mails nothing about a problem that a later sync found solved', async () => {
    const { driveId, owned, overlay, view, live, first } = await listed();
    overlay['schema_version'] = 'one';
    await overtaken(driveId, async () => {
      delete overlay['schema_version'];
      await following.app.get(SyncManifest).execute(driveId);
    });
    expect((await view()).notes).toEqual([]);
    expect(await mailsOf(driveId)).toEqual([]);
    expect(await following.world.events('manifest.deferred', driveId)).toEqual([]);
    expect(await live()).toEqual(first);
    const history = await following.app.call<ConformanceHistoryView>({
      method: 'GET',
      url: `/api/public/catalogue/${owned.slug}/conformance`,
    });
    expect(history.data).toMatchObject({ state: 'passing', intact: true });
    // Its result counts again once it is the last to begin.
    overlay['schema_version'] = 'one';
    await following.app.get(SyncManifest).execute(driveId);
    expect((await view()).notes).toMatchObject([{ kind: 'invalid' }]);
    expect(await mailsOf(driveId)).toHaveLength(1);
  });

  it('does not undo what a later sync found, and reads again when another revision went live meanwhile', async () => {
    const { driveId, overlay, view, live } = await listed();
    overlay.drive = { version: '1.1.0' };
    await overtaken(driveId, async () => {
      overlay['schema_version'] = 'one';
      await following.app.get(SyncManifest).execute(driveId);
    });
    expect((await view()).notes).toMatchObject([{ kind: 'invalid' }]);
    expect((await live())!.version).toBe('1.0.0');

    const other = await listed();
    other.overlay['schema_version'] = 'one';
    const refused = await overtaken(other.driveId, async () => {
      // Published during the sync, as by a reviewer.
      await following.db.query(`update listings.listings set live_revision_id = $2 where drive_id = $1`, [
        other.driveId,
        await otherRevision(other.driveId),
      ]);
    });
    expect(refused).toMatchObject({ code: 'conflict' });
    expect((await other.view()).notes).toEqual([]);
    expect(await mailsOf(other.driveId)).toEqual([]);
  });
  /** One more revision of the Drive, from another address. */
  async function otherRevision(driveId: string): Promise<string> {
    const [row] = await following.db.query<{ id: string }>(
      `insert into listings.revisions select (r).* from (select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'manifest_url', r.manifest_url || '?other')) as r
         from listings.revisions r where r.drive_id = $1 limit 1) copied returning id`,
      [driveId],
    );
    return row!.id;
  }

  it('is polled when due, is requested only when something changed, and not before its next slot', async () => {
    const { driveId, overlay, live } = await listed();
    const job = following.app.get(PollManifests);
    const requests = () => following.world.events('manifest.sync_requested', driveId);
    const due = () =>
      following.db.query(`update listings.listings set next_sync_at = clock_timestamp() where drive_id = $1`, [
        driveId,
      ]);
    await due();
    await job.execute();
    expect(await requests()).toHaveLength(0);
    overlay.drive = { version: '1.1.0' };
    await job.execute();
    expect(await requests()).toHaveLength(0);
    await due();
    await job.execute();
    expect(await requests()).toHaveLength(1);
    await following.world.work();
    expect((await live())!.version).toBe('1.1.0');
  });

  it('checks with the previous secret while the Drive still has only that one', async () => {
    const { driveId, overlay, sync, live } = await listed();
    await following.app
      .get(Transactor)
      .run((tx) =>
        following.app
          .get(SigningKeys)
          .rotate(tx, { driveId, actor: SYSTEM_ACTOR, mode: 'overlap', reason: 'regular rotation' }),
      );
    overlay.drive = { version: '1.1.0' };
    await sync();
    expect((await live())!.version).toBe('1.1.0');
    const keys = await following.app.get(SigningKeys).list(driveId);
    expect(keys.map((key) => [key.version, key.adoptedAt !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it('is refused for a Drive that is not live', async () => {
    const owned = await following.world.reserve(following.ada, following.nextSlug());
    expect(await call(following.ada.cookie, 'POST', `/author/drives/${owned.driveId}/sync`)).toMatchObject({
      status: 409,
      error: 'listing_not_live',
    });
  });
});
