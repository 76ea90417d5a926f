import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { LedgerSources, type SourceScope } from '../ledger-sources.js';
import { isAccountCode } from '../domain/chart.js';
import { ledgerErrors } from '../errors.js';
import type { EntriesQuery } from '../http/ledger.dto.js';
import type { LedgerEntryView } from '../http/ledger.view.js';

interface Row {
  tx_id: string;
  seq: number;
  posted_at: Date;
  effective_at: Date;
  kind: string;
  code: string;
  account_kind: string;
  owner_id: string | null;
  currency: string;
  amount: string;
  source_type: string;
  source_id: string;
  running: string | null;
}

interface AccountFilter {
  code: string;
  ownerId: string | null;
  currency: string | null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** `code`, `code:currency` or `code:owner:currency`. */
function parseAccount(text: string): AccountFilter {
  const [code = '', ...rest] = text.split(':');
  const currency = rest.pop()?.toLowerCase() ?? null;
  const ownerId = rest.pop() ?? null;
  const known = isAccountCode(code) && rest.length === 0;
  if (!known || (currency !== null && !/^[a-z]{3}$/.test(currency)) || (ownerId !== null && !UUID.test(ownerId))) {
    throw new AppError(ledgerErrors.unknown_account);
  }
  return { code, ownerId, currency };
}

const SCOPES: readonly SourceScope[] = ['drive', 'install'];

/** Filters of the list; all are optional. A transaction of a Drive or an install is listed whole. */
export type EntryFilter = Omit<EntriesQuery, 'cursor' | 'limit'>;

/** Ledger entries, newest first. If one account is chosen, each row includes the account's balance after it. */
@Injectable()
export class ListEntries {
  constructor(
    private readonly database: Database,
    private readonly sources: LedgerSources,
  ) {}

  async execute(query: EntriesQuery): Promise<Page<LedgerEntryView>> {
    const filter = query.account === undefined ? undefined : parseAccount(query.account);
    const [sourceType = null, ...sourceId] = query.source?.split(':') ?? [];
    const [txId, seq] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const scopes = SCOPES.flatMap((name) => (query[name] === undefined ? [] : [{ name, id: query[name] }]));
    const about = scopes.map(({ name }, i) => this.sources.scope(name, `$${17 + i}::uuid`)).join(' intersect ');
    const scoped = scopes.length > 0;
    const rows = await this.database.query<Row>(
      `with ${scoped ? `about as materialized (${about}), booked as materialized (select t.id from about s join ledger.ledger_tx t on t.source_type = s.type and t.source_id = s.id),` : ''} chosen as (
         select a.id, a.code, c.kind, a.currency, case when c.owned then a.owner_id end as owner_id,
           count(*) over () = 1 and $1::text is not null and num_nonnulls($7::text, $8::text, $10::bigint, $11::date, $14::date, $15::date) = 0 and not $16::boolean as single
         from ledger.ledger_account a join ledger.account_code c on c.code = a.code
         where ($1::text is null or a.code = $1) and ($2::uuid is null or a.owner_id = $2) and ($3::text is null or a.currency = $3)
           and ($12::uuid is null or (c.owned and a.owner_id = $12)) and ($13::text is null or a.currency = $13)),
       page as (
         select e.tx_id, e.seq, e.amount, c.* from chosen c join ledger.ledger_entry e on e.account_id = c.id ${scoped ? 'join booked b on b.id = e.tx_id' : ''}
         where ($4::bigint is null or (e.tx_id, e.seq) < ($4::bigint, $5::int)) and ($10::bigint is null or e.tx_id = $10)
           and (num_nonnulls($7::text, $8::text, $11::date, $14::date, $15::date) = 0 or exists (select 1 from ledger.ledger_tx t where t.id = e.tx_id
             and ($7::text is null or t.kind = $7) and ($8::text is null or t.source_type = $8) and ($9::text is null or t.source_id = $9)
             and ($11::date is null or t.period = $11)
             and ($14::date is null or t.effective_at >= $14::timestamp at time zone 'UTC')
             and ($15::date is null or t.effective_at < ($15::date + 1)::timestamp at time zone 'UTC')))
         order by e.tx_id desc, e.seq desc limit $6),
       bottom as (select p.tx_id, p.seq, p.id from page p where p.single order by p.tx_id, p.seq limit 1),
       earlier as (
         select coalesce(s.debits - s.credits, 0) + coalesce((select sum(e.amount) from ledger.ledger_entry e
             where e.account_id = b.id and e.tx_id > coalesce(s.as_of_tx, 0) and (e.tx_id, e.seq) < (b.tx_id, b.seq)), 0) as total
         from bottom b left join lateral (select p.debits, p.credits, p.as_of_tx from ledger.account_snapshot p
           where p.account_id = b.id and p.as_of_tx < b.tx_id order by p.as_of_tx desc limit 1) s on true)
       select p.tx_id, p.seq, t.posted_at, t.effective_at, t.kind, p.code, p.kind as account_kind, p.owner_id, p.currency, p.amount,
         t.source_type, t.source_id,
         case when p.single then ((select total from earlier) + sum(p.amount) over (order by p.tx_id, p.seq))::text end as running
       from page p join ledger.ledger_tx t on t.id = p.tx_id
       order by p.tx_id desc, p.seq desc`,
      [
        filter?.code ?? null,
        filter?.ownerId ?? null,
        filter?.currency ?? null,
        txId,
        seq,
        query.limit + 1,
        query.kind ?? null,
        sourceType,
        sourceId.length > 0 ? sourceId.join(':') : null,
        query.tx ?? null,
        query.month === undefined ? null : `${query.month}-01`,
        query.author ?? null,
        query.currency ?? null,
        query.from ?? null,
        query.to ?? null,
        scoped,
        ...scopes.map(({ id }) => id),
      ],
    );
    const names = await this.sources.namesOf([...new Set(rows.flatMap((row) => row.owner_id ?? []))]);
    return toPage(rows, query.limit, ['tx_id', 'seq'], (row) => view(row, names));
  }
}

function view(row: Row, names: ReadonlyMap<string, string>): LedgerEntryView {
  const sign = row.account_kind === 'asset' || row.account_kind === 'expense' ? 1n : -1n;
  return {
    id: `${row.tx_id}.${row.seq}`,
    tx_id: row.tx_id,
    posted_at: row.posted_at.toISOString(),
    effective_at: row.effective_at.toISOString(),
    kind: row.kind,
    account: [row.code, row.owner_id, row.currency].filter((part) => part !== null).join(':'),
    author: names.get(row.owner_id ?? '') ?? null,
    amount_minor: row.amount,
    currency: row.currency,
    balance_after_minor: row.running === null ? null : (sign * BigInt(row.running)).toString(),
    source: `${row.source_type}:${row.source_id}`,
  };
}
