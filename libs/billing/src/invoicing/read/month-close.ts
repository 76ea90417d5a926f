import { Injectable } from '@nestjs/common';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { parseMonth } from '../../domain/month.js';
import { billingErrors } from '../../errors.js';
import type { MonthCloseView } from '../http/month-close.view.js';
import type { CloseRefusal } from '../periods.repository.js';
import { MONTH_TOTALS } from './month-totals.js';

type Dates = 'requested_at' | 'frozen_at' | 'lines_at' | 'closed_at';
type Row = RowOf<Omit<MonthCloseView, 'month' | 'can_close' | 'blocked_by'>, Dates> & {
  over: boolean;
  refused: CloseRefusal | null;
  waiting: number;
};

/** One month with the progress of its close and what it waits for. */
@Injectable()
export class MonthClose {
  constructor(private readonly database: Database) {}

  /**
   * A month without any billing is open.
   * @throws AppError `month_invalid` (400)
   */
  async get(monthText: string): Promise<MonthCloseView> {
    const { text, first, endAt } = parseMonth(monthText);
    const [row] = await this.database.query<Row>(
      `with waiting as (
         select e.seq, e.type, e.payload->>'install_id' as install_id, e.created_at as at, d.state = 'failed' as failed, d.last_error as problem
         from platform.outbox_events e left join lateral (
           select d.state, d.last_error from platform.deliveries d where d.event_id = e.id and d.consumer like 'billing.%' and d.state <> 'done'
           order by d.state = 'failed' desc limit 1) d on true
         where e.type in ('install.activated', 'install.upgraded', 'install.ended')
           and coalesce(e.payload->>'activated_at', e.payload->>'upgraded_at', e.payload->>'ended_at')::timestamptz < $2
           and (e.relayed_at is null or d.state is not null)
           and not exists (select 1 from billing.periods p where p.month = $1::date and p.frozen_at is not null))
       select coalesce(p.state, 'open') as state, billing.month_end($1::date) <= (select platform.portal_now()) as over, case when coalesce(p.state, 'open') = 'open' then billing.close_refused($1::date) end as refused, p.requested_by, p.closing_at as requested_at, p.frozen_at,
         p.lines_written_at as lines_at, p.closed_at, (select a.id from approvals.approvals a where a.kind = 'month_close' and a.state = 'waiting'
           and a.subject_id = to_char(m.month, 'YYYY-MM') and a.expires_at > (select platform.portal_now())) as approval_id, coalesce(p.lines_made, 0)::int as lines, i.n as invoices, i.booked, ${MONTH_TOTALS} as totals,
         (select count(*)::int from waiting) as waiting,
         coalesce((select jsonb_agg(jsonb_build_object('type', w.type, 'install_id', w.install_id, 'at', w.at, 'failed', coalesce(w.failed, false), 'problem', w.problem) order by w.seq)
           from (select * from waiting order by seq limit 20) w), '[]') as waiting_events
       from (select $1::date as month) m left join billing.periods p using (month)
       cross join lateral (select count(*)::int as n, count(*) filter (where state <> 'draft')::int as booked from billing.invoices where month = $1::date) i`,
      [first, endAt],
    );
    return view(text, row!);
  }
}

function view(month: string, { over, refused, waiting, ...row }: Row): MonthCloseView {
  return {
    month,
    ...isoDates(row),
    can_close: row.state === 'open' && over && refused === null,
    blocked_by: [
      ...(over ? [] : [{ code: 'month_not_over', text: 'The month has not ended yet (UTC).' }]),
      ...(waiting > 0
        ? [{ code: 'events_waiting', text: `${waiting} events about installs of this month are still in transit.` }]
        : []),
      ...(refused === null ? [] : [{ code: refused, text: billingErrors[refused].message }]),
    ],
    waiting_events: row.waiting_events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
  };
}
