import { describe } from '../../json/describe.js';
import type { ManifestRule } from '../rule.js';

const POLICIES = ['block', 'meter'];

/** The usage cap: unit, limit and what happens above it. */
export const quota: ManifestRule = {
  id: 'quota',
  clause: 'Manifest shape B: quota object',
  shapes: ['structured'],
  doc: {
    number: 'C33',
    title: 'quota has a unit, a whole limit and a known overage policy.',
    cause: 'A member is missing, or limit is no whole number.',
    fix: 'Give all three; overage_policy is block or meter.',
    example: { wrong: '"limit": "100"', right: '"limit": 100' },
  },
  check(_manifest, report) {
    const block = report.block(report.root, 'quota', {
      optional: true,
      fix: 'Give { unit, limit, overage_policy } or leave it out.',
    });
    if (!block) return;
    report.text(block, 'unit', { fix: 'Name the unit, for example "articles_per_month".' });
    report.oneOf(block, 'overage_policy', 'overage_policy_unknown', POLICIES);
    const limit = block.object.limit;
    const fix = 'Give a whole number that is not negative.';
    if (limit === undefined) report.error('field_missing', '/quota/limit', '"limit" is missing.', fix);
    else if (typeof limit !== 'number' || !Number.isSafeInteger(limit)) {
      report.error(
        'field_type',
        '/quota/limit',
        `"limit" must be an integer, but it is ${describe(limit)}.`,
        fix,
        limit,
      );
    } else if (limit < 0) report.error('quota_limit', '/quota/limit', '"limit" is negative.', fix, limit);
  },
};
