import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Client } from 'pg';

interface SegmentOf {
  /** Null: a first-party Drive. */
  orgId: string | null;
  from: string;
  to?: string | null;
  amount: bigint;
  currency?: string;
  tenantId?: string;
  driveName?: string;
  ventureName?: string;
  bps?: number;
  installId?: string;
}

/** An install of the author's Drive that costs `amount` for a whole month (0: free), written straight into billing's segments. */
export async function insertSegment(
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  of: SegmentOf,
): Promise<string> {
  const installId = of.installId ?? randomUUID();
  await query(
    `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id,
       amount, currency, split_rule_id, author_bps, started_at, ended_at, opened_by_event)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), $3, 'Acme', $4, $5, $6, $7, $8, (select min(id) from billing.split_rules),
       $9, $10, $11, gen_random_uuid())`,
    [
      ...[installId, of.tenantId ?? randomUUID(), of.orgId, of.ventureName ?? 'Acme Shop', of.driveName ?? 'Notes'],
      ...[of.amount === 0n ? null : randomUUID(), of.amount, of.currency ?? 'usd', of.bps ?? 7000],
      ...[of.from, of.to ?? null],
    ],
  );
  return installId;
}

/** The same money again, as an attempt that was given up and went through all the same would leave it. */
export async function insertSurplus(
  owner: Client,
  invoiceId: string,
  ids: Record<'payment_intent' | 'charge' | 'balance_transaction', unknown>,
): Promise<void> {
  await owner.query('begin');
  // The product cannot make two attempts at once: this bypasses the triggers.
  await owner.query(`set local session_replication_role = 'replica'`);
  await owner.query(
    `insert into billing.payments (id, invoice_id, n, idempotency_key, state, customer_id, payment_method_id, amount, currency, payment_intent_id,
       charge_id, balance_transaction_id, fee, ended_at)
     select gen_random_uuid(), invoice_id, n + 1, idempotency_key || 'x', 'surplus', customer_id, payment_method_id, amount, currency,
       $2, $3, $4, 0, now() from billing.payments where invoice_id = $1`,
    [invoiceId, ids.payment_intent, ids.charge, ids.balance_transaction],
  );
  await owner.query('commit');
}

/** A payment at the provider, of a card whose money is available at once. */
export async function chargeOf(
  stripe: Stripe,
  amount: number,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.Charge> {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_bypassPending',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    expand: ['latest_charge.balance_transaction'],
    ...more,
  });
  return intent.latest_charge as Stripe.Charge;
}
