import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { serializeStatement, type StatementDocument } from '@portal/statement-proof';
import { buildStatement, PLAIN, sealMonth } from '../../../../libs/statement-proof/src/testing/statement-builder.js';
import { runDrive, type Ran } from '../testing/drive.js';

let folder: string;
const [november] = sealMonth([buildStatement(PLAIN)]) as [StatementDocument];
const [december] = sealMonth(
  [buildStatement({ ...PLAIN, entries: [], afterTx: 3n, statementNo: 2 })],
  november.proof!.root,
) as [StatementDocument];
const ROOT = november.proof!.root;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'statements-'));
  writeFileSync(path.join(folder, 'november.json'), serializeStatement(november));
  writeFileSync(path.join(folder, 'december.json'), serializeStatement(december));
  const forged = serializeStatement(november).replace('"paid_minor": "3360"', '"paid_minor": "9360"');
  writeFileSync(path.join(folder, 'forged.json'), forged);
  writeFileSync(path.join(folder, 'other.json'), '{"schema": "something"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const verify = (...argv: string[]): Promise<Ran> => runDrive(['verify-statement', ...argv], { cwd: folder });

describe('drive verify-statement', () => {
  it('passes a correct statement against its root, and prints what it checked', async () => {
    const { code, out } = await verify('november.json', '--root', ROOT, '--all');
    expect(code).toBe(0);
    expect(out).toContain('PASS  november.json');
    expect(out).toContain('paid 3360');
    expect(out).toContain('Every line is price x seconds');
    const machine = JSON.parse((await verify('november.json', '--root', ROOT, '--json')).out) as {
      ok: boolean;
      files: { checks: { code: string; ok: boolean }[] }[];
    };
    expect(machine.ok).toBe(true);
    expect(machine.files[0]!.checks.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['line_split', 'running_total', 'balance', 'inclusion', 'published_root']),
    );
  });

  it('fails a changed statement with the place of the change, and fails an invalid file', async () => {
    const forged = await verify('forged.json', '--root', ROOT);
    expect(forged.code).toBe(1);
    expect(forged.out).toContain('FAIL');
    expect(forged.out).toContain('9360');
    const other = await verify('other.json', '--root', ROOT);
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('/proof is missing')]);
  });

  it('passes no statement without a root to compare with', async () => {
    const { code, out } = await verify('november.json');
    expect([code, out]).toEqual([1, expect.stringContaining('not among the roots')]);
    expect((await verify('november.json', '--root', '0'.repeat(64))).code).toBe(1);
  });

  it('checks several files against each other; the newest root vouches for the months before', async () => {
    const { code, out } = await verify('november.json', 'december.json', '--root', december.proof!.root);
    expect([code, out]).toEqual([0, expect.stringContaining('PASS  between the files')]);
    expect((await verify('november.json', 'november.json', '--root', ROOT)).out).toContain('given twice');
  });

  it('reads standard input', async () => {
    const { code } = await runDrive(['verify-statement', '-', '--root', ROOT], { input: serializeStatement(november) });
    expect(code).toBe(0);
  });

  it('fetches the roots from a portal, and reports when it cannot', async () => {
    let answer = JSON.stringify({ data: { items: [{ month: '2026-11', root: ROOT }] } });
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/api/public/statement-roots' ? 200 : 404).end(answer),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const portal = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    expect((await verify('november.json', '--portal', portal)).code).toBe(0);
    answer = '<html>';
    expect(await verify('november.json', '--portal', portal)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a list of roots') as unknown,
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await verify('november.json', '--portal', portal)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Could not read') as unknown,
    });
  });
});
