import { eventProcessor } from '@portal/platform/events';
import { InstallNeedsAttention } from '../events.js';
import { MailAttention } from './mail-attention.js';

export const MAIL_ATTENTION_PROCESSOR = eventProcessor(
  InstallNeedsAttention,
  'installs.mail-attention',
  MailAttention,
  (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
);
