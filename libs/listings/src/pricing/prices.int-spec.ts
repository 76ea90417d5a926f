import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { Client } from 'pg';
import { agreeTerms } from '../../../../test/support/drives/commercial-terms.js';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { Listings } from '../listing/listings.js';

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
      await expect(priceOf(driveId, 'host_network', other)).rejects.toMatchObject({ code: 'price_missing' });
      await expect(priceOf(driveId)).rejects.toMatchObject({ code: 'price_missing' });
      // The catalogue shows what is known: no price, the lowest price of the plans, or the price of the plan that we sell.
      expect((await entry(slug)).price_label).toBe('Price on request');
      await review.db.query(
        `insert into listings.plan_prices (revision_id, plan, currency, amount_minor)
         select l.live_revision_id, p.plan, 'usd', p.amount from listings.listings l, (values ('team', 10000), ('solo', 9000)) p (plan, amount)
         where l.drive_id = $1`,
        [driveId],
      );
      expect((await entry(slug)).price_label).toBe('from 90.00 USD per month');
      expect((await entry(slug, new Date(Date.now() + 1_000))).price_label).toBe('from 90.00 USD per month');
      await agree({ kind: 'host_plan', drive_id: driveId, plan: 'team' });
      expect(await entry(slug)).toMatchObject({
        price_label: '100.00 USD per month',
        price: { amount_minor: '10000' },
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
      await agree({ kind: 'billing_model', drive_id: driveId, model: 'author_billing', currency: 'usd' });
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
          'The price now: none in jpy.',
          'New installs pay it. Installs keep the price that they accepted.',
          'It takes effect at 2020-01-01T00:00:00.000Z, or when it is approved if that is later.',
        ],
      });
      expect(await propose(yen)).toMatchObject({ status: 409, error: 'approval_open' });
    });
  });

  it('never overlap, change or vanish, and need two people, with the service bypassed', async () => {
    const insert = (from: string) =>
      review.db.query(
        `insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from) values (gen_random_uuid(), 'pro', 'chf', 'open_market', 100, $1)`,
        [from],
      );
    await expect(insert('2026-01-01')).rejects.toMatchObject({ driverError: { constraint: 'prices_approved' } });
    const CHANGE = `insert into listings.commercial_changes (kind, tier, audience, currency, amount_minor, valid_from)
      values ('tier_price', 'pro', 'open_market', 'chf', $1, platform.portal_now() + $2::int * interval '1 day')`;
    await expect(review.db.query(CHANGE, [100, 1])).rejects.toMatchObject({
      driverError: { constraint: 'commercial_changes_by_approval' },
    });
    // The owner of the tables, who may do without an approval.
    const owner = new Client({ connectionString: review.world.app.database.url });
    await owner.connect();
    await owner.query(CHANGE, [100, 1]);
    await owner.query(CHANGE, [120, 2]);
    await expect(owner.query(CHANGE, [110, 1])).rejects.toMatchObject({ constraint: 'commercial_changes_in_order' });
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
