import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { DriveNotices } from '../install/drive-notices.js';
import { EndInstall } from './end-install.js';
import { InstallsRepository } from '../install/installs.repository.js';

const AT_ONCE = 200;

/** A Drive has ended: so does every install of it, each in its own transaction, and the operators are told why. */
@Injectable()
export class EndInstallsOfDrive {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly end: EndInstall,
    private readonly notices: DriveNotices,
  ) {}

  /** Repeating is harmless. @throws Error while an install is still being made: to be tried again. */
  async execute(driveId: string, how: 'retired' | 'removed', reason: string): Promise<void> {
    // A removal that was taken back before this came to its turn ends nothing any more.
    const [ended] = await this.database.query(
      `select 1 from listings.listings where drive_id = $1 and state in ('retired', 'removed')`,
      [driveId],
    );
    if (!ended) return;
    const audience = await this.notices.audience(driveId);
    for (;;) {
      const active = await this.database.query<{ id: string }>(
        `select id from installs.installs where drive_id = $1 and state = 'active' order by id limit $2`,
        [driveId, AT_ONCE],
      );
      for (const { id } of active)
        await this.transactor.run(async (tx) => {
          const install = await this.repository.lock(tx, id);
          if (!install || !(await this.end.execute(tx, id, SYSTEM_ACTOR, `The Drive was ${how}: ${reason}`))) return;
          await this.notices.ended(tx, install, how, reason, audience);
        });
      if (active.length < AT_ONCE) break;
    }
    const [left] = await this.database.query<{ n: string }>(
      `select count(*) as n from installs.installs where drive_id = $1 and state in ('requested', 'sending', 'unknown')`,
      [driveId],
    );
    if (left && left.n !== '0') throw new Error(`${left.n} installs of ${driveId} are still being made`);
  }
}
