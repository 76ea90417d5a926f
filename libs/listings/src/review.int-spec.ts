import { Client } from 'pg';
import { LiveDrives } from '@portal/authors';
import { Identity } from '@portal/identity';
import { Transactor } from '@portal/platform';
import { ListingsWorld, type Author } from '../../../test/support/listings.js';
import { AGAINST, decideCase, judgeAll } from '../../../test/support/review.js';
import { CRITERIA, CRITERIA_VERSION, CRITERION_IDS } from './domain/review-criteria.js';
import type { SubmissionRowView, SubmissionView } from './http/listings.view.js';
import type { ReviewExceptionView, ReviewStatisticsView, ReviewWorkspaceView } from './http/review.view.js';

const REASON = 'All checks passed, and the scopes are narrow.';
const MINUTE = 60_000;

describe('the review of a submission', () => {
  let world: ListingsWorld;
  let ada: Author;
  let [ruth, sam] = ['', ''];
  let slugs = 0;

  /** One more reviewer; returns the cookie. */
  async function reviewer(name: string): Promise<string> {
    const cookie = await world.app.signUp(`${name}@staff.example`, name);
    const me = await world.app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as: cookie });
    const grant = { userId: me.data.user.id, role: 'reviewer' as const, scopeId: null };
    await world.app.get(Transactor).run((tx) => world.app.get(Identity).grantRole(tx, grant));
    return cookie;
  }

  beforeAll(async () => {
    world = await ListingsWorld.start();
    ada = await world.author('ada');
    [ruth, sam] = [await reviewer('Ruth'), await reviewer('Sam')];
  });
  afterAll(() => world.close());

  const call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, ...(body === undefined ? {} : { body }) });
  const by =
    (as: string) =>
    <T>(method: 'GET' | 'POST', url: string, body?: object) =>
      call<T>(as, method, url, body);
  const at = (id: string, path = '') => `/review/submissions/${id}${path}`;
  const look = async (id: string, as = ruth) => (await call<ReviewWorkspaceView>(as, 'GET', at(id, '/workspace'))).data;
  const hold = (id: string, as = ruth, takeover?: boolean) =>
    call<ReviewWorkspaceView>(as, 'POST', at(id, '/hold'), takeover === undefined ? {} : { takeover });
  const judge = async (id: string, judgements: object[], as = ruth) =>
    call<ReviewWorkspaceView>(as, 'POST', at(id, '/judgements'), { digest: (await look(id)).digest, judgements });
  const decide = async (id: string, body: object, as = ruth) =>
    call<SubmissionView>(as, 'POST', at(id, '/decide'), { digest: (await look(id)).digest, ...body });
  /** As if everything about a case had happened so much earlier. */
  const ago = async (id: string, ms: number) => {
    const by = `- ${ms} * interval '1 millisecond'`;
    await world.db.query(
      `update listings.review_holds set held_since = held_since ${by}, held_until = held_until ${by} where submission_id = $1`,
      [id],
    );
    await world.db.query(`update listings.submissions set waiting_since = waiting_since ${by} where id = $1`, [id]);
  };
  const actions = async (id: string) =>
    (
      await world.db.query<{ action: string }>(
        `select action from platform.audit_log where subject_id = $1 and action not like 'submission.%' order by seq`,
        [id],
      )
    ).map((row) => row.action);

  const personOf = async (name: string) =>
    (await world.db.query<{ id: string }>('select id from identity.users where name = $1', [name]))[0]!.id;

  async function submitted(overlay: Record<string, unknown> = {}) {
    const owned = await world.reserve(ada, `case-${++slugs}`);
    const drive = await world.drive(owned, overlay);
    const again = async (): Promise<string> => {
      const { data } = await call<SubmissionView>(ada.cookie, 'POST', `/author/drives/${owned.driveId}/submissions`, {
        manifest_url: drive.manifestUrl,
      });
      await world.work();
      return data.id;
    };
    return { driveId: owned.driveId, slug: owned.slug, overlay, again, id: await again() };
  }

  describe('the evidence', () => {
    it('is gathered for every criterion, and every check stands under one of them', async () => {
      const { id } = await submitted({ drive: { tagline: 'Drafts like ChatGPT, but for sales' } });
      const view = await look(id);
      expect(view).toMatchObject({ state: 'in_review', round: 1, criteria_version: CRITERIA_VERSION, hold: null });
      expect(view.criteria.map((one) => one.id)).toEqual(CRITERION_IDS);
      const { data: submission } = await call<SubmissionView>(ruth, 'GET', at(id));
      const shown = view.criteria.flatMap((one) => one.checks.map((check) => check.id));
      expect(shown.sort()).toEqual(submission.checks.map((check) => check.id).sort());
      expect(view.do_not).toEqual([
        expect.objectContaining({ check: 'C112', pointer: '/drive/tagline', words: ['ChatGPT'] }),
      ]);
      const granted = view.permissions.find((one) => one.name === 'venture.read')!;
      expect(granted).toMatchObject({ known: true, added: false, accounted_by: ['every install'], data_class: null });
      expect(view.permissions.find((one) => one.name === 'events.emit')!.observed).toBe(
        'Event rows read while checking',
      );
      const capability = (name: string) => view.capabilities.find((one) => one.name === name)!;
      expect(capability('metrics')).toMatchObject({ declared: true, actual: 'observed', by: ['C43', 'C60'] });
      expect(view.capabilities.map((one) => one.actual)).toContain('not_observed');
      expect(view.posture.map((one) => one.area)).toContain('tls');
      expect(view.pricing).toMatchObject({ kind: 'tier', on_price_list: true });
      expect(view.author).toMatchObject({ name: 'ada Inc', country: 'US', account: 'active' });
      expect(view.clock).toMatchObject({ party: 'reviewer', overdue: false });
      expect(view.decisions).toMatchObject(
        ['approve', 'request_changes', 'reject'].map((decision) => ({
          decision,
          possible: false,
          code: 'criteria_unjudged',
          criteria: CRITERION_IDS,
        })),
      );
    });

    it('tells Drives that are alike, and nobody about a submission that is not there', async () => {
      const first = await submitted({ drive: { name: 'Umbrella stand' } });
      const second = await submitted({ drive: { name: 'Umbrella stands' } });
      await decideCase(by(ruth), first.id, 'approve', REASON);
      const { neighbours } = await look(second.id);
      expect(neighbours[0]).toMatchObject({ slug: first.slug, state: 'listed', likeness: expect.any(Number) });
      // Whoever judges an application sees the live Drives that are like it, as operators do.
      const to = { slug: 'umbrellas', name: 'Umbrella stand', text: 'Something else entirely', category: '' };
      const live = await world.app.get(LiveDrives).alike(to, 0.5, 10);
      expect(live.map((one) => one.slug)).toEqual([first.slug]);
      expect(live[0]).toMatchObject({ name: 'Umbrella stand', author: 'ada Inc', byName: 1 });
      expect(live[0]!.category).not.toBe('');
      const nobody = '0190a000-0000-7000-8000-000000000000';
      for (const [method, path, body] of [
        ['GET', '/workspace', undefined],
        ['POST', '/hold', {}],
        ['POST', '/release', {}],
        ['POST', '/judgements', { digest: 'a'.repeat(64), judgements: [{ criterion: 'pricing', verdict: 'pass' }] }],
        ['POST', '/exceptions', { check_id: 'L04', reason: REASON, ends_at: '2030-01-01T00:00:00Z' }],
      ] as const) {
        expect(await call(ruth, method, at(nobody, path), body)).toMatchObject({
          status: 404,
          error: 'submission_not_found',
        });
        expect((await call(ada.cookie, method, at(first.id, path), body)).status).toBe(403);
      }
    });
  });

  describe('a case', () => {
    it('belongs to who took it; another one sees who, and may take it over', async () => {
      const { id } = await submitted();
      const mine = await hold(id);
      expect(mine.data.hold).toMatchObject({ holder: 'Ruth', yours: true });
      expect((await look(id, sam)).hold).toMatchObject({ holder: 'Ruth', yours: false });
      const refused = await hold(id, sam);
      expect(refused).toMatchObject({ status: 409, error: 'case_held' });
      expect(refused.body).toContain(`Ruth has held it since ${mine.data.hold!.since}`);
      expect((await hold(id, sam, true)).data.hold).toMatchObject({ holder: 'Sam', yours: true });
      const late = await judge(id, [{ criterion: 'pricing', verdict: 'pass' }]);
      expect(late).toMatchObject({ status: 409, error: 'case_not_held' });
      expect(late.body).toContain('Sam has held it since');
      expect(late.body).toContain('You are Ruth.');
      expect(await actions(id)).toEqual(['review.taken', 'review.taken_over']);
    });

    it('is kept by working on it, and free half an hour after the last work or when given back', async () => {
      const { id } = await submitted();
      const first = (await hold(id)).data.hold!;
      await ago(id, 20 * MINUTE);
      const kept = (await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).data.hold!;
      expect(Date.parse(kept.since)).toBe(Date.parse(first.since) - 20 * MINUTE);
      expect(Date.parse(kept.until)).toBeGreaterThanOrEqual(Date.parse(first.until));
      await ago(id, 29 * MINUTE);
      expect((await hold(id, sam)).error).toBe('case_held');
      await ago(id, MINUTE);
      expect((await hold(id, sam)).data.hold).toMatchObject({ holder: 'Sam' });
      expect((await call<ReviewWorkspaceView>(ruth, 'POST', at(id, '/release'), {})).data.hold).not.toBeNull();
      expect((await call<ReviewWorkspaceView>(sam, 'POST', at(id, '/release'), {})).data.hold).toBeNull();
      expect((await hold(id)).status).toBe(200);
      expect(await actions(id)).toEqual([
        'review.taken',
        'review.judged',
        'review.taken',
        'review.released',
        'review.taken',
      ]);
    });

    it('goes to one of several reviewers who reach for it in the same moment', async () => {
      const { id } = await submitted();
      const beside = await world.app.beside();
      try {
        const reach = (app: typeof beside, as: string) =>
          app.call<ReviewWorkspaceView>({ method: 'POST', url: `/api/v1${at(id, '/hold')}`, as, body: {} });
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) => reach(i % 2 ? beside : world.app, i % 2 ? sam : ruth)),
        );
        const { holder } = (await look(id)).hold!;
        answers.forEach(({ status, error }, i) =>
          expect([status, error]).toEqual(holder === (i % 2 ? 'Sam' : 'Ruth') ? [200, undefined] : [409, 'case_held']),
        );
        expect((await actions(id)).filter((action) => action.startsWith('review.taken'))).toHaveLength(1);
        // Deciding at once from both processes: only the holder's one counts.
        const holds = holder === 'Sam' ? sam : ruth;
        await judgeAll(by(holds), id);
        const { digest } = await look(id);
        const decided = await Promise.all(
          [world.app, beside].map((app, i) =>
            app.call({
              method: 'POST',
              url: `/api/v1${at(id, '/decide')}`,
              as: i ? sam : ruth,
              body: { decision: 'approve', reason: REASON, digest },
            }),
          ),
        );
        expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
        const loser = decided.find(({ status }) => status === 409)!;
        expect(['case_not_held', 'invalid_transition']).toContain(loser.error);
      } finally {
        await beside.app.close();
      }
    });

    it('is decided once, however many reviewers take it over and decide in the same moment; the others see both values', async () => {
      const crowd = await Promise.all(Array.from({ length: 8 }, (_, i) => reviewer(`crowd${slugs}-${i}`)));
      const beside = await world.app.beside();
      try {
        for (let round = 0; round < 4; round++) {
          const { id, driveId } = await submitted();
          await judgeAll(by(ruth), id, AGAINST.reject);
          const { digest } = await look(id);
          const answers = await Promise.all(
            crowd.map(async (as, i) => {
              const app = i % 2 ? beside : world.app;
              const decision = (i + round) % 3 ? 'reject' : 'request_changes';
              const send = (path: string, body: object) =>
                app.call<SubmissionView>({ method: 'POST', url: `/api/v1${at(id, path)}`, as, body });
              await send('/hold', { takeover: true });
              const answer = await send('/decide', { decision, reason: REASON, code: 'quality', digest });
              return { ...answer, decision };
            }),
          );
          const [winner, ...more] = answers.filter(({ status }) => status === 200);
          expect(more).toEqual([]);
          expect(winner!.data.decision).toMatchObject({ decision: winner!.decision });
          for (const { status, error, body, decision } of answers.filter((one) => one !== winner)) {
            const { details } = JSON.parse(body) as { details: { pointer: string; code: string }[] };
            const both =
              error === 'case_not_held'
                ? [{ pointer: '/holder' }, { pointer: '/you' }]
                : [
                    { pointer: '/decided', code: winner!.decision },
                    { pointer: '/decision', code: decision },
                  ];
            expect([status, error, details]).toMatchObject([
              409,
              expect.stringMatching(/^(case_not_held|invalid_transition)$/),
              both,
            ]);
          }
          const moves = await world.events('submission.moved', driveId);
          expect(moves.filter((move) => move['from'] === 'in_review')).toHaveLength(1);
          const audited = await world.db.query<{ n: number }>(
            `select count(*)::int as n from platform.audit_log where subject_id = $1 and action in ('submission.rejected', 'submission.changes_requested')`,
            [id],
          );
          expect(audited[0]!.n).toBe(1);
        }
      } finally {
        await beside.app.close();
      }
    });

    it('cannot be taken when it is not open, or by somebody of the organisation', async () => {
      const { id } = await submitted();
      const person = { id: await personOf('Ruth') };
      await world.db.query(
        `insert into authors.organization_members (org_id, user_id, left_at) values ($1, $2, platform.portal_now())`,
        [ada.orgId, person.id],
      );
      expect((await look(id)).own).toBe(true);
      const own = { status: 403, error: 'own_submission' };
      expect(await hold(id)).toMatchObject(own);
      expect((await look(id)).hold).toBeNull();
      expect((await hold(id, sam)).status).toBe(200);
      expect(await hold(id, ruth, true)).toMatchObject(own);
      expect((await look(id)).hold).toMatchObject({ holder: 'Sam' });
      // Held since before: the judgement itself is refused.
      await world.db.query(
        `update listings.review_holds set holder_id = $2, holder_name = 'Ruth' where submission_id = $1`,
        [id, person.id],
      );
      expect(await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).toMatchObject({
        status: 403,
        error: 'own_submission',
      });
      await world.db.query('delete from authors.organization_members where user_id = $1', [person.id]);
      await decideCase(by(ruth), id, 'approve', REASON);
      expect(await hold(id)).toMatchObject({ status: 409, error: 'review_not_open' });
      expect(await judge(id, [{ criterion: 'pricing', verdict: 'pass' }])).toMatchObject({ error: 'review_not_open' });
    });
  });

  describe('a judgement', () => {
    it('is refused with the place of everything that is wrong with it', async () => {
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
      for (const body of [{ judgements: [] }, { judgements: [{ criterion: 'pricing', verdict: 'maybe' }] }, {}])
        expect((await call(ruth, 'POST', at(id, '/judgements'), { digest: 'a'.repeat(64), ...body })).status).toBe(400);
      expect(
        await call(ruth, 'POST', at(id, '/judgements'), {
          digest: 'a'.repeat(64),
          judgements: [{ criterion: 'pricing', verdict: 'pass' }],
        }),
      ).toMatchObject({ status: 409, error: 'digest_mismatch' });
      expect((await look(id)).criteria.filter((one) => one.judgement !== null)).toEqual([]);
    });

    it('counts until the next one; the earlier ones stay on record', async () => {
      const { id } = await submitted();
      await hold(id);
      await judge(id, [{ criterion: 'pricing', verdict: 'fail', note: 'The tier is too high.' }]);
      const { data } = await judge(id, [{ criterion: 'pricing', verdict: 'pass' }]);
      expect(data.criteria.find((one) => one.id === 'pricing')).toMatchObject({
        judged: true,
        judgement: { verdict: 'pass', by: 'Ruth', round: 1 },
      });
      const [row] = await world.db.query<{ n: number }>(
        'select count(*)::int as n from listings.review_judgements where submission_id = $1',
        [id],
      );
      expect(row!.n).toBe(2);
    });

    it('about one digest is a suggestion for the next one, which is judged anew', async () => {
      const { id, driveId, overlay, again } = await submitted();
      await decideCase(by(ruth), id, 'approve', REASON);
      overlay['drive'] = { version: '2.0.0', pricing_tier: 'pro' };
      const next = await again();
      const view = await look(next, sam);
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

  describe('a decision', () => {
    it.each(['approve', 'request_changes', 'reject'])('%s is refused before everything is judged', async (decision) => {
      const { id } = await submitted();
      const body = { decision, reason: REASON, code: 'other' };
      expect(await decide(id, body)).toMatchObject({ status: 409, error: 'case_not_held' });
      await hold(id);
      const refused = await decide(id, body);
      expect(refused).toMatchObject({ status: 409, error: 'criteria_unjudged' });
      for (const criterion of CRITERION_IDS) expect(refused.body).toContain(`/criteria/${criterion}`);
    });

    it('must fit what was judged, and needs its reasons', async () => {
      const { id } = await submitted();
      await judgeAll(by(ruth), id);
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
      await judgeAll(by(ruth), id, AGAINST.reject);
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({
        status: 409,
        error: 'criteria_against',
      });
      expect(await decide(id, { decision: 'reject', reason: REASON })).toMatchObject({
        status: 400,
        error: 'rejection_code_missing',
      });
      expect((await decide(id, { decision: 'reject', reason: REASON, code: 'taste' })).status).toBe(400);
      expect(await decide(id, { decision: 'reject', reason: REASON, code: 'quality' }, sam)).toMatchObject({
        status: 409,
        error: 'case_not_held',
      });
      expect((await decide(id, { decision: 'reject', reason: REASON, code: 'quality' })).data.state).toBe('rejected');
      expect((await look(id)).hold).toBeNull();
    });

    it('to request changes tells the author every note at once; what passed stays so in the next round', async () => {
      const { id } = await submitted();
      const view = await judgeAll(by(ruth), id, {
        scope_minimisation: { verdict: 'needs_change', note: 'Why does it read billing?' },
        listing_quality: { verdict: 'fail', note: 'The tagline says nothing.' },
      });
      const text = 'Scope minimisation: Why does it read billing?\n\nListing quality: The tagline says nothing.';
      expect(view.request_text).toBe(text);
      const asked = await decide(id, { decision: 'request_changes', reason: 'Nearly there, two things.' });
      expect(asked.data.decision!.reason).toBe(`Nearly there, two things.\n\n${text}`);
      expect((await look(id)).clock!.party).toBe('author');
      const answered = await call(ada.cookie, 'POST', `/submissions/${id}/answer`, { text: 'It shows the plan name.' });
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
      await hold(id, sam);
      expect(await decide(id, { decision: 'approve', reason: REASON }, sam)).toMatchObject({
        error: 'criteria_unjudged',
      });
      await judge(
        id,
        ['scope_minimisation', 'listing_quality'].map((criterion) => ({ criterion, verdict: 'pass' })),
        sam,
      );
      expect((await decide(id, { decision: 'approve', reason: REASON }, sam)).data.state).toBe('approved');
    });
  });

  describe('an exception', () => {
    const custom = { drive: { pricing_tier: 'custom' } };
    const NOT_PRICED = { pricing: { verdict: 'fail', note: 'It is not on the price list.' } } as const;
    const propose = (id: string, body: object = {}, as = ruth) =>
      call<ReviewWorkspaceView>(as, 'POST', at(id, '/exceptions'), {
        check_id: 'L04',
        reason: 'Its price is agreed in writing with the host.',
        ends_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
        ...body,
      });
    const confirm = (exception: string, as = sam) => call(as, 'POST', `/review/exceptions/${exception}/confirm`, {});
    const end = (exception: string, as = sam) =>
      call(as, 'POST', `/review/exceptions/${exception}/end`, { reason: 'It is not needed any more.' });

    it('by two reviewers lists a Drive with a tier of its own, and holds for the next revision', async () => {
      const { id, overlay, again } = await submitted(custom);
      await judgeAll(by(ruth), id, NOT_PRICED);
      const proposed = (await propose(id)).data.exceptions[0]!;
      expect(proposed).toMatchObject({ kind: 'custom_tier', criterion: 'pricing', state: 'proposed', yours: true });
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({ error: 'criteria_against' });
      expect(await confirm(proposed.id, ruth)).toMatchObject({ status: 403, error: 'exception_same_person' });
      const open = await call<{ items: ReviewExceptionView[] }>(sam, 'GET', '/review/exceptions?state=proposed');
      const waits = open.data.items.find((one) => one.id === proposed.id)!;
      expect(Date.parse(waits.due_at!) - Date.parse(waits.proposed_at)).toBe(48 * 60 * MINUTE);
      expect(waits).toMatchObject({ overdue: false });
      expect((await confirm(proposed.id)).status).toBe(200);
      expect(await confirm(proposed.id)).toMatchObject({ status: 409, error: 'review_exception_closed' });
      const view = await look(id);
      expect(view.criteria.find((one) => one.id === 'pricing')).toMatchObject({ excepted: true });
      expect((await decide(id, { decision: 'approve', reason: REASON })).data.state).toBe('approved');
      expect(view.exceptions[0]).toMatchObject({ state: 'in_force', confirmed_by: 'Sam' });

      overlay['drive'] = { pricing_tier: 'custom', version: '2.0.0', tagline: 'Another tagline altogether' };
      const next = await again();
      await judgeAll(by(sam), next, NOT_PRICED);
      expect((await decide(next, { decision: 'approve', reason: REASON }, sam)).data.state).toBe('approved');

      const owner = new Client({ connectionString: world.app.database.url });
      await owner.connect();
      await owner.query('alter table listings.review_exceptions disable trigger kept');
      await owner.query(
        `update listings.review_exceptions set proposed_at = proposed_at - interval '91 days', ends_at = ends_at - interval '91 days' where id = $1`,
        [proposed.id],
      );
      await owner.query('alter table listings.review_exceptions enable trigger kept');
      await owner.end();
      overlay['drive'] = { pricing_tier: 'custom', version: '3.0.0', tagline: 'A third tagline for it' };
      const third = await again();
      await judgeAll(by(sam), third, NOT_PRICED);
      expect((await look(third)).exceptions[0]).toMatchObject({ state: 'expired', due_at: null, overdue: false });
      expect(await listed('expired')).toEqual([proposed.id]);
      expect(await listed('in_force')).not.toContain(proposed.id);
      expect(await decide(third, { decision: 'approve', reason: REASON }, sam)).toMatchObject({
        status: 409,
        error: 'criteria_against',
      });
    });

    const listed = async (state: string) =>
      (await call<{ items: ReviewExceptionView[] }>(sam, 'GET', `/review/exceptions?state=${state}`)).data.items.map(
        (one) => one.id,
      );

    it('is listed while it waits, the longest first and overdue after its hours, and again before it ends', async () => {
      const owner = new Client({ connectionString: world.app.database.url });
      await owner.connect();
      const ids: string[] = [];
      for (const days of [31, 29]) {
        const { id } = await submitted(custom);
        await hold(id);
        const ends_at = new Date(Date.now() + days * 86_400_000).toISOString();
        ids.push((await propose(id, { ends_at })).data.exceptions[0]!.id);
      }
      await owner.query('alter table listings.review_exceptions disable trigger kept');
      await owner.query(
        `update listings.review_exceptions set proposed_at = proposed_at - interval '49 hours' where id = $1`,
        [ids[1]],
      );
      await owner.query('alter table listings.review_exceptions enable trigger kept');
      await owner.end();
      expect((await listed('proposed')).filter((one) => ids.includes(one))).toEqual([ids[1], ids[0]]);
      const { items } = (await call<{ items: ReviewExceptionView[] }>(sam, 'GET', '/review/exceptions?state=proposed'))
        .data;
      expect(ids.map((id) => items.find((one) => one.id === id)!.overdue)).toEqual([false, true]);
      for (const id of ids) expect((await confirm(id)).status).toBe(200);
      expect((await listed('proposed')).filter((one) => ids.includes(one))).toEqual([]);
      expect((await listed('ending')).filter((one) => ids.includes(one))).toEqual([ids[1]]);
      expect((await call(sam, 'GET', '/review/exceptions?state=soon')).status).toBe(400);
    });

    it('is refused without the case, without need, for what is never waived, without a day within a year', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom', tagline: 'Drafts like ChatGPT does' } });
      expect(await propose(id)).toMatchObject({ status: 409, error: 'case_not_held' });
      await hold(id);
      for (const ends_at of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
        expect(await propose(id, { ends_at })).toMatchObject({ status: 400, error: 'exception_end_invalid' });
      for (const check_id of ['C12', 'C999'])
        expect(await propose(id, { check_id })).toMatchObject({ status: 409, error: 'exception_without_need' });
      expect(await propose(id, { check_id: 'C112' })).toMatchObject({ status: 409, error: 'exception_not_allowed' });
      expect((await propose(id, { check_id: 'all' })).status).toBe(400);
      expect((await propose(id)).status).toBe(200);
      expect(await propose(id)).toMatchObject({ status: 409, error: 'exception_without_need' });
      const nobody = '0190a000-0000-7000-8000-000000000000';
      expect(await confirm(nobody)).toMatchObject({ status: 404, error: 'review_exception_not_found' });
      expect(await end(nobody)).toMatchObject({ status: 404, error: 'review_exception_not_found' });
    });

    it('that is turned down or ended holds no more, and stays on record', async () => {
      const { id } = await submitted(custom);
      await judgeAll(by(ruth), id, NOT_PRICED);
      const first = (await propose(id)).data.exceptions[0]!.id;
      expect((await end(first)).status).toBe(200);
      expect(await confirm(first)).toMatchObject({ status: 409, error: 'review_exception_closed' });
      expect(await end(first)).toMatchObject({ status: 409, error: 'review_exception_closed' });
      const second = (await propose(id)).data.exceptions[0]!.id;
      await confirm(second);
      await end(second, ruth);
      expect((await look(id)).exceptions.map((one) => one.state)).toEqual(['ended', 'declined']);
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({ error: 'criteria_against' });
      await expect(world.db.query('delete from listings.review_exceptions where id = $1', [second])).rejects.toThrow();
    });
  });

  describe('the queue', () => {
    it('is sorted by the clock and filtered by who must act, kind, holder and due date', async () => {
      const [one, two, three] = [await submitted(), await submitted(), await submitted()];
      const ids = [one.id, two.id, three.id];
      const queue = async (query: string, as = ruth) => {
        const { data } = await call<{ items: SubmissionRowView[] }>(as, 'GET', `/review/submissions?limit=100${query}`);
        return data.items.filter((row) => ids.includes(row.id));
      };
      expect((await queue('')).map((row) => row.id)).toEqual(ids);
      await hold(two.id);
      expect((await queue('&held=mine')).map((row) => row.id)).toEqual([two.id]);
      expect((await queue('&held=others', sam)).map((row) => [row.id, row.holder])).toEqual([[two.id, 'Ruth']]);
      expect((await queue('&held=free')).map((row) => row.id)).toEqual([one.id, three.id]);
      await decideCase(by(sam), three.id, 'request_changes', 'Please say more about it.');
      expect((await queue('')).map((row) => row.id)).toEqual([one.id, two.id]);
      expect(await queue('&party=author')).toMatchObject([{ id: three.id, party: 'author', due_at: null }]);
      expect((await queue('&party=all')).map((row) => row.id)).toEqual(ids);
      expect(await queue('&kind=update')).toEqual([]);
      expect(await queue('&due=overdue')).toEqual([]);
      for (const id of [one.id, two.id, three.id]) await ago(id, 49 * 60 * MINUTE);
      await hold(two.id);
      expect((await queue('&due=overdue&party=all')).map((row) => [row.id, row.overdue])).toEqual([
        [one.id, true],
        [two.id, true],
      ]);
      expect((await call(ruth, 'GET', '/review/submissions?party=nobody')).status).toBe(400);
      const first = await call<{ items: SubmissionRowView[]; next_cursor: string }>(
        ruth,
        'GET',
        '/review/submissions?limit=1',
      );
      const next = await call<{ items: SubmissionRowView[] }>(
        ruth,
        'GET',
        `/review/submissions?limit=1&cursor=${encodeURIComponent(first.data.next_cursor)}`,
      );
      expect(next.data.items[0]!.id).not.toBe(first.data.items[0]!.id);
    });
  });

  it('tells everybody how fast and how it is decided, without small numbers', async () => {
    const month = '2026-03';
    const hours = [1, 2, 3, 4, 100, 5, 6];
    for (const [i, hour] of hours.entries())
      await world.db.query(
        `insert into platform.audit_log (id, at, actor_kind, actor_name, actor_role, action, subject_type, subject_id)
         select gen_random_uuid(), n.month + x.after, 'system', 'spec', 'system', x.action, 'submission', $1
         from (select date_trunc('month', platform.portal_now() at time zone 'UTC') at time zone 'UTC' - interval '1 month' as month) n,
           (values ('submission.in_review', interval '1 day'), ('submission.' || $2, interval '1 day' + $3 * interval '1 hour')) as x(action, after)`,
        [`statistics-${month}-${i}`, i < 6 ? 'approved' : 'rejected', hour],
      );
    // Another process: nothing is kept there from an earlier question.
    const beside = await world.app.beside();
    try {
      const answer = await beside.call<ReviewStatisticsView>({ method: 'GET', url: '/api/public/review-statistics' });
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
      const again = await beside.call({
        method: 'GET',
        url: '/api/public/review-statistics',
        headers: { 'if-none-match': String(answer.headers['etag']) },
      });
      expect(again.status).toBe(304);
    } finally {
      await beside.app.close();
    }
  });

  describe('a reviewer whose organisation is paid as the author is', () => {
    const profile = (
      orgId: string,
      version: number,
      country: string,
      taxId: string | null,
      vatId: string | null = null,
    ) =>
      world.db.query(
        `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_id, vat_treatment, self_billing_consent, saved_by_name)
         values ($1, $2, 'Same Works', 'Main Street 1', $3, $4, $5, 'not_registered', false, 'x')`,
        [orgId, version, country, taxId, vatId],
      );
    /** A reviewer who founded `orgId` some days ago, and is out of it since `leftDays` days. */
    async function founder(name: string, leftDays: number | null = null): Promise<{ as: string; orgId: string }> {
      const as = await reviewer(name);
      const [org] = await world.db.query<{ id: string }>(
        `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), $1, 'US', 'https://x.example') returning id`,
        [name],
      );
      await world.db.query(
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

    it('has no say, now and within 180 days, however the number is written; others have', async () => {
      const { id } = await submitted();
      await profile(ada.orgId, 1, 'US', '12-3456789', 'none');
      const [tess, uma] = [await founder('Tess'), await founder('Uma', 179)];
      const [vic, wes, xan] = [await founder('Vic', 181), await founder('Wes'), await founder('Xan')];
      await profile(tess.orgId, 1, 'US', '12 345 67-89');
      await profile(tess.orgId, 2, 'US', '99-9999999');
      await profile(uma.orgId, 1, 'US', null, '123456789');
      await profile(vic.orgId, 1, 'US', '12-3456789');
      await profile(wes.orgId, 1, 'DE', '12-3456789', 'none');
      await profile(xan.orgId, 1, 'US', '98-7654321', 'none');
      expect(await outcome(id, tess.as)).toBe('own_payee_submitted');
      expect(await outcome(id, uma.as)).toBe('own_payee_submitted');
      expect(await outcome(id, vic.as)).toBe(200);
      expect(await outcome(id, wes.as)).toBe(200);
      expect(await outcome(id, xan.as)).toBe(200);
    });

    it('does not decide either, nor confirms an exception, with the service bypassed', async () => {
      const { id } = await submitted();
      await judgeAll(by(ruth), id);
      const tess = await personOf('Tess');
      await world.db.query(`update listings.review_holds set holder_id = $2 where submission_id = $1`, [id, tess]);
      const refused = { driverError: { constraint: 'reviewer_is_other_payee' } };
      await expect(
        world.db.query(
          `update listings.submissions set state = 'approved', decision = 'approve', decision_reason = 'x', decided_at = now(), decided_by = $2 where id = $1`,
          [id, tess],
        ),
      ).rejects.toMatchObject(refused);
      await expect(
        world.db.query(
          `insert into listings.review_exceptions (id, drive_id, submission_id, criterion, check_id, reason, ends_at, proposed_by, proposed_by_name)
           select gen_random_uuid(), drive_id, id, 'pricing', 'L04', 'agreed in writing', now() + interval '9 days', $2, 'x' from listings.submissions where id = $1`,
          [id, tess],
        ),
      ).rejects.toMatchObject(refused);
    });
  });

  describe('the database, with the service bypassed,', () => {
    const constraint = (name: string) => ({ driverError: { constraint: name } });
    it('knows the same criteria as the code', async () => {
      const rows = await world.db.query(
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
        world.db.query(
          `update listings.submissions set state = $2, decision = $3, decision_reason = 'x', decided_at = now(), decided_by = $4, decision_code = $5 where id = $1`,
          [id, state, decision, ruthId, code],
        );
      const approve = () => set('approved', 'approve');
      await expect(approve()).rejects.toMatchObject(constraint('submissions_held'));
      await hold(id, sam);
      await expect(approve()).rejects.toMatchObject(constraint('submissions_held'));
      await hold(id, ruth, true);
      await expect(approve()).rejects.toMatchObject(constraint('submissions_all_judged'));
      await judgeAll(by(ruth), id);
      await expect(set('rejected', 'reject', 'other')).rejects.toMatchObject(constraint('submissions_some_failed'));
      await expect(set('changes_requested', 'request_changes')).rejects.toMatchObject(
        constraint('submissions_some_against'),
      );
      await judgeAll(by(ruth), id, AGAINST.reject);
      await expect(approve()).rejects.toMatchObject(constraint('submissions_none_against'));
      await expect(set('rejected', 'reject')).rejects.toMatchObject(constraint('submissions_some_failed'));
      await expect(
        world.db.query('update listings.submissions set round = 2 where id = $1', [id]),
      ).rejects.toMatchObject(constraint('submissions_rounds'));
    });

    it('keeps judgements for ever and to their revision', async () => {
      const { id } = await submitted();
      await judgeAll(by(ruth), id);
      const samId = await personOf('Sam');
      for (const change of [
        'update listings.review_judgements set note = note',
        'delete from listings.review_judgements',
        'truncate listings.review_judgements',
        'delete from listings.review_criteria',
      ])
        await expect(world.db.query(change)).rejects.toMatchObject({ driverError: { code: '42501' } });
      const put = (changes: Record<string, string>) => {
        const row = {
          digest: 'r.digest',
          round: '1',
          version: '1',
          criterion: `'pricing'`,
          verdict: `'pass'`,
          by: '$2',
          ...changes,
        };
        return world.db.query(
          `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, judged_by, judged_by_name)
           select s.id, ${row.digest}, ${row.round}, ${row.version}, ${row.criterion}, ${row.verdict}, ${row.by}::uuid, 'x'
           from listings.submissions s join listings.revisions r on r.id = s.revision_id where s.id = $1 and $2::uuid is not null`,
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
      await expect(put({ criterion: `'taste'` })).rejects.toMatchObject({ driverError: { code: '23503' } });
      await expect(put({ by: `'${ada.userId}'` })).rejects.toMatchObject(
        constraint('submissions_reviewer_is_stranger'),
      );
    });

    it('wants two people behind an exception, an end, and nothing rewritten, also of the owner of the tables', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom' } });
      await hold(id);
      await call(ruth, 'POST', at(id, '/exceptions'), {
        check_id: 'L04',
        reason: 'Its price is agreed in writing.',
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      });
      const owner = new Client({ connectionString: world.app.database.url });
      await owner.connect();
      try {
        const set = (changes: string) =>
          owner.query(`update listings.review_exceptions set ${changes} where submission_id = $1`, [id]);
        await expect(
          set(`confirmed_by = proposed_by, confirmed_by_name = 'x', confirmed_at = now()`),
        ).rejects.toMatchObject({ constraint: 'review_exceptions_two_people' });
        for (const changes of [`ends_at = ends_at + interval '1 day'`, `reason = reason || '!'`, `check_id = 'C01'`])
          await expect(set(changes)).rejects.toMatchObject({ code: '42501' });
        await expect(
          set(`confirmed_by = '${ada.userId}', confirmed_by_name = 'x', confirmed_at = now()`),
        ).rejects.toMatchObject({ constraint: 'submissions_reviewer_is_stranger' });
        await expect(
          owner.query('delete from listings.review_exceptions where submission_id = $1', [id]),
        ).rejects.toMatchObject({
          code: '42501',
        });
      } finally {
        await owner.end();
      }
    });

    it('plays many random reviews as the model says', async () => {
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
          const owner = new Client({ connectionString: world.app.database.url });
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

    it('opens every criterion again when the list has a newer version than a process that still runs', async () => {
      const { id } = await submitted();
      await judgeAll(by(ruth), id);
      // The last test of this file: criteria are never removed.
      await world.db.query(
        `insert into listings.review_criteria (version, criterion, always) select version + 1, criterion, always from listings.review_criteria where version = $1`,
        [CRITERIA_VERSION],
      );
      expect(await decide(id, { decision: 'approve', reason: REASON })).toMatchObject({
        status: 409,
        error: 'criteria_unjudged',
      });
    });
  });

  describe('taking the next case', () => {
    const next = (as: string, body: object = {}) =>
      // POST /api/v1/review/submissions/take-next
      call<ReviewWorkspaceView>(as, 'POST', '/review/submissions/take-next', body);
    const queue = (query = '') => call<{ items: SubmissionRowView[] }>(ruth, 'GET', `/review/submissions${query}`);
    /** Nothing that earlier tests left waits for anybody. */
    beforeEach(async () => {
      const { data } = await queue('?party=reviewer&limit=100');
      for (const { id } of data.items) await hold(id, await holderOfAll(), true);
    });
    let all: string | undefined;
    const holderOfAll = async (): Promise<string> => (all ??= await reviewer('Theo'));

    it('gives what is due first, never what somebody works on, and says when nothing is left', async () => {
      const [first, second] = [await submitted(), await submitted()];
      await ago(second.id, 3 * 60 * MINUTE);
      expect((await next(ruth)).data).toMatchObject({ submission_id: second.id, hold: { yours: true } });
      expect(await actions(second.id)).toEqual(['review.taken']);
      expect((await next(ruth, { kind: 'update' })).error).toBe('no_case_waiting');
      expect((await next(sam, { kind: 'initial' })).data.submission_id).toBe(first.id);
      expect(await next(ruth)).toMatchObject({ status: 404, error: 'no_case_waiting' });
      await call(sam, 'POST', at(first.id, '/release'), {});
      await ago(second.id, 24 * 60 * MINUTE);
      // Whose time ran out is free again, and was due first.
      expect((await next(sam)).data.submission_id).toBe(second.id);
    });

    it('passes over cases of an organisation that the reviewer belongs to, or did within 180 days', async () => {
      const { id } = await submitted();
      const uma = await reviewer('Uma');
      const member = async (left: string) => {
        const [org, person] = [ada.orgId, await personOf('Uma')];
        await world.db.query('delete from authors.organization_members where user_id = $1', [person]);
        await world.db.query(
          `insert into authors.organization_members (org_id, user_id, joined_at, left_at) values ($1, $2, '2025-01-01', ${left})`,
          [org, person],
        );
      };
      await member(`platform.portal_now() - interval '179 days'`);
      expect(await next(uma)).toMatchObject({ status: 404, error: 'no_case_waiting' });
      await member(`platform.portal_now() - interval '181 days'`);
      expect((await next(uma)).data.submission_id).toBe(id);
    });

    it('gives two who press at once two cases, and the third of three none', async () => {
      const tom = await reviewer('Tom');
      for (let round = 0; round < 4; round++) {
        const open = [(await submitted()).id, (await submitted()).id];
        const got = await Promise.all([ruth, sam, tom].map((as) => next(as)));
        const taken = got.filter(({ status }) => status === 200).map(({ data }) => data.submission_id);
        expect(taken.sort()).toEqual(open.sort());
        expect(got.filter(({ status }) => status === 404)).toHaveLength(1);
        const holders = await world.db.query<{ n: number }>(
          'select count(distinct holder_id)::int as n from listings.review_holds where submission_id = any($1)',
          [open],
        );
        expect(holders).toEqual([{ n: 2 }]);
      }
    });

    it('passes over a case that another connection has locked, and sees again one taken before it got the lock', async () => {
      const [first, second] = [await submitted(), await submitted()];
      await ago(first.id, 60 * MINUTE);
      const other = new Client({ connectionString: world.app.database.url });
      await other.connect();
      try {
        await other.query('begin');
        await other.query('select from listings.submissions where id = $1 for update', [first.id]);
        expect((await next(ruth)).data.submission_id).toBe(second.id);
        await other.query('rollback');
        expect((await next(sam)).data.submission_id).toBe(first.id);
      } finally {
        await other.end();
      }
    });

    it('the queue says what stands out and how the checks came out', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom' } });
      const row = (await queue('?limit=100')).data.items.find((one) => one.id === id)!;
      expect(row.risks).toContain('custom_price');
      const [sums] = await world.db.query<{ passed: number; other: number; all: number }>(
        `select count(*) filter (where status = 'pass')::int as passed, count(*) filter (where status in ('warn', 'fail'))::int as other,
           count(*)::int as all from listings.submission_checks where submission_id = $1`,
        [id],
      );
      const { passed, failed, waived, open } = row.checks;
      expect({ passed, other: failed + waived, all: passed + failed + waived + open }).toEqual(sums);
      expect(waived).toBe(0);
      await hold(id, ruth);
      await call(ruth, 'POST', at(id, '/exceptions'), {
        check_id: 'L04',
        reason: 'The price is agreed by contract with this author.',
        ends_at: new Date(Date.now() + 30 * 24 * 60 * MINUTE).toISOString(),
      });
      const proposed = (await look(id)).exceptions.find((one) => one.state === 'proposed');
      const confirmed = await call(sam, 'POST', `/review/exceptions/${proposed!.id}/confirm`);
      expect(confirmed.status).toBe(200);
      const after = (await queue('?limit=100')).data.items.find((one) => one.id === id)!.checks;
      expect(after).toEqual({ passed, failed: failed - 1, waived: 1, open });
    });
  });
});
