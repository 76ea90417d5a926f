import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Transactor } from '../database/transactor.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';

/** Rows per transaction, so that the first run on an old installation does not block others. */
const AT_ONCE = 5_000;

/** Deletes mail that was sent long ago. Unsent mail is kept. */
@Injectable()
export class PurgeMailJob extends ScheduledJob {
  readonly name = 'platform.purge-mail';

  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
  ) {
    super();
  }

  async run(): Promise<void> {
    const { keptDays } = this.config.mail;
    for (let gone = AT_ONCE; gone === AT_ONCE;) gone = await this.purge(keptDays);
  }

  private purge(keptDays: number): Promise<number> {
    return this.transactor.run(async (tx) => {
      const rows = await tx.query(
        `delete from platform.mail_messages where id in (select id from platform.mail_messages
           where sent_at < clock_timestamp() - make_interval(days => $1) order by sent_at limit $2) returning 1 as gone`,
        [keptDays, AT_ONCE],
      );
      return rows.length;
    });
  }
}
