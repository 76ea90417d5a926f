import { randomUUID } from 'node:crypto';
import { ListEntries } from '../../libs/ledger/src/read/list-entries.js';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { CloseSegment } from '../../libs/billing/src/segments/close-segment.js';
import { divideHalfUp } from '../../libs/billing/src/domain/divide-half-up.js';
import { Invoices } from '../../libs/billing/src/invoicing/read/invoices.js';
import { CollectingWorld } from '../support/money/collecting.js';

const ABOVE_DOUBLE = 2n ** 53n + 1n;

describe('Case 18: currencies of every kind and amounts above 2^53', () => {
  const world = CollectingWorld.forTests();

  const close = (month: string) => world.billing.closeMonth(month);
  const end = (installId: string, endedAt: Date) =>
    world.billing.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt });
  /** An install for exactly these months. */
  const during = async (
    first: string,
    after: string,
    given: { tenantId: string; orgId: string; currency: string; amountMinor: bigint },
  ) => {
    const install = await world.billing.activate({ activatedAt: new Date(`${first}-01T00:00:00Z`), ...given });
    await end(install.installId, new Date(`${after}-01T00:00:00Z`));
  };
  const invoices = (tenantId: string) =>
    world.billing.db.query<
      Record<'id' | 'state' | 'total' | 'carried_in' | 'carried_out' | 'amount_due' | 'row', string>
    >(
      `select id, state, total, carried_in, carried_out, amount_due,
         concat_ws(' ', currency, carried_in, carried_out, amount_due) as row
       from billing.invoices where tenant_id = $1 order by currency, month`,
      [tenantId],
    );
  it('knows the multiples and minimums of currencies without decimals, with three, and with hundreds only', async () => {
    const rows = await world.billing.db.query<{ row: string }>(
      `select concat_ws(' ', code, exponent, charge_multiple, payout_multiple) as row
       from ledger.currency where code = any($1) order by code`,
      [['jpy', 'krw', 'isk', 'huf', 'twd', 'ugx', 'kwd', 'bhd', 'jod', 'usd', 'vnd', 'tnd', 'omr', 'clp']],
    );
    expect(rows.map(({ row }) => row)).toEqual([
      'bhd 3 10 10',
      'clp 0 1 1',
      'huf 2 1 100',
      'isk 2 100 100',
      'jod 3 10 10',
      'jpy 0 1 1',
      'krw 0 1 1',
      'kwd 3 10 10',
      'omr 3 10 10',
      'tnd 3 10 10',
      'twd 2 1 100',
      'ugx 2 100 100',
      'usd 2 1 1',
      'vnd 0 1 1',
    ]);
  });

  it.each<[string, bigint, bigint, bigint]>([
    ['jpy', 1237n, 1237n, 0n],
    ['krw', 12_375n, 12_375n, 0n],
    ['kwd', 1237n, 1230n, 7n],
    ['bhd', 1239n, 1230n, 9n],
    ['jod', 5001n, 5000n, 1n],
    ['isk', 99_050n, 99_000n, 50n],
    ['ugx', 500_099n, 500_000n, 99n],
    ['huf', 20_037n, 20_037n, 0n],
    ['twd', 30_050n, 30_050n, 0n],
  ])('charges in %s what can be charged of %s and carries the rest forward', async (currency, total, due, carried) => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const [next] = await world.billing.db.query<{ month: string; after: string }>(
      `select to_char(m, 'YYYY-MM') as month, to_char(m + interval '1 month', 'YYYY-MM') as after
       from generate_series('2015-01-01'::timestamp, '2019-12-01', '1 month') m where not exists (select 1 from billing.periods p where p.month = m::date) order by m limit 1`,
    );
    await during(next!.month, next!.after, { tenantId, orgId, currency, amountMinor: total });
    await close(next!.month);
    expect(await invoices(tenantId)).toMatchObject([
      { state: 'open', total: `${total}`, carried_out: `${carried}`, amount_due: `${due}` },
    ]);
    // The author's part waits for the payment and not for the carried rest.
    expect(await world.balance('author_pending', orgId, currency)).toBe(divideHalfUp(total * 7n, 10n));
  });

  it('carries forward what is below the minimum until it can be charged, and owes the authors then, exactly', async () => {
    const [tenantId, first, second, third] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await world.card(tenantId);
    await during('2021-01', '2021-02', { tenantId, orgId: first, currency: 'usd', amountMinor: 21n });
    await during('2021-02', '2021-03', { tenantId, orgId: second, currency: 'usd', amountMinor: 28n });
    await during('2021-03', '2021-04', { tenantId, orgId: third, currency: 'usd', amountMinor: 33n });
    for (const month of ['2021-01', '2021-02', '2021-03']) await close(month);
    const [january, february, march] = await invoices(tenantId);
    expect(january).toMatchObject({ state: 'below_minimum', carried_in: '0', carried_out: '21', amount_due: '0' });
    expect(february).toMatchObject({ state: 'below_minimum', carried_in: '21', carried_out: '49', amount_due: '0' });
    expect(march).toMatchObject({ state: 'open', total: '33', carried_in: '49', carried_out: '0', amount_due: '82' });
    expect(await world.balance('author_payable', first, 'usd')).toBe(0n);
    expect(await world.billing.get(ChargeInvoice).execute(march!.id)).toEqual({ kind: 'settled' });
    expect((await invoices(tenantId)).map((i) => i.state)).toEqual(['paid', 'paid', 'paid']);
    // 21 × 0.7 = 14.7, 28 × 0.7 = 19.6, 33 × 0.7 = 23.1.
    expect(await Promise.all([first, second, third].map((org) => world.balance('author_payable', org, 'usd')))).toEqual(
      [15n, 20n, 23n],
    );
    expect(await Promise.all([first, second, third].map((org) => world.balance('author_pending', org, 'usd')))).toEqual(
      [0n, 0n, 0n],
    );
    expect((await world.billing.events('invoice.paid')).map((e) => e['month']).sort()).toEqual([
      '2021-01',
      '2021-02',
      '2021-03',
    ]);
    expect((await world.billing.get(Invoices).get(march!.id)).payments).toMatchObject([
      { amount_minor: '82', state: 'succeeded' },
    ]);
    await world.billing.get(ChargeInvoice).execute(march!.id);
    expect(await world.balance('author_payable', first, 'usd')).toBe(15n);
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('includes a carried rest once and only in the same currency of the same tenant', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    await during('2021-05', '2021-08', { tenantId, orgId, currency: 'kwd', amountMinor: 1237n });
    await during('2021-05', '2021-08', { tenantId, orgId, currency: 'usd', amountMinor: 49n });
    for (const month of ['2021-05', '2021-06', '2021-07']) await close(month);
    expect((await invoices(tenantId)).map(({ row }) => row)).toEqual([
      'kwd 0 7 1230',
      'kwd 7 4 1240',
      'kwd 4 1 1240',
      'usd 0 49 0',
      'usd 49 0 98',
      'usd 0 49 0',
    ]);
  });

  it('computes above 2^53 to the unit, and returns it as text everywhere', async () => {
    const [tenantId, orgId] = [randomUUID(), randomUUID()];
    const install = await world.billing.activate({
      activatedAt: new Date('2022-02-01T00:00:00Z'),
      tenantId,
      orgId,
      currency: 'vnd',
      amountMinor: 3n * ABOVE_DOUBLE,
    });
    await end(install.installId, new Date('2022-02-11T00:00:00Z'));
    await close('2022-02');
    const gross = divideHalfUp(3n * ABOVE_DOUBLE * 10n, 28n);
    const share = divideHalfUp(gross * 7n, 10n);
    const [invoice] = (await world.billing.get(Invoices).list({ tenantIds: [tenantId], limit: 1 })).items;
    expect(invoice).toMatchObject({ total_minor: gross.toString() });
    expect(await world.balance('author_pending', orgId, 'vnd')).toBe(share);
    expect(await world.balance('tenant_receivable', null, 'vnd')).toBe(gross);
    const entries = await world.billing.get(ListEntries).execute({ account: `author_pending:${orgId}:VND`, limit: 5 });
    expect(entries.items).toMatchObject([{ amount_minor: (-share).toString(), balance_after_minor: share.toString() }]);
    expect(BigInt(Number(gross))).not.toBe(gross);
  });

  it('accepts a currency in either case, and refuses an unknown one', async () => {
    const tenantId = randomUUID();
    await world.billing.activate({ activatedAt: new Date('2022-03-01T00:00:00Z'), tenantId, currency: 'EUR' });
    expect(
      await world.billing.db.query('select currency from billing.install_segments where tenant_id = $1', [tenantId]),
    ).toEqual([{ currency: 'eur' }]);
    const refused = (currency: string) =>
      world.billing.activate({ activatedAt: new Date('2022-03-01T00:00:00Z'), currency });
    for (const text of ['US$', 'euro', '', 'e r'])
      await expect(refused(text)).rejects.toMatchObject({ code: 'currency_invalid', status: 400 });
    await expect(refused('xxx')).rejects.toMatchObject({ driverError: { code: '23503' } });
    const leg = (amountMinor: bigint, code: 'tenant_receivable' | 'platform_revenue') => ({
      account: { code, currency: 'EUR' },
      amountMinor,
    });
    await expect(
      world.billing.transactor.run((tx) =>
        world.ledger.post(tx, {
          kind: 'test',
          idempotencyKey: 'case18:case',
          sourceType: 'test',
          sourceId: '1',
          effectiveAt: tx.now,
          legs: [leg(5n, 'tenant_receivable'), leg(-5n, 'platform_revenue')],
        }),
      ),
    ).rejects.toMatchObject({ code: 'posting_invalid' });
  });
});
