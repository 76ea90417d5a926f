import { checkConfigSchema } from '../../config-schema/gate.js';
import type { ManifestRule } from '../rule.js';

/** `config_schema` is one that the host can render and check. */
export const configSchema: ManifestRule = {
  id: 'config-schema',
  clause: 'Manifest shape B: config_schema; Limits: config_schema',
  shapes: ['structured'],
  doc: {
    number: 'C32',
    title: 'config_schema is an object schema that can be checked safely and whose form can be filled in.',
    cause:
      'Its top level is no object, it refers elsewhere, a pattern or default does not work, it requires a field that "properties" does not have, or bounds and choices contradict each other.',
    fix: 'Write "type": "object" at the top, keep references local, and try the form: each required field needs a value that fits.',
    example: {
      wrong: '"config_schema": { "type": "array" }',
      right: '"config_schema": { "type": "object", "properties": {} }',
    },
  },
  check(manifest, report) {
    if (manifest.config_schema === undefined) return;
    for (const issue of checkConfigSchema(manifest.config_schema)) {
      report.add(issue.level, issue.code, `/config_schema${issue.pointer}`, issue.message, issue.fix);
    }
  },
};
