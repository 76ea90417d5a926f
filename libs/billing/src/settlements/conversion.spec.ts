import fc from 'fast-check';
import { conversionLegs, throughConversion, worthOf } from './conversion.js';

const none = { cause: 'refund', settled: 0n } as const;
const charge = (amount: bigint, settled: bigint) => ({ cause: 'charge', amount, settled }) as const;

describe('what is converted', () => {
  it('is worth the rate of its charge, whatever goes back in whichever parts and at whichever rate', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(1n, 10n ** 12n),
        fc.array(fc.bigInt(1n, 10n ** 10n), { maxLength: 20 }),
        (amountMinor, settledMinor, wished) => {
          let leftMinor = amountMinor;
          let worth = 0n;
          for (const part of [...wished, amountMinor]) {
            const change = part < leftMinor ? -part : -leftMinor;
            worth += worthOf([charge(amountMinor, settledMinor), { ...none, amount: leftMinor - amountMinor }], {
              ...none,
              amount: change,
            });
            leftMinor += change;
          }
          expect([leftMinor, worth]).toEqual([0n, -settledMinor]);
        },
      ),
    );
  });

  it('is worth the same on its way out and back, also while more is out than was paid', () => {
    const before = [charge(1_000n, 1_085n), { ...none, amount: -667n }];
    const out = worthOf(before, { amount: -1_000n, settled: 0n });
    expect(worthOf([...before, { ...none, amount: -1_000n }], { amount: 1_000n, settled: 0n })).toBe(-out);
  });

  it('settles for what it settled for where no charge says what it is worth', () => {
    expect(worthOf([], { amount: -1_000n, settled: -1_098n })).toBe(-1_098n);
  });

  it('loses or gains the difference for the platform', () => {
    const legs = (amountMinor: bigint, worth: bigint) =>
      conversionLegs(amountMinor, worth, 'usd').map(({ account, amountMinor: of }) => [account.code, of]);
    expect(legs(1_085n, 1_085n)).toEqual([
      ['stripe_balance', 1_085n],
      ['currency_conversion', -1_085n],
    ]);
    expect(legs(-1_098n, -1_085n)).toEqual([
      ['stripe_balance', -1_098n],
      ['currency_conversion', 1_085n],
      ['fx_difference', 13n],
    ]);
    expect(legs(0n, 0n)).toEqual([]);
  });

  it('comes from the conversion in its own currency', () => {
    const legs = [
      { account: { code: 'stripe_balance', currency: 'eur' }, amountMinor: 1_000n },
      { account: { code: 'tenant_receivable', currency: 'eur' }, amountMinor: -1_000n },
    ] as const;
    expect(throughConversion(legs, undefined)).toEqual(legs);
    expect(
      throughConversion(legs, { amountMinor: 1_085n, currency: 'usd', rate: 1.085 }).map((leg) => leg.account.code),
    ).toEqual(['currency_conversion', 'tenant_receivable']);
  });
});
