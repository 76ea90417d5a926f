import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';

/** Audits every step of a run and of its payouts. */
@Injectable()
export class RunLog {
  constructor(private readonly audit: Audit) {}

  async run(
    tx: Tx,
    runId: string,
    step: { actor: Actor; action: string; reason?: string | null; after?: Record<string, unknown> },
  ): Promise<void> {
    const { actor, action, reason, after } = step;
    await this.audit.record(tx, actor, action, ['payout_run', runId], {
      ...(reason === undefined ? {} : { reason }),
      ...(after === undefined ? {} : { after }),
    });
  }

  async payout(
    tx: Tx,
    payout: { id: string; runId: string },
    action: string,
    after: Record<string, string>,
  ): Promise<void> {
    await this.audit.record(tx, SYSTEM_ACTOR, action, ['payout', payout.id], { after });
  }
}
