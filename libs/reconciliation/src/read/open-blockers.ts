import type { Queryable } from '@portal/ledger';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';

interface Blocker {
  readonly code: ItemKind;
  readonly text: string;
}

/**
 * Items that block the payout run of `month` (`YYYY-MM`, UTC): blocking items about money that moved before the month
 * ended, every failed check of totals, and transfers without a payout, whenever they were made. The last ones can
 * appear after a restored backup, which no longer contains the run that made them nor the balances that they paid.
 */
export async function openBlockers(q: Queryable, month: string): Promise<Blocker[]> {
  const rows = await q.query<{ kind: ItemKind; items: number }>(
    `select kind, count(*)::int as items from reconciliation.items
      where blocking and state <> 'closed'
        and (kind like 'equality%' or (kind = 'not_booked' and facts ->> 'type' = 'transfer') or occurred_at < (($1 || '-01')::date + interval '1 month')::timestamp at time zone 'UTC')
      group by kind order by kind`,
    [month],
  );
  return rows.map(({ kind, items }) => ({
    code: kind,
    text: `${items === 1 ? 'one item' : `${items} items`} of reconciliation: ${ITEM_KINDS[kind].sentence.replace(/\.$/, '')}`,
  }));
}
