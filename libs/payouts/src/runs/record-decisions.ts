import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import type { RunDecision } from './domain/run-exceptions.js';
import type { RunRow } from './payouts.repository.js';
import type { ReviewedPayout } from './read/run-exceptions.js';
import { RunDecisionsRepository, type NewRunDecision } from './run-decisions.repository.js';

/** Records the preparer's decisions about payouts of a run. */
@Injectable()
export class RecordDecisions {
  constructor(
    private readonly decisions: RunDecisionsRepository,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  /** `holds`: the hold that was placed, by author. */
  async execute(
    tx: Tx,
    run: RunRow,
    input: { readonly decision: RunDecision; readonly reason: string },
    chosen: readonly ReviewedPayout[],
    holds: ReadonlyMap<string, string>,
    actor: Actor & { userId: string },
  ): Promise<void> {
    const rows = chosen.map((one) => this.row(run, one, input, holds.get(one.orgId) ?? null, actor));
    await this.decisions.insert(tx, rows);
    for (const row of rows)
      await this.audit.record(tx, {
        actor,
        action: 'payout_run.exception_decided',
        subjectType: 'payout_run',
        subjectId: run.id,
        after: {
          org_id: row.orgId,
          currency: row.currency,
          decision: row.decision,
          amount_minor: row.amountMinor.toString(),
          hold_id: row.holdId,
        },
        reason: input.reason,
      });
  }

  private row(
    run: RunRow,
    one: ReviewedPayout,
    input: { readonly decision: RunDecision; readonly reason: string },
    holdId: string | null,
    actor: Actor & { userId: string },
  ): NewRunDecision {
    return {
      id: this.ids.next(),
      runId: run.id,
      computation: run.computation,
      orgId: one.orgId,
      currency: one.currency,
      decision: input.decision,
      kinds: one.exception?.kinds ?? [],
      balanceMinor: one.balanceMinor,
      amountMinor: one.amountMinor,
      reason: input.reason,
      holdId,
      decidedBy: actor.userId,
      decidedByName: actor.name,
    };
  }
}
