/** What happened to an author's Drives or money. */
export interface AuthorFact {
  /** Empty when it is about all of them. */
  drive_ids: string[];
  /** What it is about in each currency, minor units: your share, a price per month, what is paid or on hold. Empty: free, or nothing yet. */
  amounts: { amount_minor: string; currency: string }[];
  reason: string | null;
}

const jsonOf = (minor: string, currency: string): string =>
  `jsonb_build_object('amount_minor', (${minor})::text, 'currency', ${currency})`;
const one = (minor: string, currency: string): string => `jsonb_build_array(${jsonOf(minor, currency)}) as amounts`;
const each = (rows: string): string =>
  `coalesce((select jsonb_agg(${jsonOf('x.minor', 'x.currency')} order by x.currency) from (${rows}) x where x.minor > 0), '[]') as amounts`;
const ALL_DRIVES = `null as name, '{}'::uuid[] as drive_ids`;
const OF_LINES = `string_agg(distinct l.drive_name, ', ') as name, array_agg(distinct l.drive_id) as drive_ids, null as payout_id`;

const INSTALL = `select i.org_id, d.name, array[i.drive_id] as drive_ids, null as payout_id, ${each('select i.amount as minor, i.currency')},
    case when i.ended_at is null then 'version ' || i.version else (select a.reason from platform.audit_log a
      where a.subject_type = 'install' and a.subject_id = i.id::text and a.action = 'install.ended' order by a.seq desc limit 1) end as reason
  from installs.installs i join authors.drive_reservations d on d.id = i.drive_id where i.id = $1 and i.org_id is not null`;
const taken = (source: 'refund' | 'dispute'): string =>
  `select a.org_id, ${OF_LINES}, ${one('sum(a.author_share)', 'a.currency')}, replace(s.reason, '_', ' ') as reason
  from billing.line_adjustments a join billing.invoice_lines l on l.id = a.line_id join billing.${source}s s on s.id = a.source_id
  where a.source_type = '${source}' and a.source_id = $1 and a.invoice_id = $2 and a.author_share > 0
  group by a.org_id, a.currency, s.reason`;
const HOLD = `, h.org_id, ${ALL_DRIVES}, null as payout_id from payouts.payout_holds h where h.id = $1`;
const PAYOUT = `select p.org_id, ${ALL_DRIVES}, p.id as payout_id`;

const PAID = `${PAYOUT}, null as reason, r.month, ${one('p.amount', 'p.currency')}
  from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id where p.id = $1 and p.run_id = $2`;

/** By kind: the fields of the payload by which it is found, which every message contains. */
export const FACT_IDS = {
  running: ['install_id'],
  ended: ['install_id'],
  charge: ['invoice_id'],
  refund: ['refund_id', 'invoice_id'],
  dispute: ['dispute_id', 'invoice_id'],
  placed: ['hold_id'],
  unplaced: ['hold_id'],
  released: ['hold_id', 'month'],
  payout: ['payout_id', 'run_id'],
  refusal: ['payout_id', 'run_id'],
  reversal: ['item_id'],
} as const;
export type FactKind = keyof typeof FACT_IDS;
export type FactId<F extends FactKind> = (typeof FACT_IDS)[F][number];
/** `name`: of the Drives. */
export type FactRow = AuthorFact & { org_id: string; name: string | null; payout_id: string | null; month?: string };

export const FACTS: Record<FactKind, string> = {
  // Nothing when it has ended since.
  running: `${INSTALL} and i.ended_at is null`,
  ended: INSTALL,
  charge: `select l.org_id, ${OF_LINES}, ${one('sum(l.author_share)', 'l.currency')}, 'invoice of ' || to_char(min(l.month), 'YYYY-MM') as reason
    from billing.invoice_lines l where l.invoice_id = $1 and l.author_share > 0 group by l.org_id, l.currency`,
  refund: taken('refund'),
  dispute: taken('dispute'),
  placed: `select ${each(`select floor((b.credits - b.debits) * h.basis_points / 10000) as minor, a.currency from ledger.ledger_account a
    join ledger.account_balance b on b.account_id = a.id where a.code = 'author_payable' and a.owner_id = h.org_id`)}, h.reason${HOLD}`,
  unplaced: `select ${each(`select sum(m.amount) as minor, m.currency from payouts.held_amounts m
    where m.hold_id = h.id and (m.released_at is null or m.released_at >= h.ends_at) group by m.currency`)}, h.end_reason as reason${HOLD}`,
  released: `select ${each('select m.amount as minor, m.currency from payouts.held_amounts m where m.hold_id = h.id and m.month = $2')}, h.reason${HOLD}`,
  payout: PAID,
  refusal: PAID,
  reversal: `${PAYOUT}, m.description as reason, ${one('m.amount', 'm.currency')}
    from reconciliation.items i join reconciliation.provider_balance_tx m on i.ref = 'movement:' || m.id
    join payouts.payout_attempts a on m.related @> array[a.transfer_id] join payouts.payouts p on p.id = a.payout_id where i.id = $1`,
};
