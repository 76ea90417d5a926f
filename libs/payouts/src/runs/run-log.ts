import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';

/** Audits every step of a run and of its payouts. */
@Injectable()
export class RunLog {
  async run(
    tx: Tx,
    runId: string,
    step: { actor: Actor; action: string; reason?: string | null; after?: Record<string, unknown> },
  ): Promise<void> {
    const { actor, action, reason, after } = step;
    await tx.audit(actor, action, ['payout_run', runId], {
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
    await tx.audit(SYSTEM_ACTOR, action, ['payout', payout.id], { after });
  }
}
