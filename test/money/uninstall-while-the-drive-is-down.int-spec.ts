import type { InstallView, VentureView } from '../../libs/installs/src/install/read/installs.view.js';
import { workerSettings } from '../support/config.js';
import { InstallingWorld } from '../support/drives/installing-world.js';
import { until } from '../support/test-timeout.js';
import { WorkerProcess } from '../support/processes/worker-process.js';

describe('Billing ends when the operator uninstalls, whatever the Drive does', () => {
  let place: InstallingWorld;
  let worker: WorkerProcess;

  beforeAll(async () => {
    place = await InstallingWorld.start('down-for-long');
    const settings = { ...workerSettings(), STRIPE_API_BASE: place.sandbox.url };
    worker = await WorkerProcess.start(place.listings.app.database.url, settings);
  });
  afterAll(async () => {
    await worker.stop();
    await place.close();
  });

  const segments = (id: string) =>
    place.listings.db.query<{ amount: string; ended_at: Date | null }>(
      'select amount, ended_at from billing.install_segments where install_id = $1',
      [id],
    );
  const uninstall = (id: string, venture: VentureView) =>
    place.call<InstallView>(place.operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: venture.name });

  it('a running install is billed to that instant, one that never ran is not billed', async () => {
    const [venture, other] = place.ventures as [VentureView, VentureView];
    await place.saveCard(venture.tenant_id, 'pm_card_visa');
    const { id } = (await place.install(venture)).data;
    await until(async () => (await place.view(id)).state === 'active' && (await segments(id)).length === 1);
    await place.listings.drives[0]!.close();

    const never = (await place.install(other)).data.id;
    await until(async () => typeof (await place.view(never)).call?.last_outcome === 'string');
    for (const [one, at] of [
      [id, venture],
      [never, other],
    ] as const)
      expect((await uninstall(one, at)).status).toBe(202);
    await until(async () => (await segments(id))[0]!.ended_at !== null);
    const ended = await place.view(id);
    expect((await segments(id)).map((one) => one.ended_at!.toISOString())).toEqual([ended.ended_at]);
    expect(Number((await segments(id))[0]!.amount)).toBeGreaterThan(0);
    // Nothing is confirmed, and nothing is charged for it.
    await until(async () => typeof (await place.view(id)).call?.last_outcome === 'string');
    expect(await place.view(id)).toMatchObject({ state: 'revoking', call: { kind: 'revoke' } });
    expect(await segments(never)).toEqual([]);
    expect((await place.view(never)).state).toBe('revoked');
    expect(
      await place.listings.db.query(
        `select 1 from platform.deliveries where state = 'failed' or consumer = 'billing.close-segment' and last_error is not null`,
      ),
    ).toEqual([]);
  });
});
