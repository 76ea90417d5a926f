import type { Client, DatabaseError } from 'pg';
import { OwnDatabase } from '../support/database/database.js';
import { EDGES } from '../support/database/guarded-edges.js';
import { CHECKS, ROWS, UNIQUE, type Row } from '../support/database/guarded-rows.js';
import { EFFECTS, TRIGGERS, type TriggerAttempt } from '../support/database/guarded-triggers.js';

const SCHEMAS = `('ledger', 'billing', 'payouts')`;

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  /** The first of the values that a CHECK lists. */
  listed: string | null;
}
interface Index {
  table: string;
  name: string;
  columns: string[];
  /** It checks all rows, and only columns. */
  plain: boolean;
}
interface RowTrigger {
  table: string;
  name: string;
  function: string;
  /** Names under which its function refuses. */
  refusals: string[];
}

/**
 * The service layer bypassed: rows are written by SQL, without triggers where a CHECK or a key is tested, so that it
 * is that one which refuses. Every CHECK over several columns, every unique index with a condition, exclusion and trigger of
 * the money's schemas is tried here; a plain key or reference and what one column may be are read at the column.
 */
describe('every constraint of the ledger, of billing and of payouts refuses its violation', () => {
  const database = OwnDatabase.forTests();
  let owner: Client;
  let columns: Column[];
  let indexes: Index[];

  beforeAll(async () => {
    owner = database.owner;
    columns = await query(
      `select n.nspname || '.' || c.relname as "table", a.attname::text as name, t.typname::text as type,
         a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
         (select substring(pg_get_constraintdef(k.oid) from '= ANY \\(\\(?ARRAY\\[''([^'']*)''') from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY' limit 1) as listed
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_type t on t.oid = a.atttypid where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    indexes = await query(
      `select n.nspname || '.' || c.relname as "table", i.relname::text as name, x.indpred is null and x.indexprs is null and not x.indisexclusion as plain,
         array(select a.attname::text from unnest(x.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
       where (x.indisunique or x.indisexclusion) and n.nspname in ${SCHEMAS} and not c.relispartition order by 1, 2`,
    );
  });

  const query = async <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    (await owner.query(sql, params)).rows as T[];

  /** Does the work and takes it back. */
  async function tried<T>(work: () => Promise<T>): Promise<T> {
    await owner.query('begin');
    try {
      return await work();
    } finally {
      await owner.query('rollback');
    }
  }
  const withoutTriggers = (): Promise<unknown> => owner.query(`set local session_replication_role = 'replica'`);

  const filled = (type: string): unknown => {
    const values: Record<string, unknown> = {
      uuid: '0190b000-0000-7000-8000-0000000000ff',
      text: 'text',
      bool: true,
      jsonb: [],
      date: '2026-01-01',
      timestamptz: '2026-01-05T00:00:00Z',
      bytea: `\\x${'ab'.repeat(32)}`,
    };
    return values[type] ?? 1;
  };
  const another = (type: string, value: unknown): unknown => {
    const values: Record<string, unknown> = {
      uuid: '0190b000-0000-7000-8000-0000000000ee',
      text: `${String(value)}2`,
      bool: false,
      jsonb: [1],
      date: '2031-01-01',
      timestamptz: '2031-01-05T00:00:00Z',
    };
    return values[type] ?? Number(value) + 1;
  };
  const of = (table: string): Column[] => columns.filter((column) => column.table === table);

  function rowOf(table: string, more: Row = {}): Row {
    const known = ROWS[table] ?? {};
    const required = of(table).filter(({ required: needed, name }) => needed && !(name in known));
    const usual = required.map(({ name, type, listed }) => {
      return [name, name === 'currency' ? 'usd' : (listed ?? filled(type))] as const;
    });
    return { ...Object.fromEntries(usual), ...known, ...more };
  }

  const insert = (table: string, row: Row): Promise<void> => insertAll(table, [row]);

  /** Rows with the same columns, by one statement. */
  async function insertAll(table: string, rows: readonly Row[]): Promise<void> {
    const types = new Map(of(table).map(({ name, type }) => [name, type]));
    const columnsOf = Object.keys(rows[0]!);
    const values = rows.flatMap((row) =>
      columnsOf.map((name) =>
        types.get(name) === 'jsonb' && row[name] !== null ? JSON.stringify(row[name]) : row[name],
      ),
    );
    const marks = rows.map((_, n) => `(${columnsOf.map((__, i) => `$${n * columnsOf.length + i + 1}`).join(', ')})`);
    await owner.query(
      `insert into ${table} (${columnsOf.join(', ')}) overriding system value values ${marks.join(', ')}`,
      values,
    );
  }

  /** The refusing constraint, as its table has it, also when a partition of the table found it. */
  async function refusal(work: () => Promise<unknown>): Promise<string> {
    let refused: DatabaseError | undefined;
    await tried(() => work()).catch((error: unknown) => (refused = error as DatabaseError));
    if (!refused) return 'nothing';
    const name = refused.constraint ?? refused.message;
    const [parent] = await query<{ name: string }>(
      `select p.relname as name from pg_inherits h join pg_class c on c.oid = h.inhrelid join pg_class p on p.oid = h.inhparent
       where c.relname = $1 and c.relkind = 'i'`,
      [name],
    );
    return parent?.name ?? name;
  }

  it('a valid row of every table is accepted', async () => {
    const tables = [...new Set(columns.map(({ table }) => table))];
    expect(Object.keys(ROWS).filter((table) => !tables.includes(table))).toEqual([]);
    for (const table of tables)
      expect([
        table,
        await refusal(async () => {
          await withoutTriggers();
          await owner.query(`delete from ${table}`);
          await insert(table, rowOf(table));
        }),
      ]).toEqual([table, 'nothing']);
  });

  it('every CHECK over several columns refuses its row', async () => {
    const checks = await query<{ table: string; name: string }>(
      `select conrelid::regclass::text as "table", conname::text as name from pg_constraint
       where connamespace::regnamespace::text in ${SCHEMAS} and contype = 'c' and cardinality(conkey) > 1
         and conrelid not in (select inhrelid from pg_inherits) order by 1, 2`,
    );
    expect(checks.length).toBeGreaterThan(60);
    const known = new Set(checks.map(({ name }) => name));
    expect(Object.keys(CHECKS).filter((name) => !known.has(name))).toEqual([]);
    const wrong = [];
    for (const { table, name } of checks) {
      const change = CHECKS[name];
      const by = !change
        ? 'nobody tries'
        : await refusal(async () => {
            await withoutTriggers();
            await owner.query(`delete from ${table}`);
            await insert(table, rowOf(table, change));
          });
      if (by !== name) wrong.push(`${table} ${name}: ${by}`);
    }
    expect(wrong).toEqual([]);
  });

  it('every unique index with a condition and every exclusion refuses the second of two rows', async () => {
    // Two open segments of an install overlap: install_segments_no_overlap refuses first.
    const conditional = indexes.filter(({ plain, name }) => !plain && name !== 'install_segments_one_open');
    expect(conditional.length).toBeGreaterThan(15);
    const wrong = [];
    for (const index of conditional) {
      const { table, name } = index;
      const others = indexes.filter((one) => one.table === table && one.name !== name);
      const { both = {}, twin } = UNIQUE[name] ?? {};
      const row = rowOf(table, both);
      const types = new Map(of(table).map((column) => [column.name, column.type]));
      const apart = others
        .flatMap((one) => one.columns)
        .filter((column) => !index.columns.includes(column) && row[column] !== undefined && row[column] !== null)
        .map((column) => [column, another(types.get(column)!, row[column])] as const);
      const by = await refusal(async () => {
        await withoutTriggers();
        await owner.query(`delete from ${table}`);
        await insert(table, row);
        await insert(table, twin ? { ...row, ...twin } : { ...row, ...Object.fromEntries(apart) });
      });
      if (by !== name) wrong.push(`${table} ${name}: ${by}`);
    }
    expect(wrong).toEqual([]);
  });

  /** Triggers that check written rows; `..._by_approval` and those of test/e2e/decided-once ask the role of the api only. Those that refuse every change, and those of kept columns and states, are tried by kept-tables. */
  async function rowTriggers(): Promise<RowTrigger[]> {
    const found = await query<Omit<RowTrigger, 'refusals'> & { source: string }>(
      `select n.nspname || '.' || r.relname as "table", t.tgname::text as name, f.nspname || '.' || p.proname as function, p.prosrc as source
       from pg_trigger t join pg_class r on r.oid = t.tgrelid join pg_namespace n on n.oid = r.relnamespace
       join pg_proc p on p.oid = t.tgfoid join pg_namespace f on f.oid = p.pronamespace
       where n.nspname in ${SCHEMAS} and not t.tgisinternal and not r.relispartition and p.proname not like 'refuse%change'
         and p.proname not in ('keep_as_made', 'keep_once_set', 'keep_order', 'enacts', 'by_stranger', 'as_agreed', 'payouts_fit') order by 1, 2`,
    );
    return found.map(({ source, ...trigger }) => ({
      ...trigger,
      refusals: [...new Set([...source.matchAll(/constraint = '(\w+)(?<!_by_approval)'/g)].map(([, name]) => name!))],
    }));
  }

  /** Writes the row with this one trigger of its table alone, or with none. */
  async function attempt(table: string, trigger: string | null, tries: TriggerAttempt): Promise<void> {
    const given = [...(tries.given ?? [])];
    const own = given.some(([one]) => one === table);
    if (!own && tries.insert === undefined) given.push([table, {}]);
    await withoutTriggers();
    for (const one of new Set([table, ...given.map(([name]) => name)])) await owner.query(`delete from ${one}`);
    for (const [one, row] of given) await insert(one, rowOf(one, row));
    await owner.query(`set local session_replication_role = 'origin'`);
    await owner.query(`alter table ${table} disable trigger all`);
    if (trigger !== null) await owner.query(`alter table ${table} enable trigger ${trigger}`);
    if (tries.insert)
      await insertAll(
        table,
        tries.insert.map((row) => rowOf(table, row)),
      );
    else if (tries.delete) await owner.query(`delete from ${table}`);
    else {
      const types = new Map(of(table).map(({ name, type }) => [name, type]));
      const changes = Object.entries(tries.update!);
      const sets = changes.map(([name], n) => `${name} = $${n + 1}`);
      await owner.query(
        `update ${table} set ${sets.join(', ')} where ${tries.where ?? 'true'}`,
        changes.map(([name, value]) => (types.get(name) === 'jsonb' && value !== null ? JSON.stringify(value) : value)),
      );
    }
    await owner.query('set constraints all immediate');
  }

  it('every trigger has a test by name for each of its refusals and effects', async () => {
    const triggers = await rowTriggers();
    expect(triggers.length).toBeGreaterThan(35);
    const named = triggers.map(({ table, name }) => `${table} ${name}`);
    expect([...Object.keys(TRIGGERS), ...Object.keys(EFFECTS)].sort()).toEqual([...named].sort());
    // A name that several triggers share is tried at each that can reach it, and at one of them at least.
    const untried = triggers.flatMap(({ function: by, refusals }) => {
      const sharing = triggers.filter((one) => one.function === by).map(({ table, name }) => `${table} ${name}`);
      const tried = new Set(sharing.flatMap((one) => Object.keys(TRIGGERS[one] ?? {})));
      return refusals.filter((refusal_) => !tried.has(refusal_)).map((refusal_) => `${by} ${refusal_}`);
    });
    expect([...new Set(untried)]).toEqual([]);
  });

  it('every trigger refuses its violation, and without it the row is accepted', async () => {
    const wrong: string[] = [];
    for (const { table, name, function: by } of await rowTriggers())
      for (const [refused, tries] of Object.entries(TRIGGERS[`${table} ${name}`] ?? {})) {
        const refusal = async (trigger: string | null): Promise<DatabaseError | undefined> => {
          let error: DatabaseError | undefined;
          await tried(() => attempt(table, trigger, tries)).catch(
            (caught: unknown) => (error = caught as DatabaseError),
          );
          return error;
        };
        const error = await refusal(name);
        const where = error?.where ?? '';
        const right =
          where.includes(by.replace(/^\w+\./, '')) && (refused === 'refused' || error?.constraint === refused);
        if (!right)
          wrong.push(`${table} ${name} ${refused}: ${error ? (error.constraint ?? error.message) : 'nothing'}`);
        if ((await refusal(null))?.constraint === refused) wrong.push(`${table} ${name} ${refused}: also without it`);
      }
    expect(wrong).toEqual([]);
  });

  it('every trigger refuses what is beyond its edges, and nothing up to them', async () => {
    const triggers = new Map((await rowTriggers()).map((one) => [`${one.table} ${one.name}`, one]));
    const found: string[] = [];
    for (const { of: key, what, ...tries } of EDGES) {
      const { table, name } = triggers.get(key)!;
      let error: DatabaseError | undefined;
      await tried(() => attempt(table, name, tries)).catch((caught: unknown) => (error = caught as DatabaseError));
      found.push(`${key}: ${what}: ${error ? (error.constraint ?? error.message) : null}`);
    }
    expect(found).toEqual(EDGES.map(({ of: key, what, refused }) => `${key}: ${what}: ${refused}`));
  });

  it('every trigger with an effect has it', async () => {
    const shown: string[] = [];
    for (const [key, effect] of Object.entries(EFFECTS)) {
      const [table, name] = key.split(' ') as [string, string];
      const rows = (trigger: string | null) =>
        tried(async () => {
          await attempt(table, trigger, effect);
          return (await query(effect.shows)).length;
        });
      shown.push(`${key}: ${await rows(name)}, without it ${await rows(null)}`);
    }
    expect(shown).toEqual(Object.keys(EFFECTS).map((key) => `${key}: 1, without it 0`));
  });
});
