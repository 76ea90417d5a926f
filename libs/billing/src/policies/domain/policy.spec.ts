import fc from 'fast-check';
import { AppError } from '@portal/kernel';
import { BUILT_IN_POLICIES, describePolicy, parsePolicy, POLICY_KEYS, type PolicyKey } from './policy.js';
import { taxByTable } from '../../tax/domain/tax.js';

const CURRENCIES = new Set(['usd', 'eur', 'gbp', 'chf', 'cad', 'jpy', 'huf', 'kwd']);
const EXPONENTS = new Map([
  ['usd', 2],
  ['jpy', 0],
  ['kwd', 3],
]);

function wrong(key: PolicyKey, value: unknown): string[] {
  try {
    parsePolicy(key, value, CURRENCIES);
  } catch (error) {
    if (error instanceof AppError && error.code === 'policy_value_invalid')
      return error.details.map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

describe('the value of a policy', () => {
  it.each(POLICY_KEYS)('built in for %s is valid, and has a sentence', (key) => {
    expect(parsePolicy(key, BUILT_IN_POLICIES[key], CURRENCIES)).toEqual(BUILT_IN_POLICIES[key]);
    expect(describePolicy(key, BUILT_IN_POLICIES[key], EXPONENTS)).toMatch(/^[A-Z].+\.$/);
  });

  it.each<[string, PolicyKey, unknown, string[]]>([
    ['another code', 'small_balance', 'round', ['/value not_allowed']],
    ['more than everything', 'author_share', { basis_points: 10_001 }, ['/value/basis_points out_of_range']],
    ['a part of a basis point', 'author_share', { basis_points: 7000.5 }, ['/value/basis_points out_of_range']],
    [
      'two errors at once, both reported',
      'author_share',
      { basis_points: '7000', base: 'net' },
      ['/value/base unknown_field', '/value/basis_points out_of_range'],
    ],
    [
      'a field too few',
      'payment_retry',
      { after_days: [1] },
      ['/value/grace_days missing_field', '/value/grace_days out_of_range'],
    ],
    ['a field too many', 'payment_retry', { after_days: [1], grace_days: 1, then: 1 }, ['/value/then unknown_field']],
    [
      'days that do not rise',
      'payment_retry',
      { after_days: [1, 3, 3], grace_days: 7 },
      ['/value/after_days not_rising'],
    ],
    ['no try at all', 'payment_retry', { after_days: [], grace_days: 7 }, ['/value/after_days not_a_list']],
    ['a currency we do not keep', 'listing_fee', { xyz: '100' }, ['/value/xyz unknown_currency']],
    ['a number where text is', 'listing_fee', { usd: 100 }, ['/value/usd wrong_format']],
    ['an amount of 0', 'listing_fee', { usd: '0' }, ['/value/usd wrong_format']],
    ['an amount below 0', 'listing_fee', { usd: '-1' }, ['/value/usd wrong_format']],
    ['a list for an object', 'listing_fee', [], ['/value not_an_object']],
    [
      'nothing',
      'reserve_rule',
      null,
      [
        '/value not_an_object',
        '/value/basis_points out_of_range',
        '/value/months out_of_range',
        '/value/above_dispute_basis_points out_of_range',
      ],
    ],
    ['no approver', 'payout_approvals', 0, ['/value out_of_range']],
    ['a table without a rate', 'tax', { provider: 'table', table: [] }, ['/value/table empty_table']],
    [
      'a country by name',
      'payout_minimum',
      { by_currency: {}, by_country: { germany: { eur: '1' } } },
      ['/value/by_country/germany wrong_format'],
    ],
    [
      'an operator with half a name',
      'operator_identity',
      { legal_name: 'Acme', address: null, country: null, tax_id: null },
      ['/value/address wrong_format', '/value/country wrong_format'],
    ],
    [
      'an operator of spaces',
      'operator_identity',
      { legal_name: '  ', address: ' \n ', country: 'gb', tax_id: '1' },
      [
        '/value/legal_name wrong_format',
        '/value/address wrong_format',
        '/value/country wrong_format',
        '/value/tax_id wrong_format',
      ],
    ],
  ])('is refused with %s', (_name, key, value, details) => {
    expect(wrong(key, value)).toEqual(details);
  });

  it('has one tax rate for each place', () => {
    const rate = { country: 'DE', region: null, basis_points: 1900, name: 'VAT', reverse_charge: true };
    expect(wrong('tax', { provider: 'table', table: [rate, { ...rate, region: 'BY' }] })).toEqual([]);
    expect(wrong('tax', { provider: 'table', table: [rate, rate] })).toEqual(['/value/table place_twice']);
  });

  it('has exact rates above 0 to the currency of the seller, of a day that there was', () => {
    const value = { currency: 'eur', date: '2026-02-28', rates: { usd: '0.9213', jpy: '0.0061', kwd: null } };
    expect(parsePolicy('vat_currency', value, CURRENCIES)).toEqual({
      ...value,
      rates: { usd: '0.9213', jpy: '0.0061' },
    });
    expect(describePolicy('vat_currency', { ...value, rates: { jpy: '0.0061', usd: '0.9213' } }, EXPONENTS)).toBe(
      'Invoices and credit notes state VAT in EUR. On 2026-02-28, 1 JPY is 0.0061 EUR, 1 USD is 0.9213 EUR.',
    );
    // A day belongs to rates.
    const none = { currency: 'eur', date: null, rates: {} };
    expect(parsePolicy('vat_currency', { ...none, date: '2026-02-28' }, CURRENCIES)).toEqual(none);
    for (const rate of ['0', '0.0', '-1', '1e3', '0,92', '.5', '1.', '01', ' 1', 1, '1.00000000001', '1000000000'])
      expect(wrong('vat_currency', { ...value, rates: { usd: rate } })).toEqual(['/value/rates/usd wrong_format']);
    for (const date of [null, '2026-02-29', '2026-2-1', '1999-01-01', '28 February 2026'])
      expect(wrong('vat_currency', { ...value, date })).toEqual(['/value/date wrong_format']);
    for (const currency of [null, 'xyz', 'EUR'])
      expect(wrong('vat_currency', { ...value, currency })).toEqual(['/value/currency unknown_currency']);
    expect(wrong('vat_currency', { ...value, currency: 'usd' })).toEqual(['/value/rates/usd own_currency']);
    expect(wrong('vat_currency', { ...value, rates: { xyz: '1' } })).toEqual(['/value/rates/xyz unknown_currency']);
  });

  it('omits a currency without an amount', () => {
    expect(parsePolicy('payout_approval_limit', { usd: '5000000', eur: null }, CURRENCIES)).toEqual({ usd: '5000000' });
    expect(parsePolicy('listing_fee', { usd: '4900', eur: null }, CURRENCIES)).toEqual({ usd: '4900' });
  });
});

describe('the sentence of a policy', () => {
  it('writes amounts with the decimals of their currency', () => {
    expect(describePolicy('payout_approval_limit', { usd: '5000000' }, EXPONENTS)).toBe(
      'A payout run that pays more than 50000.00 USD needs at least two approvers other than the preparer.',
    );
    expect(describePolicy('payout_approval_limit', {}, EXPONENTS)).toContain('no limit for a single approver');
    expect(describePolicy('listing_fee', { usd: '4900', jpy: '500', kwd: '1500' }, EXPONENTS)).toBe(
      'A listing that bills its customers itself costs its author 49.00 USD, 500 JPY or 1.500 KWD a month.',
    );
  });

  it('names the operator, or states that nobody has decided it', () => {
    const acme = { legal_name: 'Acme 東京 Ltd', address: 'Street 1\nTown', country: 'GB', tax_id: 'GB 123' };
    expect(parsePolicy('operator_identity', acme, CURRENCIES)).toEqual(acme);
    const sentence = describePolicy('operator_identity', acme, EXPONENTS);
    expect(sentence).toContain('Acme 東京 Ltd, Street 1, Town, GB, tax number GB 123');
    expect(describePolicy('operator_identity', { ...acme, tax_id: null }, EXPONENTS)).toContain('without a tax number');
    expect(describePolicy('operator_identity', BUILT_IN_POLICIES.operator_identity, EXPONENTS)).toContain('not set');
  });

  it('says whom reverse charge leaves without tax', () => {
    const table = [{ country: 'DE', region: null, basis_points: 1_900, name: 'VAT', reverse_charge: true }];
    expect(describePolicy('tax', { provider: 'table', table }, EXPONENTS)).toContain(
      'DE 19 % VAT (reverse charge for businesses of other countries with a valid tax ID)',
    );
  });

  it('names both parts of a share', () => {
    const share = { basis_points: 8_250 };
    expect(describePolicy('author_share', share, EXPONENTS)).toContain('82.5 % of what a tenant pays without tax');
    expect(describePolicy('author_share', share, EXPONENTS)).toContain('The platform gets 17.5 %');
    expect(describePolicy('author_share', share, EXPONENTS)).toContain('on the running total');
  });
});

describe('tax by the table', () => {
  const rate = (country: string, region: string | null, basis_points: number, reverse_charge = false) => ({
    country,
    region,
    basis_points,
    name: 'VAT',
    reverse_charge,
  });
  const policy = {
    provider: 'table' as const,
    table: [rate('DE', null, 1900, true), rate('CA', null, 500), rate('CA', 'QC', 1498)],
  };
  const tax = (amount: bigint, country: string, region: string | null = null, businessAbroad = false) =>
    taxByTable(policy, amount, { country, region, businessAbroad });

  it.each([
    [tax(4900n, 'DE'), 931n, 'rated'],
    [tax(4900n, 'DE', null, true), 0n, 'reverse_charge'],
    [tax(4900n, 'CA', 'ON'), 245n, 'rated'],
    [tax(4900n, 'CA', 'QC'), 734n, 'rated'],
    [tax(4900n, 'CA', 'QC', true), 734n, 'rated'],
    [tax(4900n, 'US'), 0n, 'no_rate'],
    [taxByTable(policy, 4900n, null), 0n, 'address_missing'],
    // Half up: 50 × 19 % = 9.5.
    [tax(50n, 'DE'), 10n, 'rated'],
    [tax(9_007_199_254_740_993_000n, 'DE'), 1_711_367_858_400_788_670n, 'rated'],
  ])('is computed for %p', (outcome, taxMinor, reason) => {
    expect(outcome).toMatchObject({ taxMinor, reason, reverseCharge: reason === 'reverse_charge' });
  });

  it('is within half a unit of the exact rate, and never less for a larger amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
        const of = (minor: bigint) =>
          taxByTable({ provider: 'table', table: [rate('FR', null, points)] }, minor, {
            country: 'FR',
            region: null,
            businessAbroad: false,
          }).taxMinor;
        const exact = amount * BigInt(points);
        const off = of(amount) * 10_000n - exact;
        expect(off >= -5_000n && off <= 5_000n).toBe(true);
        expect(of(amount + 1n) >= of(amount)).toBe(true);
      }),
    );
  });
});
