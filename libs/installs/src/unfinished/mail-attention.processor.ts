import { eventProcessor } from '@portal/platform/events';
import { InstallNeedsAttention } from '../events.js';
import { MailAttention } from './mail-attention.js';

export const MAIL_ATTENTION_PROCESSOR = eventProcessor({
  event: InstallNeedsAttention,
  consumer: 'installs.mail-attention',
  useCase: MailAttention,
  handle: (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
});
