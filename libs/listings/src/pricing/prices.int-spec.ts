import { randomUUID } from 'node:crypto';
import type { Actor } from '@portal/platform/access';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { Listings } from '../listing/listings.js';
import { ChangeCommercialTerms } from './change-commercial-terms.js';

describe('prices', () => {
  const review = new ReviewWorld();
  const { by, submitted } = review;
  beforeAll(() => review.start());
  afterAll(() => review.close());

  const approve = (id: string) => decideCase(by(review.ruth), id, 'approve', REASON);

  it('are found by tier, currency, audience and time; free costs nothing', async () => {
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

  describe('and who bills', () => {
    const person = (n: number): Actor => ({
      kind: 'user',
      userId: `0190a000-0000-7000-8000-00000000000${n}`,
      name: `Person ${n}`,
      roles: [{ role: 'finance', scopeId: null }],
    });
    type Change = Parameters<ChangeCommercialTerms['propose']>[1];
    const agree = async (change: Change): Promise<void> => {
      const terms = review.world.app.get(ChangeCommercialTerms);
      const id = await terms.propose(person(1), change, { validFrom: new Date(), reason: REASON });
      await expect(terms.decide(person(1), id, { state: 'approved', note: null })).rejects.toMatchObject({
        code: 'commercial_second_person',
      });
      await expect(terms.propose(person(2), change, { validFrom: new Date(), reason: REASON })).rejects.toMatchObject({
        code: 'commercial_proposal_open',
      });
      await terms.decide(person(2), id, { state: 'approved', note: null });
      await expect(terms.decide(person(2), id, { state: 'approved', note: null })).rejects.toMatchObject({
        code: 'commercial_proposal_not_found',
      });
    };
    const priceOf = (driveId: string, audience: 'open_market' | 'host_network' = 'host_network', ventureId?: string) =>
      review.world.app.get(Listings).priceOf(driveId, {
        currency: 'usd',
        audience,
        at: new Date(Date.now() + 1_000),
        ...(ventureId && { ventureId }),
      });

    const entry = (slug: string, at?: Date) => review.world.app.get(Catalogue).entry(slug, at ?? null);

    it('a custom price needs an agreement with somebody to go live, and is that venture’s only', async () => {
      const { driveId, slug, id } = await submitted({ drive: { pricing_tier: 'custom' } });
      const [venture, other] = [randomUUID(), randomUUID()];
      await agree({ kind: 'agreed_price', driveId, ventureId: venture, currency: 'usd', amountMinor: 12_345n });
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
      await agree({ kind: 'host_plan', driveId, plan: 'team' });
      expect(await entry(slug)).toMatchObject({
        price_label: '100.00 USD per month',
        price: { amount_minor: '10000' },
      });
    });

    it('an author that bills by itself cannot list before finance has set the listing fee', async () => {
      const { driveId, slug, id } = await submitted();
      await agree({ kind: 'billing_model', driveId, model: 'author_billing', currency: 'usd' });
      expect(await approve(id)).toMatchObject({
        status: 409,
        error: 'listing_fee_missing',
      });
      await agree({ kind: 'billing_model', driveId, model: 'platform', currency: null });
      expect((await approve(id)).status).toBe(200);
      expect(await priceOf(driveId)).toMatchObject({ amountMinor: 4_900n });
      const before = new Date();
      await agree({ kind: 'billing_model', driveId, model: 'author_billing', currency: 'usd' });
      expect(await priceOf(driveId)).toBeNull();
      const byAuthor = { billing_model: 'author_billing', price: null, price_label: 'Billed by the author' };
      expect(await entry(slug)).toMatchObject(byAuthor);
      expect(await entry(slug, before)).toMatchObject({
        billing_model: 'platform',
        price_label: '49.00 USD per month',
      });
      expect(await entry(slug, new Date(Date.now() + 1_000))).toMatchObject(byAuthor);
    });

    it('the host network has a price of its own for first-party Drives, and for those only', async () => {
      const [ours, theirs] = [await submitted(), await submitted()];
      for (const one of [ours, theirs]) await approve(one.id);
      await agree({
        kind: 'tier_price',
        tier: 'starter',
        audience: 'host_network',
        currency: 'usd',
        amountMinor: 1_900n,
      });
      await agree({ kind: 'billing_model', driveId: ours.driveId, model: 'first_party', currency: null });
      expect(await priceOf(ours.driveId)).toMatchObject({ amountMinor: 1_900n });
      expect(await priceOf(ours.driveId, 'open_market')).toMatchObject({ amountMinor: 4_900n });
      expect(await priceOf(theirs.driveId)).toMatchObject({ amountMinor: 4_900n });
    });

    it('nobody proposes terms for a Drive that is not there, and no token decides', async () => {
      const terms = review.world.app.get(ChangeCommercialTerms);
      const when = { validFrom: new Date(), reason: REASON };
      await expect(
        terms.propose(person(1), { kind: 'host_plan', driveId: randomUUID(), plan: 'pro' }, when),
      ).rejects.toMatchObject({ code: 'listing_not_found' });
      await expect(
        terms.propose(
          { ...person(1), kind: 'token' },
          { kind: 'tier_price', tier: 'pro', audience: 'open_market', currency: 'eur', amountMinor: 1n },
          when,
        ),
      ).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  it('never overlap, change or vanish, and come by two people only, with the service bypassed', async () => {
    const insert = (from: string) =>
      review.db.query(
        `insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from) values (gen_random_uuid(), 'pro', 'chf', 'open_market', 100, $1)`,
        [from],
      );
    await expect(insert('2026-01-01')).rejects.toMatchObject({ driverError: { constraint: 'prices_approved' } });
    const propose = async (amount: number | null, days: number): Promise<string> => {
      const [row] = await review.db.query<{ id: string }>(
        `insert into listings.commercial_changes (id, kind, tier, audience, currency, amount_minor, valid_from, reason, proposed_by, proposed_by_name)
         values (gen_random_uuid(), 'tier_price', 'pro', 'open_market', 'chf', $1, platform.portal_now() + $2::int * interval '1 day', 'test', $3, 'One')
         returning id`,
        [amount, days, review.ada.userId],
      );
      return row!.id;
    };
    const approve = (id: string, by = 'gen_random_uuid()') =>
      review.db.query(
        `update listings.commercial_changes set state = 'approved', decided_by = ${by}, decided_by_name = 'Two', decided_at = now() where id = $1`,
        [id],
      );
    const first = await propose(100, 1);
    await expect(approve(first, 'proposed_by')).rejects.toMatchObject({
      driverError: { constraint: 'commercial_changes_second_person' },
    });
    await approve(first);
    await approve(await propose(120, 2));
    const early = await propose(110, 1);
    await expect(approve(early)).rejects.toMatchObject({
      driverError: { constraint: 'commercial_changes_in_order' },
    });
    await expect(review.db.query(`update listings.prices set amount_minor = 1 where currency = 'chf'`)).rejects.toThrow(
      'permission denied',
    );
    await expect(review.db.query(`delete from listings.prices where currency = 'chf'`)).rejects.toThrow();
    await expect(review.db.query(`delete from listings.commercial_changes`)).rejects.toThrow();
    await review.db.query(
      `update listings.commercial_changes set state = 'rejected', decided_by_name = 'Two', decided_at = now() where id = $1`,
      [early],
    );
    await approve(await propose(null, 3));
    const rows = await review.db.query<{ amount_minor: string; days: number }>(
      `select amount_minor, round(extract(epoch from valid_to - valid_from) / 86400)::int as days from listings.prices where currency = 'chf' order by valid_from`,
    );
    expect(rows).toEqual([
      { amount_minor: '100', days: 1 },
      { amount_minor: '120', days: 1 },
    ]);
  });
});
