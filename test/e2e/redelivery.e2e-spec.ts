import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { Ledger } from '@portal/ledger';
import { PlatformModule } from '@portal/platform';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import type { Client } from 'pg';
import { FEATURES } from '../../apps/worker/src/features.js';
import { Subjects } from '../../libs/webhooks/src/read/subjects.js';
import { SOURCES } from '../../libs/webhooks/src/jobs/author-events.js';
import { testConfig } from '../support/config.js';
import { examples, SEED } from '../support/examples.js';
import { tableDigests } from '../support/database/table-digests.js';
import { holdWorker } from '../support/processes/hold-worker.js';
import { eventually } from '../support/test-timeout.js';
import { Person } from '../support/http/person.js';
import type { ReadyPortal } from '../support/browser/portal.js';
import { authorOf, suffixOf } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';

const DAY_MS = 86_400_000;
const ROUNDS = examples(3);
const AT_ONCE = 8;
/** One in this many deliveries is processed twice in its round. */
const TWICE = 4;

/** Rows that reads and timers write too: rate limits, reads, states of parts, and the queue's own book-keeping. */
const TECHNICAL =
  /^(platform\.(rate_limits|idempotency_keys|job_runs|job_schedules|status_days|test_clock)|stripe_gateway\.call_pace|bullmq\..*)$/;
/** The state of an account is queried again; the time is stored with the answer. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = { 'payouts.payout_accounts': ['checked_at'] };
/** Reads a Drive as it is now, and the story's own Drive has ended with the story. */
const ASKS_THE_WORLD = 'listings.sync-manifest';

interface Delivered {
  readonly event_id: string;
  readonly consumer: string;
  readonly payload: object;
}

/** Numbers of [0, 1) that follow from a seed, so that an order can be had again. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Published {
  schema: Schema & { properties: { data: Schema } };
}
const { webhooks } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': Published } } } }>;
};

/** The names that a schema of an object has for its fields. */
const fieldsOf = ({ properties = {}, anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...(anyOf as Schema[]).flatMap(fieldsOf),
];

/**
 * All events of a run are delivered again to every consumer, in another order, concurrently and some twice: a consumer
 * that acts on a message instead of on the current state changes something here.
 */
describe('every event of the story', () => {
  const portal = TestPortal.forTests({ story: true, settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
  let db: Client;
  let ready: ReadyPortal;
  let module: TestingModule;
  let hook: Server;

  beforeAll(async () => {
    ({ db, ready } = portal);
    await changeMinds();
    await quiet();
    await holdWorker(db, ready.processes['worker']!);
    // Events of schedules in between are delivered to every consumer first.
    while ((await waiting()).length > 0) {
      process.kill(ready.processes['worker']!, 'SIGCONT');
      await quiet();
      await holdWorker(db, ready.processes['worker']!);
    }
    const { keyring } = JSON.parse(readFileSync(path.join(portal.directory, 'instance.json'), 'utf8')) as {
      keyring: string;
    };
    const config = testConfig(portal.database.url, {
      KEYRING: keyring,
      PUBLIC_URL: ready.url,
      STRIPE_API_BASE: ready.stripe_sandbox_url,
      REFERENCE_DRIVE_URL: ready.reference_drive_url,
    });
    module = await Test.createTestingModule({
      imports: [PlatformModule.forRoot(config, 'worker'), DiscoveryModule, ...FEATURES],
    }).compile();
  });
  portal.beforeClose(() => module?.close());
  portal.beforeClose(() => ready && process.kill(ready.processes['worker']!, 'SIGCONT'));
  afterAll(() => hook?.close());

  async function rows<R extends object>(sql: string, params: unknown[] = []): Promise<R[]> {
    return (await db.query<R>(sql, params)).rows;
  }

  /** Events that the story lacks: decisions that are withdrawn, and a server that receives all of it. */
  async function changeMinds(): Promise<void> {
    const [own] = await rows<{ id: string; name: string }>(
      `select d.id, o.name from authors.drive_reservations d join authors.organizations o on o.id = d.org_id where d.slug = $1`,
      [`story-${suffixOf(portal.story)}`],
    );
    const { email, password } = authorOf(portal.story);
    const author = await Person.signIn(ready.url, email, password);
    hook = createServer((_request, response) => response.end('ok'));
    await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
    const { clock_now } = await author.must<{ clock_now: string }>('GET', '/api/v1/sandbox');
    const at = (days: number): string => new Date(Date.parse(clock_now) + days * DAY_MS).toISOString();
    const ask = (url: string, body: object = {}): Promise<unknown> => author.must('POST', `/api/v1/author${url}`, body);
    await ask('/webhooks', {
      url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hooks`,
      event_types: ['listing.sunset_announced', 'listing.sunset_withdrawn'],
    });
    const deprecate = () =>
      ask(`/drives/${own!.id}/deprecation`, { closes_at: at(200), retires_at: at(400), reason: 'It ends for good.' });
    for (const stays of [false, true]) {
      await deprecate();
      await ask(`/drives/${own!.id}/deprecation/withdraw`, { reason: 'It stays where it is.' });
      await ask('/offboarding', { reason: 'We close the company next year.', confirm_name: own!.name });
      await ask('/offboarding/withdraw');
      await quiet();
      // Decided last: an end for one of the two.
      if (stays) await deprecate();
      await quiet();
    }
  }

  /** Pending events and deliveries. */
  const waiting = (): Promise<object[]> =>
    rows(`select 'not relayed' as why, type as what from platform.outbox_events where relayed_at is null
      union all select state, consumer || ': ' || coalesce(last_error, '') from platform.deliveries where state <> 'done'`);
  async function quiet(): Promise<void> {
    await eventually('what waits', waiting, ({ length }) => length === 0);
  }

  const digests = () => tableDigests(db, TECHNICAL, (table) => COLUMNS[table] ?? []);

  it('is sent to webhooks of authors as its published schema says, without an additional field', async () => {
    const events = await rows<{ type: string; payload: object; created_at: Date }>(
      'select type, payload, created_at from platform.outbox_events order by seq',
    );
    const subjects = module.get(Subjects, { strict: false });
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const { type: event, payload, created_at } of events) {
      const notices = await SOURCES.find((source) => source.event.type === event)?.notice(payload as never, subjects);
      for (const { type, data } of [notices ?? []].flat() as { type: string; data: object }[]) {
        const { schema } = webhooks[type]!.post.requestBody.content['application/json'];
        const message: unknown = JSON.parse(JSON.stringify({ type, timestamp: created_at, data }));
        const { errors } = new Validator(schema, '2020-12', false).validate(message);
        const known = fieldsOf(schema.properties.data);
        const more = Object.keys(data).filter((name) => !known.includes(name));
        seen.add(type);
        wrong.push(...errors.map(({ error }) => `${type}: ${error}`), ...more.map((name) => `${type}: ${name} is new`));
      }
    }
    expect(wrong).toEqual([]);
    // Events of the story, so that an empty log is no success.
    for (const type of ['application.decided', 'listing.state_changed', 'payout.settled', 'signing_key.rotated'])
      expect(seen).toContain(type);
    for (const type of ['signing_key.adopted', 'submission.checked', 'submission.decided', 'version.published'])
      expect(seen).toContain(type);
  });

  it('changes nothing when it is delivered again in any order, and the books still add up', async () => {
    const processors = new Map(
      module
        .get(DiscoveryService)
        .getProviders()
        .map(({ instance }) => instance as unknown)
        .filter((instance) => instance instanceof EventProcessor)
        .map((processor) => [processor.consumer, processor]),
    );
    const delivered = await rows<Delivered>(
      `select d.event_id, d.consumer, e.payload from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
       where d.consumer <> $1 order by e.seq, d.consumer`,
      [ASKS_THE_WORLD],
    );
    expect([...new Set(delivered.map(({ consumer }) => consumer))].filter((name) => !processors.has(name))).toEqual([]);
    expect(new Set(delivered.map(({ consumer }) => consumer)).size).toBeGreaterThan(20);
    const before = await digests();
    for (let round = 0; round < ROUNDS; round += 1) {
      const seed = SEED + round;
      const next = numbersFrom(seed);
      const order = delivered
        .flatMap((one) => (next() * TWICE < 1 ? [one, one] : [one]))
        .map((one) => ({ one, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);
      const refused: string[] = [];
      const lane = async (): Promise<void> => {
        for (let one = order.shift(); one; one = order.shift()) {
          const { event_id: eventId, consumer, payload } = one;
          // As in production: it was consumed, so its one-time effect is done.
          const context: DeliveryContext = { eventId, attempt: 2, once: () => Promise.resolve(undefined) };
          await processors
            .get(consumer)!
            .handle(payload, context)
            .catch((error: unknown) => refused.push(`${consumer}: ${String(error)}`));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      const after = await digests();
      const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
      expect({ seed, refused, changed }).toEqual({ seed, refused: [], changed: [] });
    }
    expect(await module.get(Ledger, { strict: false }).proof()).toMatchObject({ ok: true });
  });
});
