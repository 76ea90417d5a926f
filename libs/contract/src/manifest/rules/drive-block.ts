import type { ManifestRule } from '../rule.js';

/** The identity block and its display name. */
export const driveIdentity: ManifestRule = {
  id: 'drive-block',
  clause: 'Manifest shape B: drive object',
  shapes: ['structured'],
  doc: {
    number: 'C11',
    title: 'The drive block is an object.',
    cause: 'The block, or the name in it, is missing or is no text.',
    fix: 'Add "drive" with id, name, tagline and the other keys.',
  },
  check(_manifest, report) {
    report.block(report.root, 'drive', { fix: 'Add the "drive" object with id, name, tagline and the rest.' });
    const drive = report.drive;
    if (drive) report.text(drive, 'name', { fix: 'Give the name operators will see.' });
  },
};
