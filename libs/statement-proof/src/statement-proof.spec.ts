import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  canonicalJson,
  checkStatement,
  leafHash,
  merkleLevels,
  merklePath,
  merkleRoot,
  parseStatement,
  pathPlaces,
  rootOfPath,
  serializeStatement,
  verifyStatements,
  type StatementDocument,
} from './index.js';
import { buildStatement, sealMonth, type StatementSpec } from './testing/statement-builder.js';

const lineSpec = fc.record({
  price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  seconds: fc.integer({ min: 1, max: 2_592_000 }),
  bps: fc.constantFrom(7000, 7000, 8500, 10_000, 0, 3333),
  paid: fc.boolean(),
});
const spec: fc.Arbitrary<StatementSpec> = fc.record({
  month: fc.constant('2026-11'),
  lines: fc.array(lineSpec, { maxLength: 8 }),
  opening: fc.bigInt({ min: -5_000n, max: 5_000n }),
  entries: fc.array(fc.bigInt({ min: -900n, max: 900n }), { maxLength: 3 }),
  held: fc.bigInt({ min: 0n, max: 300n }),
  pay: fc.boolean(),
  afterTx: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  statementNo: fc.constant(1),
});
const month = fc.tuple(spec, fc.array(spec, { maxLength: 4 }), fc.nat(4)).map(([own, others, at]) => {
  const all = others.map((other, index) => ({ ...other, statementNo: index + 2 }));
  all.splice(Math.min(at, all.length), 0, own);
  return sealMonth(all.map(buildStatement)).find(({ statement }) => statement.id === 'statement-1')!;
});
const verify = (...documents: StatementDocument[]) =>
  verifyStatements(
    documents.map((document) => ({
      name: document.statement.id,
      document: parseStatement(serializeStatement(document)),
    })),
    documents.map((document) => document.proof!.root),
  );
const wrongIn = (...documents: StatementDocument[]): string[] =>
  verify(...documents).flatMap(({ checks }) =>
    checks.filter(({ ok }) => !ok).map(({ code, detail }) => `${code}: ${detail}`),
  );

/** Every place in a document with a value of its own. */
function placesOf(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [at];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [...below, ...(at.length > 0 ? [at] : [])];
}

/** Another value of the same kind, if there is one. */
function altered(value: unknown, by: number): unknown {
  if (value === null) return `x${by}`;
  if (typeof value === 'number') return value + 1 + (by % 3);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value))
    return value.length === 0 ? ['00'.repeat(16)] : by % 2 === 0 ? value.slice(1) : [...value, value[0]];
  if (typeof value === 'object') return { ...value, [`extra${by}`]: 1 };
  const text = value as string;
  if (/^-?\d+$/.test(text)) return (BigInt(text) + 1n + BigInt(by % 5)).toString();
  if (/^[0-9a-f]{32,64}$/.test(text)) return text.replace(/^./, (c) => (c === '0' ? '1' : '0'));
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) + 1000).toISOString();
  return by % 2 === 0 ? `${text}x` : text.slice(1);
}

describe('a statement', () => {
  it('verifies for every possible month: lines, payments, bookings, holds, negative balances, nothing at all', () => {
    fc.assert(
      fc.property(month, (document) => {
        expect(wrongIn(document)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is rejected when any single field of it was changed', () => {
    const change = (document: StatementDocument, place: (string | number)[], by: number): void => {
      const root = document.proof!.root;
      const copy = structuredClone(document) as unknown as Record<string | number, never>;
      const last = place.at(-1)!;
      const parent = place.slice(0, -1).reduce<Record<string | number, never>>((at, key) => at[key]!, copy);
      parent[last] = altered(parent[last], by) as never;
      if (JSON.stringify(copy) === JSON.stringify(document)) return;
      let found: boolean;
      try {
        const parsed = parseStatement(JSON.stringify(copy));
        found = verifyStatements([{ name: 'a', document: parsed }], [root]).some((v) => v.checks.some(({ ok }) => !ok));
      } catch (error) {
        found = (error as Error).name === 'StatementUnreadable';
      }
      expect([place.join('/'), found]).toEqual([place.join('/'), true]);
    };
    const [whole] = sealMonth([sample(1, 0n), sample(2, 0n)].map(buildStatement)) as [StatementDocument];
    for (const place of placesOf(whole)) for (const by of [0, 1]) change(whole, place, by);
    fc.assert(
      fc.property(month, fc.nat(), fc.nat(10), (document, pick, by) => {
        const places = placesOf(document);
        change(document, places[pick % places.length]!, by);
      }),
    );
  });

  it('is rejected when a field was removed or repeated', () => {
    const [document] = sealMonth([buildStatement(sample(1, 0n))]) as [StatementDocument];
    const text = serializeStatement(document);
    for (const key of ['proof', 'entries', 'paid_minor', 'gross_minor', 'salts']) {
      const without = text.replaceAll(new RegExp(`"${key}":`, 'g'), '"other":');
      expect(() => parseStatement(without)).toThrow('/');
    }
    const doubled = text.replace('"paid_minor":', '"paid_minor": "1",\n    "paid_minor":');
    expect(JSON.parse(doubled)).toEqual(document);
    expect(() => parseStatement(doubled)).toThrow('twice');
    const day = text.replace(/"booked_at": "[^"]*"/, '"booked_at": "2026-02-30T00:00:00.000Z"');
    expect(() => parseStatement(day)).toThrow('booked_at has the wrong format');
    expect(() => parseStatement('{"schema":')).toThrow('Not valid JSON');
    expect(() => parseStatement('[]')).toThrow('not an object');
    expect(parseStatement(JSON.stringify(document))).toEqual(document);
  });

  it('is not proven by a root of its own making, nor before the month is sealed', () => {
    const [document] = sealMonth([buildStatement(sample(1, 0n))]) as [StatementDocument];
    const forged = sealMonth([{ ...document, statement: { ...document.statement, author_name: 'Else' } }]) as [
      StatementDocument,
    ];
    const codes = (one: StatementDocument, roots: string[]) =>
      verifyStatements([{ name: 'a', document: one }], roots)[0]!
        .checks.filter(({ ok }) => !ok)
        .map(({ code }) => code);
    expect(codes(document, [document.proof!.root.toUpperCase()])).toEqual([]);
    expect(codes(forged[0], [document.proof!.root])).toEqual(['published_root']);
    expect(codes(document, [])).toEqual(['published_root']);
    expect(codes({ ...document, proof: null }, [document.proof!.root])).toEqual(['inclusion', 'published_root']);
  });
});

function sample(statementNo: number, opening: bigint, afterTx = 0n): StatementSpec {
  return {
    month: `2026-${10 + statementNo}`,
    lines: [
      { price: 4_900n, seconds: 2_592_000, bps: 7000, paid: true },
      { price: 1_900n, seconds: 1_000_000, bps: 7000, paid: false },
    ],
    opening,
    entries: [-70n],
    held: 30n,
    pay: true,
    afterTx,
    statementNo,
  };
}

describe('several statements', () => {
  const november = (): Omit<StatementDocument, 'proof'> => buildStatement({ ...sample(1, 0n) });
  const chain = (change: (later: Omit<StatementDocument, 'proof'>) => void = () => undefined): StatementDocument[] => {
    const [first] = sealMonth([november()]) as [StatementDocument];
    const later = buildStatement({
      ...sample(2, BigInt(first.statement.held_minor), BigInt(first.statement.cutoff_tx)),
      month: '2026-11',
      lines: [{ price: 10_000n, seconds: 2_592_000, bps: 7000, paid: true }],
    });
    change(later);
    return [first, ...sealMonth([later], first.proof!.root)];
  };

  it('follow each other, and the newest root proves those before', () => {
    const [first, second] = chain() as [StatementDocument, StatementDocument];
    const files = [first, second].map((document) => ({ name: document.statement.id, document }));
    const verdicts = verifyStatements(files, [second.proof!.root]);
    expect(verdicts.flatMap(({ checks }) => checks.filter(({ ok }) => !ok))).toEqual([]);
    expect(verdicts).toHaveLength(3);
  });

  it.each<[string, string, (later: Omit<StatementDocument, 'proof'>) => void]>([
    ['line_once', 'a line is paid a second time', (later) => void (later.lines[0]!.line_id = 'line-1-0')],
    ['booking_once', 'a transfer is claimed a second time', (later) => void (later.statement.transfer_id = 'tr_1')],
    ['time_once', 'an install is charged twice', (later) => void (later.lines[0]!.install_id = 'install-1-0')],
    ['chain', 'its bookings begin before the others end', (later) => void (later.statement.after_tx = '2')],
    ['same_line', 'a line says something else', (later) => void (later.lines[0]!.line_id = 'line-1-1')],
    [
      'chain',
      'what was carried is gone',
      (later) => {
        later.statement.opening_minor = '0';
        later.statement.closing_minor = (BigInt(later.statement.closing_minor) - 30n).toString();
        later.statement.paid_minor = (BigInt(later.statement.paid_minor) - 30n).toString();
      },
    ],
  ])('(%s) are rejected when %s, though each is right by itself', (code, _, change) => {
    const [first, second] = chain(change) as [StatementDocument, StatementDocument];
    expect(wrongIn(first)).toEqual([]);
    expect(wrongIn(second)).toEqual([]);
    const found = verify(first, second).at(-1)!;
    expect(found.file).toBeNull();
    expect(found.checks.filter(({ ok }) => !ok).map((check) => check.code)).toContain(code);
  });

  it('of one author in two currencies may share a booking, as a hold is one over both', () => {
    const euro = buildStatement({ ...sample(3, 0n), month: '2026-11' });
    euro.statement.currency = 'eur';
    const both = sealMonth([november(), euro]) as [StatementDocument, StatementDocument];
    expect(both[1].entries[0]!.ledger_tx).toBe(both[0].entries[0]!.ledger_tx);
    expect(wrongIn(...both)).toEqual([]);
    euro.statement.currency = 'usd';
    expect(wrongIn(...sealMonth([november(), euro])).map((found) => found.split(':')[0])).toContain('booking_once');
  });

  it('count as one when one is given twice', () => {
    const [first] = chain() as [StatementDocument];
    expect(
      verify(first, first)
        .at(-1)!
        .checks.filter(({ ok }) => !ok)
        .map(({ code }) => code),
    ).toContain('statement_once');
  });
});

describe('the arithmetic of a line', () => {
  const [right] = sealMonth([buildStatement(sample(1, 0n))]) as [StatementDocument];
  it.each<[string, string, (document: StatementDocument) => void]>([
    ['line_amounts', 'a price was raised', (d) => void (d.lines[0]!.price_minor = '4901')],
    ['line_amounts', 'time was added', (d) => void (d.pending[0]!.to_at = '2026-11-20T00:00:00.000Z')],
    [
      'line_amounts',
      'the month was made shorter',
      (d) => void Object.assign(d.lines[0]!, { seconds: '2591999', month_seconds: '2591999' }),
    ],
    ['line_amounts', 'a line was moved to another month', (d) => void (d.lines[0]!.month = '2026-09')],
    [
      'line_amounts',
      'its time was moved out of its month',
      (d) =>
        void Object.assign(d.pending[0]!, { from_at: '2026-12-01T00:00:00.000Z', to_at: '2026-12-12T13:46:40.000Z' }),
    ],
    [
      'line_time',
      'an install was charged twice under two names',
      (d) => void (d.pending[0]!.install_id = d.lines[0]!.install_id),
    ],
    ['payments', 'another month is pending here', (d) => void (d.pending[0]!.month = '2026-10')],
    [
      'payments',
      'a charge pays twice',
      (d) => void d.payments.push({ ...d.payments[0]!, ledger_tx: '2', lines: 0, amount_minor: '0' }),
    ],
    ['line_split', 'a cent was moved', (d) => void (d.lines[0]!.author_minor = '3431')],
    ['running_total', 'a line was left out', (d) => void d.lines.shift()],
    ['payments', 'the earnings were raised', (d) => void (d.statement.earned_minor = '3431')],
    ['entries', 'a refund was made smaller', (d) => void (d.entries[0]!.amount_minor = '-69')],
    ['entries', 'a booking is of another month', (d) => void (d.entries[0]!.ledger_tx = '99')],
    ['balance', 'less was paid', (d) => void (d.statement.paid_minor = '1')],
    ['balance', 'a hold has no reason', (d) => void d.statement.unpaid.shift()],
    ['outcome', 'the transfer was left out', (d) => void (d.statement.transfer_id = null)],
  ])('(%s) is reported when %s', (code, _, change) => {
    const document = structuredClone(right);
    change(document);
    expect(
      checkStatement(document)
        .filter(({ ok }) => !ok)
        .map((check) => check.code),
    ).toContain(code);
    expect(checkStatement(document).find((check) => check.code === 'inclusion')!.ok).toBe(false);
  });
});

it.each(['expected_at', 'date_kind', 'waits_for', 'who_acts'])('an unpaid part without %s is unreadable', (field) => {
  const document = structuredClone(sealMonth([buildStatement({ ...sample(1, 0n), held: 1n })])[0]!);
  expect(document.statement.unpaid).not.toEqual([]);
  Reflect.deleteProperty(document.statement.unpaid[0]!, field);
  expect(() => parseStatement(JSON.stringify(document))).toThrow(`${field} is missing`);
});

describe('the hash tree', () => {
  it('gives every leaf of every size a path to the one root, and to no other place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (size, a, b) => {
        const leaves = Array.from({ length: size }, (_, i) => leafHash(Buffer.from([i]), String(i)));
        const [position, other] = [a % size, b % size];
        const path = merklePath(leaves, position);
        expect(rootOfPath(leaves[position]!, position, size, path)).toEqual(merkleRoot(leaves));
        const levels = merkleLevels(leaves);
        expect(levels.at(-1)).toEqual([merkleRoot(leaves)]);
        expect(pathPlaces(position, size).map((place) => levels[place.level]![place.position])).toEqual(path);
        if (other !== position)
          expect(rootOfPath(leaves[position]!, other, size, path)).not.toEqual(merkleRoot(leaves));
        expect(rootOfPath(leaves[position]!, size, size, path)).toBeUndefined();
        expect(rootOfPath(leaves[position]!, position, size, [...path, leaves[0]!])).not.toEqual(merkleRoot(leaves));
      }),
    );
    expect(() => merkleRoot([])).toThrow('at least one');
  });

  it('distinguishes leaves, nodes, statements and months, as the format says', () => {
    const salt = Buffer.alloc(16, 1);
    const expected = createHash('sha256')
      .update(Buffer.concat([Buffer.of(0), salt, Buffer.from('é')]))
      .digest();
    expect(leafHash(salt, 'é')).toEqual(expected);
    const node = createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), expected, expected]))
      .digest();
    expect(merkleRoot([expected, expected])).toEqual(node);
  });

  it('hashes values, not spellings', () => {
    expect(canonicalJson({ b: [1, null, true], a: 'ü\n' })).toBe('{"a":"ü\\n","b":[1,null,true]}');
    expect(() => canonicalJson({ a: 1.5 })).toThrow('whole number');
  });
});
