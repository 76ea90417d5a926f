import { createServer, type Server } from 'node:http';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { gaugeCatalogue } from '@portal/platform/health';
import { workerSettings } from '../support/config.js';
import { insertLiveDrive } from '../support/database/inserted-drives.js';
import { insertInstall, insertVenture } from '../support/database/inserted-installs.js';
import { ListingsWorld } from '../support/drives/listings.js';
import { listen } from '../support/processes/processes.js';
import { until } from '../support/test-timeout.js';
import { WorkerProcess } from '../support/processes/worker-process.js';

const DRIVES = 60;
const INSTALLS_EACH = 4;
/** Calls that are open at a time at least, before money is checked: a round reads this many installs concurrently. */
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
    // Accepts every connection and answers none.
    server = createServer((_request, response) => {
      open += 1;
      response.on('close', () => (open -= 1));
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const author = await world.author('ada');
    for (let i = 0; i < DRIVES; i++) {
      const owned = await world.reserve(author, `hanging-${i}`);
      const revisionId = await insertLiveDrive(world.app, author.orgId, owned, { origin });
      for (let n = 0; n < INSTALLS_EACH; n++)
        await insertInstall(world.app, revisionId, await insertVenture(world.app));
    }
  });
  afterAll(async () => {
    await worker?.stop();
    server.closeAllConnections();
    server.close();
    await world.close();
  });

  /** Of the schedules of money: how late the latest is, as the gauge says it, milliseconds. */
  async function lateMs(): Promise<number> {
    const { sql } = gaugeCatalogue().find(({ name }) => name === 'portal_schedule_late_seconds')!;
    const [row] = await world.db.query<{ late: number }>(
      `select max(g.value)::float8 * 1000 as late from (${sql}) g where g.label = any($1)`,
      [MONEY],
    );
    return row!.late;
  }

  it('begins on time, however many Drives accept calls and never answer', async () => {
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
