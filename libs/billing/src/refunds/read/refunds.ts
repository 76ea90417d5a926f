import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { billingErrors } from '../../errors.js';
import type { RefundDetailView, RefundView, TenantRefundView } from '../http/adjustments.view.js';
import { AdjustmentsRepository } from '../../adjustments/adjustments.repository.js';
import { billedFor, narrowed, narrowing, takenFrom, type Narrowing } from '../../invoicing/read/narrowed.js';
import { reversalViews } from './reversal-views.js';

type Row = RowOf<Omit<RefundView, 'suspense_minor'>, 'created_at' | 'ended_at'> & {
  covered: string | null;
  sort: string;
};

const REFUND = `select r.id, r.invoice_id, i.number as invoice_number, i.tenant_name, r.origin, r.scope, r.state, r.reason, r.note, r.amount as amount_minor, r.covered, r.currency,
    r.requested_by_name, r.provider_refund_id, coalesce(r.problem, a.problem) as problem, c.number as credit_note_number, r.created_at, r.ended_at,
    to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USOF') as sort
  from billing.refunds r join billing.invoices i on i.id = r.invoice_id
  left join billing.credit_notes c on c.refund_id = r.id
  left join billing.refund_attempts a on a.refund_id = r.id and a.state in ('sending', 'stuck')`;

// Before it is booked: the authors of the requested lines, or of all possible ones. An overpayment concerns no author.
const ASKED = billedFor(
  `(r.scope in ('full', 'amount') or exists (select from billing.refund_lines f where f.refund_id = r.id and f.line_id = l.id))`,
);
const CONCERNS = `(${takenFrom('r.id', 'refund')} or r.booked_at is null and ${ASKED})`;

@Injectable()
export class Refunds {
  constructor(
    private readonly database: Database,
    private readonly adjustments: AdjustmentsRepository,
  ) {}

  /** Newest first. */
  async list(query: Narrowing): Promise<Page<RefundView>> {
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${REFUND} where ${narrowed({ at: 'r.created_at', currency: 'r.currency', state: 'r.state', concerns: CONCERNS })}
         and ($6::timestamptz is null or (r.created_at, r.id) < ($6::timestamptz, $7::uuid))
       order by r.created_at desc, r.id desc limit $8`,
      [...narrowing(query), at, id, query.limit + 1],
    );
    return toPage(rows, query.limit, ['sort', 'id'], refundView);
  }

  /** @throws AppError `refund_not_found` (404) */
  async get(refundId: string): Promise<RefundDetailView> {
    const [row] = await this.database.query<Row>(`${REFUND} where r.id = $1`, [refundId]);
    if (!row) throw new AppError(billingErrors.refund_not_found);
    const reversals =
      row.provider_refund_id === null
        ? []
        : await this.adjustments.takenBy(this.database, `refund:${row.provider_refund_id}`);
    return { ...refundView(row), lines: await reversalViews(this.database, reversals) };
  }

  /** Refunds of one invoice, oldest first, as its tenant sees them. */
  async ofInvoice(invoiceId: string): Promise<TenantRefundView[]> {
    const rows = await this.database.query<Row>(`${REFUND} where r.invoice_id = $1 order by r.created_at, r.id`, [
      invoiceId,
    ]);
    return rows.map(tenantView);
  }
}

function tenantView({ id, state, amount_minor, currency, reason, created_at, ended_at }: Row): TenantRefundView {
  return isoDates({ id, state, amount_minor, currency, reason, created_at, ended_at });
}

function refundView({ covered, sort: _sort, ...row }: Row): RefundView {
  const suspense = covered === null ? null : BigInt(row.amount_minor) - BigInt(covered);
  return { ...isoDates(row), suspense_minor: suspense?.toString() ?? null };
}
