import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DemoPersons } from '@portal/identity';
import { insertLiveDrive } from '../../../../test/support/database/inserted-drives.js';
import { insertInstall, type InsertedVenture } from '../../../../test/support/database/inserted-installs.js';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { PollInstalls } from '../polling/poll-installs.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { EnsureDemoTenants } from '../tenants/ensure-demo-tenants.js';
import type { PluginEvidenceView } from './http/evidence.view.js';
import type { DriveHistoryView, InstallHistoryView } from './read/history.view.js';
import { stepOf } from './domain/response-time.js';
import { RollUpHistory } from './roll-up-history.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = { minute: MINUTE, hour: HOUR, day: DAY };
const PERIOD = 5 * MINUTE;

interface Point {
  subject: string;
  name: string;
  at: number;
  value: number;
}

function groups<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

/** The history of the points, as computed by a plain program. */
function reference(points: readonly Point[]): Map<string, object> {
  const rows = new Map<string, object>();
  for (const [step, ms] of Object.entries(STEPS)) {
    const parts = groups(
      points,
      ({ subject, name, at }) => `${subject} ${name} ${step} ${new Date(at - (at % ms)).toISOString()}`,
    );
    for (const [key, of] of parts) {
      const values = of.map(({ value }) => value);
      const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
      const periods = [...groups(of, ({ at }) => Math.floor(at / PERIOD)).values()];
      rows.set(key, {
        points: of.length,
        total: sum(values),
        least: Math.min(...values),
        most: Math.max(...values),
        periods: periods.length,
        means: expect.closeTo(sum(periods.map((one) => sum(one.map(({ value }) => value)) / one.length)), 6),
      });
    }
  }
  return rows;
}

describe('the history of installs', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535' }, [InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let operator: string;

  const rollUp = (): Promise<void> => world.app.get(RollUpHistory).execute();
  const call = <T = Record<string, unknown>>(as: string | undefined, url: string) =>
    world.app.call<T>({ method: 'GET', url, ...(as === undefined ? {} : { as }) });

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    await world.app.get(EnsureDemoTenants).execute();
    ada = await world.author('ada');
    operator = await world.app.demo('operator');
  });

  const clear = (): Promise<unknown> =>
    world.db.query(`with a as (delete from installs.history_points), b as (delete from installs.history) select 1`);

  async function add(points: readonly Point[], kind = 'metric'): Promise<void> {
    await world.db.query(
      `insert into installs.history_points (kind, subject_id, name, at, value)
       select $2, x.subject, x.name, to_timestamp(x.at / 1000.0), x.value from jsonb_to_recordset($1) as x(subject uuid, name text, at bigint, value float8)`,
      [JSON.stringify(points), kind],
    );
  }

  async function kept(): Promise<Map<string, object>> {
    const rows = await world.db.query<{ key: string; at: Date } & Record<string, unknown>>(
      `select subject_id || ' ' || name || ' ' || step as key, at, points::int, total, least, most, periods, means from installs.history`,
    );
    return new Map(rows.map(({ key, at, ...row }) => [`${key} ${at.toISOString()}`, row]));
  }

  describe('down-sampling', () => {
    const subjects = [randomUUID(), randomUUID()];
    // Eighths, of which sums are exact. Within thirty hours, so that minutes, hours and both days are met repeatedly.
    const point = fc.record({
      subject: fc.constantFrom(...subjects),
      name: fc.constantFrom('a', 'b'),
      ago: fc.oneof(fc.integer({ min: 0, max: 30 * HOUR }), fc.integer({ min: 0, max: 10 * MINUTE })),
      value: fc.integer({ min: -8_000, max: 8_000 }).map((eighths) => eighths / 8),
    });
    const batches = fc.array(
      fc.record({ points: fc.array(point, { maxLength: 60 }), workers: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );

    it('equals what a plain program computes from all points, in any order, with any number of workers', async () => {
      await fc.assert(
        fc.asyncProperty(batches, async (rounds) => {
          await clear();
          const now = Date.now();
          const all: Point[] = [];
          for (const { points, workers } of rounds) {
            const batch = points.map(({ ago, ...rest }) => ({ ...rest, at: now - ago }));
            all.push(...batch);
            await add(batch);
            await Promise.all(Array.from({ length: workers }, rollUp));
          }
          expect(await kept()).toEqual(reference(all));
          expect(await world.db.query('select 1 from installs.history_points')).toEqual([]);
        }),
        { numRuns: 12 },
      );
    });

    it('counts points that are committed late with a lower number', async () => {
      await clear();
      const now = Date.now();
      const [late, first] = [0, 1].map((value) => ({ subject: subjects[0]!, name: 'a', at: now, value }));
      await add([late!, first!]);
      // As a transaction would that took its number first and is still open.
      const [held] = await world.db.query<{ seq: string }>(
        `delete from installs.history_points where seq = (select min(seq) from installs.history_points) returning seq`,
      );
      await rollUp();
      await world.db.query(
        `insert into installs.history_points (seq, kind, subject_id, name, at, value) overriding system value select $1, 'metric', $2, 'a', to_timestamp($3::bigint / 1000.0), 0`,
        [held!.seq, subjects[0], now],
      );
      await rollUp();
      expect(await kept()).toEqual(reference([late!, first!]));
    });

    it('keeps each step for its days, and whole hours and days', async () => {
      await clear();
      const now = Date.now();
      const at = [1, 3, 30, 40, 390, 410].map((days) => now - days * DAY);
      await world.db.query(
        `insert into installs.history (subject_id, kind, name, step, at, points, total, least, most, periods, means)
         select $1, 'metric', 'a', step, to_timestamp(t / 1000.0), 1, 1, 1, 1, 1, 1 from unnest($2::bigint[]) t, unnest(array['minute', 'hour', 'day']) step`,
        [subjects[0], at],
      );
      await rollUp();
      const left = await world.db.query<{ step: string; days: number[] }>(
        `select step, array_agg(round(extract(epoch from clock_timestamp() - at) / 86400)::int order by at desc) as days from installs.history group by step order by step`,
      );
      expect(left).toEqual([
        { step: 'day', days: [1, 3, 30, 40, 390] },
        { step: 'hour', days: [1, 3, 30] },
        { step: 'minute', days: [1] },
      ]);
    });
  });

  describe('the readings', () => {
    let drive: OwnedDrive;
    const ids: string[] = [];
    /** Answers of the Drive by endpoint. */
    const answers: Record<string, [number, object]> = {};

    beforeAll(async () => {
      await clear();
      drive = await world.reserve(ada, 'with-history');
      const { origin } = await world.serve((request, response) => {
        const what = /\/(\w+)(?:\?|$)/.exec(request.url!)![1]!;
        const [status, data] = answers[what] ?? [200, { events: [], status: 'ok' }];
        const meta = { version: 'v1', generated_at: new Date().toISOString() };
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ok: true, data, meta }));
      });
      const revisionId = await insertLiveDrive(world.app, ada.orgId, drive, { origin });
      const ventures = await world.db.query<InsertedVenture>(
        `select tenant_id as "tenantId", id as "ventureId" from installs.ventures where external_id = any($1)`,
        [['northwind-journal', 'northwind-shop']],
      );
      for (const venture of ventures) ids.push(await insertInstall(world.app, revisionId, venture));
    });

    const setState = (state: string): Promise<unknown> =>
      world.db.query('update listings.listings set state = $2 where drive_id = $1', [drive.driveId, state]);

    async function poll(): Promise<{ kind: string; name: string; subject_id: string; value: number }[]> {
      await world.db.query(
        `with r as (delete from installs.readings), p as (update installs.drive_polls set due_at = '-infinity', slow = false),
           h as (delete from installs.history_points) update installs.installs set next_poll_at = '-infinity'`,
      );
      await world.app.get(PollInstalls).execute('usual');
      return world.db.query(
        'select kind, name, subject_id, value from installs.history_points order by kind, name, subject_id = $1 desc',
        [ids[0]],
      );
    }
    const calls = (name: string, value: number) => ({ kind: 'call', name, subject_id: drive.driveId, value });

    it('count every call once for its Drive, health once for all installs, and figures for the install', async () => {
      expect(ids).toHaveLength(2);
      answers['metrics'] = [200, { articles: 7, note: 'seven' }];
      expect(await poll()).toEqual([
        ...ids.map(() => calls('events', 1)),
        calls('health', 1),
        ...ids.map(() => calls('metrics', 1)),
        ...ids.map((id) => ({ kind: 'metric', name: 'articles', subject_id: id, value: 7 })),
      ]);
    });

    it('follow at most a hundred figures of an install, however many names its Drive invents', async () => {
      await poll();
      for (let n = 0; n < 7; n += 1) {
        answers['metrics'] = [200, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`figure_${n}_${i}`, i]))];
        await world.db.query(`with p as (update installs.drive_polls set due_at = '-infinity', slow = false),
          r as (update installs.readings set due_at = '-infinity') update installs.installs set next_poll_at = '-infinity'`);
        await world.app.get(PollInstalls).execute('usual');
      }
      const names = await world.db.query('select distinct name from installs.history_points where subject_id = $1', [
        ids[0],
      ]);
      expect(names).toHaveLength(100);
    });

    it('count a failing endpoint against itself alone, and no used-up quota or refused token', async () => {
      answers['metrics'] = [500, {}];
      answers['events'] = [402, {}];
      expect(await poll()).toEqual([
        ...ids.map(() => calls('events', 1)),
        calls('health', 1),
        ...ids.map(() => calls('metrics', 0)),
      ]);
      answers['metrics'] = [401, {}];
      delete answers['events'];
      expect(await poll()).toEqual([...ids.map(() => calls('events', 1)), calls('health', 1)]);
    });

    it('are shown to operators with figures, to the author without, and to nobody else', async () => {
      await clear();
      const now = Date.now();
      const points = (subject: string, name: string, value: (n: number) => number) =>
        Array.from({ length: 300 }, (_, n) => ({ subject, name, at: now - n * PERIOD, value: value(n) }));
      await add(points(ids[0]!, 'articles', (n) => n));
      await add(
        [...points(drive.driveId, 'health', () => 1), ...points(drive.driveId, 'metrics', (n) => (n % 10 > 0 ? 1 : 0))],
        'call',
      );
      await rollUp();
      const shown = await call<InstallHistoryView>(operator, `/api/v1/operator/installs/${ids[0]}/history`);
      expect([shown.status, shown.error]).toEqual([200, undefined]);
      const [health, metrics, events] = shown.data.endpoints;
      expect([health?.share, health?.budget_used, events?.share, events?.points]).toEqual([1, 0, null, []]);
      expect(metrics?.share).toBeCloseTo(0.9, 2);
      expect(metrics?.budget_used).toBeCloseTo(20, 0);
      expect(shown.data.metrics.map(({ name }) => name)).toEqual(['articles']);
      expect(shown.data.metrics[0]!.points.length).toBeGreaterThanOrEqual(96);
      expect(shown.data.metrics[0]!.points.at(-1)).toMatchObject({ least: 0 });
      for (const range of ['month', 'year'])
        expect((await call(operator, `/api/v1/operator/installs/${ids[0]}/history?range=${range}`)).status).toBe(200);
      const url = `/api/v1/author/drives/${drive.driveId}/history`;
      const own = await call<DriveHistoryView>(ada.cookie, `${url}?range=month`);
      expect(own.data.endpoints.map(({ endpoint, share }) => [endpoint, share === null])).toEqual([
        ['health', false],
        ['metrics', false],
        ['events', true],
      ]);
      expect(own.body).not.toContain('articles');
    });

    it('have evidence for everybody while the Drive is listed, and none at another address', async () => {
      const { data } = await call<PluginEvidenceView>(undefined, `/api/public/catalogue/${drive.slug}/evidence`);
      expect(data).toMatchObject({ accepted: [], answered_share: 1 });
      // Measured at the polls above.
      const { count } = (
        await world.db.query<{ count: number }>(
          'select sum(calls)::int as count from installs.response_times where drive_id = $1',
          [drive.driveId],
        )
      )[0]!;
      expect(count).toBeGreaterThan(0);
      expect(data.response_time).toMatchObject({ answers: count });
      // 90 answers of 100 ms, 10 of a second; older ones do not count.
      await world.db.query(
        `with old as (delete from installs.response_times where drive_id = $1)
         insert into installs.response_times select $1, (platform.portal_now() at time zone 'UTC')::date - x.ago, x.step, x.calls
         from (values (0, $2::int, 90), (27, $3::int, 10), (28, 0, 1000)) x (ago, step, calls)`,
        [drive.driveId, stepOf(100), stepOf(1_000)],
      );
      const measured = (await call<PluginEvidenceView>(undefined, `/api/public/catalogue/${drive.slug}/evidence`)).data;
      expect(measured.response_time?.answers).toBe(100);
      expect(measured.response_time!.median_ms / 100).toBeCloseTo(1, 1);
      expect(measured.response_time!.p95_ms / 1_000).toBeCloseTo(1, 1);
      await world.db.query('delete from installs.response_times where drive_id = $1', [drive.driveId]);
      expect(
        (await call<PluginEvidenceView>(undefined, `/api/public/catalogue/${drive.slug}/evidence`)).data.response_time,
      ).toBeNull();
      expect(data.claims).toContainEqual({ text: 'Keeps data in eu', proven_until: null });
      // Listed here without a publication.
      expect(data.versions).toEqual([]);
      expect((await call(undefined, '/api/public/catalogue/no-such-plugin/evidence')).status).toBe(404);
    });

    it('have a badge while the Drive is listed, which claims nothing from too little data', async () => {
      const url = `/api/public/catalogue/${drive.slug}/badge.svg`;
      await setState('paused');
      expect(await call(undefined, url)).toMatchObject({ status: 404, error: 'listing_not_found' });
      await setState('listed');
      const badge = await call(undefined, url);
      expect(badge.body).toContain('<title>answers, 28 days: 100.00 %</title>');
      expect(badge.headers).toMatchObject({
        'cache-control': 'public, max-age=300',
        'content-type': 'image/svg+xml; charset=utf-8',
      });
      await clear();
      expect((await call(undefined, url)).body).toContain('not enough data yet');
    });

    it('have a card as a picture, of which an unchanged one is not sent again', async () => {
      const url = `/api/public/catalogue/${drive.slug}/card.svg`;
      await setState('paused');
      expect(await call(undefined, url)).toMatchObject({ status: 404, error: 'listing_not_found' });
      await setState('listed');
      const card = await call(undefined, url);
      expect(card.body).toContain('<title>');
      expect(card.headers).toMatchObject({
        'cache-control': 'public, max-age=300',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      });
      await world.app.byOwner(
        `update listings.listings set checks = '{"total":136,"passed":132,"warned":0,"failed":4,"errored":0,"observed":0,"not_run":0,"waiting":0,"accepted":4,"accepted_on":"2027-05-03"}' where slug = $1`,
        [drive.slug],
      );
      const accepted = await call(undefined, url);
      for (const text of [
        '132 of 136 checks passed, 0 warned, 4 failed',
        '4 of 136 checks failed, accepted on 3 May 2027 by exception',
      ])
        expect(accepted.body).toContain(text);
      expect((await call(undefined, url.replace('card', 'badge'))).body).toContain(
        '; 4 of 136 checks failed, accepted on 3 May 2027 by exception</title>',
      );
      const headers = { 'if-none-match': String(accepted.headers.etag) };
      expect(await world.app.call({ method: 'GET', url, headers })).toMatchObject({ status: 304, body: '' });
    });
  });
});
