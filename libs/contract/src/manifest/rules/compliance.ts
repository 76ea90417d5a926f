import { typeName } from '../../json/describe.js';
import type { JsonObject } from '../../json/types.js';
import type { ManifestRule } from '../rule.js';
import { checkWebAddress } from '../web-address.js';

const LISTS = ['frameworks', 'data_classes', 'data_residency'];
const METHODS = ['encryption_at_rest', 'encryption_in_transit'];
const KEYS = [...LISTS, 'subprocessors_url', 'baa_required', ...METHODS];
const LIST = { optional: true, fix: 'Give an array of strings.' };
const METHOD = { optional: true, fix: 'Name the method, for example "AES-256".' };
const URL_OF_LIST = { optional: true, fix: 'Give the address of the public list.' };
const NONE: readonly string[] = [];

function absentKeys(block: JsonObject): readonly string[] {
  for (const key of KEYS) if (block[key] === undefined) return KEYS.filter((one) => block[one] === undefined);
  return NONE;
}

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
    for (const key of LISTS) report.texts(block, key, LIST);
    for (const key of METHODS) report.text(block, key, METHOD);
    const url = report.text(block, 'subprocessors_url', URL_OF_LIST);
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
    const absent = absentKeys(block.object);
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
