import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { Database } from '@portal/platform';
import { payoutErrors } from '../errors.js';
import type { RecoveryView } from '../http/payouts.view.js';

interface Row extends Omit<RecoveryView, 'proposed_at' | 'decided_at'> {
  proposed_at: Date;
  decided_at: Date | null;
}

const RECOVERY = `select r.id, r.org_id, coalesce(o.name, r.org_id::text) as author_name, r.currency, r.amount::text as amount_minor, r.how, r.reason,
    r.evidence, r.state, r.proposed_by_name as proposed_by, r.proposed_by as proposed_by_id, r.proposed_at, r.decided_by_name as decided_by, r.decided_at
  from payouts.recoveries r left join authors.organizations o on o.id = r.org_id`;

/** Settlements of negative balances: what waits first, then the newest. */
@Injectable()
export class Recoveries {
  constructor(private readonly database: Database) {}

  async list(of: { orgId?: string; currency?: string }): Promise<Page<RecoveryView>> {
    const rows = await this.database.query<Row>(
      `${RECOVERY} where ($1::uuid is null or r.org_id = $1) and ($2::text is null or r.currency = $2)
       order by (r.state = 'proposed') desc, r.proposed_at desc, r.id limit 200`,
      [of.orgId ?? null, of.currency ?? null],
    );
    return { items: rows.map(view), next_cursor: null };
  }

  /** @throws AppError `recovery_not_found` (404) */
  async get(id: string): Promise<RecoveryView> {
    const [row] = await this.database.query<Row>(`${RECOVERY} where r.id = $1`, [id]);
    if (!row) throw new AppError(payoutErrors.recovery_not_found);
    return view(row);
  }
}

function view(row: Row): RecoveryView {
  return {
    ...row,
    proposed_at: row.proposed_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
