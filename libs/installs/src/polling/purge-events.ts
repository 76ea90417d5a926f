import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Transactor, type Tx } from '@portal/platform/database';

/** Events of one transaction. */
const AT_A_TIME = 5_000;

/**
 * Deletes events that are older than events are kept, in the order in which they were stored, up to the first ones that are
 * not. Counts by day and kind stay.
 */
@Injectable()
export class PurgeEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly config: Config,
  ) {}

  /** @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    for (let after = '0'; stopping?.aborted !== true;) {
      const from = after;
      const looked = await this.transactor.run((tx) => this.delete(tx, from, AT_A_TIME));
      if (!looked || looked.old === 0) break;
      after = looked.lastSeq;
    }
    if (stopping?.aborted !== true) await this.transactor.run((tx) => this.deleteUncounted(tx));
  }

  /**
   * Deletes, of the `limit` events that were stored after `afterSeq`, those that have been too old for a day.
   * @returns the last one read, and how many were that old; undefined at the end
   */
  private async delete(tx: Tx, afterSeq: string, limit: number): Promise<{ lastSeq: string; old: number } | undefined> {
    const [row] = await tx.query<{ lastSeq: string | null; old: number }>(
      `with looked as (select seq, ts from installs.drive_events where seq > $1 order by seq limit $2),
       gone as (delete from installs.drive_events e using looked l
         where e.seq = l.seq and l.ts < clock_timestamp() - ($3::int + 1) * interval '1 day' returning 1)
       select (select max(seq) from looked) as "lastSeq", (select count(*)::int from gone) as old`,
      [afterSeq, limit, this.config.eventsKeptDays],
    );
    return row?.lastSeq ? { lastSeq: row.lastSeq, old: row.old } : undefined;
  }

  /** Deletes counts of kinds without a valid event on days without events, since a Drive can invent any number. */
  private async deleteUncounted(tx: Tx): Promise<void> {
    await tx.query(
      `delete from installs.event_counts where events + not_stored = 0 and day < (clock_timestamp() - ($1::int + 1) * interval '1 day')::date`,
      [this.config.eventsKeptDays],
    );
  }
}
