import { Inject, Injectable } from '@nestjs/common';
import { Clock, utcDay } from '@portal/kernel';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Transactor } from '../database/transactor.js';
import { LOGGER } from '../logging/logger.js';
import { Mailer } from '../mail/mailer.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { VerifyAudit } from './verify-audit.js';

/**
 * Publishes the end of the audit chain where nobody with database rights can change it: in the log, and by mail to
 * AUDIT_ANCHOR_EMAIL.
 */
@Injectable()
export class AnchorAuditJob extends ScheduledJob {
  readonly name = 'platform.anchor-audit';

  constructor(
    private readonly verify: VerifyAudit,
    private readonly transactor: Transactor,
    private readonly mailer: Mailer,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async run(): Promise<void> {
    const head = await this.verify.head();
    if (head === null) return;
    this.logger.info({ audit_head: head }, 'end of the audit chain');
    const to = this.config.auditAnchorEmail;
    if (to === undefined) return;
    const day = utcDay(this.clock.wallNow());
    await this.transactor.run((tx) =>
      this.mailer.send(tx, {
        to,
        topic: 'security',
        path: '/audit',
        subject: `Audit trail of Drive Portal, ${day}: ${head.position} entries`,
        text: [
          'Keep this email. With it you can prove later that no audit entry up to today was changed or removed.',
          'To do so, open Audit trail, choose Verify and enter this line:',
          '',
          `${head.position}:${head.hash}`,
        ].join('\n'),
      }),
    );
  }
}
