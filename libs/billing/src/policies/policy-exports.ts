import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports, PageQuery } from '@portal/platform/http';
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
@Injectable()
export class PolicyExports implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly shares: RevenueShareOverrides,
    private readonly policies: ListPolicies,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'shares',
      query: ShareOverridesQuery,
      columns: SHARES,
      page: (query) => this.shares.list(query),
    });
    this.exports.register({
      kind: 'policies',
      query: PoliciesQuery,
      columns: POLICIES,
      page: async () => ({ items: (await this.policies.list()).items.flatMap(byVersion), next_cursor: null }),
    });
  }
}
