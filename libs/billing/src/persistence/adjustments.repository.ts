import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import { divideInProportion, type AdjustableLine, type Taking } from '../domain/take-back.js';

export type AdjustmentSource = 'refund' | 'dispute' | 'credit_note';

/** A charge that went through; `surplus` paid an invoice that was paid already. */
export interface PaidRow {
  id: string;
  invoice_id: string;
  payment_intent_id: string;
  state: 'succeeded' | 'surplus';
  amount: string;
  currency: string;
  /** What refunds and disputes hold of it already. */
  gone: string;
  /** What is neither refunded, on its way to be, nor taken by a dispute. */
  available: string;
  disputed: boolean;
}

interface LineRow {
  line_id: string;
  month: string;
  org_id: string | null;
  gross: string;
  author_share: string;
  taken_gross: string;
  taken_tax: string;
  taken_author: string;
  invoice_tax: string;
}

interface TakingRow {
  line_id: string;
  month: string;
  org_id: string | null;
  gross: string;
  tax: string;
  author_share: string;
  platform_share: string;
}

const PAID = `select p.id, p.invoice_id, p.payment_intent_id, p.state, p.amount, p.currency,
    (coalesce((select sum(r.covered) from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
     + coalesce((select sum(d.covered) from billing.disputes d where d.payment_id = p.id and d.phase in ('opened', 'lost')), 0))::bigint as gone,
    (p.amount - coalesce((select sum(r.amount) from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
     - coalesce((select sum(d.withdrawn) from billing.disputes d where d.payment_id = p.id and d.phase in ('opened', 'lost')), 0))::bigint as available,
    exists (select 1 from billing.disputes d where d.payment_id = p.id and (d.phase = 'opened'
      or d.status in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'))) as disputed
  from billing.payments p where p.state in ('succeeded', 'surplus')`;

/** What was taken from which line. The caller holds the invoice. */
@Injectable()
export class AdjustmentsRepository {
  /** In the order in which the running split was made, with what is left of each. */
  async lines(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<AdjustableLine[]> {
    const rows = await tx.query<LineRow>(
      `select l.id as line_id, to_char(l.month, 'YYYY-MM-DD') as month, l.org_id, l.gross, l.author_share, i.tax as invoice_tax,
         coalesce(a.gross, 0)::bigint as taken_gross, coalesce(a.tax, 0)::bigint as taken_tax, coalesce(a.author, 0)::bigint as taken_author
       from billing.invoices i join billing.invoice_lines l on l.invoice_id = i.id and l.month = i.month
       left join (select line_id, sum(gross) as gross, sum(tax) as tax, sum(author_share) as author
         from billing.line_adjustments where invoice_id = $1 group by line_id) a on a.line_id = l.id
       where i.id = $1 order by l.install_id, l.from_at, l.segment_id`,
      [invoiceId],
    );
    const taxes = divideInProportion(
      rows.map((row) => BigInt(row.gross)),
      BigInt(rows[0]?.invoice_tax ?? '0'),
    );
    return rows.map((row, at) => ({
      lineId: row.line_id,
      month: row.month,
      orgId: row.org_id,
      grossMinor: BigInt(row.gross),
      taxMinor: taxes[at]!,
      authorMinor: BigInt(row.author_share),
      taken: {
        grossMinor: BigInt(row.taken_gross),
        taxMinor: BigInt(row.taken_tax),
        authorMinor: BigInt(row.taken_author),
      },
    }));
  }

  /** `postingKey` is the ledger transaction that is booked beside it. */
  async take(
    tx: Tx,
    t: {
      postingKey: string;
      invoiceId: string;
      currency: string;
      source: AdjustmentSource;
      sourceId: string;
      takings: readonly Taking[];
    },
  ): Promise<void> {
    if (t.takings.length === 0) return;
    await tx.query(
      `insert into billing.line_adjustments (posting_key, line_id, line_month, invoice_id, org_id, currency, source_type, source_id,
         gross, tax, author_share, platform_share, created_at)
       select $1, x.line_id, x.month, $2, x.org_id, $3, $4, $5, x.gross, x.tax, x.author, x.platform, $6
       from jsonb_to_recordset($7::jsonb) as x (line_id uuid, month date, org_id uuid, gross bigint, tax bigint, author bigint, platform bigint)`,
      [
        t.postingKey,
        t.invoiceId,
        t.currency,
        t.source,
        t.sourceId,
        tx.now,
        JSON.stringify(
          t.takings.map((one) => ({
            line_id: one.lineId,
            month: one.month,
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

  /** What one ledger transaction took, line by line. */
  async takenBy(tx: Pick<Tx, 'query'>, postingKey: string): Promise<Taking[]> {
    const rows = await tx.query<TakingRow>(
      `select line_id, to_char(line_month, 'YYYY-MM-DD') as month, org_id, gross, tax, author_share, platform_share
       from billing.line_adjustments where posting_key = $1 order by line_id`,
      [postingKey],
    );
    return rows.map((row) => ({
      lineId: row.line_id,
      month: row.month,
      orgId: row.org_id,
      grossMinor: BigInt(row.gross),
      taxMinor: BigInt(row.tax),
      authorMinor: BigInt(row.author_share),
      platformMinor: BigInt(row.platform_share),
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

  /** The charge that settled an invoice. */
  async paidOf(tx: Pick<Tx, 'query'>, invoiceId: string): Promise<PaidRow | undefined> {
    const [row] = await tx.query<PaidRow>(`${PAID} and p.invoice_id = $1 and p.state = 'succeeded'`, [invoiceId]);
    return row;
  }
}
