import { manifestRules } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import { reportIssue } from './document.js';

const schema = checksOf('schema', 'schema');

/** One check per manifest rule, with the rule's number. */
export const fieldChecks: readonly Check[] = manifestRules.map((rule) =>
  schema.error(rule.doc.number, rule.id.replaceAll('-', '_'), rule.clause, async (context) => {
    const { document } = context;
    if (!document?.raw || document.shape === 'mixed' || document.shape === null) return false;
    if (!rule.shapes.includes(document.shape)) return NOTHING_TO_CHECK;
    for (const issue of document.issues) if (issue.rule === rule.id) reportIssue(context, issue);
    return true;
  }),
);
