import { IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { TestApp } from '../../../../../test/support/http/http-app.js';
import { BillingModule } from '../../billing.module.js';
import { EstimateEarnings } from '../../policies/estimate-earnings.js';
import type { EarningsEstimateView } from '../../policies/revenue-share-overrides.view.js';
import type { SellerTermsView } from '../../policies/seller-terms.view.js';

const app = TestApp.ofSpec([IdentityModule, LedgerModule, BillingModule]);

describe('an earnings estimate', () => {
  it('rounds each install as the close of a month does and splits the sum at the author’s share', async () => {
    const of = (installs: number, monthPercent: number) =>
      app.get(EstimateEarnings).execute('0190a000-0000-7000-8000-0000000000ab', {
        tier: 'standard',
        installs,
        monthPercent,
      });
    expect(await of(10, 100)).toEqual({
      currency: 'usd',
      price_minor: '9900',
      gross_minor: '99000',
      share: { basis_points: 7_000, author_minor: '69300', platform_minor: '29700' },
    });
    // 9900 x 1 / 100 = 99 each; R(297 x 0.7) = 208.
    expect(await of(3, 1)).toMatchObject({ gross_minor: '297', share: { author_minor: '208', platform_minor: '89' } });
  });
});

describe('terms for everybody', () => {
  const read = <T>(url: string) => app.call<T>({ method: 'GET', url });

  it('are the policies in force: prices with the standard split, minimum payout, countries', async () => {
    const { data } = await read<SellerTermsView>('/api/public/seller-terms');
    expect(data.author_basis_points).toBe(7_000);
    expect(data.prices.find(({ tier }) => tier === 'standard')).toEqual({
      tier: 'standard',
      currency: 'usd',
      amount_minor: '9900',
      share: { basis_points: 7_000, author_minor: '6930', platform_minor: '2970' },
    });
    expect(data.payout_minimum).toContainEqual({ currency: 'usd', amount_minor: '2500' });
    expect(data.countries).toContain('DE');
  });

  it('include an estimate at the standard share, which refuses what is no tier', async () => {
    const of = (tier: string) => `/api/public/earnings-estimate?tier=${tier}&installs=10&month_percent=100`;
    expect((await read<EarningsEstimateView>(of('standard'))).data.share.author_minor).toBe('69300');
    expect((await read(of('huge'))).status).toBe(400);
  });
});
