import { SubprocessorsChanged } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { SubprocessorNoticeOpened, SubprocessorsObjected } from '../events.js';
import { MailSubprocessorNotice } from './mail-subprocessor-notice.js';
import { SubprocessorNoticesService } from './subprocessor-notices.service.js';

export const SUBPROCESSOR_PROCESSORS = [
  eventProcessor(
    SubprocessorsChanged,
    'installs.open-subprocessor-notices',
    SubprocessorNoticesService,
    (notices, { drive_id, change_id }) => notices.open(drive_id, change_id),
  ),
  eventProcessor(
    SubprocessorNoticeOpened,
    'installs.mail-subprocessor-notice',
    MailSubprocessorNotice,
    (mail, { notice_id }, context) => mail.execute('opened', notice_id, (work) => context.once(work)),
  ),
  eventProcessor(
    SubprocessorsObjected,
    'installs.mail-subprocessor-objection',
    MailSubprocessorNotice,
    (mail, { notice_id }, context) => mail.execute('objected', notice_id, (work) => context.once(work)),
  ),
];
