import { driveBlock, whole, type ManifestRule } from '../rule.js';

/** The identity block and its display name. */
export const driveIdentity: ManifestRule = {
  id: 'drive-block',
  clause: 'Manifest shape B: drive object',
  shapes: ['structured'],
  check(manifest, report) {
    report.block(whole(manifest), 'drive', { fix: 'Add the "drive" object with id, name, tagline and the rest.' });
    const drive = driveBlock(manifest);
    if (drive) report.text(drive, 'name', { fix: 'Give the name operators will see.' });
  },
};
