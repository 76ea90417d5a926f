import { Client } from 'pg';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import type { ConformanceHistoryView } from './conformance.view.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import type { ClaimedAndObservedView } from '../review/http/review.view.js';

describe('the chain of runs of the checks', () => {
  const following = ManifestSyncWorld.forTests();
  const { listed } = following;

  it('cannot be cut or forked, with the service bypassed', async () => {
    const { driveId } = await listed();
    const add = (seq: number, previous: string | null, digest?: string) =>
      following.db.query(
        `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest)
         values ($1, $2, now(), true, '{}', $3, coalesce($4, encode(sha256(convert_to(coalesce($3, '') || '{}', 'UTF8')), 'hex')))`,
        [driveId, seq, previous, digest ?? null],
      );
    const [head] = await following.db.query<{ digest: string }>(
      'select digest from listings.conformance_runs where drive_id = $1',
      [driveId],
    );
    await expect(add(2, 'f'.repeat(64))).rejects.toMatchObject({
      driverError: { constraint: 'conformance_runs_chain' },
    });
    await expect(add(3, head!.digest)).rejects.toMatchObject({ driverError: { constraint: 'conformance_runs_chain' } });
    await expect(add(2, head!.digest, '0'.repeat(64))).rejects.toMatchObject({
      driverError: { constraint: 'conformance_runs_digest' },
    });
    await expect(add(1, null)).rejects.toMatchObject({ driverError: { constraint: 'conformance_runs_pkey' } });
  });

  it('is shown as broken after a run was changed despite all guards', async () => {
    const { driveId, owned } = await listed();
    const history = (app = following.app) =>
      app.call<ConformanceHistoryView>({ method: 'GET', url: `/api/public/catalogue/${owned.slug}/conformance` });
    expect((await history()).data).toMatchObject({ runs: 1, intact: true });
    const owner = new Client({ connectionString: following.app.database.url });
    await owner.connect();
    try {
      await owner.query('alter table listings.conformance_runs disable trigger user');
      await owner.query('alter table listings.conformance_runs drop constraint if exists conformance_runs_digest');
      await owner.query(`update listings.conformance_runs set body = '{"ok":true}' where drive_id = $1`, [driveId]);
      await owner.query('alter table listings.conformance_runs enable trigger user');
    } finally {
      await owner.end();
    }
    // An instance caches its answer for a minute; another one reads now.
    const other = await following.app.anotherInstance();
    expect((await history(other)).data).toMatchObject({ runs: 1, intact: false });
    await other.close();
  });

  it('keeps what changed when it is old, and shows a gap only where nothing may be missing', async () => {
    const { driveId, owned } = await listed();
    const owner = new Client({ connectionString: following.app.database.url });
    await owner.connect();
    try {
      const { rows: made } = await owner.query<{ submission: string }>(
        'select submission_id as submission from listings.conformance_runs where drive_id = $1',
        [driveId],
      );
      await owner.query(`set session_replication_role = 'replica'`);
      await owner.query(`delete from listings.conformance_runs where drive_id = $1`, [driveId]);
      const results: [days: number, status: string, submission?: string][] = [
        [500, 'pass'],
        [490, 'pass'],
        [480, 'pass'],
        [470, 'fail'],
        [465, 'fail'],
        [460, 'fail', made[0]!.submission],
        [455, 'fail'],
        [450, 'pass'],
        [445, 'pass'],
        [10, 'pass'],
        [9, 'pass'],
      ];
      for (const [index, [days, status, submission]] of results.entries())
        await owner.query(
          `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest, submission_id)
           select $1, $2, now() - make_interval(days => $3), $4 = 'pass', body, previous, encode(sha256(convert_to(coalesce(previous, '') || body, 'UTF8')), 'hex'), $5
           from (select jsonb_build_object('manifest', 'm', 'checks', jsonb_build_object('C01', $4::text))::text as body,
             (select digest from listings.conformance_runs where drive_id = $1 and seq = $2 - 1) as previous) x`,
          [driveId, index + 1, days, status, submission ?? null],
        );
      const kept = async () =>
        (
          await owner.query('select seq from listings.conformance_runs where drive_id = $1 order by seq', [driveId])
        ).rows.map(({ seq }: { seq: number }) => seq);
      const history = async () => {
        // An instance caches its answer for a minute.
        const other = await following.app.anotherInstance();
        const url = `/api/public/catalogue/${owned.slug}/conformance`;
        const { data } = await other.call<ConformanceHistoryView>({ method: 'GET', url });
        await other.close();
        return data;
      };
      const before = await history();
      expect(before).toMatchObject({ runs: 11, intact: true });
      await purgeOld(following.app);
      // The first of each streak, what follows a submission, whose runs all stay, and from the last old one on everything.
      expect(await kept()).toEqual([1, 4, 6, 7, 8, 9, 10, 11]);
      expect(await history()).toEqual(before);
      await expect(
        following.db.query('delete from listings.conformance_runs where drive_id = $1 and seq in (6, 10)', [driveId]),
      ).rejects.toThrow('listings.conformance_runs: a row that is not old stays as it is');
      await owner.query('delete from listings.conformance_runs where drive_id = $1 and seq = 9', [driveId]);
      expect(await history()).toMatchObject({ runs: 11, intact: false });
    } finally {
      await owner.end();
    }
  });

  /** A submission of an address where nothing is. */
  async function submitNothing({ driveId, drive }: Awaited<ReturnType<ManifestSyncWorld['listed']>>): Promise<string> {
    const { ada } = following;
    const url = `/author/drives/${driveId}/submissions`;
    const { data } = await following.call<SubmissionView>(ada.cookie, 'POST', url, {
      manifest_url: `${drive.manifestUrl}/nothing/here`,
    });
    await following.world.work();
    const { state } = (await following.call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
    expect(state).toBe('failed');
    return data.id;
  }

  it('has observations of the live version for the author, not of the last submission', async () => {
    const one = await listed();
    const observed = async () => {
      const url = `/author/drives/${one.driveId}/observed`;
      const { data } = await following.call<ClaimedAndObservedView>(following.ada.cookie, 'GET', url);
      return data.capabilities.find(({ name }) => name === 'metrics');
    };
    const before = await observed();
    expect(before).toMatchObject({ actual: 'observed', by: ['C43', 'C60'] });
    await submitNothing(one);
    expect(await observed()).toEqual(before);
    // A run of the live address counts from its end on.
    await one.sync();
    expect(await observed()).toEqual(before);
  });
});
