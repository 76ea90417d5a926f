import { inflateSync } from 'node:zlib';
import type { StatementDocument } from '@portal/statement-proof';
import { buildStatement, sealMonth } from '../../../statement-proof/src/testing/statement-builder.js';
import { statementPdf, type SelfBilling } from './statement-pdf.js';

const HOSTILE = [
  '=cmd|calc',
  ') Tj ET Q 1 0 0 RG (owned',
  '\u202eevil\u2066',
  'zero\u0000byte',
  '東京 Ω Ж ע ع',
  '<script>alert(1)</script>',
  'endstream endobj',
  `${'long '.repeat(300)}`,
  '\ud800',
];
const [plain] = sealMonth([
  buildStatement({
    month: '2026-11',
    lines: [{ price: 4_900n, seconds: 2_592_000, bps: 7000, paid: true }],
    opening: 0n,
    entries: [-70n],
    held: 0n,
    pay: true,
    afterTx: 0n,
    statementNo: 1,
  }),
]) as [StatementDocument];
const named = (name: string): StatementDocument => ({
  ...plain,
  statement: { ...plain.statement, author_name: name },
  lines: plain.lines.map((line) => ({ ...line, drive_name: name, venture_name: name })),
});
const SELF_BILLING: SelfBilling = {
  number: 'SB-000000000001-000001',
  issuedAt: new Date('2026-12-02T00:00:00.000Z'),
  supplier: {
    legalName: 'Żółć Ltd',
    address: 'Street 1\nTown',
    country: 'PL',
    taxId: null,
    vatId: 'PL123',
    vatTreatment: 'reverse_charge',
  },
};

/** Everything that stands in the streams of a PDF, and what the glyphs of its text mean. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams.join('\n');
}

describe('the PDF of a statement', () => {
  it('is the same bytes for the same statement, and others for another', async () => {
    const [a, b, c] = await Promise.all([
      statementPdf(plain, null),
      statementPdf(plain, null),
      statementPdf(named('Else'), null),
    ]);
    expect(a.equals(b)).toBe(true);
    expect(a.equals(c)).toBe(false);
    expect(a.subarray(0, 5).toString()).toBe('%PDF-');
    expect(a.toString('latin1')).toMatch(/%%EOF\s*$/);
  });

  it('has the number of the self-billing invoice in its title and the date it was issued', async () => {
    const pdf = await statementPdf(plain, SELF_BILLING);
    expect(pdf.toString('latin1')).toContain('Self-billing invoice SB-000000000001-000001');
    expect(pdf.toString('latin1')).toContain('D:20261202000000Z');
    expect(await statementPdf(plain, SELF_BILLING)).toEqual(pdf);
  });

  it.each(HOSTILE)('takes %j as text and nothing else', async (name) => {
    const pdf = await statementPdf(named(name), {
      ...SELF_BILLING,
      supplier: { ...SELF_BILLING.supplier, legalName: name },
    });
    const raw = pdf.toString('latin1');
    // No active content, and no object that the name could have brought along.
    for (const token of ['/JavaScript', '/JS ', '/Launch', '/OpenAction', '/EmbeddedFile', '/URI'])
      expect(raw.includes(token)).toBe(false);
    const objects = raw.match(/^\d+ 0 obj$/gm)!.length;
    expect(raw.match(/^endobj$/gm)!.length).toBe(objects);
    // Text is written as glyph numbers of the embedded font: the name's own letters stand in no operator.
    const content = textOf(pdf);
    expect(content).not.toContain('owned');
    expect(content).not.toContain('1 0 0 RG (');
  });

  it('embeds a font that has letters of other scripts, and says by number what it lacks', async () => {
    const pdf = await statementPdf(named('Ω Ж ע 東'), null);
    const content = textOf(pdf);
    const mapped = (letter: string): boolean =>
      content.toLowerCase().includes(`<${letter.codePointAt(0)!.toString(16).padStart(4, '0')}>`);
    expect(['Ω', 'Ж', 'ע'].map(mapped)).toEqual([true, true, true]);
    expect(mapped('東')).toBe(false);
    expect(pdf.toString('latin1')).toContain('/FontFile2');
  });
});
