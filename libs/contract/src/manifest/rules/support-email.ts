import { isEmail } from '../../text/email.js';
import type { ManifestRule } from '../rule.js';

/** `drive.support_email`: one example of the contract omits it, so absence only warns. */
export const supportEmail: ManifestRule = {
  id: 'support-email',
  clause: 'Manifest shape B: drive.support_email',
  shapes: ['structured'],
  doc: {
    number: 'C19',
    title: 'support_email is an e-mail address; it may only be left out by a free Drive.',
    cause: 'It is missing, or is not an address.',
    fix: 'Give an address that somebody reads.',
  },
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const fix = 'Give the address of your support mailbox.';
    if (drive.object.support_email === undefined) {
      report.warn(
        'support_email_missing',
        '/drive/support_email',
        '"support_email" is missing; paid and regulated Drives cannot be listed without it.',
        fix,
      );
      return;
    }
    const text = report.text(drive, 'support_email', { fix });
    if (text !== undefined && !isEmail(text))
      report.error('email_invalid', '/drive/support_email', 'This is not an e-mail address.', fix, text);
  },
};
