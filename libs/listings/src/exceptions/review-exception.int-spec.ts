import type { ApprovalDetailView } from '@portal/approvals';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { judgeAll } from '../../../../test/support/people/review.js';
import { Transactor } from '@portal/platform/database';
import type { ReviewExceptionView, SubmissionRowView } from '../review/http/review.view.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';
import { WeighCases } from '../submissions/weigh-cases.js';

describe('exceptions in a review', () => {
  const review = ReviewWorld.forTests();
  const { call, by, at, look, hold, decide, submitted } = review;

  describe('an exception', () => {
    const custom = { drive: { pricing_tier: 'custom' } };
    const NOT_PRICED = { pricing: { verdict: 'fail', note: 'It is not on the price list.' } } as const;
    const propose = (id: string, body: object = {}, as = review.ruth) =>
      // POST /api/v1/review/submissions/{id}/exceptions
      call<ApprovalDetailView>(as, 'POST', at(id, '/exceptions'), {
        check_id: 'L04',
        reason: 'Its price is agreed in writing with the host.',
        ends_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
        ...body,
      });
    const approve = ({ id, digest }: ApprovalDetailView) =>
      call(review.sam, 'POST', `/approvals/${id}/approve`, { digest });
    const end = (exception: string, as = review.sam) =>
      call(as, 'POST', `/review/exceptions/${exception}/end`, { reason: 'It is not needed any more.' });

    it('by two reviewers lists a Drive with a tier of its own, and applies to the next revision', async () => {
      const { id, driveId, overlay, again } = await submitted(custom);
      await judgeAll(by(review.ruth), id, NOT_PRICED);
      const proposed = (await propose(id)).data;
      expect(proposed).toMatchObject({ kind: 'review_exception', subject_id: `${driveId}:L04`, state: 'waiting' });
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({ error: 'criteria_against' });
      expect((await look(id)).exceptions).toEqual([]);
      expect((await approve(proposed)).status).toBe(200);
      const view = await look(id);
      expect(view.criteria.find((one) => one.id === 'pricing')).toMatchObject({ excepted: true });
      expect((await decide(id, { decision: 'approve', reason: REASON })).data.state).toBe('approved');
      expect(view.exceptions[0]).toMatchObject({
        kind: 'custom_tier',
        criterion: 'pricing',
        state: 'in_force',
        proposed_by: 'Ruth',
        confirmed_by: 'Sam',
      });

      overlay['drive'] = { pricing_tier: 'custom', version: '2.0.0', tagline: 'Another tagline altogether' };
      const next = await again();
      await judgeAll(by(review.sam), next, NOT_PRICED);
      expect((await decide(next, { decision: 'approve', reason: REASON }, review.sam)).data.state).toBe('approved');

      await review.world.app.byOwner(
        `update listings.review_exceptions set made_at = made_at - interval '91 days', ends_at = ends_at - interval '91 days' where id = $1`,
        [proposed.id],
      );
      overlay['drive'] = { pricing_tier: 'custom', version: '3.0.0', tagline: 'A third tagline for it' };
      const third = await again();
      await judgeAll(by(review.sam), third, NOT_PRICED);
      expect((await look(third)).exceptions[0]).toMatchObject({ state: 'expired' });
      expect(await listed('expired')).toEqual([proposed.id]);
      expect(await listed('in_force')).not.toContain(proposed.id);
      expect(await decide(third, { decision: 'approve', reason: REASON }, review.sam)).toMatchObject({
        status: 409,
        error: 'criteria_against',
      });
    });

    const listed = async (state: string) =>
      (
        await call<{ items: ReviewExceptionView[] }>(review.sam, 'GET', `/review/exceptions?state=${state}`)
      ).data.items.map((one) => one.id);

    it('is on the reviewers’ list again before it ends', async () => {
      const ids: string[] = [];
      for (const days of [31, 29]) {
        const { id } = await submitted(custom);
        await hold(id);
        const { data } = await propose(id, { ends_at: new Date(Date.now() + days * 86_400_000).toISOString() });
        expect((await approve(data)).status).toBe(200);
        ids.push(data.id);
      }
      expect((await listed('in_force')).filter((one) => ids.includes(one))).toEqual([ids[1], ids[0]]);
      expect((await listed('ending')).filter((one) => ids.includes(one))).toEqual([ids[1]]);
    });

    it('is refused without the case, without need, for what is never waived, and without an end within a year', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom', tagline: 'Drafts like ChatGPT does' } });
      expect(await propose(id)).toMatchObject({ status: 409, error: 'case_not_claimed' });
      await hold(id);
      for (const ends_at of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
        expect(await propose(id, { ends_at })).toMatchObject({ status: 400, error: 'exception_end_invalid' });
      for (const check_id of ['C12', 'C999'])
        expect(await propose(id, { check_id })).toMatchObject({ status: 409, error: 'exception_without_need' });
      expect(await propose(id, { check_id: 'C112' })).toMatchObject({ status: 409, error: 'exception_not_allowed' });
      const { status, data } = await propose(id);
      expect(status).toBe(201);
      expect(await propose(id)).toMatchObject({ status: 409, error: 'approval_open' });
      expect((await approve(data)).status).toBe(200);
      expect(await propose(id)).toMatchObject({ status: 409, error: 'exception_without_need' });
      const nobody = '0190a000-0000-7000-8000-000000000000';
      expect(await end(nobody)).toMatchObject({ status: 404, error: 'review_exception_not_found' });
    });

    it('coming into force, ended early or over by its day changes the place of the case in the queue', async () => {
      const weight = async (id: string): Promise<number[]> => {
        const { data } = await call<{ items: SubmissionRowView[] }>(
          review.ruth,
          'GET',
          '/review/submissions?limit=100',
        );
        const row = data.items.find((one) => one.id === id)!;
        const [stored] = await review.db.query<{ weight: number }>(
          'select weight from listings.submissions where id = $1',
          [id],
        );
        return [stored!.weight, row.worst.weight];
      };
      const { id } = await submitted(custom);
      // A check of the listing that fails, as the probe installs may let one fail.
      for (const sql of [
        'alter table listings.submission_checks disable trigger kept',
        `update listings.submission_checks set status = 'fail' where submission_id = '${id}' and check_id = 'L04'`,
        'alter table listings.submission_checks enable trigger kept',
      ])
        await review.world.app.byOwner(sql);
      const [failed, excepted] = [
        [0, 0],
        [10, 10],
      ];
      await hold(id);
      const first = (await propose(id)).data;
      await approve(first);
      expect(await weight(id)).toEqual(excepted);
      await end(first.id);
      expect(await weight(id)).toEqual(failed);

      const second = (await propose(id)).data;
      await approve(second);
      expect(await weight(id)).toEqual(excepted);
      await review.world.app.byOwner(
        `update listings.review_exceptions set made_at = made_at - interval '91 days', ends_at = platform.portal_now() - interval '1 minute' where id = $1`,
        [second.id],
      );
      await new WeighCases(review.world.app.get(Transactor), review.world.app.get(SubmissionsRepository)).execute();
      expect(await weight(id)).toEqual(failed);
    });

    it('that has ended no longer applies, and remains on record', async () => {
      const { id } = await submitted(custom);
      await judgeAll(by(review.ruth), id, NOT_PRICED);
      const { data } = await propose(id);
      await approve(data);
      expect((await end(data.id, review.ruth)).status).toBe(200);
      expect(await end(data.id)).toMatchObject({ status: 409, error: 'review_exception_closed' });
      expect((await look(id)).exceptions.map((one) => one.state)).toEqual(['ended']);
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({ error: 'criteria_against' });
    });
  });
});
