import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { hasRole, scopeIds, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { CallKind } from '../install/domain/call-schedule.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { installsErrors } from '../errors.js';

/** Finds the call that a person decides on. */
@Injectable()
export class LockUnfinished {
  constructor(
    private readonly repository: InstallsRepository,
    private readonly plans: CallPlansRepository,
  ) {}

  /** The install, locked: for the host and admins any, for operators those of their tenants. @throws AppError `install_not_found` */
  async install(tx: Tx, installId: string, actor: Actor): Promise<InstallRow> {
    const install = await this.repository.lock(tx, installId);
    if (!install || !(forHost(actor) || scopeIds(actor, 'operator').includes(install.tenantId)))
      throw new AppError(installsErrors.install_not_found);
    return install;
  }

  /** The open call of an install. @throws AppError `nothing_open`, `call_in_progress` (409) */
  async call(tx: Tx, installId: string): Promise<{ kind: CallKind; reportedId: string | null }> {
    const open = await this.plans.lockOpen(tx, installId);
    if (!open) throw new AppError(installsErrors.nothing_open);
    if (await this.plans.isClaimed(tx, installId, open.kind)) throw new AppError(installsErrors.call_in_progress);
    return open;
  }
}

/** Whether somebody decides for every tenant. */
export const forHost = (actor: Actor): boolean => hasRole(actor, 'host') || hasRole(actor, 'admin');
