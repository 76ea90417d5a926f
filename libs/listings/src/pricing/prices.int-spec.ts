import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { BILLED_CURRENCIES } from '@portal/contract';
import { Database } from '@portal/platform/database';
import { SettlementCurrencies } from '@portal/stripe-gateway';
import { Client } from 'pg';
import { agreeTerms } from '../../../../test/support/drives/commercial-terms.js';
import { insertInstall, insertVenture } from '../../../../test/support/database/inserted-installs.js';
import { flatWith } from '../../../../test/support/drives/flat-manifest.js';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { approveAsSecond } from '../../../../test/support/people/staff-role.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { Listings } from '../listing/listings.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

describe('prices', () => {
  const review = ReviewWorld.forTests();
  const { by, submitted } = review;

  const approve = (id: string) => decideCase(by(review.ruth), id, 'approve', REASON);

  it('are found by tier, currency, audience and time, and free costs nothing', async () => {
    const { driveId, id } = await submitted();
    await approve(id);
    const listings = review.world.app.get(Listings);
    const ask = { currency: 'usd', audience: 'open_market' as const, at: new Date() };
    expect(await listings.priceOf(driveId, ask)).toMatchObject({
      amountMinor: 4900n,
      currency: 'usd',
      tier: 'starter',
    });
    await expect(listings.priceOf(driveId, { ...ask, currency: 'eur' })).rejects.toMatchObject({
      code: 'price_missing',
    });
    await expect(listings.priceOf(driveId, { ...ask, at: new Date('2024-01-01') })).rejects.toMatchObject({
      code: 'price_missing',
    });
    const free = await submitted({ drive: { pricing_tier: 'free' } });
    await approve(free.id);
    expect(await listings.priceOf(free.driveId, ask)).toBeNull();
  });

  describe('with terms of their own', () => {
    const agree = (change: Parameters<typeof agreeTerms>[1]) => agreeTerms(review.world.app, change);
    const priceOf = (driveId: string, audience: 'open_market' | 'host_network' = 'host_network', ventureId?: string) =>
      review.world.app.get(Listings).priceOf(driveId, {
        currency: 'usd',
        audience,
        at: new Date(Date.now() + 1_000),
        ...(ventureId && { ventureId }),
      });

    /** Decided already, from now on or from a later hour on. */
    const decided = (change: object, hours = 0) =>
      review.world.app.byOwner(
        `insert into listings.commercial_changes (kind, drive_id, venture_id, currency, amount_minor, plan, valid_from)
         select kind, drive_id, venture_id, currency, amount_minor, plan, platform.portal_now() + $2 * interval '1 hour'
         from jsonb_populate_record(null::listings.commercial_changes, $1)`,
        [change, hours],
      );
    /** Finance sets the listing fee. */
    const setFee = async (fee: object) => {
      const owner = new Client({ connectionString: review.world.app.database.url });
      await owner.connect();
      await owner.query(
        `insert into billing.policies (id, key, version, value, valid_from)
         select gen_random_uuid(), 'listing_fee', max(version) + 1, $1, platform.portal_now() from billing.policies where key = 'listing_fee'`,
        [fee],
      );
      await owner.end();
    };

    const entry = (slug: string, at?: Date) => review.world.app.get(Catalogue).entry(slug, at ?? null);

    it('allow a custom tier to go live only with an agreed price, which is for its venture only', async () => {
      const { driveId, slug, id } = await submitted({ drive: { pricing_tier: 'custom' } });
      const [venture, other] = [randomUUID(), randomUUID()];
      await agree({
        kind: 'agreed_price',
        drive_id: driveId,
        venture_id: venture,
        currency: 'usd',
        amount_minor: '12345',
      });
      expect((await approve(id)).status).toBe(200);
      expect(await priceOf(driveId, 'host_network', venture)).toMatchObject({ amountMinor: 12_345n, tier: 'custom' });
      await decided({ kind: 'agreed_price', drive_id: driveId, venture_id: venture, currency: 'eur', amount_minor: 5 });
      await decided(
        { kind: 'agreed_price', drive_id: driveId, venture_id: venture, currency: 'usd', amount_minor: 6 },
        1,
      );
      expect(await priceOf(driveId, 'host_network', venture)).toMatchObject({ amountMinor: 12_345n, currency: 'usd' });
      await expect(priceOf(driveId, 'host_network', other)).rejects.toMatchObject({ code: 'price_missing' });
      await expect(priceOf(driveId)).rejects.toMatchObject({ code: 'price_missing' });
      // The catalogue shows what is known: no price, the lowest price of the plans, or the price of the plan that we sell.
      expect((await entry(slug)).price_label).toBe('Price on request');
    });

    it('are those of the plans of a flat manifest, of several the cheapest, unless finance chooses', async () => {
      const basic = { id: 'basic', price_cents: 1900 };
      const one = await submitted(flatWith([basic]));
      expect((await review.look(one.id)).pricing).toMatchObject({
        price: { amount_minor: '1900', plan: 'basic' },
        on_price_list: true,
      });
      expect((await approve(one.id)).status).toBe(200);
      expect(await priceOf(one.driveId)).toMatchObject({ amountMinor: 1_900n, currency: 'usd' });
      expect((await entry(one.slug)).price_label).toBe('19.00 USD per month');

      const several = await submitted(flatWith([{ id: 'team', price_cents: 9900 }, basic]));
      const seen = async () => [
        (await review.look(several.id)).pricing?.price?.plan,
        (await review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${several.id}`)).data.listing?.price
          ?.plan,
      ];
      expect(await seen()).toEqual(['basic', 'basic']);
      expect((await approve(several.id)).status).toBe(200);
      expect(await priceOf(several.driveId)).toMatchObject({ amountMinor: 1_900n });
      expect(await entry(several.slug)).toMatchObject({ price: { amount_minor: '1900', plan: 'basic' } });
      await agree({ kind: 'host_plan', drive_id: several.driveId, plan: 'team' });
      expect(await seen()).toEqual(['team', 'team']);
      expect(await priceOf(several.driveId)).toMatchObject({ amountMinor: 9_900n });
      expect(await entry(several.slug)).toMatchObject({
        price_label: '99.00 USD per month',
        price: { amount_minor: '9900', plan: 'team' },
      });
      expect((await entry(several.slug, new Date(Date.now() + 1_000))).price_label).toBe('99.00 USD per month');
      await decided({ kind: 'host_plan', drive_id: several.driveId, plan: 'basic' }, 1);
      expect(await priceOf(several.driveId)).toMatchObject({ amountMinor: 9_900n });
    });

    it('are none where finance sells the free plan by the month, and the card says so', async () => {
      const plans = [
        { id: 'hobby', price_cents: 0 },
        { id: 'pro', price_cents: 1900 },
      ];
      const { id, driveId, slug } = await submitted(flatWith(plans));
      expect((await approve(id)).status).toBe(200);
      expect(await entry(slug)).toMatchObject({ price_label: '19.00 USD per month', price: { plan: 'pro' } });
      await agree({ kind: 'host_plan', drive_id: driveId, plan: 'hobby' });
      expect(await priceOf(driveId)).toBeNull();
      expect(await entry(slug)).toMatchObject({ price_label: 'Free plan', price: null });
    });

    it.each<[string, Record<string, unknown>]>([
      ['by the year', flatWith([{ id: 'pro', price_cents: 19_000, interval: 'year' }])],
      ['in no currency of ours', flatWith([{ id: 'pro', price_cents: 1900 }], 'xau')],
      [
        'by the year beside a free one',
        flatWith([
          { id: 'free', price_cents: 0 },
          { id: 'pro', price_cents: 9, interval: 'year' },
        ]),
      ],
    ])('that we can never bill, %s, send the Drive back', async (_what, overlay) => {
      const { id } = await submitted(overlay);
      const { data } = await review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${id}`);
      expect(data.state).toBe('failed');
      expect(data.checks.filter(({ state }) => state === 'fail').map((check) => check.id)).toEqual(['L04']);
    });

    it('are in the currencies that the manifest’s check knows', async () => {
      const rows = await review.db.query<{ code: string }>('select code from ledger.currency order by code');
      expect(rows.map(({ code }) => code)).toEqual(BILLED_CURRENCIES);
    });

    /** What finance may not propose. */
    const refused = async (change: object) => {
      const at = { valid_from: '2020-01-01T00:00:00Z', reason: REASON };
      const { app } = review.world;
      return app.post('/finance/commercial-changes', { ...change, ...at }, await app.demo('finance-preparer'));
    };

    it('come from no plan that the Drive does not have, or that would change nothing', async () => {
      const tiered = await submitted();
      const flat = await submitted(
        flatWith([
          { id: 'basic', price_cents: 1900 },
          { id: 'year', price_cents: 9, interval: 'year' },
        ]),
      );
      for (const [driveId, plan] of [
        [tiered.driveId, 'basic'],
        [flat.driveId, 'basics'],
        [flat.driveId, 'year'],
      ])
        expect(await refused({ kind: 'host_plan', drive_id: driveId, plan })).toMatchObject({
          status: 409,
          error: 'host_plan_not_sold',
        });
      // The owner of the tables, who may do without an approval.
      const owner = new Client({ connectionString: review.world.app.database.url });
      await owner.connect();
      const sell = (plan: string) =>
        owner.query(
          `insert into listings.commercial_changes (kind, drive_id, plan, valid_from) values ('host_plan', $1, $2, now())`,
          [flat.driveId, plan],
        );
      for (const plan of ['basics', 'year'])
        await expect(sell(plan)).rejects.toMatchObject({ constraint: 'commercial_changes_plan_sold' });
      await sell('basic');
      await owner.end();
    });

    it('of the host network are below those of the open market, when proposed and when approved', async () => {
      const network = { kind: 'tier_price', tier: 'flagship', audience: 'host_network', currency: 'usd' } as const;
      const open = { ...network, audience: 'open_market' } as const;
      const wrong = { status: 409, error: 'network_price_not_lower' };
      expect(await refused({ ...network, amount_minor: '99900' })).toMatchObject(wrong);
      expect(await refused({ ...network, amount_minor: '150000' })).toMatchObject(wrong);
      await agree({ ...network, amount_minor: '70000' });
      expect(await refused({ ...open, amount_minor: '70000' })).toMatchObject(wrong);
      // Both are right when they are proposed; two people approve them at the same time, and one comes too late.
      const both = [
        { ...network, amount_minor: '85000' },
        { ...open, amount_minor: '80000' },
      ];
      expect(await approvedAtOnce(both)).toEqual([200, 409]);
      // Without a price for the network there is nothing to compare with.
      await agree({ ...network, tier: 'premium' });
      expect((await refused({ ...open, tier: 'premium', amount_minor: '1' })).status).toBe(201);
    });

    const approvedAtOnce = async (changes: object[]) => {
      const proposed: { data: ApprovalDetailView }[] = [];
      for (const change of changes) proposed.push((await refused(change)) as never);
      const second = await review.world.app.demo('finance-approver');
      const answers = await Promise.all(
        proposed.map(({ data: { id, digest } }) => review.call(second, 'POST', `/approvals/${id}/approve`, { digest })),
      );
      expect(answers.filter(({ status }) => status === 409).map(({ error }) => error)).toEqual([
        'network_price_not_lower',
      ]);
      return answers.map(({ status }) => status).sort();
    };

    describe('in a currency in which the platform does not settle', () => {
      const known = async (...currencies: string[]) => {
        await review.world.app.byOwner('delete from stripe_gateway.settlement_currencies');
        for (const one of currencies)
          await review.world.app.byOwner('insert into stripe_gateway.settlement_currencies values ($1)', [one]);
      };
      afterEach(() => known());
      const eur = { kind: 'tier_price', tier: 'pro', audience: 'open_market', currency: 'eur' } as const;
      const wrong = { status: 409, error: 'currency_not_settled' };
      // The provider, which a test of its own asks, has only these.
      beforeEach(() => {
        jest.spyOn(review.world.app.get(SettlementCurrencies), 'refresh').mockResolvedValue();
      });
      afterEach(() => jest.restoreAllMocks());

      it('are refused when they are proposed and when they are approved, and can be ended', async () => {
        const { driveId } = await submitted({ drive: { pricing_tier: 'custom' } });
        await known('usd');
        const agreed = { kind: 'agreed_price', drive_id: driveId, venture_id: randomUUID(), currency: 'eur' };
        const byAuthor = { kind: 'billing_model', drive_id: driveId, model: 'author_billing', currency: 'eur' };
        for (const change of [{ ...eur, amount_minor: '500' }, { ...agreed, amount_minor: '500' }, byAuthor])
          expect([change, await refused(change)]).toEqual([change, expect.objectContaining(wrong)]);
        expect(await refused({ ...eur, tier: 'starter' })).toMatchObject({ status: 201 });
        await known('usd', 'eur');
        const { data } = (await refused({ ...eur, amount_minor: '500' })) as unknown as { data: ApprovalDetailView };
        await known('usd');
        const second = await review.world.app.demo('finance-approver');
        const approved = { digest: data.digest };
        expect(await review.call(second, 'POST', `/approvals/${data.id}/approve`, approved)).toMatchObject(wrong);
        await known('usd', 'eur');
        expect((await review.call(second, 'POST', `/approvals/${data.id}/approve`, approved)).status).toBe(200);
      });

      it('keep a Drive with such plans from being listed', async () => {
        const { id } = await submitted(flatWith([{ id: 'basic', price_cents: 1900 }], 'eur'));
        await known('usd');
        expect(await approve(id)).toMatchObject({ status: 409, error: 'price_missing' });
        await known('usd', 'eur');
        expect((await approve(id)).status).toBe(200);
      });
    });

    it('require a listing fee from finance before an author that bills by itself can be listed', async () => {
      const { driveId, slug, id } = await submitted();
      await agree({ kind: 'billing_model', drive_id: driveId, model: 'author_billing', currency: 'usd' });
      expect(await approve(id)).toMatchObject({
        status: 409,
        error: 'listing_fee_missing',
      });
      await agree({ kind: 'billing_model', drive_id: driveId, model: 'platform' });
      expect((await approve(id)).status).toBe(200);
      expect(await priceOf(driveId)).toMatchObject({ amountMinor: 4_900n });
      const before = new Date();
      const byItsAuthor = {
        kind: 'billing_model',
        drive_id: driveId,
        model: 'author_billing',
        currency: 'usd',
      } as const;
      const unpaid = { status: 409, error: 'listing_fee_missing' };
      expect(await refused(byItsAuthor)).toMatchObject(unpaid);
      await setFee({ usd: '4900' });
      expect(await refused({ ...byItsAuthor, currency: 'eur' })).toMatchObject(unpaid);
      const { app } = review.world;
      const revisions = 'select id from listings.revisions where drive_id = $1';
      const live = await app.get(Database).query<{ id: string }>(revisions, [driveId]);
      for (const _ of [1, 2]) await insertInstall(app, live[0]!.id, await insertVenture(app));
      const { data } = (await refused(byItsAuthor)) as unknown as { data: ApprovalDetailView };
      expect(data.effects).toContain(
        'From then on, 2 running installs are on none of our invoices, and the author pays the listing fee: 49.00 USD a month.',
      );
      await setFee({ eur: '4900' });
      const second = await review.world.app.demo('finance-approver');
      const url = `/approvals/${data.id}/approve`;
      expect(await review.call(second, 'POST', url, { digest: data.digest })).toMatchObject(unpaid);
      await setFee({ usd: '4900' });
      await approveAsSecond(review.world.app, 'commercial_change', data.subject_id, 'finance-approver');
      expect(await priceOf(driveId)).toBeNull();
      const byAuthor = { billing_model: 'author_billing', price: null, price_label: 'Billed by the author' };
      expect(await entry(slug)).toMatchObject(byAuthor);
      expect(await entry(slug, before)).toMatchObject({
        billing_model: 'platform',
        price_label: '49.00 USD per month',
      });
      expect(await entry(slug, new Date(Date.now() + 1_000))).toMatchObject(byAuthor);
    });

    it('include one of the host network for first-party Drives, and for those only', async () => {
      const [ours, theirs] = [await submitted(), await submitted()];
      for (const one of [ours, theirs]) await approve(one.id);
      await agree({
        kind: 'tier_price',
        tier: 'starter',
        audience: 'host_network',
        currency: 'usd',
        amount_minor: '1900',
      });
      await agree({ kind: 'billing_model', drive_id: ours.driveId, model: 'first_party' });
      expect(await priceOf(ours.driveId)).toMatchObject({ amountMinor: 1_900n });
      expect(await priceOf(ours.driveId, 'open_market')).toMatchObject({ amountMinor: 4_900n });
      expect(await priceOf(theirs.driveId)).toMatchObject({ amountMinor: 4_900n });
    });

    it('cannot be proposed for a Drive that does not exist, or with incomplete terms', async () => {
      const { app } = review.world;
      const propose = async (change: object) =>
        app.post<ApprovalDetailView>(
          '/finance/commercial-changes',
          { ...change, valid_from: '2020-01-01T00:00:00Z', reason: REASON },
          await app.demo('finance-preparer'),
        );
      const drive_id = randomUUID();
      expect(await propose({ kind: 'host_plan', drive_id, plan: 'pro' })).toMatchObject({ error: 'listing_not_found' });
      for (const change of [
        { kind: 'host_plan', drive_id },
        { kind: 'billing_model', drive_id, model: 'author_billing' },
        { kind: 'billing_model', drive_id, model: 'platform', currency: 'usd' },
        { kind: 'tier_price', tier: 'pro', audience: 'open_market', currency: 'usd', plan: 'pro' },
      ])
        expect(await propose(change)).toMatchObject({ status: 400, error: 'invalid_request' });
      const nowhere = {
        kind: 'tier_price',
        tier: 'pro',
        audience: 'open_market',
        currency: 'now',
        amount_minor: '7000',
      };
      expect(await propose(nowhere)).toMatchObject({ status: 422, error: 'price_currency_unknown' });
      const yen = { kind: 'tier_price', tier: 'pro', audience: 'open_market', currency: 'jpy', amount_minor: '7000' };
      expect((await propose(yen)).data).toMatchObject({
        title: 'Price of pro on the open market: 7000 JPY a month',
        amount_minor: '7000',
        effects: [
          'There is no price in JPY now.',
          'New installs pay it. Installs keep the price that they accepted.',
          'It takes effect on 1 Jan 2020, 00:00 UTC, or when it is approved if that is later.',
        ],
      });
      expect(await propose(yen)).toMatchObject({ status: 409, error: 'approval_open' });
    });
  });

  it('of the host network are below those of the open market from the start', async () => {
    const seeded = await review.world.column(
      `select bool_and(n.amount_minor < p.amount_minor) from listings.prices p join listings.prices n using (tier, currency, valid_from)
       where p.audience = 'open_market' and n.audience = 'host_network' and p.valid_from < '2026-01-01' having count(*) = 5`,
    );
    expect(seeded).toEqual([true]);
  });

  it('never overlap, change or vanish, and need two people, with the service bypassed', async () => {
    const insert = (from: string) =>
      review.db.query(
        `insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from) values (gen_random_uuid(), 'pro', 'chf', 'open_market', 100, $1)`,
        [from],
      );
    await expect(insert('2026-01-01')).rejects.toMatchObject({ driverError: { constraint: 'prices_approved' } });
    const CHANGE = `insert into listings.commercial_changes (kind, tier, audience, currency, amount_minor, valid_from)
      values ('tier_price', 'pro', 'open_market', 'chf', $1, date_trunc('day', platform.portal_now()) + $2::int * interval '1 day')`;
    await expect(review.db.query(CHANGE, [100, 1])).rejects.toMatchObject({
      driverError: { constraint: 'commercial_changes_by_approval' },
    });
    // The owner of the tables, who may do without an approval.
    const owner = new Client({ connectionString: review.world.app.database.url });
    await owner.connect();
    await owner.query(CHANGE, [100, 1]);
    await owner.query(CHANGE, [120, 2]);
    for (const day of [1, 2])
      await expect(owner.query(CHANGE, [110, day])).rejects.toMatchObject({
        constraint: 'commercial_changes_in_order',
      });
    await owner.query(CHANGE, [null, 3]);
    await owner.end();
    const rows = await review.db.query<{ amount_minor: string; days: number }>(
      `select amount_minor, round(extract(epoch from valid_to - valid_from) / 86400)::int as days from listings.prices where currency = 'chf' order by valid_from`,
    );
    expect(rows).toEqual([
      { amount_minor: '100', days: 1 },
      { amount_minor: '120', days: 1 },
    ]);
  });
});
