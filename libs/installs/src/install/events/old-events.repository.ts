import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';

/** Events that are older than events are kept, by their own time and the database's clock (decision 0048). */
@Injectable()
export class OldEventsRepository {
  constructor(private readonly config: Config) {}

  /**
   * Deletes, of the `limit` events that were stored after `afterSeq`, those that have been too old for a day.
   * @returns the last one read, and how many were that old; undefined at the end
   */
  async delete(tx: Tx, afterSeq: string, limit: number): Promise<{ lastSeq: string; old: number } | undefined> {
    const [row] = await tx.query<{ lastSeq: string | null; old: number }>(
      `with looked as (select seq, ts from installs.drive_events where seq > $1 order by seq limit $2),
       gone as (delete from installs.drive_events e using looked l
         where e.seq = l.seq and l.ts < clock_timestamp() - ($3::int + 1) * interval '1 day' returning 1)
       select (select max(seq) from looked) as "lastSeq", (select count(*)::int from gone) as old`,
      [afterSeq, limit, this.config.eventsKeptDays],
    );
    return row?.lastSeq ? { lastSeq: row.lastSeq, old: row.old } : undefined;
  }

  /** Deletes counts of kinds of which nothing counted, of days whose events are deleted: a Drive can make up any number. */
  async deleteUncounted(tx: Tx): Promise<void> {
    await tx.query(
      `delete from installs.event_counts where events = 0 and day < (clock_timestamp() - ($1::int + 1) * interval '1 day')::date`,
      [this.config.eventsKeptDays],
    );
  }
}
