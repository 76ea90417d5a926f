import { Injectable } from '@nestjs/common';
import { Database, type Actor } from '@portal/platform';
import { TIER_CHECK } from '../domain/review-case.js';
import type { ReviewExceptionView } from '../http/review.view.js';

interface Row {
  id: string;
  drive_id: string;
  name: string;
  submission_id: string;
  criterion: string;
  check_id: string;
  reason: string;
  state: ReviewExceptionView['state'];
  ends_at: Date;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: Date;
  confirmed_by_name: string | null;
  confirmed_at: Date | null;
  end_reason: string | null;
}

const STATE = `case when e.ended_at is not null then case when e.confirmed_at is null then 'declined' else 'ended' end
  when e.ends_at <= platform.portal_now() then 'expired' when e.confirmed_at is null then 'proposed' else 'in_force' end`;

/** Exceptions of Drives: proposed, in force, over. */
@Injectable()
export class ReviewExceptions {
  constructor(private readonly database: Database) {}

  /** Of one Drive, newest first. */
  async ofDrive(actor: Actor, driveId: string): Promise<ReviewExceptionView[]> {
    return this.views(actor, 'drive_id = $1', [driveId]);
  }

  /** Of all Drives, newest first, at most 200. `all` also shows what is over. */
  async list(actor: Actor, state: 'proposed' | 'in_force' | 'all'): Promise<ReviewExceptionView[]> {
    return this.views(actor, `$1 = 'all' or state = $1`, [state]);
  }

  private async views(actor: Actor, condition: string, params: unknown[]): Promise<ReviewExceptionView[]> {
    const rows = await this.database.query<Row>(
      `select * from (select e.*, l.name, ${STATE} as state from listings.review_exceptions e join listings.listings l using (drive_id)) x
       where ${condition} order by proposed_at desc, id desc limit 200`,
      params,
    );
    return rows.map((row) => ({
      id: row.id,
      drive_id: row.drive_id,
      drive_name: row.name,
      submission_id: row.submission_id,
      criterion: row.criterion,
      check_id: row.check_id,
      kind: row.check_id === TIER_CHECK ? 'custom_tier' : 'waived_check',
      reason: row.reason,
      state: row.state,
      ends_at: row.ends_at.toISOString(),
      proposed_by: row.proposed_by_name,
      yours: row.proposed_by === actor.userId,
      proposed_at: row.proposed_at.toISOString(),
      confirmed_by: row.confirmed_by_name,
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      end_reason: row.end_reason,
    }));
  }
}
