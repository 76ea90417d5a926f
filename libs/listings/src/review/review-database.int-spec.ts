import { Client } from 'pg';
import { exceptPrice, REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { AGAINST, judgeAll } from '../../../../test/support/people/review.js';
import { CRITERIA, CRITERIA_VERSION } from './domain/review-criteria.js';

describe('the review of a submission', () => {
  const review = ReviewWorld.forTests();
  const { by, look, hold, judge, decide, personOf, submitted } = review;

  describe('the database, with the service bypassed,', () => {
    const constraint = (name: string) => ({ driverError: { constraint: name } });
    it('has the same criteria as the code', async () => {
      const rows = await review.db.query(
        'select criterion, always from listings.review_criteria where version = $1 order by criterion',
        [CRITERIA_VERSION],
      );
      const ours = CRITERIA.map(({ id, notApplicable }) => ({ criterion: id, always: notApplicable === null }));
      expect(rows).toEqual(ours.sort((a, b) => (a.criterion < b.criterion ? -1 : 1)));
    });

    it('lets no decision pass that the gate refuses', async () => {
      const { id } = await submitted();
      const ruthId = await personOf('Ruth');
      const set = (state: string, decision: string, code: string | null = null) =>
        review.db.query(
          `update listings.submissions set state = $2, decision = $3, decision_reason = 'x', decided_at = now(), decided_by = $4, decision_code = $5 where id = $1`,
          [id, state, decision, ruthId, code],
        );
      const approve = () => set('approved', 'approve');
      await expect(approve()).rejects.toMatchObject(constraint('case_not_claimed'));
      await hold(id, review.sam);
      await expect(approve()).rejects.toMatchObject(constraint('case_not_claimed'));
      await hold(id, review.ruth, true);
      await review.db.query('update approvals.claims set held_until = held_since where subject_id = $1', [id]);
      await expect(approve()).rejects.toMatchObject(constraint('case_not_claimed'));
      await hold(id, review.ruth);
      await expect(approve()).rejects.toMatchObject(constraint('submissions_all_judged'));
      await expect(set('rejected', 'reject', 'other')).rejects.toMatchObject(constraint('submissions_some_failed'));
      await judgeAll(by(review.ruth), id);
      await expect(set('rejected', 'reject', 'other')).rejects.toMatchObject(constraint('submissions_some_failed'));
      await expect(set('changes_requested', 'request_changes')).rejects.toMatchObject(
        constraint('submissions_some_against'),
      );
      await judgeAll(by(review.ruth), id, AGAINST.reject);
      await expect(approve()).rejects.toMatchObject(constraint('submissions_none_against'));
      await expect(set('rejected', 'reject')).rejects.toMatchObject(constraint('submissions_some_failed'));
      await expect(
        review.db.query('update listings.submissions set round = 2 where id = $1', [id]),
      ).rejects.toMatchObject(constraint('submissions_rounds'));
    });

    it('ties judgements to their revision', async () => {
      const { id } = await submitted();
      await judgeAll(by(review.ruth), id);
      const samId = await personOf('Sam');
      const put = (changes: Record<string, string>) => {
        const row = {
          digest: 'r.digest',
          round: '1',
          version: '1',
          criterion: `'pricing'`,
          verdict: `'pass'`,
          ...changes,
        };
        return review.db.query(
          `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, judged_by, judged_by_name)
           select s.id, ${row.digest}, ${row.round}, ${row.version}, ${row.criterion}, ${row.verdict}, $2::uuid, 'x'
           from listings.submissions s join listings.revisions r on r.id = s.revision_id where s.id = $1`,
          [id, samId],
        );
      };
      await put({});
      const of = constraint('review_judgements_of_revision');
      await expect(put({ digest: `repeat('0', 64)` })).rejects.toMatchObject(of);
      await expect(put({ round: '2' })).rejects.toMatchObject(of);
      await expect(put({ verdict: `'fail'` })).rejects.toMatchObject(constraint('review_judgements_note'));
      await expect(put({ criterion: `'request_signing'`, verdict: `'not_applicable'` })).rejects.toMatchObject(
        constraint('review_judgements_applies'),
      );
    });

    it('accepts an exception with an approval only', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom' } });
      await hold(id);
      await exceptPrice(review, id);
      await expect(
        review.db.query(
          `insert into listings.review_exceptions (id, approval_id, drive_id, submission_id, criterion, check_id, ends_at)
           select gen_random_uuid(), approval_id, drive_id, submission_id, criterion, check_id, ends_at from listings.review_exceptions where submission_id = $1`,
          [id],
        ),
      ).rejects.toMatchObject(constraint('review_exceptions_by_approval'));
    });

    it('agrees with the model over many random reviews', async () => {
      // The gate of the code and the gate of the database must agree about every state of a checklist.
      const { id } = await submitted();
      const ruthId = await personOf('Ruth');
      await hold(id);
      const { criteria } = await look(id);
      let seed = 7;
      const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
      for (let round = 0; round < 25; round += 1) {
        const judgements = criteria
          .filter(() => random(8) > 0)
          .map(({ id: criterion, applies }) => {
            const verdict = random(4) > 0 ? (applies ? 'pass' : 'not_applicable') : random(2) ? 'fail' : 'needs_change';
            return { criterion, verdict, note: 'Said by the dice of this test.' };
          });
        await judge(id, judgements);
        const { decisions } = await look(id);
        for (const [decision, state] of [
          ['approve', 'approved'],
          ['request_changes', 'changes_requested'],
          ['reject', 'rejected'],
        ] as const) {
          const owner = new Client({ connectionString: review.world.app.database.url });
          await owner.connect();
          await owner.query('begin');
          const passed = await owner
            .query(
              `update listings.submissions set state = $2, decision = $3, decision_reason = 'x', decided_at = now(), decided_by = $4, decision_code = 'other' where id = $1`,
              [id, state, decision, ruthId],
            )
            .then(
              () => true,
              () => false,
            );
          await owner.query('rollback');
          await owner.end();
          expect([decision, passed]).toEqual([decision, decisions.find((one) => one.decision === decision)!.possible]);
        }
      }
    });

    it('reopens every criterion when the list has a newer version than a process that still runs', async () => {
      const { id } = await submitted();
      await judgeAll(by(review.ruth), id);
      // The last test of this file: criteria are never removed.
      await review.db.query(
        `insert into listings.review_criteria (version, criterion, always) select version + 1, criterion, always from listings.review_criteria where version = $1`,
        [CRITERIA_VERSION],
      );
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({
        status: 409,
        error: 'criteria_unjudged',
      });
    });
  });
});
