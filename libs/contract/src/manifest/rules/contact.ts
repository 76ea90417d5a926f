import { isEmail } from '../../text/email.js';
import type { ManifestRule } from '../rule.js';
import { checkWebAddress } from '../web-address.js';

/** `drive.homepage`: an address, or null for host-only Drives; the key itself is required. */
export const homepage: ManifestRule = {
  id: 'homepage',
  clause: 'Manifest shape B: drive.homepage',
  shapes: ['structured'],
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const text = report.text(drive, 'homepage', {
      nullable: true,
      fix: 'Give the product’s address, or null for a host-only Drive.',
    });
    if (text !== undefined) checkWebAddress(report, '/drive/homepage', text);
  },
};

/** `drive.support_url`. */
export const supportUrl: ManifestRule = {
  id: 'support-url',
  clause: 'Manifest shape B: drive.support_url',
  shapes: ['structured'],
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const text = report.text(drive, 'support_url', { fix: 'Give the address where support tickets go.' });
    if (text !== undefined && !text.startsWith('mailto:')) checkWebAddress(report, '/drive/support_url', text);
  },
};

/** `drive.support_email`: one example of the contract omits it, so absence only warns. */
export const supportEmail: ManifestRule = {
  id: 'support-email',
  clause: 'Manifest shape B: drive.support_email',
  shapes: ['structured'],
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
