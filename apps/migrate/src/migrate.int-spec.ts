import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { migrate } from './migrate.js';
import { productMigrations } from './migration-files.js';
import { readSchemaFiles, schemaNames, type SchemaFile } from './schema-files.js';

const FILES = readSchemaFiles();

/** A file as somebody edited it. */
const edited = (file: SchemaFile, sql = `${file.sql}\n-- edited`): SchemaFile => ({ ...file, sql, sha256: sql });
const broken = { path: 'billing/functions/broken.sql', sql: 'create or replace function billing.broken', sha256: 'x' };

let database: TestDatabase;
let db: Client;
const open = async (made: Promise<TestDatabase>): Promise<void> => {
  database = await made;
  db = new Client({ connectionString: database.url });
  await db.connect();
};
afterEach(async () => {
  await db.end();
  await database.drop();
});

const value = async <T>(sql: string): Promise<T> => Object.values((await db.query<object>(sql)).rows[0]!)[0] as T;
/** Each entry of the catalogue: the transaction that wrote it last, and its rights and policies. */
const catalogue = async (): Promise<Record<string, string>> => {
  const { rows } = await db.query<{ name: string; state: string }>(
    `select 'table ' || oid::regclass as name, concat_ws(' ', xmin, relrowsecurity, (select string_agg(a::text, ',' order by a::text) from unnest(relacl) a)) as state
       from pg_class where relnamespace::regnamespace::text = any($1)
     union all select 'function ' || oid::regprocedure, concat_ws(' ', xmin, (select string_agg(a::text, ',' order by a::text) from unnest(proacl) a))
       from pg_proc where pronamespace::regnamespace::text = any($1)
     union all select format('policy %s on %s', polname, polrelid::regclass), concat_ws(' ', xmin, polroles::regrole[], pg_get_expr(polqual, polrelid)) from pg_policy
     union all select format('trigger %s on %s', tgname, tgrelid::regclass), concat(xmin, ' ') from pg_trigger where not tgisinternal
     union all select format('constraint %s on %s', conname, conrelid::regclass), concat(xmin, ' ') from pg_constraint
     union all select 'schema ' || nspname, concat_ws(' ', xmin, nspacl) from pg_namespace where nspname = any($1)`,
    [schemaNames(FILES)],
  );
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
};
/** The same without the transactions. */
const withoutWriters = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([name, state]) => [name, state.slice(state.indexOf(' '))]));
const rowCounts = async (): Promise<unknown[]> =>
  (
    await db.query(
      `select format('%I.%I', schemaname, tablename) as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename), false, true, '')))[1]::text as n
       from pg_tables where schemaname = any($1) and tablename <> 'schema_versions' order by 1`,
      [schemaNames(FILES)],
    )
  ).rows;

describe('an empty database', () => {
  beforeEach(() => open(createEmptyDatabase()));

  it('gets the schema of db/, once, even when two processes begin at the same time', async () => {
    expect((await Promise.all([migrate(database.url), migrate(database.url)])).sort()).toEqual([[], ['schema']]);
    expect(Number(await value('select count(*) from platform.schema_files'))).toBe(
      FILES.functions.length + FILES.seeds.length,
    );
    const { rows } = await db.query<{ name: string }>('select nspname::text as name from pg_namespace');
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(schemaNames(FILES)));
  });

  it('stays empty after a failure that names the file, and is completed by the next run', async () => {
    const files = { ...FILES, functions: [...FILES.functions, broken] };
    await expect(migrate(database.url, { files })).rejects.toThrow(`db/${broken.path}: syntax error`);
    expect(await value(`select to_regnamespace('platform') is null and to_regnamespace('billing') is null`)).toBe(true);
    expect(await migrate(database.url)).toEqual(['schema']);
  });

  it('counts every numbered migration as run', async () => {
    class MustNotRun1763700009000 implements MigrationInterface {
      up = (): Promise<void> => Promise.reject(new Error('ran'));
      down = (): Promise<void> => Promise.reject(new Error('ran'));
    }
    const migrations = [...productMigrations(), MustNotRun1763700009000];
    expect(await migrate(database.url, { migrations })).toEqual(['schema']);
    expect(await migrate(database.url, { migrations })).toEqual([]);
    expect(await value('select array_agg(name order by id) from schema_migrations')).toEqual([
      'MustNotRun1763700009000',
      ...productMigrations().map(({ name }) => name),
    ]);
  });

  it('is refused in one sentence when it has tables from before 0.1.0', async () => {
    await db.query('create schema platform');
    const refused = 'made before release 0.1.0 and cannot be brought forward: give an empty one';
    await expect(migrate(database.url)).rejects.toThrow(refused);
    await db.query(`create table schema_migrations (id serial primary key, "timestamp" bigint, name text);
      insert into schema_migrations ("timestamp", name) values (1795624200000, 'FieldNames1795624200000')`);
    await expect(migrate(database.url)).rejects.toThrow(refused);
  });
});

describe('an existing database', () => {
  beforeEach(() => open(createTestDatabase()));

  it('is not touched when nothing has changed, so that nobody waits for a lock', async () => {
    const before = await catalogue();
    expect(await migrate(database.url)).toEqual([]);
    expect(await catalogue()).toEqual(before);
  });

  it('gets a changed function, and nothing else is touched', async () => {
    const before = await catalogue();
    const functions = FILES.functions.map((file) =>
      file.path === 'billing/functions/month_end.sql' ? edited(file) : file,
    );
    const files = { ...FILES, functions };
    expect(await migrate(database.url, { files })).toEqual(['billing/functions/month_end.sql']);
    const after = await catalogue();
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([
      'function billing.month_end(date)',
    ]);
    expect(await migrate(database.url, { files })).toEqual([]);
  });

  it('may hold demo persons and a moved clock in a sandbox only, and cannot become production with them', async () => {
    const demo = `insert into identity.users (id, email, name, demo_person) values (gen_random_uuid(), 'd@x.example', 'D', 'd')`;
    const clock = 'update platform.test_clock set offset_ms = 5';
    const apart = { first: 'users_demo_in_sandbox', second: 'test_clock_in_sandbox' };
    await migrate(database.url);
    await expect(db.query(demo)).rejects.toMatchObject({ constraint: apart.first });
    await expect(db.query(clock)).rejects.toMatchObject({ constraint: apart.second });
    await migrate(database.url, { mode: 'sandbox' });
    await db.query(demo);
    await expect(migrate(database.url)).rejects.toThrow('is that of a sandbox');
    await db.query('delete from identity.users');
    await db.query(clock);
    await expect(migrate(database.url)).rejects.toThrow('is that of a sandbox');
    await db.query(
      `begin; set local session_replication_role = 'replica'; update platform.test_clock set offset_ms = 0; commit`,
    );
    await migrate(database.url);
    await expect(db.query(demo)).rejects.toMatchObject({ constraint: apart.first });
  });

  it('keeps its rows when the starting rows are applied again', async () => {
    await db.query(
      `begin; set local session_replication_role = 'replica'; update billing.invoice_counter set last_number = 7; commit`,
    );
    const before = await rowCounts();
    const seeds = FILES.seeds.map((file) => edited(file));
    expect(await migrate(database.url, { files: { ...FILES, seeds } })).toEqual(seeds.map((file) => file.path));
    // Applied files are recorded.
    expect(await rowCounts()).toEqual(before);
    expect(Number(await value('select last_number from billing.invoice_counter'))).toBe(7);
  });

  it('gets the numbered migrations that it lacks before the functions that use what they made', async () => {
    class Planted1763700009000 implements MigrationInterface {
      up = (q: QueryRunner): Promise<void> => q.query('create table authors.planted (id int)') as Promise<void>;
      down = (): Promise<void> => Promise.resolve();
    }
    const uses = {
      path: 'authors/functions/count_planted.sql',
      sql: 'create or replace function authors.count_planted() returns bigint language sql begin atomic select count(*) from authors.planted; end',
      sha256: 'x',
    };
    const files = { ...FILES, functions: [...FILES.functions, uses] };
    expect(await migrate(database.url, { files, migrations: [...productMigrations(), Planted1763700009000] })).toEqual([
      'Planted1763700009000',
      uses.path,
    ]);
    // Rights come last, so that they apply to new objects: the product may use them, callers may not.
    expect(
      await value(
        `select array[has_table_privilege('portal_app', 'authors.planted', 'insert'), has_table_privilege('portal_caller', 'authors.planted', 'select')]`,
      ),
    ).toEqual([true, false]);
  });

  it('may get a function that calls one of a later file, and none that calls a missing one', async () => {
    const named = (name: string, body: string) => ({
      path: `billing/functions/${name}.sql`,
      sql: `create or replace function billing.${name}() returns integer language sql as $$ ${body} $$`,
      sha256: name,
    });
    const both = [named('calls_later', 'select billing.later()'), named('later', 'select 1')];
    expect(await migrate(database.url, { files: { ...FILES, functions: [...FILES.functions, ...both] } })).toEqual(
      both.map(({ path }) => path),
    );
    const lonely = named('lonely', 'select billing.nowhere()');
    await expect(
      migrate(database.url, { files: { ...FILES, functions: [...FILES.functions, ...both, lonely] } }),
    ).rejects.toThrow(`db/${lonely.path}: function billing.nowhere() does not exist`);
  });

  it('keeps none of several changed files when one of them fails', async () => {
    const before = await catalogue();
    const files = { ...FILES, functions: [...FILES.functions.map((file) => edited(file)), broken] };
    await expect(migrate(database.url, { files })).rejects.toThrow(`db/${broken.path}: syntax error`);
    expect(await catalogue()).toEqual(before);
    expect(await migrate(database.url)).toEqual([]);
  });

  it('gets the rights and policies of db/ again after somebody changed them', async () => {
    const before = await catalogue();
    await db.query(`grant delete on platform.audit_log to portal_app;
      grant select on identity.users to public;
      revoke insert on billing.invoices from portal_app;
      grant execute on function billing.month_end(date) to public;
      drop policy caller_writes on identity.sessions;
      alter policy caller_writes on billing.billing_details using (true);
      alter table installs.tenants disable row level security;
      create policy all_rows on webhooks.messages to portal_caller using (true)`);
    expect(withoutWriters(await catalogue())).not.toEqual(withoutWriters(before));
    await migrate(database.url);
    expect(withoutWriters(await catalogue())).toEqual(withoutWriters(before));
  });

  it('makes the role that api and worker log in as, changes its password, and refuses the role that migrates', async () => {
    const name = new URL(database.url).pathname.slice(1).replace('portal_test', 'login');
    const as = (password: string): string => Object.assign(new URL(database.url), { username: name, password }).href;
    const logsIn = async (password: string): Promise<unknown[]> => {
      const login = new Client({ connectionString: as(password), options: '-c role=portal_caller' });
      try {
        await login.connect();
        return (await login.query<object>('select session_user, current_user')).rows;
      } finally {
        await login.end().catch(() => undefined);
      }
    };
    try {
      await migrate(database.url, { loginUrl: as("it's first") });
      expect(await logsIn("it's first")).toEqual([{ session_user: name, current_user: 'portal_caller' }]);
      await migrate(database.url, { loginUrl: as('second') });
      await expect(logsIn("it's first")).rejects.toThrow('password authentication failed');
      expect(await logsIn('second')).toHaveLength(1);
      expect(
        (
          await db.query(
            `select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = $1`,
            [name],
          )
        ).rows,
      ).toEqual([
        { rolsuper: false, rolinherit: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
      ]);
      await expect(migrate(database.url, { loginUrl: database.url })).rejects.toThrow('names the role that migrates');
    } finally {
      await db.query(`drop role if exists ${db.escapeIdentifier(name)}`);
    }
  });
});
