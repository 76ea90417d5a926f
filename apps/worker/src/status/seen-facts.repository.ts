import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

interface SeenFacts {
  queue: boolean;
  mail: boolean;
  /** Null: no plugin was asked. */
  plugins: boolean | null;
}

/** Which parts fail, by what their tables say. */
@Injectable()
export class SeenFactsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Queue: work is due for five minutes and nobody has begun. Mail: one waits for 15 minutes and none was sent in them.
   * Plugins: more than half of those that were asked for their health within 15 minutes gave no good answer.
   */
  async read(): Promise<SeenFacts> {
    const [row] = await this.database.query<SeenFacts>(
      `select exists (select from platform.deliveries where state = 'pending' and claimed_by is null
           and next_attempt_at < clock_timestamp() - interval '5 minutes') as queue,
         exists (select from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
           where d.consumer = 'platform.send-mail' and d.state in ('pending', 'failed') and e.created_at < clock_timestamp() - interval '15 minutes')
           and not exists (select from platform.mail_messages where sent_at > clock_timestamp() - interval '15 minutes') as mail,
         (select count(*) filter (where failures > 0) * 2 > nullif(count(*), 0) from installs.readings
           where endpoint = 'health' and read_at > (select platform.portal_now()) - interval '15 minutes') as plugins`,
    );
    return row!;
  }
}
