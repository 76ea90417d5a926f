import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import { IS_CALLED } from '../install/called-sql.js';

/** Which Drives are meant: those that answer, or those that are slow or do not. */
export type Pace = 'usual' | 'slow';

/** A Drive that this worker polls. */
export interface ClaimedDrive {
  readonly driveId: string;
  /** The time written by the claim, as text: a Drive that is due for another reason meanwhile has another one. */
  readonly claim: string;
  /** Since when it was due, as text. */
  readonly dueSince: string;
  readonly slow: boolean;
  readonly failures: number;
}

/** Result of a poll. */
export interface LookEnd {
  readonly slow: boolean;
  readonly failures: number;
  /** Seconds for which the Drive is left alone; null: until something of it is due. */
  readonly restS: number | null;
}

/** A poll lasts seconds; one that has not ended after this time was abandoned, and the Drive is due again. */
const CLAIM = "interval '2 minutes'";
/** A Drive is polled at least this often, whatever was missed. */
const AT_LEAST = "interval '5 minutes'";

/** Drives that are due to be polled, for all workers. */
@Injectable()
export class DrivePollsRepository {
  constructor(private readonly database: Database) {}

  /** Drives up to the limit, longest waiting first; skips those that another worker is claiming. */
  async claim(pace: Pace, most: number): Promise<ClaimedDrive[]> {
    return this.database.query<ClaimedDrive>(
      `with due as (
         select drive_id, due_at from installs.drive_polls where slow = $1 and due_at <= (select platform.portal_now())
         order by due_at limit $2 for update skip locked)
       update installs.drive_polls p set due_at = platform.portal_now() + ${CLAIM} from due where p.drive_id = due.drive_id
       returning p.drive_id as "driveId", p.due_at::text as claim, due.due_at::text as "dueSince", p.slow, p.failures`,
      [pace === 'slow', most],
    );
  }

  /** Makes Drives due as before, because their polls were not begun. */
  async giveBack(drives: readonly ClaimedDrive[]): Promise<void> {
    if (drives.length === 0) return;
    await this.database.query(
      `update installs.drive_polls p set due_at = x.due_since
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as x(drive_id, claim, due_since)
       where p.drive_id = x.drive_id and p.due_at = x.claim`,
      [drives.map((d) => d.driveId), drives.map((d) => d.claim), drives.map((d) => d.dueSince)],
    );
  }

  /**
   * Ends the poll. The rest of the Drive is due behind those that wait already; one without running installs is not
   * polled again.
   */
  async release(
    { driveId, claim }: ClaimedDrive,
    { slow, failures, restS }: LookEnd,
    q: Pick<Tx, 'query'> = this.database,
  ): Promise<void> {
    await q.query(
      `with gone as (
         delete from installs.drive_polls p where p.drive_id = $1 and p.due_at = $2::timestamptz
           and not exists (select from installs.installs i where i.drive_id = $1 and i.state = 'active') returning 1)
       update installs.drive_polls p set slow = $3, failures = $4, due_at = case when $5::int is not null then platform.portal_now() + $5::int * interval '1 second'
           else least(platform.portal_now() + ${AT_LEAST}, greatest(platform.portal_now(), coalesce((select i.next_poll_at from installs.installs i
             where i.drive_id = $1 and ${IS_CALLED} order by i.next_poll_at limit 1), 'infinity'))) end
       where p.drive_id = $1 and p.due_at = $2::timestamptz and not exists (select from gone)`,
      [driveId, claim, slow, failures, restS],
    );
  }
}
