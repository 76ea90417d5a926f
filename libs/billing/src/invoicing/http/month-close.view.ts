import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { PeriodTotalView } from './billing.view.js';

class CloseBlockView {
  @ApiProperty({ enum: ['month_not_over', 'events_waiting', 'seller_not_set', 'vat_rate_missing'] }) code: string;
  @ApiProperty() text: string;
}

class WaitingEventView {
  @ApiProperty({ description: 'install.activated, install.upgraded or install.ended' }) type: string;
  @ApiProperty() install_id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ description: 'It is not retried automatically; a person must retry it' }) failed: boolean;
  @ApiProperty(maybeText) problem: string | null;
}

export class MonthCloseView {
  @ApiProperty({ description: 'YYYY-MM, UTC' }) month: string;
  @ApiProperty({ enum: ['open', 'closing', 'closed'] }) state: string;
  @ApiProperty({ description: 'The month is over and can be closed' }) can_close: boolean;
  @ApiProperty({ ...maybeText, description: 'Of the approval that waits, in `/api/v1/approvals`' })
  approval_id: string | null;
  @ApiProperty(maybeText) requested_by: string | null;
  @ApiProperty(maybeInstant) requested_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Late events no longer change what the month bills' })
  frozen_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'All lines and invoices have been created' }) lines_at: string | null;
  @ApiProperty(maybeInstant) closed_at: string | null;
  @ApiProperty() lines: number;
  @ApiProperty() invoices: number;
  @ApiProperty({ description: 'Invoices that are in the ledger and issued' }) booked: number;
  @ApiProperty({ type: [PeriodTotalView], description: 'Totals by currency; most invoices first' })
  totals: PeriodTotalView[];
  @ApiProperty({ type: [CloseBlockView], description: 'What the close is waiting for' }) blocked_by: CloseBlockView[];
  @ApiProperty({ type: [WaitingEventView], description: 'The first 20 of them' }) waiting_events: WaitingEventView[];
}
