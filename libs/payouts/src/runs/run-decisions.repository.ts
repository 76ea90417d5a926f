import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { RunDecision } from './domain/run-exceptions.js';

export interface NewRunDecision {
  readonly id: string;
  readonly runId: string;
  readonly computation: number;
  readonly orgId: string;
  readonly currency: string;
  readonly decision: RunDecision;
  readonly kinds: readonly string[];
  readonly balanceMinor: bigint;
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly holdId: string | null;
  readonly decidedBy: string;
  readonly decidedByName: string;
}

/** Decisions of preparers. Rows are only added; the latest one of an author and currency counts. */
@Injectable()
export class RunDecisionsRepository {
  async insert(tx: Tx, rows: readonly NewRunDecision[]): Promise<void> {
    await tx.query(
      `insert into payouts.run_decisions (id, run_id, computation, org_id, currency, decision, kinds, balance, amount, reason, hold_id, decided_by, decided_by_name)
       select x.id, x.run_id, x.computation, x.org_id, x.currency, x.decision, array(select jsonb_array_elements_text(x.kinds)), x.balance, x.amount, x.reason, x.hold_id,
         x.decided_by, x.decided_by_name
       from jsonb_to_recordset($1::jsonb) as x(id uuid, run_id uuid, computation int, org_id uuid, currency text, decision text, kinds jsonb, balance bigint,
         amount bigint, reason text, hold_id uuid, decided_by uuid, decided_by_name text)`,
      [
        JSON.stringify(
          rows.map((row) => ({
            id: row.id,
            run_id: row.runId,
            computation: row.computation,
            org_id: row.orgId,
            currency: row.currency,
            decision: row.decision,
            kinds: row.kinds,
            balance: row.balanceMinor.toString(),
            amount: row.amountMinor.toString(),
            reason: row.reason,
            hold_id: row.holdId,
            decided_by: row.decidedBy,
            decided_by_name: row.decidedByName,
          })),
        ),
      ],
    );
  }

  /** Why payouts are left out of the run, by `org currency`. */
  async leftOut(tx: Tx, runId: string): Promise<Map<string, string>> {
    const rows = await tx.query<{ org_id: string; currency: string; decision: RunDecision; reason: string }>(
      `select distinct on (org_id, currency) org_id, currency, decision, reason from payouts.run_decisions where run_id = $1
       order by org_id, currency, seq desc`,
      [runId],
    );
    return new Map(
      rows.flatMap((row) => (row.decision === 'carry' ? [[`${row.org_id} ${row.currency}`, row.reason] as const] : [])),
    );
  }
}
