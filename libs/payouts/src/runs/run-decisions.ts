import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { RunDecision } from './domain/run-exceptions.js';
import { jsonRows, type RunRow } from './payouts.repository.js';
import type { ReviewedPayout } from './read/run-exceptions.js';

/** Decisions of preparers about payouts. Rows are only added; the latest one of an author and currency counts. */
@Injectable()
export class RunDecisions {
  constructor(private readonly ids: Ids) {}

  /** `holds`: the hold that was placed, by author. */
  async record(
    tx: Tx,
    run: RunRow,
    input: { readonly decision: RunDecision; readonly reason: string },
    chosen: readonly ReviewedPayout[],
    holds: ReadonlyMap<string, string>,
    actor: Actor & { userId: string },
  ): Promise<void> {
    const rows = chosen.map(({ orgId, currency, exception, balanceMinor: balance, amountMinor: amount }) => ({
      ...{ id: this.ids.next(), org_id: orgId, currency, balance, amount },
      ...{ kinds: exception?.kinds ?? [], hold_id: holds.get(orgId) ?? null },
    }));
    await tx.query(
      `insert into payouts.run_decisions (id, run_id, computation, org_id, currency, decision, kinds, balance, amount, reason, hold_id, decided_by, decided_by_name)
       select x.id, $2, $3, x.org_id, x.currency, $4, array(select jsonb_array_elements_text(x.kinds)), x.balance, x.amount, $5, x.hold_id, $6, $7
       from jsonb_to_recordset($1::jsonb) as x(id uuid, org_id uuid, currency text, kinds jsonb, balance bigint, amount bigint, hold_id uuid)`,
      [jsonRows(rows), run.id, run.computation, input.decision, input.reason, actor.userId, actor.name],
    );
    for (const { org_id, currency, amount, hold_id } of rows)
      await tx.audit(actor, 'payout_run.exception_decided', ['payout_run', run.id], {
        after: { org_id, currency, decision: input.decision, amount_minor: amount.toString(), hold_id },
        reason: input.reason,
      });
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
