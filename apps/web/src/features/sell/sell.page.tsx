import { Link } from '@tanstack/react-router';
import { useGet, type SellerTermsView } from '../../api/hooks.js';
import { Estimator } from '../../components/finance/estimator.js';
import { MoneyWay } from '../../components/finance/money-way.js';
import { SiteResource, useTabTitle } from '../../components/layout/site.js';
import { countryName } from '../../lib/countries.js';
import { formatMoney, formatShare, formatSpan, humanize } from '../../lib/format.js';
import { common } from '../../text/common.js';
import { texts } from './texts.js';

/** What selling here means: prices, the split, payouts and reviews, before anybody signs up. */
export function SellPage() {
  useTabTitle(texts.title);
  const terms = useGet('/api/public/seller-terms');
  return (
    <div className="site-wrap site-section">
      <h1>{texts.headline}</h1>
      <SiteResource of={terms}>
        {(view) => (
          <>
            <p className="site-lead">{texts.lead(formatShare(view.author_basis_points))}</p>
            <Apply />
            <MoneyWay of={view} />
            <section className="site-section stack">
              <h2>{texts.estimate}</h2>
              <Estimator of={view} at="/api/public/earnings-estimate" />
            </section>
            <Terms of={view} />
            <Apply />
          </>
        )}
      </SiteResource>
    </div>
  );
}

/** The application leads a stranger through an account and back to it. */
function Apply() {
  return (
    <p className="row site-section">
      <Link to="/sign-up" search={{ to: '/apply' }} className="site-button" data-look="primary" data-size="large">
        {texts.apply}
      </Link>
      <Link to="/validate" className="site-button" data-size="large">
        {texts.check}
      </Link>
    </p>
  );
}

function Terms({ of: terms }: { of: SellerTermsView }) {
  const reviews = useGet('/api/public/review-statistics').data;
  const median = reviews?.kinds.find(({ kind }) => kind === 'submission')?.months[0]?.median_ms;
  const amounts = (of: SellerTermsView['listing_fee']): string =>
    of.map((one) => formatMoney(one.amount_minor, one.currency)).join(', ');
  const rows = [
    ...terms.prices.map(({ tier, currency, amount_minor: amount, share }) => [
      texts.terms.tier(humanize(tier)),
      texts.terms.price(formatMoney(amount, currency), formatMoney(share.author_minor, currency)),
    ]),
    [
      texts.terms.review,
      texts.terms.reviewed(median === undefined ? null : formatSpan(median), reviews?.due_hours ?? 0),
    ],
    [texts.terms.minimum, amounts(terms.payout_minimum)],
    [texts.terms.fee, terms.listing_fee.length > 0 ? amounts(terms.listing_fee) : texts.terms.noFee],
    [texts.terms.countries, terms.countries.map(countryName).sort().join(', ')],
  ];
  return (
    <section className="site-section stack">
      <h2>{texts.terms.title}</h2>
      <dl className="stack">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="strong">{name}</dt>
            <dd className="dim num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="row">
        <a href="/agreement">{common.developerAgreement}</a>
        <Link to="/statistics">{common.reviewStatistics}</Link>
      </p>
    </section>
  );
}
