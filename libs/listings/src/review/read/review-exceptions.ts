import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { ENDING_DAYS, TIER_CHECK, type ExceptionList } from '../domain/review-case.js';
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
  now: Date;
}

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
      `select * from (select e.*, l.name, platform.portal_now() as now, ${STATE} as state
         from listings.review_exceptions e join listings.listings l using (drive_id)) x
       where ${condition} order by ${order}, id limit 200`,
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
      due_at: this.due(row)?.toISOString() ?? null,
      overdue: (this.due(row) ?? row.now) < row.now,
      confirmed_by: row.confirmed_by_name,
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      end_reason: row.end_reason,
    }));
  }

  /** When the second reviewer should have decided. */
  private due({ state, proposed_at: proposedAt }: Row): Date | undefined {
    return state === 'proposed' ? new Date(proposedAt.getTime() + this.config.review.dueHours * 3_600_000) : undefined;
  }
}
