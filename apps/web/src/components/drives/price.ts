import type { PluginView, SubmissionView } from '../../api/schema.js';
import { formatMoney } from '../../lib/format.js';
import { findStatus } from '../../text/vocabulary.js';
import { texts } from '../texts/drives.js';
import { publicPrice } from './public-price.js';

type Priced = Pick<PluginView, 'price'> & { billing_model: string };

/** What a new version changes of the price, as amounts; null: nothing, or it is the first. */
export function priceChange({ listing_before, listing }: Pick<SubmissionView, 'listing_before' | 'listing'>) {
  const [before, after] = [listing_before, listing].map((card) => card && publicPrice(card));
  return before && after && before !== after ? texts.price.changes(before, after) : null;
}

/** `$49.00 / month`, `Free`, or that the author bills, in which case the price is unknown. */
export function priceText({ price, billing_model }: Priced): string {
  if (billing_model === 'author_billing') return findStatus('billing_model', billing_model)?.badge ?? '';
  return price && BigInt(price.amount_minor) > 0n
    ? texts.price.perMonth(formatMoney(price.amount_minor, price.currency))
    : texts.price.free;
}

/**
 * Price of a plugin for a tenant, or for each tenant where they differ: `€45.00 / month (Northwind), ¥7,000 / month
 * (Harbor)`.
 */
export function pluginPriceText(plugin: PluginView, tenantId?: string): string {
  if (plugin.price_by_agreement) return texts.price.asAgreedWithYou;
  const prices = plugin.tenant_prices.filter((one) => tenantId === undefined || one.tenant_id === tenantId);
  if (prices.length === 0) return plugin.price_known ? priceText(plugin) : texts.price.noPriceYet;
  const perTenant = prices.map(({ tenant_name, currency, price, price_known }) => ({
    tenant_name,
    text: price_known
      ? priceText({ price, billing_model: plugin.billing_model })
      : texts.price.noPriceInYet(currency.toUpperCase()),
  }));
  const [first] = perTenant;
  return first && perTenant.every(({ text }) => text === first.text)
    ? first.text
    : perTenant.map(({ tenant_name, text }) => `${text} (${tenant_name})`).join(', ');
}

/** When and by whom it is charged: `At the end of each UTC month, prorated to the second`. */
export function chargedText({ price, billing_model }: Priced): string {
  if (billing_model === 'author_billing') return findStatus('billing_model', billing_model)?.next ?? '';
  return price ? texts.price.chargedAtEndOfMonth : texts.price.never;
}

/** The description of a trial before installing: `14 days free, then $49.00 / month`. */
export function trialText(plugin: PluginView, tenantId?: string): string | null {
  if (plugin.trial_days === 0) return null;
  if (tenantId !== undefined && plugin.trial_used_by.includes(tenantId)) return texts.price.trialUsed;
  return texts.price.freeDaysThen(plugin.trial_days, pluginPriceText(plugin, tenantId));
}
