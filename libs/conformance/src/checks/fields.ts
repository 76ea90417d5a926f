import { manifestRules } from '@portal/contract';
import type { Check } from '../check.js';
import { reportIssue } from './document.js';

/** Numbers of the manifest rules. They stand here and not in the rules because the library knows no check numbers. */
const NUMBERS: Readonly<Record<string, string>> = {
  'schema-version': 'C10',
  'drive-block': 'C11',
  'drive-id': 'C12',
  'flat-fields': 'C13',
  tagline: 'C14',
  category: 'C15',
  motion: 'C16',
  homepage: 'C17',
  'support-url': 'C18',
  'support-email': 'C19',
  'icon-url': 'C20',
  'pricing-tier': 'C21',
  'pricing-plans': 'C22',
  'product-version': 'C23',
  'contract-version': 'C24',
  endpoints: 'C25',
  capabilities: 'C26',
  'capability-pairs': 'C27',
  permissions: 'C28',
  'events-emitted': 'C29',
  'events-consumed': 'C30',
  'events-assumed': 'C31',
  'config-schema': 'C32',
  quota: 'C33',
  compliance: 'C34',
  support: 'C35',
  'install-returns': 'C36',
  'routes-exposed': 'C37',
  'unknown-fields': 'C38',
};

/** C10 to C38: one check per rule of the manifest. */
export const fieldChecks: readonly Check[] = manifestRules.map((rule) => ({
  id: NUMBERS[rule.id] ?? `C10-${rule.id}`,
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
