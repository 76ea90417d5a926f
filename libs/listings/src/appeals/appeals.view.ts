import { ApiProperty } from '@nestjs/swagger';
import { appealStates, type AppealState } from './domain/appeal.js';

/** An appeal against the refusal of a submission or the removal of a listing, as its author sees it. */
export class ListingAppealView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: appealStates.states }) state: AppealState;
  @ApiProperty() text: string;
  @ApiProperty({ format: 'date-time' }) filed_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the reviewer answers' }) decision_text: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) ended_at: string | null;
}

/** An appeal that waits for a reviewer. */
export class ListingAppealRowView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['refusal', 'removal'], description: 'What is appealed' }) about: 'refusal' | 'removal';
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null: the removal of the listing' })
  submission_id: string | null;
  @ApiProperty({ type: String, nullable: true }) version: string | null;
  @ApiProperty({ format: 'date-time' }) filed_at: string;
  @ApiProperty({ format: 'date-time', description: 'When a reviewer is to have decided' }) due_at: string;
  @ApiProperty() overdue: boolean;
  @ApiProperty({ description: 'You had a part in the decision, so somebody else decides on the appeal' })
  own_decision: boolean;
}

/** One appeal with the decision it is about. */
export class ListingAppealCaseView extends ListingAppealRowView {
  @ApiProperty({ type: ListingAppealView }) appeal: ListingAppealView;
  @ApiProperty({ description: 'Who appeals' }) filed_by: string;
  @ApiProperty({ format: 'date-time', description: 'Of the decision that is appealed' }) decided_at: string;
  @ApiProperty({ description: 'The reason given with that decision' }) reason: string;
  @ApiProperty({ type: [String], description: 'Who had a part in it' }) judges: string[];
  @ApiProperty({ description: 'Something newer took its place: it cannot be granted' }) superseded: boolean;
}
