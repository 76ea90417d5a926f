import { ApiProperty } from '@portal/platform/description';
import { NOT_RUN_REASONS, type NotRunReason } from '@portal/conformance';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';

class ConformanceDayView {
  @ApiProperty({ format: 'date', description: 'YYYY-MM-DD, UTC' }) day: string;
  @ApiProperty() runs: number;
  @ApiProperty() failed: number;
}

/** Results of a Drive in the checks, from the first run on. */
export class ConformanceHistoryView {
  @ApiProperty({ enum: ['passing', 'failing', 'unknown'], description: 'Of the newest run of what is live' })
  state: string;
  @ApiProperty({ ...maybeInstant, description: 'Last run of what is live that passed' }) verified_at: string | null;
  @ApiProperty({ type: [ConformanceDayView], description: 'Runs of what is live in the last 28 days, today last' })
  days: ConformanceDayView[];
  @ApiProperty({ description: 'All runs ever, also of what was only submitted' }) runs: number;
  @ApiProperty({ description: 'Every run is bound to the one before it, none is changed or missing' }) intact: boolean;
  @ApiProperty({ ...maybeText, description: 'Digest of the newest run; keep it to check later' }) head: string | null;
}

/** One run of the checks. Its digest is the SHA-256 of the digest before it and of its findings. */
export class ConformanceRunView {
  @ApiProperty({ description: '1 is the first' }) seq: number;
  @ApiProperty(instant) ran_at: string;
  @ApiProperty({
    description:
      'Nothing failed that sends a submission back. A run of a submission is ok with checks of the probe installs in `failed`: a reviewer weighs those',
  })
  ok: boolean;
  @ApiProperty({ description: 'Version of the checks' }) engine: string;
  @ApiProperty({ ...maybeText, description: 'Digest of the manifest; null when it could not be read' })
  manifest: string | null;
  @ApiProperty({ type: [String], description: 'Ids of the checks that failed' }) failed: string[];
  @ApiProperty(maybeText) previous: string | null;
  @ApiProperty() digest: string;
}

export class FindingView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: ['error', 'warning', 'info'] }) level: string;
  @ApiProperty() check: string;
  @ApiProperty() rule: string;
  @ApiProperty({ required: false }) pointer?: string;
  @ApiProperty({ required: false }) line?: number;
  @ApiProperty({ required: false }) column?: number;
  @ApiProperty({ required: false }) endpoint?: string;
  @ApiProperty({ required: false }) sent?: string;
  @ApiProperty() expected: string;
  @ApiProperty({ required: false }) received?: string;
  @ApiProperty() cause: string;
  @ApiProperty() fix: string;
  @ApiProperty() spec: string;
  @ApiProperty({ required: false }) reproduce?: string;
}

/** How checks ended (`listings.check_counts`): passed, warned, failed, errored, observed, not run and waiting make the total. */
export class CheckCountsView {
  @ApiProperty() passed: number;
  @ApiProperty() warned: number;
  @ApiProperty() failed: number;
  @ApiProperty({ description: 'Of warned and failed, those that two people accepted until a day' }) accepted: number;
  @ApiProperty({ ...maybeText, format: 'date', example: '2026-11-01', description: 'Of the last one, UTC' })
  accepted_on: string | null;
  @ApiProperty({ description: 'Broke: the fault of the platform' }) errored: number;
  @ApiProperty({ description: 'Of checks that only watch; they weigh nothing' }) observed: number;
  @ApiProperty({ description: 'Each says why' }) not_run: number;
  @ApiProperty({ description: 'Still to run' }) waiting: number;
  @ApiProperty() total: number;
}

/** A reviewer cleared the same findings of an earlier version. */
export class ClearedView {
  @ApiProperty({ format: 'date', example: '2026-11-01', description: 'UTC' }) at: string;
  @ApiProperty({ format: 'date', example: '2027-04-30', description: 'UTC' }) until: string;
  @ApiProperty({ ...maybeText, description: 'For reviewers only' }) by: string | null;
  @ApiProperty({ ...maybeText, description: 'For reviewers only' }) note: string | null;
}

export class CheckView {
  @ApiProperty() id: string;
  @ApiProperty() title: string;
  @ApiProperty() rule: string;
  @ApiProperty({ enum: ['schema', 'endpoints', 'hmac', 'lifecycle', 'events', 'listing'] }) group: string;
  @ApiProperty({ enum: ['queued', 'running', 'pass', 'warn', 'fail', 'error', 'observed', 'skipped'] }) state: string;
  @ApiProperty({ type: String, nullable: true, enum: NOT_RUN_REASONS, description: 'Why it was not run' })
  reason: NotRunReason | null;
  @ApiProperty({ type: ClearedView, nullable: true }) cleared: ClearedView | null;
  @ApiProperty({ type: [FindingView] }) findings: FindingView[];
}
