import { Injectable } from '@nestjs/common';
import { SubprocessorsChanged } from '@portal/listings';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { SubprocessorNoticeOpened, SubprocessorsObjected } from '../events.js';
import { MailSubprocessorNotice } from './mail-subprocessor-notice.js';
import { OpenSubprocessorNotices } from './open-subprocessor-notices.js';

interface Changed {
  drive_id: string;
  change_id: string;
}

@Injectable()
export class OpenSubprocessorNoticesProcessor extends EventProcessor<Changed> {
  readonly event = SubprocessorsChanged;
  readonly consumer = 'installs.open-subprocessor-notices';

  constructor(private readonly open: OpenSubprocessorNotices) {
    super();
  }

  async handle({ drive_id: driveId, change_id: changeId }: Changed): Promise<void> {
    await this.open.execute(driveId, changeId);
  }
}

@Injectable()
export class MailSubprocessorNoticeProcessor extends EventProcessor<{ notice_id: string }> {
  readonly event = SubprocessorNoticeOpened;
  readonly consumer = 'installs.mail-subprocessor-notice';

  constructor(private readonly mail: MailSubprocessorNotice) {
    super();
  }

  handle({ notice_id: id }: { notice_id: string }, context: DeliveryContext): Promise<void> {
    return this.mail.execute('opened', id, (work) => context.once(work));
  }
}

@Injectable()
export class MailSubprocessorObjectionProcessor extends EventProcessor<{ notice_id: string }> {
  readonly event = SubprocessorsObjected;
  readonly consumer = 'installs.mail-subprocessor-objection';

  constructor(private readonly mail: MailSubprocessorNotice) {
    super();
  }

  handle({ notice_id: id }: { notice_id: string }, context: DeliveryContext): Promise<void> {
    return this.mail.execute('objected', id, (work) => context.once(work));
  }
}
