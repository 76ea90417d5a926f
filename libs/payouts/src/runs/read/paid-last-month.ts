import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { PaidLastMonthView } from '../http/public-payouts.view.js';

/** Of fewer authors a sum would say too much about what one of them earns. */
const FEWEST = 3;

/** What authors were paid in the last calendar month (UTC), by currency. */
@Injectable()
export class PaidLastMonth {
  constructor(private readonly database: Database) {}

  async view(): Promise<PaidLastMonthView> {
    const amounts = await this.database.query<PaidLastMonthView['amounts'][number]>(
      `select p.currency, sum(p.amount)::text as amount_minor
       from payouts.payouts p, (select date_trunc('month', platform.portal_now() at time zone 'UTC') as begins) m
       where p.state = 'settled' and p.amount > 0 and p.settled_at at time zone 'UTC' >= m.begins - interval '1 month'
         and p.settled_at at time zone 'UTC' < m.begins
       group by p.currency having count(distinct p.org_id) >= $1 order by p.currency`,
      [FEWEST],
    );
    return { amounts };
  }
}
