import { runAlone as run } from './testing.js';

const MONTH = {
  scenario: 1,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  events: [{ at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 4900 }],
};

describe('a money case', () => {
  it('refuses an unknown currency at its place in a policy', async () => {
    const at = '2026-01-05';
    const policies = { payout_minimum: { by_country: { DE: { zzz: '5' } } } };
    const event = { at, type: 'policy', key: 'listing_fee', value: { yyy: 5 } };
    await expect(run({ ...MONTH, policies, events: [...MONTH.events, event] })).rejects.toMatchObject({
      problems: [{ pointer: '/policies/payout_minimum/by_country/DE/zzz' }, { pointer: '/events/1/value/yyy' }],
    });
  });

  it('does not pay to a swapped account before it has been ready for the cool-down', async () => {
    const swapped = await run({
      ...MONTH,
      until: '2026-03',
      events: [
        ...MONTH.events,
        { at: '2026-02-01', type: 'swap_account', author: 'alice', account: 'not_ready', country: 'DE' },
        { at: '2026-03-02', type: 'payout_account', author: 'alice', account: 'ready' },
      ],
    });
    // Paid to the old one; then the new one has been ready for only three days; then for seven.
    expect(swapped.runs.map(({ payouts }) => payouts)).toMatchObject([
      [{ paid: '3430', reason: 'to_pay' }],
      [{ paid: '0', carried: '3430', reason: 'cooling_down', unpaid: [{ expected_at: '2026-04-01T00:00:00.000Z' }] }],
      [{ opening: '3430', paid: '6860', reason: 'to_pay' }],
    ]);
    expect(swapped.refused).toEqual([]);
  });

  it('refuses to swap an account that does not exist', async () => {
    const none = await run({
      ...MONTH,
      authors: { alice: { account: 'none' } },
      events: [...MONTH.events, { at: '2026-02-01', type: 'swap_account', author: 'alice' }],
    });
    expect(none.refused).toMatchObject([{ event: 1, code: 'payout_account_not_found' }]);
  });

  it('accepts a currency with its multiples, and reports where an amount is invalid', async () => {
    const coarse = await run({
      ...MONTH,
      currency: 'XTS',
      currencies: { xts: { exponent: 0, payout_multiple: 100 } },
    });
    expect(coarse.runs).toMatchObject([{ payouts: [{ balance: '3430', paid: '3400', reason: 'rounded_down' }] }]);
    const wrong = run({ ...MONTH, currencies: { usd: { payout_multiple: 100, min_payout: 2550 } } });
    await expect(wrong).rejects.toMatchObject({ problems: [{ pointer: '/currencies/usd/min_payout' }] });
  });

  it('gives the same bytes when it is run again', async () => {
    const [first, second] = [await run(MONTH), await run(MONTH)];
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  it('deducts listing fees from the balance, charges the author the rest, and charges nothing when nothing is listed', async () => {
    const install = { at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 2000 };
    const result = await run({
      ...MONTH,
      authors: { alice: {}, acme: {} },
      drives: {
        notes: { author: 'alice' },
        own: { author: 'alice', billing: 'author' },
        other: { author: 'acme', billing: 'author' },
      },
      policies: { listing_fee: { usd: '1900' } },
      until: '2026-04',
      events: [
        install,
        { at: '2026-02-10', type: 'list', drive: 'own' },
        { at: '2026-02-20', type: 'list', drive: 'other' },
        { at: '2026-03-15T12:00:00Z', type: 'delist', drive: 'own' },
        { at: '2026-03-20', type: 'billing', drive: 'other', billing: 'platform' },
      ],
    });
    const fees = result.invoices.filter(({ kind }) => kind === 'listing_fee');
    // 20.00 a month is 14.00 for alice. 14.00 carried and 14.00 earned cover February's 19.00; the remaining 9.00 and
    // March's 14.00 cover March's. Acme, an author with the same name as a tenant, earns nothing and pays all.
    expect(fees.map(({ tenant, month, total, state }) => [tenant, month, total, state])).toEqual([
      ['acme', '2026-02', '1900', 'paid'],
      ['acme', '2026-03', '1900', 'paid'],
    ]);
    const revenue = result.accounts.find(({ account }) => account === 'listing_fee_revenue');
    expect(revenue?.balance).toBe('7600');
    expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(result.refused).toEqual([]);
  });
});
