import { checkMembers, type MemberEntry } from '../field.js';
import { text, texts } from '../field-types.js';
import type { ManifestRule } from '../rule.js';

/** The compliance block: types exactly as listed, every claim machine-readable. */
export function compliance(members: readonly MemberEntry[]): ManifestRule {
  // Order of findings by type: lists, methods, then the rest.
  const rest = members.filter(({ type }) => type !== texts && type !== text);
  const ordered = [texts, text].flatMap((wanted) => members.filter(({ type }) => type === wanted)).concat(rest);
  return {
    id: 'compliance',
    clause: 'Manifest shape B: compliance object',
    shapes: ['structured'],
    doc: {
      number: 'C34',
      title: 'The compliance block has its fields with the right types.',
      cause: 'A yes or no is written as text, or a list is missing.',
      fix: 'Use JSON true and false, and lists of texts.',
      example: { wrong: '"baa_required": "false"', right: '"baa_required": false' },
    },
    check(_manifest, report) {
      const block = report.block(report.root, 'compliance', {
        optional: true,
        fix: 'Give the claims as an object, or leave it out.',
      });
      if (!block) return;
      checkMembers(report, block, ordered);
      const absent = members.filter(({ at }) => block.object[at] === undefined);
      if (absent.length > 0) {
        report.warn(
          'compliance_incomplete',
          '/compliance',
          `Regulated tenants will ask for what is not stated: ${absent.map(({ at }) => at).join(', ')}.`,
          'State every key, with empty lists where nothing applies.',
        );
      }
    },
  };
}
