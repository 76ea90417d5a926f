import { checkMembers, type MemberEntry } from '../field.js';
import type { ManifestRule } from '../rule.js';

/** The support block: informational, each member checked by its type. */
export const support = (members: readonly MemberEntry[]): ManifestRule => ({
  id: 'support',
  clause: 'Manifest shape B: support object',
  shapes: ['structured'],
  doc: {
    number: 'C35',
    title: 'The support block holds text.',
    cause: 'A number or another type is used where text belongs.',
    fix: 'Write every member as text.',
  },
  check(_manifest, report) {
    const block = report.block(report.root, 'support', { optional: true, fix: 'Give an object, or leave it out.' });
    if (block) checkMembers(report, block, members);
  },
});
