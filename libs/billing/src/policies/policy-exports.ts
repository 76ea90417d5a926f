import { listExport, PageQuery } from '@portal/platform/http';
import { ListPolicies } from './list-policies.js';
import type { PolicyVersionView, PolicyView } from './policies.view.js';

const POLICIES = [
  ...(['key', 'title', 'version', 'in_force', 'sentence', 'value', 'valid_from', 'reason'] as const),
  ...(['proposed_by', 'decided_by', 'decided_at'] as const),
] satisfies (keyof PolicyVersionView | keyof PolicyView | 'in_force')[];

/** The list of policies has no filter. */
class PoliciesQuery extends PageQuery {}

/** One row per version, including past ones. The value is JSON in one cell. */
function byVersion({ key, title, version: inForce, versions }: PolicyView): object[] {
  return versions.map((one) => ({
    ...one,
    key,
    title,
    in_force: one.version === inForce,
    value: JSON.stringify(one.value),
  }));
}

/** Exports of the lists of policies. */
export const POLICY_EXPORTS = [
  listExport({
    kind: 'policies',
    query: PoliciesQuery,
    columns: POLICIES,
    from: ListPolicies,
    page: async (policies) => ({ items: (await policies.list()).items.flatMap(byVersion), next_cursor: null }),
  }),
];
