import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ENDING_DAYS, TIER_CHECK, type ExceptionList } from '../domain/review-case.js';
import type { ReviewExceptionView } from '../http/review.view.js';

type Row = RowOf<
  Omit<ReviewExceptionView, 'kind' | 'yours' | 'due_at' | 'overdue'>,
  'ends_at' | 'proposed_at' | 'confirmed_at'
> & { proposer: string; now: Date };

/** Selection and order: longest waiting or soonest ending first. */
const LISTS: Record<ExceptionList, readonly [condition: string, order: string]> = {
  proposed: [`state = 'proposed'`, 'proposed_at'],
  in_force: [`state = 'in_force'`, 'proposed_at desc'],
  ending: [`state = 'in_force' and ends_at <= now + interval '${ENDING_DAYS} days'`, 'ends_at'],
  expired: [`state = 'expired'`, 'ends_at desc'],
  all: ['true', 'proposed_at desc'],
};

const STATE = `case when e.ended_at is not null then case when e.confirmed_at is null then 'declined' else 'ended' end
  when e.ends_at <= platform.portal_now() then 'expired' when e.confirmed_at is null then 'proposed' else 'in_force' end`;

/** Exceptions of Drives: proposed, in force, over. */
@Injectable()
export class ReviewExceptions {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Of one Drive, newest first. */
  async ofDrive(actor: Actor, driveId: string): Promise<ReviewExceptionView[]> {
    return this.views(actor, 'drive_id = $1', 'proposed_at desc', [driveId]);
  }

  /** Of all Drives, at most 200. `ending`: in force for less than 30 days still. `all` also shows ended ones. */
  async list(actor: Actor, list: ExceptionList): Promise<ReviewExceptionView[]> {
    return this.views(actor, ...LISTS[list], []);
  }

  private async views(
    actor: Actor,
    condition: string,
    order: string,
    params: unknown[],
  ): Promise<ReviewExceptionView[]> {
    const rows = await this.database.query<Row>(
      `select id, drive_id, drive_name, submission_id, criterion, check_id, reason, state, ends_at, proposed_by_name as proposed_by, proposed_at,
         confirmed_by_name as confirmed_by, confirmed_at, end_reason, proposed_by as proposer, now
       from (select e.*, l.name as drive_name, platform.portal_now() as now, ${STATE} as state
         from listings.review_exceptions e join listings.listings l using (drive_id)) x
       where ${condition} order by ${order}, id limit 200`,
      params,
    );
    return rows.map(({ proposer, now, ...row }) => {
      // When the second reviewer should have decided.
      const due =
        row.state === 'proposed' ? new Date(row.proposed_at.getTime() + this.config.review.dueHours * 3_600_000) : null;
      return {
        ...isoDates(row),
        kind: row.check_id === TIER_CHECK ? 'custom_tier' : 'waived_check',
        yours: proposer === actor.userId,
        due_at: due?.toISOString() ?? null,
        overdue: due !== null && due < now,
      };
    });
  }
}
