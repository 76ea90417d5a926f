import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { installsErrors } from '../errors.js';
import { SubprocessorsObjected } from '../events.js';
import { SubprocessorNoticesRepository } from './subprocessor-notices.repository.js';

/**
 * An operator objects to a change of subprocessors, with a reason that the author and admins read. Nothing is stopped: who
 * does not agree uninstalls, which ends the bill at once.
 */
@Injectable()
export class ObjectToSubprocessors {
  constructor(
    private readonly transactor: Transactor,
    private readonly notices: SubprocessorNoticesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `notice_not_found` (404), `objected_already`, `objection_late` (409) */
  async execute(noticeId: string, reason: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      const notice = await this.notices.lock(tx, noticeId);
      if (!notice || !scopeIds(actor, 'operator').includes(notice.tenantId))
        throw new AppError(installsErrors.notice_not_found);
      if (notice.objectedAt) throw new AppError(installsErrors.objected_already);
      if (notice.objectUntil <= tx.now) throw new AppError(installsErrors.objection_late);
      await this.notices.object(tx, noticeId, reason, actor);
      await this.audit.record(tx, {
        actor,
        action: 'subprocessors.objected',
        subjectType: 'tenant',
        subjectId: notice.tenantId,
        after: { drive_id: notice.driveId, notice: noticeId },
        reason,
      });
      await this.outbox.emit(tx, SubprocessorsObjected, { notice_id: noticeId });
    });
  }
}
