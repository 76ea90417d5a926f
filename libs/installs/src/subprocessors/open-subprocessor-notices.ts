import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { SubprocessorNoticeOpened } from '../events.js';
import { SubprocessorNoticesRepository } from './subprocessor-notices.repository.js';

/** A Drive's list of subprocessors changed: every tenant that has it gets a notice, and 30 days to object. */
@Injectable()
export class OpenSubprocessorNotices {
  constructor(
    private readonly transactor: Transactor,
    private readonly notices: SubprocessorNoticesRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Harmless when repeated: each tenant has one notice of a change. */
  async execute(driveId: string, changeId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const opened = await this.notices.open(tx, driveId, changeId);
      await this.outbox.emitMany(
        tx,
        SubprocessorNoticeOpened,
        opened.map((id) => ({ notice_id: id })),
      );
    });
  }
}
