import type { AdjustmentTerms } from '../refunds/domain/plan-adjustment.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import {
  divideInProportion,
  leftOf,
  reverseLines,
  smaller,
  type AdjustableLine,
  type LineReversal,
} from './domain/reversal.js';

export type AdjustmentSource = 'refund' | 'dispute' | 'credit_note';

/** A successful charge; `surplus` is the part that exceeded what the invoice still asked for. */
export interface PaidRow {
  id: string;
  invoice_id: string;
  payment_intent_id: string;
  state: 'succeeded' | 'surplus';
  amount: string;
  currency: string;
  /** The part of it that refunds and disputes have already used. */
  gone: string;
  /** The part that is neither refunded, being refunded, nor disputed. */
  available: string;
  disputed: boolean;
}

interface LineRow {
  lineId: string;
  invoiceId: string;
  tier: number;
  orgId: string | null;
  gross: string;
  author_share: string;
  taken_gross: string;
  taken_tax: string;
  taken_author: string;
  invoice_tax: string;
}

type Amounts = 'grossMinor' | 'taxMinor' | 'authorMinor' | 'platformMinor';

const PAID = `select p.id, p.invoice_id, p.payment_intent_id, p.state, p.amount, p.currency,
    (coalesce((select sum(r.covered) from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
     + coalesce((select sum(d.covered) from billing.disputes d where d.payment_id = p.id and d.phase in ('opened', 'lost')), 0))::bigint as gone,
    (p.amount - coalesce((select sum(r.amount) from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
     - coalesce((select sum(d.withdrawn) from billing.disputes d where d.payment_id = p.id and d.phase in ('opened', 'lost')), 0))::bigint as available,
    exists (select 1 from billing.disputes d where d.payment_id = p.id and (d.phase = 'opened'
      or d.status in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'))) as disputed
  from billing.payments p where p.state in ('succeeded', 'surplus')`;

/**
 * An invoice and the earlier ones carried into it. Invoices carried as a whole were paid with it (tier 0). Of others
 * only the remainder below the currency's charge multiple was carried; each step back is another tier.
 */
const CHAIN = `with recursive chain as (
    select id, carried_from, 0 as tier from billing.invoices where id = $1
    union all select p.id, p.carried_from, c.tier + case when c.tier = 0 and p.amount_due = 0 then 0 else 1 end
      from chain c join billing.invoices p on p.id = c.carried_from where c.tier < 12)`;

/** Amounts taken from lines. The caller must have locked the invoice. */
@Injectable()
export class AdjustmentsRepository {
  /**
   * Locks an invoice and those carried into it, later before earlier, so that their remaining amounts do not change.
   */
  async lockChain(tx: Tx, invoiceId: string): Promise<void> {
    await tx.query(
      `${CHAIN} select i.id from billing.invoices i where i.id in (select id from chain) order by i.number_seq desc for update`,
      [invoiceId],
    );
  }

  /**
   * The lines paid by a payment of the invoice, each with its remaining amount, in the order of the running split; then
   * those of earlier invoices of which only a remainder was carried into this one.
   */
  async lines(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<AdjustableLine[]> {
    const rows = await tx.query<LineRow>(
      `${CHAIN} select l.id as "lineId", c.id as "invoiceId", c.tier, l.org_id as "orgId", l.gross, l.author_share,
         i.tax as invoice_tax, coalesce(a.gross, 0)::bigint as taken_gross, coalesce(a.tax, 0)::bigint as taken_tax,
         coalesce(a.author, 0)::bigint as taken_author
       from chain c join billing.invoices i on i.id = c.id join billing.invoice_lines l on l.invoice_id = c.id
       left join (select line_id, sum(gross) as gross, sum(tax) as tax, sum(author_share) as author
         from billing.line_adjustments where invoice_id in (select id from chain) group by line_id) a on a.line_id = l.id
       order by c.tier, l.install_id, l.from_at, l.segment_id`,
      [invoiceId],
    );
    const taxes = taxOfLines(rows);
    return rows.map(({ lineId, invoiceId, tier, orgId, ...row }) => ({
      ...{ lineId, invoiceId, tier, orgId },
      grossMinor: BigInt(row.gross),
      taxMinor: taxes.get(lineId)!,
      authorMinor: BigInt(row.author_share),
      taken: {
        grossMinor: BigInt(row.taken_gross),
        taxMinor: BigInt(row.taken_tax),
        authorMinor: BigInt(row.taken_author),
      },
    }));
  }

  /**
   * What of an amount the lines of a payment can still cover; none for a payment beyond its invoice. A refund (`asked`) of
   * all that is left of the payment also takes what was never charged. Locks the chain.
   */
  async reversals(tx: Tx, paymentId: string, amountMinor: bigint, asked?: ReadonlyMap<string, bigint>) {
    const paid = await this.paidById(tx, paymentId);
    if (paid?.state !== 'succeeded') return [];
    await this.lockChain(tx, paid.invoice_id);
    const lines = await this.lines(tx, paid.invoice_id);
    const held = lines.reduce((sum, line) => sum + leftOf(line), 0n);
    const left = BigInt(paid.amount) - BigInt(paid.gone);
    const covered = smaller(smaller(amountMinor, left), held);
    const { carriedMinor } = await this.terms(tx, paid.invoice_id);
    const rest = asked && covered === left ? smaller(carriedMinor, held - covered) : 0n;
    return reverseLines(lines, covered + rest, asked);
  }

  /** How amounts of an invoice can be given back, and what it carries into a next one that does not exist yet. */
  async terms(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<AdjustmentTerms> {
    const [row] = await tx.query<{ currency: string; exponent: number; step: number; carried: string }>(
      `select i.currency, c.exponent, c.charge_multiple as step,
         case when exists (select from billing.invoices n where n.carried_from = i.id) then 0 else billing.carries(i.id) end as carried
       from billing.invoices i join ledger.currency c on c.code = i.currency where i.id = $1`,
      [invoiceId],
    );
    const { currency, exponent, step, carried } = row!;
    return { currency, exponent, stepMinor: BigInt(step), carriedMinor: BigInt(carried) };
  }

  /** `postingKey` is the idempotency key of the ledger transaction booked with it. */
  async take(
    tx: Tx,
    t: {
      postingKey: string;
      currency: string;
      source: AdjustmentSource;
      sourceId: string;
      reversals: readonly LineReversal[];
    },
  ): Promise<void> {
    if (t.reversals.length === 0) return;
    await tx.query(
      `insert into billing.line_adjustments (posting_key, line_id, invoice_id, org_id, currency, source_type, source_id,
         gross, tax, author_share, platform_share, created_at)
       select $1, x.line_id, x.invoice_id, x.org_id, $2, $3, $4, x.gross, x.tax, x.author, x.platform, $5
       from jsonb_to_recordset($6::jsonb) as x (line_id uuid, invoice_id uuid, org_id uuid, gross bigint, tax bigint, author bigint, platform bigint)`,
      [
        t.postingKey,
        t.currency,
        t.source,
        t.sourceId,
        tx.now,
        JSON.stringify(
          t.reversals.map((one) => ({
            line_id: one.lineId,
            invoice_id: one.invoiceId,
            org_id: one.orgId,
            gross: one.grossMinor.toString(),
            tax: one.taxMinor.toString(),
            author: one.authorMinor.toString(),
            platform: one.platformMinor.toString(),
          })),
        ),
      ],
    );
  }

  /** The amounts of one ledger transaction, by line. */
  async takenBy(tx: Pick<Tx, 'query'>, postingKey: string): Promise<LineReversal[]> {
    const rows = await tx.query<Omit<LineReversal, Amounts> & Record<Amounts, string>>(
      `select line_id as "lineId", invoice_id as "invoiceId", org_id as "orgId", gross as "grossMinor", tax as "taxMinor",
         author_share as "authorMinor", platform_share as "platformMinor"
       from billing.line_adjustments where posting_key = $1 order by line_id`,
      [postingKey],
    );
    return rows.map((row) => ({
      ...row,
      grossMinor: BigInt(row.grossMinor),
      taxMinor: BigInt(row.taxMinor),
      authorMinor: BigInt(row.authorMinor),
      platformMinor: BigInt(row.platformMinor),
    }));
  }

  async paidByIntent(tx: Pick<Tx, 'query'>, paymentIntentId: string): Promise<PaidRow | undefined> {
    const [row] = await tx.query<PaidRow>(`${PAID} and p.payment_intent_id = $1`, [paymentIntentId]);
    return row;
  }

  async paidById(tx: Pick<Tx, 'query'>, paymentId: string): Promise<PaidRow | undefined> {
    const [row] = await tx.query<PaidRow>(`${PAID} and p.id = $1`, [paymentId]);
    return row;
  }

  /** The oldest charge of an invoice with an overpayment that was not refunded; undefined when there is none. */
  async surplusOf(tx: Pick<Tx, 'query'>, invoiceId: string) {
    const [row] = await tx.query<{ payment_id: string; left: string; currency: string }>(
      `select p.id as payment_id, billing.surplus_left(p.id) as left, p.currency from billing.payments p
       where p.invoice_id = $1 and p.state in ('succeeded', 'surplus') and billing.surplus_left(p.id) > 0 order by p.n limit 1`,
      [invoiceId],
    );
    return row;
  }

  /** The charge that settled an invoice. */
  async paidOf(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<PaidRow | undefined> {
    const [row] = await tx.query<PaidRow>(`${PAID} and p.invoice_id = $1 and p.state = 'succeeded'`, [invoiceId]);
    return row;
  }
}

// The tax of an invoice is distributed over its lines in proportion to their gross amounts.
function taxOfLines(rows: readonly LineRow[]): Map<string, bigint> {
  const taxes = new Map<string, bigint>();
  for (const invoiceId of new Set(rows.map((row) => row.invoiceId))) {
    const own = rows.filter((row) => row.invoiceId === invoiceId);
    const parts = divideInProportion(
      own.map((row) => BigInt(row.gross)),
      BigInt(own[0]!.invoice_tax),
    );
    own.forEach((row, at) => taxes.set(row.lineId, parts[at]!));
  }
  return taxes;
}
