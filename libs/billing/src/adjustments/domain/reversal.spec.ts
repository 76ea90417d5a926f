import fc from 'fast-check';
import { feeBearers } from '../../disputes/domain/dispute-fee.js';
import { planAdjustment } from '../../refunds/domain/plan-adjustment.js';
import { divideHalfUp } from '../../domain/divide-half-up.js';
import { splitRunning } from '../../../../../test/money/reference/split.js';
import {
  divideInProportion,
  reinstated,
  leftOf,
  spread,
  reverseLine,
  reverseLines,
  totalOf,
  type AdjustableLine,
  type LineReversal,
} from './reversal.js';

const NOTHING = { grossMinor: 0n, taxMinor: 0n, authorMinor: 0n };

function line(lineId: string, grossMinor: bigint, authorMinor: bigint, taxMinor = 0n): AdjustableLine {
  return {
    lineId,
    invoiceId: 'inv',
    orgId: 'org',
    tier: 0,
    grossMinor,
    authorMinor,
    taxMinor,
    taken: NOTHING,
  };
}

function after(lines: readonly AdjustableLine[], reversals: readonly LineReversal[]): AdjustableLine[] {
  const byLine = new Map(reversals.map((reversal) => [reversal.lineId, reversal]));
  return lines.map((one) => {
    const reversal = byLine.get(one.lineId);
    if (!reversal) return one;
    const { taken } = one;
    return {
      ...one,
      taken: {
        grossMinor: taken.grossMinor + reversal.grossMinor,
        taxMinor: taken.taxMinor + reversal.taxMinor,
        authorMinor: taken.authorMinor + reversal.authorMinor,
      },
    };
  });
}

/** Lines as the close creates them: shares by the running split, tax by rate. */
const invoices = fc
  .array(
    fc.record({
      gross: fc.bigInt({ min: 1n, max: 10n ** 10n }),
      bps: fc.constantFrom(7000, 7000, 8000, 0, 10_000, 3333),
      taxBps: fc.constantFrom(0n, 0n, 1900n, 825n, 2500n),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) => {
    const shares = splitRunning(rows.map(({ gross, bps }) => ({ grossMinor: gross, authorBps: bps })));
    return rows.map(({ gross, taxBps }, at) =>
      line(`line ${at}`, gross, shares[at]!.authorMinor, divideHalfUp(gross * taxBps, 10_000n)),
    );
  });
const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 0, maxLength: 12 });
const left = (lines: readonly AdjustableLine[]): bigint => lines.reduce((sum, one) => sum + leftOf(one), 0n);

describe('the reversal of a line', () => {
  it.each<[bigint[], bigint[]]>([
    [[4900n], [3430n]],
    [
      [1n, 1n, 1n, 1n],
      [1n, 0n, 1n, 1n],
    ],
    [
      [1000n, 2450n, 1450n],
      [700n, 1715n, 1015n],
    ],
    [
      [333n, 333n, 4234n],
      [233n, 233n, 2964n],
    ],
  ])('in steps of %j takes the share in steps of %j', (steps, expected) => {
    let [now] = [line('a', 4900n, 3430n)];
    const shares = steps.map((step) => {
      const reversal = reverseLine(now, step);
      now = after([now], [reversal])[0]!;
      return reversal.authorMinor;
    });
    expect(shares).toEqual(expected);
  });

  it('reverses tax in the same proportion: half of 119.00 is half of 100.00 and half of 19.00', () => {
    expect(reverseLine(line('a', 10_000n, 7_000n, 1_900n), 5_950n)).toMatchObject({
      grossMinor: 5_000n,
      taxMinor: 950n,
      authorMinor: 3_500n,
      platformMinor: 1_500n,
    });
  });

  it.each([0n, -1n, 4_901n])('refuses %s of a line of 4900', (amount) => {
    expect(() => reverseLine(line('a', 4_900n, 3_430n), amount)).toThrow(RangeError);
  });

  it('follows the running total of the author’s share exactly while nothing is reinstated', () => {
    fc.assert(
      fc.property(invoices, parts, (lines, cuts) => {
        let now = lines[0]!;
        for (const cut of cuts) {
          const amount = (leftOf(now) * BigInt(cut)) / 1000n;
          if (amount === 0n) continue;
          [now] = after([now], [reverseLine(now, amount)]) as [AdjustableLine];
          const due = divideHalfUp(now.authorMinor * now.taken.grossMinor, now.grossMinor);
          expect(now.taken.authorMinor).toBe(due);
        }
      }),
    );
  });
});

const USD = { currency: 'usd', exponent: 2, stepMinor: 1n, carriedMinor: 0n };

describe('random sequences of refunds, by amount and by line', () => {
  it('sum exactly, stay within each line, and end at exactly everything', () => {
    fc.assert(
      fc.property(invoices, parts, fc.boolean(), (start, cuts, byLine) => {
        let lines = start;
        let refunded = 0n;
        for (const [at, cut] of [...cuts, 1000].entries()) {
          const available = left(lines);
          if (available === 0n) break;
          const target = lines[at % lines.length]!;
          const wanted = (available * BigInt(cut)) / 1000n;
          const useLine = byLine && cut < 1000 && leftOf(target) > 0n;
          if (!useLine && wanted === 0n) continue;
          const plan = planAdjustment(
            lines,
            available,
            useLine ? { kind: 'lines', lines: [{ lineId: target.lineId }] } : { kind: 'amount', amountMinor: wanted },
            USD,
          );
          const sum = plan.reversals.reduce((total, reversal) => total + totalOf(reversal), 0n);
          expect(sum).toBe(plan.amountMinor);
          refunded += sum;
          lines = after(lines, plan.reversals);
          for (const one of lines) expect(isWithin(one)).toBe(true);
        }
        expect(refunded).toBe(lines.reduce((total, one) => total + totalOf(one), 0n));
        for (const one of lines) {
          expect(one.taken).toEqual({
            grossMinor: one.grossMinor,
            taxMinor: one.taxMinor,
            authorMinor: one.authorMinor,
          });
        }
      }),
    );
  });

  it('stay within each line and end at exactly everything, also when steps between are reinstated', () => {
    fc.assert(
      fc.property(invoices, fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.nat(6))), (start, moves) => {
        let lines = start;
        let inEffect: LineReversal[][] = [];
        for (const [cut, back] of moves) {
          const amount = (left(lines) * BigInt(cut)) / 1000n;
          if (amount > 0n) {
            const reversals = reverseLines(lines, amount);
            lines = after(lines, reversals);
            inEffect.push(reversals);
          }
          const gone = inEffect[back];
          if (gone) {
            lines = after(lines, reinstated(gone));
            inEffect = inEffect.filter((one) => one !== gone);
          }
          for (const one of lines) expect(isWithin(one)).toBe(true);
        }
        const rest = left(lines);
        if (rest > 0n) lines = after(lines, reverseLines(lines, rest));
        for (const one of lines) {
          const { grossMinor, taxMinor, authorMinor } = one;
          expect(one.taken).toEqual({ grossMinor, taxMinor, authorMinor });
        }
      }),
    );
  });

  it('of one line reach the same result for any order of the same amounts', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 500n }), { minLength: 2, maxLength: 9 }), (amounts) => {
        const whole = line('a', 4_900n, 3_430n, 931n);
        const run = (order: bigint[]) =>
          order.reduce((now, amount) => after([now], [reverseLine(now, amount)])[0]!, whole).taken;
        expect(run([...amounts].reverse())).toEqual(run(amounts));
      }),
    );
  });

  const isWithin = ({ taken, ...whole }: AdjustableLine): boolean =>
    taken.authorMinor >= 0n &&
    taken.authorMinor <= whole.authorMinor &&
    taken.taxMinor >= 0n &&
    taken.taxMinor <= whole.taxMinor &&
    taken.grossMinor >= 0n &&
    taken.grossMinor - taken.authorMinor >= 0n &&
    taken.grossMinor - taken.authorMinor <= whole.grossMinor - whole.authorMinor;
});

describe('the distribution of an amount over lines', () => {
  it.each<[bigint[], bigint, bigint[]]>([
    [[100n, 100n, 100n], 100n, [34n, 33n, 33n]],
    [[100n, 200n], 100n, [33n, 67n]],
    [[1n, 1n, 1n], 2n, [1n, 1n, 0n]],
    [[0n, 50n], 25n, [0n, 25n]],
    [[4_900n, 2_000n, 700n], 7_600n, [4_900n, 2_000n, 700n]],
  ])('of %j for %s is %j: largest remainder, ties in line order', (weights, amount, expected) => {
    expect(divideInProportion(weights, amount)).toEqual(expected);
  });

  it('gives no line more than it has left', () => {
    fc.assert(
      fc.property(invoices, fc.integer({ min: 0, max: 1000 }), (lines, cut) => {
        const amount = (left(lines) * BigInt(cut)) / 1000n;
        const shares = spread(lines, amount);
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount);
        shares.forEach((share, at) => expect(share >= 0n && share <= leftOf(lines[at]!)).toBe(true));
      }),
    );
  });

  it('takes from earlier invoices only what the lines paid by the same payment cannot cover', () => {
    const own = [line('a', 4_900n, 3_430n), line('b', 100n, 70n)];
    const lines = [{ ...line('old', 700n, 490n), tier: 1 }, ...own];
    const amounts = (amount: bigint) =>
      reverseLines(lines, amount).map(({ lineId, grossMinor }) => [lineId, grossMinor]);
    expect(amounts(5_000n)).toEqual([
      ['a', 4_900n],
      ['b', 100n],
    ]);
    expect(amounts(5_030n)).toEqual([
      ['old', 30n],
      ['a', 4_900n],
      ['b', 100n],
    ]);
    expect(() => reverseLines(lines, 5_701n)).toThrow(RangeError);
  });

  it('refuses more than is left on all lines', () => {
    expect(() => spread([line('a', 10n, 7n)], 11n)).toThrow(RangeError);
  });
});

describe('planning a refund', () => {
  const lines = [line('a', 4_900n, 3_430n), line('b', 2_000n, 1_400n)];
  it.each([
    ['more than is left', { kind: 'amount', amountMinor: 6_901n } as const, 'adjustment_too_large'],
    ['nothing', { kind: 'amount', amountMinor: 0n } as const, 'adjustment_too_large'],
    ['a negative amount', { kind: 'amount', amountMinor: -5n } as const, 'adjustment_too_large'],
    ['no line', { kind: 'lines', lines: [] } as const, 'adjustment_too_large'],
    ['a line of another invoice', { kind: 'lines', lines: [{ lineId: 'x' }] } as const, 'adjustment_line_unknown'],
    ['a line twice', { kind: 'lines', lines: [{ lineId: 'a' }, { lineId: 'a' }] } as const, 'adjustment_line_unknown'],
    [
      'more than a line has',
      { kind: 'lines', lines: [{ lineId: 'b', amountMinor: 2_001n }] } as const,
      'adjustment_too_large',
    ],
  ])('refuses %s', (_name, scope, code) => {
    expect(() => planAdjustment(lines, 6_900n, scope, USD)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('takes at most what is left of the payment, however much is left on the lines', () => {
    expect(() => planAdjustment(lines, 6_000n, { kind: 'amount', amountMinor: 6_001n }, USD)).toThrow(
      expect.objectContaining({ code: 'adjustment_too_large' }) as Error,
    );
    expect(planAdjustment(lines, 6_000n, { kind: 'amount', amountMinor: 6_000n }, USD).amountMinor).toBe(6_000n);
    expect(planAdjustment(lines, 6_000n, { kind: 'full' }, USD).amountMinor).toBe(6_000n);
  });

  it('takes from a line what was requested, and all of it when all is requested', () => {
    const some = planAdjustment(lines, 6_900n, { kind: 'lines', lines: [{ lineId: 'b', amountMinor: 500n }] }, USD);
    expect(some.reversals).toMatchObject([{ lineId: 'b', grossMinor: 500n, authorMinor: 350n }]);
    expect(planAdjustment(lines, 6_900n, { kind: 'full' }, USD).amountMinor).toBe(6_900n);
  });
});

describe('an amount in a currency of whole steps', () => {
  const KWD = { currency: 'kwd', exponent: 3, stepMinor: 10n, carriedMinor: 0n };
  const parts = { authorMinor: 4_003n, taxMinor: 0n };
  const none = { grossMinor: 0n, taxMinor: 0n, authorMinor: 0n };
  const line = { lineId: 'a', invoiceId: 'i', orgId: 'o', tier: 0, grossMinor: 5_718n, ...parts, taken: none };
  const sum = (taken: readonly { grossMinor: bigint; taxMinor: bigint }[]) =>
    taken.reduce((all, one) => all + totalOf(one), 0n);

  it('is refused with the nearest ones in the currency, and so is more than is left', () => {
    const amount = (amountMinor: bigint) => () => planAdjustment([line], 5_710n, { kind: 'amount', amountMinor }, KWD);
    expect(amount(5n)).toThrow('Possible: 0.010 KWD.');
    expect(amount(1_234n)).toThrow('Possible: 1.230 KWD or 1.240 KWD.');
    expect(amount(5_709n)).toThrow('Possible: 5.700 KWD or 5.710 KWD.');
    expect(amount(6_000n)).toThrow('This invoice has 5.710 KWD left, not 6.000 KWD.');
    expect(amount(1_240n)().amountMinor).toBe(1_240n);
  });

  it('of a whole unpaid invoice is taken to the last unit', () => {
    const all = planAdjustment([line], 5_718n, { kind: 'full' }, KWD);
    expect([all.amountMinor, sum(all.reversals)]).toEqual([5_718n, 5_718n]);
  });

  it.each([
    ['all that was charged', 5_710n, 8n, 5_718n],
    ['all of it when the rest is on a later invoice', 5_710n, 0n, 5_710n],
    ['a part', 5_700n, 8n, 5_700n],
  ])(
    'of a paid invoice that is %s takes what was never charged only with the last of it',
    (_, minor, carriedMinor, took) => {
      const plan = planAdjustment([line], 5_710n, { kind: 'amount', amountMinor: minor }, { ...KWD, carriedMinor });
      expect([plan.amountMinor, sum(plan.reversals)]).toEqual([minor, took]);
    },
  );
});

describe('the fee of a dispute', () => {
  const held = [
    { orgId: 'b', authorMinor: 100n },
    { orgId: 'a', authorMinor: 200n },
    { orgId: null, authorMinor: 0n },
  ];
  it('is borne by the platform unless the policy says otherwise', () => {
    expect(feeBearers('platform', 1_500n, held)).toEqual([]);
  });
  it('is divided among the authors by their share on hold, and reinstated in the same parts', () => {
    expect(feeBearers('author', 1_500n, held)).toEqual([
      { orgId: 'a', feeMinor: 1_000n },
      { orgId: 'b', feeMinor: 500n },
    ]);
    expect(feeBearers('author', -1_500n, held)).toEqual([
      { orgId: 'a', feeMinor: -1_000n },
      { orgId: 'b', feeMinor: -500n },
    ]);
  });
  it('is borne by the platform when no author has a share', () => {
    expect(feeBearers('author', 1_500n, [{ orgId: null, authorMinor: 0n }])).toEqual([]);
  });
});
