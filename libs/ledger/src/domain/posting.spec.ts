import fc from 'fast-check';
import { AppError } from '@portal/kernel';
import { ACCOUNT_CODES, CHART, isAccountCode, ownSide } from './chart.js';
import { assertPosting, reversed, type Leg, type Posting } from './posting.js';

const ORG = '0190a000-0000-7000-8000-000000000001';
const usd = (code: 'tenant_receivable' | 'platform_revenue' | 'stripe_balance', amountMinor: bigint): Leg => ({
  account: { code, currency: 'usd' },
  amountMinor,
});
const posting = (legs: Leg[]): Posting => ({
  kind: 'test',
  idempotencyKey: 'test:1',
  sourceType: 'test',
  sourceId: '1',
  effectiveAt: new Date(0),
  legs,
});

describe('a posting', () => {
  it.each<[string, Leg[], string]>([
    ['without legs', [], 'fewer than two'],
    ['with one leg', [usd('tenant_receivable', 5n)], 'fewer than two'],
    ['off by one', [usd('tenant_receivable', 5n), usd('platform_revenue', -4n)], 'out of balance by 1 usd'],
    ['with a leg of zero', [usd('tenant_receivable', 0n), usd('platform_revenue', 0n)], 'a leg of 0'],
    [
      'balanced only across currencies',
      [usd('tenant_receivable', 5n), { account: { code: 'platform_revenue', currency: 'eur' }, amountMinor: -5n }],
      'out of balance by 5 usd',
    ],
    [
      'to an author account without an author',
      [usd('tenant_receivable', 5n), { account: { code: 'author_pending', currency: 'usd' }, amountMinor: -5n }],
      'author_pending needs owner',
    ],
    [
      'to a platform account with an owner',
      [
        usd('tenant_receivable', 5n),
        { account: { code: 'platform_revenue', ownerId: ORG, currency: 'usd' }, amountMinor: -5n },
      ],
      'platform_revenue has no owner',
    ],
  ])('%s is refused', (_name, legs, message) => {
    expect(() => assertPosting(posting(legs))).toThrow(AppError);
    expect(() => assertPosting(posting(legs))).toThrow(message);
  });

  it('is accepted when its legs sum to zero per currency, and so is its reversal, which cancels it', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.constantFrom('usd', 'eur', 'jpy')), { minLength: 1, maxLength: 20 }),
        (pairs) => {
          const legs = pairs.flatMap(([minor, currency]): Leg[] => [
            { account: { code: 'tenant_receivable', currency }, amountMinor: minor },
            { account: { code: 'author_pending', ownerId: ORG, currency }, amountMinor: -minor },
          ]);
          assertPosting(posting(legs));
          assertPosting(posting(reversed(legs)));
          expect(legs.reduce((sum, leg, i) => sum + leg.amountMinor + reversed(legs)[i]!.amountMinor, 0n)).toBe(0n);
        },
      ),
    );
  });
});

describe('the chart of accounts', () => {
  it('shows every account on its own side: liabilities and assets are both positive', () => {
    expect(ownSide('author_payable', -70n)).toBe(70n);
    expect(ownSide('platform_revenue', -30n)).toBe(30n);
    expect(ownSide('stripe_balance', 100n)).toBe(100n);
    expect(ownSide('processor_fee', 3n)).toBe(3n);
  });

  it('has a balance row for every account with a floor, which could not be enforced without one', () => {
    expect(ACCOUNT_CODES.filter((code) => CHART[code].floorMinor !== null && !CHART[code].live)).toEqual([]);
  });

  it('recognises its codes and nothing that only looks like one', () => {
    expect(isAccountCode('author_payable')).toBe(true);
    expect(isAccountCode('toString')).toBe(false);
    expect(isAccountCode('')).toBe(false);
  });
});
