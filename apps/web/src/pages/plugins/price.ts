import type { Schemas } from '../../api/types.js';
import { formatMoney } from '../../lib/format.js';

/** `$49.00 / month`, or `Free`. */
export function priceText(price: Schemas['InstallPriceView'] | null): string {
  return price && BigInt(price.amount_minor) > 0n
    ? `${formatMoney(price.amount_minor, price.currency)} / month`
    : 'Free';
}

/** What an operator is told about a trial before installing: `14 days free, then $49.00 / month`. */
export function trialText(plugin: Schemas['PluginView'], tenantId?: string): string | null {
  if (plugin.trial_days === 0) return null;
  if (tenantId !== undefined && plugin.trial_used_by.includes(tenantId)) return 'None: this plugin was tried before';
  return `${plugin.trial_days} ${plugin.trial_days === 1 ? 'day' : 'days'} free, then ${priceText(plugin.price)}`;
}
