import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { TenantKeys } from '@portal/secrets';
import { InstallActivated } from '../../events.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';

/** Values from the Drive; the token is encrypted. */
type Given = Pick<InstallRow, 'driveInstallId' | 'seenIds' | 'scopedToken' | 'mountUrl'>;

/** An install begins to run, and billing with it. */
@Injectable()
export class ActivateInstall {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly tenantKeys: TenantKeys,
  ) {}

  /** A running install has another token. */
  async renewed(tx: Tx, id: string, driveInstallId: string): Promise<void> {
    await tx.audit(SYSTEM_ACTOR, 'install.token_renewed', ['install', id], {
      after: { drive_install_id: driveInstallId },
    });
  }

  /** Call with the install locked, in `sending` or `unknown`. */
  async execute(tx: Tx, install: InstallRow, given: Given): Promise<void> {
    const activatedAt = tx.now;
    const change = { ...given, failure: null, activatedAt };
    if (!(await this.repository.move(tx, install.id, ['sending', 'unknown'], 'active', change))) return;
    await this.tenantKeys.handedOver(tx, { driveId: install.driveId, tenantId: install.tenantId });
    await tx.audit(SYSTEM_ACTOR, 'install.activated', ['install', install.id], {
      after: { drive_install_id: given.driveInstallId },
    });
    await tx.emit(InstallActivated, {
      install_id: install.id,
      tenant_id: install.tenantId,
      venture_id: install.ventureId,
      drive_id: install.driveId,
      org_id: install.orgId,
      price_id: install.priceId,
      amount_minor: install.amount.toString(),
      currency: install.currency ?? 'usd',
      trial_days: install.trialDays,
      activated_at: activatedAt.toISOString(),
    });
  }
}
