import { isoDates, type RowOf } from '@portal/platform/database';
import type { AdjustmentResult, CreditNoteResult, DisputeResult, RefundResult } from '../result.js';
import { sorted, type Names, type Range, type Read } from './reading.js';

/** Tenant, month and currency of the invoice that something is about. */
const OF_INVOICE = `i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency`;
const IN_RANGE = `to_char(i.month, 'YYYY-MM') between $1 and $2`;

interface OfInvoice {
  id: string;
  tenant_id: string;
}

export async function refunds(read: Read, names: Names, { first, last }: Range): Promise<RefundResult[]> {
  const rows = await read<OfInvoice & RowOf<Omit<RefundResult, 'refund' | 'tenant'>, 'booked_at' | 'ended_at'>>(
    `select r.id, ${OF_INVOICE}, r.scope, r.reason, r.amount, r.covered, r.state, r.problem, r.booked_at, r.ended_at
     from billing.refunds r join billing.invoices i on i.id = r.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map(({ id, tenant_id, ...row }) => ({
      refund: names.source(id),
      tenant: names.owner(tenant_id),
      ...isoDates(row),
    })),
    (row) => row.refund,
  );
}

export async function creditNotes(read: Read, names: Names, { first, last }: Range): Promise<CreditNoteResult[]> {
  const rows = await read<
    OfInvoice &
      RowOf<Omit<CreditNoteResult, 'refund' | 'tenant'>, 'issued_at' | 'voided_at'> & { refund_id: string | null }
  >(
    `select n.id, ${OF_INVOICE}, n.number, n.kind, n.refund_id, n.net, n.tax, n.total, n.reason, n.issued_at, n.voided_at
     from billing.credit_notes n join billing.invoices i on i.id = n.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map(({ id: _, tenant_id, refund_id, number, kind, ...row }) => ({
      number,
      kind,
      refund: refund_id === null ? null : names.source(refund_id),
      tenant: names.owner(tenant_id),
      ...isoDates(row),
    })),
    (row) => row.number,
  );
}

export async function disputes(read: Read, names: Names, { first, last }: Range): Promise<DisputeResult[]> {
  const rows = await read<OfInvoice & RowOf<Omit<DisputeResult, 'dispute' | 'tenant'>, 'opened_at' | 'closed_at'>>(
    `select d.id, ${OF_INVOICE}, d.amount, d.status, d.phase, d.withdrawn, d.covered, d.fee, d.opened_at, d.closed_at
     from billing.disputes d join billing.invoices i on i.id = d.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map(({ id, tenant_id, ...row }) => ({
      dispute: names.source(id),
      tenant: names.owner(tenant_id),
      ...isoDates(row),
    })),
    (row) => row.dispute,
  );
}

export async function adjustments(read: Read, names: Names, { first, last }: Range): Promise<AdjustmentResult[]> {
  const rows = await read<
    OfInvoice & {
      month: string;
      currency: string;
      kind: string;
      source_type: string;
      source_id: string;
      effective_at: Date;
      org_id: string | null;
      install_id: string;
      from_at: Date;
      gross: string;
      tax: string;
      author_share: string;
      platform_share: string;
    }
  >(
    `select a.line_id as id, ${OF_INVOICE}, t.kind, a.source_type, a.source_id, t.effective_at, a.org_id, l.install_id, l.from_at, a.gross, a.tax,
       a.author_share, a.platform_share
     from billing.line_adjustments a join billing.invoices i on i.id = a.invoice_id
     join billing.invoice_lines l on l.id = a.line_id
     join ledger.ledger_tx t on t.idempotency_key = a.posting_key where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map((row) => ({
      at: row.effective_at.toISOString(),
      kind: row.kind,
      source: `${row.source_type} ${names.source(row.source_id)}`,
      tenant: names.owner(row.tenant_id),
      month: row.month,
      currency: row.currency,
      author: row.org_id === null ? null : names.owner(row.org_id),
      install: names.owner(row.install_id),
      from: row.from_at.toISOString(),
      gross: row.gross,
      tax: row.tax,
      author_share: row.author_share,
      platform_share: row.platform_share,
    })),
    (row) => row.at,
    (row) => row.kind,
    (row) => row.source,
    (row) => row.install,
    (row) => row.from,
  );
}
