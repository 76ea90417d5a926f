import { ruleOf } from '../field.js';
import { manifestFields } from '../fields/index.js';
import type { ManifestRule } from '../rule.js';
import { unknownFields } from './unknown-fields.js';

/** All rules about manifests, in the order of their findings. */
export const manifestRules: readonly ManifestRule[] = Object.freeze([
  ...new Set(
    Object.values(manifestFields).flatMap((entry) => [
      ...(entry.rules ?? []),
      ...(entry.rule ? [ruleOf(entry, entry.rule)] : []),
    ]),
  ),
  unknownFields(manifestFields),
]);
