import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { SealAudit } from './seal-audit.js';

@Injectable()
export class SealAuditJob extends ScheduledJob {
  readonly name = 'platform.seal-audit';

  constructor(private readonly seal: SealAudit) {
    super();
  }

  async run(): Promise<void> {
    await this.seal.execute();
  }
}
