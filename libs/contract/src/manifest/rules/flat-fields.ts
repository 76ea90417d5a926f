import type { ManifestRule } from '../rule.js';
import { CATEGORIES } from '../types.js';

/** The plain text fields of shape A. */
export const flatFields: ManifestRule = {
  id: 'flat-fields',
  clause: 'Manifest shape A',
  shapes: ['flat'],
  doc: {
    number: 'C13',
    title: 'The flat shape has its name, description, category, version and icon.',
    cause: 'A required field is missing or has another type.',
    fix: 'Add the field named by the pointer.',
  },
  check(_manifest, report) {
    const block = report.root;
    report.text(block, 'name', { fix: 'Give the name operators will see.' });
    report.text(block, 'description', { fix: 'Say what the Drive does.' });
    const category = report.text(block, 'category', { fix: `Use one of ${CATEGORIES.join(', ')}.` });
    if (category !== undefined && !CATEGORIES.some((known) => known === category)) {
      report.warn(
        'category_unknown',
        '/category',
        'The catalogue has no such category.',
        `Use one of ${CATEGORIES.join(', ')}.`,
        category,
      );
    }
  },
};
