import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { readManifest } from '@portal/contract';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { gaugeCatalogue } from '@portal/platform/health';
import { tokenSeal } from '../../libs/installs/src/install/handshake/token-seal.js';
import good from '../../libs/contract/vectors/manifests-good.json';
import { workerSettings } from '../support/config.js';
import { ListingsWorld } from '../support/listings.js';
import { listen } from '../support/processes.js';
import { until } from '../support/test-timeout.js';
import { WorkerProcess } from '../support/worker-process.js';

const DRIVES = 60;
const INSTALLS_EACH = 4;
/** Calls that are open at a time at least, before money is looked at: a round reads so many installs side by side. */
const HANGING = 24;
const MONEY = ['billing.collect-due', 'billing.redrive-refunds', 'payouts.redrive-attempts'];
const LATE_MS = 1_000;

describe('money while Drives hang', () => {
  let world: ListingsWorld;
  let server: Server;
  let worker: WorkerProcess | undefined;
  let open = 0;

  beforeAll(async () => {
    world = await ListingsWorld.start({}, [InstallsModule, InstallsWorkerModule]);
    // Takes every connection and answers nobody.
    server = createServer((_request, response) => {
      open += 1;
      response.on('close', () => (open -= 1));
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const author = await world.author('ada');
    for (let i = 0; i < DRIVES; i++) {
      const { driveId, slug } = await world.reserve(author, `hanging-${i}`);
      await world.db.query(
        `with listing as (insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $3)),
         revision as (insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
           values ($4::uuid, $1, encode(sha256(convert_to($4::text, 'UTF8')), 'hex'), '1.0.0', 'structured', $5::text || '/m', $5, convert_to($4::text, 'UTF8'), $6))
         select`,
        [
          driveId,
          author.orgId,
          slug,
          randomUUID(),
          origin,
          JSON.stringify(readManifest(good.structured as never).manifest),
        ],
      );
      for (let n = 0; n < INSTALLS_EACH; n++) await install(driveId, origin);
    }
    await world.db.query(
      `update listings.listings l set state = 'listed', listed_at = now(), live_revision_id = r.id from listings.revisions r where r.drive_id = l.drive_id`,
    );
  });
  afterAll(async () => {
    await worker?.stop();
    server.closeAllConnections();
    server.close();
    await world.close();
  });

  async function install(driveId: string, origin: string): Promise<void> {
    const id = randomUUID();
    const token = world.app.get(SealedBox).seal(new Secret('dst_scoped_token_of_a_test'), tokenSeal(id));
    await world.db.query(
      `with tenant as (insert into installs.tenants (id, name, external_id) values ($1::uuid, 'T', $1::text) returning id),
       venture as (insert into installs.ventures (id, tenant_id, name, external_id) select $2, id, 'V', 'v' from tenant returning id, tenant_id)
       insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
         operator_email, scoped_token, drive_install_id, activated_at)
       select $3, v.tenant_id, v.id, r.drive_id, l.org_id, 'active', r.id, r.digest, r.version, $5, '{}', '{}', 0, 'o@x.example', $6, 'i', now()
       from venture v, listings.revisions r join listings.listings l using (drive_id) where r.drive_id = $4`,
      [randomUUID(), randomUUID(), id, driveId, origin, token],
    );
  }

  /** Of the schedules of money: how late the latest is, as the gauge says it, milliseconds. */
  async function lateMs(): Promise<number> {
    const { sql } = gaugeCatalogue().find(({ name }) => name === 'portal_schedule_late_seconds')!;
    const [row] = await world.db.query<{ late: number }>(
      `select max(g.value)::float8 * 1000 as late from (${sql}) g where g.label = any($1)`,
      [MONEY],
    );
    return row!.late;
  }

  it('begins on time, however many Drives take calls and never answer', async () => {
    worker = await WorkerProcess.start(world.app.database.url, workerSettings());
    await until(
      () => open >= HANGING,
      () => `${open} open\n${worker!.printed}`,
    );
    const [{ at }] = (await world.db.query<{ at: Date }>(
      `update platform.job_schedules set asked_at = platform.portal_now() where job = any($1) returning asked_at as at`,
      [MONEY],
    )) as [{ at: Date }];
    const late: number[] = [];
    await until(
      async () => {
        late.push(await lateMs());
        const ended = await world.db.query(
          'select 1 from platform.job_schedules where job = any($1) and started_at >= $2 and ended_at is not null',
          [MONEY, at],
        );
        return ended.length === MONEY.length;
      },
      () => worker!.printed,
    );
    // They ended while the Drives still hang, and were on time meanwhile; a machine that stops for a moment is not the lane.
    expect(open).toBeGreaterThanOrEqual(HANGING / 2);
    expect(late.sort((a, b) => a - b)[Math.floor(late.length / 2)]).toBeLessThan(LATE_MS);
  });
});
