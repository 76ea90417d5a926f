import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';

/** Audits every step of a run and of its payouts, and publishes it on the live stream of the run. */
@Injectable()
export class RunLog {
  constructor(
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** `state`: the state to publish. */
  async run(
    tx: Tx,
    runId: string,
    step: { actor: Actor; action: string; reason?: string | null; after?: Record<string, unknown>; state: object },
  ): Promise<void> {
    const { actor, action, reason, after, state } = step;
    await this.audit.record(tx, {
      actor,
      action,
      subjectType: 'payout_run',
      subjectId: runId,
      ...(reason === undefined ? {} : { reason }),
      ...(after === undefined ? {} : { after }),
    });
    await this.live.append(tx, `payout_run:${runId}`, 'state', state);
  }

  async payout(
    tx: Tx,
    payout: { id: string; runId: string },
    action: string,
    after: Record<string, string>,
  ): Promise<void> {
    await this.audit.record(tx, { actor: SYSTEM_ACTOR, action, subjectType: 'payout', subjectId: payout.id, after });
    await this.live.append(tx, `payout_run:${payout.runId}`, 'payout', { payout_id: payout.id, action, ...after });
  }
}
