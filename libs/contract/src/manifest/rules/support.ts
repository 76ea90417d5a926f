import type { ManifestRule } from '../rule.js';

const KEYS = ['sla_response_business_hours', 'sla_response_off_hours', 'incident_email', 'status_page'];

const TEXT = { optional: true, fix: 'Give a string, or leave it out.' };

/** The support block: informational, all strings. */
export const support: ManifestRule = {
  id: 'support',
  clause: 'Manifest shape B: support object',
  shapes: ['structured'],
  check(_manifest, report) {
    const block = report.block(report.root, 'support', { optional: true, fix: 'Give an object, or leave it out.' });
    if (!block) return;
    for (const key of KEYS) report.text(block, key, TEXT);
  },
};
