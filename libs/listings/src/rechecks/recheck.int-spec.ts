import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import { judgeAll } from '../../../../test/support/people/review.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import type { ReviewWorkspaceView } from '../review/http/review.view.js';

describe('a re-check of a case under review', () => {
  const following = ManifestSyncWorld.forTests();
  let second: string;
  beforeAll(async () => {
    second = await following.world.reviewer('Sam');
  });

  const call = <T = ReviewWorkspaceView>(method: 'GET' | 'POST', url: string, body?: object, as = following.reviewer) =>
    following.call<T>(as, method, url, body);
  const workspace = async (id: string) => (await call('GET', `/review/submissions/${id}/workspace`)).data;
  const recheck = (id: string, as?: string) => call('POST', `/review/submissions/${id}/recheck`, {}, as);

  async function judged() {
    const { world, ada } = following;
    const owned = await world.reserve(ada, following.nextSlug());
    const overlay: Record<string, unknown> = {};
    const drive = await world.drive(owned, overlay);
    const url = `/author/drives/${owned.driveId}/submissions`;
    const { data } = await call<SubmissionView>('POST', url, { manifest_url: drive.manifestUrl }, ada.cookie);
    await world.work();
    await judgeAll((method, at, body) => call(method, at, body) as never, data.id);
    return { id: data.id, ...owned, overlay, drive };
  }
  const runs = (driveId: string) =>
    following.world.db.query<{ ok: boolean; submission_id: string }>(
      'select ok, submission_id from listings.conformance_runs where drive_id = $1 order by seq',
      [driveId],
    );
  const open = ({ criteria }: ReviewWorkspaceView) => criteria.filter(({ judged: is }) => !is).map(({ id }) => id);

  it('keeps every judgement when the result is the same, and its run is on record', async () => {
    const one = await judged();
    const asked = await recheck(one.id);
    expect(asked).toMatchObject({ status: 200, data: { recheck: { ended_at: null, outcome: null, reopened: [] } } });
    await following.world.work();
    const after = await workspace(one.id);
    expect(after.recheck).toMatchObject({ outcome: 'passed', reopened: [] });
    expect(after.recheck!.checked).toBe(after.recheck!.checks_total);
    expect(open(after)).toEqual([]);
    expect(await runs(one.driveId)).toMatchObject([
      { ok: true, submission_id: one.id },
      { ok: true, submission_id: one.id },
    ]);
    expect(await audited(one.id)).toEqual(['review.recheck_asked', 'review.rechecked']);
  });

  const audited = (id: string) => following.world.app.audited(id, 'review.recheck%');

  it('requires a new judgement of what rests on changed evidence when it finds the Drive unreachable', async () => {
    const one = await judged();
    await one.drive.close();
    await recheck(one.id);
    await following.world.work();
    const after = await workspace(one.id);
    expect(after.recheck).toMatchObject({ outcome: 'failed' });
    expect(after.recheck!.reopened).toContain('request_signing');
    expect(open(after).sort()).toEqual([...after.recheck!.reopened].sort());
    const approve = { decision: 'approve', reason: 'All checks passed.', digest: after.digest };
    const refused = await call('POST', `/review/submissions/${one.id}/decide`, approve);
    expect(refused).toMatchObject({ status: 409, error: 'criteria_unjudged' });
    // The database refuses the same, with the use case bypassed.
    const unjudged = await following.world.db.query<{ criterion: string }>(
      'select criterion from listings.review_verdicts($1) where verdict is null order by criterion',
      [one.id],
    );
    expect(unjudged.map(({ criterion }) => criterion)).toEqual([...after.recheck!.reopened].sort());
    await judgeAll((method, at, body) => call(method, at, body) as never, one.id);
    expect(open(await workspace(one.id))).toEqual([]);
    // Whatever a reviewer judges, what sends a Drive back is not listed by one person.
    expect((await workspace(one.id)).decisions.find(({ decision }) => decision === 'approve')).toMatchObject({
      possible: false,
      code: 'checks_block',
    });
    const blocked = await call('POST', `/review/submissions/${one.id}/decide`, approve);
    expect(blocked).toMatchObject({ status: 409, error: 'checks_block' });
  });

  it('keeps the evidence of the submission when it finds another manifest, and informs the reviewer', async () => {
    const one = await judged();
    const before = await workspace(one.id);
    one.overlay['drive'] = { version: '9.9.9' };
    await recheck(one.id);
    await following.world.work();
    const after = await workspace(one.id);
    expect(after.recheck).toMatchObject({ outcome: 'other_manifest', reopened: [] });
    expect(after.criteria).toEqual(before.criteria);
    expect(await runs(one.driveId)).toHaveLength(2);
  });

  it('runs once at a time, for the reviewer who claimed the case, and not after the decision', async () => {
    const one = await judged();
    expect(await recheck(one.id, second)).toMatchObject({ status: 409, error: 'case_not_claimed' });
    expect((await recheck(one.id)).status).toBe(200);
    expect(await recheck(one.id)).toMatchObject({ status: 409, error: 'recheck_running' });
    await expect(
      following.world.db.query(
        `insert into listings.review_rechecks (id, submission_id, asked_by, asked_by_name) values (gen_random_uuid(), $1, gen_random_uuid(), 'x')`,
        [one.id],
      ),
    ).rejects.toMatchObject({ driverError: { constraint: 'review_rechecks_one_open' } });
    const { digest } = await workspace(one.id);
    const approve = { decision: 'approve', reason: 'All checks passed.', digest };
    expect((await call('POST', `/review/submissions/${one.id}/decide`, approve)).status).toBe(200);
    await following.world.work();
    expect((await workspace(one.id)).recheck).toMatchObject({ outcome: 'dropped' });
    expect(await runs(one.driveId)).toHaveLength(1);
    expect(await recheck(one.id)).toMatchObject({ status: 409, error: 'review_not_open' });
    expect(await recheck('00000000-0000-7000-8000-00000000dead')).toMatchObject({ status: 404 });
  });
});
