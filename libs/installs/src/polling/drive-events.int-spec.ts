import { randomUUID } from 'node:crypto';
import { encodeCursor } from '@portal/kernel';
import { ObservedUse } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { Client } from 'pg';
import type { ListingsWorld } from '../../../../test/support/drives/listings.js';
import { said, type Answering } from '../../../../test/support/drives/scripted-drive.js';
import { ScriptedWorld } from '../../../../test/support/drives/scripted-world.js';
import type { DriveEventView } from './drive-events.view.js';
import { DriveEventsRepository, type DriveEventRow } from './drive-events.repository.js';
import { EventFeedsRepository } from './event-feeds.repository.js';
import { RefreshInstall } from './refresh-install.js';
import type { EventCountView, EventDaysView } from './drive-events.view.js';
import { PurgeEvents } from './purge-events.js';

const DAY = 86_400_000;
const NOBODY = '01990000-0000-7000-8000-000000000000';

describe('events of Drives', () => {
  const scripted = ScriptedWorld.forTests();
  let world: ListingsWorld;
  let admin: string;

  beforeAll(async () => {
    ({ world } = scripted);
    admin = await world.app.demo('admin');
  });
  beforeEach(() =>
    world.db.query('delete from installs.drive_events').then(() => world.db.query('delete from installs.event_counts')),
  );

  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => world.db.query<T>(text, params);
  const get = <T>(as: string, url: string) => world.app.ask<T>(as, 'GET', `/${url}`);
  const row = (id: string, more: Partial<DriveEventRow> = {}): DriveEventRow => ({
    identity: `id:${id}`,
    digest: id.padEnd(64, '0'),
    kind: 'content.published',
    tsMs: Date.now(),
    payload: { id },
    quarantine: null,
    named: true,
    ...more,
  });
  const store = (installId: string, rows: DriveEventRow[]) =>
    world.app.get(Transactor).run((tx) => world.app.get(DriveEventsRepository).store(tx, installId, rows));
  const purge = () => world.app.get(PurgeEvents).execute();
  const stored = (installId: string) =>
    sql<{ identity: string; quarantine: string | null }>(
      'select identity, quarantine from installs.drive_events where install_id = $1 order by seq',
      [installId],
    );
  const counts = () =>
    sql<{ day: string; kind: string; events: string; kept_apart: string }>(
      'select day::text, kind, events, kept_apart from installs.event_counts where drive_id = $1 order by day, kind',
      [scripted.owned.driveId],
    );
  /** An install of which nothing else is known. */
  const bare = async (): Promise<string> => {
    const id = await scripted.wished();
    const other = randomUUID();
    await world.app.byOwner(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount, operator_email, failure)
       select $2, tenant_id, venture_id, drive_id, org_id, 'failed', revision_id, digest, version, origin, '{}', '{}', 0, operator_email, 'x'
       from installs.installs where id = $1`,
      [id, other],
    );
    return other;
  };
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  describe('storing events', () => {
    it('stores an event once, and quarantines one that changed after emission, within one answer and across answers', async () => {
      const id = await scripted.wished();
      const changed = row('a', { digest: 'b'.repeat(64) });
      expect(await store(id, [row('a'), row('a'), changed])).toMatchObject({ fresh: 2 });
      expect(await store(id, [row('a'), changed, row('a', { digest: 'c'.repeat(64) })])).toMatchObject({ fresh: 1 });
      expect((await stored(id)).map(({ quarantine }) => quarantine)).toEqual([
        null,
        'changed_after_emission',
        'changed_after_emission',
      ]);
    });

    it('keeps more than fits in one statement exactly once, even when two workers store it concurrently', async () => {
      const id = await scripted.wished();
      const rows = Array.from({ length: 2_500 }, (_, i) => row(`e${i}`));
      const both = await Promise.all([store(id, rows), store(id, rows)]);
      expect(both[0].fresh + both[1].fresh).toBe(2_500);
      expect(await counts()).toMatchObject([{ events: '2500', kept_apart: '0' }]);
    });

    it('is refused for an install that does not exist; one that has events keeps its id and cannot be deleted', async () => {
      const refused = { code: '23503', constraint: 'events_of_installs' };
      const id = await bare();
      await expect(store(NOBODY, [row('a')])).rejects.toMatchObject(refused);
      await store(id, [row('a')]);
      await expect(sql('update installs.drive_events set install_id = $1', [NOBODY])).rejects.toMatchObject(refused);
      await expect(
        world.app.byOwner('update installs.installs set id = $2 where id = $1', [id, NOBODY]),
      ).rejects.toMatchObject({ code: '23503' });
      await expect(world.app.byOwner('delete from installs.installs where id = $1', [id])).rejects.toMatchObject(
        refused,
      );
      await sql('delete from installs.drive_events');
      await world.app.byOwner('delete from installs.installs where id = $1', [id]);
    });

    it('prevents that an install is deleted while its first event is being stored', async () => {
      const id = await bare();
      const clients = [1, 2, 3].map(() => new Client({ connectionString: world.app.database.url }));
      const [reader, owner, watcher] = clients;
      await Promise.all(clients.map((client) => client.connect()));
      try {
        await reader!.query('begin');
        await reader!.query(
          `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload) values ($1, 'id:a', 'd', 'a.b', now(), '{}')`,
          [id],
        );
        const deleted = expect(owner!.query(`delete from installs.installs where id = '${id}'`)).rejects.toMatchObject({
          code: '23503',
          constraint: 'events_of_installs',
        });
        const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%${id}%' and pid <> pg_backend_pid()`;
        while ((await watcher!.query(waits)).rows.length === 0);
        await reader!.query('commit');
        await deleted;
      } finally {
        await Promise.all(clients.map((client) => client.end()));
      }
      expect(await stored(id)).toHaveLength(1);
    });

    it('returns which kinds are new, without those that do not count', async () => {
      const id = await scripted.wished();
      const rows = [row('a'), row('b', { kind: 'x.y', quarantine: 'kind_not_listed' })];
      expect([...(await store(id, rows)).kinds]).toEqual(['content.published']);
      expect([...(await store(id, rows)).kinds]).toEqual([]);
    });
  });

  describe('the retention of events', () => {
    const old = Date.now() - 402 * DAY;

    it('deletes older events, even more than fit in one transaction, and never stores them again', async () => {
      const id = await scripted.wished();
      await sql(
        `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload)
         select $1, 'id:old' || g, 'd', 'content.published', to_timestamp($2::float8 / 1000), '{}' from generate_series(1, 12000) g`,
        [id, old],
      );
      await store(id, [row('young')]);
      await purge();
      expect(await stored(id)).toMatchObject([{ identity: 'id:young' }]);
      expect(await store(id, [row('old1', { tsMs: old, digest: 'd' }), row('young')])).toMatchObject({ fresh: 0 });
      expect(await counts()).toMatchObject([
        { day: day(old), events: '12000' },
        { day: day(Date.now()), events: '1' },
      ]);
    });

    it('deletes events only after it has stopped storing them, so that none at the border counts as new again', async () => {
      const id = await scripted.wished();
      const border = row('border', { tsMs: Date.now() - 400 * DAY - 3_600_000 });
      expect(await store(id, [border])).toMatchObject({ fresh: 0 });
      await sql(
        `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload) values ($1, 'id:border', $3, 'content.published', to_timestamp($2::float8 / 1000), '{}')`,
        [id, border.tsMs, border.digest],
      );
      await purge();
      expect(await stored(id)).toHaveLength(1);
    });

    it('deletes the counts of kinds of which nothing counted with the events', async () => {
      const id = await scripted.wished();
      await sql(
        `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload, quarantine)
         values ($1, 'id:1', 'd', 'made.up', to_timestamp($2::float8 / 1000), '{}', 'kind_not_listed'), ($1, 'id:2', 'd', 'content.published', to_timestamp($2::float8 / 1000), '{}', null)`,
        [id, old],
      );
      expect(await counts()).toHaveLength(2);
      await purge();
      expect(await counts()).toMatchObject([{ kind: 'content.published', events: '1', kept_apart: '0' }]);
    });
  });

  describe('counts of events', () => {
    it('are listed by day and kind, page by page', async () => {
      const [one, other] = [await scripted.wished(), await scripted.wished()];
      const now = Date.now();
      await store(one, [
        row('a'),
        row('b', { tsMs: now - 2 * DAY }),
        row('c', { kind: 'install.created' }),
        row('d', { quarantine: 'kind_not_listed' }),
      ]);
      await store(other, [row('a')]);
      const base = `author/drives/${scripted.owned.driveId}/installs/event-counts`;
      const all = await get<{ items: EventCountView[]; next_cursor: string | null }>(scripted.author.cookie, base);
      const expected = [
        {
          day: day(now),
          type: 'content.published',
          events: 2,
          kept_apart: 1,
          not_stored: 0,
          reasons: [{ reason: 'kind_not_listed', events: 1 }],
        },
        { day: day(now), type: 'install.created', events: 1, kept_apart: 0, not_stored: 0, reasons: [] },
        { day: day(now - 2 * DAY), type: 'content.published', events: 1, kept_apart: 0, not_stored: 0, reasons: [] },
      ];
      expect(all.data.items).toEqual(expected);
      const pages: EventCountView[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: typeof all = await get(scripted.author.cookie, `${base}?limit=1${cursor && `&cursor=${cursor}`}`);
        pages.push(...page.data.items);
        cursor = page.data.next_cursor;
      }
      expect(pages).toEqual(expected);
      const some = async (query: string) =>
        (await get<{ items: EventCountView[] }>(scripted.author.cookie, `${base}?${query}`)).data.items;
      expect(await some('type=install_created')).toEqual([expected[1]]);
      expect(await some(`to=${day(now - DAY)}`)).toEqual([expected[2]]);
      expect(await some(`from=${day(now)}`)).toEqual(expected.slice(0, 2));
      expect((await get(scripted.author.cookie, `${base}?from=2026-02-30`)).status).toBe(400);
      for (const cursor of [
        'x',
        encodeCursor(['1']),
        encodeCursor(['2026-02', 'k']),
        encodeCursor(['2026-13-01', 'k']),
      ])
        expect((await get(scripted.author.cookie, `${base}?cursor=${cursor}`)).error).toBe('invalid_cursor');
      expect((await world.app.get(ObservedUse).ofDrive(scripted.owned.driveId)).events).toMatchObject([
        { kind: 'content.published', count: 3, quarantined: 1 },
        { kind: 'install.created', count: 1, quarantined: 0 },
      ]);
    });

    const reasons = async () =>
      (
        await get<{ items: EventCountView[] }>(
          scripted.author.cookie,
          `author/drives/${scripted.owned.driveId}/installs/event-counts`,
        )
      ).data.items.flatMap((one) => one.reasons);

    it('include the reasons why quarantined events do not count', async () => {
      const id = await scripted.wished();
      await store(id, [
        row('a'),
        row('a', { digest: 'b'.repeat(64) }),
        row('b', { quarantine: 'kind_not_listed' }),
        row('c', { quarantine: 'kind_not_listed' }),
      ]);
      expect(await reasons()).toEqual([
        { reason: 'kind_not_listed', events: 2 },
        { reason: 'changed_after_emission', events: 1 },
      ]);
    });

    it('are returned per day for all kinds or one, including days without any', async () => {
      const id = await scripted.wished();
      const now = Date.now();
      await store(id, [
        row('a'),
        row('b', { kind: 'install.created' }),
        row('c', { quarantine: 'kind_not_listed' }),
        row('d', { tsMs: now - 2 * DAY }),
        row('e', { tsMs: now - 100 * DAY }),
      ]);
      const base = `author/drives/${scripted.owned.driveId}/installs/event-days`;
      const days = async (query: string) => (await get<EventDaysView>(scripted.author.cookie, `${base}?${query}`)).data;
      const month = await days('');
      const start = (ms: number) => `${day(ms)}T00:00:00.000Z`;
      expect(month.days).toHaveLength(28);
      expect(month).toMatchObject({ from: start(now - 27 * DAY), to: start(now + DAY) });
      expect(month.days.slice(-3)).toEqual([
        { at: start(now - 2 * DAY), events: 1, kept_apart: 0, not_stored: 0 },
        { at: start(now - DAY), events: 0, kept_apart: 0, not_stored: 0 },
        { at: start(now), events: 2, kept_apart: 1, not_stored: 0 },
      ]);
      const all = ({ days: of }: EventDaysView) => of.reduce((sum, { events }) => sum + events, 0);
      expect(all(await days('period=year'))).toBe(4);
      expect((await days('type=install_created')).days.at(-1)).toMatchObject({ events: 1, kept_apart: 0 });
    });

    it('assign events that name nobody to no tenant', async () => {
      const id = await scripted.wished();
      await store(id, [
        row('a'),
        row('b', { named: false }),
        row('c', { named: false, quarantine: 'kind_not_listed' }),
      ]);
      const verdict = { shared: true, comparedWith: 'stranger' } as const;
      await world.app
        .get(Transactor)
        .run((tx) => world.app.get(EventFeedsRepository).judge(tx, scripted.owned.driveId, verdict));
      expect(await counts()).toMatchObject([{ events: '1', kept_apart: '2' }]);
      expect(await reasons()).toEqual([{ reason: 'unattributed', events: 2 }]);
      await world.app.byOwner('delete from installs.event_feeds');
    });
  });

  describe('lists of an install’s events', () => {
    type Events = { items: DriveEventView[]; next_cursor: string | null };
    const ids = ({ items }: Events) => items.map(({ payload }) => (payload as { id: string }).id);
    const list = async (installId: string, query = '') =>
      (await get<Events>(scripted.operator, `operator/installs/${installId}/events?${query}`)).data;
    async function pages(installId: string, query: string, between: () => Promise<unknown>): Promise<string[]> {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Events = await list(installId, `${query}&limit=3${cursor && `&cursor=${cursor}`}`);
        seen.push(...ids(page));
        cursor = page.next_cursor;
        await between();
      }
      return seen;
    }

    it('show each once, page by page, even with equal times and while others arrive', async () => {
      const id = await scripted.wished();
      const at = Date.now();
      const names = Array.from({ length: 10 }, (_, i) => `e${i}`);
      await store(
        id,
        names.map((name) => row(name, { tsMs: at })),
      );
      let more = 0;
      // Later ones with an earlier, the same and a later time.
      const coming = () =>
        store(
          id,
          [-DAY, 0, 1].map((by) => row(`late${(more += 1)}`, { tsMs: at + by })),
        );
      expect(await pages(id, 'order=newest', coming)).toEqual([...names].reverse());
      const oldest = await pages(id, 'order=oldest', () => Promise.resolve());
      expect(oldest.slice(0, 10)).toEqual(names);
      expect(new Set(oldest).size).toBe(10 + more);
    });

    it('are filtered by kind, in any of its spellings, and by time', async () => {
      const id = await scripted.wished();
      const at = Date.now() - DAY;
      await store(id, [
        row('a', { tsMs: at }),
        row('b', { tsMs: at + 1_000 }),
        row('c', { tsMs: at + 2_000, kind: 'install.created' }),
      ]);
      const iso = (ms: number) => new Date(ms).toISOString();
      expect(ids(await list(id, 'type=install_created'))).toEqual(['c']);
      expect(ids(await list(id, `from=${iso(at + 1_000)}`))).toEqual(['c', 'b']);
      expect(ids(await list(id, `to=${iso(at + 1_000)}`))).toEqual(['a']);
      expect(ids(await list(id, `from=${iso(at)}&to=${iso(at + 2_000)}&order=oldest`))).toEqual(['a', 'b']);
      expect(ids(await list(id, 'type=no.such'))).toEqual([]);
      const host = await get<Events>(admin, `host/installs/${id}/events?type=content.published&order=oldest&limit=1`);
      expect(ids(host.data)).toEqual(['a']);
      expect(host.data.next_cursor).not.toBeNull();
    });

    it('refuse a cursor of another list', async () => {
      const id = await scripted.wished();
      await store(id, [row('a')]);
      const bad = [
        'x',
        encodeCursor([]),
        encodeCursor(['a']),
        encodeCursor(['1', '2']),
        encodeCursor(['9'.repeat(30)]),
        encodeCursor([-1]),
      ];
      for (const cursor of bad)
        expect(await get(admin, `host/installs/${id}/events?cursor=${cursor}`)).toMatchObject({
          status: 400,
          error: 'invalid_cursor',
        });
    });
  });

  describe('the event that subprocessors changed', () => {
    it('triggers a read of the list, at the earliest ten minutes after the last one', async () => {
      // The installs of the other tests are answered here as well.
      const gives: Answering = (response) => {
        const given = said({ install_id: `i-${randomUUID()}`, scoped_token: 'dst_1' });
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given));
      };
      scripted.drive.will({ POST: [gives], GET: [[200, said({})]] });
      const id = await scripted.wished();
      await world.work();
      const { driveId } = scripted.owned;
      // A version that emits it.
      const revisionId = randomUUID();
      await sql(
        `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
         select $1::uuid, drive_id, encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), '1.1.0', shape, manifest_url, origin, convert_to($1::text, 'UTF8'),
           jsonb_set(manifest, '{eventsEmitted}', '["subprocessor.updated"]') from listings.revisions where drive_id = $2`,
        [revisionId, driveId],
      );
      await world.app.byOwner('update installs.installs set revision_id = $2 where id = $1', [id, revisionId]);
      await sql(
        `insert into listings.subprocessor_lists (drive_id, url, next_read_at) values ($1, 'https://a.example/list', clock_timestamp() + interval '5 hours')`,
        [driveId],
      );
      const waits = () =>
        world.value<number>(
          `select extract(epoch from next_read_at - clock_timestamp())::float8 from listings.subprocessor_lists where drive_id = $1`,
          [driveId],
        );
      const emit = async (type: string) => {
        const events = [{ id: randomUUID(), type, ts: Date.now(), payload: { install_id: id } }];
        scripted.drive.will({ GET: [[200, said({ events })]] });
        expect(await world.app.get(RefreshInstall).execute(id)).toMatchObject({ eventsNew: 1 });
      };
      await emit('made.up');
      expect(await waits()).toBeGreaterThan(3_600);
      await emit('subprocessor.updated');
      expect(await waits()).toBeLessThanOrEqual(0);
      await sql(
        `update listings.subprocessor_lists set read_at = clock_timestamp(), next_read_at = clock_timestamp() + interval '5 hours'`,
      );
      await emit('subprocessor.updated');
      const soon = await waits();
      expect(soon).toBeGreaterThan(0);
      expect(soon).toBeLessThanOrEqual(600);
    });
  });

  // The last one, because the test clock only moves forward.
  it('are counted by the days of machines, however far a test clock is set ahead', async () => {
    await store(await scripted.wished(), [row('a')]);
    await sql('update platform.test_clock set offset_ms = offset_ms + $1', [90 * DAY]);
    const base = `author/drives/${scripted.owned.driveId}/installs/event-days`;
    const { data } = await get<EventDaysView>(scripted.author.cookie, base);
    expect(data.days.at(-1)).toMatchObject({ at: `${day(Date.now())}T00:00:00.000Z`, events: 1 });
  });
});
