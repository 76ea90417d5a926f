import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { isAnswerable, type DisputeStatus } from './domain/dispute-phase.js';
import { billingErrors } from '../errors.js';
import type { DisputeDetailView, DisputeView } from '../refunds/http/adjustments.view.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { billedFor, narrowed, narrowing, takenFrom, type Narrowing } from '../invoicing/read/narrowed.js';
import { reversalViews } from '../refunds/read/reversal-views.js';

type Row = RowOf<Omit<DisputeView, 'answerable'>, 'evidence_due_at' | 'opened_at' | 'closed_at'> & {
  status: DisputeStatus;
  covered_minor: string | null;
  is_due: boolean;
};

const DISPUTE = `select d.id, d.provider_dispute_id, d.invoice_id, i.number as invoice_number, i.tenant_name, d.amount as amount_minor,
    d.covered as covered_minor, d.fee as fee_minor, d.currency,
    coalesce((select s.settled_currency from billing.settlements s where s.payment_id = d.payment_id and s.cause = 'dispute' limit 1), d.currency)
      as fee_currency, d.reason, d.status, d.phase,
    d.evidence_due_at, d.evidence_submitted, coalesce(d.evidence_due_at > (select platform.portal_now()), true) as is_due, d.opened_at, d.closed_at
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
    return toPage(rows, query.limit, ['opened_at', 'id'], view);
  }

  /** @throws AppError `dispute_not_found` (404) */
  async get(disputeId: string): Promise<DisputeDetailView> {
    const [row] = await this.database.query<Row>(`${DISPUTE} where d.id = $1`, [disputeId]);
    if (!row) throw new AppError(billingErrors.dispute_not_found);
    const reversals = await this.adjustments.takenBy(this.database, `dispute:${row.provider_dispute_id}:opened`);
    const [more] = await this.database.query<{ accepted_at: Date | null; alone_up_to_minor: string }>(
      `select d.accepted_at, greatest(billing.left_alone(i.tenant_id, d.currency), 0) as alone_up_to_minor
       from billing.disputes d join billing.invoices i on i.id = d.invoice_id where d.id = $1`,
      [disputeId],
    );
    const steps = await this.database.query<{ version: number; status: string; phase: string; seen_at: Date }>(
      'select version, status, phase, seen_at from billing.dispute_steps where dispute_id = $1 order by version',
      [disputeId],
    );
    return {
      ...view(row),
      ...isoDates(more!),
      covered_minor: row.covered_minor,
      lines: await reversalViews(this.database, reversals),
      steps: steps.map(isoDates),
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

function view({ covered_minor: _covered, is_due, ...row }: Row): DisputeView {
  return { ...isoDates(row), answerable: isAnswerable(row.status) && is_due };
}
