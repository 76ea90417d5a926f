import { texts } from '../texts/catalogue.js';

interface Quota {
  unit: string;
  limit: number;
  overage_policy: string;
}

/** How much of a plugin can be used, and what happens above that. */
export function quotaText({ unit, limit, overage_policy }: Quota): string {
  const beyond = overage_policy === 'block' ? texts.quota.stopsAtTheLimit : texts.quota.billsExtraUse;
  return `${limit} ${unit}, ${beyond}`;
}
