import { randomUUID } from 'node:crypto';
import { Ids } from '@portal/kernel';
import { OverdueBalances } from '@portal/payouts';
import type { EventProcessor } from '@portal/platform/events';
import { RefundGateway } from '@portal/stripe-gateway';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { SyncAdjustmentProcessor } from '../../libs/billing/src/refunds/sync-adjustment.processor.js';
import { SyncDispute } from '../../libs/billing/src/disputes/sync-dispute.js';
import { SyncRefund } from '../../libs/billing/src/refunds/sync-refund.js';
import { InternalExceptions } from '../../libs/reconciliation/src/read/internal-exceptions.js';
import { ItemsRepository } from '../../libs/reconciliation/src/persistence/items.repository.js';
import { WatchExceptions } from '../../libs/reconciliation/src/watch-exceptions.js';
import { firstDelivery } from '../support/delivery.js';
import { CollectingWorld } from '../support/money/collecting.js';

interface Found {
  kind: string;
  state: string;
  amount: string;
  blocking: boolean;
  facts: Record<string, string>;
}

describe('failures that are not the payer’s fault', () => {
  const world = CollectingWorld.forTests([]);

  const watched = async (): Promise<Found[]> => {
    const items = new ItemsRepository(world.get(Ids));
    const internal = new InternalExceptions(new OverdueBalances());
    await new WatchExceptions(world.billing.transactor, internal, items).execute();
    return world.billing.owner
      .query<Found>('select kind, state, amount, blocking, facts from reconciliation.items order by opened_at, id')
      .then(({ rows }) => rows);
  };
  const refuseCharges = async (on: boolean): Promise<void> => {
    const [path, body] = on
      ? ['/faults', { kind: '400', path: '/v1/payment_intents', times: 1_000 }]
      : ['/faults/clear', {}];
    await world.control(path, body);
  };

  it('at a charge send no mail and suspend nobody: they are an exception at once, and the charge continues after the repair', async () => {
    const tenantId = randomUUID();
    const email = await world.operator(tenantId);
    await world.card(tenantId);
    await world.billing.activate({ activatedAt: new Date('2026-01-01T00:00:00Z'), tenantId, orgId: randomUUID() });
    const said = await world.mailTo(email);
    await world.closeMonth('2026-01');
    const invoice = () => world.invoiceOf(tenantId, '2026-01');
    await refuseCharges(true);
    await world.get(ChargeInvoice).execute((await invoice()).id);
    const { number } = await invoice();
    expect(await watched()).toMatchObject([
      {
        kind: 'not_charged',
        state: 'open',
        amount: '4900',
        blocking: false,
        facts: { invoice: number, what: 'refused', problem: expect.stringContaining('not possible') as unknown },
      },
    ]);
    await world.live(40);
    expect(await invoice()).toMatchObject({ state: 'open', past_due_at: null, suspend_at: null });
    expect(await world.mailTo(email)).toEqual(said);
    expect(await world.billing.events('tenant.suspended')).toEqual([]);
    expect(await watched()).toHaveLength(1);
    await refuseCharges(false);
    await world.live(1);
    expect(await invoice()).toMatchObject({ state: 'paid' });
    expect(await watched()).toMatchObject([{ kind: 'not_charged', state: 'closed' }]);
  });

  it('at an event about an unknown object are retried, then an exception until the event is processed', async () => {
    const received = (type: string, object_id: string) => ({ event_id: `evt_${object_id}`, type, object_id });
    const refund = world.get(SyncRefund);
    const adjustments = new SyncAdjustmentProcessor(refund, world.get(SyncDispute));
    await expect(adjustments.handle(received('refund.created', 're_later'))).rejects.toThrow('no refund re_later');
    await expect(adjustments.handle(received('charge.dispute.created', 'du_later'))).rejects.toThrow('no dispute');
    const payments = world.get<EventProcessor>('processor billing.settle-charge');
    const unknown = payments.handle(received('payment_intent.succeeded', 'pi_later'), firstDelivery());
    await expect(unknown).rejects.toThrow('no payment');
    expect(await world.get(RefundGateway).findRefund('re_later')).toBeUndefined();

    const eventId = randomUUID();
    const deliver = (state: string) =>
      world.billing.owner.query(
        `insert into platform.deliveries (event_id, consumer, lane, state, attempts, last_error, done_at)
         values ($1, 'billing.sync-adjustment', 'money', $2, 14, 'the provider knows no refund re_later', case when $2 = 'done' then now() end)
         on conflict (event_id, consumer) do update set state = excluded.state, done_at = excluded.done_at`,
        [eventId, state],
      );
    await world.billing.owner.query(
      `insert into platform.outbox_events (id, type, version, payload) values ($1, 'stripe.event_received', 1, $2)`,
      [eventId, JSON.stringify(received('refund.created', 're_later'))],
    );
    const parked = async () => (await watched()).filter(({ kind }) => kind === 'work_parked');
    await deliver('pending');
    expect(await parked()).toEqual([]);
    await deliver('failed');
    expect(await parked()).toMatchObject([
      {
        state: 'open',
        facts: {
          event: 'stripe.event_received refund.created',
          object: 're_later',
          attempts: '14',
          consumer: 'billing.sync-adjustment',
        },
      },
    ]);
    expect(await parked()).toHaveLength(1);
    await deliver('done');
    expect(await parked()).toMatchObject([{ state: 'closed' }]);
  });
});
