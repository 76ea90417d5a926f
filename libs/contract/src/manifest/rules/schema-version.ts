import { describe, typeName } from '../../json/describe.js';
import type { ManifestRule, RuleReport } from '../rule.js';
import { versionsOf } from './contract-version.js';

/** `schema_version` is the JSON number 1, or that of a later contract version that the manifest declares. */
export const schemaVersion: ManifestRule = {
  id: 'schema-version',
  clause: 'Manifest shape B: schema_version; Limits: schema_version',
  shapes: ['structured'],
  doc: {
    number: 'C10',
    title: 'schema_version is the number 1.',
    cause: 'It is written as text, or names a version that does not exist.',
    fix: 'Write the JSON number 1.',
    example: { wrong: '"schema_version": "1"', right: '"schema_version": 1' },
  },
  check(manifest, report) {
    const value = manifest.schema_version;
    const right = expected(report);
    const fix = `Write "schema_version": ${right}, a number without quotes.`;
    if (value === undefined) report.error('field_missing', '/schema_version', '"schema_version" is missing.', fix);
    else if (typeof value !== 'number') {
      report.error(
        'field_type',
        '/schema_version',
        `"schema_version" must be the number ${right}, but it is ${typeName(value)}.`,
        fix,
        value,
      );
    } else if (value !== right) {
      report.error(
        'schema_version_unsupported',
        '/schema_version',
        `"schema_version" must be ${right}, but it is ${describe(value)}.`,
        fix,
        value,
      );
    }
  },
};

function expected(report: RuleReport): number {
  const declared = report.root.object.contract_version;
  return versionsOf(report).find(({ spelling }) => spelling.structured === declared)?.schemaVersion ?? 1;
}
