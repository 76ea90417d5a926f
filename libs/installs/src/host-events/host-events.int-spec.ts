import type { IncomingMessage, ServerResponse } from 'node:http';
import { prepareKey, readManifest, verify } from '@portal/contract';
import { DemoPersons } from '@portal/identity';
import { Transactor } from '@portal/platform/database';
import { workerSettings } from '../../../../test/support/config.js';
import { insertLiveDrive } from '../../../../test/support/database/inserted-drives.js';
import { insertInstall, type InsertedVenture } from '../../../../test/support/database/inserted-installs.js';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { WorkerProcess } from '../../../../test/support/processes/worker-process.js';
import good from '../../../contract/vectors/manifests-good.json';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { EnsureDemoTenants } from '../tenants/ensure-demo-tenants.js';
import { DeliverEvents } from './deliver-events.js';
import { RETRY_AFTER_MS } from './domain/delivery-plan.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import type { EventDeliveryView, HostEventDeliveryView, HostEventView } from './read/host-events.view.js';
import { PingReceiver } from './ping-receiver.js';

const RECEIVE = '/api/platform/receive';
const KIND = 'contact.created';

interface Received {
  id: string;
  type: string;
  ts: number;
  /** Instead of `ts`, in the draft of contract version 2. */
  occurred_at?: string;
  payload: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

/** A Drive that accepts events, and the events it received. */
interface Receiver extends OwnedDrive {
  revisionId: string;
  received: Received[];
  answer: (event: Received, response: ServerResponse) => unknown;
}

const ok = { ok: true, data: {}, meta: { version: 'v1', generated_at: '2026-11-27T00:00:00.000Z' } };
const reply =
  (status: number, body: object) =>
  (_: Received, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const takes = reply(200, ok);
const fails = reply(503, { ok: false, error: 'down' });

describe('events of the host', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535' }, [InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let operator: string;
  let host: string;
  const receivers: Receiver[] = [];
  let serial = 0;
  const nextId = (): string => `evt-${++serial}`;

  const call = <T = Record<string, unknown>>(as: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
    world.app.ask<T>(as, method, url, body);
  const event = (more: object = {}) => ({
    id: nextId(),
    type: KIND,
    tenant: 'demo-northwind',
    venture: 'northwind-journal',
    ts: Date.now(),
    payload: { contact: 'c-1' },
    ...more,
  });
  type Receipts = { events: { id: string; accepted: boolean; installs: number }[] };
  const send = (...events: object[]) => call<Receipts>(host, 'POST', '/host/events', { events });
  const register = (kind: string, body: object = { description: 'Somebody is new.' }) =>
    call(host, 'PUT', `/host/event-kinds/${kind}`, body);
  const deliver = () => world.app.get(DeliverEvents).execute();
  const due = () =>
    world.db.query(
      `update installs.delivery_queues set next_attempt_at = clock_timestamp() where next_attempt_at < 'infinity'`,
    );
  const log = async (install: string, query = ''): Promise<EventDeliveryView[]> => {
    const url = `/operator/installs/${install}/deliveries${query}`;
    const answer = await call<{ items: EventDeliveryView[] }>(operator, 'GET', url);
    expect(answer.body).toContain('"ok":true');
    return answer.data.items;
  };
  const ids = (drive: Receiver): string[] => drive.received.map(({ id }) => id);

  async function receiver(
    slug: string,
    { consumes = [KIND], receive = RECEIVE as string | null, contractVersion = '1.0.0' } = {},
  ): Promise<Receiver> {
    const one = {
      ...(await world.reserve(ada, slug)),
      received: [] as Received[],
      answer: takes,
    } as unknown as Receiver;
    const { origin } = await world.serve((request, response) => {
      // A worker of its own reads metrics too; this Drive has none.
      if (request.method !== 'POST') return void response.writeHead(404).end();
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const event = JSON.parse(Buffer.concat(parts).toString('utf8')) as Received;
        const got = { ...event, headers: request.headers };
        one.received.push(got);
        one.answer(got, response);
      });
    });
    receivers.push(one);
    const { manifest } = readManifest(good.structured as never);
    const endpoints = { ...manifest!.endpoints, receive };
    one.revisionId = await insertLiveDrive(world.app, ada.orgId, one, {
      origin,
      manifest: { ...manifest, contractVersion, eventsConsumed: consumes, endpoints },
    });
    return one;
  }

  async function install(
    { revisionId }: Receiver,
    venture = 'northwind-journal',
    { permissions = [`events.receive:${KIND}`], state = 'active' } = {},
  ): Promise<string> {
    const [of] = await world.db.query<InsertedVenture>(
      `select tenant_id as "tenantId", id as "ventureId" from installs.ventures where external_id = $1`,
      [venture],
    );
    const id = await insertInstall(world.app, revisionId, of!, { permissions });
    if (state !== 'active')
      await world.app.byOwner('update installs.installs set state = $2 where id = $1', [id, state]);
    return id;
  }

  async function installed(slug: string): Promise<{ drive: Receiver; id: string }> {
    const drive = await receiver(slug);
    return { drive, id: await install(drive) };
  }
  /** Sends the events, and has them delivered. */
  async function sendOut(...events: object[]): Promise<void> {
    await send(...events);
    await deliver();
  }

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    await world.app.get(EnsureDemoTenants).execute();
    ada = await world.author('ada');
    operator = await world.app.demo('operator');
    host = await hostToken(world.app);
    expect((await register(KIND)).status).toBe(200);
  });

  describe('kinds of events', () => {
    it('are registered with a description and a schema, and replaced by the next registration', async () => {
      const payload_schema = { type: 'object', properties: { stage: { type: 'string' } }, required: ['stage'] };
      expect(await register('deal.stage_changed', { description: 'First.' })).toMatchObject({ status: 200 });
      const changed = await register('deal.stage_changed', { description: 'A deal moved.', payload_schema });
      expect(changed.data).toMatchObject({ kind: 'deal.stage_changed', description: 'A deal moved.', payload_schema });
      const listed = await call<{ items: { kind: string }[] }>(ada.cookie, 'GET', '/host/event-kinds');
      expect(listed.data.items.map(({ kind }) => kind)).toEqual([KIND, 'deal.stage_changed']);
    });

    it.each([
      ['upper case', 'Contact.Created', { description: 'D' }],
      ['the ping, which is the portal’s', 'ping', { description: 'D' }],
      ['a schema of no object', 'brand.voice_updated', { description: 'D', payload_schema: { type: 'string' } }],
      [
        'a pattern that cannot be run',
        'brand.voice_updated',
        { description: 'D', payload_schema: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } } },
      ],
    ])('are refused for %s, and the place is named', async (_, kind, body) => {
      const { status, error, body: text } = await register(kind, body);
      expect([status, error]).toEqual([422, 'event_kind_invalid']);
      expect(text).toContain('"pointer":"/');
    });
  });

  describe('submitting events', () => {
    it('writes the time as the contract version of the installed manifest requires', async () => {
      const drives = [
        await receiver('of-version-1'),
        await receiver('of-the-draft', { contractVersion: '2.0.0-draft' }),
      ];
      for (const drive of drives) await install(drive);
      const one = event();
      expect((await send(one)).data.events).toMatchObject([{ installs: 2 }]);
      await deliver();
      const times = drives.map(({ received }) => received.map(({ ts, occurred_at: at }) => ({ ts, at })));
      expect(times).toEqual([[{ ts: one.ts, at: undefined }], [{ ts: undefined, at: new Date(one.ts).toISOString() }]]);
      for (const { driveId } of drives)
        await world.app.byOwner(`update installs.installs set state = 'unknown' where drive_id = $1`, [driveId]);
      receivers.splice(receivers.indexOf(drives[0]!), 2);
    });

    it('reaches active installs that consume the kind and were granted it, and no others', async () => {
      const takesIt = await receiver('takes-it');
      const takesOther = await receiver('takes-other', { consumes: ['deal.stage_changed'] });
      const cannot = await receiver('cannot', { receive: null });
      const mine = await install(takesIt);
      await install(takesIt, 'northwind-shop');
      await install(takesIt, 'harbor-patients');
      await install(takesOther);
      await install(cannot);
      const refused = await receiver('not-granted');
      await install(refused, 'northwind-journal', { permissions: ['venture.read'] });
      const over = await receiver('not-active');
      await install(over, 'northwind-journal', { state: 'unknown' });

      const one = event({ payload: { contact: 'c-9', deep: { list: [1, 2.5, null] } } });
      const { status, data } = await send(one);
      expect([status, data.events]).toEqual([202, [{ id: one.id, accepted: true, installs: 1 }]]);
      await deliver();
      expect(receivers.map((drive) => [drive.slug, ids(drive)])).toEqual(
        receivers.map((drive) => [drive.slug, drive === takesIt ? [one.id] : []]),
      );
      const [got] = takesIt.received;
      expect(got).toMatchObject({ id: one.id, type: KIND, ts: one.ts, payload: one.payload });
      expect(got!.headers.authorization).toBe(`Bearer dst_${mine}`);
      expect(
        verify({ headers: got!.headers, path: RECEIVE, keys: [prepareKey(takesIt.secret)], nowMs: Date.now() }),
      ).toMatchObject({ ok: true });

      const whole = event({ venture: undefined });
      expect((await send(whole)).data.events[0]!.installs).toBe(2);
      await deliver();
      expect(ids(takesIt)).toEqual([one.id, whole.id, whole.id]);
      expect(await log(mine)).toMatchObject([
        { event_id: whole.id, type: KIND, state: 'delivered', attempts: 1, last_status: 200, last_problem: null },
        { event_id: one.id, state: 'delivered', ended_at: expect.any(String) },
      ]);
    });

    it('accepts a repeated event without effect, even concurrently, and refuses it with other content', async () => {
      const drive = await receiver('repeats');
      await install(drive);
      const one = event();
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(one)));
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
      expect(answers.filter(({ data }) => data.events[0]!.accepted)).toHaveLength(1);
      await deliver();
      expect(ids(drive)).toEqual([one.id]);
      const fresh = event();
      const changed = await send(fresh, { ...one, payload: { contact: 'another' } });
      expect([changed.status, changed.error]).toEqual([409, 'host_event_changed']);
      expect(changed.body).toContain('/events/1/id');
      // Its place and its time are content too.
      for (const other of [{ venture: undefined }, { ts: one.ts + 1 }])
        expect((await send({ ...one, ...other })).error).toBe('host_event_changed');
      // Nothing of a refused call is left.
      expect((await send(fresh)).data.events).toEqual([{ id: fresh.id, accepted: true, installs: expect.any(Number) }]);
    });

    it.each([
      ['a kind that nobody registered', { type: 'deal.unheard_of' }, '/events/1/type'],
      ['an unknown tenant', { tenant: 'nobody' }, '/events/1/tenant'],
      ['a venture of another tenant', { venture: 'harbor-patients' }, '/events/1/venture'],
      ['a time in microseconds', { ts: Date.now() * 1_000 }, '/events/1/ts'],
      ['a time half an hour ahead', { ts: Date.now() + 30 * 60_000 }, '/events/1/ts'],
      [
        'a payload that its schema refuses',
        { type: 'deal.stage_changed', payload: { stage: 5 } },
        '/events/1/payload/stage',
      ],
    ])('refuses the whole call for %s, and names the place', async (_, wrong, pointer) => {
      const right = event();
      const { status, error, body } = await send(right, event(wrong));
      expect([status, error]).toEqual([422, 'host_events_invalid']);
      expect(body).toContain(`"pointer":"${pointer}"`);
      expect((await call(host, 'GET', `/host/events/${right.id}`)).error).toBe('host_event_not_found');
    });

    it('accepts a clock that is four minutes ahead', async () => {
      expect((await send(event({ ts: Date.now() + 4 * 60_000 }))).status).toBe(202);
    });

    it('refuses one id twice in a call, an empty call, more than a thousand events and a wrong type', async () => {
      const one = event();
      expect((await send(one, one)).body).toContain('/events/1/id');
      expect((await send()).status).toBe(400);
      expect((await send(...Array.from({ length: 1_001 }, () => event()))).status).toBe(400);
      expect((await send(event({ payload: [] }))).status).toBe(400);
      expect((await send(event({ id: 'with space' }))).status).toBe(400);
      expect((await call(operator, 'POST', '/host/events', { events: [event()] })).status).toBe(403);
    });

    it('accepts a thousand events at once, and delivers them in their order', async () => {
      const drive = await receiver('thousand');
      const id = await install(drive, 'harbor-research');
      const events = Array.from({ length: 1_000 }, (_, n) =>
        event({ tenant: 'demo-harbor', venture: 'harbor-research', payload: { n } }),
      );
      expect((await send(...events)).data.events.every(({ installs }) => installs === 1)).toBe(true);
      // A round of a queue ends after a while, and the next one continues it.
      for (let round = 0; round < 10 && ids(drive).length < events.length; round++) await deliver();
      expect(ids(drive)).toEqual(events.map((one) => one.id));
      expect(await log(id, '?state=pending')).toEqual([]);
    });
  });

  describe('a Drive that fails', () => {
    it('delays its own later events, in order, and those of no other Drive', async () => {
      const [sick, well] = [await receiver('sick'), await receiver('well')];
      const [sickInstall] = [await install(sick), await install(well)];
      sick.answer = fails;
      const events = [event(), event(), event()];
      await sendOut(...events);
      expect(ids(sick)).toEqual([events[0]!.id]);
      expect(ids(well)).toEqual(events.map((one) => one.id));
      const [first] = await log(sickInstall, `?event_id=${events[0]!.id}`);
      expect(first).toMatchObject({ state: 'pending', attempts: 1, last_status: 503, last_problem: 'HTTP 503: down' });
      const ms = await world.value<number>(
        `update installs.delivery_queues q set next_attempt_at = q.next_attempt_at + interval '1 hour' from installs.delivery_attempts a
         where q.install_id = $1 and a.delivery_id = $2 returning extract(epoch from q.next_attempt_at - interval '1 hour' - a.at)::float8 * 1000`,
        [sickInstall, first!.id],
      );
      expect(ms).toBeGreaterThanOrEqual(RETRY_AFTER_MS[0]);
      expect(ms).toBeLessThan(RETRY_AFTER_MS[1]);
      // More events do not hurry it.
      await sendOut(event());
      expect(sick.received).toHaveLength(1);
      sick.answer = takes;
      await due();
      await deliver();
      expect(ids(sick).slice(1, 4)).toEqual(events.map((one) => one.id));
    });

    it('is tried 17 times, then the event is given up and the next one is sent; it can be replayed under its id', async () => {
      const { drive, id } = await installed('given-up');
      drive.answer = (got, response) => (got.id === first.id ? fails : takes)(got, response);
      const [first, second] = [event(), event()];
      await send(first, second);
      for (let attempt = 0; attempt <= RETRY_AFTER_MS.length; attempt++) {
        await due();
        await deliver();
      }
      expect(ids(drive)).toEqual([...Array.from({ length: 17 }, () => first.id), second.id]);
      expect(await log(id)).toMatchObject([
        { event_id: second.id, state: 'delivered' },
        { event_id: first.id, state: 'failed', attempts: 17, next_attempt_at: null },
      ]);
      drive.answer = takes;
      const replay = (body: object) =>
        call<{ replayed: number }>(operator, 'POST', `/operator/installs/${id}/deliveries/replay`, body);
      expect((await replay({ type: 'deal.stage_changed' })).data).toEqual({ replayed: 0 });
      expect((await replay({ until: '2020-01-01T00:00:00Z' })).data).toEqual({ replayed: 0 });
      expect((await replay({ event_ids: [first.id] })).data).toEqual({ replayed: 1 });
      expect((await replay({ event_ids: [first.id] })).data).toEqual({ replayed: 0 });
      await deliver();
      expect(ids(drive).at(-1)).toBe(first.id);
      expect(await log(id, '?state=delivered')).toHaveLength(2);
      // Delivered events are sent again only on explicit request.
      expect((await replay({})).data).toEqual({ replayed: 0 });
      expect((await replay({ states: ['delivered'], type: KIND, since: '2020-01-01T00:00:00Z' })).data).toEqual({
        replayed: 2,
      });
      await deliver();
      expect(ids(drive).slice(-2)).toEqual([first.id, second.id]);
    });

    it('gets one more attempt for an event that waited for three days behind others', async () => {
      const { drive, id } = await installed('three-days');
      drive.answer = fails;
      const one = event();
      await send(one);
      await world.db.query(
        `update installs.deliveries set queued_at = queued_at - interval '72 hours' where install_id = $1`,
        [id],
      );
      await deliver();
      expect(await log(id)).toMatchObject([{ event_id: one.id, state: 'failed', attempts: 1 }]);
    });

    it.each([
      [
        'says that the event is wrong',
        reply(422, { ok: false, error: 'unknown contact' }),
        'failed',
        'HTTP 422: unknown contact',
      ],
      ['answers 200 without the envelope', reply(200, {}), 'pending', 'HTTP 200 without the success envelope'],
      [
        'redirects',
        (_: Received, r: ServerResponse): unknown => r.writeHead(302, { location: '/x' }).end(),
        'pending',
        'HTTP 302',
      ],
      ['closes the connection', (_: Received, r: ServerResponse): unknown => r.destroy(), 'pending', null],
      [
        'answers without end',
        (_: Received, r: ServerResponse): void => {
          r.writeHead(200, { 'content-type': 'application/json' });
          const more = (): void => {
            if (!r.destroyed) r.write('x'.repeat(65_536), more);
          };
          more();
        },
        'pending',
        null,
      ],
    ] as const)('that %s: %s', async (_, answer, state, problem) => {
      const { drive, id } = await installed(`odd-${++serial}`);
      drive.answer = answer;
      await sendOut(event());
      const [one] = await log(id);
      expect(one).toMatchObject({ state, attempts: 1 });
      if (problem === null) expect(one!.last_problem).toEqual(expect.any(String));
      else expect(one!.last_problem).toBe(problem);
    });
  });

  describe('delivery by several workers', () => {
    it('divides the installs, and sends no event twice', async () => {
      const drive = await receiver('shared');
      for (const venture of ['northwind-journal', 'northwind-shop']) await install(drive, venture);
      const events = Array.from({ length: 20 }, () => event({ venture: undefined }));
      await send(...events);
      const second = await world.app.anotherInstance();
      try {
        await Promise.all([deliver(), second.get(DeliverEvents).execute(), deliver()]);
      } finally {
        await second.close();
      }
      expect(drive.received).toHaveLength(40);
    });

    it('records nothing about an event once the worker has lost its queue', async () => {
      const { drive, id } = await installed('fenced');
      await send(event());
      drive.answer = (got, response) => {
        // Meanwhile another worker has taken the queue over.
        void world.db
          .query('update installs.delivery_queues set claim = claim + 1 where install_id = $1', [id])
          .then(() => takes(got, response));
      };
      await deliver();
      expect(await log(id)).toMatchObject([{ state: 'pending', attempts: 0 }]);
      drive.answer = takes;
      await due();
      await deliver();
      expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
      expect(new Set(ids(drive)).size).toBe(1);
    });

    it.each(['before_send', 'sent'])('continues in the next worker when one is killed at delivery.%s', async (step) => {
      const { drive, id } = await installed(`killed-${step.replace('_', '-')}`);
      const events = [event(), event()];
      await send(...events);
      // It must be killed at this install, not at one whose next attempt becomes due meanwhile.
      await world.db.query(`update installs.delivery_queues set next_attempt_at = 'infinity' where install_id <> $1`, [
        id,
      ]);
      const settings = { ...workerSettings(), SANDBOX_DRIVE_PORTS: '1024-65535', FAILPOINT: `delivery.${step}` };
      const worker = await WorkerProcess.start(world.app.database.url, settings);
      expect(await worker.ended).toBe('SIGKILL');
      // Its claims are free again once its time is over.
      expect(await log(id, '?state=delivered')).toEqual([]);
      await deliver();
      expect(drive.received.length).toBe(step === 'sent' ? 1 : 0);
      await due();
      await deliver();
      const sent = events.map((one) => one.id);
      expect(ids(drive)).toEqual(step === 'sent' ? [sent[0], ...sent] : sent);
      expect((await log(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['delivered', 1],
        ['delivered', 1],
      ]);
    });

    it('includes an event that arrives while the last one is being sent', async () => {
      const { drive, id } = await installed('meanwhile');
      const late = event();
      drive.answer = (got, response) => {
        drive.answer = takes;
        void send(late).then(() => takes(got, response));
      };
      await sendOut(event());
      expect(ids(drive)).toContain(late.id);
      expect(await log(id, '?state=pending')).toEqual([]);
    });
  });

  describe('the life of an install', () => {
    const queued = (id: string) =>
      world.db.query('select state, last_problem from installs.deliveries where install_id = $1', [id]);

    it('cancels the events of an install that ended', async () => {
      const { drive, id } = await installed('ended');
      await send(event());
      await world.db.query(`update installs.installs set state = 'revoking', ended_at = now() where id = $1`, [id]);
      await deliver();
      expect(drive.received).toEqual([]);
      expect(await queued(id)).toEqual([
        { state: 'cancelled', last_problem: 'The install no longer receives events.' },
      ]);
      expect(
        (await call<{ replayed: number }>(operator, 'POST', `/operator/installs/${id}/deliveries/replay`, {})).data,
      ).toEqual({ replayed: 0 });
    });

    it('defers the events of a suspended tenant’s paid install until it has paid', async () => {
      const { drive, id } = await installed('suspended');
      await world.app.byOwner(
        `update installs.installs set price_id = gen_random_uuid(), amount = 100, currency = 'usd' where id = $1`,
        [id],
      );
      const suspended = (at: string | null) =>
        world.db.query(
          `update installs.tenants set suspended_at = $1, standing_at = now() where external_id = 'demo-northwind'`,
          [at],
        );
      await suspended('2026-01-01');
      await sendOut(event());
      expect(drive.received).toEqual([]);
      await suspended(null);
      await deliver();
      expect(drive.received).toHaveLength(1);
    });

    it('shows a refused token on the install, and defers the event until there is a new one', async () => {
      const { drive, id } = await installed('token-refused');
      drive.answer = reply(401, { ok: false, error: 'invalid_token' });
      await sendOut(event());
      const refusedAt = () =>
        world.value<Date | null>('select token_refused_at from installs.installs where id = $1', [id]);
      expect(await refusedAt()).toEqual(expect.any(Date));
      expect(await log(id)).toMatchObject([{ state: 'pending', last_problem: 'HTTP 401: invalid_token' }]);
      drive.answer = takes;
      await due();
      await deliver();
      expect(await refusedAt()).toBeNull();
      expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    });

    it('begins with one ping, whose failure is reported and delays nothing', async () => {
      const { drive, id } = await installed('pinged');
      drive.answer = (got, response) => (got.type === 'ping' ? fails : takes)(got, response);
      const ping = () => world.app.get(PingReceiver).execute(id, (work) => world.app.get(Transactor).run(work));
      await ping();
      await sendOut(event());
      expect(drive.received.map(({ type }) => type)).toEqual(['ping', KIND]);
      expect(await log(id)).toMatchObject([
        { state: 'delivered' },
        { event_id: null, type: 'ping', state: 'failed', attempts: 1, last_problem: 'HTTP 503: down' },
      ]);
      const without = await receiver('no-ping', { receive: null });
      const other = await install(without);
      await world.app.get(PingReceiver).execute(other, (work) => world.app.get(Transactor).run(work));
      expect(await queued(other)).toEqual([]);
    });
  });

  describe('the view of deliveries', () => {
    it('shows the author that events were sent but never their content', async () => {
      const { drive, id } = await installed('seen');
      const one = event({ payload: { secret: 'of-the-tenant' } });
      await sendOut(one);
      const deliveries = await call<{ items: HostEventDeliveryView[] }>(
        ada.cookie,
        'GET',
        `/author/drives/${drive.driveId}/deliveries`,
      );
      expect(deliveries.data.items).toMatchObject([{ event_id: one.id, install_id: id, state: 'delivered' }]);
      expect(deliveries.body).not.toContain('of-the-tenant');
      const { data } = await call<HostEventView>(host, 'GET', `/host/events/${one.id}`);
      expect(data).toMatchObject({ tenant: 'demo-northwind', venture: 'northwind-journal', payload: one.payload });
      expect(data.deliveries.delivered).toBeGreaterThan(0);
    });

    it('lists all deliveries for the host page by page, and lets it replay them', async () => {
      const drive = await receiver('listed');
      await install(drive);
      drive.answer = reply(422, { ok: false, error: 'no' });
      const events = [event(), event(), event()];
      await sendOut(...events);
      const page = (more = '') =>
        call<{ items: HostEventDeliveryView[]; next_cursor: string | null }>(
          host,
          'GET',
          `/host/deliveries?drive_id=${drive.driveId}&state=failed&limit=2${more}`,
        );
      const first = await page();
      const rest = await page(`&cursor=${encodeURIComponent(first.data.next_cursor!)}`);
      expect([...first.data.items, ...rest.data.items].map((one) => one.event_id)).toEqual(
        events.map((one) => one.id).reverse(),
      );
      drive.answer = takes;
      const replayed = await call<{ replayed: number }>(host, 'POST', '/host/deliveries/replay', {
        drive_id: drive.driveId,
        type: KIND,
      });
      expect(replayed.data).toEqual({ replayed: 3 });
      await deliver();
      expect(ids(drive).slice(-3)).toEqual(events.map((one) => one.id));
    });
  });

  it('omits what ended a month ago, which is deleted, and keeps what waits', async () => {
    const { drive, id } = await installed('forgetful');
    const old = event();
    await sendOut(old);
    drive.answer = fails;
    const waits = event();
    await sendOut(waits);
    await world.db.query(
      `update installs.deliveries set ended_at = ended_at - interval '31 days' where install_id = $1 and ended_at is not null`,
      [id],
    );
    await purgeOld(world.app);
    expect(await log(id)).toMatchObject([{ event_id: waits.id, state: 'pending' }]);
  });
});
