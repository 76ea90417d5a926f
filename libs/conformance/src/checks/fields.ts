import { manifestRules } from '@portal/contract';
import type { Check } from '../check.js';
import { reportIssue } from './document.js';

/** One check per manifest rule, with the rule's number. */
export const fieldChecks: readonly Check[] = manifestRules.map((rule) => ({
  id: rule.doc.number,
  level: 'error',
  check: 'schema',
  rule: rule.id.replaceAll('-', '_'),
  clause: rule.clause,
  mode: 'schema',
  async run(context) {
    const document = context.document;
    if (!document?.raw || document.shape === 'mixed' || document.shape === null) return false;
    if (!rule.shapes.includes(document.shape)) return false;
    for (const issue of document.issues) if (issue.rule === rule.id) reportIssue(context, issue);
    return true;
  },
}));
