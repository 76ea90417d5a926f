import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { ReportLinksRepository } from './report-links.repository.js';
import { SubmissionsRepository } from './submissions.repository.js';

const DAYS = 30;
const TOKEN_BYTES = 16;

/** The author lets everybody who has the address read a submission's checks. A new address ends the one before. */
@Injectable()
export class CreateReportLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
    private readonly links: ReportLinksRepository,
    private readonly random: Random,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `submission_not_found` (404) */
  async execute({ actor, submissionId }: { actor: Actor; submissionId: string }): Promise<void> {
    const token = Buffer.from(this.random.bytes(TOKEN_BYTES)).toString('base64url');
    await this.transactor.run(async (tx) => {
      await this.submissions.lockOwn(tx, submissionId, actor);
      const expiresAt = new Date(tx.now.getTime() + DAYS * 86_400_000);
      await this.links.put(tx, submissionId, token, expiresAt);
      await this.audit.record(tx, {
        actor,
        action: 'report.shared',
        subjectType: 'submission',
        subjectId: submissionId,
        after: { expires_at: expiresAt.toISOString() },
      });
    });
  }
}
