import { Injectable } from '@nestjs/common';
import { EventProcessor, type QueueName } from '@portal/platform/events';
import { SubmissionReceived } from '../events.js';
import { ValidateSubmission } from './validate-submission.js';

@Injectable()
export class ValidateSubmissionProcessor extends EventProcessor<{ submission_id: string; drive_id: string }> {
  readonly event = SubmissionReceived;
  readonly consumer = 'listings.validate-submission';
  override readonly queue: QueueName = 'drives';

  constructor(private readonly validate: ValidateSubmission) {
    super();
  }

  override driveOf({ drive_id }: { drive_id: string }): string {
    return drive_id;
  }

  handle(payload: { submission_id: string }): Promise<void> {
    return this.validate.execute(payload.submission_id);
  }
}
