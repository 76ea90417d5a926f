import { utcMinute } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { Client } from 'pg';
import type { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { eventually } from '../../../../test/support/test-timeout.js';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { removeByTwo } from '../../../../test/support/people/staff-role.js';
import type { ListingAppealCaseView, ListingAppealRowView } from './appeals.view.js';
import type { DriveView } from '../listing/listings.view.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import type { ReviewStatisticsView } from '../review/http/review.view.js';

const TEXT = 'The tagline names what the Drive counts, and for whom. <img src=x onerror=alert(1)>';
const ANSWER = 'We read it again together with the listing, and there is something in it.';
const DAY = 24 * 3_600_000;

describe('an appeal', () => {
  const review = ReviewWorld.forTests();
  const { call, submitted } = review;
  let world: ListingsWorld;
  let ada: ReviewWorld['ada'];
  let [ruth, sam] = ['', ''];
  let serial = 0;
  beforeAll(() => {
    ({ world, ada, ruth, sam } = review);
  });

  const constraint = (name: string) => ({ driverError: { constraint: name } });
  const sql = <R>(text: string, params: unknown[] = []) => world.db.query<R>(text, params);
  const submissionOf = async (id: string) => (await call<SubmissionView>(ada.cookie, 'GET', `/submissions/${id}`)).data;
  const drive = async (id: string) => (await call<DriveView>(ada.cookie, 'GET', `/author/drives/${id}`)).data;
  const appeal = (id: string, text = TEXT) =>
    call<SubmissionView>(ada.cookie, 'POST', `/submissions/${id}/appeal`, { text });
  const appealRemoval = (id: string) =>
    call<DriveView>(ada.cookie, 'POST', `/author/drives/${id}/appeal`, { text: TEXT });
  const claim = (id: string, as = sam) => call(as, 'POST', `/review/cases/${id}/claim`, {});
  const decide = (id: string, decision: 'grant' | 'dismiss', as = sam) =>
    call<ListingAppealCaseView>(as, 'POST', `/review/appeals/${id}/decide`, { decision, text: ANSWER });
  const answer = async (id: string, decision: 'grant' | 'dismiss', as = sam) => {
    await claim(id, as);
    return decide(id, decision, as);
  };
  /** The checks as they were at the decision, and as the Drive's next run finds them, each with its date. */
  async function showsThenAndNow(appealId: string, submissionId: string, driveId: string): Promise<void> {
    const shown = async () => (await call<ListingAppealCaseView>(sam, 'GET', `/review/appeals/${appealId}`)).data;
    const [decided] = await sql<{ ran_at: Date }>(
      'select ran_at from listings.conformance_runs where submission_id = $1 order by seq desc limit 1',
      [submissionId],
    );
    const { then, now } = await shown();
    expect(now).toEqual(then);
    expect(then!.at).toBe(decided!.ran_at.toISOString());
    // Later the Drive drifts: of another run, the decision keeps what it rested on.
    const checks = { C12: 'pass', C50: 'fail', C60: 'warn', C61: 'skipped' };
    await sql(
      `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest)
       select drive_id, seq + 1, platform.portal_now(), false, $2::text, digest, encode(sha256(convert_to(digest || $2::text, 'UTF8')), 'hex')
       from listings.conformance_runs where drive_id = $1 order by seq desc limit 1`,
      [driveId, JSON.stringify({ checks })],
    );
    const later = await shown();
    expect(later.then).toEqual(then);
    expect(later.now).toMatchObject({ checks: { C50: 'fail', C60: 'warn' } });
    expect(Date.parse(later.now!.at)).toBeGreaterThan(Date.parse(then!.at));
  }
  const withdraw = (id: string) => call(ada.cookie, 'POST', `/author/appeals/${id}/withdraw`, {});
  const waiting = async (as: string) =>
    (await call<{ items: ListingAppealRowView[] }>(as, 'GET', '/review/appeals')).data.items;
  const audited = (id: string) => world.app.audited(id, 'appeal.%');

  async function refused() {
    const made = await submitted();
    const { data, status } = await decideCase(review.by(ruth), made.id, 'reject', REASON);
    expect([status, data.state]).toEqual([200, 'rejected']);
    return made;
  }
  async function appealed() {
    const made = await refused();
    const { data, status } = await appeal(made.id);
    expect(status).toBe(200);
    return { ...made, appealId: data.appeal!.id };
  }
  async function removed(before: (driveId: string) => Promise<void> = async () => undefined) {
    const made = await submitted();
    await decideCase(review.by(ruth), made.id, 'approve', REASON);
    await before(made.driveId);
    const third = await world.reviewer(`Tess${++serial}`);
    await removeByTwo(world.app, made.driveId, [ruth, third]);
    return { ...made, third };
  }

  describe('against a refused submission', () => {
    it('is decided once, by another reviewer, and a grant reopens the case without the person who refused it', async () => {
      const { id, driveId } = await refused();
      const before = await submissionOf(id);
      expect(Date.parse(before.may_appeal_until!) - Date.parse(before.decision!.decided_at)).toBe(30 * DAY);
      expect(before.appeal).toBeNull();
      const filed = (await appeal(id)).data;
      expect(filed).toMatchObject({ state: 'rejected', appeal: { state: 'open', text: TEXT }, may_appeal_until: null });
      expect(await appeal(id)).toMatchObject({ status: 409, error: 'appeal_heard_once' });
      const appealId = filed.appeal!.id;

      const row = async (as: string) => (await waiting(as)).find((one) => one.id === appealId);
      expect(await row(ruth)).toMatchObject({ own_decision: true, about: 'refusal', submission_id: id });
      expect(await row(sam)).toMatchObject({ own_decision: false, overdue: false });
      expect((await call<ListingAppealCaseView>(sam, 'GET', `/review/appeals/${appealId}`)).data).toMatchObject({
        reason: REASON,
        judges: ['Ruth'],
        superseded: false,
        filed_by: 'ada',
      });
      await showsThenAndNow(appealId, id, driveId);
      expect(await claim(appealId, ruth)).toMatchObject({ status: 403, error: 'case_of_own_decision' });
      expect(await decide(appealId, 'grant', ruth)).toMatchObject({ status: 403, error: 'appeal_of_own_decision' });
      expect(await decide(appealId, 'grant')).toMatchObject({ status: 409, error: 'case_not_claimed' });
      expect((await claim(appealId)).status).toBe(200);
      expect(await row(ruth)).toMatchObject({ hold: { holder: 'Sam', yours: false } });
      expect((await answer(appealId, 'grant')).data.appeal).toMatchObject({
        state: 'granted',
        decision_text: ANSWER,
      });
      expect(await row(sam)).toBeUndefined();
      const again = await submissionOf(id);
      expect(again).toMatchObject({ state: 'in_review', appeal: { state: 'granted', decision_text: ANSWER } });
      expect(again.thread.map(({ side, writer, decision }) => [side, writer, decision])).toEqual([
        ['reviewer', 'Reviewer', 'rejected'],
        ['author', 'ada', 'appeal_filed'],
        ['reviewer', 'Reviewer', 'appeal_granted'],
      ]);

      // The checks remain, passed criteria stay judged, failed ones are judged again by another reviewer.
      const shown = await review.look(id, sam);
      expect([shown.round, shown.criteria.filter((one) => !one.judged).map((one) => one.id)]).toEqual([
        2,
        ['listing_quality'],
      ]);
      expect(again.checks.length).toBeGreaterThan(0);
      expect(await review.hold(id, ruth)).toMatchObject({ status: 403, error: 'case_of_own_decision' });
      expect(await call(ruth, 'POST', '/review/cases/claim-next', { of: 'submission' })).toMatchObject({ status: 404 });
      expect((await decideCase(review.by(sam), id, 'approve', REASON)).data.state).toBe('approved');
      expect((await drive(driveId)).state).toBe('listed');

      expect(await audited(id)).toEqual(['appeal.filed', 'appeal.granted']);
      expect(await world.events('listing_appeal.ended', driveId)).toEqual([
        {
          appeal_id: appealId,
          drive_id: driveId,
          org_id: ada.orgId,
          submission_id: id,
          state: 'granted',
          text: ANSWER,
        },
      ]);
      const mailed = async (path: string, text: string) =>
        (
          await sql<{ recipient: string }>(
            `select recipient from platform.mail_messages where subject like '%appeal%' and strpos(body, $1) > 0 and strpos(body, $2) > 0`,
            [path, text],
          )
        ).map(({ recipient }) => recipient);
      const recipients = await mailed(`/review/appeals/${appealId}`, TEXT);
      expect(recipients).toContain('Sam@staff.example');
      expect(recipients).not.toContain('Ruth@staff.example');
      expect(await mailed(`/author/submissions/${id}`, ANSWER)).toEqual(['ada@authors.example']);
    });

    it('has its deadline in the mail of the refusal; a second refusal cannot be appealed', async () => {
      const { id } = await refused();
      const until = (await submissionOf(id)).may_appeal_until!;
      await answer((await appeal(id)).data.appeal!.id, 'grant');
      expect((await decideCase(review.by(sam), id, 'reject', REASON)).data.state).toBe('rejected');
      const mails = await sql<{ body: string }>(
        `select body from platform.mail_messages where subject like '%is rejected' and strpos(body, $1) > 0 order by created_at, id`,
        [id],
      );
      const said = `You can appeal on its page until ${utcMinute(until)}`;
      expect(mails.map(({ body }) => body.includes(said))).toEqual([true, false]);
      expect(mails[1]!.body).not.toContain('appeal');
      expect((await submissionOf(id)).may_appeal_until).toBeNull();
    });

    it('leaves the refusal final when it is dismissed', async () => {
      const { id, appealId } = await appealed();
      expect((await answer(appealId, 'dismiss')).data.appeal.state).toBe('dismissed');
      expect(await submissionOf(id)).toMatchObject({
        state: 'rejected',
        appeal: { state: 'dismissed' },
        may_appeal_until: null,
      });
      expect(await appeal(id)).toMatchObject({ status: 409, error: 'appeal_heard_once' });
      const refusal = await answer(appealId, 'grant');
      expect(refusal).toMatchObject({ status: 409, error: 'appeal_ended' });
      expect(refusal.body).toContain('It is dismissed since');
      expect(refusal.body).toContain('You wanted it to be granted');
    });

    it('is accepted against refusals only, with a text', async () => {
      const open = await submitted();
      expect(await appeal(open.id)).toMatchObject({ status: 409, error: 'not_appealable' });
      await decideCase(review.by(ruth), open.id, 'request_changes', REASON);
      expect(await appeal(open.id)).toMatchObject({ status: 409, error: 'not_appealable' });
      expect((await submissionOf(open.id)).may_appeal_until).toBeNull();
      const { id } = await refused();
      expect((await appeal(id, ' '.repeat(26))).status).toBe(400);
    });

    it('can be withdrawn while undecided, and not filed again', async () => {
      const { id, appealId } = await appealed();
      expect((await withdraw(appealId)).status).toBe(200);
      expect((await submissionOf(id)).appeal).toMatchObject({ state: 'withdrawn', decision_text: null });
      expect(await withdraw(appealId)).toMatchObject({ status: 409, error: 'appeal_ended' });
      expect(await answer(appealId, 'grant')).toMatchObject({ status: 409, error: 'appeal_ended' });
      expect(await appeal(id)).toMatchObject({ status: 409, error: 'appeal_heard_once' });
      expect(await audited(id)).toEqual(['appeal.filed', 'appeal.withdrawn']);
    });

    it('ends when a newer submission replaces it, and cannot be filed while one is open', async () => {
      const { id, appealId, again } = await appealed();
      const newer = await again();
      expect((await submissionOf(id)).appeal).toMatchObject({ state: 'superseded' });
      expect(await answer(appealId, 'grant')).toMatchObject({ status: 409, error: 'appeal_ended' });
      expect(await audited(id)).toEqual(['appeal.filed', 'appeal.superseded']);
      await decideCase(review.by(ruth), newer, 'reject', REASON);
      const third = await again();
      expect(await appeal(newer)).toMatchObject({ status: 409, error: 'appeal_superseded' });
      await call(ada.cookie, 'POST', `/submissions/${third}/withdraw`, {});
      expect((await appeal(newer)).status).toBe(200);
    });

    it('cannot be granted after another version went live', async () => {
      const { id, appealId } = await appealed();
      // As if it had been compared with a version that is not the live one: the sync publishes without a submission.
      await world.app.byOwner('update listings.submissions set base_revision_id = revision_id where id = $1', [id]);
      expect((await call<ListingAppealCaseView>(sam, 'GET', `/review/appeals/${appealId}`)).data.superseded).toBe(true);
      expect(await answer(appealId, 'grant')).toMatchObject({ status: 409, error: 'appeal_superseded' });
      expect((await submissionOf(id)).appeal!.state).toBe('open');
      expect((await answer(appealId, 'dismiss')).status).toBe(200);
    });
  });

  describe('against a removal', () => {
    it('restores the Drive to its earlier state when another reviewer grants it', async () => {
      const { driveId, slug, third } = await removed();
      expect(await call(ada.cookie, 'POST', `/author/drives/${driveId}/sync`)).toMatchObject({
        status: 409,
        error: 'listing_not_live',
      });
      expect(
        await call(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
          manifest_url: 'http://127.0.0.1:4010/api/platform/drive/manifest',
        }),
      ).toMatchObject({
        status: 409,
        error: 'listing_not_live',
        body: expect.stringContaining('granted appeal') as string,
      });
      const until = (await drive(driveId)).may_appeal_until!;
      expect(
        await sql(
          `select recipient from platform.mail_messages where subject like '%your Drive is removed' and strpos(body, $1) > 0 and strpos(body, $2) > 0`,
          [driveId, `You can appeal on its page until ${utcMinute(until)}`],
        ),
      ).toEqual([{ recipient: 'ada@authors.example' }]);
      const filed = (await appealRemoval(driveId)).data;
      expect(filed).toMatchObject({ state: 'removed', appeal: { state: 'open' }, may_appeal_until: null });
      expect(await appealRemoval(driveId)).toMatchObject({ status: 409, error: 'appeal_heard_once' });
      for (const as of [ruth, third])
        expect(await answer(filed.appeal!.id, 'grant', as)).toMatchObject({ error: 'appeal_of_own_decision' });
      const granted = await answer(filed.appeal!.id, 'grant');
      expect(granted.data).toMatchObject({ about: 'removal', submission_id: null, appeal: { state: 'granted' } });
      expect(await drive(driveId)).toMatchObject({ state: 'listed', appeal: { state: 'granted' } });
      const shown = await world.app.call({ method: 'GET', url: `/api/public/catalogue/${slug}` });
      expect(shown.status).toBe(200);
      expect((await world.events('listing.state_changed', driveId)).at(-1)).toMatchObject({
        from: 'removed',
        to: 'listed',
        reason: ANSWER,
      });
      // A second removal is another decision with an approval of its own.
      await expect(
        sql(`update listings.listings set state = 'removed' where drive_id = $1`, [driveId]),
      ).rejects.toMatchObject(constraint('listings_removed_by_two'));
      await removeByTwo(world.app, driveId, [ruth, third]);
      expect((await drive(driveId)).may_appeal_until).not.toBeNull();
      expect((await appealRemoval(driveId)).data.appeal!.state).toBe('open');
    });

    it('leaves a Drive paused that was paused for another reason, and leaves it removed when dismissed', async () => {
      const paused = await removed(async (driveId) => {
        await call(sam, 'POST', `/review/drives/${driveId}/state`, { to: 'paused', reason: 'Its certificate ended.' });
      });
      const one = (await appealRemoval(paused.driveId)).data.appeal!.id;
      expect((await answer(one, 'grant')).status).toBe(200);
      expect((await drive(paused.driveId)).state).toBe('paused');
      const gone = await removed();
      const two = (await appealRemoval(gone.driveId)).data.appeal!.id;
      expect((await answer(two, 'dismiss')).status).toBe(200);
      expect((await drive(gone.driveId)).state).toBe('removed');
      expect(await audited(gone.driveId)).toEqual(['appeal.filed', 'appeal.dismissed']);
    });

    it('is refused against anything but a removal', async () => {
      const { driveId } = await submitted();
      expect(await appealRemoval(driveId)).toMatchObject({ status: 409, error: 'not_appealable' });
    });

    it('cannot be granted while the account is suspended', async () => {
      const { driveId } = await removed();
      const { id } = (await appealRemoval(driveId)).data.appeal!;
      const body = { reason_code: 'other', reason: 'Looked into, with all of its Drives.' };
      const admin = await world.app.demo('admin');
      expect((await call(admin, 'POST', `/admin/authors/${ada.orgId}/suspend`, body)).status).toBe(200);
      expect(await answer(id, 'grant')).toMatchObject({ status: 409, error: 'author_suspended' });
      await call(admin, 'POST', `/admin/authors/${ada.orgId}/resume`, { reason: 'Looked into, and all is well.' });
      expect((await answer(id, 'grant')).status).toBe(200);
    });
  });

  describe('the database, with the service bypassed,', () => {
    const insert = (more: Record<string, unknown>) => {
      const row = {
        id: `0190b000-0000-7000-8000-${String(++serial).padStart(12, '0')}`,
        org_id: ada.orgId,
        text: TEXT,
        filed_by: ada.userId,
        filed_by_name: 'ada',
        judges: [ada.userId],
        ...more,
      };
      const names = Object.keys(row);
      return sql<{ judges: string[] }>(
        `insert into listings.appeals (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning judges`,
        Object.values(row),
      );
    };
    const grant = (id: string, by: string) =>
      sql(
        `update listings.appeals set state = 'granted', decided_by = $2, decided_by_name = 'X', decision_text = $3, ended_at = now() where id = $1`,
        [id, by, ANSWER],
      );

    it('takes one appeal per refusal, in its time, and determines itself who may not decide it', async () => {
      const { id, driveId, again } = await refused();
      const open = await submitted();
      const about = { drive_id: driveId, submission_id: id };
      await expect(insert({ drive_id: open.driveId, submission_id: open.id })).rejects.toMatchObject(
        constraint('appeals_of_refusal'),
      );
      await expect(insert({ ...about, drive_id: open.driveId })).rejects.toMatchObject(
        constraint('appeals_of_refusal'),
      );
      await expect(insert({ ...about, state: 'granted' })).rejects.toMatchObject(constraint('appeals_of_refusal'));
      const [row] = await insert(about);
      expect(row!.judges).toEqual([await review.personOf('Ruth')]);
      await expect(insert(about)).rejects.toMatchObject(constraint('appeals_once_of_submission'));
      await again();
      const other = await refused();
      await other.again();
      await expect(insert({ drive_id: other.driveId, submission_id: other.id })).rejects.toMatchObject(
        constraint('appeals_not_superseded'),
      );
    });

    it('lets nobody decide who took part in the decision, and opens the case once', async () => {
      const { id, appealId } = await appealed();
      const [ruthId, samId] = [await review.personOf('Ruth'), await review.personOf('Sam')];
      await expect(grant(appealId, ruthId)).rejects.toMatchObject(constraint('appeals_other_person'));
      const reopen = () =>
        sql(`update listings.submissions set state = 'in_review', round = round + 1 where id = $1`, [id]);
      await expect(reopen()).rejects.toMatchObject(constraint('submissions_transition'));
      await expect(grant(appealId, samId)).rejects.toMatchObject(constraint('case_not_claimed'));
      await claim(appealId);
      await grant(appealId, samId);
      await expect(
        sql(`update listings.submissions set state = 'in_review' where id = $1`, [id]),
      ).rejects.toMatchObject(constraint('submissions_rounds'));
      await reopen();
      await expect(
        sql(
          `update listings.submissions set state = 'approved', decision = 'approve', decision_reason = 'x', decided_at = now(), decided_by = $2 where id = $1`,
          [id, ruthId],
        ),
      ).rejects.toMatchObject(constraint('appeals_other_person'));
      await expect(
        sql(
          `insert into approvals.claims (subject_id, kind, org_id, holder_id, holder_name, held_since, held_until) values ($1, 'submission', $3, $2, 'Ruth', now(), now() + interval '1 hour')`,
          [id, ruthId, ada.orgId],
        ),
      ).rejects.toMatchObject(constraint('appeals_other_person'));
    });

    it('restores nothing without a granted appeal', async () => {
      const { driveId } = await removed();
      const restore = () => sql(`update listings.listings set state = 'listed' where drive_id = $1`, [driveId]);
      await expect(restore()).rejects.toMatchObject(constraint('listings_restored_by_appeal'));
      await appealRemoval(driveId);
      await expect(restore()).rejects.toMatchObject(constraint('listings_restored_by_appeal'));
    });
  });

  describe('with concurrent requests', () => {
    /** Both wait for the Drive, whose row another connection has locked, and continue together. */
    async function together<T>(driveId: string, ...acts: (() => Promise<T>)[]): Promise<T[]> {
      const gate = new Client({ connectionString: world.app.database.url });
      await gate.connect();
      try {
        await gate.query('begin');
        await gate.query('select 1 from listings.listings where drive_id = $1 for update', [driveId]);
        const done = Promise.all(acts.map((act) => act()));
        await eventually(
          'everybody waits',
          async () =>
            (
              await gate.query<{ n: number }>(
                'select count(distinct pid)::int as n from pg_locks where not granted and pid <> pg_backend_pid() and pid in (select pid from pg_stat_activity where datname = current_database())',
              )
            ).rows[0]!.n,
          (n) => n >= acts.length,
        );
        await gate.query('commit');
        return await done;
      } finally {
        await gate.end();
      }
    }

    it('is decided once, by whoever claimed it, and the other decision gets the outcome', async () => {
      const { driveId, appealId } = await appealed();
      const tom = await world.reviewer(`Tom${++serial}`);
      await claim(appealId);
      expect(await answer(appealId, 'dismiss', tom)).toMatchObject({ status: 409, error: 'case_not_claimed' });
      const both = await together(
        driveId,
        () => decide(appealId, 'grant'),
        () => decide(appealId, 'dismiss'),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const lost = both.find(({ status }) => status === 409)!;
      expect(lost.error).toBe('appeal_ended');
      expect(lost.body).toMatch(/It is (granted|dismissed) since/);
    });

    it('is ended once by a withdrawal and a decision, or by a new submission and a decision', async () => {
      const one = await appealed();
      const first = await together<{ status: number }>(
        one.driveId,
        () => answer(one.appealId, 'grant'),
        () => withdraw(one.appealId),
      );
      expect(first.map(({ status }) => status).sort()).toEqual([200, 409]);
      const after = await submissionOf(one.id);
      expect([after.appeal!.state, after.state]).toEqual(
        first[0]!.status === 200 ? ['granted', 'in_review'] : ['withdrawn', 'rejected'],
      );

      const two = await appealed();
      const [row] = await sql<{ manifest_url: string }>('select manifest_url from listings.submissions where id = $1', [
        two.id,
      ]);
      const [decision, newer] = await together<{ status: number; error?: string | undefined }>(
        two.driveId,
        () => answer(two.appealId, 'grant'),
        () => call(ada.cookie, 'POST', `/author/drives/${two.driveId}/submissions`, { ...row }),
      );
      expect(newer!.status).toBe(202);
      const left = await submissionOf(two.id);
      // Granted first, the open case is withdrawn for the new submission; otherwise the appeal is superseded.
      expect([left.appeal!.state, left.state]).toEqual(
        decision!.status === 200 ? ['granted', 'withdrawn'] : ['superseded', 'rejected'],
      );
    });
  });

  it('counts in the public figures: how many were filed and granted, and how long they took', async () => {
    await world.app.byOwner(
      `insert into platform.audit_log (id, at, actor_kind, actor_name, actor_role, action, subject_type, subject_id, after)
       select gen_random_uuid(), platform.portal_now() - interval '40 days' + x.after, 'system', 'spec', 'system', x.action, 'submission', 'counted-' || n, jsonb_build_object('appeal_id', n)
       from generate_series(1, 40) n, lateral (values ('appeal.filed', interval '0'),
         (case when n <= 30 then 'appeal.granted' else 'appeal.dismissed' end, interval '5 hours')) as x(action, after)`,
    );
    const fresh = await world.app.anotherInstance();
    try {
      const { data } = await fresh.call<ReviewStatisticsView>({ method: 'GET', url: '/api/public/review-statistics' });
      expect(data.appeals!.decided % 5).toBe(0);
      expect(data.appeals!.decided).toBeGreaterThanOrEqual(40);
      expect(data.appeals!.granted).toBeGreaterThanOrEqual(30);
      expect(data.appeals!.median_ms).toBe(5 * 3_600_000);
    } finally {
      await fresh.app.close();
    }
  });

  // Last, because the clock moves for everybody.
  it('is refused after thirty days, by the use case and by the database', async () => {
    const { id, driveId } = await refused();
    await world.app.get(TestClock).advance({ ms: 30 * DAY }, SYSTEM_ACTOR);
    expect(await appeal(id)).toMatchObject({ status: 409, error: 'appeal_time_over' });
    expect((await submissionOf(id)).may_appeal_until).toBeNull();
    await expect(
      sql(
        `insert into listings.appeals (id, drive_id, org_id, submission_id, text, filed_by, filed_by_name, judges) values (gen_random_uuid(), $1, $2, $3, $4, $5, 'ada', '{}')`,
        [driveId, ada.orgId, id, TEXT, ada.userId],
      ),
    ).rejects.toMatchObject(constraint('appeals_in_time'));
  });
});
