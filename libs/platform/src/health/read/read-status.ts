import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { isoDates, type RowOf } from '../../database/statements/row-of.js';
import { STATUS_PARTS, type StatusPartView } from '../status.view.js';

/** How the parts of the portal are and were. */
@Injectable()
export class ReadStatus {
  constructor(private readonly database: Database) {}

  async execute(): Promise<StatusPartView[]> {
    const rows = await this.database.query<RowOf<StatusPartView, 'seen_at'>>(
      `select p.part,
         case when last.seen_at is null or last.seen_at < clock_timestamp() - interval '5 minutes' then 'no_record'
           when last.failing then 'failing' else 'working' end as state,
         platform.portal_now() - (clock_timestamp() - last.seen_at) as seen_at,
         (select jsonb_agg(jsonb_build_object('day', at::date, 'runs', coalesce(d.seen, 0), 'failed', coalesce(d.failed, 0)) order by at)
            from (select date_trunc('day', platform.portal_now() at time zone 'UTC') as today) t,
              generate_series(today - interval '89 days', today, interval '1 day') at
            left join platform.status_days d on d.part = p.part and d.day = at::date) as days
       from unnest($1::text[]) with ordinality p (part, place)
       left join lateral (select seen_at, failing from platform.status_days d where d.part = p.part order by day desc limit 1) last on true
       order by place`,
      [STATUS_PARTS],
    );
    return rows.map(isoDates);
  }
}
