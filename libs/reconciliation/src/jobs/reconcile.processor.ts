import { Injectable } from '@nestjs/common';
import { EventProcessor, GiveUp } from '@portal/platform/events';
import { ReconciliationRequested } from '../events.js';
import { Reconcile } from '../reconcile.js';

@Injectable()
export class ReconcileProcessor extends EventProcessor<{ run_id: string }> {
  readonly event = ReconciliationRequested;
  readonly consumer = 'reconciliation.reconcile';
  override readonly queue = 'money' as const;

  constructor(private readonly reconcile: Reconcile) {
    super();
  }

  async handle({ run_id }: { run_id: string }): Promise<void> {
    try {
      await this.reconcile.execute(run_id);
    } catch (error) {
      // The run keeps the reason, and a user can request another one.
      throw new GiveUp(error instanceof Error ? error.message : String(error));
    }
  }
}
