import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { PeriodState } from '../domain/invoice-state.js';

export interface PeriodRow {
  state: PeriodState;
  lines_written_at: Date | null;
  closed_at: Date | null;
}

/** Months are `YYYY-MM-01`. */
@Injectable()
export class PeriodsRepository {
  async lock(tx: Tx, month: string): Promise<PeriodRow> {
    await tx.query('insert into billing.periods (month) values ($1::date) on conflict do nothing', [month]);
    const [row] = await tx.query<PeriodRow>(
      'select state, lines_written_at, closed_at from billing.periods where month = $1::date for update',
      [month],
    );
    return row!;
  }

  async toClosing(tx: Tx, month: string, by: string): Promise<void> {
    await tx.query(
      `update billing.periods set state = 'closing', closing_at = platform.portal_now(), requested_by = $2 where month = $1::date and state = 'open'`,
      [month, by],
    );
  }

  async toClosed(tx: Tx, month: string): Promise<void> {
    await tx.query(
      `update billing.periods set state = 'closed', closed_at = platform.portal_now() where month = $1::date and state = 'closing'`,
      [month],
    );
  }

  /**
   * Prices, prorates and splits every segment of the month and writes lines and draft invoices, by one statement.
   * domain/proration.ts and domain/split.ts say the same in TypeScript; a test holds the two together.
   */
  async writeLines(tx: Tx, month: string): Promise<{ invoices: number; lines: number }> {
    await tx.query(`set local statement_timeout = '10min'`);
    const [counter] = await tx.query<{ last_number: string }>(
      'select last_number from billing.invoice_counter for update',
    );
    const [made] = await tx.query<{ invoices: string; lines: string }>(WRITE_LINES, [month, counter!.last_number]);
    await tx.query('update billing.invoice_counter set last_number = last_number + $1', [made!.invoices]);
    await tx.query('update billing.periods set lines_written_at = platform.portal_now() where month = $1::date', [
      month,
    ]);
    return { invoices: Number(made!.invoices), lines: Number(made!.lines) };
  }

  /** The first not yet booked invoices of the month, locked. */
  async lockDrafts(tx: Tx, month: string, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `select id from billing.invoices where month = $1::date and state = 'draft' order by number_seq limit $2 for update`,
      [month, limit],
    );
    return rows.map((row) => row.id);
  }

  /** Drafts become due invoices, or stay aside when they are smaller than what can be charged. Returns those that are due. */
  async issue(tx: Tx, invoiceIds: string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string; state: string }>(
      `update billing.invoices i set issued_at = $2, state = case when i.total < c.min_charge then 'below_minimum' else 'open' end,
         next_retry_at = case when i.total < c.min_charge then null else $2::timestamptz end
       from ledger.currency c where c.code = i.currency and i.id = any($1) and i.state = 'draft' returning i.id, i.state`,
      [invoiceIds, tx.now],
    );
    return rows.filter((row) => row.state === 'open').map((row) => row.id);
  }

  /** Events about installs before `endAt` that billing has not taken in yet. */
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

const WRITE_LINES = `with m as (
    select $1::date as month, billing.month_start($1::date) as a, billing.month_end($1::date) as b,
      extract(epoch from billing.month_end($1::date) - billing.month_start($1::date))::bigint as total),
  span as (
    select s.*, m.month, m.total, greatest(s.started_at, m.a) as from_at, least(coalesce(s.ended_at, m.b), m.b) as to_at
    from billing.install_segments s cross join m
    where s.price_id is not null and s.started_at < m.b and coalesce(s.ended_at, 'infinity') > m.a),
  timed as (select *, floor(extract(epoch from to_at))::bigint - floor(extract(epoch from from_at))::bigint as secs from span),
  priced as (select *, div(2 * amount::numeric * secs + total, 2 * total)::bigint as gross from timed where secs > 0),
  run as (
    select *, gross::numeric * author_bps as part,
      sum(gross::numeric * author_bps) over (partition by org_id, currency order by install_id, started_at, id) as reached
    from priced where gross > 0),
  split as materialized (
    select *, (div(2 * reached + 10000, 20000) - div(2 * (reached - part) + 10000, 20000))::bigint as share from run),
  made as (
    insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
    select gen_random_uuid(), $2::bigint + row_number() over (order by tenant_id, currency), tenant_id,
      (array_agg(tenant_name order by started_at desc))[1], month, currency, sum(gross)
    from split group by tenant_id, month, currency
    returning id, tenant_id, currency),
  written as (
    insert into billing.invoice_lines (id, invoice_id, month, segment_id, install_id, drive_id, org_id, drive_name, venture_name, currency,
      price_id, price_amount, from_at, to_at, seconds, month_seconds, gross, author_bps, author_share, platform_share)
    select gen_random_uuid(), i.id, s.month, s.id, s.install_id, s.drive_id, s.org_id, s.drive_name, s.venture_name, s.currency,
      s.price_id, s.amount, s.from_at, s.to_at, s.secs, s.total, s.gross, s.author_bps, s.share, s.gross - s.share
    from split s join made i using (tenant_id, currency)
    returning 1)
  select (select count(*) from made) as invoices, (select count(*) from written) as lines`;
