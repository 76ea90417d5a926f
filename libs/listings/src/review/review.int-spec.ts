import { LiveDrives } from '@portal/authors';
import { utcMinute } from '@portal/kernel';
import { MINUTE, REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { AGAINST, decideCase, judgeAll } from '../../../../test/support/people/review.js';
import { CRITERIA_VERSION, CRITERION_IDS } from './domain/review-criteria.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

describe('the review of a submission', () => {
  const review = ReviewWorld.forTests();
  const { call, by, at, look, hold, judge, ago, actions, personOf, submitted } = review;

  describe('the evidence', () => {
    it('is gathered for every criterion, and every check belongs to a criterion', async () => {
      const { id } = await submitted({ drive: { tagline: 'Drafts like ChatGPT, but for sales' } });
      const view = await look(id);
      expect(view).toMatchObject({ state: 'in_review', round: 1, criteria_version: CRITERIA_VERSION, hold: null });
      expect(view.criteria.map((one) => one.id)).toEqual(CRITERION_IDS);
      const { data: submission } = await call<SubmissionView>(review.ruth, 'GET', at(id));
      const shown = view.criteria.flatMap((one) => one.checks.map((check) => check.id));
      expect(shown.sort()).toEqual(submission.checks.map((check) => check.id).sort());
      expect(view.do_not).toEqual([
        expect.objectContaining({ check: 'C112', pointer: '/drive/tagline', words: ['ChatGPT'] }),
      ]);
      const granted = view.permissions.find((one) => one.name === 'venture.read')!;
      expect(granted).toMatchObject({
        known: true,
        added: false,
        accounted_by: ['every install'],
        data_class: 'identity',
      });
      expect(view.permissions.find((one) => one.name === 'events.emit')!.observed).toBe(
        'Event rows read while checking',
      );
      const capability = (name: string) => view.capabilities.find((one) => one.name === name)!;
      expect(capability('metrics')).toMatchObject({ declared: true, actual: 'observed', by: ['C43', 'C60'] });
      expect(capability('metrics').request).toMatch(/^GET \//);
      expect(view.checked).toMatchObject({ submission_id: id, run: expect.any(Number) as number });
      expect(view.posture.map((one) => one.area)).toContain('tls');
      expect(view.pricing).toMatchObject({ kind: 'tier', on_price_list: true });
      expect(view.author).toMatchObject({ name: 'ada Inc', country: 'US', account: 'active' });
      expect(view.clock).toMatchObject({ party: 'reviewer', overdue: false });
      expect(view.decisions).toMatchObject(
        [
          ['approve', 'criteria_unjudged', CRITERION_IDS],
          ['request_changes', 'nothing_against', []],
          ['reject', 'nothing_failed', []],
        ].map(([decision, code, criteria]) => ({ decision, possible: false, code, criteria })),
      );
    });

    it('includes the addresses of the manifest, the documentation among them', async () => {
      const docs_url = 'https://drive.example.com/docs';
      const { id } = await submitted({ drive: { docs_url } });
      const { data } = await call<SubmissionView>(review.ruth, 'GET', at(id));
      expect(data.addresses).toMatchObject({ docs_url, support_url: expect.any(String) });
    });

    it('lists similar Drives, and nothing about an unknown submission', async () => {
      const first = await submitted({ drive: { name: 'Umbrella stand' } });
      const second = await submitted({ drive: { name: 'Umbrella stands' } });
      await decideCase(by(review.ruth), first.id, 'approve', REASON);
      const { neighbours } = await look(second.id);
      expect(neighbours[0]).toMatchObject({ slug: first.slug, state: 'listed', likeness: expect.any(Number) });
      // A reviewer of an application sees the live Drives that are similar, as operators do.
      const to = { slug: 'umbrellas', name: 'Umbrella stand', text: 'Something else entirely', category: '' };
      const live = await review.world.app.get(LiveDrives).alike(to, 0.5, 10);
      expect(live.map((one) => one.slug)).toEqual([first.slug]);
      expect(live[0]).toMatchObject({ name: 'Umbrella stand', author: 'ada Inc', byName: 1 });
      expect(live[0]!.category).not.toBe('');
      const nobody = '0190a000-0000-7000-8000-000000000000';
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/workspace', undefined],
        ['POST', '/decide', { decision: 'approve', reason: REASON, digest: 'a'.repeat(64) }],
        ['POST', '/judgements', { digest: 'a'.repeat(64), judgements: [{ criterion: 'pricing', verdict: 'pass' }] }],
        ['POST', '/exceptions', { check_id: 'L04', reason: REASON, ends_at: '2030-01-01T00:00:00Z' }],
      ] as const) {
        expect(await call(review.ruth, method, at(nobody, path), body)).toMatchObject({
          status: 404,
          error: 'submission_not_found',
        });
      }
      const unknown = await call(review.ruth, 'POST', `/review/cases/${nobody}/claim`, {});
      expect(unknown).toMatchObject({ status: 404, error: 'case_not_open' });
    });
  });

  describe('a case', () => {
    it('belongs to the reviewer who claimed it; another reviewer sees who, and may take it over', async () => {
      const { id } = await submitted();
      const mine = await hold(id);
      expect(mine.data.hold).toMatchObject({ holder: 'Ruth', yours: true });
      expect((await look(id, review.sam)).hold).toMatchObject({ holder: 'Ruth', yours: false });
      const refused = await hold(id, review.sam);
      expect(refused).toMatchObject({ status: 409, error: 'case_claimed' });
      expect(refused.body).toContain(`Ruth has held it since ${utcMinute(new Date(mine.data.hold!.since))}`);
      expect((await hold(id, review.sam, true)).data.hold).toMatchObject({ holder: 'Sam', yours: true });
      const late = await judge(id, [{ criterion: 'pricing', verdict: 'pass' }]);
      expect(late).toMatchObject({ status: 409, error: 'case_not_claimed' });
      expect(late.body).toContain('Sam has held it since');
      expect(late.body).toContain('You are Ruth.');
      expect(await actions(id)).toEqual(['review.taken', 'review.taken_over']);
    });

    it('stays claimed while it is worked on, and is free half an hour after the last work or when released', async () => {
      const { id } = await submitted();
      const first = (await hold(id)).data.hold!;
      await ago(id, 20 * MINUTE);
      const kept = (await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).data.hold!;
      expect(Date.parse(kept.since)).toBe(Date.parse(first.since) - 20 * MINUTE);
      expect(Date.parse(kept.until)).toBeGreaterThanOrEqual(Date.parse(first.until));
      await ago(id, 29 * MINUTE);
      expect((await hold(id, review.sam)).error).toBe('case_claimed');
      await ago(id, MINUTE);
      expect((await hold(id, review.sam)).data.hold).toMatchObject({ holder: 'Sam' });
      // POST /api/v1/review/cases/{id}/release
      await call(review.ruth, 'POST', `/review/cases/${id}/release`, {});
      expect((await look(id)).hold).not.toBeNull();
      await call(review.sam, 'POST', `/review/cases/${id}/release`, {});
      expect((await look(id)).hold).toBeNull();
      expect((await hold(id)).status).toBe(200);
      expect(await actions(id)).toEqual([
        'review.taken',
        'review.judged',
        'review.taken',
        'review.released',
        'review.taken',
      ]);
    });

    it('goes to one of several reviewers who claim it at the same moment', async () => {
      const { id } = await submitted();
      const second = await review.world.app.anotherInstance();
      try {
        const reach = (app: typeof second, as: string) =>
          app.call<object>({ method: 'POST', url: `/api/v1/review/cases/${id}/claim`, as, body: {} });
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) =>
            reach(i % 2 ? second : review.world.app, i % 2 ? review.sam : review.ruth),
          ),
        );
        const { holder } = (await look(id)).hold!;
        answers.forEach(({ status, error }, i) =>
          expect([status, error]).toEqual(
            holder === (i % 2 ? 'Sam' : 'Ruth') ? [200, undefined] : [409, 'case_claimed'],
          ),
        );
        expect((await actions(id)).filter((action) => action.startsWith('review.taken'))).toHaveLength(1);
        // Deciding at once from both processes: only the holder's one counts.
        const holds = holder === 'Sam' ? review.sam : review.ruth;
        await judgeAll(by(holds), id);
        const { digest } = await look(id);
        const decided = await Promise.all(
          [review.world.app, second].map((app, i) =>
            app.call({
              method: 'POST',
              url: `/api/v1${at(id, '/decide')}`,
              as: i ? review.sam : review.ruth,
              body: { decision: 'approve', reason: REASON, digest },
            }),
          ),
        );
        expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
        const loser = decided.find(({ status }) => status === 409)!;
        expect(['case_not_claimed', 'invalid_transition']).toContain(loser.error);
      } finally {
        await second.app.close();
      }
    });

    it('is decided once, however many reviewers take it over and decide at the same moment; the others see both values', async () => {
      const crowd = await Promise.all(Array.from({ length: 8 }, (_, i) => review.world.reviewer(`crowd-${i}`)));
      const second = await review.world.app.anotherInstance();
      try {
        for (let round = 0; round < 4; round++) {
          const { id, driveId } = await submitted();
          await judgeAll(by(review.ruth), id, AGAINST.reject);
          const { digest } = await look(id);
          const answers = await Promise.all(
            crowd.map(async (as, i) => {
              const app = i % 2 ? second : review.world.app;
              const decision = (i + round) % 3 ? 'reject' : 'request_changes';
              const send = (path: string, body: object) =>
                app.call<SubmissionView>({ method: 'POST', url: `/api/v1${path}`, as, body });
              await send(`/review/cases/${id}/claim`, { takeover: true });
              const answer = await send(at(id, '/decide'), { decision, reason: REASON, code: 'quality', digest });
              return { ...answer, decision };
            }),
          );
          const [winner, ...more] = answers.filter(({ status }) => status === 200);
          expect(more).toEqual([]);
          expect(winner!.data.decision).toMatchObject({ decision: winner!.decision });
          for (const { status, error, body, decision } of answers.filter((one) => one !== winner)) {
            const { details } = JSON.parse(body) as { details: { pointer: string; code: string }[] };
            const both =
              error === 'case_not_claimed'
                ? [{ pointer: '/holder' }, { pointer: '/you' }]
                : [
                    { pointer: '/decided', code: winner!.decision },
                    { pointer: '/decision', code: decision },
                  ];
            expect([status, error, details]).toMatchObject([
              409,
              expect.stringMatching(/^(case_not_claimed|invalid_transition)$/),
              both,
            ]);
          }
          const moves = await review.world.events('submission.moved', driveId);
          expect(moves.filter((move) => move['from'] === 'in_review')).toHaveLength(1);
          const audited = await review.db.query<{ n: number }>(
            `select count(*)::int as n from platform.audit_log where subject_id = $1 and action in ('submission.rejected', 'submission.changes_requested')`,
            [id],
          );
          expect(audited[0]!.n).toBe(1);
        }
      } finally {
        await second.app.close();
      }
    });

    it('cannot be claimed when it is not open, or by a member of the organisation', async () => {
      const { id } = await submitted();
      const person = { id: await personOf('Ruth') };
      await review.db.query(
        `insert into authors.organization_members (org_id, user_id, left_at) values ($1, $2, platform.portal_now())`,
        [review.ada.orgId, person.id],
      );
      expect((await look(id)).own).toBe(true);
      const own = { status: 403, error: 'own_organization' };
      expect(await hold(id)).toMatchObject(own);
      expect((await look(id)).hold).toBeNull();
      expect((await hold(id, review.sam)).status).toBe(200);
      expect(await hold(id, review.ruth, true)).toMatchObject(own);
      expect((await look(id)).hold).toMatchObject({ holder: 'Sam' });
      expect(await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).toMatchObject({
        status: 403,
        error: 'own_organization',
      });
      await review.world.app.byOwner('delete from authors.organization_members where user_id = $1', [person.id]);
      await review.db.query('update approvals.claims set held_until = held_since where subject_id = $1', [id]);
      await decideCase(by(review.ruth), id, 'approve', REASON);
      expect(await hold(id)).toMatchObject({ status: 404, error: 'case_not_open' });
      expect(await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).toMatchObject({ error: 'review_not_open' });
    });
  });

  describe('a judgement in a review', () => {
    it('is refused with the place of every error', async () => {
      const { id } = await submitted({ compliance: null });
      await hold(id);
      const wrong = async (judgements: object[]) => {
        const answer = await judge(id, judgements);
        return [answer.status, answer.error, [...answer.body.matchAll(/"pointer":"([^"]*)"/g)].map((m) => m[1])];
      };
      expect(await wrong([{ criterion: 'taste', verdict: 'pass' }])).toEqual([
        400,
        'criterion_unknown',
        ['/judgements/0'],
      ]);
      expect(
        await wrong([
          { criterion: 'pricing', verdict: 'pass' },
          { criterion: 'pricing', verdict: 'fail', note: 'Twice the same one.' },
        ]),
      ).toEqual([400, 'criterion_unknown', ['/judgements/1']]);
      expect(
        await wrong([
          { criterion: 'pricing', verdict: 'fail', note: '   too short   '.slice(0, 8) },
          { criterion: 'listing_quality', verdict: 'needs_change' },
        ]),
      ).toEqual([400, 'judgement_note_missing', ['/judgements/0', '/judgements/1']]);
      expect(
        await wrong([
          { criterion: 'compliance_claims', verdict: 'not_applicable' },
          { criterion: 'pricing', verdict: 'not_applicable' },
          { criterion: 'request_signing', verdict: 'not_applicable' },
        ]),
      ).toEqual([409, 'criterion_applies', ['/judgements/1', '/judgements/2']]);
      expect(
        await call(review.ruth, 'POST', at(id, '/judgements'), {
          digest: 'a'.repeat(64),
          judgements: [{ criterion: 'pricing', verdict: 'pass' }],
        }),
      ).toMatchObject({ status: 409, error: 'digest_mismatch' });
      expect((await look(id)).criteria.filter((one) => one.judgement !== null)).toEqual([]);
    });

    it('in one step with others takes only what every check shows, or has a note of its own', async () => {
      const { id } = await submitted({ permissions_requested: ['venture.read', 'users.impersonate', 'data.phi'] });
      await hold(id);
      const { criteria } = await look(id);
      const of = (name: string) => criteria.find((one) => one.id === name)!;
      const alone = ['scope_minimisation', 'do_not_rules', 'compliance_claims', 'listing_quality'];
      expect(alone.map((name) => [of(name).applies, of(name).together])).toEqual(alone.map(() => [true, false]));
      const found = of('scope_minimisation').checks.find((check) => check.id === 'L08')!;
      expect(found.findings.map(({ received }) => received)).toEqual(['users.impersonate', 'data.phi']);
      const all = criteria.map(({ id: criterion, applies }) => ({
        criterion,
        verdict: applies ? 'pass' : 'not_applicable',
      }));
      const reasons = criteria.filter((one) => one.needs_reason).map((one) => one.id);
      const proven = all.filter(({ criterion }) => !reasons.includes(criterion));
      const refused = await judge(id, proven);
      expect(refused).toMatchObject({ status: 409, error: 'judged_together' });
      for (const name of alone) expect(refused.body).toContain(`${name}: `);
      const together = proven.filter(({ criterion }) => of(criterion).together);
      expect(together.length).toBeGreaterThan(1);
      expect((await judge(id, together)).status).toBe(200);
      expect((await judge(id, [{ criterion: 'do_not_rules', verdict: 'pass' }])).status).toBe(200);
      expect(
        (
          await judge(
            id,
            all.map((one) => ({ ...one, note: REASON })),
          )
        ).status,
      ).toBe(200);
    });

    it('that passes what a check did not show says why, also with the service bypassed', async () => {
      const { id } = await submitted();
      // What the portal checks of no Drive, such as a call signed for the future, is no reviewer's work.
      expect((await look(id)).criteria.filter((one) => one.needs_reason)).toEqual([]);
      await review.world.app.byOwner(
        `alter table listings.submission_checks disable trigger kept;
         update listings.submission_checks set status = 'skipped', reason = 'not_in_this_run' where submission_id = '${id}' and check_id = 'C89';
         alter table listings.submission_checks enable trigger kept`,
      );
      await hold(id);
      const lifecycle = { criterion: 'install_lifecycle', verdict: 'pass' };
      expect((await look(id)).criteria.find((one) => one.id === 'install_lifecycle')).toMatchObject({
        together: false,
        needs_reason: true,
      });
      expect(await judge(id, [lifecycle])).toMatchObject({ status: 400, error: 'judgement_reason_missing' });
      await expect(
        review.db.query(
          `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, judged_by, judged_by_name)
           select s.id, r.digest, 1, 1, 'install_lifecycle', 'pass', $2::uuid, 'x'
           from listings.submissions s join listings.revisions r on r.id = s.revision_id where s.id = $1`,
          [id, await personOf('Sam')],
        ),
      ).rejects.toMatchObject({ driverError: { constraint: 'review_judgements_reason' } });
      expect((await judge(id, [{ ...lifecycle, note: 'Ended by hand in our own sandbox.' }])).status).toBe(200);
    });

    it('counts until the next one, and earlier ones remain on record', async () => {
      const { id } = await submitted();
      await hold(id);
      await judge(id, [{ criterion: 'pricing', verdict: 'fail', note: 'The tier is too high.' }]);
      const { data } = await judge(id, [{ criterion: 'pricing', verdict: 'pass' }]);
      expect(data.criteria.find((one) => one.id === 'pricing')).toMatchObject({
        judged: true,
        judgement: { verdict: 'pass', by: 'Ruth', round: 1 },
      });
      const [row] = await review.db.query<{ n: number }>(
        'select count(*)::int as n from listings.review_judgements where submission_id = $1',
        [id],
      );
      expect(row!.n).toBe(2);
    });

    it('about one digest is a suggestion for the next digest, which must be judged itself', async () => {
      const { id, driveId, overlay, again } = await submitted();
      await decideCase(by(review.ruth), id, 'approve', REASON);
      overlay['drive'] = { version: '2.0.0', pricing_tier: 'pro' };
      const next = await again();
      const view = await look(next, review.sam);
      expect(view.effect).toBe('commercial');
      const pricing = view.criteria.find((one) => one.id === 'pricing')!;
      expect(pricing).toMatchObject({
        judged: false,
        judgement: null,
        suggestion: { verdict: 'pass', by: 'Ruth', digest: (await look(id)).digest },
      });
      expect(view.criteria.find((one) => one.id === 'change_impact')).toMatchObject({ applies: true });
      expect(view.earlier).toMatchObject([{ submission_id: id, decision: 'approved', reason: REASON, by: 'Ruth' }]);
      expect(view.drive_id).toBe(driveId);
    });
  });
});
