import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTRACT_DRAFT, CONTRACT_VERSIONS, readManifest, type ContractVersion } from '@portal/contract';
import { Identity } from '@portal/identity';
import { Secret } from '@portal/kernel';
import { ObservedUse } from '@portal/listings';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { listen } from '../../../../../test/support/processes.js';
import good from '../../../../contract/vectors/manifests-good.json';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../../test/support/listings.js';
import { InstallsModule, InstallsWorkerModule } from '../../installs.module.js';
import type {
  AuthorRejectedEventView,
  DriveReadingView,
  InstallReadingView,
  RejectedEventView,
} from '../http/reading.view.js';
import { tokenSeal } from '../handshake/token-seal.js';
import { PollInstalls } from './poll-installs.js';
import { ReadEvents } from './read-events.js';
import { ReadLastEvents } from './read-last-events.js';
import { RefreshInstall } from './refresh-install.js';

type Row = Record<string, unknown>;
interface Installed {
  id: string;
  tenantId: string;
  ventureId: string;
  token: string;
}
interface Asked {
  path: string;
  since: number;
  bearer: string | null;
  signed: boolean;
}
/** A Drive that answers as the test says. */
interface Host extends OwnedDrive {
  server: Server;
  origin: string;
  revisionId: string;
  asked: Asked[];
  /** The rows of whoever asks. */
  rows: (asked: Asked) => Row[];
  /** An answer of its own for a path, instead of the usual one. */
  odd: Partial<Record<string, (response: ServerResponse, asked: Asked) => void>>;
}

const MINUTE = 60_000;

describe('reading an install', () => {
  let world: ListingsWorld;
  let ada: Author;
  const hosts: Host[] = [];

  beforeAll(async () => {
    world = await ListingsWorld.start({ SANDBOX_DRIVE_PORTS: '1024-65535' }, [InstallsModule, InstallsWorkerModule]);
    ada = await world.author('ada');
  });
  afterAll(async () => {
    for (const { server } of hosts) {
      server.closeAllConnections();
      server.close();
    }
    await world.close();
  });

  const envelope = (data: object): string =>
    JSON.stringify({ ok: true, data, meta: { version: 'v1', generated_at: new Date().toISOString() } });
  const fail = (status: number) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":false,"error":"no"}');

  async function host(manifest: Record<string, unknown> = good.structured): Promise<Host> {
    const one = {
      ...(await world.reserve(ada, `read-${hosts.length}`)),
      asked: [],
      rows: () => [],
      odd: {},
    } as unknown as Host;
    one.server = createServer((request, response) => answer(one, request, response));
    await listen(one.server);
    hosts.push(one);
    one.origin = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`;
    await world.db.query('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $3)', [
      one.driveId,
      ada.orgId,
      one.slug,
    ]);
    one.revisionId = await revision(one, manifest);
    await world.db.query(
      `update listings.listings set state = 'listed', listed_at = now(), live_revision_id = $2 where drive_id = $1`,
      [one.driveId, one.revisionId],
    );
    return one;
  }

  /** A version of the Drive's manifest; returns its id. */
  async function revision(
    one: Host,
    manifest: Record<string, unknown>,
    contractVersions: readonly ContractVersion[] = CONTRACT_VERSIONS,
  ): Promise<string> {
    const id = randomUUID();
    const read = readManifest(manifest as never, { contractVersions });
    expect(read.issues.filter(({ level }) => level === 'error')).toEqual([]);
    await world.db.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $6, 'structured', $4 || '/m', $4, convert_to($3, 'UTF8'), $5)`,
      [id, one.driveId, id, one.origin, JSON.stringify(read.manifest), manifest['version'] ?? '1.0.0'],
    );
    return id;
  }

  function answer(one: Host, request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, one.origin);
    const asked: Asked = {
      path: url.pathname.split('/').at(-1)!,
      since: Number(url.searchParams.get('since')),
      bearer: request.headers.authorization?.replace('Bearer ', '') ?? null,
      signed: request.headers['x-platform-signature'] !== undefined,
    };
    one.asked.push(asked);
    const odd = one.odd[asked.path];
    if (odd) return odd(response, asked);
    const data =
      asked.path === 'events'
        ? { events: one.rows(asked).filter(({ ts }) => typeof ts !== 'number' || ts > asked.since) }
        : asked.path === 'billing'
          ? { tenant_id: url.searchParams.get('tenant_id'), plan: 'pro', amount_cents: 1900, currency: 'usd' }
          : { status: 'ok', [asked.path]: 1 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(envelope(data));
  }

  async function install(of: Host, revisionId = of.revisionId): Promise<Installed> {
    const [id, tenantId, ventureId] = [randomUUID(), randomUUID(), randomUUID()];
    const token = `dst_${id}`;
    await world.db.query(`insert into installs.tenants (id, name, external_id) values ($1::uuid, 'T', $1::text)`, [
      tenantId,
    ]);
    await world.db.query(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'V', 'v')`, [
      ventureId,
      tenantId,
    ]);
    await world.db.query(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
         operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, 'active', r.id, r.digest, r.version, $7, '{}', '{}', 0, 'o@x.example', $8, $9, now() from listings.revisions r where r.id = $6`,
      [
        id,
        tenantId,
        ventureId,
        of.driveId,
        ada.orgId,
        revisionId,
        of.origin,
        world.app.get(SealedBox).seal(new Secret(token), tokenSeal(id)),
        `ws_${id}`,
      ],
    );
    return { id, tenantId, ventureId, token };
  }

  const refresh = (one: Installed) => world.app.get(RefreshInstall).execute(one.id);
  const event = (ts: number, more: Row = {}): Row => ({ type: 'content.published', ts, payload: {}, ...more });
  const stored = async ({ id }: Installed) =>
    world.db.query<{ kind: string; ts: Date; quarantine: string | null; payload: Row }>(
      'select kind, ts, quarantine, payload from installs.drive_events where install_id = $1 order by seq',
      [id],
    );
  const rejected = async ({ id }: Installed) =>
    world.db.query<{ reason: string; content: string | null; detail: string; kind: string | null }>(
      'select reason, kind, content, detail from installs.rejected_events where install_id = $1 order by seq',
      [id],
    );
  const counts = async ({ id }: Installed): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await world.db.query<{ reason: string; events: string }>(
          'select reason, events from installs.rejected_counts where install_id = $1',
          [id],
        )
      ).map(({ reason, events }) => [reason, Number(events)]),
    );
  const cursor = async ({ id }: Installed): Promise<number> =>
    Number(
      (
        await world.db.query<{ at: string }>('select events_cursor_ms as at from installs.installs where id = $1', [id])
      )[0]!.at,
    );
  const readings = async ({ id }: Installed) =>
    Object.fromEntries(
      (
        await world.db.query<{ endpoint: string; problem: string | null; failures: number; status: number | null }>(
          'select endpoint, problem, failures, status from installs.readings where install_id = $1',
          [id],
        )
      ).map(({ endpoint, ...one }) => [endpoint, one]),
    );
  /** Rows that name their install, so that nothing has to be found out about the feed. */
  const own = (one: Installed, ts: number, more: Row = {}): Row => event(ts, { install_id: `ws_${one.id}`, ...more });

  describe('times', () => {
    it.each([
      ['in the future', () => Date.now() + 3_600_000, 'in_future'],
      ['in microseconds', () => Date.now() * 1_000, 'time_unit'],
      ['in nanoseconds', () => Date.now() * 1_000_000, 'malformed'],
      ['in seconds', () => Math.floor(Date.now() / 1_000), 'time_unit'],
      ['two days before the install', () => Date.now() - 48 * 3_600_000, 'before_install'],
      ['of 2001', () => 1_000_000_000_001, 'before_install'],
    ])('an event %s does not move the cursor past later ones, and is kept apart', async (_name, ts, reason) => {
      const drive = await host();
      const one = await install(drive);
      const at = ts();
      const sane = Date.now();
      const rows = [own(one, sane - MINUTE, { id: 'a' }), own(one, at, { id: 'odd' })];
      drive.rows = () => rows;
      expect(await refresh(one)).toMatchObject({ reachable: true, eventsNew: 1, problem: null });
      expect(await cursor(one)).toBe(sane - MINUTE);
      // What happens later is read: also after the same row was answered again, which is one row.
      rows.push(own(one, sane, { id: 'b' }));
      expect(await refresh(one)).toMatchObject({ eventsNew: 1 });
      expect((await stored(one)).map((row) => row.ts.getTime())).toEqual([sane - MINUTE, sane]);
      expect(await rejected(one)).toMatchObject([{ reason, content: expect.stringContaining('"odd"') as string }]);
      expect(await counts(one)).toEqual({ [reason]: 1 });
    });

    it('a clock that is a little fast is accepted, and the cursor does not pass the database’s', async () => {
      const drive = await host();
      const one = await install(drive);
      const rows = [own(one, Date.now() + 4 * MINUTE)];
      drive.rows = () => rows;
      expect(await refresh(one)).toMatchObject({ eventsNew: 1 });
      expect(await cursor(one)).toBeLessThanOrEqual(Date.now());
    });

    it('an event that was early counts once its time has come', async () => {
      const drive = await host();
      const one = await install(drive);
      const row = own(one, Date.now() - MINUTE);
      drive.rows = () => [row];
      const text = JSON.stringify(row);
      await world.db.query(
        `insert into installs.rejected_events (install_id, reason, digest, detail, content) values ($1, 'in_future', encode(sha256(convert_to($2, 'UTF8')), 'hex'), 'x', $2)`,
        [one.id, text],
      );
      expect(await refresh(one)).toMatchObject({ eventsNew: 1 });
      expect(await rejected(one)).toEqual([]);
    });

    it('of each reason the newest hundred are kept, and all are counted', async () => {
      const drive = await host();
      const one = await install(drive);
      drive.rows = () => Array.from({ length: 250 }, (_, i) => own(one, Date.now() * 1_000, { id: `m${i}` }));
      await refresh(one);
      expect(await rejected(one)).toHaveLength(100);
      expect(await counts(one)).toEqual({ time_unit: 250 });
    });
  });

  describe('attribution', () => {
    it('a row that names another tenant, install or venture is not stored, and nobody sees what it holds', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const secret = { secret: 'of the other' };
      const at = Date.now();
      drive.rows = ({ bearer }) =>
        bearer !== one.token
          ? []
          : [
              event(at, { tenant_id: other.tenantId, payload: secret }),
              event(at, { install_id: `ws_${other.id}`, payload: secret }),
              event(at, { install_id: 'unheard of', payload: secret }),
              event(at, { venture_id: other.ventureId, payload: secret }),
              event(at, { payload: { ...secret, merkava_tenant_id: other.tenantId } }),
              event(at, { payload: { ...secret, install_id: `ws_${other.id}` } }),
              own(one, at, { payload: { mine: 1 } }),
              event(at, { payload: { mine: 2, tenant_id: one.tenantId, venture_id: one.ventureId } }),
            ];
      expect(await refresh(one)).toMatchObject({ eventsNew: 2 });
      expect((await stored(one)).map(({ payload }) => payload['mine'])).toEqual([1, 2]);
      const apart = await rejected(one);
      expect(apart.map(({ reason, content, kind }) => [reason, content, kind])).toEqual(
        Array.from({ length: 6 }, () => ['other_tenant', null, null]),
      );
      expect(JSON.stringify(apart)).not.toContain('secret');
    });

    it('a feed that answers every token alike is found out, and what names nobody is no tenant’s', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const at = Date.now();
      drive.rows = () => [event(at, { payload: { secret: 1 } }), own(one, at), own(other, at)];
      for (const each of [one, other]) expect(await refresh(each)).toMatchObject({ eventsNew: 1, problem: null });
      expect(
        await world.db.query(
          'select compared_with, shared_since is not null as shared from installs.event_feeds where drive_id = $1',
          [drive.driveId],
        ),
      ).toEqual([{ compared_with: 'install', shared: true }]);
      for (const each of [one, other]) expect((await stored(each)).map(({ payload }) => payload)).toEqual([{}]);
      // Kept once per Drive, for its author and staff; rows of the other install are nothing to be told of here.
      const [first] = [one, other].sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const each of [one, other])
        expect((await rejected(each)).map(({ reason }) => reason)).toEqual(each === first ? ['unattributed'] : []);
    });

    it('a single install of such a Drive is compared with a stranger, and later with another install', async () => {
      const drive = await host();
      const one = await install(drive);
      const at = Date.now();
      const tokens = new Set([one.token]);
      // It knows its tokens, and answers all of them alike.
      drive.odd['events'] = (response, asked) =>
        tokens.has(asked.bearer ?? '')
          ? void response
              .writeHead(200)
              .end(
                envelope({ events: [event(at, { id: 'x', payload: { secret: 1 } }), event(at * 1_000, { id: 'y' })] }),
              )
          : fail(401)(response);
      expect(await refresh(one)).toMatchObject({ eventsNew: 1 });
      const other = await install(drive);
      tokens.add(other.token);
      expect(await refresh(other)).toMatchObject({ eventsNew: 0, problem: null });
      // What was shown to the first one is hidden from it, also of the rows that did not count.
      expect(await rejected(one)).toMatchObject([{ reason: 'time_unit', kind: null, content: null }]);
      expect((await stored(one)).map(({ quarantine }) => quarantine)).toEqual(['unattributed']);
      expect(await stored(other)).toEqual([]);
    });

    it('rows that do not count anyway are compared too before anything of them is kept', async () => {
      const drive = await host();
      const one = await install(drive);
      const at = Date.now();
      drive.rows = () => [
        event(at * 1_000, { payload: { secret: 1 } }),
        event(Math.floor(at / 1_000), { payload: { secret: 2 } }),
      ];
      await refresh(one);
      expect((await rejected(one)).map(({ reason, kind, content }) => [reason, kind, content])).toEqual([
        ['time_unit', null, null],
        ['time_unit', null, null],
      ]);
    });

    it('a comparison that fails tells nothing: the rows wait until it is made', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const at = Date.now();
      const rows = [event(at, { payload: { of: one.id } })];
      const usual = (response: ServerResponse, { bearer }: Asked): void =>
        void response.writeHead(200).end(envelope({ events: bearer === one.token ? rows : [] }));
      drive.odd['events'] = (response, asked) =>
        asked.bearer === other.token ? fail(503)(response) : usual(response, asked);
      expect(await refresh(one)).toMatchObject({
        eventsNew: 0,
        problem: expect.stringContaining('HTTP 503') as string,
      });
      expect([await stored(one), await cursor(one)]).toEqual([[], 0]);
      drive.odd['events'] = usual;
      expect(await refresh(one)).toMatchObject({ eventsNew: 1, problem: null });
    });

    it('a Drive that answers by token is believed', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const at = Date.now();
      drive.rows = ({ bearer }) =>
        [one, other].filter(({ token }) => token === bearer).map(({ id }) => event(at, { payload: { of: id } }));
      for (const each of [one, other]) {
        expect(await refresh(each)).toMatchObject({ eventsNew: 1 });
        expect((await stored(each)).map(({ payload, quarantine }) => [payload, quarantine])).toEqual([
          [{ of: each.id }, null],
        ]);
      }
      const asked = drive.asked.length;
      await refresh(one);
      expect(drive.asked.length - asked).toBe(4);
    });
  });

  describe('long answers', () => {
    const PAD = 'x'.repeat(2_000);

    it('an answer of several MiB is read whole', async () => {
      const drive = await host();
      const one = await install(drive);
      const from = Date.now() - 10_000;
      drive.rows = () => Array.from({ length: 3_000 }, (_, i) => own(one, from + i, { payload: { PAD } }));
      expect(await refresh(one)).toMatchObject({ eventsNew: 3_000, problem: null });
      expect(await cursor(one)).toBe(from + 2_999);
    });

    it('an answer above every limit is read up to the limit, the next time from there', async () => {
      const drive = await host();
      const one = await install(drive);
      const from = Date.now() - 60_000;
      const rows = 12_000;
      drive.rows = ({ since }) =>
        Array.from({ length: rows }, (_, i) => from + i)
          .filter((ts) => ts > since)
          .map((ts) => own(one, ts, { payload: { PAD } }));
      expect(await refresh(one)).toMatchObject({ problem: null });
      const reached = await cursor(one);
      expect(reached).toBeGreaterThan(from);
      expect(reached).toBeLessThan(from + rows - 1);
      expect(await refresh(one)).toMatchObject({ problem: null });
      expect(await cursor(one)).toBe(from + rows - 1);
      expect(await stored(one)).toHaveLength(rows);
    });

    it('a connection that breaks keeps the rows that arrived whole', async () => {
      const drive = await host();
      const one = await install(drive);
      const at = Date.now() - 10_000;
      drive.odd['events'] = (response, { since }) => {
        const rows = Array.from({ length: 10 }, (_, i) => own(one, at + i)).filter(({ ts }) => (ts as number) > since);
        response.writeHead(200, { 'content-length': 100_000 });
        response.write(
          `{"ok":true,"data":{"events":[${rows
            .slice(0, 4)
            .map((row) => JSON.stringify(row))
            .join(',')},{"type":"cont`,
        );
        setImmediate(() => response.destroy());
      };
      await refresh(one);
      expect(await cursor(one)).toBe(at + 3);
      await refresh(one);
      await refresh(one);
      expect((await stored(one)).length).toBeGreaterThanOrEqual(8);
    });

    it('equal rows without an id are as many events as there are, also across batches and in any order', async () => {
      const drive = await host();
      const one = await install(drive);
      const at = Date.now() - 1_000;
      const rows = Array.from({ length: 2_500 }, (_, i) => own(one, at - (i % 5), { payload: { n: i % 5 } }));
      drive.rows = () => rows;
      for (const fresh of [2_500, 0]) expect(await refresh(one)).toMatchObject({ eventsNew: fresh });
    });

    it('a row that is too long, and one that is no row, do not stop the others', async () => {
      const drive = await host();
      const one = await install(drive);
      const at = Date.now();
      const rows = [
        own(one, at, { payload: { long: 'x'.repeat(300_000) } }),
        { type: 'Bad Kind', ts: 'x', payload: 1 },
        own(one, at, { payload: { good: 1 } }),
      ];
      const odd = ['7', '"text"', 'null', '[1,{"a":"]"}]', '{"a":1,"a":2}'];
      drive.odd['events'] = (response) =>
        void response
          .writeHead(200)
          .end(
            envelope({ events: ['ROWS'] }).replace(
              '"ROWS"',
              [...odd, ...rows.map((row) => JSON.stringify(row))].join(' , '),
            ),
          );
      expect(await refresh(one)).toMatchObject({ eventsNew: 1, problem: null });
      expect(await counts(one)).toEqual({ malformed: 6, too_large: 1 });
    });
  });

  describe('kinds', () => {
    it('the spellings of one kind are one kind, and the flat shape emits those that the contract names for it', async () => {
      const drive = await host(good.flat);
      const one = await install(drive);
      const at = Date.now();
      const types = [
        'install_created',
        'user_signup',
        'user.signup',
        'subscription_started',
        'subscription.canceled',
        'article_generated',
      ];
      drive.rows = () => types.map((type, i) => own(one, at + i, { type }));
      await refresh(one);
      expect((await stored(one)).map(({ kind, quarantine }) => [kind, quarantine])).toEqual([
        ['install.created', null],
        ['user_signup', null],
        ['user_signup', null],
        ['subscription_started', null],
        ['subscription_canceled', null],
        ['article_generated', 'kind_not_listed'],
      ]);
    });
  });

  describe('after the end', () => {
    const revoke = (one: Installed) =>
      world.db.query(
        `update installs.installs set state = 'revoked', ended_at = now(), revoked_at = now(), scoped_token = null where id = $1`,
        [one.id],
      );
    const last = (one: Installed) => world.app.get(ReadLastEvents).execute(one.id);

    it('events are read once more, without the dead token, and only those that name the install are its own', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      await revoke(one);
      const at = Date.now();
      drive.rows = () => [
        own(one, at, { type: 'install.revoked' }),
        own(other, at, { payload: { secret: 1 } }),
        event(at, { payload: { secret: 2 } }),
      ];
      for (let i = 0; i < 2; i++) await last(one);
      expect((await stored(one)).map(({ kind }) => kind)).toEqual(['install.revoked']);
      expect(await rejected(one)).toEqual([]);
      expect(drive.asked.map(({ bearer, signed }) => [bearer, signed])).toEqual([[null, true]]);
    });

    it('a Drive that tells nothing without a token is left alone, one that does not answer is asked again for a day', async () => {
      const drive = await host();
      const one = await install(drive);
      await last(one);
      expect(drive.asked).toEqual([]);
      await revoke(one);
      drive.odd['events'] = fail(503);
      await expect(last(one)).rejects.toThrow('HTTP 503');
      drive.odd['events'] = fail(401);
      for (let i = 0; i < 2; i++) await last(one);
      expect(drive.asked).toHaveLength(2);
      const late = await install(drive);
      await revoke(late);
      await world.db.query(`update installs.installs set revoked_at = now() - interval '25 hours' where id = $1`, [
        late.id,
      ]);
      await last(late);
      expect(drive.asked).toHaveLength(2);
    });
  });

  describe('endpoints', () => {
    it.each([402, 500])('HTTP %s of events stops neither metrics nor health nor billing', async (status) => {
      const drive = await host();
      const one = await install(drive);
      drive.odd['events'] = fail(status);
      expect(await refresh(one)).toMatchObject({
        reachable: true,
        problem: expect.stringContaining(`HTTP ${status}`) as string,
      });
      const [row] = await world.db.query(
        'select metrics, health, billing, unreachable_since from installs.installs where id = $1',
        [one.id],
      );
      expect(row).toMatchObject({
        metrics: { metrics: 1 },
        health: { health: 1 },
        billing: { plan: 'pro', amount_cents: 1900 },
        unreachable_since: null,
      });
      expect(await readings(one)).toMatchObject({
        events: { problem: status === 402 ? 'quota_exceeded' : 'http_status', status, failures: 1 },
        metrics: { problem: null, failures: 0 },
        health: { problem: null },
        billing: { problem: null },
      });
    });

    it('an endpoint that fails is asked less often than the others', async () => {
      const drive = await host();
      const one = await install(drive);
      drive.odd['metrics'] = fail(500);
      for (let i = 0; i < 3; i++) await refresh(one);
      const [row] = await world.db.query<{ later: boolean; soon: boolean }>(
        `select m.due_at > e.due_at as later, i.next_poll_at = e.due_at as soon from installs.installs i
           join installs.readings m on m.install_id = i.id and m.endpoint = 'metrics' join installs.readings e on e.install_id = i.id and e.endpoint = 'health'
         where i.id = $1`,
        [one.id],
      );
      expect(row).toEqual({ later: true, soon: true });
      // Only what is due is asked.
      await world.db.query(`update installs.installs set next_poll_at = '-infinity' where id = $1`, [one.id]);
      await world.db.query(
        `update installs.readings set due_at = now() - interval '1 day' where install_id = $1 and endpoint = 'health'`,
        [one.id],
      );
      drive.asked.length = 0;
      await world.app.get(PollInstalls).execute('usual');
      expect(drive.asked.map(({ path }) => path)).toEqual(['health']);
    });

    it('only what the manifest lists is read, and health without signature and token', async () => {
      const { manifest } = { manifest: { ...good.structured, capabilities: ['install', 'uninstall'] } };
      const drive = await host(manifest);
      const one = await install(drive);
      expect(await refresh(one)).toMatchObject({ reachable: true, problem: null });
      expect(drive.asked).toEqual([{ path: 'health', since: 0, bearer: null, signed: false }]);
    });

    it('the bill of another tenant is not shown', async () => {
      const drive = await host();
      const one = await install(drive);
      drive.odd['billing'] = (response) =>
        void response
          .writeHead(200)
          .end(envelope({ tenant_id: randomUUID(), plan: 'secret', amount_cents: 1, currency: 'usd' }));
      await refresh(one);
      expect(await world.db.query('select billing from installs.installs where id = $1', [one.id])).toEqual([
        { billing: null },
      ]);
      expect(await readings(one)).toMatchObject({ billing: { problem: 'other_tenant' } });
    });

    describe('billing', () => {
      const bills = async ({ id }: Installed) =>
        world.db.query<{ month: string; currency: string; amount: string; plan: string }>(
          `select to_char(month, 'YYYY-MM') as month, currency, amount, plan from installs.billing_summaries
           where install_id = $1 order by month, currency`,
          [id],
        );
      const bill = (data: object) => (response: ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(envelope(data));
      const month = () => new Date().toISOString().slice(0, 7);

      it('is kept by month and currency as the plugin says it, the last answer of the month', async () => {
        const drive = await host();
        const one = await install(drive);
        await refresh(one);
        drive.odd['billing'] = bill({ id: randomUUID(), plan: 'pro', amount_cents: 2400, currency: 'USD' });
        await refresh(one);
        drive.odd['billing'] = bill({ tenant_id: one.tenantId, plan: 'pro €', amount_cents: 2200, currency: 'eur' });
        await refresh(one);
        expect(await bills(one)).toEqual([
          { month: month(), currency: 'eur', amount: '2200', plan: 'pro €' },
          { month: month(), currency: 'usd', amount: '2400', plan: 'pro' },
        ]);
        // As if all that was said in the month before.
        await world.db.query(
          `update installs.billing_summaries set month = month - interval '1 month' where install_id = $1`,
          [one.id],
        );
        drive.odd['billing'] = bill({ plan: 'pro', amount_cents: 0, currency: 'usd' });
        await refresh(one);
        const said = await bills(one);
        expect(said.at(-1)).toEqual({ month: month(), currency: 'usd', amount: '0', plan: 'pro' });
        expect(said.map(({ amount }) => amount)).toEqual(['2200', '2400', '0']);
      });

      it.each<[string, (response: ServerResponse) => void, { problem: string; status: number | null }]>([
        ['402', fail(402), { problem: 'quota_exceeded', status: 402 }],
        ['500', fail(500), { problem: 'http_status', status: 500 }],
        ['no amount', bill({ plan: 'pro', currency: 'usd' }), { problem: 'malformed_answer', status: 200 }],
        [
          'an amount as text',
          bill({ plan: 'pro', amount_cents: '1900', currency: 'usd' }),
          { problem: 'malformed_answer', status: 200 },
        ],
        [
          'a negative amount',
          bill({ plan: 'pro', amount_cents: -1, currency: 'usd' }),
          { problem: 'malformed_answer', status: 200 },
        ],
        [
          'a page instead of an answer',
          (response) => void response.writeHead(200).end('<html>'),
          { problem: 'malformed_answer', status: 200 },
        ],
        [
          'a flood',
          (response) => void response.writeHead(200).end(envelope({ plan: 'x'.repeat(4_000_000) })),
          { problem: 'malformed_answer', status: null },
        ],
        [
          'a connection that breaks off',
          (response) => void response.writeHead(200).write('{"ok":true', () => response.destroy()),
          { problem: 'no_answer', status: null },
        ],
        ['no answer at all', () => undefined, { problem: 'no_answer', status: null }],
      ])('%s is told as that, keeps what was said, and hides no other endpoint', async (_name, odd, told) => {
        const drive = await host();
        const one = await install(drive);
        await refresh(one);
        drive.odd['billing'] = odd;
        await refresh(one);
        expect(await readings(one)).toMatchObject({
          billing: told,
          events: { problem: null },
          metrics: { problem: null },
          health: { problem: null },
        });
        expect(await bills(one)).toEqual([{ month: month(), currency: 'usd', amount: '1900', plan: 'pro' }]);
      });
    });

    it('a fault of ours is noted as that, stops no other endpoint, and is not hidden', async () => {
      const drive = await host();
      const one = await install(drive);
      const broken = jest.spyOn(world.app.get(ReadEvents), 'execute').mockRejectedValueOnce(new Error('ours'));
      await expect(refresh(one)).rejects.toThrow('ours');
      broken.mockRestore();
      expect(await readings(one)).toMatchObject({
        events: { problem: 'our_fault', failures: 1 },
        metrics: { problem: null },
        health: { problem: null },
      });
    });

    it('an install of which nothing can be read is unreachable, until something can', async () => {
      const drive = await host();
      const one = await install(drive);
      for (const path of ['events', 'metrics', 'health', 'billing']) drive.odd[path] = fail(503);
      const since = async () =>
        (
          await world.db.query<{ at: Date | null }>(
            'select unreachable_since as at from installs.installs where id = $1',
            [one.id],
          )
        )[0]!.at;
      expect(await refresh(one)).toMatchObject({ reachable: false });
      const first = await since();
      expect(first).not.toBeNull();
      await refresh(one);
      expect(await since()).toEqual(first);
      drive.odd = {};
      await refresh(one);
      expect(await since()).toBeNull();
    });
  });

  describe('two contract versions of one Drive', () => {
    const v2 = {
      ...good.structured,
      schema_version: 2,
      contract_version: '2.0.0-draft',
      version: '2.0.0',
      endpoints: { ...good.structured.endpoints, events: '/api/platform/v2/events' },
    };
    const later = (ms: number) => ({ type: 'content.published', occurred_at: new Date(ms).toISOString(), payload: {} });

    it('are read side by side, each install by the version that it has', async () => {
      const drive = await host();
      const next = await revision(drive, v2, [...CONTRACT_VERSIONS, CONTRACT_DRAFT]);
      const [old, moved] = [await install(drive), await install(drive, next)];
      const at = Date.now() - 60_000;
      const rows = { [old.token]: [own(old, at)], [moved.token]: [{ ...later(at + 1), install_id: `ws_${moved.id}` }] };
      drive.odd['events'] = (response, { bearer }) =>
        void response.writeHead(200).end(envelope({ events: rows[bearer!] ?? [] }));
      for (const each of [old, moved]) expect(await refresh(each)).toMatchObject({ eventsNew: 1, problem: null });
      expect((await stored(old)).map(({ ts }) => ts.getTime())).toEqual([at]);
      expect((await stored(moved)).map(({ ts }) => ts.getTime())).toEqual([at + 1]);
      expect([await cursor(old), await cursor(moved)]).toEqual([at, at + 1]);
      for (const each of [old, moved]) expect(await rejected(each)).toEqual([]);
      // What is read again is known.
      for (const each of [old, moved]) expect(await refresh(each)).toMatchObject({ eventsNew: 0 });
      for (const each of [old, moved]) expect(await stored(each)).toHaveLength(1);
    });

    it('are not mixed up: a row of the other version is kept apart with its reason', async () => {
      const drive = await host();
      const next = await revision(drive, v2, [...CONTRACT_VERSIONS, CONTRACT_DRAFT]);
      const [old, moved] = [await install(drive), await install(drive, next)];
      const at = Date.now() - 60_000;
      drive.odd['events'] = (response, { bearer }) =>
        void response.writeHead(200).end(
          envelope({
            events: [
              bearer === old.token ? { ...later(at), install_id: `ws_${old.id}` } : own(moved, at),
              bearer === old.token ? own(old, at) : { ...later(at), install_id: `ws_${moved.id}` },
            ],
          }),
        );
      for (const each of [old, moved]) expect(await refresh(each)).toMatchObject({ eventsNew: 1 });
      expect(await rejected(old)).toMatchObject([
        { reason: 'malformed', detail: expect.stringContaining('"ts"') as string },
      ]);
      expect(await rejected(moved)).toMatchObject([
        { reason: 'malformed', detail: expect.stringContaining('"occurred_at"') as string },
      ]);
    });

    it('share a feed of all tokens with those of their own version only', async () => {
      const drive = await host();
      const next = await revision(drive, { ...v2, endpoints: good.structured.endpoints }, [
        ...CONTRACT_VERSIONS,
        CONTRACT_DRAFT,
      ]);
      const [old, moved] = [await install(drive), await install(drive, next)];
      const at = Date.now() - 60_000;
      drive.odd['events'] = (response) =>
        void response.writeHead(200).end(
          envelope({
            events: [own(old, at), event(at), { ...later(at + 5), install_id: `ws_${moved.id}` }, later(at + 6)],
          }),
        );
      for (const each of [old, moved]) await refresh(each);
      await world.db.query(`update installs.installs set next_poll_at = '-infinity' where drive_id = $1`, [
        drive.driveId,
      ]);
      await world.app.get(PollInstalls).execute('usual');
      expect((await stored(old)).map(({ ts }) => ts.getTime())).toEqual([at]);
      expect((await stored(moved)).map(({ ts }) => ts.getTime())).toEqual([at + 5]);
    });
  });

  describe('what is shown', () => {
    /** An operator of the install's tenant. */
    async function operatorOf({ tenantId }: Installed): Promise<string> {
      const cookie = await world.app.signUp(`op-${tenantId}@x.example`, 'Op');
      const me = await world.app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as: cookie });
      const grant = { userId: me.data.user.id, role: 'operator' as const, scopeId: tenantId };
      await world.app.get(Transactor).run((tx) => world.app.get(Identity).grantRole(tx, grant));
      return cookie;
    }
    const get = <T>(as: string, url: string) => world.app.call<T>({ method: 'GET', url: `/api/v1/${url}`, as });

    it('an operator sees what is surely of the install, the author everything but what tenants said, others nothing', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const at = Date.now();
      drive.odd['metrics'] = fail(500);
      drive.rows = ({ bearer }) =>
        bearer !== one.token
          ? []
          : [
              own(one, at * 1_000, { payload: { mine: 1 } }),
              event(at, { tenant_id: other.tenantId, payload: { secret: 1 } }),
              { type: 'content.published', ts: 'secret', payload: 1 },
              own(one, at),
            ];
      await refresh(one);
      const [mine, stranger] = [await operatorOf(one), await operatorOf(other)];
      const reading = await get<InstallReadingView>(mine, `operator/installs/${one.id}/reading`);
      expect(reading.data.endpoints).toMatchObject([
        { endpoint: 'events', problem: null },
        { endpoint: 'metrics', problem: 'http_status', status: 500, failing_since: expect.any(String) as string },
        { endpoint: 'health', problem: null, next_at: expect.any(String) as string },
        { endpoint: 'billing', problem: null },
      ]);
      expect(reading.data.rejected.map(({ reason, events }) => [reason, events]).sort()).toEqual([
        ['malformed', 1],
        ['other_tenant', 1],
        ['time_unit', 1],
      ]);
      const rows = await get<{ items: RejectedEventView[] }>(mine, `operator/installs/${one.id}/rejected-events`);
      expect(rows.data.items.map(({ reason, kind }) => [reason, kind])).toEqual([
        ['malformed', null],
        ['other_tenant', null],
        ['time_unit', 'content.published'],
      ]);
      expect(rows.data.items[2]!.content).toContain('"mine":1');
      expect(rows.body).not.toContain('secret');
      const part = await get<{ items: unknown[] }>(mine, `operator/installs/${one.id}/rejected-events?limit=2`);
      expect(part.data.items).toHaveLength(2);
      for (const path of ['reading', 'rejected-events'])
        expect(await get(stranger, `operator/installs/${one.id}/${path}`)).toMatchObject({
          status: 404,
          error: 'install_not_found',
        });

      const base = `author/drives/${drive.driveId}/installs`;
      const all = await get<DriveReadingView>(ada.cookie, `${base}/reading`);
      expect(all.data).toMatchObject({
        events_shared_since: null,
        failing: [{ endpoint: 'metrics', problem: 'http_status', status: 500, installs: 1 }],
      });
      expect(all.data.rejected).toHaveLength(3);
      const told = await get<{ items: AuthorRejectedEventView[] }>(ada.cookie, `${base}/rejected-events`);
      expect(told.data.items.map(({ reason, install_id, content }) => [reason, install_id, content])).toEqual(
        ['malformed', 'other_tenant', 'time_unit'].map((reason) => [reason, one.id, null]),
      );
      expect(told.data.items[2]!.detail).toContain('finer than milliseconds');
      const eve = await world.author(`eve-${hosts.length}`);
      for (const path of ['reading', 'rejected-events'])
        expect(await get(eve.cookie, `${base}/${path}`)).toMatchObject({ status: 404, error: 'drive_not_found' });
    });

    it('rows that name nobody, of a feed that every install gets, are shown to the author only', async () => {
      const drive = await host();
      const [one, other] = [await install(drive), await install(drive)];
      const at = Date.now();
      drive.rows = () => [
        event(at, { payload: { secret: 1 } }),
        event(at * 1_000, { payload: { secret: 2 } }),
        own(one, at),
      ];
      for (const each of [one, other]) await refresh(each);
      for (const each of [one, other]) {
        const mine = await operatorOf(each);
        for (const path of ['events', 'rejected-events', 'reading', 'metrics']) {
          const shown = await get(mine, `operator/installs/${each.id}/${path}`);
          expect([shown.status, shown.body.includes('secret')]).toEqual([200, false]);
        }
      }
      const base = `author/drives/${drive.driveId}/installs`;
      expect((await get<DriveReadingView>(ada.cookie, `${base}/reading`)).data.events_shared_since).not.toBeNull();
      const told = await get<{ items: AuthorRejectedEventView[] }>(ada.cookie, `${base}/rejected-events`);
      expect(told.data.items.find(({ reason }) => reason === 'unattributed')!.content).toContain('"secret":1');
      expect((await world.app.get(ObservedUse).ofDrive(drive.driveId)).eventsSharedSince).not.toBeNull();
    });
  });
});
