import { randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { VentureView } from '../../../installs/src/install/read/installs.view.js';
import { BillingWorkerModule } from '@portal/billing';
import { InstallingWorld } from '../../../../test/support/drives/installing-world.js';
import type { Author } from '../../../../test/support/drives/listings.js';
import { FinishCardPage } from './finish-card-page.js';
import { parseMonth } from '../domain/month.js';
import { ChargeListingFees } from '../invoicing/charge-listing-fees.js';
import type { CardPageView, InvoiceDetailView, PaymentMethodView } from '../invoicing/http/billing.view.js';
import type { ListingFeeView } from '../invoicing/http/listing-fees.view.js';
import { controlSandbox } from '../../../../test/support/money/sandbox-control.js';

const HOUR = 3_600_000;

describe('the provider’s page for entering a card', () => {
  const place = InstallingWorld.forTests('card-pages', [BillingWorkerModule]);
  let northwind: VentureView;
  let harbor: VentureView;
  let author: Author;

  beforeAll(async () => {
    [northwind, harbor] = ['Northwind Studio', 'Harbor Clinic'].map((name) =>
      place.ventures.find((one) => one.tenant_name === name)!,
    ) as [VentureView, VentureView];
    author = await place.listings.author('carla');
  });

  const base = ({ tenant_id }: VentureView): string => `/operator/tenants/${tenant_id}/payment-method`;
  const open = async (tenant: VentureView): Promise<string> => {
    const { status, data } = await place.call<CardPageView>(place.operator, 'POST', `${base(tenant)}/page`, {});
    expect(status).toBe(200);
    return data.url;
  };
  const idOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
  const enter = (url: string, card: string): Promise<Response> =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card }) });
  const finish = (tenant: VentureView, pageId: string, as = place.operator) =>
    place.call<PaymentMethodView>(as, 'POST', `${base(tenant)}/finish`, { page_id: pageId });
  const cardOf = async (tenant: VentureView): Promise<PaymentMethodView> =>
    (await place.call<PaymentMethodView>(place.operator, 'GET', base(tenant))).data;
  const audited = async (tenant: VentureView): Promise<number> =>
    (
      await place.listings.db.query(
        `select 1 from platform.audit_log where action = 'payment_method.saved' and subject_id = $1`,
        [tenant.tenant_id],
      )
    ).length;

  it('returns its holder to the portal with the card, and a second request changes nothing', async () => {
    const url = await open(northwind);
    expect(await finish(northwind, idOf(url))).toMatchObject({ status: 409, error: 'card_page_open' });
    const back = await enter(url, 'pm_card_visa');
    expect(back.status).toBe(303);
    const to = new URL(back.headers.get('location')!);
    expect([to.pathname, to.searchParams.get('tenant'), to.searchParams.get('card')]).toEqual([
      '/plugins/billing',
      northwind.tenant_id,
      idOf(url),
    ]);
    expect((await finish(northwind, idOf(url))).data).toMatchObject({ ready: true, brand: 'visa', last4: '4242' });
    expect((await finish(northwind, idOf(url))).data).toMatchObject({ ready: true });
    await place.listings.app.get(FinishCardPage).byEvent(idOf(url));
    expect(await audited(northwind)).toBe(1);
  });

  it('keeps the card once when two requests find the page completed', async () => {
    const before = await audited(northwind);
    const url = await open(northwind);
    await enter(url, 'pm_card_mastercard');
    const finishCard = place.listings.app.get(FinishCardPage);
    const results = await Promise.allSettled([
      finish(northwind, idOf(url)),
      finishCard.byEvent(idOf(url)),
      finishCard.byEvent(idOf(url)),
    ]);
    expect(results.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await cardOf(northwind)).toMatchObject({ brand: 'mastercard', last4: '4444' });
    expect((await audited(northwind)) - before).toBe(1);
  });

  it('keeps the card of a holder who never returns when the provider reports it, and ignores pages of others', async () => {
    const url = await open(harbor);
    await enter(url, 'pm_card_authenticationRequiredOnSetup');
    const finish = place.listings.app.get(FinishCardPage);
    await finish.byEvent('cs_test_somebody_elses');
    expect(await cardOf(harbor)).toMatchObject({ ready: false });
    await finish.byEvent(idOf(url));
    expect(await cardOf(harbor)).toMatchObject({ ready: true, last4: '3155' });
    const [row] = await place.listings.db.query<{ actor: string }>(
      `select actor_name as actor from platform.audit_log where action = 'payment_method.saved' and subject_id = $1`,
      [harbor.tenant_id],
    );
    expect(row!.actor).toBe(SYSTEM_ACTOR.name);
  });

  it('does not keep a refused card, and accepts another one afterwards', async () => {
    const before = await cardOf(northwind);
    const url = await open(northwind);
    const refused = await enter(url, 'pm_card_visa_chargeDeclined');
    expect([refused.status, (await refused.text()).includes('Your card was declined.')]).toEqual([402, true]);
    expect(await finish(northwind, idOf(url))).toMatchObject({ status: 409, error: 'card_page_open' });
    expect(await cardOf(northwind)).toEqual(before);
    expect((await enter(url, 'pm_card_amex')).status).toBe(303);
    expect((await finish(northwind, idOf(url))).data).toMatchObject({ last4: '0005' });
    expect((await (await enter(url, 'pm_card_visa')).text()).includes('This page is over')).toBe(true);
    expect(await cardOf(northwind)).toMatchObject({ last4: '0005' });
  });

  it('expires when nobody used it for a day', async () => {
    const url = await open(northwind);
    await controlSandbox(place.sandbox.url, '/clock', { advance_ms: 25 * HOUR });
    expect(await finish(northwind, idOf(url))).toMatchObject({ status: 409, error: 'card_page_expired' });
    expect(await finish(northwind, idOf(url))).toMatchObject({ status: 409, error: 'card_page_expired' });
  });

  it('is hidden from another tenant and an author, with the same answer as for an invented id', async () => {
    const url = await open(northwind);
    await enter(url, 'pm_card_visa');
    const nobody = { status: 404, error: 'card_page_not_found' };
    expect(await finish(harbor, idOf(url))).toMatchObject(nobody);
    expect(await finish(harbor, 'cs_test_invented')).toMatchObject(nobody);
    const own = `/author/payment-method`;
    expect(await place.call(author.cookie, 'POST', `${own}/finish`, { page_id: idOf(url) })).toMatchObject(nobody);
    expect(await finish(northwind, 'pm_card_visa')).toMatchObject({ status: 400 });
  });

  it('is used by authors for listing fees as well', async () => {
    const own = '/author/payment-method';
    const { data } = await place.call<CardPageView>(author.cookie, 'POST', `${own}/page`, {});
    const back = await enter(data.url, 'pm_card_visa');
    const to = new URL(back.headers.get('location')!);
    expect([to.pathname, to.searchParams.get('card')]).toEqual(['/author/listing-fees', idOf(data.url)]);
    const kept = await place.call<PaymentMethodView>(author.cookie, 'POST', `${own}/finish`, {
      page_id: idOf(data.url),
    });
    expect(kept.data).toMatchObject({ ready: true, last4: '4242' });

    const drive = { driveId: randomUUID(), name: 'Notes', orgId: author.orgId, orgName: 'Carla', currency: 'usd' };
    const { app, db } = place.listings;
    await db.query(`insert into billing.periods (month) values ('2026-01-01') on conflict do nothing`);
    await app.byOwner(
      `insert into billing.policies (id, key, version, value, valid_from) values (gen_random_uuid(), 'listing_fee', 2, '{"usd": "2900"}', '2001-01-01')`,
    );
    expect(await app.get(ChargeListingFees).charge(parseMonth('2026-01'), [drive])).toBe(1);
    const fees = await place.call<{ items: ListingFeeView[] }>(author.cookie, 'GET', '/author/listing-fees');
    const invoice = `/author/invoices/${fees.data.items[0]!.invoice_id}`;
    const paid = await place.call<InvoiceDetailView>(author.cookie, 'POST', `${invoice}/pay`, {});
    expect([paid.status, paid.data.state]).toEqual([200, 'paid']);
    const { status, body } = await app.ask(author.cookie, 'GET', `${invoice}/pdf`);
    expect([status, body.slice(0, 5)]).toEqual([200, '%PDF-']);
  });

  it('has no address while the provider is unavailable, and gets one at the next attempt', async () => {
    await controlSandbox(place.sandbox.url, '/faults', { kind: '429', path: '/v1/checkout/sessions', times: 1 });
    const refused = await place.call(place.operator, 'POST', `${base(northwind)}/page`, {});
    expect(refused).toMatchObject({ status: 503, error: 'payment_provider_unavailable' });
    const { length } = await place.listings.db.query(
      `select 1 from billing.card_pages where tenant_id = $1 and page_id is null and state = 'open'`,
      [northwind.tenant_id],
    );
    expect(length).toBe(1);
    expect(await open(northwind)).toContain('/checkout/cs_test_');
  });

  it.each([
    [
      'a page begins open',
      'card_pages_forward',
      `card_pages (id, tenant_id, page_id, state, ended_at)`,
      `'cs_1', 'saved', now()`,
    ],
    [
      'a save begins under way',
      'payment_method_saves_forward',
      'payment_method_saves (id, tenant_id, payment_method, state)',
      `'pm_1', 'saved'`,
    ],
  ])('%s, whoever writes: a card is the one that was saved with it', async (_rule, constraint, into, values) => {
    const write = (sql: string) => place.listings.db.query(sql, [northwind.tenant_id]);
    const refused = (name: string) =>
      expect.objectContaining({ driverError: expect.objectContaining({ constraint: name }) }) as Error;
    await expect(write(`insert into billing.${into} values (gen_random_uuid(), $1, ${values})`)).rejects.toEqual(
      refused(constraint),
    );
    // Cards were saved before, in other transactions.
    expect(await write(`select 1 from billing.card_pages where tenant_id = $1 and state = 'saved'`)).not.toEqual([]);
    for (const change of [`payment_method_id = 'pm_mine'`, `last4 = '0000'`])
      await expect(write(`update billing.tenant_customers set ${change} where tenant_id = $1`)).rejects.toEqual(
        refused('tenant_customers_card_saved'),
      );
  });
});
