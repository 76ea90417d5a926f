import type { StatementDocument } from '@portal/statement-proof';
import { readOf, textOf } from '../../../../test/support/money/read-pdf.js';
import { buildStatement, PLAIN, sealMonth } from '../../../statement-proof/src/testing/statement-builder.js';
import { statementPdf } from './statement-pdf.task.js';

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
const [plain] = sealMonth([buildStatement(PLAIN)]) as [StatementDocument];
const named = (name: string): StatementDocument => ({
  ...plain,
  statement: { ...plain.statement, author_name: name },
  lines: plain.lines.map((line) => ({ ...line, drive_name: name, venture_name: name })),
});
/** In every script, with characters that no font has and that would reverse the text around them. */
const SHOWN: [string, string, string][] = [
  ['Latin with marks that combine', 'Nguye\u0302\u0303n Łódź', 'Nguyễn Łódź'],
  ['Greek and Cyrillic', 'Ωμέγα Журнал', 'Ωμέγα Журнал'],
  ['Japanese', '株式会社テスト 東京', '株式会社テスト 東京'],
  ['Chinese, both ways of writing', '软件開發有限公司', '软件開發有限公司'],
  ['Korean', '주식회사 한글', '주식회사 한글'],
  ['Hebrew, from the right', 'שלום עולם', 'םלוע םולש'],
  ['Hebrew with a number and brackets', 'חברה (42) בעמ', 'מעב (42) הרבח'],
  ['Arabic, from the right', 'شركة', 'ةكرش'],
  ['a sign that no font has', 'Rocket 🚀 𠮷野', 'Rocket [U+1F680] [U+20BB7]野'],
  ['what would turn the text around it', 'a\u202eb\u2066c', 'a[U+202E]b[U+2066]c'],
  ['half a sign', 'x\ud800y', 'x[U+D800]y'],
];
describe('the PDF of a statement', () => {
  it('is the same bytes for the same statement, and others for another', async () => {
    const everything = named(SHOWN.map(([, name]) => name).join(' '));
    const [a, b, c] = await Promise.all([
      statementPdf(everything),
      statementPdf(everything),
      statementPdf(named('Else')),
    ]);
    expect(a.equals(b)).toBe(true);
    expect(a.equals(c)).toBe(false);
    expect(a.subarray(0, 5).toString()).toBe('%PDF-');
    expect(a.toString('latin1')).toMatch(/%%EOF\s*$/);
  });

  it.each(HOSTILE)('treats %j as text and nothing else', async (name) => {
    const pdf = await statementPdf(named(name));
    const raw = pdf.toString('latin1');
    // No active content, and no object that the name could have added.
    for (const token of ['/JavaScript', '/JS ', '/Launch', '/OpenAction', '/EmbeddedFile', '/URI'])
      expect(raw.includes(token)).toBe(false);
    const objects = raw.match(/^\d+ 0 obj$/gm)!.length;
    expect(raw.match(/^endobj$/gm)!.length).toBe(objects);
    // Text is written as glyph numbers of the embedded font: no operator contains the name's own letters.
    const content = textOf(pdf);
    expect(content).not.toContain('owned');
    expect(content).not.toContain('1 0 0 RG (');
  });

  it.each(SHOWN)('shows %s, readable by machines too, and never an empty place', async (_what, name, read) => {
    const pdf = await statementPdf(named(name));
    const text = readOf(pdf).normalize('NFKC');
    expect(text).toContain(`Author${read.normalize('NFKC')}`);
    // In our sentences the direction of a name affects only the name.
    expect(text).toContain(`${read.normalize('NFKC')}: 1 lines, charged`);
    expect(text).not.toContain('\u{1f6ab}');
  });

  it('joins the letters of Arabic, which differ at the beginning, in the middle and at the end', async () => {
    const forms = async (name: string): Promise<number> =>
      textOf(await statementPdf(named(name))).match(/<0628>/g)!.length;
    expect([await forms('ببب'), await forms('ب')]).toEqual([3, 1]);
  });

  it('embeds only the used characters of a font', async () => {
    const [latin, japanese] = [await statementPdf(named('Latin')), await statementPdf(named('東京'))];
    expect(latin.toString('latin1')).not.toContain('Unifont');
    expect(japanese.toString('latin1')).toContain('Unifont');
    expect(japanese.length - latin.length).toBeLessThan(20_000);
  });

  it('breaks a long name into lines, and cuts it where it would fill the page', async () => {
    const text = readOf(await statementPdf(named('東'.repeat(600))));
    expect(text.split('東').length - 1).toBe(2 * 480);
    expect(text).toContain('東…');
  });
});

describe('the operator on the PDF', () => {
  const operator = { legal_name: 'Acme 東京 Ltd', address: 'Street 1\nTown', country: 'GB', tax_id: 'GB 980 7806 84' };

  it('is named on every statement', async () => {
    expect(readOf(await statementPdf(plain, operator))).toContain(
      `OperatorAcme 東京 LtdStreet 1TownGBTax number GB 980 7806 84`,
    );
    expect(readOf(await statementPdf(plain, { ...operator, tax_id: null }))).toContain('GBNo tax number');
  });

  it('is marked as missing where nobody has decided it, and does not change for months sealed before', async () => {
    const nobody = { legal_name: null, address: null, country: null, tax_id: null };
    expect(readOf(await statementPdf(plain, nobody))).toContain('OperatorNOT SET: legal name, address');
    expect(readOf(await statementPdf(plain))).not.toContain('Operator');
  });
});
