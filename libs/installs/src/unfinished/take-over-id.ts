import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit } from '@portal/platform/audit';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { forHost, LockUnfinished } from './lock-unfinished.js';

/**
 * A person sets the id under which the Drive keeps an install; the next attempt uses it. Operators may only take what
 * the Drive itself reported: with another id they would end somebody else's.
 */
@Injectable()
export class TakeOverId {
  constructor(
    private readonly transactor: Transactor,
    private readonly unfinished: LockUnfinished,
    private readonly plans: CallPlansRepository,
    private readonly repository: InstallsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `install_not_found`, `nothing_open`, `call_in_progress`, `id_not_reported`, `id_of_another_install` */
  async execute(installId: string, id: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.unfinished.install(tx, installId, actor);
      const { kind, reportedId } = await this.unfinished.call(tx, installId);
      if (kind === 'probe') throw new AppError(installsErrors.nothing_open);
      if (!forHost(actor) && id !== reportedId) throw new AppError(installsErrors.id_not_reported);
      const others = () => this.repository.isOfAnotherInstall(tx, install, id);
      if (await tx.bypassRowSecurity(others)) throw new AppError(installsErrors.id_of_another_install);
      const seenIds = kind === 'revoke' ? [id, ...install.seenIds.filter((one) => one !== id)] : [id];
      const named = install.state === 'active' || kind === 'revoke' ? { driveInstallId: id } : {};
      await this.repository.update(tx, installId, { seenIds, ...named });
      await this.plans.hurry(tx, installId, kind);
      await this.audit.record(tx, {
        actor,
        action: 'install.id_taken_over',
        subjectType: 'install',
        subjectId: installId,
        before: { ids: install.seenIds },
        after: { id },
      });
    });
  }
}
