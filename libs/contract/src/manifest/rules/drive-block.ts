import type { ManifestRule } from '../rule.js';

/** The identity block and its display name. */
export const driveIdentity: ManifestRule = {
  id: 'drive-block',
  clause: 'Manifest shape B: drive object',
  shapes: ['structured'],
  check(_manifest, report) {
    report.block(report.root, 'drive', { fix: 'Add the "drive" object with id, name, tagline and the rest.' });
    const drive = report.drive;
    if (drive) report.text(drive, 'name', { fix: 'Give the name operators will see.' });
  },
};
