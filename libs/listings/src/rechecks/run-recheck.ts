import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { CheckDrive } from '../conformance/check-drive.js';
import { CheckProgress } from '../submissions/check-progress.js';
import { RechecksService } from './rechecks.service.js';
import { StoreRecheck } from './store-recheck.js';

/** Runs the checks of a case again. Harmless when repeated. */
@Injectable()
export class RunRecheck {
  constructor(
    private readonly transactor: Transactor,
    private readonly rechecks: RechecksService,
    private readonly progress: CheckProgress,
    private readonly checkDrive: CheckDrive,
    private readonly store: StoreRecheck,
  ) {}

  async execute({ submissionId, recheckId }: { submissionId: string; recheckId: string }): Promise<void> {
    const submission = await this.transactor.run((tx) => this.rechecks.lockRunning(tx, submissionId, recheckId));
    if (!submission) return;
    const { driveId, manifestUrl } = submission;
    const { onCheck, drained } = this.progress.follow(submissionId, recheckId);
    const result = await this.checkDrive.execute({ driveId, manifestUrl, probeInstalls: true, onCheck });
    await drained();
    await this.store.execute({ driveId, submissionId, recheckId }, result);
  }
}
