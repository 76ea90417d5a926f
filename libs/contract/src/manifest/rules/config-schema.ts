import { checkConfigSchema } from '../../config-schema/gate.js';
import type { ManifestRule } from '../rule.js';

/** `config_schema` fits the profile that the host can render and check. */
export const configSchema: ManifestRule = {
  id: 'config-schema',
  clause: 'Manifest shape B: config_schema; Limits: config_schema',
  shapes: ['structured'],
  check(manifest, report) {
    if (manifest.config_schema === undefined) return;
    for (const issue of checkConfigSchema(manifest.config_schema, report.compactBytes)) {
      report.add(issue.level, issue.code, `/config_schema${issue.pointer}`, issue.message, issue.fix);
    }
  },
};
