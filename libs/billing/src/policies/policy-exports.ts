import { listExport, PageQuery } from '@portal/platform/http';
import { ListPolicies } from './list-policies.js';
import type { PolicyVersionView, PolicyView } from './policies.view.js';
import { ShareOverridesQuery } from './revenue-share-overrides.dto.js';
import { RevenueShareOverrides } from './revenue-share-overrides.js';
import type { RevenueShareOverrideView } from './revenue-share-overrides.view.js';

const SHARES = [
  ...(['id', 'org_id', 'drive_id', 'name', 'basis_points', 'month', 'state', 'reason', 'proposed_by'] as const),
  ...(['proposed_at', 'decided_by', 'decided_at', 'decision_note'] as const),
] satisfies (keyof RevenueShareOverrideView)[];
const POLICIES = [
  ...(['key', 'title', 'version', 'state', 'in_force', 'sentence', 'value', 'valid_from', 'reason'] as const),
  ...(['proposed_by', 'proposed_at', 'decided_by', 'decided_at', 'decision_note'] as const),
] satisfies (keyof PolicyVersionView | keyof PolicyView | 'in_force')[];

/** The list of policies has no filter. */
class PoliciesQuery extends PageQuery {}

/** One row per version, including past ones. The value is JSON in one cell. */
function byVersion({ key, title, version: inForce, versions }: PolicyView): object[] {
  return versions.map((one) => ({
    ...one,
    key,
    title,
    in_force: one.state === 'approved' && one.version === inForce,
    value: JSON.stringify(one.value),
  }));
}

/** Exports of the lists of policies and revenue shares. */
export const POLICY_EXPORTS = [
  listExport({
    kind: 'shares',
    query: ShareOverridesQuery,
    columns: SHARES,
    from: RevenueShareOverrides,
    page: (shares, query) => shares.list(query),
  }),
  listExport({
    kind: 'policies',
    query: PoliciesQuery,
    columns: POLICIES,
    from: ListPolicies,
    page: async (policies) => ({ items: (await policies.list()).items.flatMap(byVersion), next_cursor: null }),
  }),
];
