import { Injectable } from '@nestjs/common';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import type { BillingPeriodEntity } from './invoice.entity.js';

type PeriodRow = Pick<ColumnsOf<BillingPeriodEntity>, 'state' | 'frozen_at' | 'lines_written_at' | 'closed_at'>;

/** Invoice numbers from `first` to `last`, inclusive; decimal text of bigints. */
export interface NumberRange {
  first: string;
  last: string;
}

/** Codes of `billing.close_refused`. */
export type CloseRefusal = 'seller_not_set' | 'vat_rate_missing';

/** A range of draft invoices and their number. */
interface NumberStretch extends NumberRange {
  count: number;
}

/** Smaller batches are not worth a transaction of their own. */
const SMALLEST_STRETCH = 1_000;

/** Months are `YYYY-MM-01`. */
@Injectable()
export class PeriodsRepository {
  async lock(tx: Tx, month: string): Promise<PeriodRow> {
    await tx.query('insert into billing.periods (month) values ($1::date) on conflict do nothing', [month]);
    const [row] = await tx.query<PeriodRow>(
      'select state, frozen_at, lines_written_at, closed_at from billing.periods where month = $1::date for update',
      [month],
    );
    return row!;
  }

  /** Why it cannot be closed now. */
  async refused(tx: Tx, month: string): Promise<CloseRefusal | null> {
    return (await tx.value<CloseRefusal | null>('select billing.close_refused($1::date)', [month])) ?? null;
  }

  /** `approvalId`: of the second person, above the limit of one. */
  async toClosing(tx: Tx, month: string, by: string, approvalId: string | null): Promise<void> {
    await tx.query(
      `update billing.periods set state = 'closing', closing_at = platform.portal_now(), requested_by = $2, approval_id = $3
       where month = $1::date and state = 'open'`,
      [month, by, approvalId],
    );
  }

  /** What the installs of a month are billed without tax, by currency; decimal text of minor units. */
  async toBill(tx: Tx, month: string): Promise<Record<string, string>> {
    return (await tx.value<Record<string, string>>(
      `select coalesce(jsonb_object_agg(s.currency, s.gross::text), '{}') as sums from (
         select c.currency, sum(c.gross) as gross from billing.charges($1::date, billing.month_end($1::date)) c group by 1) s`,
      [month],
    ))!;
  }

  async toClosed(tx: Tx, month: string): Promise<void> {
    await tx.query(
      `update billing.periods set state = 'closed', closed_at = platform.portal_now() where month = $1::date and state = 'closing'`,
      [month],
    );
  }

  /** Freezes the month: later events no longer change what it bills. */
  async freeze(tx: Tx, month: string): Promise<void> {
    await tx.query(
      `update billing.periods set frozen_at = platform.portal_now() where month = $1::date and state = 'closing' and frozen_at is null`,
      [month],
    );
  }

  /** Prices, prorates and splits every segment of a frozen month and writes its lines and draft invoices. */
  async writeLines(tx: Tx, month: string): Promise<{ invoices: number; lines: number }> {
    await tx.query(`set local statement_timeout = '10min'`);
    const [made] = await tx.query<{ invoices: string; lines: string }>(
      'select invoices, lines from billing.write_lines($1::date)',
      [month],
    );
    return { invoices: Number(made!.invoices), lines: Number(made!.lines) };
  }

  /**
   * Divides the drafts of a month into at least `workers` ranges (if they are large enough) of at most `most` numbers.
   */
  async draftStretches(tx: Tx, month: string, workers: number, most: number): Promise<NumberRange[]> {
    return tx.query<NumberRange>(
      `with drafts as (select min(number_seq) as first, max(number_seq) as last from billing.invoices where month = $1::date and state = 'draft'),
       sized as (select *, least($3::bigint, greatest($4::bigint, (last - first) / $2 + 1)) as size from drafts where first is not null)
       select s.first + n * s.size as first, least(s.first + (n + 1) * s.size - 1, s.last) as last
       from sized s cross join lateral generate_series(0, (s.last - s.first) / s.size) n order by n`,
      [month, workers, most, SMALLEST_STRETCH],
    );
  }

  /** Locks the first contiguous drafts in a range; undefined when there are none. */
  async lockDrafts(tx: Tx, month: string, range: NumberRange): Promise<NumberStretch | undefined> {
    const [row] = await tx.query<NumberRange & { n: string }>(
      `with locked as (
         select number_seq, state from billing.invoices where month = $1::date and number_seq between $2::bigint and $3::bigint order by number_seq for update),
       begins as (select min(number_seq) as first from locked where state = 'draft'),
       ends as (select b.first, min(l.number_seq) as next from begins b left join locked l on l.number_seq > b.first and l.state <> 'draft' group by 1)
       select e.first, max(l.number_seq) as last, count(*) as n
       from ends e join locked l on l.number_seq >= e.first and (e.next is null or l.number_seq < e.next) group by 1`,
      [month, range.first, range.last],
    );
    return row && { first: row.first, last: row.last, count: Number(row.n) };
  }

  async hasDrafts(tx: Tx, month: string): Promise<boolean> {
    return (await tx.value<boolean>(
      `select exists (select 1 from billing.invoices where month = $1::date and state = 'draft') as some`,
      [month],
    ))!;
  }

  /**
   * Issues drafts. What an earlier invoice of the same tenant and currency carried forward is added; an amount below
   * the minimum charge, or above the last chargeable multiple, is carried to the next invoice. Without `takeOver` an
   * invoice below the minimum is set aside; the remainder of a charged one is still carried.
   */
  async issue(tx: Tx, month: string, drafts: NumberStretch, takeOver: boolean): Promise<void> {
    await tx.query(ISSUE, [month, drafts.first, drafts.last, tx.now, takeOver]);
  }

  /** Number of events about installs before `endAt` that billing has not processed yet. */
  async waitingInstallEvents(tx: Tx, endAt: Date): Promise<number> {
    const [row] = await tx.query<{ waiting: string }>(
      `select count(*) as waiting from platform.outbox_events e
       where e.type in ('install.activated', 'install.upgraded', 'install.ended')
         and coalesce(e.payload->>'activated_at', e.payload->>'upgraded_at', e.payload->>'ended_at')::timestamptz < $1
         and (e.relayed_at is null or exists (select 1 from platform.deliveries d
           where d.event_id = e.id and d.consumer like 'billing.%' and d.state <> 'done'))`,
      [endAt],
    );
    return Number(row?.waiting ?? 0);
  }
}

const ISSUE = `with drafts as (
    select i.id, i.total, i.currency, i.tenant_id from billing.invoices i
    where i.month = $1::date and i.number_seq between $2::bigint and $3::bigint and i.state = 'draft'),
  left_over as (
    select distinct on (p.tenant_id, p.currency) p.id, p.tenant_id, p.currency, billing.carries(p.id) as carried from billing.invoices p
    where ($5::boolean or p.state <> 'below_minimum') and p.carried_out > 0 and billing.carries(p.id) > 0 and p.state <> 'uncollectible' and not exists (select 1 from billing.invoices n where n.carried_from = p.id)
    order by p.tenant_id, p.currency, p.number_seq),
  due as (
    select d.id, l.id as carried_from, coalesce(l.carried, 0) as carried_in, d.total + coalesce(l.carried, 0) as all_due, c.min_charge, c.charge_multiple
    from drafts d join ledger.currency c on c.code = d.currency left join left_over l on l.tenant_id = d.tenant_id and l.currency = d.currency),
  kept as (select *, case when all_due - all_due % charge_multiple < min_charge then all_due else all_due % charge_multiple end as carried_out from due)
  update billing.invoices i set issued_at = $4, carried_from = k.carried_from, carried_in = k.carried_in, carried_out = k.carried_out,
    state = case when k.carried_out = k.all_due then 'below_minimum' else 'open' end,
    next_retry_at = case when k.carried_out = k.all_due then null else $4::timestamptz end
  from kept k where i.id = k.id`;
