import type { ManifestQuota } from '@portal/contract';

/** Usage against the cap of the installed version (contract: quota object). */
interface QuotaUse {
  readonly unit: string;
  readonly limit: number;
  readonly overage_policy: 'block' | 'meter';
  /** As the Drive reports it; null when it does not. */
  readonly used: number | null;
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/**
 * The gauge of an install: `quota_used` of its metrics, else the figure that has the name of the unit, against `quota_limit`
 * of its metrics, else the cap of the manifest. Null without a cap above zero.
 */
export function quotaUse(quota: ManifestQuota | null, metrics: object | null): QuotaUse | null {
  const figures = (metrics ?? {}) as Record<string, unknown>;
  const limit = count(figures['quota_limit']) ?? quota?.limit ?? 0;
  if (quota === null || limit === 0) return null;
  const { unit } = quota;
  const overage_policy = quota.overagePolicy === 'meter' ? 'meter' : 'block';
  return { unit, limit, overage_policy, used: count(figures['quota_used']) ?? count(figures[unit]) };
}
