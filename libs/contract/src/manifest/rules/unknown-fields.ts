import { childPointer } from '../../json/pointer.js';
import { isObject, type JsonObject } from '../../json/types.js';
import type { ManifestRule, RuleReport } from '../rule.js';
import { ENDPOINT_NAMES } from '../types.js';

const STRUCTURED = fields({
  '': [
    'schema_version',
    'drive',
    'endpoints',
    'capabilities',
    'events_emitted',
    'events_consumed',
    'contract_version',
    'config_schema',
    'quota',
    'compliance',
    'support',
    'install_returns',
    'permissions_requested',
    'routes_exposed',
  ],
  drive: [
    'id',
    'name',
    'tagline',
    'category',
    'motion',
    'homepage',
    'support_url',
    'support_email',
    'icon_url',
    'pricing_tier',
    'version',
  ],
  endpoints: [...ENDPOINT_NAMES, 'receive'],
  quota: ['unit', 'limit', 'overage_policy'],
  compliance: [
    'frameworks',
    'data_classes',
    'data_residency',
    'subprocessors_url',
    'baa_required',
    'encryption_at_rest',
    'encryption_in_transit',
  ],
  support: ['sla_response_business_hours', 'sla_response_off_hours', 'incident_email', 'status_page'],
  install_returns: ['type', 'token_prefix', 'embed_snippet', 'host_origin'],
});
const FLAT = fields({
  '': [
    'name',
    'description',
    'category',
    'version',
    'contract_version',
    'capabilities',
    'permissions_requested',
    'icon_url',
    'pricing',
    'routes_exposed',
  ],
  pricing: ['model', 'currency', 'plans'],
});
const PLAN = new Set(['id', 'name', 'price_cents', 'interval']);
const ROUTE = new Set(['path', 'label', 'icon']);

/** A block with its known fields; '' is the manifest itself. `usual` are the fields of the last good one. */
interface Place {
  readonly block: string;
  readonly known: ReadonlySet<string>;
  usual: readonly string[];
}

function fields(lists: Readonly<Record<string, readonly string[]>>): readonly Place[] {
  return Object.entries(lists).map(([block, names]) => ({ block, known: new Set(names), usual: names }));
}

/** Whether an object has the fields of the last good one, in their order: most manifests are written by one library. */
function isUsual(object: JsonObject, usual: readonly string[]): boolean {
  let at = 0;
  for (const key in object) if (key !== usual[at++]) return false;
  return true;
}

/** True when one edit (insert, delete, replace) or a difference in case and separators leads from `a` to `b`. */
function isNear(a: string, b: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '');
  const [x, y] = [plain(a), plain(b)];
  if (Math.abs(x.length - y.length) > 1) return false;
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  let end = 0;
  while (end < Math.min(x.length, y.length) - start && x.at(-1 - end) === y.at(-1 - end)) end++;
  return Math.max(x.length, y.length) - start - end <= 1;
}

function checkObject(report: RuleReport, object: JsonObject, pointer: string, known: ReadonlySet<string>): void {
  for (const key in object) {
    if (known.has(key) || key.startsWith('x-') || key.startsWith('x_')) continue;
    const near = [...known].find((candidate) => isNear(candidate, key));
    const fix = near ? `Did you mean "${near}"?` : 'Remove it if it has no purpose.';
    report.warn(
      'field_unknown',
      childPointer(pointer, key),
      `The contract has no field "${key.slice(0, 80)}" here; it is ignored.`,
      fix,
    );
  }
}

function checkBlock(report: RuleReport, manifest: JsonObject, place: Place): void {
  const { block, known } = place;
  const object = block === '' ? manifest : manifest[block];
  if (!isObject(object) || isUsual(object, place.usual)) return;
  const before = report.issues.length;
  checkObject(report, object, block === '' ? '' : `/${block}`, known);
  if (report.issues.length === before) place.usual = Object.keys(object).filter((key) => known.has(key));
}

function checkItems(report: RuleReport, list: unknown, pointer: string, known: ReadonlySet<string>): void {
  if (!Array.isArray(list)) return;
  for (const [i, item] of list.entries())
    if (isObject(item)) checkObject(report, item, childPointer(pointer, i), known);
}

/** Fields the contract does not name are ignored, but a misspelled one should not go unseen. */
export const unknownFields: ManifestRule = {
  id: 'unknown-fields',
  clause: 'Versioning 2; Drive manifest',
  shapes: ['flat', 'structured'],
  check(manifest, report) {
    const places = report.shape === 'flat' ? FLAT : STRUCTURED;
    for (let i = 0; i < places.length; i += 1) checkBlock(report, manifest, places[i]!);
    checkItems(report, manifest.routes_exposed, '/routes_exposed', ROUTE);
    if (report.shape === 'flat' && isObject(manifest.pricing))
      checkItems(report, manifest.pricing.plans, '/pricing/plans', PLAN);
  },
};
