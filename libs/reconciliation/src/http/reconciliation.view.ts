import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { ITEM_KINDS } from '../domain/item-kinds.js';
import { ITEM_STATES } from '../domain/item-state.js';

/** A finance user who can be assigned an item. */
export class AssigneeView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
}

class EqualityView {
  @ApiProperty({ enum: ['balance', 'clearing', 'authors', 'suspense'] }) name: string;
  @ApiProperty() title: string;
  @ApiProperty({ description: 'Meaning of the left figure' }) left: string;
  @ApiProperty({ description: 'Meaning of the right figure' }) right: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) left_minor: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) right_minor: string;
  @ApiProperty({ description: 'Movements that only one side has recorded so far, by their effect on the left side' })
  under_way_minor: string;
  @ApiProperty({ description: 'left + in transit = right' }) holds: boolean;
}

export class ReconciliationView {
  @ApiProperty() running: boolean;
  @ApiProperty({ ...maybeText, description: 'Why the latest one failed' }) failure: string | null;
  @ApiProperty(maybeInstant) reconciled_at: string | null;
  @ApiProperty(maybeText) requested_by: string | null;
  @ApiProperty({ description: 'New movements at the provider' }) movements: number;
  @ApiProperty({ description: 'Open movements that were matched to a posting' }) matched: number;
  @ApiProperty({ type: Boolean, nullable: true, description: 'All checks; null before the first one' })
  holds: boolean | null;
  @ApiProperty({ description: 'Items that are not closed' }) open: number;
  @ApiProperty({ description: 'Of those, items of the kinds that keep authors out of payout runs' }) blocking: number;
  @ApiProperty(maybeInstant) oldest_opened_at: string | null;
  @ApiProperty({ description: 'The provider creates events but none arrive' }) events_silent: boolean;
  @ApiProperty(maybeInstant) events_last_received_at: string | null;
  @ApiProperty({ type: [EqualityView] }) equalities: EqualityView[];
}

class LeftOutView {
  @ApiProperty({ ...maybeText, format: 'uuid', description: 'null: every author in this currency' })
  org_id: string | null;
  @ApiProperty({ ...maybeText, description: 'Name' }) author: string | null;
  @ApiProperty({ ...maybeText, description: 'null: in every currency' }) currency: string | null;
}

class ExceptionFactView {
  @ApiProperty() name: string;
  @ApiProperty() value: string;
}

export class ExceptionView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: Object.keys(ITEM_KINDS) }) kind: string;
  @ApiProperty({ description: 'What it is, in a sentence' }) sentence: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units, signed by its effect on our balance at the provider' })
  amount_minor: string;
  @ApiProperty({ description: 'Part of it that is in suspense' }) suspense_minor: string;
  @ApiProperty({ description: 'Its kind keeps whom it concerns out of payout runs' }) blocking: boolean;
  @ApiProperty({ type: [LeftOutView], description: 'Who is not paid while it is open' }) leaves_out: LeftOutView[];
  @ApiProperty(instant) occurred_at: string;
  @ApiProperty({ type: [ExceptionFactView] }) facts: ExceptionFactView[];
  @ApiProperty({ enum: ITEM_STATES.states }) state: string;
  @ApiProperty(maybeText) owner_id: string | null;
  @ApiProperty(maybeText) owner_name: string | null;
  @ApiProperty(instant) opened_at: string;
  @ApiProperty({ description: 'Full days it has been or was open' }) age_days: number;
  @ApiProperty(maybeInstant) closed_at: string | null;
  @ApiProperty(maybeText) close_reason: string | null;
}

class ExceptionHistoryView {
  @ApiProperty() id: string;
  @ApiProperty() what: string;
  @ApiProperty() by_name: string;
  @ApiProperty(maybeText) text: string | null;
  @ApiProperty(instant) at: string;
}

export class ExceptionDetailView extends ExceptionView {
  @ApiProperty({ type: [ExceptionHistoryView] }) history: ExceptionHistoryView[];
}

export class ReconciliationRunView {
  @ApiProperty() id: string;
}

class UnmatchedTransferView {
  @ApiProperty() payout_id: string;
  @ApiProperty() author: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty(maybeText) transfer_id: string | null;
}

class RunExceptionView {
  @ApiProperty() id: string;
  @ApiProperty() sentence: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Its kind keeps whom it concerns out of payout runs' }) blocking: boolean;
  @ApiProperty(instant) opened_at: string;
}

export class RunReconciliationView {
  @ApiProperty({
    enum: ['not_ended', 'to_compare', 'open', 'done'],
    description: 'done: compared after the run ended, every transfer found at the processor, nothing blocking open',
  })
  state: string;
  @ApiProperty({ ...maybeInstant, description: 'Last comparison of the books' }) compared_at: string | null;
  @ApiProperty({ description: 'A comparison is in progress' }) running: boolean;
  @ApiProperty({ description: 'Payouts of the run that are paid according to our books' }) transfers: number;
  @ApiProperty({ description: 'Number of these found at the processor with the same amount' }) matched: number;
  @ApiProperty({ type: [UnmatchedTransferView], description: 'The largest 100' }) unmatched: UnmatchedTransferView[];
  @ApiProperty({ type: [RunExceptionView], description: 'Open exceptions of the run, and what blocks payouts' })
  exceptions: RunExceptionView[];
}
