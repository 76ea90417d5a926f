import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { DriveNotices } from '../install/drive-notices.js';
import { EndInstall } from './end-install.js';
import { InstallsRepository } from '../install/installs.repository.js';

const AT_ONCE = 200;

/**
 * A Drive has ended: so does every install of it, each in its own transaction, and the operators are notified of the
 * reason.
 */
@Injectable()
export class EndInstallsOfDrive {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly end: EndInstall,
    private readonly notices: DriveNotices,
  ) {}

  /** Also those that are still being made. Repeating is harmless. */
  async execute(driveId: string, how: 'retired' | 'removed', reason: string): Promise<void> {
    // A removal that was withdrawn before this event was processed ends nothing any more.
    const [ended] = await this.database.query(
      `select 1 from listings.listings where drive_id = $1 and state in ('retired', 'removed')`,
      [driveId],
    );
    if (!ended) return;
    const audience = await this.notices.audience(driveId);
    for (;;) {
      const running = await this.database.query<{ id: string }>(
        `select id from installs.installs where drive_id = $1 and state in ('requested', 'sending', 'unknown', 'active') order by id limit $2`,
        [driveId, AT_ONCE],
      );
      for (const { id } of running)
        await this.transactor.run(async (tx) => {
          const install = await this.repository.lock(tx, id);
          if (!install || !(await this.end.execute(tx, install, SYSTEM_ACTOR, `The Drive was ${how}: ${reason}`)))
            return;
          await this.notices.ended(tx, install, how, reason, audience);
        });
      if (running.length < AT_ONCE) return;
    }
  }
}
