import { randomUUID } from 'node:crypto';
import { CALLER_ROLE, createDataSource, Database } from '@portal/platform/database';
import { ClockOffset, gaugeCatalogue, ProductGauges } from '@portal/platform/health';
import { createLogger } from '@portal/platform/logging';
import type { Client } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { OwnDatabase } from '../../../test/support/database/database.js';
import './api.module.js';

describe('the gauges of the product', () => {
  const test = OwnDatabase.forTests();
  let owner: Client;
  let source: DataSource;

  beforeAll(async () => {
    ({ owner } = test);
    // As the api connects: callers' rights until the figures are read.
    source = await createDataSource({
      url: test.url,
      pool: 1,
      waitMs: 60_000,
      applicationName: 'spec',
      role: CALLER_ROLE,
    }).initialize();
    test.beforeClose(() => source.destroy());
  });

  /** Answer of a process that was never asked, by the line of the gauge. */
  async function scrape(
    database = new Database(source),
    log = createLogger('spec', 'silent'),
  ): Promise<Map<string, number>> {
    const register = new Registry();
    new ProductGauges(database, log).addTo(register);
    return read(register);
  }
  async function read(register: Registry): Promise<Map<string, number>> {
    const lines = (await register.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  it('show how far the clock of this process is from the database’s, and alarm beyond 30 s', async () => {
    const logged: string[] = [];
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const offset = async (aheadMs: number, database = new Database(source)): Promise<number | undefined> => {
      const clock = { now: () => new Date(), wallNow: () => new Date(Date.now() + aheadMs) };
      const register = new Registry();
      new ClockOffset(database, clock, log).addTo(register);
      return (await read(register)).get('portal_clock_offset_seconds');
    };
    expect(Math.abs((await offset(0))!)).toBeLessThan(20);
    expect(logged).toEqual([]);
    for (const ahead of [120, -120]) expect(Math.abs((await offset(ahead * 1_000))! - ahead)).toBeLessThan(20);
    expect(logged.filter((line) => line.includes('"the clock of this process'))).toHaveLength(2);
    const gone = { query: () => Promise.reject(new Error('no database')) } as unknown as Database;
    expect(await offset(0, gone)).toBeUndefined();
  });

  it('are all present and 0 when there is nothing to do', async () => {
    const found = await scrape();
    expect(found.get('portal_gauges_up')).toBe(1);
    found.delete('portal_gauges_up');
    // Tables have a size even when they are empty.
    const sizes = [...found].filter(([name]) => name.startsWith('portal_table_bytes{'));
    expect(sizes).toHaveLength(20);
    for (const [name, bytes] of sizes) {
      expect(bytes).toBeGreaterThan(0);
      found.delete(name);
    }
    const expected = gaugeCatalogue().flatMap(({ name, labels }) =>
      labels ? (labels.values ?? []).map((value) => `${name}{${labels.name}="${value}"}`) : [name],
    );
    expect([...found.keys()].sort()).toEqual(expected.sort());
    expect(new Set(found.values())).toEqual(new Set([0]));
  });

  it('count what is waiting and how long it has waited, and nothing that is done', async () => {
    const [org, drive, endpoint, key] = Array.from({ length: 4 }, () => randomUUID());
    const events = Array.from({ length: 4 }, () => randomUUID());
    await owner.query(
      `insert into platform.outbox_events (id, type, version, payload, created_at, relayed_at)
       select id::uuid, 'spec.happened', 1, '{}', clock_timestamp() - interval '5 minutes', case when n > 1 then now() end
       from unnest($1::text[]) with ordinality e(id, n)`,
      [events],
    );
    await owner.query(
      `insert into platform.deliveries (event_id, consumer, lane, state, next_attempt_at, done_at) values
       ($1, 'due', 'money', 'pending', clock_timestamp() - interval '90 seconds', null),
       ($1, 'later', 'money', 'pending', clock_timestamp() + interval '1 hour', null),
       ($1, 'gone', 'events', 'failed', clock_timestamp() - interval '1 day', null),
       ($1, 'done', 'drives', 'done', clock_timestamp() - interval '1 day', now())`,
      [events[1]],
    );
    await owner.query(
      `insert into platform.job_schedules (job, what, every_ms, next_at) values
       ('spec.late', 'Late', 60000, platform.portal_now() - interval '3 minutes'), ('spec.on-time', 'On time', 60000, platform.portal_now() + interval '1 hour')`,
    );
    await owner.query(
      `insert into authors.organizations (id, name, country, website) values ($1, 'A', 'US', 'https://a.example')`,
      [org],
    );
    await owner.query(`insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, 'a-drive', 'A')`, [
      drive,
      org,
    ]);
    await owner.query(
      `insert into listings.sync_notes (id, drive_id, kind, text, noticed_at, resolved_at) values
       (gen_random_uuid(), $1, 'id_changed', 'x', now(), null), (gen_random_uuid(), $1, 'id_changed', 'x', now(), now())`,
      [drive],
    );
    await owner.query(
      `insert into webhooks.endpoints (id, org_id, url, description, event_types, created_at, state) values ($1, $2, 'https://a.example/h', 'd', array['listing.approved'], now(), 'active')`,
      [endpoint, org],
    );
    await owner.query(
      `insert into webhooks.messages (id, endpoint_id, event_id, type, body, created_at, next_attempt_at, state, ended_at) values
       (gen_random_uuid(), $1, $2, 'listing.approved', '{}', now(), clock_timestamp() - interval '40 seconds', 'pending', null),
       (gen_random_uuid(), $1, $3, 'listing.approved', '{}', now(), clock_timestamp() + interval '40 seconds', 'pending', null),
       (gen_random_uuid(), $1, $4, 'listing.approved', '{}', now(), clock_timestamp() - interval '1 day', 'delivered', now())`,
      [endpoint, events[0], events[1], events[2]],
    );
    await owner.query(
      `insert into reconciliation.items (id, ref, kind, currency, amount, blocking, occurred_at, detail, state, closed_at, close_reason) values
       (gen_random_uuid(), 'a', 'mirror', 'usd', 1, true, now(), 'x', 'open', null, null),
       (gen_random_uuid(), 'b', 'mirror', 'usd', 1, false, now(), 'x', 'explained', null, null),
       (gen_random_uuid(), 'c', 'mirror', 'usd', 1, true, now(), 'x', 'closed', now(), 'done')`,
    );
    await owner.query(`insert into secrets.key_rings (scope, owner_id) values ('drive', $1)`, [key]);
    await owner.query(
      `insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before, not_after) values
       (gen_random_uuid(), 'drive', $1, 1, 'v1.x', 'aaaaaaaa', now() - interval '2 days', now() + interval '1 hour'),
       (gen_random_uuid(), 'drive', $1, 2, 'v1.x', 'bbbbbbbb', now() - interval '1 day', null)`,
      [key],
    );

    const found = await scrape();
    const value = (name: string): number => found.get(name) ?? NaN;
    expect(value('portal_outbox_waiting')).toBe(1);
    expect(value('portal_outbox_lag_seconds')).toBeGreaterThanOrEqual(300);
    expect(value('portal_outbox_lag_seconds')).toBeLessThan(600);
    expect(value('portal_queue_waiting{queue="money"}')).toBe(2);
    expect(value('portal_queue_oldest_due_seconds{queue="money"}')).toBeGreaterThanOrEqual(90);
    expect(value('portal_queue_oldest_due_seconds{queue="events"}')).toBe(0);
    expect(value('portal_queue_failed{queue="events"}')).toBe(1);
    expect(value('portal_queue_waiting{queue="drives"}')).toBe(0);
    expect(value('portal_schedule_late_seconds{schedule="spec.late"}')).toBeGreaterThanOrEqual(180);
    expect(value('portal_schedule_late_seconds{schedule="spec.on-time"}')).toBe(0);
    expect(value('portal_manifests_held')).toBe(1);
    expect(value('portal_webhooks_due')).toBe(1);
    expect(value('portal_webhooks_oldest_due_seconds')).toBeGreaterThanOrEqual(40);
    expect(value('portal_reconciliation_items_open{state="open"}')).toBe(1);
    expect(value('portal_reconciliation_items_open{state="explained"}')).toBe(1);
    expect(value('portal_reconciliation_items_blocking')).toBe(1);
    expect(value('portal_key_overlaps_running')).toBe(1);
  });

  it('are read in one statement, which a second scrape soon after does not repeat', async () => {
    const database = new Database(source);
    const query = jest.spyOn(database, 'query');
    const register = new Registry();
    new ProductGauges(database, createLogger('spec', 'silent')).addTo(register);
    const first = await read(register);
    expect(await read(register)).toEqual(first);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('are omitted while the database cannot be read, and reported again afterwards', async () => {
    const database = new Database(source);
    const query = jest.spyOn(database, 'query').mockRejectedValueOnce(new Error('away'));
    const register = new Registry();
    new ProductGauges(database, createLogger('spec', 'silent')).addTo(register);
    expect([...(await read(register))]).toEqual([['portal_gauges_up', 0]]);
    const after = await read(register);
    expect(after.get('portal_gauges_up')).toBe(1);
    expect(after.size).toBeGreaterThan(15);
    expect(query).toHaveBeenCalledTimes(2);
  });
});
