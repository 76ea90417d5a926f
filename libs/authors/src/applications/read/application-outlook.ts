import { Injectable } from '@nestjs/common';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { mayApplyAgainFrom } from '../domain/refusal.js';
import type { ApplicationOutlookView } from '../authors.view.js';

/** Minimum number of cases; fewer could identify an applicant and say little. */
const FEWEST = 5;

/** Waiting times for people who are about to apply, over all applications. */
@Injectable()
export class ApplicationOutlook {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async of(actor: Actor): Promise<ApplicationOutlookView> {
    const [row] = await bypassRowSecurity(() =>
      this.database.query<{ usual_ms: number | null; decided: number; waiting: number }>(
        `with firsts as (
           select application_id, min(at) filter (where action = 'submitted') as submitted_at,
             min(at) filter (where action in ('changes_requested', 'approved', 'rejected')) as decided_at
           from authors.application_steps group by application_id)
         select count(*)::int as decided, (select count(*)::int from authors.applications where state = 'submitted') as waiting,
           round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at) * 1000))::float8 as usual_ms
         from firsts where decided_at > platform.portal_now() - interval '30 days'`,
      ),
    );
    const [refused] = await this.database.query<{ at: Date | null; now: Date }>(
      `select max(s.at) as at, platform.portal_now() as now from authors.applications a
       join authors.application_steps s on s.application_id = a.id and s.action = 'rejected'
       where a.org_id = any($1::uuid[]) and a.state = 'rejected'`,
      [scopeIds(actor, 'author')],
    );
    const from = refused?.at ? mayApplyAgainFrom(refused.at) : undefined;
    return {
      due_hours: this.config.review.dueHours,
      usual_ms: row && row.decided >= FEWEST ? row.usual_ms : null,
      waiting: row?.waiting ?? 0,
      may_apply_from: from && refused && refused.now < from ? from.toISOString() : null,
    };
  }
}
