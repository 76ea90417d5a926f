import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { DriveBreaker } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { RefreshInstall } from './refresh-install.js';

const BATCH = 500;
const AT_ONCE = 8;
/** Of one Drive at the same time: one that hangs holds up nobody else's installs. */
const MAX_CONCURRENT_PER_DRIVE = 2;

interface Due {
  id: string;
  driveId: string;
}

/** Reads every active install that was not read for half a minute and does not stand still. Drives take turns. */
@Injectable()
export class PollInstalls {
  constructor(
    private readonly database: Database,
    private readonly refresh: RefreshInstall,
    private readonly breaker: DriveBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async execute(): Promise<void> {
    const waiting = await this.due();
    const busy = new Map<string, number>();
    const running = new Set<Promise<void>>();
    while (waiting.length > 0 || running.size > 0) {
      const at = waiting.findIndex(({ driveId }) => (busy.get(driveId) ?? 0) < MAX_CONCURRENT_PER_DRIVE);
      if (at < 0 || running.size >= AT_ONCE) {
        await Promise.race(running);
        continue;
      }
      const [{ id, driveId }] = waiting.splice(at, 1) as [Due];
      // It did not answer for others: what waits of it is read in a later round.
      if (!this.breaker.admit(driveId, this.now())) continue;
      busy.set(driveId, (busy.get(driveId) ?? 0) + 1);
      const read = this.read(id, driveId).finally(() => {
        busy.set(driveId, busy.get(driveId)! - 1);
        running.delete(read);
      });
      running.add(read);
    }
  }

  /** The installs that were not read for longest, one of each Drive before a second one of any. */
  private due(): Promise<Due[]> {
    return this.database.query<Due>(
      `select id, "driveId" from (
         select id, drive_id as "driveId", polled_at, row_number() over (partition by drive_id order by polled_at nulls first, id) as turn from installs.installs i
         where state = 'active' and (polled_at is null or polled_at < platform.portal_now() - interval '25 seconds') and drive_id <> all($1::uuid[])
           and not (price_id is not null and exists (select 1 from installs.tenants t where t.id = i.tenant_id and t.suspended_at is not null))) due
       order by turn, polled_at nulls first, id limit ${BATCH}`,
      [this.breaker.open(this.now())],
    );
  }

  private async read(id: string, driveId: string): Promise<void> {
    let answered = true;
    try {
      answered = (await this.refresh.execute(id)).reachable;
    } catch (error) {
      this.log.warn({ err: error, install_id: id }, 'install not read');
    } finally {
      this.breaker.note(driveId, answered, this.now());
    }
  }

  private now(): number {
    return this.clock.wallNow().getTime();
  }
}
