import type { ManifestRule } from '../rule.js';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Longest slug, so that it fits a host name label. */
export const MAX_SLUG_LENGTH = 63;

/** True for a lower-case hyphenated slug. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && SLUG.test(text);
}

/** `drive.id` is a lower-case hyphenated slug. */
export const driveId: ManifestRule = {
  id: 'drive-id',
  clause: 'Manifest shape B: drive.id',
  shapes: ['structured'],
  doc: {
    number: 'C12',
    title: 'drive.id is a lower-case hyphenated slug.',
    cause: 'It holds capitals, spaces, underscores or hyphens at an end.',
    fix: 'Choose a slug of a-z, 0-9 and single hyphens; it is permanent.',
    example: { wrong: '"id": "My_Drive"', right: '"id": "my-drive"' },
  },
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const fix = 'Use lower-case letters, digits and single hyphens, for example "content-studio".';
    const id = report.text(drive, 'id', { fix });
    if (id !== undefined && !isSlug(id))
      report.error('id_not_slug', '/drive/id', '"id" is not a lower-case hyphenated slug.', fix, id);
  },
};
