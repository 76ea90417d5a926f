import { csvRow } from '@portal/kernel';
import { checkStatement, type StatementDocument } from '@portal/statement-proof';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import { earningsCard } from './earnings-card.js';
import {
  composeStatement,
  type BookedLine,
  type BookedMovement,
  type BookedPayment,
  type StatementFacts,
} from './compose-statement.js';
import { entryTitle } from './entry-title.js';
import { statementCsv } from './statement-csv.js';
import { statementIdOf } from './statement-id.js';

const FACTS: StatementFacts = {
  author_name: 'Author',
  exponent: 2,
  paid_minor: '0',
  held_minor: '0',
  reserve_minor: '0',
  disputed_minor: '0',
  outcome: 'carried',
  reason: 'below_minimum',
  reason_text: 'Carried.',
  transfer_id: null,
  settled_at: null,
  unpaid: [],
  self_billing_number: null,
};
const AT = new Date('2026-12-01T00:00:00.000Z');
const BEFORE = { payoutId: 'payout-before', amountMinor: 100n };

/** A month of lines with their running split, as billing writes them. */
const month = (text: string) =>
  fc
    .array(
      fc.record({
        gross: fc.bigInt({ min: 1n, max: 99_999n }),
        bps: fc.constantFrom(7000, 8000, 10_000),
        invoice: fc.nat(3),
      }),
      { maxLength: 12 },
    )
    .map((specs) => {
      let running = 0n;
      const share = (n: bigint): bigint => (2n * n + 10_000n) / 20_000n;
      return specs.map(({ gross, bps, invoice }, index): BookedLine => {
        const before = running;
        running += gross * BigInt(bps);
        const authorMinor = share(running) - share(before);
        return {
          lineId: `${text}-line-${index}`,
          invoiceId: `${text}-invoice-${invoice}`,
          invoiceNumber: `DP-${invoice}`,
          month: text,
          installId: `install-${String(index).padStart(2, '0')}`,
          driveId: 'drive',
          driveName: 'Notes',
          ventureName: 'Acme',
          fromAt: new Date(`${text}-01T00:00:00.000Z`),
          toAt: new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5)), 1)),
          priceMinor: gross,
          seconds: text.endsWith('11') ? 2_592_000 : 2_678_400,
          monthSeconds: text.endsWith('11') ? 2_592_000 : 2_678_400,
          grossMinor: gross,
          authorBps: bps,
          running,
          authorMinor,
          platformMinor: gross - authorMinor,
        };
      });
    });

interface World {
  lines: BookedLine[];
  movements: BookedMovement[];
  paymentOf: Map<string, BookedPayment>;
  balanceBefore: bigint;
  paidBefore: { payoutId: string; amountMinor: bigint } | null;
}

/**
 * Some invoices of two months are paid in the range, some before it, some never; with other postings of any kind in
 * between.
 */
const world: fc.Arbitrary<World> = fc
  .record({
    november: month('2026-11'),
    october: month('2026-10'),
    fate: fc.array(fc.constantFrom('now', 'before', 'never'), { minLength: 8, maxLength: 8 }),
    others: fc.array(
      fc.record({
        kind: fc.constantFrom('refund', 'dispute_opened', 'listing_fee', 'payout_hold', 'never_heard_of'),
        amount: fc.bigInt({ min: -5_000n, max: 5_000n }).filter((n) => n !== 0n),
      }),
      { maxLength: 5 },
    ),
    surplus: fc.bigInt({ min: 0n, max: 3n }),
    balanceBefore: fc.bigInt({ min: -900n, max: 900n }),
    before: fc.constantFrom('none', 'agrees', 'missing', 'failed'),
  })
  .map(({ november, october, fate, others, surplus, balanceBefore, before }) => {
    const paymentOf = new Map<string, BookedPayment>();
    const paidBy = (invoiceId: string, txId: string): void =>
      void paymentOf.set(invoiceId, { invoiceId, txId, key: `pay:ch_${invoiceId}`, postedAt: AT });
    const movements: BookedMovement[] = [];
    let tx = 1000;
    const push = (kind: string, sourceType: string, sourceId: string, amountMinor: bigint, key: string): void => {
      movements.push({ txId: String(++tx), kind, key, sourceType, sourceId, postedAt: AT, amountMinor });
    };
    const all = [...october, ...november];
    const invoices = [...new Set(all.map((line) => line.invoiceId))];
    const paidNow: string[] = [];
    invoices.forEach((invoice, index) => {
      const what = fate[index % fate.length];
      if (what === 'before') paidBy(invoice, '500');
      if (what !== 'now') return;
      paidNow.push(invoice);
      const share = all.filter((line) => line.invoiceId === invoice).reduce((sum, line) => sum + line.authorMinor, 0n);
      push('invoice_paid', 'invoice', invoice, share + (index === 0 ? surplus : 0n) || 1n, `pay:ch_${index}`);
      paidBy(invoice, String(tx));
    });
    others.forEach(({ kind, amount }, index) => push(kind, kind, `${index}`, amount, `${kind}:${index}`));
    if (before === 'agrees') push('payout_reserve', 'payout', BEFORE.payoutId, -100n, 'po:1:reserve');
    if (before === 'failed') {
      push('payout_reserve', 'payout', BEFORE.payoutId, -100n, 'po:1:reserve');
      push('payout_released', 'payout', BEFORE.payoutId, 100n, 'po:1:release:1');
    }
    const shown = all.filter((line) => line.month === '2026-11' || paidNow.includes(line.invoiceId));
    const paidBefore = before === 'none' ? null : BEFORE;
    return { lines: shown, movements, paymentOf, balanceBefore, paidBefore };
  });

const NOVEMBER = {
  id: 'statement',
  month: '2026-11',
  currency: 'usd',
  orgId: 'org',
  runId: 'run',
  payoutId: null,
  afterTx: '900',
  cutoffTx: '9000',
  creditedOf: new Map(),
};

function compose(of: World): Omit<StatementDocument, 'proof'> {
  const closing = of.balanceBefore + of.movements.reduce((sum, one) => sum + one.amountMinor, 0n);
  const input = {
    ...NOVEMBER,
    ...of,
    takenOf: new Map(),
  };
  const unpaid = [
    {
      reason: 'below_minimum',
      amount_minor: closing.toString(),
      expected_at: '2027-01-01T00:00:00.000Z',
      note: null,
      reason_text: 'Below the minimum.',
      date_kind: 'looked_at' as const,
      waits_for: 'more earnings',
      who_acts: 'nobody' as const,
    },
  ];
  const outcome = closing === 0n ? 'nothing' : 'carried';
  return composeStatement({ ...input, facts: { ...FACTS, unpaid, outcome } });
}

describe('a statement that is composed', () => {
  it('reconciles for every month: opening + everything booked = paid + carried + on hold, and nothing is left out', () => {
    fc.assert(
      fc.property(world, (of) => {
        const document = compose(of);
        const wrong = checkStatement({ ...document, proof: null }).filter(
          ({ ok, code }) => !ok && code !== 'inclusion',
        );
        expect(wrong).toEqual([]);
        const closing = of.balanceBefore + of.movements.reduce((sum, one) => sum + one.amountMinor, 0n);
        expect(document.statement.closing_minor).toBe(closing.toString());
        const shown = new Set([...document.payments, ...document.entries].map((one) => one.ledger_tx));
        const own = of.movements.filter((one) => one.sourceId !== BEFORE.payoutId);
        expect(own.filter((one) => !shown.has(one.txId) && one.amountMinor !== 0n)).toEqual([]);
      }),
    );
  });

  it('counts the payout of the previous statement once: there when it agrees, here with the difference when it does not', () => {
    const base: World = { lines: [], movements: [], paymentOf: new Map(), balanceBefore: 100n, paidBefore: BEFORE };
    const reserve: BookedMovement = {
      txId: '1001',
      kind: 'payout_reserve',
      key: 'po:1:reserve',
      sourceType: 'payout',
      sourceId: BEFORE.payoutId,
      postedAt: AT,
      amountMinor: -100n,
    };
    const agrees = compose({ ...base, movements: [reserve] });
    expect([agrees.statement.opening_minor, agrees.entries]).toEqual(['0', []]);
    const back = { ...reserve, txId: '1002', kind: 'payout_released', amountMinor: 100n };
    const failed = compose({ ...base, movements: [reserve, back] });
    expect(failed.entries.map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
      ['payout_reserve', '-100'],
      ['payout_released', '100'],
      ['payout_counted', '100'],
    ]);
    expect(failed.statement.closing_minor).toBe('100');
  });

  it('links what a booking takes from which line when that adds up, and marks the unknown clearly', () => {
    const refund: BookedMovement = {
      txId: '1001',
      kind: 'refund',
      key: 'refund:re_1',
      sourceType: 'refund',
      sourceId: 're_1',
      postedAt: AT,
      amountMinor: -70n,
    };
    const base: World = { lines: [], movements: [refund], paymentOf: new Map(), balanceBefore: 70n, paidBefore: null };
    const linked = (amountMinor: bigint) =>
      composeStatement({
        ...NOVEMBER,
        ...base,
        takenOf: new Map([['refund:re_1', [{ lineId: 'line-1', amountMinor }]]]),
        facts: FACTS,
      }).entries[0]!.lines;
    expect(linked(70n)).toEqual([{ line_id: 'line-1', amount_minor: '-70' }]);
    expect(linked(69n)).toEqual([]);
    expect(entryTitle('new_kind_of_fee', -1n)).toBe('Taken: new kind of fee');
    expect(entryTitle('new_kind_of_gift', 1n)).toBe('Given: new kind of gift');
    expect(entryTitle('toString', 1n)).toBe('Given: toString');
  });
});

describe('the card of a period', () => {
  it('leads from sales to what was paid without a gap, whatever was booked', () => {
    fc.assert(
      fc.property(world, (of) => {
        const document = compose(of);
        const steps = earningsCard(document);
        let reached = steps[0]!.amountMinor;
        for (const step of steps) {
          if (step.kind === 'step') expect(step.fromMinor).toBe(reached);
          expect(step.toMinor - step.fromMinor).toBe(step.amountMinor);
          reached = step.toMinor;
        }
        expect(reached).toBe(BigInt(document.statement.paid_minor));
        const amount = (code: string) => steps.find((step) => step.code === code)!.amountMinor;
        expect(amount('share')).toBe(BigInt(document.statement.earned_minor));
        expect(['refunds', 'disputes', 'fees', 'other'].reduce((sum, code) => sum + amount(code), 0n)).toBe(
          BigInt(document.statement.adjustments_minor),
        );
      }),
    );
  });
});

describe('the CSV of a statement', () => {
  /** How a reader of RFC 4180 parses a text. */
  function read(text: string): string[][] {
    const rows: string[][] = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
      rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
      if (end === '\r\n') rows.push([]);
      if (end === '') break;
    }
    return rows.slice(0, -1);
  }

  it('is read back cell for cell, and no cell begins as a formula, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 5 }), (cells) => {
        const [row] = read(csvRow(cells)) as [string[]];
        expect(row).toHaveLength(cells.length);
        for (const cell of row) expect(cell).not.toMatch(/^[\s\p{Z}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20](?!\d+$)/u);
        for (const cell of row) expect(cell).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it.each([...'=+-@|%\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b'])(
    'writes a cell that begins with %s as text, with and without space before it',
    (sign) => {
      expect([csvRow([`${sign}cmd`]), csvRow([` ${sign}cmd`])]).toEqual([`'${sign}cmd\r\n`, `' ${sign}cmd\r\n`]);
    },
  );

  it.each([
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\u00a0=1', "'\u00a0=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\u200b=1', 'U+200B=1'],
    ['\u202egpj.exe', 'U+202Egpj.exe'],
    ['a\u2028b', 'aU+2028b'],
    ['a\u0000b', 'aU+0000b'],
    ['\ud800', 'U+D800'],
    ['say "hi", then', '"say ""hi"", then"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' edge ', '" edge "'],
    ['-123', '-123'],
    ['東京', '東京'],
  ])('writes %j so that a spreadsheet shows it and does nothing', (text, written) => {
    expect(csvRow([text])).toBe(`${written}\r\n`);
  });

  it('has the same number of cells in every row', () => {
    fc.assert(
      fc.property(world, (of) => {
        const rows = read(statementCsv(compose(of)));
        expect(new Set(rows.map((row) => row.length)).size).toBe(1);
        expect(rows[1]!.slice(0, 3)).toEqual(['opening', '2026-11', 'usd']);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the id of a statement without a payout', () => {
  it('is a UUID and always the same', () => {
    const id = statementIdOf('run', 'org', 'usd');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(statementIdOf('run', 'org', 'usd')).toBe(id);
    expect(statementIdOf('run', 'org', 'eur')).not.toBe(id);
  });
});
