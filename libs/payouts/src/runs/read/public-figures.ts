import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { FiguresView } from '../http/figures.view.js';

const KEPT_MS = 60_000;
/** From fewer authors, one of them could work out what another was paid. */
const FEWEST_AUTHORS = 3;

/** What this deployment may say about itself in public. */
@Injectable()
export class PublicFigures {
  private kept: { at: number; view: Promise<FiguresView> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Kept for a minute, because the route is public. */
  async view(): Promise<FiguresView> {
    const at = this.clock.wallNow().getTime();
    if (this.kept === undefined || at - this.kept.at >= KEPT_MS) this.kept = { at, view: this.compute() };
    try {
      return await this.kept.view;
    } catch (error) {
      this.kept = undefined;
      throw error;
    }
  }

  private async compute(): Promise<FiguresView> {
    const [row] = await this.database.query<FiguresView & Record<string, unknown>>(
      `with moment as (select date_trunc('month', platform.portal_now() at time zone 'UTC') as month)
       select (select count(*)::int from listings.catalogue_entries) as listed,
         (select coalesce(sum(installs), 0)::int from listings.catalogue_entries) as installs,
         to_char(m.month - interval '1 month', 'YYYY-MM') as paid_month,
         coalesce((select json_agg(p order by p.currency) from (
           select currency, sum(amount)::text as amount_minor from payouts.payouts
           where state = 'settled' and amount > 0 and failure is null
             and settled_at >= (m.month - interval '1 month') at time zone 'UTC' and settled_at < m.month at time zone 'UTC'
           group by currency having count(distinct org_id) >= ${FEWEST_AUTHORS}) p), '[]') as paid
       from moment m`,
    );
    return row!;
  }
}
