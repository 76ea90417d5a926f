import { ApiProperty } from '@portal/platform/description';
import { CaseHoldView } from '@portal/approvals';
import { instant, maybeInstant, maybeText, Words } from '@portal/platform/http';
import {
  appealStates,
  type AppealState,
  APPEAL_DECISIONS,
  APPEAL_MAX,
  APPEAL_MIN,
  type AppealDecision,
} from './domain/appeal.js';
import { IsIn } from 'class-validator';

/** An appeal against the refusal of a submission or the removal of a listing, as its author sees it. */
export class ListingAppealView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: appealStates.states }) state: AppealState;
  @ApiProperty() text: string;
  @ApiProperty(instant) filed_at: string;
  @ApiProperty({ ...maybeText, description: 'What the reviewer answers' }) decision_text: string | null;
  @ApiProperty(maybeInstant) ended_at: string | null;
}

/** An appeal that waits for a reviewer. */
export class ListingAppealRowView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['refusal', 'removal'], description: 'What is appealed' }) about: 'refusal' | 'removal';
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty({ ...maybeText, description: 'Null: the removal of the listing' }) submission_id: string | null;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty(instant) filed_at: string;
  @ApiProperty({ ...instant, description: 'When a reviewer is to have decided' }) due_at: string;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ description: 'You had a part in the decision, so another person decides on the appeal' })
  own_decision: boolean;
  @ApiProperty({ type: CaseHoldView, nullable: true }) hold: CaseHoldView | null;
}

class AppealRunView {
  @ApiProperty(instant) at: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'State of each that did not pass',
  })
  checks: Record<string, string>;
}

/** One appeal with the decision it is about. */
export class ListingAppealCaseView extends ListingAppealRowView {
  @ApiProperty({ type: ListingAppealView }) appeal: ListingAppealView;
  @ApiProperty({ description: 'Who appeals' }) filed_by: string;
  @ApiProperty({ ...instant, description: 'Of the decision that is appealed' }) decided_at: string;
  @ApiProperty({ description: 'The reason given with that decision' }) reason: string;
  @ApiProperty({ type: [String], description: 'Who had a part in it' }) judges: string[];
  @ApiProperty({ description: 'Something newer took its place: it cannot be granted' }) superseded: boolean;
  @ApiProperty({ type: AppealRunView, nullable: true, description: 'The last run of the checks before the decision' })
  then: AppealRunView | null;
  @ApiProperty({ type: AppealRunView, nullable: true, description: 'The last run of the Drive' })
  now: AppealRunView | null;
}

export class FileListingAppealDto {
  @Words(APPEAL_MIN, APPEAL_MAX, 'Why the decision is wrong') text: string;
}

export class DecideListingAppealDto {
  @ApiProperty({ enum: APPEAL_DECISIONS }) @IsIn(APPEAL_DECISIONS) decision: AppealDecision;
  @Words(APPEAL_MIN, APPEAL_MAX, 'The author reads this') text: string;
}
