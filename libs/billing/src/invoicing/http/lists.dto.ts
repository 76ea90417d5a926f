import { OptionalOneOf, OptionalPattern, PageQuery, OptionalLength } from '@portal/platform/http';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../disputes/domain/dispute-phase.js';
import { refundStates, type RefundState } from '../../refunds/domain/refund-state.js';

const NOTE_STATES = ['issued', 'countered'] as const;
const PERIODS = ['open', 'ended', 'closing', 'closed'] as const;

/** Common filters of all money lists. */
export class NarrowedQuery extends PageQuery {
  @OptionalPattern(/^20\d\d-(0[1-9]|1[0-2])$/, 'YYYY-MM (UTC) in which it started') month?: string;
  @OptionalPattern(/^[a-z]{3}$/, 'such as usd') currency?: string;
  @OptionalLength(1, 100, 'Part of the tenant’s name or of the invoice number') q?: string;
  @OptionalLength(1, 100, 'Part of the name of an affected author, or of the slug of one of their Drives')
  author?: string;
}

export class RefundsQuery extends NarrowedQuery {
  @OptionalOneOf(refundStates.states) state?: RefundState;
}

export class CreditNotesQuery extends NarrowedQuery {
  @OptionalOneOf(NOTE_STATES) state?: (typeof NOTE_STATES)[number];
}

export class DisputesQuery extends NarrowedQuery {
  @OptionalOneOf(DISPUTE_STATUSES) state?: DisputeStatus;
}

export class PeriodsQuery {
  @OptionalOneOf(PERIODS, 'ended: to be closed') state?: (typeof PERIODS)[number];
  @OptionalPattern(/^[a-z]{3}$/, 'Only months with invoices in this currency, such as usd') currency?: string;
}
