import { randomUUID } from 'node:crypto';
import { BillingFixture, FINANCE, SECOND, SELLER, VAT_IN_USD } from '../../../../test/support/money/billing.js';
import { approveAs } from '../../../../test/support/people/by-two.js';
import { CloseMonth } from './close-month.js';
import { MonthCloseKind } from './month-close-kind.js';
import { ClosePreview } from './read/close-preview.js';
import { MonthClose } from './read/month-close.js';
import { RequestClose } from './request-close.js';

const at = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('the preview of a close', () => {
  const billing = BillingFixture.forTests();
  const preview = (month: string) => billing.get(ClosePreview).of(month);
  const totals = async (month: string) =>
    (await preview(month)).totals.map((of) => [
      of.currency,
      of.invoices,
      of.total_minor,
      of.author_minor,
      of.platform_minor,
    ]);
  const closed = async (month: string) =>
    (await billing.get(MonthClose).get(month)).totals.map((of) => [
      ...[of.currency, of.invoices, of.total_minor, of.author_minor, of.platform_minor],
    ]);
  const decided = (key: string, value: unknown) =>
    billing.owner.query(
      `insert into billing.policies (id, key, version, value, valid_from)
       select gen_random_uuid(), $1, max(version) + 1, $2::jsonb, now() - interval '1 hour' from billing.policies where key = $1`,
      [key, JSON.stringify(value)],
    );

  it('equals the close, in every currency, and names who has no card', async () => {
    const [orgId, tenantId] = [randomUUID(), randomUUID()];
    const whole = { activatedAt: at('2023-04-01'), orgId, tenantId };
    for (const amountMinor of [4_901n, 1_003n, 7n]) await billing.activate({ ...whole, amountMinor });
    await billing.activate({ ...whole, activatedAt: at('2023-04-11'), amountMinor: 777n });
    await billing.activate({ ...whole, amountMinor: 555n, currency: 'jpy' });
    await billing.activate({ ...whole, orgId: null, tenantId: randomUUID(), amountMinor: 1_000n });
    await billing.activate({ activatedAt: at('2023-04-01'), priceId: null, amountMinor: 0n });
    const before = await preview('2023-04');
    expect(before.totals.map(({ currency, invoices, lines }) => [currency, invoices, lines])).toEqual([
      ['usd', 2, 5],
      ['jpy', 1, 1],
    ]);
    expect(before.tenants.count).toBe(3);
    expect(before.authors.items.map(({ id, currency }) => [id, currency])).toEqual([
      [orgId, 'usd'],
      [null, 'usd'],
      [orgId, 'jpy'],
    ]);
    expect(before.gaps.map(({ code, currency }) => [code, currency]).sort()).toEqual([
      ['card', 'jpy'],
      ['card', 'usd'],
      ['card', 'usd'],
    ]);
    const expected = await totals('2023-04');
    await billing.closeMonth('2023-04');
    expect(await closed('2023-04')).toEqual(expected);
    await expect(preview('2023-04')).rejects.toMatchObject({ code: 'month_closed', status: 409 });
    const after = await preview('2023-05');
    expect(after.totals.map(({ currency, before_minor: last }) => [currency, last])).toEqual(
      before.totals.map(({ currency, gross_minor: gross }) => [currency, gross]),
    );
  });

  it('names who is charged in a currency in which the platform does not settle', async () => {
    await billing.owner.query(`insert into stripe_gateway.settlement_currencies values ('usd')`);
    const whole = { activatedAt: at('2023-06-01'), tenantId: randomUUID(), amountMinor: 1_000n };
    for (const currency of ['usd', 'eur']) await billing.activate({ ...whole, currency });
    const { gaps } = await preview('2023-06');
    const found = gaps.filter(({ code, id }) => code === 'currency_not_settled' && id === whole.tenantId);
    expect(found.map(({ id, currency, amount_minor: amount }) => [id, currency, amount])).toEqual([
      [whole.tenantId, 'eur', '1000'],
    ]);
    await billing.owner.query('delete from stripe_gateway.settlement_currencies');
  });

  it('has the tax of the close, and names who has no billing details', async () => {
    const rates = { eur: '1.1', jpy: '0.007' };
    const rate = { country: 'DE', region: null, basis_points: 1_900, name: 'VAT', reverse_charge: false };
    await billing.owner.query(
      `insert into billing.policies (id, key, version, value, valid_from) values (gen_random_uuid(), 'tax', 2, $1::jsonb, '2023-07-01Z'),
         (gen_random_uuid(), 'operator_identity', 2, $2::jsonb, '2023-07-01Z'), (gen_random_uuid(), 'vat_currency', 2, $3::jsonb, '2023-07-01Z')`,
      [{ provider: 'table', table: [rate] }, SELLER, { ...VAT_IN_USD, date: '2023-08-31', rates }].map((value) =>
        JSON.stringify(value),
      ),
    );
    const [taxed, unknown] = [randomUUID(), randomUUID()];
    await billing.owner.query(
      `insert into billing.billing_details (tenant_id, legal_name, line1, city, postal_code, country) values ($1, 'Acme GmbH', 'Weg 1', 'Bonn', '53111', 'DE')`,
      [taxed],
    );
    for (const tenantId of [taxed, unknown]) await billing.activate({ activatedAt: at('2023-08-02'), tenantId });
    const { totals: of, gaps } = await preview('2023-08');
    expect(of.find(({ currency }) => currency === 'usd')!.tax_minor).toBe('901');
    expect(
      gaps.filter(({ code, id }) => code === 'address_missing' && [taxed, unknown].some((one) => one === id)),
    ).toMatchObject([{ id: unknown, amount_minor: '4742' }]);
    expect(gaps.map(({ code }) => code)).not.toContain('vat_rate_missing');
    const unrated = (await preview('2023-09')).gaps.slice(0, 3).map(({ code, currency }) => [code, currency]);
    expect(unrated.sort()).toEqual(expect.arrayContaining([['vat_rate_missing', 'eur']]));
    const expected = await totals('2023-08');
    await billing.closeMonth('2023-08');
    expect(await closed('2023-08')).toEqual(expected);
  });

  it('of a running month bills open installs to its end', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const tenantId = randomUUID();
    await billing.activate({ activatedAt: at(`${month}-01`), tenantId, amountMinor: 9_999n });
    const { tenants } = await preview(month);
    expect(tenants.items.find(({ id }) => id === tenantId)).toMatchObject({ gross_minor: '9999', lines: 1 });
  });

  it('is refused for an invalid month', async () => {
    await expect(preview('2023-13')).rejects.toMatchObject({ code: 'month_invalid' });
  });

  describe('above the limit of one person', () => {
    const request = (month: string) => billing.get(RequestClose).execute(FINANCE, month);
    const month = '2022-03';
    const approve = (id: string, by = SECOND) => approveAs(billing, billing.owner, by, id);
    beforeAll(async () => {
      await decided('close_limit', { usd: '5000' });
      await billing.activate({ activatedAt: at('2022-03-01'), amountMinor: 5_001n });
    });

    it('the database refuses one person who asks it directly', async () => {
      expect((await preview(month)).needs_approval).toBe(true);
      await billing.owner.query(`insert into billing.periods (month) values ('2022-03-01') on conflict do nothing`);
      await expect(
        billing.db.query(
          `update billing.periods set state = 'closing', closing_at = platform.portal_now(), requested_by = 'x' where month = '2022-03-01'`,
        ),
      ).rejects.toMatchObject({ driverError: { constraint: 'periods_second_person' } });
    });

    it('waits for somebody else, who closes exactly what was proposed', async () => {
      const { approval_id: id, state } = await request(month);
      expect([state, typeof id]).toEqual(['open', 'string']);
      expect((await billing.get(MonthClose).get(month)).approval_id).toBe(id);
      await expect(request(month)).rejects.toMatchObject({ code: 'approval_open' });
      await billing.get(CloseMonth).execute(month);
      expect((await billing.get(MonthClose).get(month)).state).toBe('open');
      await expect(approve(id!, FINANCE)).rejects.toMatchObject({ code: 'approval_same_person' });
      await approve(id!);
      expect(await billing.get(MonthClose).get(month)).toMatchObject({
        ...{ state: 'closing', requested_by: FINANCE.name, approval_id: null },
      });
      expect(await billing.events('period.close_requested')).toContainEqual({ month });
    });

    it('is not closed when it bills something else by then', async () => {
      await billing.activate({ activatedAt: at('2022-05-01'), amountMinor: 5_001n });
      const { approval_id: id } = await request('2022-05');
      await billing.activate({ activatedAt: at('2022-05-02'), amountMinor: 100n });
      expect(await billing.get(MonthCloseKind).preview({ month: '2022-05-01', totals: {} })).toMatchObject({
        effects: [
          expect.stringContaining('3 invoices of 100.99 USD with tax are issued; authors get '),
          'Cards of payers are charged. What the host collects is not charged.',
          'A closed month cannot be opened again.',
        ],
        warnings: ['3 payers have no card.'],
      });
      await expect(approve(id!)).rejects.toMatchObject({ code: 'close_changed', status: 409 });
      expect((await billing.get(MonthClose).get('2022-05')).state).toBe('open');
    });
  });
});
