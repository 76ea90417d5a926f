import type { Client } from 'pg';
import { eventually } from '../test-timeout.js';
import { controlSandbox } from '../money/sandbox-control.js';

/** Part of the payment, minor units. */
const PART = '100';

interface Portal {
  readonly db: Client;
  /** Address of the processor's emulator. */
  readonly sandboxUrl: string;
  /** Asks for a refund as finance does. */
  refund(invoiceId: string, body: object): Promise<unknown>;
}

/** One refund and one dispute about invoices that are paid; returns their ids. */
export async function claimBack({ db, sandboxUrl, refund }: Portal): Promise<{ refund: string; dispute: string }> {
  const { rows: paid } = await db.query<{ id: string; intent: string }>(
    `select i.id, p.payment_intent_id as intent from billing.invoices i join billing.payments p on p.invoice_id = i.id
     where i.state = 'paid' and p.payment_intent_id is not null and p.state = 'succeeded' order by i.number desc limit 2`,
  );
  const [first, last] = [paid[0], paid.at(-1)];
  if (!first || !last) throw new Error('no invoice is paid');
  await refund(first.id, {
    scope: 'amount',
    amount_minor: PART,
    reason: 'service_failure',
    note: 'It did not work for a day.',
    confirm_minor: PART,
  });
  await controlSandbox(sandboxUrl, '/disputes', { payment_intent: last.intent, amount: Number(PART) });
  const newest = async (table: string): Promise<string> => {
    const rows = await eventually(
      `the row in ${table}`,
      async () => (await db.query<{ id: string }>(`select id from ${table} order by id desc limit 1`)).rows,
      (found) => found.length > 0,
    );
    return rows[0]!.id;
  };
  return { refund: await newest('billing.refunds'), dispute: await newest('billing.disputes') };
}
