import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { createDataSource } from '@portal/platform/database';
import { migrate } from './migrate.js';
import { FieldNames1795624200000 } from './migrations/1795624200000-platform-field-names.js';
import { PollTimes1795652400000 } from './migrations/1795652400000-installs-poll-times.js';
import { RequestKeys1795689600000 } from './migrations/1795689600000-platform-request-keys.js';
import { MailedLinks1795830000000 } from './migrations/1795830000000-identity-mailed-links.js';
import { MoneyGuards1795860000001 } from './migrations/1795860000001-platform-money-guards.js';
import { KnownNetworks1795910000001 } from './migrations/1795910000001-identity-known-networks.js';
import { KnownAskers1795910000002 } from './migrations/1795910000002-identity-known-askers.js';
import { Warnings1795910000003 } from './migrations/1795910000003-identity-warnings.js';
import { SealedMailTokens1795920000001 } from './migrations/1795920000001-platform-sealed-mail-tokens.js';
import { VerifiedAddresses1795930000001 } from './migrations/1795930000001-webhooks-verified-addresses.js';
import { PostingKinds1795960000000 } from './migrations/1795960000000-ledger-posting-kinds.js';
import { FactorRemovals1796010000001 } from './migrations/1796010000001-identity-factor-removals.js';
import { Readings1796050000001 } from './migrations/1796050000001-installs-readings.js';
import { InstallSettings1796060000001 } from './migrations/1796060000001-installs-settings.js';
import { CallPlans1796070000001 } from './migrations/1796070000001-installs-call-plans.js';
import { HostEvents1796090000001 } from './migrations/1796090000001-installs-host-events.js';
import { SchemaVersions1796500000001 } from './migrations/1796500000001-platform-schema-versions.js';
import { Workers1796500000002 } from './migrations/1796500000002-platform-workers.js';
import { MoreRequestKeys1796500000003 } from './migrations/1796500000003-platform-more-request-keys.js';
import { DrivePolls1796500000004 } from './migrations/1796500000004-installs-drive-polls.js';
import { HostApi1796500000005 } from './migrations/1796500000005-identity-host-api.js';
import { Compliance1796500000006 } from './migrations/1796500000006-installs-compliance.js';
import { History1796600000001 } from './migrations/1796600000001-installs-history.js';
import { BillingSummaries1796600000021 } from './migrations/1796600000021-installs-billing-summaries.js';
import { ContractVersions1796600000022 } from './migrations/1796600000022-listings-contract-versions.js';
import { ClaimsOfWorkers1796600000031 } from './migrations/1796600000031-installs-claims-of-workers.js';
import { SunsetNotices1796600000041 } from './migrations/1796600000041-listings-sunset-notices.js';
import { EventCounts1796600000051 } from './migrations/1796600000051-installs-event-counts.js';
import { EventsOfInstalls1796600000052 } from './migrations/1796600000052-installs-events-of-installs.js';
import { EventCountReasons1796600000061 } from './migrations/1796600000061-installs-event-count-reasons.js';
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

const dataSource = () =>
  createDataSource({ url: database.url, pool: 1, waitMs: 60_000, applicationName: 'test' }).initialize();
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

  it('stays empty after a failure, which names the file, and is made in the next run', async () => {
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
    const migrations = [MustNotRun1763700009000];
    expect(await migrate(database.url, { migrations })).toEqual(['schema']);
    expect(await migrate(database.url, { migrations })).toEqual([]);
    expect(await value('select array_agg(name) from schema_migrations')).toEqual(['MustNotRun1763700009000']);
  });

  it('is refused with a clear message when it has tables of before version 1', async () => {
    await db.query('create schema platform');
    await expect(migrate(database.url)).rejects.toThrow('made before version 1 of the schema');
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
      file.path === 'billing/functions/line_id.sql' ? edited(file) : file,
    );
    const files = { ...FILES, functions };
    expect(await migrate(database.url, { files })).toEqual(['billing/functions/line_id.sql']);
    const after = await catalogue();
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([
      'function billing.line_id(uuid,date)',
    ]);
    expect(await migrate(database.url, { files })).toEqual([]);
  });

  it('keeps its rows when the starting rows are applied again', async () => {
    await db.query('update billing.invoice_counter set last_number = 7');
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

  it('with the names of before the rename gets the schema of db/, with its rows', async () => {
    const indexes = () =>
      value<string[]>(`select array_agg(indexname::text order by schemaname, indexname) from pg_indexes`);
    const names = await indexes();
    const before = Object.keys(await catalogue()).sort();
    const source = await dataSource();
    try {
      const runner = source.createQueryRunner();
      await new EventCountReasons1796600000061().down(runner);
      await new EventsOfInstalls1796600000052().down(runner);
      await new EventCounts1796600000051().down(runner);
      await new SunsetNotices1796600000041().down(runner);
      await new ClaimsOfWorkers1796600000031().down(runner);
      await new ContractVersions1796600000022().down(runner);
      await new BillingSummaries1796600000021().down(runner);
      await new History1796600000001().down(runner);
      await new Compliance1796500000006().down(runner);
      await new HostApi1796500000005().down(runner);
      await new DrivePolls1796500000004().down(runner);
      await new MoreRequestKeys1796500000003().down(runner);
      await new Workers1796500000002().down(runner);
      await new SchemaVersions1796500000001().down(runner);
      await new HostEvents1796090000001().down(runner);
      await new CallPlans1796070000001().down(runner);
      await new InstallSettings1796060000001().down(runner);
      await new Readings1796050000001().down(runner);
      await new FactorRemovals1796010000001().down(runner);
      await new PostingKinds1795960000000().down(runner);
      await new VerifiedAddresses1795930000001().down(runner);
      await new SealedMailTokens1795920000001().down(runner);
      await new Warnings1795910000003().down(runner);
      await new KnownAskers1795910000002().down(runner);
      await new KnownNetworks1795910000001().down(runner);
      await new MoneyGuards1795860000001().down(runner);
      await new MailedLinks1795830000000().down(runner);
      await new RequestKeys1795689600000().down(runner);
      await new PollTimes1795652400000().down(runner);
      await new FieldNames1795624200000().down(runner);
    } finally {
      await source.destroy();
    }
    await db.query(`delete from public.schema_migrations;
      insert into platform.outbox_events (id, type, version, payload) values (gen_random_uuid(), 'author.leaving', 1, '{}');
      insert into platform.deliveries (event_id, consumer, lane) select id, 'listings.follow-after-exception', 'events' from platform.outbox_events;
      insert into identity.users (id, email, name) values (gen_random_uuid(), 'began@example.org', 'Began');
      insert into identity.email_confirmations (user_id, token_hash, expires_at) select id, repeat('a', 64), now() + interval '1 day' from identity.users where name = 'Began'`);
    expect(await value(`select to_regclass('secrets.rehearsal_probes') is not null`)).toBe(true);
    expect(Object.keys(await catalogue()).sort()).not.toEqual(before);
    expect(await migrate(database.url)).toEqual([
      'FieldNames1795624200000',
      'PollTimes1795652400000',
      'RequestKeys1795689600000',
      'MailedLinks1795830000000',
      'MoneyGuards1795860000001',
      'KnownNetworks1795910000001',
      'KnownAskers1795910000002',
      'Warnings1795910000003',
      'SealedMailTokens1795920000001',
      'VerifiedAddresses1795930000001',
      'PostingKinds1795960000000',
      'FactorRemovals1796010000001',
      'Readings1796050000001',
      'InstallSettings1796060000001',
      'CallPlans1796070000001',
      'HostEvents1796090000001',
      'SchemaVersions1796500000001',
      'Workers1796500000002',
      'MoreRequestKeys1796500000003',
      'DrivePolls1796500000004',
      'HostApi1796500000005',
      'Compliance1796500000006',
      'History1796600000001',
      'BillingSummaries1796600000021',
      'ContractVersions1796600000022',
      'ClaimsOfWorkers1796600000031',
      'SunsetNotices1796600000041',
      'EventCounts1796600000051',
      'EventsOfInstalls1796600000052',
      'EventCountReasons1796600000061',
      'authors/functions/application_verdicts.sql',
      'authors/functions/offboarding_kept.sql',
      'billing/functions/invoice_written_off.sql',
      'listings/functions/claim_after_appeal.sql',
      'listings/functions/deprecations_kept.sql',
      'listings/functions/review_verdicts.sql',
    ]);
    expect(Object.keys(await catalogue()).sort()).toEqual(before);
    expect(await indexes()).toEqual(names);
    expect(await value(`select type from platform.outbox_events`)).toBe('author.offboarding_announced');
    expect(await value(`select consumer from platform.deliveries`)).toBe('listings.retry-sync-after-exception');
    expect(await value(`select kind || ' ' || email from identity.mailed_links`)).toBe(
      'confirmation began@example.org',
    );
  });

  it('has the events counted that were there, each once, also by a second try and while others come in', async () => {
    const source = await dataSource();
    const add = (count: number, from: number) =>
      db.query(
        `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload, quarantine)
         select i.id, 'id:' || g, 'd', 'a.b', '2026-11-27T23:59:59Z', '{}', case when g % 2 = 0 then 'kind_not_listed' end
         from installs.installs i, generate_series($1::int, $2::int) g`,
        [from, from + count - 1],
      );
    const counted = () =>
      value<object>(`select jsonb_agg(jsonb_build_array(day, kind, events, kept_apart)) from installs.event_counts`);
    try {
      await db.query(`insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), 'A', 'US', 'https://a.example');
        insert into installs.tenants (id, name, external_id) values ('01990000-0000-7000-8000-000000000001', 'T', 't');
        insert into installs.ventures (id, tenant_id, name, external_id) values ('01990000-0000-7000-8000-000000000002', '01990000-0000-7000-8000-000000000001', 'V', 'v');
        insert into installs.installs (id, tenant_id, venture_id, drive_id, state, revision_id, digest, version, origin, permissions, config, amount, operator_email)
        values (gen_random_uuid(), '01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002', gen_random_uuid(), 'requested', gen_random_uuid(), 'd', '1.0.0', 'https://d.example', '{}', '{}', 0, 'o@x.example')`);
      const runner = source.createQueryRunner();
      const migration = new EventCounts1796600000051();
      await migration.down(runner);
      await add(10, 1);
      await migration.up(runner);
      expect(await counted()).toEqual([['2026-11-27', 'a.b', 5, 5]]);
      await add(4, 11);
      expect(await counted()).toEqual([['2026-11-27', 'a.b', 7, 7]]);
      await migration.up(runner);
      expect(await counted()).toEqual([['2026-11-27', 'a.b', 7, 7]]);
    } finally {
      await source.destroy();
    }
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

  it('has the rights and policies of db/ again after somebody changed them by hand', async () => {
    const before = await catalogue();
    await db.query(`grant delete on platform.audit_log to portal_app;
      grant select on identity.users to public;
      revoke insert on billing.invoices from portal_app;
      grant execute on function billing.line_id(uuid, date) to public;
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
