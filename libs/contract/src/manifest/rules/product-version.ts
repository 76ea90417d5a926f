import type { ManifestRule } from '../rule.js';

const SEMVER_LIKE = /^v?\d{1,9}(?:\.\d{1,9}){1,3}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

const HOW = { fix: 'Give a version such as "1.4.0" and raise it on each publish.' };

/** True for a version such as 1.2, 1.2.3 or 1.2.3-beta.1. */
export function isSemverLike(text: string): boolean {
  return text.length <= 64 && SEMVER_LIKE.test(text);
}

/** The Drive's own version: required in shape A, optional in shape B; needed to tell versions apart. */
export const productVersion: ManifestRule = {
  id: 'product-version',
  clause: 'Manifest: version; Versioning 5',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C23',
    title: 'The product version is text such as 1.4.0.',
    cause: 'It is a number, or empty.',
    fix: 'Write the version as text, and raise it with every publish.',
    example: { wrong: '"version": 1.2', right: '"version": "1.2.0"' },
  },
  check(_manifest, report) {
    const parent = report.identity;
    if (!parent) return;
    const pointer = report.shape === 'flat' ? '/version' : '/drive/version';
    if (report.shape === 'structured' && parent.object.version === undefined) {
      report.add(
        'info',
        'version_missing',
        pointer,
        'Without "drive.version" installed tenants are never notified of a new version.',
        HOW.fix,
      );
      return;
    }
    const text = report.text(parent, 'version', HOW);
    if (text !== undefined && !isSemverLike(text))
      report.warn('version_form', pointer, 'This version cannot be compared with another.', HOW.fix, text);
  },
};
