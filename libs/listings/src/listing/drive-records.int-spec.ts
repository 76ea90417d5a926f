import type { ApprovalDetailView } from '@portal/approvals';
import { createHash, randomUUID } from 'node:crypto';
import { readManifest } from '@portal/contract';
import { SystemIds, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { NOBODY_SCOPE, SYSTEM_SCOPE, Transactor, withScope, type DataScope } from '@portal/platform/database';
import good from '../../../contract/vectors/manifests-good.json';
import { insertListing } from '../../../../test/support/database/inserted-drives.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import { grantByTwo } from '../../../../test/support/people/staff-role.js';
import { AdvanceDeprecations } from '../retirement/advance-deprecations.js';
import type { ConformanceHistoryView, ConformanceRunView } from '../conformance/conformance.view.js';
import type { ComparisonView, DriveAsOfView, DriveView, VersionView } from './listings.view.js';
import { ListingsRepository } from './listings.repository.js';
import { RevisionsRepository } from './revisions.repository.js';
import { PublishRevision } from '../review/publish-revision.js';
import { RecordRun } from '../conformance/record-run.js';

const DAY = 86_400_000;
const REASON = 'Its <img src=x onerror=alert(1)> answers are wrong \u202e.';

interface Draft {
  version: string;
  tagline: string;
  tier: string;
  permissions: string[];
  frameworks?: string[];
}

describe('the record of a Drive', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let eve: Author;
  let staff: { reviewer: string; second: string; admin: string };
  let publisher: Actor;
  let slugs = 0;
  const ids = new SystemIds();

  beforeAll(async () => {
    [ada, eve] = [await world.author('ada'), await world.author('eve')];
    const second = await world.app.signUp('second@staff.example', 'Second Reviewer');
    const { data } = await get<{ user: { id: string } }>(second, '/me');
    const reviews = { userId: data.user.id, role: 'reviewer', scopeId: null } as const;
    await grantByTwo(world.app, data.user.id, 'reviewer');
    publisher = { kind: 'user', userId: data.user.id, name: 'Second Reviewer', roles: [reviews] };
    staff = { reviewer: await world.app.demo('reviewer'), second, admin: await world.app.demo('admin') };
  });

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);
  const call = <T = DriveView>(method: 'GET' | 'POST', as: string, path: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${path}`, as, ...(body && { body }) });
  const get = <T>(as: string, path: string) => call<T>('GET', as, path);
  const pass = async (days: number): Promise<Date> => {
    await sql('update platform.test_clock set offset_ms = offset_ms + $1', [days * DAY]);
    return (await sql<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
  };

  async function drive(): Promise<{ driveId: string; slug: string }> {
    const owned = await world.reserve(ada, `records-${++slugs}`, false);
    const { driveId, slug } = owned;
    await insertListing(world.app, ada.orgId, { driveId, slug });
    return { driveId, slug };
  }

  async function keep(driveId: string, draft: Draft): Promise<string> {
    const raw: { drive: object; [key: string]: unknown } = structuredClone(good.structured);
    const { version, tagline, tier: pricing_tier } = draft;
    raw.drive = { ...raw.drive, version, tagline, pricing_tier };
    raw['permissions_requested'] = draft.permissions;
    if (draft.frameworks) raw['compliance'] = { frameworks: draft.frameworks, data_residency: ['us'] };
    const { manifest } = readManifest(raw as never);
    if (!manifest) throw new Error('the manifest of the test is not valid');
    const id = ids.next();
    const canonical = JSON.stringify({ ...raw, of: id });
    await sql(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, 'structured', 'https://d.example/m', 'https://d.example', convert_to($3, 'UTF8'), $5)`,
      [id, driveId, canonical, version, JSON.stringify(manifest)],
    );
    return id;
  }

  const publish = (driveId: string, revisionId: string): Promise<void> =>
    world.app.get(Transactor).run(async (tx) => {
      const listing = (await world.app.get(ListingsRepository).lock(tx, driveId))!;
      const revisions = world.app.get(RevisionsRepository);
      const live = listing.liveRevisionId === null ? null : await revisions.byId(tx, listing.liveRevisionId);
      const revision = await revisions.byId(tx, revisionId);
      const publication = { actor: publisher, listing, live, revision, submissionId: null };
      await world.app.get(PublishRevision).execute(tx, publication);
    });

  const ran = (driveId: string, failed: string[]): Promise<unknown> =>
    world.app.get(Transactor).run(async (tx) => {
      await world.app.get(ListingsRepository).lock(tx, driveId);
      const results = ['C01', 'C77'].map((id) => ({ id, status: failed.includes(id) ? 'fail' : 'pass' }));
      const run = { report: { ok: failed.length === 0, digest: 'd'.repeat(64) }, results };
      return world.app.get(RecordRun).ofLive(tx, driveId, run as never);
    });

  const V1: Draft = { version: '1.0.0', tagline: 'First words', tier: 'starter', permissions: ['venture.read'] };
  const V2: Draft = {
    version: '1.1.0',
    tagline: 'Second words',
    tier: 'pro',
    permissions: ['venture.read', 'billing.read'],
    frameworks: ['soc2'],
  };
  const asOf = (as: string, driveId: string, at?: Date) =>
    get<DriveAsOfView>(as, `/author/drives/${driveId}/as-of${at ? `?at=${at.toISOString()}` : ''}`);
  const listed = (slug: string, at?: Date) =>
    world.app.call({ method: 'GET', url: `/api/public/catalogue/${slug}${at ? `?at=${at.toISOString()}` : ''}` });
  const stateOf = (driveId: string, to: string) =>
    call('POST', staff.reviewer, `/review/drives/${driveId}/state`, { to, reason: REASON });

  /** Two versions on two days; the checks pass on the first and fail on the second. */
  async function twice() {
    const { driveId, slug } = await drive();
    const before = await pass(1);
    await pass(1);
    await ran(driveId, []);
    const first = await keep(driveId, V1);
    await publish(driveId, first);
    const whileFirst = await pass(1);
    await pass(1);
    const second = await keep(driveId, V2);
    await publish(driveId, second);
    await ran(driveId, ['C77']);
    return { driveId, slug, before, whileFirst, whileSecond: await pass(1), first, second };
  }

  it('shows card, permissions, price, claims and checks of any instant to its author, reviewers and admins', async () => {
    const { driveId, before, whileFirst, whileSecond } = await twice();
    for (const who of [ada.cookie, staff.reviewer, staff.admin]) {
      const then = (await asOf(who, driveId, whileFirst)).data;
      expect(then).toMatchObject({
        at: whileFirst.toISOString(),
        listing_status: { state: 'listed', by: 'staff', reason: null },
        entry: {
          version: '1.0.0',
          tagline: 'First words',
          price_label: '49.00 USD per month',
          compliance: { frameworks: ['SOC2'], data_residency: ['eu'] },
          conformance: { state: 'passing' },
        },
      });
      expect(then.entry.permissions.map(({ name }) => name)).toEqual(['venture.read']);
      const now = (await asOf(who, driveId, whileSecond)).data;
      expect(now.entry).toMatchObject({
        version: '1.1.0',
        price_label: '199.00 USD per month',
        compliance: { frameworks: ['soc2'], data_residency: ['us'] },
        conformance: { state: 'failing', verified_at: then.entry.conformance.verified_at },
      });
      expect(now.entry.permissions.map(({ name }) => name)).toEqual(['venture.read', 'billing.read']);
      expect(await asOf(who, driveId, before)).toMatchObject({ status: 404, error: 'not_live_then' });
    }
  });

  it('stays readable for them while it is paused and after its end, and is gone with its history for everybody else', async () => {
    const { driveId, slug, whileFirst, whileSecond } = await twice();
    expect((await listed(slug, whileFirst)).status).toBe(200);
    expect((await stateOf(driveId, 'paused')).status).toBe(200);
    const paused = await pass(1);
    const closed = async (): Promise<void> => {
      for (const at of [undefined, whileFirst, whileSecond]) expect((await listed(slug, at)).status).toBe(404);
      const open = await world.app.call({ method: 'GET', url: `/api/public/catalogue/${slug}/conformance` });
      expect(open.status).toBe(404);
      for (const as of [ada.cookie, staff.reviewer, staff.admin]) {
        expect((await asOf(as, driveId, whileFirst)).data.entry.version).toBe('1.0.0');
        expect((await asOf(as, driveId)).data.entry.version).toBe('1.1.0');
        const history = (await get<ConformanceHistoryView>(as, `/author/drives/${driveId}/conformance`)).data;
        expect(history).toMatchObject({ state: 'failing', runs: 2, intact: true });
        expect(history.days.reduce((sum, { runs }) => sum + runs, 0)).toBe(2);
      }
    };
    await closed();
    expect((await asOf(ada.cookie, driveId)).data.listing_status).toMatchObject({ state: 'paused', reason: REASON });
    // The current state does not change the past.
    expect((await asOf(ada.cookie, driveId, whileSecond)).data.listing_status).toMatchObject({ state: 'listed' });
    await stateOf(driveId, 'listed');
    expect((await listed(slug, whileFirst)).status).toBe(200);

    const now = await pass(1);
    const days = (closes: number, retires: number) => ({
      closes_at: new Date(now.getTime() + closes * DAY).toISOString(),
      retires_at: new Date(now.getTime() + retires * DAY).toISOString(),
      reason: REASON,
    });
    expect((await call('POST', ada.cookie, `/author/drives/${driveId}/deprecation`, days(30, 120))).status).toBe(200);
    expect((await asOf(ada.cookie, driveId)).data.listing_status).toMatchObject({
      state: 'sunset_announced',
      by: 'author',
    });
    await pass(31);
    await world.app.get(AdvanceDeprecations).execute();
    await pass(90);
    await world.app.get(AdvanceDeprecations).execute();
    const ended = (await asOf(ada.cookie, driveId)).data;
    expect(ended.listing_status).toMatchObject({ state: 'retired', by: 'portal', reason: REASON });
    expect((await asOf(staff.admin, driveId, paused)).data.listing_status).toMatchObject({
      state: 'paused',
      by: 'staff',
    });
    const late = (await get<ConformanceHistoryView>(ada.cookie, `/author/drives/${driveId}/conformance`)).data;
    expect([late.runs, late.intact, late.days.every(({ runs }) => runs === 0)]).toEqual([2, true, true]);
  });

  it('stays readable for author and staff after two people removed the Drive', async () => {
    const { driveId, slug, whileFirst } = await twice();
    const proposal = { reason_code: 'abandoned', reason: REASON };
    const proposed = await call<ApprovalDetailView>(
      'POST',
      staff.reviewer,
      `/review/drives/${driveId}/removal`,
      proposal,
    );
    const { id, digest } = proposed.data;
    expect((await get<DriveView>(ada.cookie, `/author/drives/${driveId}`)).data.listing_status).toMatchObject({
      state: 'paused',
      by: 'staff',
      reason: REASON,
    });
    expect((await call('POST', staff.second, `/approvals/${id}/approve`, { digest })).status).toBe(200);
    expect((await listed(slug, whileFirst)).status).toBe(404);
    for (const as of [ada.cookie, staff.reviewer, staff.admin]) {
      const { listing_status, entry } = (await asOf(as, driveId)).data;
      expect([listing_status?.state, listing_status?.by, entry.version]).toEqual(['removed', 'staff', '1.1.0']);
      expect((await get<ConformanceHistoryView>(as, `/author/drives/${driveId}/conformance`)).data.runs).toBe(2);
    }
  });

  it('has every transition of the listing with who and why, each of which is notified once', async () => {
    const { driveId } = await twice();
    const actor = ada.cookie;
    const now = await pass(1);
    const days = {
      closes_at: new Date(now.getTime() + 30 * DAY).toISOString(),
      retires_at: new Date(now.getTime() + 121 * DAY).toISOString(),
      reason: 'We end it.',
    };
    await stateOf(driveId, 'paused');
    expect((await stateOf(driveId, 'paused')).status).toBe(409);
    await stateOf(driveId, 'listed');
    await call('POST', actor, `/author/drives/${driveId}/deprecation`, days);
    await call('POST', actor, `/author/drives/${driveId}/deprecation/withdraw`, { reason: 'We go on after all.' });
    const view = (await get<DriveView>(actor, `/author/drives/${driveId}`)).data;
    expect(view.listing_status).toMatchObject({ state: 'listed', by: 'author', reason: 'We go on after all.' });
    const moves = [
      { from: 'unlisted', to: 'listed', by: 'staff', reason: null },
      { from: 'listed', to: 'paused', by: 'staff', reason: REASON },
      { from: 'paused', to: 'listed', by: 'staff', reason: REASON },
      { from: 'listed', to: 'sunset_announced', by: 'author', reason: 'We end it.' },
      { from: 'sunset_announced', to: 'listed', by: 'author', reason: 'We go on after all.' },
    ];
    expect(await world.events('listing.state_changed', driveId)).toMatchObject(moves);
    const rows = await sql(
      `select from_state as from, to_state as to, changed_by as by, reason from listings.state_changes where drive_id = $1 order by changed_at, id`,
      [driveId],
    );
    expect(rows).toEqual(moves);
  });

  it('has the reason that staff gives, which the author gets by mail, on the page of the Drive, or both', async () => {
    const { driveId } = await twice();
    const now = await pass(1);
    const dates = {
      closes_at: new Date(now.getTime() + 30 * DAY).toISOString(),
      retires_at: new Date(now.getTime() + 121 * DAY).toISOString(),
    };
    /** Where its author finds the reason. */
    const reasonReaches = async (act: string, path: string, more: object = {}) => {
      const reason = `Told to its author: ${act} of ${driveId}`;
      const { status } = await call('POST', staff.reviewer, `/review/drives/${driveId}/${path}`, { ...more, reason });
      const mails = await sql(`select from platform.mail_messages where strpos(body, $1) > 0`, [reason]);
      const { listing_status } = (await get<DriveView>(ada.cookie, `/author/drives/${driveId}`)).data;
      return [act, status, { mail: mails.length > 0, page: listing_status?.reason === reason }];
    };
    const both = { mail: true, page: true };
    expect([
      await reasonReaches('pause', 'state', { to: 'paused' }),
      await reasonReaches('resume', 'state', { to: 'listed' }),
      await reasonReaches('deprecation', 'deprecation', dates),
      await reasonReaches('keep', 'deprecation/withdraw'),
      await reasonReaches('remove', 'removal', { reason_code: 'abandoned' }),
    ]).toEqual([
      ['pause', 200, both],
      ['resume', 200, both],
      ['deprecation', 200, both],
      ['keep', 200, { mail: false, page: true }],
      ['remove', 201, both],
    ]);
  });

  it('lists every run of the checks with its chain, so that anybody can verify it', async () => {
    const { driveId } = await twice();
    await ran(driveId, []);
    const runs = (as: string, more = '') =>
      get<Page<ConformanceRunView>>(as, `/author/drives/${driveId}/conformance/runs?limit=2${more}`);
    const first = (await runs(staff.reviewer)).data;
    const rest = (await runs(ada.cookie, `&cursor=${first.next_cursor}`)).data;
    const all = [...first.items, ...rest.items];
    expect(all.map(({ seq, ok, failed }) => [seq, ok, failed])).toEqual([
      [3, true, []],
      [2, false, ['C77']],
      [1, true, []],
    ]);
    expect([rest.next_cursor, all[0]!.previous, all[1]!.previous, all[2]!.previous]).toEqual([
      null,
      all[1]!.digest,
      all[2]!.digest,
      null,
    ]);
    const bodies = await sql<{ body: string }>(
      'select body from listings.conformance_runs where drive_id = $1 order by seq desc',
      [driveId],
    );
    all.forEach((run, i) => {
      const digest = createHash('sha256')
        .update((run.previous ?? '') + bodies[i]!.body)
        .digest('hex');
      expect(run.digest).toBe(digest);
    });
    expect((await runs(ada.cookie, `&cursor=${btoa(encodeURIComponent('["x"]'))}`)).error).toBe('invalid_cursor');
  });

  it('shows runs of a never listed Drive to its author and staff only, in the database too, and of a listed one to all', async () => {
    const { driveId, slug } = await drive();
    await ran(driveId, ['C77']);
    const history = async (as: string) => {
      const { data, error } = await get<ConformanceHistoryView>(as, `/author/drives/${driveId}/conformance`);
      return error ?? data.runs;
    };
    const of = ({ userId, orgId }: Author): DataScope => ({ kind: 'caller', personId: userId, owners: [orgId] });
    const visibleTo = (scope: DataScope) =>
      withScope(scope, async () => {
        const rows = await sql('select seq from listings.conformance_runs where drive_id = $1', [driveId]);
        return rows.length;
      });
    const all = async () => [
      await visibleTo(NOBODY_SCOPE),
      await visibleTo(of(eve)),
      await visibleTo(of(ada)),
      await visibleTo(SYSTEM_SCOPE),
    ];
    expect(await all()).toEqual([0, 0, 1, 1]);
    expect([await history(ada.cookie), await history(staff.reviewer), await history(eve.cookie)]).toEqual([
      1,
      1,
      'drive_not_found',
    ]);
    const open = () =>
      world.app.call<ConformanceHistoryView>({ method: 'GET', url: `/api/public/catalogue/${slug}/conformance` });
    expect((await open()).error).toBe('listing_not_found');
    await publish(driveId, await keep(driveId, V1));
    expect(await all()).toEqual([1, 1, 1, 1]);
    expect((await open()).data).toMatchObject({ runs: 1, intact: true });
  });

  it('has no runs for a Drive that was only reserved and was never live', async () => {
    const { driveId } = await world.reserve(ada, `records-${++slugs}`, false);
    const { data } = await get<ConformanceHistoryView>(ada.cookie, `/author/drives/${driveId}/conformance`);
    expect(data).toMatchObject({ state: 'unknown', runs: 0, intact: true, head: null });
    expect((await asOf(ada.cookie, driveId)).error).toBe('not_live_then');
    expect((await get<DriveView>(ada.cookie, `/author/drives/${driveId}`)).data.listing_status).toBeNull();
  });

  it('compares each version with its predecessor, and any two that are chosen', async () => {
    const { driveId, first, second } = await twice();
    const failed = await keep(driveId, { ...V2, version: '1.2.0', permissions: ['venture.read', 'contacts.read'] });
    const submission = ids.next();
    await sql(
      `insert into listings.submissions (id, drive_id, org_id, kind, state, manifest_url, origin, revision_id, base_revision_id, created_at)
       values ($1, $2, $3, 'update', 'received', 'https://d.example/m', 'https://d.example', $4, $5, platform.portal_now())`,
      [submission, driveId, ada.orgId, failed, second],
    );
    for (const state of ['validating', 'failed'])
      await sql(
        `update listings.submissions set state = $2, validated_at = case when $2 = 'failed' then platform.portal_now() end where id = $1`,
        [submission, state],
      );
    const third = await keep(driveId, { ...V2, version: '1.3.0', tagline: 'Third words' });
    await publish(driveId, third);
    const next = await keep(driveId, { ...V2, version: '2.0.0', tagline: 'Third words', permissions: [] });
    const list = (await get<{ items: VersionView[] }>(staff.reviewer, `/author/drives/${driveId}/versions`)).data.items;
    expect(
      list.map(({ id, state, compared_with: other }) => [id, state, other?.id ?? null, other?.why ?? null]),
    ).toEqual([
      [next, 'detected', third, 'live'],
      [third, 'live', second, 'replaced'],
      [failed, 'failed', second, 'live_then'],
      [second, 'superseded', first, 'replaced'],
      [first, 'superseded', null, null],
    ]);
    const compare = (query: string) => get<ComparisonView>(ada.cookie, `/author/drives/${driveId}/comparison?${query}`);
    for (const version of list) {
      const { data } = await compare(`to=${version.id}`);
      expect([data.changes, data.effect, data.from]).toEqual([version.changes, version.effect, version.compared_with]);
    }
    const far = (await compare(`to=${third}&from=${first}`)).data;
    expect(far.from).toMatchObject({ id: first, why: 'chosen' });
    expect(far.changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['permission_added', 'tagline']));
    expect(JSON.parse(far.manifest_before!)).toMatchObject({ drive: { tagline: 'First words' } });
    expect(JSON.parse(far.manifest_after)).toMatchObject({ drive: { tagline: 'Third words' } });
    expect((await compare(`to=${first}&from=${third}`)).data.changes.map(({ kind }) => kind)).toContain(
      'permission_removed',
    );
    const other = await twice();
    for (const query of [`to=${randomUUID()}`, `to=${other.first}`, `to=${third}&from=${other.first}`])
      expect((await compare(query)).error).toBe('version_not_found');
  });
});
