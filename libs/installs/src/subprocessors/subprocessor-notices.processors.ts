import { SubprocessorsChanged } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { SubprocessorNoticeOpened, SubprocessorsObjected } from '../events.js';
import { MailSubprocessorNotice } from './mail-subprocessor-notice.js';
import { SubprocessorNoticesService } from './subprocessor-notices.service.js';

export const SUBPROCESSOR_PROCESSORS = [
  eventProcessor({
    event: SubprocessorsChanged,
    consumer: 'installs.open-subprocessor-notices',
    useCase: SubprocessorNoticesService,
    handle: (notices, { drive_id, change_id }) => notices.open(drive_id, change_id),
  }),
  eventProcessor({
    event: SubprocessorNoticeOpened,
    consumer: 'installs.mail-subprocessor-notice',
    useCase: MailSubprocessorNotice,
    handle: (mail, { notice_id }, context) => mail.execute('opened', notice_id, (work) => context.once(work)),
  }),
  eventProcessor({
    event: SubprocessorsObjected,
    consumer: 'installs.mail-subprocessor-objection',
    useCase: MailSubprocessorNotice,
    handle: (mail, { notice_id }, context) => mail.execute('objected', notice_id, (work) => context.once(work)),
  }),
];
