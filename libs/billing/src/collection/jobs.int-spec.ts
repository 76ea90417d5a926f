import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Database } from '@portal/platform/database';
import type { EventProcessor } from '@portal/platform/events';
import { ModuleWorld } from '../../../../test/support/database/module-world.js';
import { firstDelivery } from '../../../../test/support/delivery.js';
import { BillingModule, BillingWorkerModule } from '../billing.module.js';

describe('reports of installs to billing', () => {
  const world = ModuleWorld.forTests({ imports: [BillingModule, BillingWorkerModule] });
  let db: Database;
  beforeAll(() => {
    db = world.module.get(Database);
  });

  const processor = (name: string) => world.module.get<EventProcessor>(`processor billing.${name}`, { strict: false });

  it('bill an install from activation to end at the prices and names of its revisions', async () => {
    const [install_id, tenant_id, venture_id, drive_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await db.query(`insert into installs.tenants (id, name, external_id) values ($1, 'Acme Ltd', 'acme')`, [tenant_id]);
    await db.query(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'Shop', 'shop')`, [
      venture_id,
      tenant_id,
    ]);
    const price = (amount_minor: string) => ({ price_id: randomUUID(), amount_minor, currency: 'usd' });
    const activated = {
      install_id,
      tenant_id,
      venture_id,
      drive_id,
      org_id: randomUUID(),
      activated_at: '2024-03-01T00:00:00.000Z',
    };
    const first = firstDelivery();
    await processor('open-segment').handle({ ...activated, ...price('4900') }, first);
    await processor('open-segment').handle({ ...activated, ...price('4900') }, first);
    const upgraded = { install_id, revision_id: randomUUID(), upgraded_at: '2024-03-05T00:00:00.000Z' };
    await processor('change-segment').handle(
      { ...upgraded, price_id: null, amount_minor: '0', currency: 'usd' },
      firstDelivery(),
    );
    await processor('close-segment').handle({ install_id, ended_at: '2024-03-09T00:00:00.000Z' }, firstDelivery());
    const segments = await db.query(
      `select tenant_name, venture_name, amount, price_id is null as free, started_at, ended_at from billing.install_segments order by started_at`,
    );
    const names = { tenant_name: 'Acme Ltd', venture_name: 'Shop' };
    const [from, changed, to] = ['2024-03-01', '2024-03-05', '2024-03-09'].map((day) => new Date(day));
    expect(segments).toEqual([
      { ...names, amount: '4900', free: false, started_at: from, ended_at: changed },
      { ...names, amount: '0', free: true, started_at: changed, ended_at: to },
    ]);
  });
});
