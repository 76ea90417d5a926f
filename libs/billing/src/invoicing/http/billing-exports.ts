import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports, PageQuery } from '@portal/platform';
import { CreditNotes } from '../../refunds/read/credit-notes.js';
import { Disputes } from '../../disputes/disputes.js';
import { Invoices } from '../read/invoices.js';
import { ListPeriods } from '../read/list-periods.js';
import { ListPolicies } from '../../policies/list-policies.js';
import { Refunds } from '../../refunds/read/refunds.js';
import { ShareOverrides } from '../../policies/share-overrides.js';
import { WriteOffs } from '../../collection/write-offs.js';
import type { CreditNoteView, DisputeView, RefundView } from '../../refunds/adjustments.view.js';
import { InvoicesQuery } from './billing.dto.js';
import type { InvoiceView, PeriodTotalView, PeriodView } from './billing.view.js';
import type { PolicyVersionView, PolicyView } from '../../policies/policies.view.js';
import { ShareOverridesQuery } from '../../policies/share-overrides.dto.js';
import type { ShareOverrideView } from '../../policies/share-overrides.view.js';
import type { WriteOffView } from '../../collection/collection.view.js';
import { CreditNotesQuery, DisputesQuery, PeriodsQuery, RefundsQuery, WriteOffsQuery } from './lists.dto.js';

const REFUNDS = [
  ...([
    'id',
    'created_at',
    'tenant_name',
    'invoice_number',
    'invoice_id',
    'origin',
    'scope',
    'reason',
    'note',
  ] as const),
  ...(['amount_minor', 'currency', 'state', 'problem', 'requested_by_name', 'provider_refund_id'] as const),
  ...(['credit_note_number', 'suspense_minor', 'ended_at'] as const),
] satisfies (keyof RefundView)[];
const CREDIT_NOTES = [
  ...(['number', 'id', 'issued_at', 'kind', 'tenant_name', 'invoice_number', 'invoice_id', 'reason', 'note'] as const),
  ...(['net_minor', 'tax_minor', 'total_minor', 'currency', 'tax_reversal', 'voided_at'] as const),
] satisfies (keyof CreditNoteView)[];
const DISPUTES = [
  ...(['id', 'provider_dispute_id', 'opened_at', 'tenant_name', 'invoice_number', 'invoice_id', 'reason'] as const),
  ...(['amount_minor', 'fee_minor', 'currency', 'status', 'phase', 'evidence_due_at', 'evidence_submitted'] as const),
  'closed_at',
] satisfies (keyof DisputeView)[];
const WRITE_OFFS = [
  ...(['id', 'proposed_at', 'tenant_name', 'number', 'invoice_id', 'total_minor', 'currency', 'state'] as const),
  ...(['reason', 'proposed_by', 'decided_by', 'decided_at'] as const),
] satisfies (keyof WriteOffView)[];
const INVOICES = [
  ...(['number', 'id', 'kind', 'tenant_name', 'tenant_id', 'month', 'state', 'subtotal_minor', 'tax_minor'] as const),
  ...(['total_minor', 'currency', 'issued_at', 'paid_at', 'past_due_at', 'next_retry_at', 'last_problem'] as const),
] satisfies (keyof InvoiceView)[];
const MONTHS = [
  ...(['month', 'state', 'can_close', 'closed_at'] as const),
  ...(['currency', 'invoices', 'total_minor', 'paid_minor', 'author_minor', 'platform_minor'] as const),
] satisfies (keyof PeriodView | keyof PeriodTotalView)[];

const SHARES = [
  ...(['id', 'org_id', 'drive_id', 'name', 'basis_points', 'month', 'state', 'reason', 'proposed_by'] as const),
  ...(['proposed_at', 'decided_by', 'decided_at', 'decision_note'] as const),
] satisfies (keyof ShareOverrideView)[];
const POLICIES = [
  ...(['key', 'title', 'version', 'state', 'in_force', 'sentence', 'value', 'valid_from', 'reason'] as const),
  ...(['proposed_by', 'proposed_at', 'decided_by', 'decided_at', 'decision_note'] as const),
] satisfies (keyof PolicyVersionView | keyof PolicyView | 'in_force')[];

/** What the list of policies is narrowed by: nothing. */
class PoliciesQuery extends PageQuery {}

/** A row for each currency, as amounts of several are not added; one for a month without an invoice. */
function byCurrency({ totals, ...month }: PeriodView): object[] {
  const { month: name, state, can_close, closed_at } = month;
  const whole = { month: name, state, can_close, closed_at };
  return totals.length === 0 ? [whole] : totals.map((total) => ({ ...whole, ...total }));
}

/** A row for each version, as what held before is on record, too. The value as JSON in one cell. */
function byVersion({ key, title, version: inForce, versions }: PolicyView): object[] {
  return versions.map((one) => ({
    ...one,
    key,
    title,
    in_force: one.state === 'approved' && one.version === inForce,
    value: JSON.stringify(one.value),
  }));
}

/** The lists of money that finance takes along as files, narrowed as their pages are. */
@Injectable()
export class BillingExports implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly refunds: Refunds,
    private readonly creditNotes: CreditNotes,
    private readonly disputes: Disputes,
    private readonly writeOffs: WriteOffs,
    private readonly invoices: Invoices,
    private readonly periods: ListPeriods,
    private readonly shares: ShareOverrides,
    private readonly policies: ListPolicies,
  ) {}

  onModuleInit(): void {
    const { exports, refunds, creditNotes, disputes, writeOffs, invoices, periods } = this;
    exports.register({
      kind: 'shares',
      query: ShareOverridesQuery,
      columns: SHARES,
      page: (query) => this.shares.list(query),
    });
    exports.register({
      kind: 'policies',
      query: PoliciesQuery,
      columns: POLICIES,
      page: async () => ({ items: (await this.policies.list()).items.flatMap(byVersion), next_cursor: null }),
    });
    exports.register({
      kind: 'refunds',
      query: RefundsQuery,
      columns: REFUNDS,
      page: (query) => refunds.list(query),
    });
    exports.register({
      kind: 'credit_notes',
      query: CreditNotesQuery,
      columns: CREDIT_NOTES,
      page: (query) => creditNotes.list(query),
    });
    exports.register({
      kind: 'disputes',
      query: DisputesQuery,
      columns: DISPUTES,
      page: (query) => disputes.list(query),
    });
    exports.register({
      kind: 'write_offs',
      query: WriteOffsQuery,
      columns: WRITE_OFFS,
      page: (query) => writeOffs.list(query),
    });
    exports.register({
      kind: 'invoice_list',
      query: InvoicesQuery,
      columns: INVOICES,
      page: (query) => invoices.list(query),
    });
    exports.register({
      kind: 'months',
      query: PeriodsQuery,
      columns: MONTHS,
      page: async (query) => ({ items: (await periods.execute(query)).items.flatMap(byCurrency), next_cursor: null }),
    });
  }
}
