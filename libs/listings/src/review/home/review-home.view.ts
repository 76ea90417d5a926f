import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant } from '@portal/platform/http';

class ReviewWaitingView {
  @ApiProperty({ description: 'For less than half of the promised time' }) fresh: number;
  @ApiProperty({ description: 'For more than half of it' }) soon: number;
  @ApiProperty({ description: 'For longer than promised' }) overdue: number;
  @ApiProperty(maybeInstant) oldest_since: string | null;
}

class ReviewDayView {
  @ApiProperty({ format: 'date', description: 'UTC' }) day: string;
  @ApiProperty() approved: number;
  @ApiProperty() changes_requested: number;
  @ApiProperty() rejected: number;
}

class ReviewDecisionView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty({ description: 'The reviewer' }) by: string;
  @ApiProperty({ enum: ['submission', 'application'] }) kind: 'submission' | 'application';
  @ApiProperty({ description: 'Of the submission or application' }) case_id: string;
  @ApiProperty({ description: 'The Drive' }) title: string;
  @ApiProperty({ enum: ['approved', 'changes_requested', 'rejected'] })
  decision: 'approved' | 'changes_requested' | 'rejected';
}

export class ReviewHomeView {
  @ApiProperty({ description: 'Hours within which a review is promised' }) due_hours: number;
  @ApiProperty({ type: ReviewWaitingView, description: 'Submissions and applications' }) waiting: ReviewWaitingView;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Waiting cases that you may decide, by tab',
  })
  counts: Record<string, number>;
  @ApiProperty({ description: 'Cases first decided in the last 28 days' }) decided: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Median time until the first decision of these, ms' })
  median_ms: number | null;
  @ApiProperty({ type: [ReviewDayView], description: 'Decisions of the last 28 days, oldest first' })
  days: ReviewDayView[];
  @ApiProperty({ type: [ReviewDecisionView], description: 'Newest first' }) decisions: ReviewDecisionView[];
}
