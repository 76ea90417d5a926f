import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader, splitStatements } from '../../scripts/lib/db/statements.mjs';
import { takeLock } from '../../scripts/lib/lock-file.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { startProcess } from '../support/processes/processes.js';

let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'db-prompt-test-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** One run of `npm run db`, without a terminal. */
async function db(
  args: readonly string[],
  { input = '', env = { DATABASE_URL: database.url } }: { input?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; out: string; err: string }> {
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const child = startProcess(process.execPath, [path.resolve('scripts/db.mjs'), ...args], {
    env: { ...inherited, DATA_DIR: directory, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)));
  return { code, out, err };
}

describe('cutting text into statements', () => {
  it.each([
    ['two and a beginning', 'select 1; select 2; sel', ['select 1', 'select 2'], ' sel'],
    ['semicolons in quotes', `select ';', 'it''s;', ";""" ;`, [`select ';', 'it''s;', ";"""`], ''],
    ['semicolons in escaped text', String.raw`select E'\';', e';' ;`, [String.raw`select E'\';', e';'`], ''],
    ['a function body', 'do $$ begin; end $$; do $a$ $$; $a$;', ['do $$ begin; end $$', 'do $a$ $$; $a$'], ''],
    [
      'comments',
      'select 1 -- a;\n; /* b; /* c; */ d; */ select 2;',
      ['select 1 -- a;', '/* b; /* c; */ d; */ select 2'],
      '',
    ],
    ['nothing but comments', '-- a;\n;; /* b */;', [], ''],
    ['text that has no end yet', `select 'a;`, [], `select 'a;`],
    ['an argument of a prepared statement', 'execute p($1); select 1;', ['execute p($1)', 'select 1'], ''],
  ])('%s', (_name, text, statements, rest) => expect(splitStatements(text)).toEqual({ statements, rest }));

  it('keeps unfinished text until it is complete, and accepts commands only between statements', () => {
    const reader = createReader();
    expect(reader.add('select 1,')).toEqual([]);
    expect(reader.add('\\x')).toEqual([]);
    reader.drop();
    expect(reader.add(' \\d t ')).toEqual(['\\d t']);
    expect(reader.add('-- only a remark')).toEqual([]);
    expect(reader.add('\\x')).toEqual(['\\x']);
    expect([reader.add('select'), reader.add('1; select'), reader.rest]).toEqual([[], ['select\n1'], ' select\n']);
  });
});

describe('npm run db', () => {
  it('answers one statement as a table in which NULL is visible', async () => {
    const { code, out, err } = await db(['-c', `select 7 as number, null as nothing, 'a b' as text`]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      ' number | nothing | text',
      '--------+---------+------',
      '      7 | NULL    | a b',
      '(1 row)',
      '',
    ]);
  });

  it('is the owner: no policy hides a row and every schema is visible', async () => {
    expect(
      (await db(['-c', 'select rolbypassrls or rolsuper from pg_roles where rolname = current_user'])).out,
    ).toMatch(/^ t$/m);
    const { code, out } = await db(['-c', '\\dt listings.']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ listings \| submissions +\| table/m);
    expect((await db(['-c', '\\d listings.submissions'])).out).toMatch(/constraint: submissions_pkey PRIMARY KEY/);
  });

  it('runs standard input, up to the first error', async () => {
    const { code, out, err } = await db([], { input: 'select 1 as first;\nselect nothing;\nselect 3 as third;\n' });
    expect(code).toBe(1);
    expect(out).toContain('first');
    expect(err).toMatch(/ERROR: column "nothing" does not exist \(42703\)/);
    expect(out).not.toContain('third');
    expect(await db([], { input: '\\x\nselect 1 as last' })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/last \| 1/),
    });
  });

  it('refuses a statement that fails, an unknown table and unknown arguments', async () => {
    expect(await db(['-c', 'select 1/0'])).toMatchObject({
      code: 1,
      out: '',
      err: 'ERROR: division by zero (22012)\n',
    });
    expect(await db(['-c', '\\d nowhere'])).toMatchObject({ code: 1, out: '', err: 'No table nowhere.\n' });
    expect((await db(['--sql', 'select 1'])).code).toBe(1);
  });

  it('finds the database of the portal that runs on the data directory, and says when none does', async () => {
    const missing = await db(['-c', 'select 1'], { env: {} });
    expect(missing.code).toBe(1);
    expect(missing.err).toMatch(/No portal runs on the data in [\s\S]*npm run dev/);
    const lock = takeLock(path.join(directory, 'portal.lock'));
    if (lock.heldBy) throw new Error('not expected');
    expect((await db(['-c', 'select 1'], { env: {} })).err).toContain('has no database yet');
    lock.update({ database_url: database.url });
    const found = await db(['-c', 'select current_database() as name'], { env: {} });
    expect(found.out).toContain(new URL(database.url).pathname.slice(1));
    const named = await db(['-c', 'select 1'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
    expect(named).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
    lock.release();
    writeFileSync(
      path.join(directory, 'portal.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, database_url: database.url }),
    );
    expect((await db(['-c', 'select 1'], { env: {} })).err).toContain('No portal runs');
  });
});
