import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { HOLD_PARTIES } from './domain/hold.js';

/** One check, criterion or state that holds a Drive. */
export class CaseReasonView {
  @ApiProperty() kind: string;
  @ApiProperty({ enum: HOLD_PARTIES, description: 'Who has to act' }) party: (typeof HOLD_PARTIES)[number];
  @ApiProperty() why: string;
  @ApiProperty({ description: 'What would pass' }) passes: string;
  @ApiProperty({ ...maybeText, description: 'Check or criterion' }) check: string | null;
  @ApiProperty({ description: 'JSON pointer, endpoint, or path of a page' }) place: string;
  @ApiProperty({ description: 'Clause of the contract, or what is judged' }) rule: string;
  @ApiProperty({ description: 'Path of the page that explains it' }) docs: string;
}

export class CaseQueueView {
  @ApiProperty({ description: '1 is next: the highest risk first, then the longest wait' }) position: number;
  @ApiProperty({ description: 'Cases that wait for a reviewer' }) waiting: number;
  @ApiProperty(instant) since: string;
  @ApiProperty(instant) due: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Median of the last 20 decided, ms; null: fewer than 5' })
  usual_ms: number | null;
}

/** Everything that holds a Drive, for its author; no hold: nothing waits. */
export class CaseView {
  @ApiProperty() drive_name: string;
  @ApiProperty({ type: [CaseReasonView] }) holds: CaseReasonView[];
  @ApiProperty({ type: CaseQueueView, nullable: true }) queue: CaseQueueView | null;
  @ApiProperty({ ...maybeInstant, description: 'Of a refusal or removal' }) may_appeal_until: string | null;
}
