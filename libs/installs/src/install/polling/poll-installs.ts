import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { DriveBreaker, driveRound } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { RefreshInstall } from './refresh-install.js';

/** Installs that one worker claims at a time. */
const BATCH = 240;
/** Of one Drive in a batch: a Drive with many installs, or one that hangs, leaves room for the others. */
const OF_ONE_DRIVE = 16;
/** What a worker claimed and did not read, because it died or the Drive rests, is due again after so long. */
const CLAIM = "interval '1 minute'";

interface Due {
  id: string;
  driveId: string;
  turn: number;
}

/**
 * Reads every active install that is due and whose tenant is not suspended. Several workers share the work: each claims
 * rows by writing `next_poll_at`, and passes over what another one is claiming.
 */
@Injectable()
export class PollInstalls {
  constructor(
    private readonly database: Database,
    private readonly refresh: RefreshInstall,
    private readonly breaker: DriveBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Until nothing is due. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    await driveRound({
      claim: () => this.claim(),
      work: ({ id }: Due) => this.read(id),
      breaker: this.breaker,
      now: () => this.now(),
      stopping,
    });
  }

  /** The installs that wait longest, one of each Drive before a second one of any. */
  private async claim(): Promise<Due[]> {
    const claimed = await this.database.query<Due>(
      `with due as (
         select i.id, i.turn from (select distinct drive_id from installs.installs where state = 'active' and drive_id <> all($1::uuid[])) d
         cross join lateral (
           select id, next_poll_at, row_number() over (order by next_poll_at, id) as turn from installs.installs i
           where i.drive_id = d.drive_id and i.state = 'active' and next_poll_at <= platform.portal_now()
             and not (price_id is not null and exists (select from installs.tenants t where t.id = i.tenant_id and t.suspended_at is not null))
           order by next_poll_at, id limit ${OF_ONE_DRIVE}) i
         order by i.turn, i.next_poll_at, i.id limit ${BATCH}),
       free as (
         select i.id, due.turn from installs.installs i join due on due.id = i.id
         where i.state = 'active' and i.next_poll_at <= platform.portal_now()
         for update of i skip locked)
       update installs.installs i set next_poll_at = platform.portal_now() + ${CLAIM} from free where i.id = free.id
       returning i.id, i.drive_id as "driveId", free.turn::int as turn`,
      [this.breaker.open(this.now())],
    );
    return claimed.sort((a, b) => a.turn - b.turn);
  }

  private async read(id: string): Promise<boolean | null> {
    try {
      return (await this.refresh.execute(id, 'due')).answered;
    } catch (error) {
      this.log.warn({ err: error, install_id: id }, 'install not read');
      return true;
    }
  }

  private now(): number {
    return this.clock.wallNow().getTime();
  }
}
