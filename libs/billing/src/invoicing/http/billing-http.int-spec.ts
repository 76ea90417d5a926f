import { Identity, IdentityModule } from '@portal/identity';
import { LedgerModule } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { TestApp } from '../../../../../test/support/http/http-app.js';
import { BillingModule } from '../../billing.module.js';
import { EstimateEarnings } from '../../policies/estimate-earnings.js';

let app: TestApp;
let finance: string;
let operator: string;
beforeAll(async () => {
  app = await TestApp.start([IdentityModule, LedgerModule, BillingModule]);
  finance = await app.demo('finance-preparer');
  operator = await app.demo('operator');
  const me = await app.call<{ user: { id: string } }>({ method: 'GET', url: '/api/v1/me', as: operator });
  const scopeId = '0190a000-0000-7000-8000-0000000000aa';
  await app
    .get(Transactor)
    .run((tx) => app.get(Identity).grantRole(tx, { userId: me.data.user.id, role: 'operator', scopeId }));
});
afterAll(() => app.close());

const FINANCE_ROUTES = ['/finance/periods', '/finance/invoices', '/finance/ledger', '/finance/ledger/proof'];

describe('routes of finance', () => {
  it.each(FINANCE_ROUTES)('%s answers finance and nobody else', async (route) => {
    const url = `/api/v1${route}`;
    expect((await app.call({ method: 'GET', url, as: finance })).status).toBe(200);
    expect(await app.call({ method: 'GET', url, as: operator })).toMatchObject({ status: 403, error: 'forbidden' });
    expect(await app.call({ method: 'GET', url })).toMatchObject({ status: 401, error: 'unauthenticated' });
  });

  it('closing is for finance, and for months that are over', async () => {
    const close = (month: string, as: string) =>
      app.call({ method: 'POST', url: `/api/v1/finance/periods/${month}/close`, as });
    expect(await close('2024-01', operator)).toMatchObject({ status: 403 });
    expect(await close('2099-01', finance)).toMatchObject({ status: 409, error: 'month_not_over' });
    expect(await close('last', finance)).toMatchObject({ status: 400, error: 'month_invalid' });
    expect(await close('2024-01', finance)).toMatchObject({
      status: 202,
      data: { month: '2024-01', state: 'closing' },
    });
    expect(await close('2024-01', finance)).toMatchObject({
      status: 202,
      data: { month: '2024-01', state: 'closing' },
    });
  });

  it('an unknown invoice is a 404, an invalid id a 400, with a code each', async () => {
    const get = (id: string) => app.call({ method: 'GET', url: `/api/v1/finance/invoices/${id}`, as: finance });
    expect(await get('0190a000-0000-7000-8000-000000000001')).toMatchObject({
      status: 404,
      error: 'invoice_not_found',
    });
    expect(await get('x')).toMatchObject({ status: 400, error: 'invalid_request' });
  });

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

describe('routes of operators', () => {
  const card = '/api/v1/operator/tenants/0190a000-0000-7000-8000-000000000001/payment-method';

  it('show own invoices only, and no tenant of somebody else', async () => {
    expect(await app.call({ method: 'GET', url: '/api/v1/operator/invoices', as: operator })).toMatchObject({
      status: 200,
      data: { items: [], next_cursor: null },
    });
    expect(await app.call({ method: 'GET', url: card, as: operator })).toMatchObject({
      status: 404,
      error: 'tenant_not_found',
    });
    expect(await app.call({ method: 'GET', url: card, as: finance })).toMatchObject({ status: 403 });
  });

  it.each([
    ['nothing', {}],
    ['a card number', { payment_method: '4242424242424242' }],
    ['more than asked for', { payment_method: 'pm_card_visa', customer: 'cus_1' }],
  ])('a payment method of %s is refused', async (_name, body) => {
    expect(await app.call({ method: 'POST', url: card, body, as: operator })).toMatchObject({
      status: 400,
      error: 'invalid_request',
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

  it('is for authors only', async () => {
    const url = '/api/v1/author/earnings-estimate?installs=1&tier=pro&month_percent=50';
    expect(await app.call({ method: 'GET', url, as: operator })).toMatchObject({ status: 403 });
  });
});
