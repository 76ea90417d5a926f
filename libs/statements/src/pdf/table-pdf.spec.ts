import { readOf, textOf } from '../../../../test/support/money/read-pdf.js';
import { tablePdf, type Table } from './table-pdf.task.js';

const table: Table = {
  title: 'Refunds',
  narrowedBy: [['state', 'succeeded']],
  at: new Date('2026-11-22T03:40:00.000Z'),
  askedBy: 'Fiona Finance',
  isTest: false,
  columns: ['id', 'tenant_name', 'amount_minor', 'currency', 'note'],
  rows: [
    { id: 'r1', tenant_name: 'Acme', amount_minor: '123456', currency: 'usd', note: null },
    { id: 'r2', tenant_name: 'Acme', amount_minor: '-56', currency: 'usd', note: 'x' },
    { id: 'r3', tenant_name: 'Berg', amount_minor: '9500', currency: 'jpy', note: 'x' },
    { id: 'r4', tenant_name: 'Berg', amount_minor: '1500', currency: 'kwd', note: 'x' },
  ],
  isAddedUp: true,
  exponents: new Map([
    ['usd', 2],
    ['jpy', 0],
    ['kwd', 3],
  ]),
  digest: 'ab'.repeat(32),
};
const many = (rows: number): Table => ({
  ...table,
  rows: Array.from({ length: rows }, (_, n) => ({ ...table.rows[0]!, id: `row ${n}` })),
});

describe('a list as a PDF', () => {
  it('shows its title, filter, time, requester, amounts as money, totals by currency, the digest, and its pages', async () => {
    const text = readOf(await tablePdf(table));
    for (const said of [
      'Refunds',
      'Filter: State: succeeded',
      'Made 2026-11-22 03:40 UTC for Fiona Finance',
      '1234.56 USD',
      '9500 JPY',
      '1.500 KWD',
      '4 rows',
      'Amount, total: 9500 JPY, 1.500 KWD, 1234.00 USD',
      `SHA-256 of these rows as JSON: ${'ab'.repeat(32)}`,
      'Page 1 of 1',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('SANDBOX');
  });

  it('is the same bytes for the same list', async () => {
    expect(await tablePdf(table)).toEqual(await tablePdf(table));
  });

  it('has its columns and no total when nothing matches the filter', async () => {
    const text = readOf(await tablePdf({ ...table, rows: [] }));
    expect(text).toContain('Tenant name');
    expect(text).toContain('0 rows');
    expect(text).toContain('Amount, total: none');
  });

  it('does not add up amounts that belong to nobody yet', async () => {
    expect(readOf(await tablePdf({ ...table, isAddedUp: false }))).not.toContain('total');
  });

  it('continues over pages, each with the columns and its number of how many', async () => {
    const pdf = await tablePdf({ ...many(150), isTest: true });
    const text = readOf(pdf);
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;
    expect(pages).toBeGreaterThan(2);
    for (let n = 1; n <= pages; n += 1) expect(text).toContain(`Page ${n} of ${pages}`);
    expect(text.split('Tenant name').length - 1).toBe(pages);
    for (let n = 0; n < 150; n += 1) expect(text).toContain(`row ${n}`);
    // On top and at the foot of each page.
    expect(text.split('SANDBOX: test data, no real money.').length - 1).toBe(pages + 1);
  });

  it.each([
    '=cmd|calc',
    ') Tj ET Q 1 0 0 RG (owned',
    '\u202eevil\u2066',
    'zero\u0000byte',
    '東京 Ω Ж ע ع 🚀',
    'endstream endobj',
    'long '.repeat(2_000),
    'x'.repeat(5_000),
    '\ud800',
    'two\nlines',
  ])('treats %j as text and nothing else, in a cell, in the filter and as the name of the requester', async (name) => {
    const hostile = { ...table, askedBy: name, narrowedBy: [['q', name]] as const };
    const pdf = await tablePdf({ ...hostile, rows: table.rows.map((row) => ({ ...row, tenant_name: name })) });
    const raw = pdf.toString('latin1');
    for (const token of ['/JavaScript', '/JS ', '/Launch', '/OpenAction', '/EmbeddedFile', '/URI'])
      expect(raw.includes(token)).toBe(false);
    expect(raw.match(/^endobj$/gm)!.length).toBe(raw.match(/^\d+ 0 obj$/gm)!.length);
    expect(textOf(pdf)).not.toContain('owned');
    const text = readOf(pdf);
    expect(text).not.toContain('\u{1f6ab}');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain('Page 1 of');
  });
});
