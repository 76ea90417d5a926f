import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** The next dates for an author's unpaid and disputed money in one currency. */
export interface AuthorWaits {
  /** When the first of the tenants is charged (again); null when no charge is planned. */
  chargedAgainAt: Date | null;
  /** Earliest deadline for evidence in a dispute; null when none is open. */
  answerBy: Date | null;
}

@Injectable()
export class AuthorWaitsQuery {
  constructor(private readonly database: Database) {}

  /** By currency; currencies without a date are left out. */
  async of(orgId: string): Promise<Map<string, AuthorWaits>> {
    const rows = await this.database.query<{ currency: string; charged_at: Date | null; answer_by: Date | null }>(
      // A small invoice is charged with the one into which it was carried.
      `with recursive waiting as (
         select i.id, i.currency, i.state, i.next_retry_at
         from (select distinct invoice_id from billing.invoice_lines where org_id = $1
           and month in (select month from billing.invoices where state in ('open', 'past_due', 'below_minimum'))) l
         join billing.invoices i on i.id = l.invoice_id and i.state in ('open', 'past_due', 'below_minimum')
         union select n.id, n.currency, n.state, n.next_retry_at from waiting w join billing.invoices n on n.carried_from = w.id
         where w.state = 'below_minimum')
       select currency, min(charged_at) as charged_at, min(answer_by) as answer_by from (
         select currency, greatest(next_retry_at, platform.portal_now()) as charged_at, null as answer_by
         from waiting where state = 'open' or (state = 'past_due' and next_retry_at is not null)
         union all
         select d.currency, null, d.evidence_due_at from billing.disputes d
         where d.phase = 'opened' and d.status = 'needs_response' and not d.evidence_submitted and d.evidence_due_at > (select platform.portal_now())
           and exists (select from billing.line_adjustments a where a.source_type = 'dispute' and a.source_id = d.id and a.org_id = $1)) x
       group by currency`,
      [orgId],
    );
    return new Map(
      rows.map((row) => [row.currency, { chargedAgainAt: row.charged_at, answerBy: row.answer_by }] as const),
    );
  }
}
