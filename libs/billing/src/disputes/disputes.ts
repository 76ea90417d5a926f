import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { isAnswerable, type DisputeStatus } from './domain/dispute-phase.js';
import { billingErrors } from '../errors.js';
import type { DisputeDetailView, DisputeView } from '../refunds/http/adjustments.view.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { billedFor, narrowed, narrowing, takenFrom, type Narrowing } from '../invoicing/read/narrowed.js';
import { reversalViews } from '../refunds/read/reversal-views.js';

interface Row {
  id: string;
  provider_dispute_id: string;
  invoice_id: string;
  number: string;
  tenant_name: string;
  amount: string;
  covered: string | null;
  fee: string;
  currency: string;
  reason: string;
  status: DisputeStatus;
  phase: string;
  evidence_due_at: Date | null;
  evidence_submitted: boolean;
  is_due: boolean;
  opened_at: Date;
  closed_at: Date | null;
}

const DISPUTE = `select d.id, d.provider_dispute_id, d.invoice_id, i.number, i.tenant_name, d.amount, d.covered, d.fee, d.currency, d.reason, d.status, d.phase,
    d.evidence_due_at, d.evidence_submitted, coalesce(d.evidence_due_at > platform.portal_now(), true) as is_due, d.opened_at, d.closed_at
  from billing.disputes d join billing.invoices i on i.id = d.invoice_id`;

// Before it is booked: the authors whose lines the disputed payment was for.
const CONCERNS = `(${takenFrom('d.id', 'dispute')} or d.phase = 'none' and ${billedFor()})`;

@Injectable()
export class Disputes {
  constructor(
    private readonly database: Database,
    private readonly adjustments: AdjustmentsRepository,
  ) {}

  /** Newest first. */
  async list(query: Narrowing): Promise<Page<DisputeView>> {
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${DISPUTE} where ${narrowed({ at: 'd.opened_at', currency: 'd.currency', state: 'd.status', concerns: CONCERNS })}
         and ($6::timestamptz is null or (d.opened_at, d.id) < ($6::timestamptz, $7::uuid))
       order by d.opened_at desc, d.id desc limit $8`,
      [...narrowing(query), at, id, query.limit + 1],
    );
    return toPage(rows, query.limit, (row) => [row.opened_at.toISOString(), row.id], view);
  }

  /** @throws AppError `dispute_not_found` (404) */
  async get(disputeId: string): Promise<DisputeDetailView> {
    const [row] = await this.database.query<Row>(`${DISPUTE} where d.id = $1`, [disputeId]);
    if (!row) throw new AppError(billingErrors.dispute_not_found);
    const reversals = await this.adjustments.takenBy(this.database, `dispute:${row.provider_dispute_id}:opened`);
    const steps = await this.database.query<{ version: number; status: string; phase: string; seen_at: Date }>(
      'select version, status, phase, seen_at from billing.dispute_steps where dispute_id = $1 order by version',
      [disputeId],
    );
    return {
      ...view(row),
      covered_minor: row.covered,
      lines: await reversalViews(this.database, reversals),
      steps: steps.map((step) => ({ ...step, seen_at: step.seen_at.toISOString() })),
    };
  }

  /** Of one invoice, oldest first. */
  async ofInvoice(invoiceId: string): Promise<DisputeView[]> {
    const rows = await this.database.query<Row>(`${DISPUTE} where d.invoice_id = $1 order by d.opened_at, d.id`, [
      invoiceId,
    ]);
    return rows.map(view);
  }
}

function view(row: Row): DisputeView {
  return {
    id: row.id,
    provider_dispute_id: row.provider_dispute_id,
    invoice_id: row.invoice_id,
    invoice_number: row.number,
    tenant_name: row.tenant_name,
    amount_minor: row.amount,
    fee_minor: row.fee,
    currency: row.currency,
    reason: row.reason,
    status: row.status,
    phase: row.phase,
    evidence_due_at: row.evidence_due_at?.toISOString() ?? null,
    evidence_submitted: row.evidence_submitted,
    answerable: isAnswerable(row.status) && row.is_due,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
