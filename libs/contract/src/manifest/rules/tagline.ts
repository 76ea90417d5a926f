import type { ManifestRule } from '../rule.js';

/** Longest tagline in Unicode code points. */
export const MAX_TAGLINE = 80;

/** `drive.tagline` has at most 80 characters, counted as code points. */
export const tagline: ManifestRule = {
  id: 'tagline',
  clause: 'Manifest shape B: drive.tagline; Limits: tagline',
  shapes: ['structured'],
  doc: {
    number: 'C14',
    title: 'The tagline has at most 80 characters.',
    cause: 'It is longer; characters are counted as Unicode code points.',
    fix: 'Shorten it to 80 characters.',
  },
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const text = report.text(drive, 'tagline', {
      fix: `Say in at most ${MAX_TAGLINE} characters what the Drive does.`,
    });
    // A text never has more code points than code units.
    if (text === undefined || text.length <= MAX_TAGLINE) return;
    const length = Array.from(text).length;
    if (length > MAX_TAGLINE) {
      report.error(
        'tagline_too_long',
        '/drive/tagline',
        `"tagline" has ${length} characters, at most ${MAX_TAGLINE} are allowed.`,
        `Shorten it by ${length - MAX_TAGLINE}.`,
        text,
      );
    }
  },
};
