import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit } from '@portal/platform/audit';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { LockUnfinished } from './lock-unfinished.js';

/** A running install whose token the Drive refuses is requested again, for the same tenant and venture. */
@Injectable()
export class RenewToken {
  constructor(
    private readonly transactor: Transactor,
    private readonly unfinished: LockUnfinished,
    private readonly plans: CallPlansRepository,
    private readonly audit: Audit,
  ) {}

  /** Requested twice, it is done once. @throws AppError `install_not_found`, `token_not_refused` */
  async execute(installId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const install = await this.unfinished.install(tx, installId, actor);
      if (install.state !== 'active' || install.tokenRefusedAt === null)
        throw new AppError(installsErrors.token_not_refused);
      if (await this.plans.lockOpen(tx, installId)) return;
      await this.plans.open(tx, { installId, driveId: install.driveId, kind: 'handshake' });
      const subject = { subjectType: 'install', subjectId: installId };
      await this.audit.record(tx, { actor, action: 'install.token_asked_for', ...subject });
    });
  }
}
