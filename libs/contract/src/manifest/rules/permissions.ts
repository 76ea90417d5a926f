import { childPointer } from '../../json/pointer.js';
import { describePermission } from '../permissions.js';
import type { ManifestRule } from '../rule.js';

/** Requested permissions: required in shape A, an optional addition in shape B. */
export const permissions: ManifestRule = {
  id: 'permissions',
  clause: 'Manifest shape A: permissions_requested; Do-not rules',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C28',
    title: 'permissions_requested is a list of names.',
    cause: 'It is one text, or holds something that is no text.',
    fix: 'Write a list, empty when nothing is needed.',
    example: { wrong: '"permissions_requested": "venture.read"', right: '"permissions_requested": ["venture.read"]' },
  },
  check(manifest, report) {
    const { permissions_requested: requested } = manifest;
    if (requested === undefined && report.shape === 'structured') return;
    const fix = 'List the permissions, for example ["venture.read"], or [].';
    const values = report.texts(report.root, 'permissions_requested', { fix });
    const raw: readonly unknown[] = Array.isArray(requested) ? requested : [];
    for (const value of values ?? []) {
      if (!describePermission(value).known) {
        report.add(
          'info',
          'permission_unknown',
          childPointer('/permissions_requested', raw.indexOf(value)),
          `"${value}" is not a permission the host knows; a reviewer will judge it.`,
          'Use a known name if one fits.',
          value,
        );
      }
    }
  },
};
