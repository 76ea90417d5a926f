import { randomUUID } from 'node:crypto';
import { BillingWorkerModule } from '@portal/billing';
import { PortalClock } from '@portal/platform/database';
import { CloseMonth } from '../../libs/billing/src/invoicing/close-month.js';
import type {
  HostTenantView,
  InstallView,
  TenantComplianceView,
  VentureView,
} from '../../libs/installs/src/install/read/installs.view.js';
import { agreeTerms } from '../support/drives/commercial-terms.js';
import { hostToken } from '../support/http/host-token.js';
import { InstallingWorld } from '../support/drives/installing-world.js';
import type { ListingsWorld } from '../support/drives/listings.js';

/** The price of the Drive's tier in each currency, minor units; the dollar's comes with the price list. */
const PRICES = { eur: 4_500n, jpy: 7_000n } as const;

describe('A tenant is billed in its currency, from the price list to the invoice', () => {
  const place = InstallingWorld.forTests('many-currencies', [BillingWorkerModule]);
  let world: ListingsWorld;
  let host: string;
  let operator: string;
  let northwind: VentureView[];
  let harbor: VentureView[];

  beforeAll(async () => {
    ({ listings: world, operator } = place);
    host = await hostToken(world.app);
    [northwind, harbor] = ['Northwind Studio', 'Harbor Clinic'].map((name) =>
      place.ventures.filter((one) => one.tenant_name === name),
    ) as [VentureView[], VentureView[]];
    for (const [first] of [northwind, harbor])
      expect((await place.saveCard(first!.tenant_id, 'pm_card_visa')).status).toBeLessThan(300);
  });

  const tenantOf = async (tenantId: string): Promise<TenantComplianceView> => {
    const { data } = await place.call<{ items: TenantComplianceView[] }>(
      host,
      'GET',
      '/host/tenants/compliance?limit=100',
    );
    return data.items.find((one) => one.tenant_id === tenantId)!;
  };
  async function bill(tenantId: string, currency: string, revision?: string) {
    return place.call<HostTenantView>(host, 'POST', `/host/tenants/${tenantId}/currency`, {
      currency,
      revision: revision ?? (await tenantOf(tenantId)).currency_revision,
    });
  }
  /** By the word of two people of finance, from now on. */
  async function price(currency: keyof typeof PRICES): Promise<void> {
    const amount_minor = PRICES[currency].toString();
    await agreeTerms(world.app, {
      kind: 'tier_price',
      tier: 'starter',
      audience: 'open_market',
      currency,
      amount_minor,
    });
    await world.db.query('update platform.test_clock set offset_ms = offset_ms + 1000');
    await world.app.get(PortalClock).refresh();
  }
  const active = async (venture: VentureView): Promise<InstallView> => {
    const { status, data } = await place.install(venture);
    expect(status).toBe(202);
    await world.work();
    return place.view(data.id);
  };
  const now = async () => (await world.db.query<{ now: Date }>('select platform.portal_now() as now'))[0]!.now;

  it('it is dollars unless the host says otherwise, and only a currency that can be billed', async () => {
    const tenantId = northwind[0]!.tenant_id;
    expect(await tenantOf(tenantId)).toMatchObject({ currency: 'usd' });
    expect(await bill(tenantId, 'xxx')).toMatchObject({ status: 400, error: 'currency_unknown' });
    expect(await bill(randomUUID(), 'eur', '0123456789abcdef')).toMatchObject({ status: 404, error: 'unknown_tenant' });
    expect((await place.call(operator, 'POST', `/host/tenants/${tenantId}/currency`, {})).status).toBe(403);
    const revision = (await tenantOf(tenantId)).currency_revision;
    expect((await bill(tenantId, 'EUR')).data).toMatchObject({ currency: 'eur' });
    // A writer who read dollars gets the current value.
    expect(await bill(tenantId, 'jpy', revision)).toMatchObject({ status: 409, error: 'changed_meanwhile' });
    expect(
      (await place.call(host, 'POST', '/host/tenants', { name: 'X', external_id: 'x', currency: 'xxx' })).error,
    ).toBe('currency_unknown');
    const born = await place.call<HostTenantView>(host, 'POST', '/host/tenants', {
      name: 'Born in yen',
      external_id: 'yen',
      currency: 'JPY',
    });
    expect(born.data).toMatchObject({ currency: 'jpy' });
    const events = await world.db.query<{ type: string; payload: object }>(
      `select type, payload from platform.outbox_events where type = 'tenant.currency_changed' and payload->>'tenant_id' = any($1) order by seq`,
      [[tenantId, born.data.id]],
    );
    expect(events).toMatchObject([{ type: 'tenant.currency_changed', payload: { currency: 'eur', before: 'usd' } }]);
  });

  it('an install without a price in it is refused, with a warning before', async () => {
    expect((await place.plugin()).blocked_tenants).toEqual([
      { tenant_id: northwind[0]!.tenant_id, reasons: ['It has no price in EUR yet.'] },
    ]);
    expect(await place.install(northwind[0]!)).toMatchObject({ status: 409, error: 'no_price_in_currency' });
  });

  it('each install keeps its price in it, and each currency has its invoice', async () => {
    await price('eur');
    const inEuro = await active(northwind[0]!);
    expect(inEuro).toMatchObject({ state: 'active', price: { amount_minor: '4500', currency: 'eur' } });
    expect((await bill(northwind[0]!.tenant_id, 'jpy')).status).toBe(200);
    await price('jpy');
    const agreed = { amount_minor: '7000', currency: 'eur' };
    const { digest, permissions, tenant_prices } = await place.plugin();
    expect(tenant_prices.map(({ tenant_name, price: own }) => [tenant_name, own?.amount_minor, own?.currency])).toEqual(
      [
        ['Harbor Clinic', '4900', 'usd'],
        ['Northwind Studio', '7000', 'jpy'],
      ],
    );
    const wish = {
      venture_id: northwind[1]!.id,
      drive_id: place.drive.driveId,
      digest,
      permissions: permissions.map((one) => one.name),
      config: { brand_name: 'Acme', tone: 'plain' },
    };
    // As many units of other money is another price.
    expect(await place.call(operator, 'POST', '/operator/installs', { ...wish, ...agreed })).toMatchObject({
      status: 409,
      error: 'plugin_changed',
    });
    const inYen = await active(northwind[1]!);
    expect(inYen).toMatchObject({ price: { amount_minor: '7000', currency: 'jpy' } });
    const inDollars = await active(harbor[0]!);
    expect(inDollars).toMatchObject({ price: { amount_minor: '4900', currency: 'usd' } });
    expect(await place.view(inEuro.id)).toMatchObject({ price: { amount_minor: '4500', currency: 'eur' } });

    const month = (await now()).toISOString().slice(0, 7);
    const end = new Date(`${month}-01T00:00:00Z`);
    end.setUTCMonth(end.getUTCMonth() + 1);
    await world.db.query('update platform.test_clock set offset_ms = offset_ms + $1', [
      end.getTime() - (await now()).getTime() + 60_000,
    ]);
    const preparer = await world.app.demo('finance-preparer');
    await place.call(preparer, 'POST', `/finance/periods/${month}/close`, {});
    await world.app.get(CloseMonth).execute(month);
    const lines = await world.db.query<{
      install_id: string;
      currency: string;
      gross: string;
      seconds: string;
      month_seconds: string;
      price_amount: string;
    }>(
      `select l.install_id, i.currency, l.gross, l.seconds, l.month_seconds, l.price_amount
       from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id where l.month = $1::date`,
      [`${month}-01`],
    );
    const charged = [inEuro, inYen, inDollars].map(({ id }) => lines.find((one) => one.install_id === id)!);
    expect(charged.map((one) => [one.currency, one.price_amount])).toEqual([
      ['eur', '4500'],
      ['jpy', '7000'],
      ['usd', '4900'],
    ]);
    for (const { gross, price_amount, seconds, month_seconds } of charged) {
      const [whole, part] = [BigInt(month_seconds), BigInt(price_amount) * BigInt(seconds)];
      expect(BigInt(gross)).toBe((2n * part + whole) / (2n * whole));
    }
  });
});
