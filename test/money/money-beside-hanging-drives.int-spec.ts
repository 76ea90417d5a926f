import { createServer, type Server } from 'node:http';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
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

  it('is collected, refunded and paid, however many Drives accept calls and never answer', async () => {
    worker = await WorkerProcess.start(world.app.database.url, workerSettings());
    await until(
      () => open >= HANGING,
      () => `${open} open\n${worker!.printed}`,
    );
    const [{ at }] = (await world.db.query<{ at: Date }>(
      `update platform.job_schedules set asked_at = platform.portal_now() where job = any($1) returning asked_at as at`,
      [MONEY],
    )) as [{ at: Date }];
    await until(
      async () => {
        const ended = await world.db.query(
          'select 1 from platform.job_schedules where job = any($1) and started_at >= $2 and ended_at is not null',
          [MONEY, at],
        );
        return ended.length === MONEY.length;
      },
      () => worker!.printed,
    );
    // While the Drives still hang.
    expect(open).toBeGreaterThanOrEqual(HANGING / 2);
  });
});
