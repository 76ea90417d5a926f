import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { OwnDatabase } from '../support/database/database.js';

const ROOT = path.resolve(__dirname, '../..');
const FILE = 'libs/platform/src/audit/planted.ts';
const COLUMNS = 'libs/platform/src/audit/planted-columns.ts';

interface Found {
  problems: { where: string; text: string }[];
  unknown: { where: string; reason: string }[];
}

const database = OwnDatabase.forTests();

/** Results of the check for statements, each in a line of its own behind the first. */
function check(lines: string[], around = '', columns = ''): Found {
  const sources = {
    [FILE]: `import type { Tx } from '../database/transaction/tx.js'; ${columns === '' ? '' : "import { COLUMNS, columnsOf } from './planted-columns.js';"} ${around} export async function planted(tx: Tx, n: number, ids: string[], kind: 'id' | 'email') { let row;\n${lines.join('\n')}\n return row; }`,
    ...(columns !== '' && { [COLUMNS]: columns }),
  };
  const script = path.join(ROOT, 'test/support/sql-planted.mjs');
  const output = execFileSync(process.execPath, [script, database.url], {
    input: JSON.stringify(sources),
    encoding: 'utf8',
    cwd: ROOT,
  });
  return JSON.parse(output) as Found;
}

const at = (line: number, text: string) => ({ where: `${FILE}:${line}`, text });

describe('the check of the SQL texts', () => {
  it('finds statements that PostgreSQL refuses, wrong numbers of values and wrong row types, and names the line', () => {
    const { problems, unknown } = check([
      'await tx.query(`select nickname from identity.users`);',
      'await tx.query(`select id from identity.people`);',
      'await tx.query(`select id form identity.users where`);',
      'await tx.query(`select id from identity.users where id = $1`, [n, n]);',
      'await tx.query(`select id from identity.users where id = $1`);',
      'row = await tx.query<{ id: number }>(`select id from identity.users`);',
      'row = await tx.query<{ n: number }>(`select count(*) as n from identity.users`);',
      'row = await tx.query<{ at: string }>(`select created_at as at from identity.users`);',
      'row = await tx.query<{ ids: number[] }>(`select array_agg(id) as ids from identity.users`);',
      'row = await tx.query<{ at: Date }>(`select disabled_at as at from identity.users`);',
      'row = await tx.query<{ id: string; name: string }>(`select id from identity.users`);',
      'row = await tx.query<{ id: string }>(`select id, name from identity.users`);',
      'row = await tx.value<string>(`select nickname from identity.users`);',
    ]);
    expect(unknown).toEqual([]);
    expect(problems).toEqual([
      at(2, 'column "nickname" does not exist'),
      at(3, 'relation "identity.people" does not exist'),
      at(4, expect.stringContaining('syntax error') as string),
      at(5, '1 parameters in the text, 2 values given'),
      at(6, '1 parameters in the text, 0 values given'),
      at(7, 'column "id" is uuid, read as string, and not number'),
      at(8, 'column "n" is int8, read as string, and not number'),
      at(9, 'column "at" is timestamptz, read as Date, and not string'),
      at(10, 'column "ids" is uuid[], read as string[], and not number[]'),
      at(11, 'column "at" can be null'),
      at(12, 'column "name" of the row type is not selected'),
      at(13, 'column "name" is not in the row type'),
      at(14, 'column "nickname" does not exist'),
    ]);
  });

  it('finds a condition that asks for business time once per row', () => {
    const { problems } = check([
      'await tx.query(`select id from identity.users where created_at <= platform.portal_now()`);',
      "await tx.query(`select id from identity.users where platform.portal_now() - interval '1 day' < created_at`);",
      'await tx.query(`select id from identity.users where platform.portal_now() > created_at`);',
      'await tx.query(`select id, platform.portal_now() as now from identity.users where created_at <= (select platform.portal_now())`);',
    ]);
    const per = 'a condition asks for the time per row: (select platform.portal_now())';
    expect(problems).toEqual([at(2, per), at(3, per), at(4, per)]);
  });

  it('finds what a statement changes or removes without a right of the product', () => {
    const { problems } = check([
      'await tx.query(`update identity.users set name = name, demo_person = $1`, [kind]);',
      'await tx.query(`delete from identity.users`);',
    ]);
    const denied = (name: string) => `${name} is not within the rights of the product (db/grants.sql)`;
    expect(problems).toEqual([at(2, denied('identity.users.demo_person')), at(3, denied('identity.users'))]);
  });

  it('passes correct statements', () => {
    const { problems, unknown } = check([
      'row = await tx.query<{ id: string; at: Date | null; n: string; ok: boolean; all: string[] }>(`select id, disabled_at as at, 1::bigint as n, true as ok, array[name] as all from identity.users where id = $1`, [ids[0]]);',
      'row = await tx.query<{ at: Date }>(`select disabled_at as at from identity.users where disabled_at is not null`);',
      'row = await tx.query<{ value: { any: number } }>(`select jsonb_build_object() as value`);',
      'await tx.query(`update identity.users set name = name where id = any($1::uuid[])`, [ids]);',
    ]);
    expect({ problems, unknown }).toEqual({ problems: [], unknown: [] });
  });

  it('assembles a text from constants, imports, functions and callers, in every possible way', () => {
    const { problems, unknown } = check(
      [
        'await tx.query(`select ${COLUMNS} from identity.users u`);',
        "await tx.query(`select ${columnsOf('u')} from identity.users u`);",
        'await tx.query(`select ${kind} from identity.users where ${n > 1 ? "id is null" : "nothing"}`);',
        'await passedOn<{ id: number }>(tx, `select id from identity.users`);',
      ],
      'async function passedOn<R>(tx: Tx, sql: string): Promise<R[]> { return tx.query<R>(`${sql} limit 1`); }',
      "export const COLUMNS = ['u.id', 'u.first'].join(', '); export const columnsOf = (of: string) => `${of}.second`;",
    );
    expect(unknown).toEqual([]);
    expect(problems).toEqual([
      at(5, 'column "id" is uuid, read as string, and not number'),
      at(2, 'column u.first does not exist'),
      at(3, 'column u.second does not exist'),
      at(4, 'column "nothing" does not exist'),
    ]);
  });

  it('lists the texts that are known at run time only', () => {
    const { problems, unknown } = check(['await tx.query(`select id from ${ids[n]}`);']);
    expect(problems).toEqual([]);
    expect(unknown).toEqual([{ where: `${FILE}:2`, reason: 'depends on ids[n]' }]);
  });
});
