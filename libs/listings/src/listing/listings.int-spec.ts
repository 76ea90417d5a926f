import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { AGAINST, judgeAll } from '../../../../test/support/people/review.js';
import { DecideReview } from '../review/decide-review.js';
import type { CatalogueEntryView, CatalogueView } from '../catalogue/catalogue.view.js';
import type { DriveView, VersionView } from './listings.view.js';
import type { SharedReportView, SubmissionView } from '../submissions/submissions.view.js';
import type { ReviewWorkspaceView } from '../review/http/review.view.js';
import { Listings } from './listings.js';

const REASON = 'All checks passed, and the scopes are narrow.';

describe('from a manifest address to a live listing', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let bob: Author;
  let reviewer: string;
  let slugs = 0;
  const nextSlug = (): string => `tool-${++slugs}`;

  beforeAll(async () => {
    ada = await world.author('ada');
    bob = await world.author('bob');
    reviewer = await world.app.demo('reviewer');
  });

  const post = <T = SubmissionView>(as: string, url: string, body: object = {}) =>
    world.app.call<T>({ method: 'POST', url: `/api/v1${url}`, as, body });
  const get = <T = SubmissionView>(as: string, url: string) =>
    world.app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });
  const submit = (owned: OwnedDrive, manifestUrl: string, as = ada.cookie) =>
    post(as, `/author/drives/${owned.driveId}/submissions`, { manifest_url: manifestUrl });
  const asReviewer = <T>(method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as: reviewer, body });
  /** A decision with everything before it, as far as the case is open to the reviewer. */
  async function decide(
    id: string,
    digest: string | null,
    decision: 'approve' | 'request_changes' | 'reject' = 'approve',
    as = reviewer,
  ) {
    const { status, data } = await get<ReviewWorkspaceView>(reviewer, `/review/submissions/${id}/workspace`);
    if (status === 200 && data.state === 'in_review' && !data.own) await judgeAll(asReviewer, id, AGAINST[decision]);
    const code = decision === 'reject' ? { code: 'quality' } : {};
    return post(as, `/review/submissions/${id}/decide`, { decision, reason: REASON, digest, ...code });
  }

  /** A reserved Drive whose manifest has passed its checks. */
  async function inReview(overlay: Record<string, unknown> = {}, secret?: string) {
    const owned = await world.reserve(ada, nextSlug());
    const drive = await world.drive(secret === undefined ? owned : { ...owned, secret }, overlay);
    const { data } = await submit(owned, drive.manifestUrl);
    await world.work();
    const submission = (await get(ada.cookie, `/submissions/${data.id}`)).data;
    return { owned, drive, overlay, submission };
  }

  it('the portal checks a Drive with both halves of the handshake, and lists it when a reviewer approves the digest', async () => {
    const { owned, submission } = await inReview();
    expect(submission).toMatchObject({ state: 'in_review', kind: 'initial', changes: [], manifest_before: null });
    expect(submission.checks.length).toBeGreaterThan(40);
    expect(submission.checks.filter((c) => ['fail', 'queued', 'running'].includes(c.state))).toEqual([]);
    expect(submission.checks.find((c) => c.id === 'C60')!.state).toBe('pass');
    expect(submission.permissions[0]).toMatchObject({ name: 'venture.read', text: expect.any(String), known: true });
    expect(submission.listing).toMatchObject({ slug: owned.slug, price: { amount_minor: '4900', currency: 'usd' } });

    const queue = await get<{ items: { id: string }[] }>(reviewer, '/review/submissions?limit=100');
    expect(queue.data.items.map((row) => row.id)).toContain(submission.id);
    expect((await world.app.call({ method: 'GET', url: `/api/public/catalogue/${owned.slug}` })).status).toBe(404);

    const decided = await decide(submission.id, submission.digest);
    expect(decided).toMatchObject({
      status: 200,
      data: { state: 'approved', decision: { decision: 'approve', reason: REASON } },
    });
    const entry = await world.app.call<CatalogueEntryView>({
      method: 'GET',
      url: `/api/public/catalogue/${owned.slug}`,
    });
    expect(entry.data).toMatchObject({
      slug: owned.slug,
      digest: submission.digest,
      author: 'ada Inc',
      tier: 'starter',
    });
    expect(await world.app.audited(owned.driveId, 'listing.published')).toHaveLength(1);
    expect(await world.events('version.published', owned.driveId)).toEqual([]);
    const drive = await get<DriveView>(ada.cookie, `/author/drives/${owned.driveId}`);
    expect(drive.data).toMatchObject({
      state: 'listed',
      live_digest: submission.digest,
      latest_submission_id: submission.id,
    });
    const versions = await get<{ items: VersionView[] }>(ada.cookie, `/author/drives/${owned.driveId}/versions`);
    expect(versions.data.items).toMatchObject([{ state: 'live', effect: null, digest: submission.digest }]);
    const mails = await world.db.query<{ subject: string }>(
      `select subject from platform.mail_messages where recipient = 'ada@authors.example'`,
    );
    expect(mails.map((m) => m.subject)).toContain('Quill: your submission is approved and live');
    expect(await world.app.audited(submission.id, 'submission.%')).toEqual(
      ['received', 'validating', 'in_review', 'approved'].map((s) => `submission.${s}`),
    );
  });

  it('the report can be shared under its own address, until it expires or its author revokes it', async () => {
    const { submission } = await inReview();
    const url = `/submissions/${submission.id}/share`;
    expect(submission.shared).toBeNull();
    const first = (await post(ada.cookie, url)).data.shared!;
    const end = () => world.app.call<SubmissionView>({ method: 'DELETE', url: `/api/v1${url}`, as: ada.cookie });
    const open = (path: string) =>
      world.app.call<SharedReportView>({ method: 'GET', url: `/api/public${path}`, as: undefined });
    const report = await open(first.path);
    expect(report).toMatchObject({ status: 200, data: { author: 'ada Inc', progress: 'finished' } });
    expect(report.data.checks).toEqual(submission.checks);
    expect(Object.keys(report.data)).not.toEqual(expect.arrayContaining(['decision', 'answer', 'id', 'drive_id']));
    // Reviewers see the submission, and not with whom its author shared it.
    expect((await get(reviewer, `/review/submissions/${submission.id}`)).data.shared).toBeNull();

    const second = (await post(ada.cookie, url)).data.shared!;
    expect([(await open(first.path)).status, (await open(second.path)).status]).toEqual([404, 200]);
    await world.db.query(
      `update listings.report_links set shared_at = now() - interval '31 days', expires_at = now() - interval '1 day' where submission_id = $1`,
      [submission.id],
    );
    expect((await open(second.path)).error).toBe('report_not_found');
    const third = (await post(ada.cookie, url)).data.shared!;
    expect((await open(third.path)).status).toBe(200);
    expect((await end()).data.shared).toBeNull();
    expect((await end()).status).toBe(200);
    expect((await open(third.path)).status).toBe(404);
    for (const wrong of ['/reports/x', `/reports/${'a'.repeat(4_000)}`, '/reports/%00'])
      expect((await open(wrong)).status).toBeGreaterThanOrEqual(400);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['an id that is not the reserved one', { drive: { id: 'somebody-else' } }, 'L01', 'drive_id_is_reserved'],
    ['a broken field', { drive: { tagline: 'x'.repeat(81) } }, 'C', 'tagline'],
  ])('the checks fail with a finding for %s', async (_name, overlay, id, rule) => {
    const { submission, owned } = await inReview(overlay);
    expect(submission).toMatchObject({ state: 'failed', digest: null, listing: null });
    const failed = submission.checks.filter((check) => check.state === 'fail');
    expect(failed).toHaveLength(1);
    expect(failed[0]!.id).toContain(id);
    expect(failed[0]!.rule).toContain(rule);
    expect(failed[0]!.findings[0]!.fix).not.toBe('');
    expect(await mailed(submission.id)).toMatchObject([
      { subject: expect.stringMatching(/did not pass the checks$/) as string, recipient: 'ada@authors.example' },
    ]);
    expect((await mailed(submission.id))[0]!.body).toContain(`- ${failed[0]!.id}: ${failed[0]!.rule}`);
    expect((await get<DriveView>(ada.cookie, `/author/drives/${owned.driveId}`)).data.state).toBe('unlisted');
  });

  const mailed = (submissionId: string) =>
    world.db.query<{ subject: string; recipient: string; body: string }>(
      `select subject, recipient, body from platform.mail_messages where body like '%/author/submissions/' || $1 || '%'`,
      [submissionId],
    );

  it('the checks fail when the Drive does not have the secret', async () => {
    const { submission } = await inReview({}, 'something-else');
    expect(submission.state).toBe('failed');
    expect(submission.checks.filter((c) => c.state === 'fail').map((c) => c.group)).toContain('hmac');
  });

  describe('the portal refuses', () => {
    it('an address that the outbound client would not dial, and names the place', async () => {
      const owned = await world.reserve(ada, nextSlug());
      for (const url of ['https://10.0.0.1/m', 'nonsense']) {
        const answer = await submit(owned, url);
        expect([answer.status, answer.error]).toEqual([400, 'manifest_url_refused']);
        expect(answer.body).toContain('"pointer":"/manifest_url"');
      }
    });

    it('a Drive without a signing secret, a second submission while checks run, a suspended account', async () => {
      const bare = await world.reserve(ada, nextSlug(), false);
      expect(await submit(bare, 'http://127.0.0.1:4999/')).toMatchObject({ status: 409, error: 'signing_key_missing' });
      const owned = await world.reserve(bob, nextSlug());
      expect((await submit(owned, 'http://127.0.0.1:4999/', bob.cookie)).status).toBe(202);
      expect(await submit(owned, 'http://127.0.0.1:4999/', bob.cookie)).toMatchObject({
        status: 409,
        error: 'submission_open',
      });
      await world.db.query(`update authors.developer_accounts set state = 'suspended' where org_id = $1`, [bob.orgId]);
      const other = await world.reserve(bob, nextSlug());
      expect(await submit(other, 'http://127.0.0.1:4999/', bob.cookie)).toMatchObject({
        status: 403,
        error: 'account_suspended',
      });
      await world.db.query(`update authors.developer_accounts set state = 'active' where org_id = $1`, [bob.orgId]);
    });

    it('a decision about another digest than the current one', async () => {
      const { submission } = await inReview();
      expect(await decide(submission.id, 'a'.repeat(64))).toMatchObject({ status: 409, error: 'digest_mismatch' });
      expect((await get(ada.cookie, `/submissions/${submission.id}`)).data.state).toBe('in_review');
    });

    it('a listing that the host has no price for', async () => {
      const { submission } = await inReview({ drive: { pricing_tier: 'custom' } });
      expect(submission.checks.find((c) => c.id === 'L04')!.state).toBe('warn');
      expect(await decide(submission.id, submission.digest)).toMatchObject({ status: 409, error: 'price_missing' });
    });

    it('an approval of what was compared with a version that is no longer live', async () => {
      const first = await inReview();
      await decide(first.submission.id, first.submission.digest);
      first.overlay['drive'] = { version: '2.0.0', pricing_tier: 'pro' };
      const { data } = await submit(first.owned, first.drive.manifestUrl);
      await world.work();
      const second = (await get(ada.cookie, `/submissions/${data.id}`)).data;
      expect(second).toMatchObject({ state: 'in_review', kind: 'update' });
      expect(second.changes.map((c) => c.level)).toContain('commercial');
      await world.db.query(
        'update listings.listings set live_revision_id = (select id from listings.revisions where digest = $1) where drive_id = $2',
        [second.digest, first.owned.driveId],
      );
      expect(await decide(second.id, second.digest)).toMatchObject({ status: 409, error: 'review_outdated' });
    });
  });

  it.each([
    ['approve', 'approve'],
    ['reject', 'request_changes'],
  ] as const)('one of %s and %s decides when they are concurrent, and the other is informed', async (...decisions) => {
    const { owned, submission } = await inReview();
    await judgeAll(asReviewer, submission.id, AGAINST[decisions[0]]);
    const use = world.app.get(DecideReview);
    const [row] = await world.db.query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    const actor = {
      kind: 'user' as const,
      userId: row!.id,
      name: 'R',
      roles: [{ role: 'reviewer' as const, scopeId: null }],
    };
    const both = decisions.map((decision) =>
      use.execute(actor, submission.id, { decision, reason: REASON, code: 'quality', digest: submission.digest! }),
    );
    const results = await Promise.allSettled(both);
    expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((r) => r.status === 'rejected')).toMatchObject({
      reason: { code: 'invalid_transition', status: 409 },
    });
    const published = await world.events('revision.published', owned.driveId);
    expect(published).toHaveLength(decisions[0] === 'approve' ? 1 : 0);
    const moves = await world.events('submission.moved', owned.driveId);
    expect(moves.filter((move) => move['from'] === 'in_review')).toHaveLength(1);
  });

  it('a reviewer can ask for changes, accept an answer in words for the same digest, and then decide', async () => {
    const { submission } = await inReview();
    expect((await decide(submission.id, submission.digest, 'request_changes')).data.state).toBe('changes_requested');
    expect(await decide(submission.id, submission.digest)).toMatchObject({ status: 409, error: 'invalid_transition' });
    const answered = await post(ada.cookie, `/submissions/${submission.id}/answer`, {
      text: 'It reads the venture to name it.',
    });
    expect(answered.data).toMatchObject({
      state: 'in_review',
      answer: 'It reads the venture to name it.',
      digest: submission.digest,
    });
    expect((await decide(submission.id, submission.digest, 'reject')).data.state).toBe('rejected');
  });

  it('a new submission replaces one that waits, and a withdrawn one is not checked', async () => {
    const { owned, drive, submission } = await inReview();
    const { data: second } = await submit(owned, drive.manifestUrl);
    expect((await get(ada.cookie, `/submissions/${submission.id}`)).data.state).toBe('withdrawn');
    expect((await post(ada.cookie, `/submissions/${second.id}/withdraw`)).data.state).toBe('withdrawn');
    await world.work();
    expect((await get(ada.cookie, `/submissions/${second.id}`)).data).toMatchObject({ state: 'withdrawn', checks: [] });
  });

  it('a check that a crash interrupted starts again and reaches the same result', async () => {
    const { submission, owned, drive } = await inReview();
    const { data: second } = await submit(owned, drive.manifestUrl);
    await world.db.query(`update listings.submissions set state = 'validating' where id = $1`, [second.id]);
    await world.work();
    const after = (await get(ada.cookie, `/submissions/${second.id}`)).data;
    expect(after).toMatchObject({ state: 'in_review', digest: submission.digest });
    expect(after.checks).toHaveLength(submission.checks.length);
  });

  describe('the catalogue', () => {
    it('is searched, counted, paged, cached by ETag and without paused listings', async () => {
      const { owned, submission } = await inReview({
        drive: { name: 'Zebra 100%_', category: 'Sales', motion: 'scale' },
      });
      await decide(submission.id, submission.digest);
      const list = (query: string, headers = {}) =>
        world.app.call<CatalogueView>({ method: 'GET', url: `/api/public/catalogue${query}`, headers });
      expect((await list('?q=zebra')).data).toMatchObject({
        items: [{ slug: owned.slug, tier: 'starter', price_label: '49.00 USD per month' }],
        next_cursor: null,
        facets: { category: [{ value: 'Sales', count: 1 }], motion: [{ value: 'scale', count: 1 }] },
      });
      expect((await list(`?q=${encodeURIComponent('100%_')}`)).data.items).toHaveLength(1);
      expect((await list(`?q=${encodeURIComponent('9__%')}`)).data.items).toHaveLength(0);
      expect((await list('?category=Sales&motion=build')).data.items).toEqual([]);
      const all = (await list('?limit=100')).data.items.map((card) => card.slug);
      const paged: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: { data: CatalogueView } = await list(
          `?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        );
        paged.push(...page.data.items.map((card) => card.slug));
        cursor = page.data.next_cursor;
      }
      expect(paged).toEqual(all);
      const first = await list('?q=zebra');
      const again = await list('?q=zebra', { 'if-none-match': String(first.headers['etag']) });
      expect([again.status, again.body]).toEqual([304, '']);

      const state = (to: string) =>
        post<{ state: string }>(reviewer, `/review/drives/${owned.driveId}/state`, { to, reason: REASON });
      expect((await state('paused')).data.state).toBe('paused');
      expect((await list('?q=zebra')).data.items).toEqual([]);
      expect(await world.app.get(Listings).installable(owned.driveId)).toBeUndefined();
      expect(await state('retired')).toMatchObject({ status: 400 });
      expect((await state('listed')).data.state).toBe('listed');
      expect(await world.app.get(Listings).installable(owned.driveId)).toMatchObject({
        digest: submission.digest,
        origin: expect.stringContaining('http://127.0.0.1'),
      });
    });
  });

  describe('the database, with the service bypassed,', () => {
    it('refuses a revision whose digest is not that of its content', async () => {
      const { submission } = await inReview();
      await decide(submission.id, submission.digest);
      await expect(
        world.db.query(
          `insert into listings.revisions (id, drive_id, digest, shape, manifest_url, origin, canonical, manifest)
           select gen_random_uuid(), drive_id, repeat('0', 64), shape, 'https://x.example/', origin, canonical, manifest from listings.revisions limit 1`,
        ),
      ).rejects.toMatchObject({ driverError: { constraint: 'revisions_digest' } });
    });

    it('refuses a decision without a decider, or about another revision', async () => {
      const { submission } = await inReview();
      const set = (changes: string) =>
        world.db.query(`update listings.submissions set ${changes} where id = $1`, [submission.id]);
      const constraint = (name: string) => ({ driverError: { constraint: name } });
      await expect(set(`state = 'approved'`)).rejects.toMatchObject(constraint('submissions_decided'));
      await expect(set('revision_id = null')).rejects.toMatchObject(constraint('submissions_pinned'));
      await expect(
        world.db.query(
          `insert into listings.submissions (id, drive_id, org_id, kind, state, manifest_url, origin) select gen_random_uuid(), drive_id, org_id, 'initial', 'received', 'x', 'x' from listings.submissions where id = $1`,
          [submission.id],
        ),
      ).rejects.toMatchObject(constraint('submissions_one_open'));
    });

    it('lists nothing without a live revision of that Drive', async () => {
      const [one, two] = [await inReview(), await inReview()];
      await decide(one.submission.id, one.submission.digest);
      await expect(
        world.db.query(`update listings.listings set state = 'listed', listed_at = now() where drive_id = $1`, [
          two.owned.driveId,
        ]),
      ).rejects.toMatchObject({ driverError: { constraint: 'listings_live' } });
      await expect(
        world.db.query(
          `update listings.listings set state = 'listed', listed_at = now(), live_revision_id = (select live_revision_id from listings.listings where drive_id = $2) where drive_id = $1`,
          [two.owned.driveId, one.owned.driveId],
        ),
      ).rejects.toMatchObject({ driverError: { constraint: 'listings_live_revision' } });
    });
  });
});
