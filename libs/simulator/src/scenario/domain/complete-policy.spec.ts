import { readScenarioText } from '../read-scenario.js';

const policies = (written: object): unknown => {
  const parsed = readScenarioText(JSON.stringify({ drives: {}, tenants: [], events: [], policies: written }));
  return parsed.ok ? Object.fromEntries(parsed.scenario.policies) : parsed.problems.map(({ pointer }) => pointer);
};

describe('a policy of a scenario', () => {
  it('is complete when only the part that matters was written', () => {
    expect(
      policies({
        author_share: 8000,
        payout_minimum: { USD: 1000 },
        tax: [{ country: 'DE', basis_points: 1900 }],
        payment_retry: { after_days: [1, 2] },
        listing_fee: { usd: 1900 },
        reserve_rule: { basis_points: 1000 },
      }),
    ).toEqual({
      author_share: { basis_points: 8000, base: 'gross', rounding: 'running' },
      payout_minimum: { by_currency: { usd: '1000' }, by_country: {} },
      tax: {
        provider: 'table',
        table: [{ country: 'DE', region: null, basis_points: 1900, name: 'Tax', reverse_charge: false }],
      },
      payment_retry: { after_days: [1, 2], grace_days: 7 },
      listing_fee: { usd: '1900' },
      reserve_rule: { basis_points: 1000, months: 3, above_dispute_basis_points: null },
    });
  });

  it('keeps what was written', () => {
    const share = { basis_points: 1, base: 'gross', rounding: 'running' };
    expect(policies({ author_share: share })).toEqual({ author_share: share });
    expect(policies({ payout_minimum: { by_country: { DE: { usd: '7000' } } } })).toMatchObject({
      payout_minimum: { by_currency: { usd: '2500', kwd: '8000' }, by_country: { DE: { usd: '7000' } } },
    });
  });

  it.each([
    ['a share of more than everything', { author_share: 10_001 }, ['/policies/author_share/basis_points']],
    ['a rounding that there is not', { author_share: { rounding: 'even' } }, ['/policies/author_share/rounding']],
    ['a fraction of a unit', { listing_fee: { usd: 19.5 } }, ['/policies/listing_fee/usd']],
    ['a word for an object', { tax: 'table' }, ['/policies/tax/provider', '/policies/tax/table', '/policies/tax']],
    ['an unknown policy', { fee: 1 }, ['/policies/fee']],
  ])('does not accept %s', (_name, written, pointers) => {
    expect((policies(written) as string[]).sort()).toEqual(pointers.sort());
  });

  it('gives way to a least payout that the currencies of the scenario name, unless it is written itself', () => {
    const read = (written: object, key = 'payout_minimum'): unknown => {
      const base = { drives: {}, tenants: [], events: [] };
      const parsed = readScenarioText(JSON.stringify({ ...base, ...written }));
      return parsed.ok ? parsed.scenario.policies.get(key) : parsed.problems;
    };
    const currencies = { USD: { min_payout: 100 }, eur: { min_charge: 70 }, isk: { min_payout: 100 } };
    expect(read({ currencies })).toEqual({
      by_currency: { eur: '2500', gbp: '2500', chf: '2500', cad: '2500', jpy: '3000', huf: '1000000', kwd: '8000' },
      by_country: {},
    });
    expect(read({ currencies, policies: { payout_minimum: { usd: 700 } } })).toEqual({
      by_currency: { usd: '700' },
      by_country: {},
    });
    expect(read({ currencies: { eur: { min_charge: 70 }, isk: { min_payout: 100 } } })).toBeUndefined();
  });
});
