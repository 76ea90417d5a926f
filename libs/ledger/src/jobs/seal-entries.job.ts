import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { SealEntries } from '../seal-entries.js';
import { TakeSnapshots } from '../take-snapshots.js';

@Injectable()
export class SealEntriesJob extends ScheduledJob {
  readonly name = 'ledger.seal-entries';

  constructor(
    private readonly seal: SealEntries,
    private readonly snapshots: TakeSnapshots,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.seal.execute();
    await this.snapshots.execute();
  }
}
