import { randomUUID } from 'node:crypto';
import { BillingWorkerModule } from '@portal/billing';
import { CloseMonth } from '../../libs/billing/src/invoicing/close-month.js';
import type { InstallView, VentureView } from '../../libs/installs/src/install/read/installs.view.js';
import { hostToken } from '../support/http/host-token.js';
import { InstallingWorld } from '../support/drives/installing-world.js';
import type { ListingsWorld, OwnedDrive } from '../support/drives/listings.js';

const DAY_MS = 86_400_000;

describe('Trials: from the policy of finance through the pinned price to the invoice', () => {
  const place = InstallingWorld.forTests('tryable', [BillingWorkerModule]);
  let world: ListingsWorld;
  let operator: string;
  let drive: OwnedDrive;
  let ventures: VentureView[];

  beforeAll(async () => {
    ({ listings: world, operator, drive, ventures } = place);
    for (const tenantId of new Set(ventures.map((one) => one.tenant_id)))
      expect((await place.saveCard(tenantId, 'pm_card_visa')).status).toBeLessThan(300);
  });

  async function end(venture: VentureView, id: string): Promise<void> {
    const answer = await place.call(operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: venture.name });
    expect(answer.status).toBeLessThan(300);
    await world.work();
  }
  async function later(ms: number): Promise<void> {
    await world.db.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
  }
  async function now(): Promise<Date> {
    return (await world.db.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;
  }
  async function decide(days: number): Promise<void> {
    const [preparer, approver] = [await world.app.demo('finance-preparer'), await world.app.demo('finance-approver')];
    const proposed = await place.call<{ id: string; digest: string }>(
      preparer,
      'POST',
      '/finance/policies/trial_days/proposals',
      {
        value: days,
        valid_from: (await now()).toISOString(),
        reason: 'Let tenants try first',
      },
    );
    expect(proposed.status).toBe(201);
    const { id, digest } = proposed.data;
    expect((await place.call(approver, 'POST', `/approvals/${id}/approve`, { digest })).status).toBe(200);
    await later(1000);
  }
  const ofTenant = (name: string) => ventures.filter((one) => one.tenant_name === name);

  it('without the policy nothing is free, and an invalid number of days is refused', async () => {
    expect(await place.plugin()).toMatchObject({ trial_days: 0, trial_used_by: [] });
    const preparer = await world.app.demo('finance-preparer');
    for (const value of [-1, 366, 1.5, '14'])
      expect(
        (
          await place.call(preparer, 'POST', '/finance/policies/trial_days/proposals', {
            value,
            valid_from: (await now()).toISOString(),
            reason: 'Refused',
          })
        ).error,
      ).toBe('policy_value_invalid');
  });

  it('the first install is free for the days of the policy, the next of the tenant is not, nor is the same one again', async () => {
    await decide(14);
    const tenants = [...new Set(ventures.map((one) => one.tenant_name))];
    const [first, second] = ofTenant(tenants[0]!) as [VentureView, VentureView];
    expect(await place.plugin()).toMatchObject({ trial_days: 14, trial_used_by: [] });

    const tried = (await place.install(first)).data;
    await world.work();
    const running = await place.view(tried.id);
    expect(running).toMatchObject({ state: 'active', trial_days: 14 });
    expect(new Date(running.trial_ends_at!).getTime() - new Date(running.activated_at!).getTime()).toBe(14 * DAY_MS);
    expect((await place.plugin()).trial_used_by).toEqual([first.tenant_id]);

    const other = (await place.install(second)).data;
    await world.work();
    expect(await place.view(other.id)).toMatchObject({ state: 'active', trial_days: 0, trial_ends_at: null });
    await end(first, tried.id);
    const again = (await place.install(first)).data;
    await world.work();
    expect(await place.view(again.id)).toMatchObject({ state: 'active', trial_days: 0 });

    expect((await world.events('install.activated', drive.driveId)).map((event) => event['trial_days'])).toEqual([
      14, 0, 0,
    ]);
    const segments = await world.db.query<{ days: string | null }>(
      `select extract(epoch from trial_ends_at - started_at) / 86400 as days from billing.install_segments order by started_at`,
    );
    expect(segments.map(({ days }) => days && Number(days))).toEqual([14, null, null]);
    await end(second, other.id);
    await end(first, again.id);
  });

  it('a policy that is changed later changes no earlier install', async () => {
    const tenants = [...new Set(ventures.map((one) => one.tenant_name))];
    const [venture] = ofTenant(tenants[1]!) as [VentureView];
    const asked = (await place.install(venture)).data;
    await decide(3);
    await world.work();
    expect(await place.view(asked.id)).toMatchObject({ state: 'active', trial_days: 14 });

    // Two months later exactly the seconds after the fourteenth day are on the invoices.
    const { activated_at, trial_ends_at } = await place.view(asked.id);
    const month = trial_ends_at!.slice(0, 7);
    const monthStart = new Date(`${month}-01T00:00:00Z`);
    const monthEnd = new Date(monthStart);
    monthEnd.setUTCMonth(monthEnd.getUTCMonth() + 1);
    await later(monthEnd.getTime() - (await now()).getTime() + 60_000);
    const preparer = await world.app.demo('finance-preparer');
    const months = activated_at!.slice(0, 7) === month ? [month] : [activated_at!.slice(0, 7), month];
    for (const one of months) {
      await place.call(preparer, 'POST', `/finance/periods/${one}/close`, {});
      await world.app.get(CloseMonth).execute(one);
    }
    const lines = await world.db.query<{
      from_at: Date;
      seconds: string;
      gross: string;
      price_amount: string;
      month_seconds: string;
    }>('select from_at, seconds, gross, price_amount, month_seconds from billing.invoice_lines where install_id = $1', [
      asked.id,
    ]);
    const seconds = Math.floor(monthEnd.getTime() / 1000) - Math.floor(new Date(trial_ends_at!).getTime() / 1000);
    expect(lines).toHaveLength(1);
    expect([lines[0]!.from_at.toISOString(), Number(lines[0]!.seconds)]).toEqual([trial_ends_at, seconds]);
    const [price, whole] = [BigInt(lines[0]!.price_amount), BigInt(lines[0]!.month_seconds)];
    expect(BigInt(lines[0]!.gross)).toBe((2n * price * BigInt(seconds) + whole) / (2n * whole));
  });

  it('two concurrent requests of one tenant, in two ventures, get one trial', async () => {
    const cookie = await world.app.signUp('race@operators.example', 'Race');
    const host = await hostToken(world.app);
    const tenant = await place.call<{ id: string }>(host, 'POST', '/host/tenants', {
      name: 'Race',
      external_id: 'race',
    });
    await place.call(host, 'POST', `/host/tenants/${tenant.data.id}/operators`, { email: 'race@operators.example' });
    await world.app.operateInvited(cookie);
    for (const name of ['one', 'two'])
      await place.call(host, 'POST', `/host/tenants/${tenant.data.id}/ventures`, { name, external_id: name });
    const own = (await place.call<{ items: VentureView[] }>(cookie, 'GET', '/operator/ventures')).data.items;
    expect(own).toHaveLength(2);
    await place.call(cookie, 'POST', `/operator/tenants/${tenant.data.id}/payment-method`, {
      payment_method: 'pm_card_visa',
    });
    const { digest, permissions } = await place.plugin();
    const answers = await Promise.all(
      own.map((venture) =>
        place.call<InstallView>(cookie, 'POST', '/operator/installs', {
          venture_id: venture.id,
          drive_id: drive.driveId,
          digest,
          permissions: permissions.map((one) => one.name),
          config: { brand_name: 'Acme', tone: 'plain' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([202, 202]);
    expect(answers.map((answer) => answer.data.trial_days).sort()).toEqual([0, 3]);
  });

  it('the database refuses a second trial, a changed one, and invalid days', async () => {
    const copy = (days: number, state: 'failed' | 'revoked', at: string) =>
      world.app.byOwner(
        `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config,
           price_id, amount, currency, operator_email, seen_ids, trial_days, activated_at, ended_at)
         select $1, tenant_id, venture_id, drive_id, org_id, $2, revision_id, digest, version, origin, permissions, config,
           price_id, amount, currency, operator_email, '{}', $3, ${at}, ${at}
         from installs.installs where trial_days = 14 and activated_at is not null limit 1`,
        [randomUUID(), state, days],
      );
    const constraint = (name: string) => ({ constraint: name });
    // A trial that never began is not used up; one that began is.
    await copy(5, 'failed', 'null');
    await expect(copy(5, 'revoked', 'now()')).rejects.toMatchObject(constraint('installs_one_trial'));
    for (const days of [-1, 366])
      await expect(copy(days, 'failed', 'null')).rejects.toMatchObject(constraint('installs_trial_days_check'));
    await expect(
      world.app.byOwner('update installs.installs set trial_days = trial_days + 1 where trial_days > 0'),
    ).rejects.toMatchObject({ constraint: 'installs_pinned' });
  });
});
