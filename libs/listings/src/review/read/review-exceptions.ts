import { Injectable } from '@nestjs/common';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ENDING_DAYS, TIER_CHECK, type ExceptionList } from '../domain/review-case.js';
import type { ReviewExceptionView } from '../http/review.view.js';

type Row = RowOf<Omit<ReviewExceptionView, 'kind'>, 'ends_at' | 'confirmed_at'>;

/** Selection and order: the newest, or soonest ending, first. */
const LISTS: Record<ExceptionList, readonly [condition: string, order: string]> = {
  in_force: [`state = 'in_force'`, 'confirmed_at desc'],
  ending: [`state = 'in_force' and ends_at <= now + interval '${ENDING_DAYS} days'`, 'ends_at'],
  expired: [`state = 'expired'`, 'ends_at desc'],
  all: ['true', 'confirmed_at desc'],
};

/** Exceptions of Drives: in force and over. */
@Injectable()
export class ReviewExceptions {
  constructor(private readonly database: Database) {}

  /** Of one Drive, newest first. */
  async ofDrive(driveId: string): Promise<ReviewExceptionView[]> {
    return this.views('drive_id = $1', 'confirmed_at desc', [driveId]);
  }

  /** Of all Drives, at most 200. `ending`: in force for less than 30 days still. `all` also shows ended ones. */
  async list(list: ExceptionList): Promise<ReviewExceptionView[]> {
    return this.views(...LISTS[list], []);
  }

  private async views(condition: string, order: string, params: unknown[]): Promise<ReviewExceptionView[]> {
    const rows = await this.database.query<Row>(
      `select id, drive_id, drive_name, submission_id, criterion, check_id, reason, state, ends_at, proposed_by, confirmed_by, confirmed_at, end_reason
       from (select e.id, e.drive_id, l.name as drive_name, e.submission_id, e.criterion, e.check_id, a.reason, e.ends_at, a.proposed_by_name as proposed_by,
           a.decided_by_name as confirmed_by, e.made_at as confirmed_at, e.end_reason, platform.portal_now() as now,
           case when e.ended_at is not null then 'ended' when e.ends_at <= (select platform.portal_now()) then 'expired' else 'in_force' end as state
         from listings.review_exceptions e join listings.listings l using (drive_id) join approvals.approvals a on a.id = e.approval_id) x
       where ${condition} order by ${order}, id limit 200`,
      params,
    );
    return rows.map((row) => ({
      ...isoDates(row),
      kind: row.check_id === TIER_CHECK ? 'custom_tier' : 'waived_check',
    }));
  }
}
