import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { NotifyDueEvidence } from './notify-due-evidence.js';

@Injectable()
export class NotifyDueEvidenceJob extends ScheduledJob {
  readonly name = 'listings.notify-due-evidence';

  constructor(private readonly notify: NotifyDueEvidence) {
    super();
  }

  async run(): Promise<void> {
    await this.notify.execute();
  }
}
