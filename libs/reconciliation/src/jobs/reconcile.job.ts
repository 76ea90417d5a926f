import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { Reconcile } from '../reconcile.js';

@Injectable()
export class ReconcileJob extends ScheduledJob {
  readonly name = 'reconciliation.reconcile';

  constructor(private readonly reconcile: Reconcile) {
    super();
  }

  async run(): Promise<void> {
    await this.reconcile.daily();
  }
}
