import type { VentureView } from '../../libs/installs/src/install/read/installs.view.js';
import { PollInstalls } from '../../libs/installs/src/polling/poll-installs.js';
import { workerSettings } from '../support/config.js';
import { InstallingWorld } from '../support/drives/installing-world.js';
import type { ListingsWorld } from '../support/drives/listings.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { until } from '../support/test-timeout.js';
import { controlSandbox } from '../support/money/sandbox-control.js';

const DAY_MS = 86_400_000;

describe('A tenant that does not pay is suspended and resumed by the worker itself, and loses nothing', () => {
  let place: InstallingWorld;
  let world: ListingsWorld;
  let worker: WorkerProcess;
  let ventures: VentureView[];

  beforeAll(async () => {
    place = await InstallingWorld.start('standing-still');
    ({ listings: world, ventures } = place);
    const settings = { ...workerSettings(), STRIPE_API_BASE: place.sandbox.url };
    worker = await WorkerProcess.start(world.app.database.url, settings);
  });
  afterAll(async () => {
    await worker.stop();
    await place.close();
  });

  /** Business time and the processor's. */
  async function later(ms: number): Promise<void> {
    await world.db.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
    await controlSandbox(place.sandbox.url, '/clock', { advance_ms: ms });
  }
  /** Returns when it was. */
  async function toNextMonth(): Promise<Date> {
    const [{ now }] = (await world.db.query<{ now: Date }>('select platform.portal_now() as now')) as [{ now: Date }];
    await later(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime() + 60_000);
    return now;
  }
  /** Everything that an install keeps at ours. */
  const kept = (id: string) =>
    world.db.query(
      `select state, scoped_token, config, permissions, digest, price_id, amount, drive_install_id, mount_url,
         (select count(*) from installs.drive_events e where e.install_id = i.id) as events from installs.installs i where id = $1`,
      [id],
    );
  const polledAt = async (id: string) =>
    (
      await world.db.query<{ polled_at: Date | null }>('select polled_at from installs.installs where id = $1', [id])
    )[0]!.polled_at;
  const openSegments = async (id: string) =>
    (await world.db.query('select 1 from billing.install_segments where install_id = $1 and ended_at is null', [id]))
      .length;

  it('from the end of the grace to the payment it is not polled and not charged, and keeps everything it had', async () => {
    const [venture, other] = ventures as [VentureView, VentureView];
    const { tenant_id: tenantId } = venture;
    // From the first of a month: what is left of this one may be too little to be charged.
    await toNextMonth();
    place.operator = await world.app.demo('operator');
    await place.saveCard(tenantId, 'pm_card_chargeCustomerFail');
    const { id } = (await place.install(venture)).data;
    await until(async () => (await place.view(id)).state === 'active' && (await openSegments(id)) === 1);
    // The Drive's events are read before anything is suspended, whenever the worker gets to it.
    await world.app.get(PollInstalls).execute('usual');
    await until(async () => (await polledAt(id)) !== null);

    const month = (await toNextMonth()).toISOString().slice(0, 7);
    place.operator = await world.app.demo('operator');
    const preparer = await world.app.demo('finance-preparer');
    expect((await place.call(preparer, 'POST', `/finance/periods/${month}/close`, {})).status).toBeLessThan(300);
    const invoices = () =>
      world.db.query<{ id: string; state: string }>('select id, state from billing.invoices where tenant_id = $1', [
        tenantId,
      ]);
    await until(async () => (await invoices())[0]?.state === 'past_due');
    expect((await place.view(id)).suspended_at).toBeNull();

    await later(36 * DAY_MS);
    place.operator = await world.app.demo('operator');
    await until(async () => (await place.view(id)).suspended_at !== null);
    const before = await kept(id);
    expect(await openSegments(id)).toBe(0);
    expect(await place.view(id)).toMatchObject({ state: 'active', failure: null });
    // Nothing reads it, and its tenant installs nothing else that costs.
    await later(DAY_MS);
    place.operator = await world.app.demo('operator');
    const read = await polledAt(id);
    await world.app.get(PollInstalls).execute('usual');
    expect(await polledAt(id)).toEqual(read);
    expect(other.tenant_id).toBe(tenantId);
    expect((await place.install(other)).error).toBe('tenant_suspended');

    // A card that works pays the amount due, and everything resumes.
    expect((await place.saveCard(tenantId, 'pm_card_visa')).status).toBeLessThan(300);
    await until(async () => (await place.view(id)).suspended_at === null && (await openSegments(id)) === 1);
    expect((await invoices()).map((one) => one.state)).toEqual(['paid']);
    expect(await kept(id)).toEqual(before);
    await later(DAY_MS);
    await world.app.get(PollInstalls).execute('usual');
    expect((await polledAt(id))!.getTime()).toBeGreaterThan((read ?? new Date(0)).getTime());
    // The suspended time costs nothing: the two segments leave the suspension out.
    const segments = await world.db.query<{ started_at: Date; ended_at: Date | null }>(
      'select started_at, ended_at from billing.install_segments where install_id = $1 order by started_at',
      [id],
    );
    expect(segments).toHaveLength(2);
    expect(segments[1]!.started_at.getTime() - segments[0]!.ended_at!.getTime()).toBeGreaterThanOrEqual(DAY_MS);
  });
});
