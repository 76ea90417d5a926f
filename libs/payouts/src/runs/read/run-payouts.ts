import { Injectable } from '@nestjs/common';
import { decodeCursor, formatMinor, type Page, required, toPage } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { payoutErrors } from '../../errors.js';
import type { RunPayoutsQuery, RunPayoutSort } from '../http/run-payouts.dto.js';
import type { RunPayoutView } from '../http/run-payouts.view.js';
import { RunExceptions } from './run-exceptions.js';
import { PAYOUT_OF_RUN, payoutView, type PayoutSelected } from './run-queries.js';

const DESTINATION = `case when p.amount > 0 then jsonb_build_object('account_id', p.provider_account_id, 'country', coalesce(acc.bank ->> 'country', acc.country),
  'bank_name', acc.bank ->> 'name', 'last4', acc.bank ->> 'last4', 'since', greatest(acc.created_at, acc.bank_since),
  'changed', coalesce(greatest(acc.created_at, acc.bank_since) > (select max(l.settled_at) from payouts.payouts l
    where l.org_id = p.org_id and l.run_id <> p.run_id and l.state = 'settled'), false)) end as destination`;
/** What holds released into the balance since the last run. */
const RELEASED = `coalesce((select -sum(e.amount) from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
  where a.code = 'author_payable' and a.owner_id = p.org_id and a.currency = p.currency and t.kind = 'payout_hold_released' and e.tx_id <= r.cutoff_tx
    and e.tx_id > coalesce((select b.cutoff_tx from payouts.payout_runs b where b.id = $2), 0)), 0)::text as released`;

interface Row extends PayoutSelected {
  destination: RunPayoutView['destination'];
  released: string;
  before: string;
  place: string;
}

interface Earned {
  org_id: string;
  currency: string;
  gross: string;
  platform: string;
  author: string;
}

interface Around {
  before_id: string | null;
  after_tx: string;
  cutoff_tx: string | null;
}

/** Numeric sort key of the page; ties are ordered by id. */
const PLACES: Record<RunPayoutSort, readonly [expression: string, direction: 'asc' | 'desc']> = {
  amount: ['p.amount', 'asc'],
  '-amount': ['p.amount', 'desc'],
  change: ['p.amount - coalesce(last.amount, 0)', 'asc'],
  '-change': ['p.amount - coalesce(last.amount, 0)', 'desc'],
};

type Filter = Omit<RunPayoutsQuery, 'limit' | 'cursor'>;

/** Lists the payouts of one run, filtered and sorted. The totals are those of the whole run. */
@Injectable()
export class RunPayouts {
  constructor(
    private readonly database: Database,
    private readonly exceptions: RunExceptions,
  ) {}

  /** @throws AppError `payout_run_not_found` (404) */
  async list(runId: string, query: Filter & { limit: number; cursor?: string }): Promise<Page<RunPayoutView>> {
    const around = required(await this.around(runId), payoutErrors.payout_run_not_found);
    const { q = null, state = null, currency = null, reason = null, part = null, org_id = null } = query;
    const [place, direction] = PLACES[query.sort ?? '-amount'];
    const [after, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `select q.* from (${PAYOUT_OF_RUN(`coalesce(last.amount, 0)::text as before, ${place} as place, ${DESTINATION}, ${RELEASED}`, 'left join payouts.payout_accounts acc on acc.id = p.payout_account_id left join payouts.payouts last on last.run_id = $2 and last.org_id = p.org_id and last.currency = p.currency')}
         where p.run_id = $1 and ($3::text is null or strpos(lower(coalesce(o.name, p.org_id::text)), lower($3)) > 0)
           and ($4::text is null or p.state = $4) and ($5::text is null or p.currency = $5)
           and ($6::text is null or coalesce(p.failure_code, p.reason) = $6 or p.parts @> jsonb_build_array(jsonb_build_object('reason', $6::text)))
           and ($7::text is null or case $7 when 'to_pay' then p.amount > 0 when 'carried' then p.carry <> 0 when 'held' then p.held > 0 else p.failure is not null end)
           and ($8::uuid is null or p.org_id = $8)) q
       where $9::bigint is null or (q.place, q.id) ${direction === 'asc' ? '>' : '<'} ($9::bigint, $10::uuid)
       order by q.place ${direction}, q.id ${direction} limit $11`,
      [runId, around.before_id, q, state, currency, reason, part, org_id, after, id, query.limit + 1],
    );
    const earned = await this.earned(around, [...new Set(rows.map((row) => row.org_id))]);
    const reviewed = await this.exceptions.byKey(runId);
    return toPage(rows, query.limit, ['place', 'id'], (row) => {
      const own = earned.get(`${row.org_id} ${row.currency}`);
      const { odd = [], exception } = reviewed.get(`${row.org_id} ${row.currency}`) ?? {};
      const released =
        row.released === '0' ? [] : [`Includes ${formatMinor(BigInt(row.released), row.currency)} that was held.`];
      const { destination: to } = row;
      return {
        ...payoutView(row),
        destination: to && { ...to, since: new Date(to.since).toISOString() },
        odd: row.amount_minor === '0' ? [] : [...odd, ...released],
        undecided: exception?.open ?? false,
        gross_minor: own?.gross ?? '0',
        platform_minor: own?.platform ?? '0',
        author_minor: own?.author ?? '0',
        before_minor: row.before,
        change_minor: (BigInt(row.amount_minor) - BigInt(row.before)).toString(),
      };
    });
  }

  /** The run paid before this one, and the range of postings that this one covers, as on its statements. */
  private async around(runId: string): Promise<Around | undefined> {
    const [row] = await this.database.query<Around>(
      `select (select o.id from payouts.payout_runs o where o.month < r.month and o.state in ('executing', 'settled', 'partially_failed')
           order by o.month desc limit 1) as before_id,
         coalesce((select p.cutoff_tx from payouts.payout_runs p where p.state <> 'cancelled' and (p.cutoff_tx, p.id) < (r.cutoff_tx, r.id)
           order by p.cutoff_tx desc, p.id desc limit 1), 0)::text as after_tx, r.cutoff_tx::text
       from payouts.payout_runs r where r.id = $1`,
      [runId],
    );
    return row;
  }

  /**
   * How payments for these authors were split, from the lines they paid, including lines of earlier invoices that were
   * too small to be charged and were carried into a paid one.
   */
  private async earned(around: Around, orgIds: readonly string[]): Promise<Map<string, Earned>> {
    if (around.cutoff_tx === null || orgIds.length === 0) return new Map();
    const rows = await this.database.query<Earned>(
      `with recursive paid as materialized (
         select distinct a.owner_id as org_id, t.source_id from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id
         join ledger.ledger_tx t on t.id = e.tx_id
         where a.code = 'author_payable' and a.owner_id = any($1::uuid[]) and e.tx_id > $2::bigint and e.tx_id <= $3::bigint
           and t.kind = 'invoice_paid' and t.source_type = 'invoice'),
       collected as (
         select p.org_id, i.id, i.carried_from from paid p join billing.invoices i on i.id = p.source_id::uuid
         union select c.org_id, i.id, i.carried_from from collected c join billing.invoices i on i.id = c.carried_from where i.amount_due = 0)
       select c.org_id, l.currency, sum(l.gross)::text as gross, sum(l.platform_share)::text as platform, sum(l.author_share)::text as author
       from collected c join billing.invoice_lines l on l.invoice_id = c.id and l.org_id = c.org_id group by 1, 2`,
      [orgIds, around.after_tx, around.cutoff_tx],
    );
    return new Map(rows.map((row) => [`${row.org_id} ${row.currency}`, row]));
  }
}
