import { Injectable } from '@nestjs/common';
import { Audit } from '@portal/platform/audit';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { CallPlansRepository } from '../install/plan/call-plans.repository.js';
import { LockUnfinished } from './lock-unfinished.js';

/** A person has the Drive called at once, even when all attempts were made. */
@Injectable()
export class TryNow {
  constructor(
    private readonly transactor: Transactor,
    private readonly unfinished: LockUnfinished,
    private readonly plans: CallPlansRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `install_not_found`, `nothing_open`, `call_in_progress` */
  async execute(installId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.unfinished.install(tx, installId, actor);
      const { kind } = await this.unfinished.call(tx, installId);
      await this.plans.hurry(tx, installId, kind);
      const subject = { subjectType: 'install', subjectId: installId };
      await this.audit.record(tx, { actor, action: 'install.tried_now', ...subject, after: { call: kind } });
    });
  }
}
