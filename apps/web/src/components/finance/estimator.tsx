import { useState } from 'react';
import { useGet, type SellerTermsView } from '../../api/hooks.js';
import { countryName } from '../../lib/countries.js';
import { formatMoney, formatShare, humanize } from '../../lib/format.js';
import { controlled } from '../../lib/use-form.js';
import { SiteResource } from '../layout/site.js';
import { common } from '../../text/common.js';
import { texts } from '../texts/finance.js';

const { estimator: words } = texts;

interface EstimatorProps {
  of: SellerTermsView;
  /** At the standard share for everybody, at their own for authors. */
  at: '/api/public/earnings-estimate' | '/api/v1/author/earnings-estimate';
}

const optionsOf = (options: readonly (readonly [string, string])[]) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

/** What installs earn in a month. */
export function Estimator({ of: terms, at }: EstimatorProps) {
  const [tier, setTier] = useState(terms.prices[0]?.tier ?? 'standard');
  const [installs, setInstalls] = useState('10');
  const [country, setCountry] = useState(terms.countries[0] ?? '');
  const prices = terms.prices.map((one): [string, string] => [
    one.tier,
    words.tierPrice(humanize(one.tier), formatMoney(one.amount_minor, one.currency)),
  ]);
  const countries = terms.countries.map((code): [string, string] => [code, countryName(code)]);
  const valid = /^[1-9]\d{0,5}$/.test(installs);
  const query = { tier: tier as 'standard', installs: valid ? Number(installs) : 1, month_percent: 100 };
  const estimate = useGet(at, { query }, { enabled: valid });
  return (
    <div className="site-card stack">
      <div className="site-grid">
        <label className="site-field">
          {words.tier}
          <select {...controlled(tier, setTier)}>{optionsOf(prices)}</select>
        </label>
        <label className="site-field">
          {common.installs}
          <input inputMode="numeric" {...controlled(installs, setInstalls)} />
        </label>
        <label className="site-field">
          {words.country}
          <select {...controlled(country, setCountry)}>{optionsOf([...countries, ['', words.otherCountry]])}</select>
        </label>
      </div>
      <div role="status">
        {valid && country !== '' ? (
          <SiteResource of={estimate}>
            {({ currency, gross_minor: gross, share }) => {
              const minimum = terms.payout_minimum.find((one) => one.currency === currency)?.amount_minor;
              return (
                <>
                  <p className="strong num">{words.youGet(formatMoney(share.author_minor, currency))}</p>
                  <p className="dim">{words.of(formatMoney(gross, currency), formatShare(share.basis_points))}</p>
                  <p className="dim">{words.paidFrom(formatMoney(minimum ?? '0', currency))}</p>
                </>
              );
            }}
          </SiteResource>
        ) : (
          <p>{valid ? words.notPayable : words.incomplete}</p>
        )}
      </div>
    </div>
  );
}
