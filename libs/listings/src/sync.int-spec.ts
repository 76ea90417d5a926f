import { createServer, type Server } from 'node:http';
import { SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { Client } from 'pg';
import { SigningKeys } from '@portal/secrets';
import { ListingsWorld, type Author } from '../../../test/support/listings.js';
import { decideCase } from '../../../test/support/review.js';
import type {
  CatalogueEntryView,
  DriveView,
  ListedDriveView,
  SubmissionView,
  VersionView,
} from './http/listings.view.js';
import type { ConformanceHistoryView } from './http/conformance.view.js';
import { CheckDrive } from './check-drive.js';
import { FetchIcon } from './fetch-icon.js';
import { SyncManifestsJob } from './jobs/sync-manifests.job.js';
import { Listings } from './listings.js';
import { ListingsRepository } from './persistence/listings.repository.js';
import { SyncManifest } from './sync-manifest.js';

const REASON = 'All checks passed, and the scopes are narrow.';
/** What turns the reference Drive's manifest into one of the flat shape; null leaves a key out. */
const FLAT = {
  schema_version: null,
  drive: null,
  endpoints: null,
  events_emitted: null,
  events_consumed: null,
  install_returns: null,
  config_schema: null,
  quota: null,
  compliance: null,
  support: null,
  name: 'Flat now',
  description: 'The same Drive in the other shape.',
  category: 'Content',
  version: '2.0.0',
  contract_version: 'v1',
  capabilities: ['install', 'uninstall', 'metrics', 'events'],
  permissions_requested: ['venture.read', 'events.emit'],
  icon_url: 'https://drive.example.com/icon.png',
  pricing: { model: 'free', currency: 'usd', plans: [] },
};
interface Overlay {
  drive: { version: string; name?: string; id?: string; tagline?: string; pricing_tier?: string };
  [key: string]: unknown;
}

describe('following the manifest of a live Drive', () => {
  let world: ListingsWorld;
  let ada: Author;
  let reviewer: string;
  let slugs = 0;
  beforeAll(async () => {
    world = await ListingsWorld.start();
    ada = await world.author('ada');
    reviewer = await world.app.demo('reviewer');
  });
  afterAll(() => world.close());

  const call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, body });

  /** A listed Drive at version 1.0.0 whose manifest the test may change. */
  async function listed() {
    const owned = await world.reserve(ada, `sync-${++slugs}`);
    const overlay: Overlay = { drive: { version: '1.0.0' } };
    const drive = await world.drive(owned, overlay);
    const { driveId } = owned;
    const { data } = await call<SubmissionView>(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await world.work();
    const submission = (await call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
    await approve(submission);
    const sync = async (): Promise<void> => {
      expect((await call(ada.cookie, 'POST', `/author/drives/${driveId}/sync`)).status).toBe(202);
      await world.work();
    };
    const live = () => world.app.get(Listings).installable(driveId);
    const view = async () => (await call<DriveView>(ada.cookie, 'GET', `/author/drives/${driveId}`)).data;
    const versions = async () =>
      (await call<{ items: VersionView[] }>(ada.cookie, 'GET', `/author/drives/${driveId}/versions`)).data.items;
    const prompts = () => world.events('version.published', driveId);
    const waiting = async () => {
      const queue = await call<{ items: { id: string; drive_id: string }[] }>(
        reviewer,
        'GET',
        '/review/submissions?limit=100',
      );
      const row = queue.data.items.find((one) => one.drive_id === driveId);
      return row && (await call<SubmissionView>(reviewer, 'GET', `/review/submissions/${row.id}`)).data;
    };
    return { driveId, owned, drive, overlay, sync, live, view, versions, prompts, waiting, first: (await live())! };
  }
  /** The Drive in the list of reviewers under that filter. */
  const staff = async (driveId: string, health: 'failing' | 'noted') =>
    (
      await call<{ items: ListedDriveView[] }>(reviewer, 'GET', `/review/drives?limit=100&health=${health}`)
    ).data.items.find((one) => one.drive_id === driveId);
  /** Mails that lead to a page, by words of their subject. */
  const mailed = (path: string, subject: string) =>
    world.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%' || $2 || '%'`,
      [path, subject],
    );
  const approve = async (submission: SubmissionView, decision: 'approve' | 'reject' = 'approve') => {
    const asReviewer = <T>(method: 'GET' | 'POST', url: string, body?: object) => call<T>(reviewer, method, url, body);
    expect((await decideCase(asReviewer, submission.id, decision, REASON)).status).toBe(200);
  };

  it('does nothing about an unchanged manifest', async () => {
    const { sync, live, prompts, versions, first } = await listed();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect(await versions()).toHaveLength(1);
  });

  it('publishes a raised version with harmless changes at once and tells installs, once however often it runs', async () => {
    const { driveId, overlay, sync, live, prompts, versions, first } = await listed();
    overlay.drive = { version: '1.1.0', tagline: 'Now with a better tagline' };
    await sync();
    await sync();
    await world.app.get(SyncManifest).execute(driveId);
    const now = (await live())!;
    expect(now).toMatchObject({ version: '1.1.0', manifest: { tagline: 'Now with a better tagline' } });
    expect(await prompts()).toEqual([
      {
        drive_id: driveId,
        from_revision_id: first.revisionId,
        revision_id: now.revisionId,
        digest: now.digest,
        version: '1.1.0',
      },
    ]);
    expect(await versions()).toMatchObject([
      { version: '1.1.0', state: 'live', effect: 'cosmetic' },
      { version: '1.0.0', state: 'superseded', effect: null },
    ]);
    expect((await world.app.get(Listings).changes(first.revisionId, now.revisionId)).map((c) => c.kind)).toContain(
      'tagline',
    );
  });

  it('publishes a change without a raised version, notes it, and tells no install', async () => {
    const { owned, overlay, sync, live, prompts, view } = await listed();
    overlay.drive = { version: '1.0.0', tagline: 'Changed in silence' };
    await sync();
    expect((await live())!.manifest.tagline).toBe('Changed in silence');
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind: 'version_not_raised' }]);
    await sync();
    expect(await mailed(`/author/drives/${owned.driveId}`, 'without a higher version')).toHaveLength(1);
    overlay.drive = { version: '1.0.1', tagline: 'Changed in silence' };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect(await prompts()).toHaveLength(1);
  });

  it('puts a wider permission before a reviewer while the old version serves, and publishes what is approved', async () => {
    const { driveId, overlay, sync, live, prompts, waiting, view, first } = await listed();
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0' };
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    const submission = (await waiting())!;
    expect(submission).toMatchObject({ kind: 'update', version: '1.1.0', state: 'in_review' });
    expect(submission.changes.map((c) => c.level)).toContain('consent');
    expect(submission.checks.length).toBeGreaterThan(40);
    expect(submission.manifest_before).not.toBe(submission.manifest_after);
    expect((await view()).state).toBe('live_update');
    expect(await prompts()).toEqual([]);
    expect(await mailed(`/author/submissions/${submission.id}`, 'version 1.1.0 waits')).toHaveLength(1);
    const moves = async () =>
      (await world.events('submission.moved', driveId))
        .filter(({ submission_id: id }) => id === submission.id)
        .map(({ from, state }) => [from, state]);
    expect(await moves()).toEqual([[null, 'in_review']]);
    await approve(submission);
    expect(await moves()).toEqual([
      [null, 'in_review'],
      ['in_review', 'approved'],
    ]);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toMatchObject([{ from_revision_id: first.revisionId, version: '1.1.0' }]);
  });

  it('replaces its own open review when the manifest changes again, and does not bring back what was rejected', async () => {
    const { overlay, sync, live, waiting, view, first } = await listed();
    const ask = (permission: string, version: string) => {
      overlay['permissions_requested'] = ['venture.read', 'events.emit', permission];
      overlay.drive = { version };
    };
    ask('billing.read', '1.1.0');
    await sync();
    const earlier = (await waiting())!;
    ask('contacts.read', '1.2.0');
    await sync();
    const later = (await waiting())!;
    expect(later.version).toBe('1.2.0');
    expect((await call<SubmissionView>(reviewer, 'GET', `/review/submissions/${earlier.id}`)).data.state).toBe(
      'withdrawn',
    );
    await approve(later, 'reject');
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'refused_before' }]);
    expect(await live()).toEqual(first);
  });

  it('what the author withdrew stays withdrawn until the manifest changes or they submit it', async () => {
    const { driveId, drive, overlay, sync, live, waiting, view, first } = await listed();
    const ask = (permission: string, version: string) => {
      overlay['permissions_requested'] = ['venture.read', 'events.emit', permission];
      overlay.drive = { version };
    };
    const withdraw = async () => {
      const { id } = (await waiting())!;
      expect((await call(ada.cookie, 'POST', `/submissions/${id}/withdraw`)).status).toBe(200);
    };
    ask('billing.read', '1.1.0');
    await sync();
    await withdraw();
    await sync();
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'taken_back' }]);
    expect(await live()).toEqual(first);
    // Another digest is another matter, and what only made room for it was not taken back.
    ask('contacts.read', '1.2.0');
    await sync();
    expect((await waiting())!.version).toBe('1.2.0');
    expect((await view()).notes).toEqual([]);
    ask('contacts.write', '1.3.0');
    await sync();
    ask('contacts.read', '1.2.0');
    await sync();
    expect((await waiting())!.version).toBe('1.2.0');
    // Submitted by hand, what was taken back is before a reviewer again.
    ask('billing.read', '1.1.0');
    await call(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, { manifest_url: drive.manifestUrl });
    await world.work();
    expect((await waiting())!.version).toBe('1.1.0');
    await withdraw();
    await sync();
    expect(await waiting()).toBeUndefined();
  });

  it('leaves a submission of the author alone', async () => {
    const { driveId, drive, overlay, sync, waiting } = await listed();
    overlay.drive = { version: '1.5.0', name: 'Renamed' };
    await call(ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, { manifest_url: drive.manifestUrl });
    await world.work();
    const own = (await waiting())!;
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    await sync();
    expect((await waiting())!.id).toBe(own.id);
  });

  it.each<[string, (overlay: Overlay) => void, string]>([
    ['a lower version', (o) => (o.drive = { version: '0.9.0' }), 'version_lowered'],
    ['another id', (o) => (o.drive = { version: '2.0.0', id: 'somebody-else' }), 'id_changed'],
    ['the other shape', (o) => Object.assign(o, FLAT), 'shape_changed'],
    ['an invalid manifest', (o) => (o['schema_version'] = 'one'), 'invalid'],
  ])('holds %s: the last good version stays live, the author is told once', async (_name, change, kind) => {
    const { owned, overlay, sync, live, view, prompts, first } = await listed();
    change(overlay);
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind }]);
    const mails = await world.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
      [owned.driveId],
    );
    expect(mails).toHaveLength(1);
    for (const key of Object.keys(overlay)) Reflect.deleteProperty(overlay, key);
    overlay.drive = { version: '1.0.0' };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect(await live()).toEqual(first);
  });

  it.each<[string, (overlay: Overlay) => void, string]>([
    [
      'a new permission',
      (o) => (o['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read']),
      'consent',
    ],
    ['a higher price', (o) => (o.drive = { ...o.drive, pricing_tier: 'pro' }), 'commercial'],
    ['another claim', (o) => (o['compliance'] = { frameworks: ['soc2'], data_residency: ['eu'] }), 'compliance'],
    ['an event that is gone', (o) => (o['events_emitted'] = ['install.created']), 'breaking'],
  ])('puts %s before a reviewer, with and without a raised version', async (_name, change, level) => {
    for (const version of ['1.0.0', '1.1.0']) {
      const { overlay, sync, live, prompts, waiting, first } = await listed();
      overlay.drive = { version };
      change(overlay);
      await sync();
      expect(await live()).toEqual(first);
      expect(await prompts()).toEqual([]);
      const submission = (await waiting())!;
      expect(submission.changes.map((one) => one.level)).toContain(level);
      await approve(submission);
      expect(await prompts()).toHaveLength(version === '1.0.0' ? 0 : 1);
    }
  });

  describe('a Drive that', () => {
    const servers: Server[] = [];
    afterEach(async () => {
      for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
    });
    /** Takes the place of a Drive at its own address. */
    async function serve(port: number, answer: Parameters<typeof createServer>[1]): Promise<Server> {
      const server = createServer(answer as never);
      servers.push(server);
      await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
      return server;
    }
    const portOf = (url: string) => Number(new URL(url).port);
    const due = (driveId: string) =>
      world.db.query(`update listings.listings set next_sync_at = clock_timestamp() where drive_id = $1`, [driveId]);
    const poll = async (driveId: string) => {
      await due(driveId);
      await world.app.get(SyncManifestsJob).run();
      await world.work();
    };

    it('moved to another origin is not followed there: the last good version serves, nothing is asked of the new place', async () => {
      const { driveId, drive, sync, live, view, first } = await listed();
      let asked = 0;
      const elsewhere = await serve(0, (_request, response) => {
        asked += 1;
        response.end('{}');
      });
      const { port } = elsewhere.address() as { port: number };
      await drive.close();
      await serve(portOf(drive.manifestUrl), (request, response) => {
        response.writeHead(308, { location: `http://127.0.0.1:${port}${request.url ?? ''}` }).end();
      });
      await sync();
      expect(await live()).toEqual(first);
      expect(asked).toBe(0);
      expect(await view()).toMatchObject({
        state: 'unreachable',
        notes: [
          { kind: 'origin_changed', text: expect.stringContaining(`sends us to http://127.0.0.1:${port}.`) as string },
        ],
      });
      expect((await staff(driveId, 'noted'))?.notes).toMatchObject([{ kind: 'origin_changed' }]);
      // Polled again it is the same: told once, and no need for all the checks.
      const before = await world.events('manifest.sync_requested', driveId);
      await poll(driveId);
      await poll(driveId);
      expect(await world.events('manifest.sync_requested', driveId)).toEqual(before);
      expect(await mailed(driveId, 'cannot follow')).toHaveLength(1);
      expect(asked).toBe(0);
    });

    it('is gone for a day is asked less and less, its author told once, and followed again when it is back', async () => {
      const { driveId, owned, overlay, drive, live, view, first } = await listed();
      const port = portOf(drive.manifestUrl);
      await drive.close();
      const waits: number[] = [];
      for (let i = 0; i < 6; i++) {
        await poll(driveId);
        const [row] = await world.db.query<{ s: number }>(
          `select extract(epoch from next_sync_at - clock_timestamp())::float as s from listings.listings where drive_id = $1`,
          [driveId],
        );
        waits.push(row!.s);
      }
      expect(waits[0]!).toBeLessThan(4 * 60 + 1);
      expect(waits[5]!).toBeGreaterThan(20 * 60);
      expect(waits.every((wait) => wait <= 32 * 60)).toBe(true);
      expect(await live()).toEqual(first);
      expect(await view()).toMatchObject({ state: 'unreachable', notes: [{ kind: 'unreachable' }] });
      expect((await staff(driveId, 'noted'))?.notes).toMatchObject([{ kind: 'unreachable' }]);
      expect(
        await world.db.query(
          `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
          [driveId],
        ),
      ).toHaveLength(1);
      // All checks ran once; after that only the manifest was asked for.
      expect(await world.events('manifest.sync_requested', driveId)).toHaveLength(1);
      overlay.drive = { version: '1.1.0' };
      await world.drive(owned, overlay, port);
      await poll(driveId);
      expect((await live())!.version).toBe('1.1.0');
      expect(await view()).toMatchObject({ state: 'listed', notes: [] });
      expect(await staff(driveId, 'noted')).toBeUndefined();
    });

    it('answers "unchanged" to its ETag is believed for a day, and then read in full again', async () => {
      const { driveId, drive } = await listed();
      const body = await (await fetch(drive.manifestUrl)).text();
      const port = portOf(drive.manifestUrl);
      await drive.close();
      const seen: (string | undefined)[] = [];
      await serve(port, (request, response) => {
        if (request.url === new URL(drive.manifestUrl).pathname) seen.push(request.headers['if-none-match']);
        if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
        else response.writeHead(200, { etag: '"v1"', 'content-type': 'application/json' }).end(body);
      });
      for (let i = 0; i < 3; i++) await poll(driveId);
      expect(seen).toEqual([undefined, '"v1"', '"v1"']);
      await world.db.query(
        `update listings.listings set manifest_read_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
        [driveId],
      );
      await poll(driveId);
      expect(seen[3]).toBeUndefined();
      expect(await world.events('manifest.sync_requested', driveId)).toEqual([]);
    });

    it('drifts away from its manifest is noticed within a day: alarm, badge, and back again', async () => {
      const { driveId, owned, drive, view, live, first } = await listed();
      const history = async () =>
        (
          await world.app.call<ConformanceHistoryView>({
            method: 'GET',
            url: `/api/public/catalogue/${owned.slug}/conformance`,
          })
        ).data;
      expect(await history()).toMatchObject({ state: 'passing', runs: 1, intact: true });
      const body = await (await fetch(drive.manifestUrl)).text();
      const port = portOf(drive.manifestUrl);
      await drive.close();
      const broken = await serve(port, (request, response) => {
        const manifest = request.url === new URL(drive.manifestUrl).pathname;
        response.writeHead(manifest ? 200 : 500, { 'content-type': 'application/json' }).end(manifest ? body : '{}');
      });
      await poll(driveId);
      expect((await history()).runs).toBe(1);
      await world.db.query(
        `update listings.listings set checked_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
        [driveId],
      );
      await poll(driveId);
      expect(await live()).toEqual(first);
      expect((await view()).notes.map((note) => note.kind).sort()).toEqual(['drift', 'invalid']);
      expect(await history()).toMatchObject({ state: 'failing', runs: 2, intact: true });
      expect(await staff(driveId, 'failing')).toMatchObject({
        conformance: { state: 'failing', verified_at: expect.any(String) as string },
        last_synced_at: expect.any(String) as string,
        notes: expect.arrayContaining([expect.objectContaining({ kind: 'drift' })]) as object,
      });
      await poll(driveId);
      expect((await view()).notes.map((note) => note.kind).sort()).toEqual(['drift', 'invalid']);
      expect(
        await world.db.query(
          `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%no longer does%'`,
          [driveId],
        ),
      ).toHaveLength(1);
      servers.splice(servers.indexOf(broken), 1);
      await new Promise((done) => broken.close(done));
      await world.drive(owned, { drive: { version: '1.0.0' } }, port);
      await poll(driveId);
      expect((await view()).notes).toEqual([]);
      const { state, days, intact } = await history();
      expect([state, intact, days.length]).toEqual(['passing', true, 28]);
      expect(days[27]).toMatchObject({ runs: 4, failed: 2 });
    });

    it('is not judged by what was only submitted: badge, days and drift are of the live address until it is published', async () => {
      const { driveId, owned, drive, sync, view } = await listed();
      const history = async () => {
        const url = `/api/public/catalogue/${owned.slug}/conformance`;
        const { state, runs, intact, days } = (await world.app.call<ConformanceHistoryView>({ method: 'GET', url }))
          .data;
        return { state, runs, intact, today: [days[27]!.runs, days[27]!.failed] };
      };
      const submit = async (manifest_url: string) => {
        const url = `/author/drives/${driveId}/submissions`;
        const { data } = await call<SubmissionView>(ada.cookie, 'POST', url, { manifest_url });
        await world.work();
        return (await call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
      };
      const chain = () =>
        world.db.query<{ submission: string | null }>(
          `select body::jsonb->>'submission' as submission from listings.conformance_runs where drive_id = $1 order by seq`,
          [driveId],
        );
      const [{ submission: own }] = (await chain()) as [{ submission: string | null }];
      const other = await world.drive(owned, { drive: { version: '2.0.0' } });
      const failed = await submit(`${other.manifestUrl}/nothing/here`);
      expect(failed.state).toBe('failed');
      expect((await chain()).map((run) => run.submission)).toEqual([own, failed.id]);
      expect(await history()).toMatchObject({ state: 'passing', intact: true, today: [1, 0] });
      const body = await (await fetch(drive.manifestUrl)).text();
      const port = portOf(drive.manifestUrl);
      await drive.close();
      await serve(port, (request, response) => {
        const manifest = request.url === new URL(drive.manifestUrl).pathname;
        response.writeHead(manifest ? 200 : 500, { 'content-type': 'application/json' }).end(manifest ? body : '{}');
      });
      await world.db.query(
        `update listings.listings set checked_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
        [driveId],
      );
      await sync();
      expect((await view()).notes.map((note) => note.kind).sort()).toEqual(['drift', 'invalid']);
      expect(await history()).toEqual({ state: 'failing', runs: 3, intact: true, today: [2, 1] });
      const moved = await submit(other.manifestUrl);
      expect(moved.state).toBe('in_review');
      expect(await history()).toMatchObject({ state: 'failing', today: [2, 1] });
      await approve(moved);
      expect(await history()).toEqual({ state: 'passing', runs: 4, intact: true, today: [3, 1] });
      expect((await chain()).map((run) => run.submission)).toEqual([own, failed.id, null, moved.id]);
    });
  });

  it('the chain of runs cannot be changed, cut or forked, with the service bypassed', async () => {
    const { driveId } = await listed();
    for (const change of ['update listings.conformance_runs set ok = true', 'delete from listings.conformance_runs'])
      await expect(world.db.query(change)).rejects.toMatchObject({ driverError: { code: '42501' } });
    const add = (seq: number, previous: string | null, digest?: string) =>
      world.db.query(
        `insert into listings.conformance_runs (drive_id, seq, ran_at, ok, body, previous, digest)
         values ($1, $2, now(), true, '{}', $3, coalesce($4, encode(sha256(convert_to(coalesce($3, '') || '{}', 'UTF8')), 'hex')))`,
        [driveId, seq, previous, digest ?? null],
      );
    const [head] = await world.db.query<{ digest: string }>(
      'select digest from listings.conformance_runs where drive_id = $1',
      [driveId],
    );
    await expect(add(2, 'f'.repeat(64))).rejects.toMatchObject({
      driverError: { constraint: 'conformance_runs_chain' },
    });
    await expect(add(3, head!.digest)).rejects.toMatchObject({ driverError: { constraint: 'conformance_runs_chain' } });
    await expect(add(2, head!.digest, '0'.repeat(64))).rejects.toMatchObject({
      driverError: { constraint: 'conformance_runs_digest' },
    });
    await expect(add(1, null)).rejects.toMatchObject({ driverError: { constraint: 'conformance_runs_pkey' } });
  });

  it('a run that was changed past all walls shows as a broken chain', async () => {
    const { driveId, owned } = await listed();
    const history = (app = world.app) =>
      app.call<ConformanceHistoryView>({ method: 'GET', url: `/api/public/catalogue/${owned.slug}/conformance` });
    expect((await history()).data).toMatchObject({ runs: 1, intact: true });
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    try {
      await owner.query('alter table listings.conformance_runs disable trigger user');
      await owner.query('alter table listings.conformance_runs drop constraint conformance_runs_digest');
      await owner.query(`update listings.conformance_runs set body = '{"ok":true}' where drive_id = $1`, [driveId]);
      await owner.query('alter table listings.conformance_runs enable trigger user');
    } finally {
      await owner.end();
    }
    // Whoever has told it before tells it again for a minute; another process looks now.
    const other = await world.app.beside();
    expect((await history(other)).data).toMatchObject({ runs: 1, intact: false });
    await other.close();
  });

  it('any instant is shown as it was then: card, permissions, price and claims', async () => {
    const { owned, overlay, sync, waiting } = await listed();
    const entry = async (at?: string) =>
      world.app.call<CatalogueEntryView>({
        method: 'GET',
        url: `/api/public/catalogue/${owned.slug}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`,
      });
    const before = await entry();
    const [{ now }] = (await world.db.query<{ now: Date }>('select platform.portal_now() as now')) as [{ now: Date }];
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0', pricing_tier: 'pro', tagline: 'Now dearer' };
    overlay['compliance'] = { frameworks: ['soc2'], data_residency: ['us'], baa_required: true };
    await sync();
    await approve((await waiting())!);
    const after = await entry();
    expect([after.data.version, after.data.price_label]).toEqual(['1.1.0', '199.00 USD per month']);
    const then = await entry(now.toISOString());
    expect(after.data.compliance).toMatchObject({ frameworks: ['soc2'], data_residency: ['us'], baa_required: true });
    const fixed = ({ version, tagline, price_label, permissions, digest, compliance }: CatalogueEntryView) => ({
      compliance,
      version,
      tagline,
      price_label,
      permissions,
      digest,
    });
    expect(fixed(then.data)).toEqual(fixed(before.data));
    expect(fixed((await entry('2100-01-01T00:00:00Z')).data)).toMatchObject({ version: '1.1.0' });
    expect((await entry('2020-01-01T00:00:00Z')).error).toBe('listing_not_found');
    for (const bad of ['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00'])
      expect((await entry(bad)).error).toBe('invalid_request');
  });

  it('"publish now" pressed twice is one sync until that begins, and authors take turns', async () => {
    const { driveId } = await listed();
    const press = () => call(ada.cookie, 'POST', `/author/drives/${driveId}/sync`);
    for (let i = 0; i < 3; i++) expect((await press()).status).toBe(202);
    expect(await world.events('manifest.sync_requested', driveId)).toHaveLength(1);
    await world.work();
    await press();
    expect(await world.events('manifest.sync_requested', driveId)).toHaveLength(2);
    await world.work();
    const other = await world.author('bob');
    const mine = await Promise.all([listed(), listed(), listed()]);
    await world.db.query(`update listings.listings set next_sync_at = null`);
    await world.db.query(
      `update listings.listings set next_sync_at = clock_timestamp() - interval '1 hour' where drive_id = any($1)`,
      [mine.map((one) => one.driveId)],
    );
    await world.db.query(
      `update listings.listings set next_sync_at = clock_timestamp() - interval '1 minute', org_id = $2 where drive_id = $1`,
      [driveId, other.orgId],
    );
    const taken = await world.app.get(Transactor).run((tx) => world.app.get(ListingsRepository).takeDue(tx, 2));
    expect(taken.map((one) => one.orgId).sort()).toEqual([ada.orgId, other.orgId].sort());
  });

  it('the icon is fetched, written anew and served from our own address only', async () => {
    const { owned, drive } = await listed();
    await world.work();
    const entry = await world.app.call<CatalogueEntryView>({
      method: 'GET',
      url: `/api/public/catalogue/${owned.slug}`,
    });
    expect(entry.data.icon_url).toMatch(/^\/api\/public\/icons\/[0-9a-f]{64}$/);
    const icon = await world.app.call({ method: 'GET', url: entry.data.icon_url! });
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'x-content-type-options': 'nosniff',
    });
    expect(icon.body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    for (const name of ['0'.repeat(64), '..%2f..%2fetc%2fpasswd', 'icon'])
      expect((await world.app.call({ method: 'GET', url: `/api/public/icons/${name}` })).status).toBe(404);

    // Told again, perhaps days later, when the Drive is away: what was fetched stays.
    const [kept] = await world.db.query<{ revision_id: string }>(
      'select i.* from listings.revision_icons i join listings.listings l on l.live_revision_id = i.revision_id where l.slug = $1',
      [owned.slug],
    );
    await drive.close();
    await world.app.get(FetchIcon).execute(kept!.revision_id);
    expect(
      await world.db.query('select * from listings.revision_icons where revision_id = $1', [kept!.revision_id]),
    ).toEqual([kept]);
  });

  it('keeps the last good version while the Drive cannot be reached', async () => {
    const { drive, sync, live, view, first } = await listed();
    await drive.close();
    await sync();
    expect(await live()).toEqual(first);
    expect((await view()).notes).toMatchObject([{ kind: 'unreachable' }]);
  });

  it('comes to the same end when a crash falls behind the stored revision', async () => {
    const { driveId, overlay, live, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = world.app.get(SyncManifest);
    const follow = jest.spyOn(sync['follow'], 'found').mockRejectedValueOnce(new Error('killed here'));
    await expect(sync.execute(driveId)).rejects.toThrow('killed here');
    follow.mockRestore();
    expect((await live())!.version).toBe('1.0.0');
    await sync.execute(driveId);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toHaveLength(1);
    const revisions = await world.db.query('select 1 from listings.revisions where drive_id = $1', [driveId]);
    expect(revisions).toHaveLength(2);
  });

  it('two syncs at once publish once', async () => {
    const { driveId, overlay, prompts } = await listed();
    overlay.drive = { version: '1.1.0' };
    const sync = world.app.get(SyncManifest);
    const results = await Promise.allSettled([sync.execute(driveId), sync.execute(driveId)]);
    expect(results.filter((r) => r.status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    await sync.execute(driveId);
    expect(await prompts()).toHaveLength(1);
  });

  /** A sync whose checks have ended and whose finding is written down only after `meanwhile`. */
  async function overtaken(driveId: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const drive = world.app.get(CheckDrive);
    const checks = drive.execute.bind(drive);
    const slow = jest.spyOn(drive, 'execute').mockImplementationOnce(async (input) => {
      const result = await checks(input);
      await meanwhile();
      return result;
    });
    try {
      return await world.app
        .get(SyncManifest)
        .execute(driveId)
        .catch((error: unknown) => error);
    } finally {
      slow.mockRestore();
    }
  }
  const told = (driveId: string) =>
    world.db.query<{ subject: string }>(
      `select subject from platform.mail_messages where body like '%' || $1 || '%' and subject like any (array['%cannot follow%', '%no longer does%'])`,
      [driveId],
    );

  it('notes and mails nothing about what a later sync found in order meanwhile', async () => {
    const { driveId, owned, overlay, view, live, first } = await listed();
    overlay['schema_version'] = 'one';
    await overtaken(driveId, async () => {
      delete overlay['schema_version'];
      await world.app.get(SyncManifest).execute(driveId);
    });
    expect((await view()).notes).toEqual([]);
    expect(await told(driveId)).toEqual([]);
    expect(await world.events('manifest.held', driveId)).toEqual([]);
    expect(await live()).toEqual(first);
    const history = await world.app.call<ConformanceHistoryView>({
      method: 'GET',
      url: `/api/public/catalogue/${owned.slug}/conformance`,
    });
    expect(history.data).toMatchObject({ state: 'passing', intact: true });
    // Its own word counts again once it is the last to begin.
    overlay['schema_version'] = 'one';
    await world.app.get(SyncManifest).execute(driveId);
    expect((await view()).notes).toMatchObject([{ kind: 'invalid' }]);
    expect(await told(driveId)).toHaveLength(1);
  });

  it('takes back nothing that a later sync found, and looks again when another revision went live meanwhile', async () => {
    const { driveId, overlay, view, live } = await listed();
    overlay.drive = { version: '1.1.0' };
    await overtaken(driveId, async () => {
      overlay['schema_version'] = 'one';
      await world.app.get(SyncManifest).execute(driveId);
    });
    expect((await view()).notes).toMatchObject([{ kind: 'invalid' }]);
    expect((await live())!.version).toBe('1.0.0');

    const other = await listed();
    other.overlay['schema_version'] = 'one';
    const refused = await overtaken(other.driveId, async () => {
      // Published beside the sync, as a reviewer does.
      await world.db.query(`update listings.listings set live_revision_id = $2 where drive_id = $1`, [
        other.driveId,
        await otherRevision(other.driveId),
      ]);
    });
    expect(refused).toMatchObject({ code: 'conflict' });
    expect((await other.view()).notes).toEqual([]);
    expect(await told(other.driveId)).toEqual([]);
  });
  /** One more revision of the Drive, from another address. */
  async function otherRevision(driveId: string): Promise<string> {
    const [row] = await world.db.query<{ id: string }>(
      `insert into listings.revisions select (r).* from (select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'manifest_url', r.manifest_url || '?other')) as r
         from listings.revisions r where r.drive_id = $1 limit 1) copied returning id`,
      [driveId],
    );
    return row!.id;
  }

  it('is polled when due, asks for a sync only when something changed, and not before its next turn', async () => {
    const { driveId, overlay, live } = await listed();
    const job = world.app.get(SyncManifestsJob);
    const requests = () => world.events('manifest.sync_requested', driveId);
    const due = () =>
      world.db.query(`update listings.listings set next_sync_at = clock_timestamp() where drive_id = $1`, [driveId]);
    await due();
    await job.run();
    expect(await requests()).toHaveLength(0);
    overlay.drive = { version: '1.1.0' };
    await job.run();
    expect(await requests()).toHaveLength(0);
    await due();
    await job.run();
    expect(await requests()).toHaveLength(1);
    await world.work();
    expect((await live())!.version).toBe('1.1.0');
  });

  it('checks with the previous secret while the Drive still has only that one', async () => {
    const { driveId, overlay, sync, live } = await listed();
    await world.app
      .get(Transactor)
      .run((tx) =>
        world.app
          .get(SigningKeys)
          .rotate(tx, { driveId, actor: SYSTEM_ACTOR, mode: 'overlap', reason: 'regular rotation' }),
      );
    overlay.drive = { version: '1.1.0' };
    await sync();
    expect((await live())!.version).toBe('1.1.0');
    const keys = await world.app.get(SigningKeys).list(driveId);
    expect(keys.map((key) => [key.version, key.adoptedAt !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it('refuses "publish now" for a Drive that is not live', async () => {
    const owned = await world.reserve(ada, `sync-${++slugs}`);
    expect(await call(ada.cookie, 'POST', `/author/drives/${owned.driveId}/sync`)).toMatchObject({
      status: 409,
      error: 'listing_not_live',
    });
  });
});
