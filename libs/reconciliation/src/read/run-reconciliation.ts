import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { payoutErrors } from '@portal/payouts';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import type { RunReconciliationView } from '../http/reconciliation.view.js';

const SHOWN = 100;

type View = RunReconciliationView;
type Row = RowOf<Omit<View, 'state' | 'unmatched' | 'exceptions'>, 'compared_at'> & { settled_at: Date | null };

/** Reconciliation results for the transfers of one payout run. */
@Injectable()
export class RunReconciliation {
  constructor(private readonly database: Database) {}

  /** @throws AppError `payout_run_not_found` (404) */
  async of(runId: string): Promise<RunReconciliationView> {
    const [row] = await this.database.query<Row>(
      `select r.settled_at,
         (select count(*)::int from ${SETTLED} where p.run_id = r.id) as transfers,
         (select count(*)::int from ${SETTLED} join reconciliation.matches m on m.ledger_tx_id = t.id where p.run_id = r.id) as matched,
         (select max(finished_at) from reconciliation.runs where state = 'done') as compared_at,
         exists (select 1 from reconciliation.runs where state = 'running') as running
       from payouts.payout_runs r where r.id = $1`,
      [runId],
    );
    if (!row) throw new AppError(payoutErrors.payout_run_not_found);
    const { settled_at: settled, ...run } = row;
    const [unmatched, items] = await Promise.all([this.unmatched(runId), this.items(runId)]);
    const ended = settled !== null;
    const compared = ended && run.compared_at !== null && run.compared_at >= settled;
    const blocking = items.some((item) => item.blocking);
    const state = !ended
      ? 'not_ended'
      : blocking || (compared && run.matched < run.transfers)
        ? 'open'
        : compared
          ? 'done'
          : 'to_compare';
    return {
      state,
      ...isoDates(run),
      unmatched,
      exceptions: items.map(({ kind, ...item }) => ({ ...isoDates(item), sentence: ITEM_KINDS[kind].sentence })),
    };
  }

  /** Settled payouts whose posting has no movement at the processor yet. */
  private unmatched(runId: string): Promise<View['unmatched']> {
    return this.database.query<View['unmatched'][number]>(
      `select p.id as payout_id, coalesce(o.name, p.org_id::text) as author, p.amount::text as amount_minor, p.currency,
         (select max(a.transfer_id) from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'accepted') as transfer_id
       from ${SETTLED} left join authors.organizations o on o.id = p.org_id
       where p.run_id = $1 and not exists (select 1 from reconciliation.matches m where m.ledger_tx_id = t.id)
       order by p.amount desc, p.id limit ${SHOWN}`,
      [runId],
    );
  }

  /** Open items that name a payout or transfer of the run, or leave out its authors for what happened until its end. */
  private items(
    runId: string,
  ): Promise<(RowOf<Omit<View['exceptions'][number], 'sentence'>, 'opened_at'> & { kind: ItemKind })[]> {
    return this.database.query(
      `select i.id, i.kind, i.amount::text as amount_minor, i.currency, i.blocking, i.opened_at from reconciliation.items i
       where i.state <> 'closed'
         and (exists (select 1 from reconciliation.open_items() x join payouts.payouts p on p.currency = x.currency
             and (x.org_id is null or x.org_id = p.org_id) join payouts.payout_runs r on r.id = p.run_id
             where x.item_id = i.id and r.id = $1 and (x.org_id is null or i.occurred_at <= coalesce(r.settled_at, i.occurred_at)))
           or exists (select 1 from payouts.payouts p left join payouts.payout_attempts a on a.payout_id = p.id
             where p.run_id = $1 and (strpos(i.facts::text, p.id::text) > 0 or strpos(i.facts::text, a.transfer_id) > 0)))
       order by i.blocking desc, i.opened_at, i.id limit ${SHOWN}`,
      [runId],
    );
  }
}

/** Paid payouts with the posting of each. */
const SETTLED = `payouts.payouts p join ledger.ledger_tx t
  on t.source_type = 'payout' and t.source_id = p.id::text and t.kind = 'payout_settled'`;
