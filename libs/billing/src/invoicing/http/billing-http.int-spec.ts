import { IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { TestApp } from '../../../../../test/support/http/http-app.js';
import { BillingModule } from '../../billing.module.js';
import { EstimateEarnings } from '../../policies/estimate-earnings.js';

let app: TestApp;
let finance: string;
beforeAll(async () => {
  app = await TestApp.start([IdentityModule, LedgerModule, BillingModule]);
  finance = await app.demo('finance-preparer');
});
afterAll(() => app.close());

describe('routes of finance', () => {
  it.each([
    ['/finance/invoices?month=2024-13', 'invalid_request'],
    ['/finance/invoices?cursor=nonsense', 'invalid_cursor'],
    ['/finance/invoices?author=nobody', 'invalid_request'],
    ['/finance/invoices?currency=dollars', 'invalid_request'],
    ['/finance/invoices?numbers=1', 'invalid_request'],
    ['/finance/ledger?account=nobody', 'unknown_account'],
    ['/finance/ledger?limit=0', 'invalid_request'],
    ['/finance/ledger?other=1', 'invalid_request'],
  ])('%s is refused as %s', async (route, error) => {
    expect(await app.call({ method: 'GET', url: `/api/v1${route}`, as: finance })).toMatchObject({
      status: 400,
      error,
    });
  });
});

describe('an earnings estimate', () => {
  it('rounds each install as a close does and splits the sum at the author’s share', async () => {
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
