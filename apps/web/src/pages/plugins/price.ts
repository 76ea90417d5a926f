import type { Schemas } from '../../api/types.js';
import { formatMoney } from '../../lib/format.js';

/** `$49.00 / month`, or `Free`. */
export function priceText(price: Schemas['InstallPriceView'] | null): string {
  return price && BigInt(price.amount_minor) > 0n
    ? `${formatMoney(price.amount_minor, price.currency)} / month`
    : 'Free';
}
