import { ApiProperty } from '@nestjs/swagger';
import { ITEM_KINDS } from '../domain/item-kinds.js';
import { ITEM_STATES } from '../domain/item-state.js';

/** A person of finance whom an item can be handed to. */
export class AssigneeView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
}

export class EqualityView {
  @ApiProperty({ enum: ['balance', 'clearing', 'authors', 'suspense'] }) name: string;
  @ApiProperty() title: string;
  @ApiProperty({ description: 'What the left figure is' }) left: string;
  @ApiProperty({ description: 'What the right figure is' }) right: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) left_minor: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) right_minor: string;
  @ApiProperty({ description: 'Movements that one side knows and the other does not yet, as they change the left one' })
  under_way_minor: string;
  @ApiProperty({ description: 'left + under way = right' }) holds: boolean;
}

export class ReconciliationView {
  @ApiProperty() running: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why the newest one was not done' }) failure: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) reconciled_at: string | null;
  @ApiProperty({ type: String, nullable: true }) requested_by: string | null;
  @ApiProperty({ description: 'Movements of the provider that were new' }) movements: number;
  @ApiProperty({ description: 'Of the open movements, those that found their posting' }) matched: number;
  @ApiProperty({ type: Boolean, nullable: true, description: 'All equalities; null before the first one' })
  holds: boolean | null;
  @ApiProperty({ description: 'Items that are not closed' }) open: number;
  @ApiProperty({ description: 'Of those, items that keep payout runs from being prepared' }) blocking: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) oldest_opened_at: string | null;
  @ApiProperty({ description: 'The provider makes events and none arrives' }) events_silent: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) events_last_received_at: string | null;
  @ApiProperty({ type: [EqualityView] }) equalities: EqualityView[];
}

export class ExceptionFactView {
  @ApiProperty() name: string;
  @ApiProperty() value: string;
}

export class ExceptionWriteOffView {
  @ApiProperty({ description: 'Ledger account that takes the money' }) account: string;
  @ApiProperty({ type: String, nullable: true, description: 'The author, for author_payable' }) org_id: string | null;
  @ApiProperty() asked_by: string;
  @ApiProperty() asked_by_name: string;
  @ApiProperty({ type: String, nullable: true }) approved_by_name: string | null;
}

export class ExceptionView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: Object.keys(ITEM_KINDS) }) kind: string;
  @ApiProperty({ description: 'What it is, in a sentence' }) sentence: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Minor units, signed as it changes our balance at the provider' }) amount_minor: string;
  @ApiProperty({ description: 'Of it, what waits in suspense' }) suspense_minor: string;
  @ApiProperty({ description: 'Keeps payout runs from being prepared' }) blocking: boolean;
  @ApiProperty({ format: 'date-time' }) occurred_at: string;
  @ApiProperty({ type: [ExceptionFactView] }) facts: ExceptionFactView[];
  @ApiProperty({ enum: ITEM_STATES.states }) state: string;
  @ApiProperty({ type: String, nullable: true }) owner_id: string | null;
  @ApiProperty({ type: String, nullable: true }) owner_name: string | null;
  @ApiProperty({ type: ExceptionWriteOffView, nullable: true }) write_off: ExceptionWriteOffView | null;
  @ApiProperty({ format: 'date-time' }) opened_at: string;
  @ApiProperty({ description: 'Whole days it has been open, or was' }) age_days: number;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) closed_at: string | null;
  @ApiProperty({ type: String, nullable: true }) close_reason: string | null;
}

export class ExceptionHistoryView {
  @ApiProperty() id: string;
  @ApiProperty() what: string;
  @ApiProperty() by_name: string;
  @ApiProperty({ type: String, nullable: true }) text: string | null;
  @ApiProperty({ format: 'date-time' }) at: string;
}

export class ExceptionDetailView extends ExceptionView {
  @ApiProperty({ type: [ExceptionHistoryView] }) history: ExceptionHistoryView[];
}

export class ReconciliationRunView {
  @ApiProperty() id: string;
}

export class UnmatchedTransferView {
  @ApiProperty() payout_id: string;
  @ApiProperty() author: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: String, nullable: true }) transfer_id: string | null;
}

export class RunExceptionView {
  @ApiProperty() id: string;
  @ApiProperty() sentence: string;
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ description: 'Stops the next payout run' }) blocking: boolean;
  @ApiProperty({ format: 'date-time' }) opened_at: string;
}

export class RunReconciliationView {
  @ApiProperty({
    enum: ['not_ended', 'to_compare', 'open', 'done'],
    description: 'done: compared after the run ended, every transfer found at the processor, nothing blocking open',
  })
  state: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Last comparison of the books' })
  compared_at: string | null;
  @ApiProperty({ description: 'A comparison is running' }) running: boolean;
  @ApiProperty({ description: 'Payouts of the run that our books have as paid' }) transfers: number;
  @ApiProperty({ description: 'Of these, found at the processor with the same amount' }) matched: number;
  @ApiProperty({ type: [UnmatchedTransferView], description: 'The largest 100' }) unmatched: UnmatchedTransferView[];
  @ApiProperty({ type: [RunExceptionView], description: 'Open exceptions of the run, and what stops payouts' })
  exceptions: RunExceptionView[];
}
