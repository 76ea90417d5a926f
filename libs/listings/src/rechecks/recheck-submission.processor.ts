import { Injectable } from '@nestjs/common';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { SubmissionRecheckAsked } from '../events.js';
import { RunRecheck } from './run-recheck.js';

interface Payload {
  submission_id: string;
  drive_id: string;
  recheck_id: string;
}

@Injectable()
export class RecheckSubmissionProcessor extends EventProcessor<Payload> {
  readonly event = SubmissionRecheckAsked;
  readonly consumer = 'listings.recheck-submission';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly recheck: RunRecheck) {
    super();
  }

  override driveOf({ drive_id }: Payload): string {
    return drive_id;
  }

  handle({ submission_id: submissionId, recheck_id: recheckId }: Payload): Promise<void> {
    return this.recheck.execute({ submissionId, recheckId });
  }
}
