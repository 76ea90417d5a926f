import { ManifestSyncWorld, portOf } from '../../../../test/support/drives/manifest-sync-world.js';
import type { ConformanceHistoryView } from '../conformance/conformance.view.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

describe('a live Drive', () => {
  const following = ManifestSyncWorld.forTests();
  const { call, listed, approve, mailed, staff, serve, poll } = following;

  afterEach(() => following.endServers());

  it('that moved to another origin is not followed there: the last good version is served, and the new origin is not called', async () => {
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
    // Polled again it is the same: noted once, and not all checks are needed.
    const before = await following.world.events('manifest.sync_requested', driveId);
    await poll(driveId);
    await poll(driveId);
    expect(await following.world.events('manifest.sync_requested', driveId)).toEqual(before);
    expect(await mailed(driveId, 'cannot follow')).toHaveLength(1);
    expect(asked).toBe(0);
  });

  it('that is unreachable for a day is polled less often, notifies its author once, and is followed again when it is back', async () => {
    const { driveId, owned, overlay, drive, live, view, first } = await listed();
    const port = portOf(drive.manifestUrl);
    await drive.close();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      await poll(driveId);
      const [row] = await following.db.query<{ s: number }>(
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
      await following.db.query(
        `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
        [driveId],
      ),
    ).toHaveLength(1);
    // All checks ran once; after that only the manifest was asked for.
    expect(await following.world.events('manifest.sync_requested', driveId)).toHaveLength(1);
    overlay.drive = { version: '1.1.0' };
    await following.world.drive(owned, overlay, port);
    await poll(driveId);
    expect((await live())!.version).toBe('1.1.0');
    expect(await view()).toMatchObject({ state: 'listed', notes: [] });
    expect(await staff(driveId, 'noted')).toBeUndefined();
  });

  it('that answers “unchanged” to its ETag is trusted for a day, and then read in full again', async () => {
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
    await following.db.query(
      `update listings.listings set manifest_read_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
      [driveId],
    );
    await poll(driveId);
    expect(seen[3]).toBeUndefined();
    expect(await following.world.events('manifest.sync_requested', driveId)).toEqual([]);
  });

  it('that drifts from its manifest is detected within a day: alarm, badge, and recovery', async () => {
    const { driveId, owned, drive, view, live, first } = await listed();
    const history = async () =>
      (
        await following.app.call<ConformanceHistoryView>({
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
    await following.db.query(
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
      await following.db.query(
        `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%no longer does%'`,
        [driveId],
      ),
    ).toHaveLength(await following.reviewers());
    await new Promise((done) => broken.close(done));
    await following.world.drive(owned, { drive: { version: '1.0.0' } }, port);
    await poll(driveId);
    expect((await view()).notes).toEqual([]);
    const { state, days, intact } = await history();
    expect([state, intact, days.length]).toEqual(['passing', true, 28]);
    expect(days[27]).toMatchObject({ runs: 4, failed: 2 });
  });

  it('with a submitted change is judged by its live address until it is published: badge, days and drift', async () => {
    const { driveId, owned, drive, sync, view } = await listed();
    const history = async () => {
      const url = `/api/public/catalogue/${owned.slug}/conformance`;
      const { state, runs, intact, days } = (await following.app.call<ConformanceHistoryView>({ method: 'GET', url }))
        .data;
      return { state, runs, intact, today: [days[27]!.runs, days[27]!.failed] };
    };
    const submit = async (manifest_url: string) => {
      const url = `/author/drives/${driveId}/submissions`;
      const { data } = await call<SubmissionView>(following.ada.cookie, 'POST', url, { manifest_url });
      await following.world.work();
      return (await call<SubmissionView>(following.ada.cookie, 'GET', `/submissions/${data.id}`)).data;
    };
    const chain = () =>
      following.db.query<{ submission: string | null }>(
        `select body::jsonb->>'submission' as submission from listings.conformance_runs where drive_id = $1 order by seq`,
        [driveId],
      );
    const [{ submission: own }] = (await chain()) as [{ submission: string | null }];
    const other = await following.world.drive(owned, { drive: { version: '2.0.0' } });
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
    await following.db.query(
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

  it('keeps the last good version while it cannot be reached', async () => {
    const { drive, sync, live, view, first } = await listed();
    await drive.close();
    await sync();
    expect(await live()).toEqual(first);
    expect((await view()).notes).toMatchObject([{ kind: 'unreachable' }]);
  });
});
