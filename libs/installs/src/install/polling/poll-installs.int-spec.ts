import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { readManifest } from '@portal/contract';
import { Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { FAILURES_TO_OPEN } from '@portal/platform/jobs';
import { listen } from '../../../../../test/support/processes.js';
import good from '../../../../contract/vectors/manifests-good.json';
import { ListingsWorld, type Author } from '../../../../../test/support/listings.js';
import { InstallsModule, InstallsWorkerModule } from '../../installs.module.js';
import { PollInstalls } from './poll-installs.js';
import { tokenSeal } from '../handshake/token-seal.js';

const HEALTHY = 8;
/** A fifth of all Drives never answers. */
const SILENT = 2;
const INSTALLS_EACH = 10;
/** Events, metrics, health and billing. */
const ENDPOINTS = 4;

interface Host {
  driveId: string;
  server: Server;
  answers: boolean;
  /** Requests that it has not answered, now and at most. */
  open: number;
  most: number;
  asked: number;
  /** Has an event to tell. */
  news?: boolean;
}

describe('reading the installs of many Drives', () => {
  let world: ListingsWorld;
  let ada: Author;
  const hosts: Host[] = [];
  let serial = 0;
  /** Which Drives were asked, in order. */
  const asked: string[] = [];

  beforeAll(async () => {
    world = await ListingsWorld.start({ SANDBOX_DRIVE_PORTS: '1024-65535' }, [InstallsModule, InstallsWorkerModule]);
    ada = await world.author('ada');
    for (let i = 0; i < HEALTHY + SILENT; i++) await host(i >= SILENT);
  });
  afterAll(async () => {
    for (const { server } of hosts) {
      server.closeAllConnections();
      server.close();
    }
    await world.close();
  });

  /** Everything of every install is due, or of those of one Drive. */
  async function due(driveId?: string): Promise<void> {
    await world.db.query(
      `with r as (delete from installs.readings r using installs.installs i where i.id = r.install_id and ($1::uuid is null or i.drive_id = $1))
       update installs.installs set next_poll_at = '-infinity' where $1::uuid is null or drive_id = $1`,
      [driveId ?? null],
    );
  }

  /** A Drive of ten installs that answers every question, or none. */
  async function host(answers: boolean): Promise<void> {
    const { driveId, slug } = await world.reserve(ada, `polled-${++serial}`);
    const one = { driveId, answers, open: 0, most: 0, asked: 0 } as Host;
    one.server = createServer((request, response) => {
      one.asked += 1;
      one.open += 1;
      one.most = Math.max(one.most, one.open);
      asked.push(driveId);
      response.on('close', () => (one.open -= 1));
      if (!one.answers) return;
      const events = one.news ? [{ type: 'install.created', ts: Date.now(), payload: {} }] : [];
      const data = request.url!.includes('events') ? { events } : { status: 'ok' };
      const meta = { version: 'v1', generated_at: new Date().toISOString() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data, meta }));
    });
    await listen(one.server);
    hosts.push(one);
    const origin = `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`;
    const manifest = readManifest(good.structured as never).manifest;
    const revisionId = randomUUID();
    await world.db.query('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $3)', [
      driveId,
      ada.orgId,
      slug,
    ]);
    await world.db.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), '1.0.0', 'structured', $4 || '/m', $4, convert_to($3, 'UTF8'), $5)`,
      [revisionId, driveId, revisionId, origin, JSON.stringify(manifest)],
    );
    for (let i = 0; i < INSTALLS_EACH; i++) await install(driveId, slug, revisionId, origin);
  }

  async function install(driveId: string, slug: string, revisionId: string, origin: string): Promise<void> {
    const [id, tenantId, ventureId] = [randomUUID(), randomUUID(), randomUUID()];
    await world.db.query(`insert into installs.tenants (id, name, external_id) values ($1::uuid, $2, $1::text)`, [
      tenantId,
      slug,
    ]);
    await world.db.query(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'V', 'v')`, [
      ventureId,
      tenantId,
    ]);
    const token = world.app.get(SealedBox).seal(new Secret('dst_scoped_token_of_a_test'), tokenSeal(id));
    await world.db.query(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
         operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, 'active', r.id, r.digest, r.version, $7, '{}', '{}', 0, 'o@x.example', $8, 'i', now() from listings.revisions r where r.id = $6`,
      [id, tenantId, ventureId, driveId, ada.orgId, revisionId, origin, token],
    );
  }

  it('a fifth of the Drives never answers: the others are all read, and the silent ones are soon left alone', async () => {
    const healthy = hosts.filter((one) => one.answers);
    const silent = hosts.filter((one) => !one.answers);
    await world.app.get(PollInstalls).execute();
    expect(
      await world.db.query(
        `select drive_id = any($1) as healthy, count(*) filter (where polled_at is not null and unreachable_since is null)::int as read from installs.installs group by 1 order by 1`,
        [healthy.map((one) => one.driveId)],
      ),
    ).toEqual([
      { healthy: false, read: 0 },
      { healthy: true, read: HEALTHY * INSTALLS_EACH },
    ]);
    for (const one of healthy)
      expect([one.asked, one.most <= 2 * ENDPOINTS]).toEqual([INSTALLS_EACH * ENDPOINTS, true]);
    for (const one of silent) {
      // An install is four questions at once; two installs of one Drive at a time. What was given up may still stand open
      // here when the next one asks.
      expect(one.most).toBeLessThanOrEqual(2 * 2 * ENDPOINTS);
      expect(one.asked).toBeLessThanOrEqual((FAILURES_TO_OPEN + 1) * ENDPOINTS);
    }
    // The next round does not even begin with them.
    await due();
    const before = silent.map((one) => one.asked);
    asked.length = 0;
    await world.app.get(PollInstalls).execute();
    expect(silent.map((one) => one.asked)).toEqual(before);
    expect(new Set(asked)).toEqual(new Set(healthy.map((one) => one.driveId)));
  });

  it('Drives take turns: one with many installs does not fill the round', async () => {
    await due();
    asked.length = 0;
    await world.app.get(PollInstalls).execute();
    // Four questions each: after one install of every Drive that answers, each was asked.
    const soon = new Set(asked.slice(0, HEALTHY * ENDPOINTS * 2));
    expect(hosts.filter((one) => one.answers && !soon.has(one.driveId))).toEqual([]);
  });

  it('two workers share what is due: every install is read once, and neither waits for the other', async () => {
    await due();
    asked.length = 0;
    await Promise.all([world.app.get(PollInstalls).execute(), world.app.get(PollInstalls).execute()]);
    for (const { driveId, answers } of hosts)
      if (answers) expect(asked.filter((id) => id === driveId)).toHaveLength(INSTALLS_EACH * ENDPOINTS);
  });

  it('what another worker is claiming is passed over, and stays due', async () => {
    await due();
    const other = new Client({ connectionString: world.app.database.url });
    await other.connect();
    const healthy = hosts.filter((one) => one.answers).map((one) => one.driveId);
    const [{ id }] = (await world.db.query<{ id: string }>(
      `select id from installs.installs where drive_id = any($1) limit 1`,
      [healthy],
    )) as [{ id: string }];
    await other.query('begin');
    try {
      await other.query('select from installs.installs where id = $1 for update', [id]);
      await world.app.get(PollInstalls).execute();
      expect(
        await world.db.query(
          `select next_poll_at from installs.installs where next_poll_at = '-infinity' and drive_id = any($1)`,
          [healthy],
        ),
      ).toHaveLength(1);
    } finally {
      await other.end();
    }
  });

  it('quiet installs are read ever less often, at least every five minutes, and again soon after news', async () => {
    const every = async (): Promise<number[]> =>
      (
        await world.db.query<{ s: number }>(
          `select distinct poll_every_s as s from installs.installs where unreachable_since is null order by 1`,
        )
      ).map(({ s }) => s);
    for (let round = 0; round < 20; round++) {
      await due(hosts.at(-1)!.driveId);
      await world.app.get(PollInstalls).execute();
    }
    expect((await every()).at(-1)).toBe(300);
    const quiet = hosts.at(-1)!;
    quiet.news = true;
    await due(quiet.driveId);
    await world.app.get(PollInstalls).execute();
    expect(
      await world.db.query(
        `select distinct poll_every_s as s, next_poll_at - polled_at = interval '25 seconds' as soon from installs.installs where drive_id = $1`,
        [quiet.driveId],
      ),
    ).toEqual([{ s: 25, soon: true }]);
  });

  it('a worker that ends begins nothing new', async () => {
    await due();
    asked.length = 0;
    await world.app.get(PollInstalls).execute(AbortSignal.abort());
    expect(asked).toEqual([]);
  });
});
