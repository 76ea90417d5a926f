import type { Client, DatabaseError } from 'pg';
import { readSchemaFiles, schemaNames } from '../../apps/migrate/src/schema-files.js';
import { OwnDatabase } from '../support/database/database.js';
import { KEPT_TABLES, type KeptTable } from '../support/database/kept-tables.js';

interface Column {
  table: string;
  name: string;
  type: string;
  /** Written by the inserting statement, and not by the database itself. */
  own: boolean;
  /** The values that the table takes, where a CHECK lists them. */
  values: string[];
}
type Row = Record<string, unknown>;

const FILLED: Readonly<Record<string, unknown>> = {
  uuid: '0190b000-0000-7000-8000-0000000000ff',
  boolean: true,
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-05T00:00:00Z',
  jsonb: '{}',
  text: 'text',
  bytea: '\\xab',
};
const CHANGED: Readonly<Record<string, unknown>> = {
  uuid: '0190b000-0000-7000-8000-0000000000ee',
  boolean: false,
  date: '2031-01-01',
  'timestamp with time zone': '2031-01-05T00:00:00Z',
  jsonb: '[1]',
  text: 'other',
  bytea: '\\xcd',
};
/** Of these a change has the next number. */
const VERSIONED = ['billing.refunds', 'billing.disputes'];
const filled = (type: string): unknown => (type.endsWith('[]') ? '{}' : (FILLED[type] ?? 1));
const changed = (type: string): unknown => (type.endsWith('[]') ? '{null}' : (CHANGED[type] ?? 2));

/** The service layer bypassed: the application's own role, and every statement that the class of a table forbids. */
describe('the database enforces what the application may do to the rows of a table', () => {
  const database = OwnDatabase.forTests();
  let db: Client;
  let columns: Column[];

  beforeAll(async () => {
    db = database.owner;
    ({ rows: columns } = await db.query<Column>(
      `select c.oid::regclass::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type,
         a.attgenerated = '' and a.attidentity = '' as own,
         coalesce((select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''', 'g') m)
           from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ANY' limit 1), '{}') as values
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and c.relnamespace::regnamespace::text = any($1) order by 1, a.attnum`,
      [schemaNames(readSchemaFiles())],
    ));
  });

  const of = (table: string): Column[] => columns.filter((column) => column.table === table);
  /** The error that refuses the statement; nothing of it stays. `triggers: false` shows the other guards. */
  async function refusal(
    sql: string,
    {
      table,
      given,
      triggers = true,
      role = 'portal_app',
    }: { table?: string; given?: Row; triggers?: boolean; role?: string | null } = {},
  ): Promise<DatabaseError | undefined> {
    await db.query('begin');
    try {
      await db.query(`set local session_replication_role = 'replica'`);
      if (table !== undefined) {
        // Only the protection of rows is tested here; their constraints are tested elsewhere.
        await db.query(
          `do $$ declare c record; begin
             for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype in ('c', 'f', 'x') loop
               execute format('alter table ${table} drop constraint %I cascade', c.conname);
             end loop;
           end $$`,
        );
        await db.query(`delete from ${table}`);
        if (given) await db.query(inserting(table, given));
      }
      if (triggers) await db.query(`set local session_replication_role = 'origin'`);
      if (role !== null) await db.query(`set local role ${role}`);
      await db.query(sql);
      await db.query('set constraints all immediate');
      return undefined;
    } catch (error) {
      return error as DatabaseError;
    } finally {
      await db.query('rollback');
    }
  }

  const literal = (value: unknown): string => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`);
  function rowOf(table: string, { column = 'state', moves, empty = [] }: KeptTable, state?: string): Row {
    const row: Row = Object.fromEntries(
      of(table).flatMap(({ name, type, own }) => (own ? [[name, filled(type)] as const] : [])),
    );
    for (const name of empty) row[name] = null;
    return moves ? { ...row, [column]: state ?? Object.keys(moves)[0] } : row;
  }
  const inserting = (table: string, row: Row): string =>
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`;
  /** With the next version, where a table counts its changes. */
  const updating = (table: string, column: string, value: unknown): string =>
    `update ${table} set ${column} = ${literal(value)}${VERSIONED.includes(table) ? ', version = version + 1' : ''}`;
  const named = (error?: DatabaseError): string => error?.constraint ?? error?.message ?? 'nothing';
  /** By a trigger or a right, and not by something else by chance. */
  const refused = async (sql: string, of_: { table: string; given?: Row }): Promise<string | undefined> => {
    const error = await refusal(sql, of_);
    if (!['42501', '23514'].includes(error?.code ?? '')) return named(error);
    const withoutTriggers = await refusal(sql, { ...of_, triggers: false });
    return withoutTriggers === undefined || withoutTriggers.code === '42501'
      ? undefined
      : `also without triggers: ${named(withoutTriggers)}`;
  };

  it('no table is truncated', async () => {
    const wrong = [];
    for (const table of new Set(columns.map((column) => column.table))) {
      const error = await refusal(`truncate ${table} cascade`);
      if (error?.code !== '42501') wrong.push(`${table}: ${named(error)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('a row that is never changed, removed or emptied is protected from each of the three by right and by trigger', async () => {
    const { rows: guards } = await db.query<{ table: string; definition: string }>(
      `select tgrelid::regclass::text as "table", pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where p.proname like 'refuse%change' and tgparentid = 0`,
    );
    expect(guards.length).toBeGreaterThan(75);
    const wrong = [];
    for (const { table, definition } of guards) {
      const { name } = of(table).find(({ own }) => own)!;
      const renames = /UPDATE OF (\w+)/.exec(definition)?.[1];
      const tries = renames
        ? [`update ${table} set ${renames} = 'xtt' where ${renames} = 'usd'`]
        : [`update ${table} set ${name} = ${name}`, `delete from ${table}`, `truncate ${table} cascade`];
      for (const sql of tries.filter((one) => definition.includes(one.split(' ')[0]!.toUpperCase())))
        for (const role of ['portal_app', null]) {
          const error = await refusal(sql, { role });
          if (error?.code !== '42501') wrong.push(`${role ?? 'the owner'}: ${sql}: ${named(error)}`);
          else if (role === null && !error.message.includes(`${table} is `)) wrong.push(`${sql}: ${error.message}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('a table that the application may not add to is not changed by it either', async () => {
    const { rows: given } = await db.query<{ table: string }>(
      `select distinct name as "table" from unnest($1::text[]) name where not has_table_privilege('portal_app', name, 'insert')`,
      [columns.map((column) => column.table)],
    );
    expect(given.length).toBeGreaterThan(5);
    const wrong = [];
    for (const { table } of given) {
      const { name } = of(table).find(({ own }) => own)!;
      for (const sql of [
        `update ${table} set ${name} = ${name}`,
        `delete from ${table}`,
        `insert into ${table} default values`,
      ]) {
        const error = await refusal(sql);
        if (error?.code !== '42501') wrong.push(`${sql}: ${named(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('permanent rows are never removed', async () => {
    const problems = [];
    for (const [table, kept] of Object.entries(KEPT_TABLES)) {
      const wrong = await refused(`delete from ${table}`, { table, given: rowOf(table, kept) });
      if (wrong !== undefined) problems.push(`${table}: ${wrong}`);
    }
    expect(problems).toEqual([]);
  });

  it('values that are set once stay', async () => {
    const problems = [];
    for (const [table, kept] of Object.entries(KEPT_TABLES))
      for (const [state, fixed] of Object.entries(kept.fixed))
        for (const name of fixed.split(' ')) {
          const type = of(table).find((column) => column.name === name)?.type;
          if (type === undefined) {
            problems.push(`${table}.${name}: there is no such column`);
            continue;
          }
          const given = rowOf(table, kept, state === 'always' ? undefined : state);
          const wrong = await refused(updating(table, name, changed(type)), { table, given });
          if (wrong !== undefined) problems.push(`${table}.${name} (${state}): ${wrong}`);
        }
    expect(problems).toEqual([]);
  });

  it('states follow the allowed transitions', async () => {
    const problems = [];
    for (const [table, kept] of Object.entries(KEPT_TABLES)) {
      if (!kept.moves) continue;
      const { column = 'state', moves, starts } = kept;
      const states = of(table).find(({ name }) => name === column)!.values;
      const unknown = Object.entries(moves).flatMap(([from, to]) =>
        [from, ...to.split(' ')].filter((state) => !states.includes(state)),
      );
      if (states.length < 2 || unknown.length > 0) problems.push(`${table}: no states ${unknown.join(', ')}`);
      for (const from of states)
        for (const to of states) {
          if (from === to) continue;
          const sql = updating(table, column, to);
          const given = rowOf(table, kept, from);
          if (moves[from]?.split(' ').includes(to)) {
            const error = await refusal(sql, { table, given });
            if (/(forward|transition|pinned|stays)$/.test(error?.constraint ?? ''))
              problems.push(`${table} ${from} > ${to} is refused: ${named(error)}`);
          } else {
            const wrong = await refused(sql, { table, given });
            if (wrong !== undefined) problems.push(`${table} ${from} > ${to}: ${wrong}`);
          }
        }
      for (const state of starts === undefined ? [] : states.filter((one) => one !== starts)) {
        const wrong = await refused(inserting(table, rowOf(table, kept, state)), { table });
        if (wrong !== undefined) problems.push(`${table} begins as ${state}: ${wrong}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
