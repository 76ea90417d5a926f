import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { ReportLinksRepository } from './report-links.repository.js';
import { SubmissionsRepository } from './submissions.repository.js';

/** The address of a shared report leads nowhere from now on. */
@Injectable()
export class RevokeReportLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly links: ReportLinksRepository,
    private readonly audit: Audit,
  ) {}

  /** Does nothing when it is not shared. @throws AppError `submission_not_found` (404) */
  async execute({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.submissions.lockOwn(tx, submissionId, actor);
      if (!(await this.links.end(tx, submissionId))) return;
      await this.audit.record(tx, {
        actor,
        action: 'report.share_ended',
        subjectType: 'submission',
        subjectId: submissionId,
      });
    });
  }
}
