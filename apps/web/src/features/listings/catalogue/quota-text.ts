import { texts } from '../texts/catalogue.js';

interface Quota {
  unit: string;
  limit: number;
  overage_policy: string;
}

/** Quota of a plugin, and the consequence above it. */
export function quotaText({ unit, limit, overage_policy }: Quota): string {
  const beyond = overage_policy === 'block' ? texts.quota.stopsAtTheLimit : texts.quota.billsExtraUse;
  return `${limit} ${unit}, ${beyond}`;
}
