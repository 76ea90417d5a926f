import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';

/** Amounts that one ledger transaction took from (positive) or returned to (negative) one line. Minor units. */
export interface AdjustmentLine {
  /** Id of the ledger transaction, decimal text of a number. */
  txId: string;
  /** Its idempotency key, e.g. `refund:<re id>`, `dispute:<dp id>:opened`. */
  postingKey: string;
  /** Its kind, e.g. `refund`, `refund_failed`, `dispute_opened`, `dispute_won`, `dispute_appeal_won`, `credit_note`. */
  kind: string;
  sourceType: 'refund' | 'dispute' | 'credit_note';
  sourceId: string;
  lineId: string;
  invoiceId: string;
  invoiceNumber: string;
  /** `YYYY-MM` of the line. */
  month: string;
  driveName: string;
  ventureName: string;
  currency: string;
  grossMinor: bigint;
  authorMinor: bigint;
  platformMinor: bigint;
  taxMinor: bigint;
  at: Date;
}

interface Row {
  tx_id: string;
  posting_key: string;
  kind: string;
  source_type: AdjustmentLine['sourceType'];
  source_id: string;
  line_id: string;
  invoice_id: string;
  number: string;
  month: string;
  drive_name: string;
  venture_name: string;
  currency: string;
  gross: string;
  author_share: string;
  platform_share: string;
  tax: string;
  created_at: Date;
}

/**
 * Refunds, disputes and credit notes of an author's lines, by ledger transaction. Losing a dispute has none of its own:
 * its amounts were taken when it was opened and have been held since.
 */
@Injectable()
export class AdjustmentLines {
  /** `after` exclusive, `upTo` inclusive, both ledger transaction ids; oldest first, then in line order. */
  async list(q: Queryable, orgId: string, range: { after?: string; upTo?: string } = {}): Promise<AdjustmentLine[]> {
    const rows = await q.query<Row>(
      `select t.id as tx_id, a.posting_key, t.kind, a.source_type, a.source_id, a.line_id, a.invoice_id, i.number, to_char(a.line_month, 'YYYY-MM') as month,
         l.drive_name, l.venture_name, a.currency, a.gross, a.author_share, a.platform_share, a.tax, a.created_at
       from billing.line_adjustments a join ledger.ledger_tx t on t.idempotency_key = a.posting_key
       join billing.invoices i on i.id = a.invoice_id join billing.invoice_lines l on l.id = a.line_id and l.month = a.line_month
       where a.org_id = $1 and t.id > $2::bigint and t.id <= $3::bigint
       order by t.id, l.install_id, l.from_at, l.segment_id`,
      [orgId, range.after ?? '0', range.upTo ?? '9223372036854775807'],
    );
    return rows.map((row) => ({
      txId: row.tx_id,
      postingKey: row.posting_key,
      kind: row.kind,
      sourceType: row.source_type,
      sourceId: row.source_id,
      lineId: row.line_id,
      invoiceId: row.invoice_id,
      invoiceNumber: row.number,
      month: row.month,
      driveName: row.drive_name,
      ventureName: row.venture_name,
      currency: row.currency,
      grossMinor: BigInt(row.gross),
      authorMinor: BigInt(row.author_share),
      platformMinor: BigInt(row.platform_share),
      taxMinor: BigInt(row.tax),
      at: row.created_at,
    }));
  }
}
