import { ReconciliationWorkerModule, Reconcile } from '@portal/reconciliation';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { RecordPayment } from '../../libs/billing/src/collection/record-payment.js';
import { CollectingWorld } from '../support/money/collecting.js';

const world = CollectingWorld.forTests([{ module: ReconciliationWorkerModule }]);

describe('a charge whose process died before its outcome was recorded, and the sandbox clock moves by days', () => {
  const items = async () => {
    await world.get(Reconcile).daily();
    return world.billing.db.query(`select kind, state from reconciliation.items where kind = 'not_booked'`);
  };
  let invoice: { id: string };

  it('counts as under way in the reconciliation for an hour of real time, and then becomes an exception', async () => {
    invoice = await world.issued([{ amountMinor: 4_900n }]);
    jest.spyOn(world.get(RecordPayment), 'succeeded').mockRejectedValueOnce(new Error('the process died'));
    await expect(world.get(ChargeInvoice).execute(invoice.id)).rejects.toThrow('the process died');
    await world.later(8);
    expect(await items()).toEqual([]);
    await world.billing.owner.query(
      `begin; set local session_replication_role = 'replica';
       update billing.payments set begun_at = begun_at - interval '1 hour'; commit`,
    );
    expect(await items()).toEqual([{ kind: 'not_booked', state: 'open' }]);
  });

  it('is booked when it is sent again, and the exception ends', async () => {
    await world.get(ChargeInvoice).execute(invoice.id);
    expect(await items()).toEqual([{ kind: 'not_booked', state: 'closed' }]);
  });
});
