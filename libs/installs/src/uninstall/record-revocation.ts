import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { TenantKeys } from '@portal/secrets';
import { InstallRevoked } from '../events.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';

/** The Drive has confirmed the end of an install: its token goes, and with the tenant's last install the tenant's keys. */
@Injectable()
export class RecordRevocation {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly tenantKeys: TenantKeys,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
  ) {}

  /** @param status HTTP status by which the Drive confirmed. Does nothing when it was recorded before. */
  async execute(install: Pick<InstallRow, 'id' | 'driveId' | 'tenantId'>, status: number): Promise<void> {
    const { id, driveId, tenantId } = install;
    await this.transactor.run(async (tx) => {
      const change = { scopedToken: null, revokedAt: tx.now };
      if (!(await this.repository.move(tx, id, ['revoking'], 'revoked', change))) return;
      const stillNeeded = () => this.repository.hasLive(tx, driveId, tenantId);
      await this.tenantKeys.end(tx, { driveId, tenantId, actor: SYSTEM_ACTOR, stillNeeded });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'install.revoked',
        subjectType: 'install',
        subjectId: id,
        after: { confirmed_with: status },
      });
      await this.live.append(tx, `install:${id}`, 'done', { state: 'revoked' });
      await this.outbox.emit(tx, InstallRevoked, { install_id: id });
    });
  }
}
