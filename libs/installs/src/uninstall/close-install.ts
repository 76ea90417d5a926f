import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { TenantKeys } from '@portal/secrets';
import { InstallRevoked } from '../events.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';

/** How the end of an install at its Drive was established. `given_up`: it was not, and a person accepts that. */
export interface Confirmation {
  how: 'revoked' | 'gone' | 'given_up';
  /** HTTP status by which the Drive confirmed. */
  status?: number;
}

/** An install is over: with the tenant's last one its keys go. The token is kept until the Drive has refused it. */
@Injectable()
export class CloseInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
    private readonly tenantKeys: TenantKeys,
  ) {}

  /** Does nothing when it was over before. */
  async execute(
    tx: Tx,
    { id, driveId, tenantId }: Pick<InstallRow, 'id' | 'driveId' | 'tenantId'>,
    { how, status }: Confirmation,
    actor: Actor,
  ): Promise<void> {
    const install = await this.repository.lock(tx, id);
    const proof = !install?.scopedToken ? null : how === 'given_up' ? 'unanswered' : 'pending';
    const change = {
      revokedAt: tx.now,
      tokenProof: proof,
      ...(proof === 'pending' ? {} : { scopedToken: null }),
    } as const;
    if (!(await this.repository.move(tx, id, ['revoking'], 'revoked', change))) return;
    const stillNeeded = () => this.repository.hasLive(tx, { driveId, tenantId });
    await this.tenantKeys.end(tx, { driveId, tenantId, actor: SYSTEM_ACTOR, stillNeeded });
    const action = how === 'given_up' ? 'install.revocation_given_up' : 'install.revoked';
    await tx.audit(actor, action, ['install', id], {
      after: status === undefined ? null : { confirmed_with: status },
    });
    if (how === 'given_up') return;
    if (proof === 'pending') await this.plans.open(tx, { installId: id, driveId, kind: 'probe' });
    await tx.emit(InstallRevoked, { install_id: id });
  }
}
