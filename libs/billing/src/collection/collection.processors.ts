import { eventProcessor, moneyProcessor } from '@portal/platform/events';
import { StripeEventReceived } from '@portal/stripe-gateway';
import { InvoiceIssued, PaymentMethodSaved } from '../events.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CollectDue } from './collect-due.js';
import { SettleCharge } from './settle-charge.js';

export const COLLECTION_PROCESSORS = [
  moneyProcessor(InvoiceIssued, 'billing.charge-invoice', ChargeInvoice, async (charge, { invoice_id }) => {
    const result = await charge.execute(invoice_id);
    if (result.kind === 'waiting') throw new Error(result.reason);
  }),
  moneyProcessor(PaymentMethodSaved, 'billing.collect-tenant', CollectDue, (collect, { tenant_id }) =>
    collect.execute(tenant_id),
  ),
  eventProcessor(
    StripeEventReceived,
    'billing.settle-charge',
    SettleCharge,
    { queue: 'money', wants: ({ type }) => type === 'payment_intent.succeeded' },
    async (settle, { object_id }) => {
      // The event may arrive before our row is committed, so it is retried; if it never succeeds, a person handles it.
      if (object_id !== null && !(await settle.execute(object_id)))
        throw new Error(`the provider knows no payment ${object_id}`);
    },
  ),
];
