import { typeName } from '../../json/describe.js';
import type { ManifestRule } from '../rule.js';
import { checkWebAddress } from '../web-address.js';

const KEYS = [
  'frameworks',
  'data_classes',
  'data_residency',
  'subprocessors_url',
  'baa_required',
  'encryption_at_rest',
  'encryption_in_transit',
];

/** The compliance block: types exactly as listed, every claim machine-readable. */
export const compliance: ManifestRule = {
  id: 'compliance',
  clause: 'Manifest shape B: compliance object',
  shapes: ['structured'],
  check(_manifest, report) {
    const block = report.block(report.root, 'compliance', {
      optional: true,
      fix: 'Give the claims as an object, or leave it out.',
    });
    if (!block) return;
    for (const key of ['frameworks', 'data_classes', 'data_residency']) {
      report.texts(block, key, { optional: true, fix: 'Give an array of strings.' });
    }
    for (const key of ['encryption_at_rest', 'encryption_in_transit']) {
      report.text(block, key, { optional: true, fix: 'Name the method, for example "AES-256".' });
    }
    const url = report.text(block, 'subprocessors_url', {
      optional: true,
      fix: 'Give the address of the public list.',
    });
    if (url !== undefined) checkWebAddress(report, '/compliance/subprocessors_url', url);
    const baa = block.object.baa_required;
    if (baa !== undefined && typeof baa !== 'boolean') {
      report.error(
        'field_type',
        '/compliance/baa_required',
        `"baa_required" must be true or false, but it is ${typeName(baa)}.`,
        'Write true or false without quotes.',
        baa,
      );
    }
    const absent = KEYS.filter((key) => block.object[key] === undefined);
    if (absent.length > 0) {
      report.warn(
        'compliance_incomplete',
        '/compliance',
        `Regulated tenants will ask for what is not stated: ${absent.join(', ')}.`,
        'State every key, with empty lists where nothing applies.',
      );
    }
  },
};
