import type { SellerTermsView } from '../../api/schema.js';
import { formatMoney, formatUtcDate, shiftMonth } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { SiteFacts } from '../layout/site.js';
import { common } from '../../text/common.js';
import { texts } from '../texts/finance.js';

const { moneyWay: words } = texts;

/** From an install to the author's bank by the policies in force: how its price is split, and on which days. */
export function MoneyWay({ of: terms }: { of: SellerTermsView }) {
  const [price] = terms.prices;
  if (!price) return null;
  const { currency, amount_minor: amount, share } = price;
  const money = (minor: string): string => formatMoney(minor, currency);
  const minimum = terms.payout_minimum.find((one) => one.currency === currency);
  // A whole month, so that the price is charged in full.
  const first = (monthsOn: number): string => formatUtcDate(`${shiftMonth(currentMonth(), monthsOn)}-01`);
  const split = words.split(money(share.author_minor), money(share.platform_minor));
  return (
    <section className="site-section stack">
      <h2>{words.title(money(amount))}</h2>
      <p className="dim">{words.lead}</p>
      <svg width="100%" height="32" role="img" aria-label={split}>
        <rect width="100%" height="32" rx="6" fill="var(--tone-ok-bg)" />
        <rect width={`${share.basis_points / 100}%`} height="32" rx="6" fill="var(--primary)" />
      </svg>
      <p className="strong num">{split}</p>
      <SiteFacts
        items={[
          ['installed', first(1), words.installed],
          ['closes', first(2), words.closes(money(amount))],
          ['approved', words.from(first(2)), words.approved(terms.payout_approvals + 1)],
          ['sent', common.then, words.bank(money(minimum?.amount_minor ?? '0'))],
        ]}
      />
    </section>
  );
}
