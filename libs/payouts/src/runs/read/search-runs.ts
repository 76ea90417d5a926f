import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

/** Finds payout runs by month, id, or the id of one of their payouts, for finance. */
@Injectable()
export class SearchRuns implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register(async (actor, text, limit) => (hasRole(actor, 'finance') ? this.runs(text, limit) : []));
  }

  private runs(text: string, limit: number): Promise<Found[]> {
    return bypassRowSecurity(() =>
      this.database.query<Found>(
        `select 'payout_run' as kind, r.id, r.month as name, r.prepared_by_name as note from payouts.payout_runs r
         where strpos(r.month, $1) > 0 or r.id = $3 or exists (select 1 from payouts.payouts p where p.run_id = r.id and p.id = $3)
         order by r.month desc, r.id limit $2`,
        [text, limit, typedId(text)],
      ),
    );
  }
}
