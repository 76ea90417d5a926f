import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { AGAINST, judgeAll } from '../../../../test/support/people/review.js';
import { CRITERION_IDS } from './domain/review-criteria.js';
import type { ReviewStatisticsView } from './http/review.view.js';

describe('the decision about a submission', () => {
  const review = ReviewWorld.forTests();
  const { call, by, look, hold, judge, decide, personOf, submitted } = review;

  describe('a decision', () => {
    it('is an approval only after everything is judged', async () => {
      const { id } = await submitted();
      const body = { decision: 'approve', reason: REASON };
      expect(await decide(id, body)).toMatchObject({ status: 409, error: 'case_not_claimed' });
      await hold(id);
      const refused = await decide(id, body);
      expect(refused).toMatchObject({ status: 409, error: 'criteria_unjudged' });
      for (const criterion of CRITERION_IDS) expect(refused.body).toContain(`/criteria/${criterion}`);
    });

    it.each([
      ['request_changes', 'needs_change', 'nothing_against', 'changes_requested'],
      ['reject', 'fail', 'nothing_failed', 'rejected'],
    ])(
      'to %s needs one criterion judged %s with a note, and no other verdict',
      async (decision, verdict, error, to) => {
        const { id } = await submitted();
        const body = { decision, reason: REASON, code: 'scope' };
        await hold(id);
        expect(await decide(id, body)).toMatchObject({ status: 409, error });
        const bare = await judge(id, [{ criterion: 'scope_minimisation', verdict }]);
        expect(bare).toMatchObject({ status: 400, error: 'judgement_note_missing' });
        await judge(id, [
          { criterion: 'scope_minimisation', verdict, note: 'Nothing that it does explains data.phi.' },
        ]);
        expect((await decide(id, body)).data.state).toBe(to);
      },
    );

    it('must match the judgements, and needs its reasons', async () => {
      const { id } = await submitted();
      await judgeAll(by(review.ruth), id);
      expect(await decide(id, { decision: 'reject', reason: REASON, code: 'other' })).toMatchObject({
        status: 409,
        error: 'nothing_failed',
      });
      expect(await decide(id, { decision: 'request_changes' })).toMatchObject({
        status: 409,
        error: 'nothing_against',
      });
      expect(await decide(id, { decision: 'approve' })).toMatchObject({
        status: 400,
        error: 'decision_reason_missing',
      });
      await judgeAll(by(review.ruth), id, AGAINST.reject);
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({
        status: 409,
        error: 'criteria_against',
      });
      expect(await decide(id, { decision: 'reject', reason: REASON })).toMatchObject({
        status: 400,
        error: 'rejection_code_missing',
      });
      expect(await decide(id, { decision: 'reject', reason: REASON, code: 'quality' }, review.sam)).toMatchObject({
        status: 409,
        error: 'case_not_claimed',
      });
      expect((await decide(id, { decision: 'reject', reason: REASON, code: 'quality' })).data.state).toBe('rejected');
      expect((await look(id)).hold).toBeNull();
    });

    it('that requests changes gives the author every note at once, and keeps in the next round what passed', async () => {
      const { id } = await submitted();
      const view = await judgeAll(by(review.ruth), id, {
        scope_minimisation: { verdict: 'needs_change', note: 'Why does it read billing?' },
        listing_quality: { verdict: 'fail', note: 'The tagline says nothing.' },
      });
      const text = 'Scope minimisation: Why does it read billing?\n\nListing quality: The tagline says nothing.';
      expect(view.request_text).toBe(text);
      const asked = await decide(id, { decision: 'request_changes', reason: 'Nearly there, two things.' });
      expect(asked.data.decision!.reason).toBe(`Nearly there, two things.\n\n${text}`);
      expect((await look(id)).clock!.party).toBe('author');
      const answered = await call(review.ada.cookie, 'POST', `/submissions/${id}/answer`, {
        text: 'It shows the plan name.',
      });
      expect(answered.status).toBe(200);
      const second = await look(id);
      expect([second.round, second.digest]).toEqual([2, view.digest]);
      expect(second.criteria.filter((one) => !one.judged).map((one) => one.id)).toEqual([
        'scope_minimisation',
        'listing_quality',
      ]);
      expect(second.thread.map(({ side, writer, text: said }) => [side, writer, said.split('\n')[0]])).toEqual([
        ['reviewer', 'Ruth', 'Nearly there, two things.'],
        ['author', 'ada', 'It shows the plan name.'],
      ]);
      await hold(id, review.sam);
      expect(await decide(id, { decision: 'approve', reason: REASON }, review.sam)).toMatchObject({
        error: 'criteria_unjudged',
      });
      await judge(
        id,
        ['scope_minimisation', 'listing_quality'].map((criterion) => ({ criterion, verdict: 'pass', note: REASON })),
        review.sam,
      );
      expect((await decide(id, { decision: 'approve', reason: REASON }, review.sam)).data.state).toBe('approved');
    });
  });

  it('has public statistics of duration and results, without small numbers', async () => {
    const month = '2026-03';
    const hours = [1, 2, 3, 4, 100, 5, 6];
    for (const [i, hour] of hours.entries())
      await review.world.app.byOwner(
        `insert into platform.audit_log (id, at, actor_kind, actor_name, actor_role, action, subject_type, subject_id)
         select gen_random_uuid(), n.month + x.after, 'system', 'spec', 'system', x.action, 'submission', $1
         from (select date_trunc('month', platform.portal_now() at time zone 'UTC') at time zone 'UTC' - interval '1 month' as month) n,
           (values ('submission.in_review', interval '1 day'), ('submission.' || $2, interval '1 day' + $3 * interval '1 hour')) as x(action, after)`,
        [`statistics-${month}-${i}`, i < 6 ? 'approved' : 'rejected', hour],
      );
    // Another process, without a cached answer.
    const fresh = await review.world.app.anotherInstance();
    try {
      const answer = await fresh.call<ReviewStatisticsView>({ method: 'GET', url: '/api/public/review-statistics' });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      const { months } = answer.data.kinds.find((one) => one.kind === 'submission')!;
      const hour = 3_600_000;
      expect(months).toContainEqual({
        month: expect.any(String),
        cases: 5,
        median_ms: 4 * hour,
        p90_ms: (6 + 0.4 * 94) * hour,
        approved: 6,
        changes_requested: null,
        rejected: null,
      });
      expect(answer.data.kinds.find((one) => one.kind === 'application')!.months).toEqual([]);
      const again = await fresh.call({
        method: 'GET',
        url: '/api/public/review-statistics',
        headers: { 'if-none-match': String(answer.headers['etag']) },
      });
      expect(again.status).toBe(304);
    } finally {
      await fresh.app.close();
    }
  });

  describe('a reviewer whose organisation shares the author’s bank account', () => {
    const profile = (
      orgId: string,
      version: number,
      country: string,
      taxId: string | null,
      vatId: string | null = null,
    ) =>
      review.db.query(
        `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_id, vat_treatment, self_billing_consent, saved_by_name)
         values ($1, $2, 'Same Works', 'Main Street 1', $3, $4, $5, 'not_registered', false, 'x')`,
        [orgId, version, country, taxId, vatId],
      );
    /** A reviewer who founded `orgId` some days ago, and is out of it since `leftDays` days. */
    async function founder(name: string, leftDays: number | null = null): Promise<{ as: string; orgId: string }> {
      const as = await review.world.reviewer(name);
      const [org] = await review.db.query<{ id: string }>(
        `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), $1, 'US', 'https://x.example') returning id`,
        [name],
      );
      await review.db.query(
        `insert into authors.organization_members (org_id, user_id, joined_at, left_at)
         values ($1, $2, platform.portal_now() - interval '400 days', platform.portal_now() - $3 * interval '1 day')`,
        [org!.id, await personOf(name), leftDays],
      );
      return { as, orgId: org!.id };
    }
    const outcome = async (id: string, as: string) => {
      const held = await hold(id, as, true);
      if (held.status !== 200) return held.error;
      const answer = await judge(id, [{ criterion: 'pricing', verdict: 'pass' }], as);
      return answer.error ?? answer.status;
    };

    it('is excluded now and for 180 days, however the number is written, and others are not', async () => {
      const { id } = await submitted();
      await profile(review.ada.orgId, 1, 'US', '12-3456789', 'none');
      const [tess, uma] = [await founder('Tess'), await founder('Uma', 179)];
      const [vic, wes, xan] = [await founder('Vic', 181), await founder('Wes'), await founder('Xan')];
      await profile(tess.orgId, 1, 'US', '12 345 67-89');
      await profile(tess.orgId, 2, 'US', '99-9999999');
      await profile(uma.orgId, 1, 'US', null, '123456789');
      await profile(vic.orgId, 1, 'US', '12-3456789');
      await profile(wes.orgId, 1, 'DE', '12-3456789', 'none');
      await profile(xan.orgId, 1, 'US', '98-7654321', 'none');
      expect(await outcome(id, tess.as)).toBe('own_organization');
      expect(await outcome(id, uma.as)).toBe('own_organization');
      expect(await outcome(id, vic.as)).toBe(200);
      expect(await outcome(id, wes.as)).toBe(200);
      expect(await outcome(id, xan.as)).toBe(200);
    });

    it('cannot propose an exception, even with the service bypassed', async () => {
      const { id } = await submitted();
      const propose = review.db.query(
        `with me as (select set_config('portal.actor', $2::uuid::text, true))
         insert into approvals.approvals (id, kind, subject_id, title, roles, payload, reason, proposed_by, proposed_by_name, expires_at)
         select gen_random_uuid(), 'review_exception', drive_id, 'x', '{reviewer}', jsonb_build_object('drive_id', drive_id), 'x y z', $2::uuid, 'x', now() + interval '1 day'
         from listings.submissions, me where id = $1`,
        [id, await personOf('Tess')],
      );
      await expect(propose).rejects.toMatchObject({ driverError: { constraint: 'own_organization' } });
    });
  });
});
