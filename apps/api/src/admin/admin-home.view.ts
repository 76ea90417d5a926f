import { ApiProperty } from '@portal/platform/description';
import { ApprovalView } from '@portal/approvals';
import { instant, maybeInstant } from '@portal/platform/http';
import { SetupView } from './setup.view.js';

class PeopleWaitingView {
  @ApiProperty({ description: 'Applications of authors that nobody has decided on' }) applications: number;
  @ApiProperty(maybeInstant) applications_since: string | null;
  @ApiProperty({ description: 'Submitted Drives that nobody has decided on' }) submissions: number;
  @ApiProperty(maybeInstant) submissions_since: string | null;
  @ApiProperty({ description: 'Installs that a person has to finish' }) installs: number;
  @ApiProperty({ description: 'Staff who have a role but no second factor' }) without_second_factor: number;
}

class OperationView {
  @ApiProperty({ description: 'Running worker processes' }) workers: number;
  @ApiProperty({ description: 'Events and deliveries that are due and that no worker has begun' }) waiting: number;
  @ApiProperty(maybeInstant) waiting_since: string | null;
  @ApiProperty({ description: 'Deliveries that failed until a person retries them' }) failed: number;
  @ApiProperty({ description: 'Scheduled jobs whose last run failed' }) jobs_failing: number;
  @ApiProperty({ description: 'Runs of scheduled jobs so far' }) runs: number;
  @ApiProperty({ description: 'Those of them that failed' }) failures: number;
}

class AdminDayView {
  @ApiProperty({ format: 'date', description: 'UTC' }) day: string;
  @ApiProperty({ description: 'Applications of authors' }) applications: number;
  @ApiProperty({ description: 'Submitted Drives and new versions' }) submissions: number;
}

class AdminHappenedView {
  @ApiProperty() id: string;
  @ApiProperty(instant) at: string;
  @ApiProperty() actor_name: string;
  @ApiProperty({ description: 'As in the audit trail' }) action: string;
  @ApiProperty({ description: 'Name of the person, organisation or Drive that it is about; empty for others' })
  about: string;
}

export class AdminHomeView {
  @ApiProperty({ type: SetupView }) setup: SetupView;
  @ApiProperty({ type: [ApprovalView], description: 'Waiting, newest first, at most 20' }) approvals: ApprovalView[];
  @ApiProperty({ type: PeopleWaitingView }) people: PeopleWaitingView;
  @ApiProperty({ type: OperationView }) operation: OperationView;
  @ApiProperty({ type: [AdminDayView], description: 'Received in the last 28 days, oldest first' })
  days: AdminDayView[];
  @ApiProperty({ type: [AdminHappenedView], description: 'Newest first' }) happened: AdminHappenedView[];
}
