import type { ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { control } from '../../../../test/support/drives/console.js';
import { judgeAll } from '../../../../test/support/people/review.js';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

const NOTE = 'Their second end answers like the first, which harms nobody.';
const criterion = 'install_lifecycle';

describe('a finding that a reviewer cleared', () => {
  const review = ReviewWorld.forTests();
  const turn = async (drive: ReferenceDrive, name: string, on = true) =>
    expect((await control(drive.url, 'switch', { name, on })).status).toBe(200);
  const asAuthor = async (id: string) => review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${id}`);
  const checkOf = async (id: string, check: string) =>
    (await review.look(id)).criteria.find((one) => one.id === criterion)!.checks.find((one) => one.id === check)!;

  /** Approved with C90 failed, which Ruth passed in writing; the next version waits. */
  async function cleared(more: readonly string[] = []) {
    const owned = await review.world.reserve(review.ada, `cleared-${review.world.drives.length}`);
    const overlay: Record<string, unknown> = {};
    const drive = await review.world.drive(owned, overlay);
    const submit = async () => {
      const url = `/author/drives/${owned.driveId}/submissions`;
      const { data } = await review.call<SubmissionView>(review.ada.cookie, 'POST', url, {
        manifest_url: drive.manifestUrl,
      });
      await review.world.work();
      return data.id;
    };
    await turn(drive, 'revoke-twice');
    const first = await submit();
    await judgeAll(review.by(review.ruth), first, { [criterion]: { verdict: 'pass', note: NOTE } });
    expect((await review.decide(first, { decision: 'approve', reason: REASON })).data.state).toBe('approved');
    for (const name of more) await turn(drive, name);
    overlay['drive'] = { version: '9.0.0' };
    return { first, next: await submit() };
  }

  it('stays cleared at the next version for the same cause, with who, when and why beside it for reviewers', async () => {
    const { next } = await cleared();
    const check = await checkOf(next, 'C90');
    expect(check).toMatchObject({ state: 'fail', cleared: { by: 'Ruth', note: NOTE } });
    const days = (Date.parse(check.cleared!.until) - Date.parse(check.cleared!.at)) / 86_400_000;
    expect(days).toBe(180);
    const author = await asAuthor(next);
    expect(author.data.checks.find(({ id }) => id === 'C90')!.cleared).toMatchObject({
      by: null,
      note: null,
    });
    expect(author.body).not.toContain(NOTE);
    await review.hold(next, review.sam);
    expect((await review.judge(next, [{ criterion, verdict: 'pass' }], review.sam)).status).toBe(200);
  });

  it('does not excuse another cause', async () => {
    const { next } = await cleared(['revoke-without-event']);
    expect((await checkOf(next, 'C90')).cleared).not.toBeNull();
    expect(await checkOf(next, 'C93')).toMatchObject({ state: 'fail', cleared: null });
    await review.hold(next);
    expect(await review.judge(next, [{ criterion, verdict: 'pass' }])).toMatchObject({
      error: 'judgement_reason_missing',
    });
  });

  it.each([
    [
      'other findings of the same check',
      `update listings.submission_checks set findings = jsonb_set(findings, '{0,received}', '"something else"') where submission_id = $2 and check_id = 'C90' and $1 <> $2`,
    ],
    [
      'what only warned then',
      `update listings.submission_checks set status = 'warn' where submission_id = $1 and check_id = 'C90' and $1 <> $2`,
    ],
    [
      'what blocks',
      `update listings.submission_checks set blocks = true where submission_id = $2 and check_id = 'C90' and $1 <> $2`,
    ],
    [
      'half a year later',
      `update listings.submissions set decided_at = decided_at - interval '181 days' where id = $1 and $1 <> $2`,
    ],
  ])('is not cleared: %s', async (_what, change) => {
    const { first, next } = await cleared();
    await review.world.app.byOwner('alter table listings.submission_checks disable trigger kept');
    await review.world.app.byOwner(change, [first, next]);
    await review.world.app.byOwner('alter table listings.submission_checks enable trigger kept');
    expect((await checkOf(next, 'C90')).cleared).toBeNull();
    const rows = await review.db.query('select 1 from listings.unproven_criteria($1) where criterion = $2', [
      next,
      criterion,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is cleared for as long as the policy of then says', async () => {
    const { next } = await cleared();
    await review.world.app.byOwner(
      `begin; set local session_replication_role = 'replica'; insert into billing.policies (id, key, version, value, valid_from)
         values (gen_random_uuid(), 'cleared_days', 2, '30', now() - interval '1 minute'); commit`,
    );
    const { at, until } = (await checkOf(next, 'C90')).cleared!;
    expect((Date.parse(until) - Date.parse(at)) / 86_400_000).toBe(30);
  });
});
