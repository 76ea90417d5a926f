import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { readSchemaFiles, schemaNames } from '../../apps/migrate/src/schema-files.js';
import { OwnDatabase } from '../support/database/database.js';

const FILES = readSchemaFiles();
const SCHEMAS = schemaNames(FILES);
/** Rights of callers on tables without a policy: the rows of `shared` in db/grants.sql. */
const SHARED: Readonly<Record<string, string>> = Object.fromEntries(
  [...FILES.grants.matchAll(/^ +\('([a-z_.]+)', '([a-z, ]+)', '.+'\)/gm)].map(([, name, rights]) => [name!, rights!]),
);
/** Columns that name the owner of a row. */
const OWNER_COLUMNS = 'org tenant owner user install drive invoice payout'.split(' ').map((thing) => `${thing}_id`);
/** Tables with such a column and without a policy, to which callers have no right at all; each with the reason. */
const PRODUCT_ONLY: Readonly<Record<string, string>> = {
  'statements.alterations': 'noted by the portal for the worklist of finance; authors see the mark on their statement',
  'ledger.booked_legs': 'a view for reports of finance',
  'reconciliation.items': 'differences that finance works on',
  'payouts.payout_approvals': 'who of finance approved',
  'payouts.run_decisions': 'what finance decided about a run; its author reads the payout',
  'approvals.approvals': 'what one person proposes and another decides',
  'approvals.claims': 'which reviewer works on which case; its author must not see who',
  'statements.made': 'statements of a month that is being sealed',
  'listings.concerns': 'what anybody reported about a Drive; its author must not see who',
  'installs.response_times': 'how long Drives took to answer; the page of a plugin shows the median to everybody',
  'listings.subprocessor_lists': 'what the watch of public lists saw last',
};
const ROLES = ['portal_app', 'portal_caller'];

interface Table {
  name: string;
  guarded: boolean;
  columns: string[];
  /** Rights of callers. */
  rights: string[];
}

describe('rows with an owner are protected by the database', () => {
  const test = OwnDatabase.forTests();
  let db: Client;
  let tables: Table[];

  const readTables = async (): Promise<Table[]> =>
    (
      await db.query<Table>(
        `select c.oid::regclass::text as name, c.relrowsecurity as guarded,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
           array(select r from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) r where has_table_privilege('portal_caller', c.oid, r)) as rights
         from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and c.relnamespace::regnamespace::text = any($1) order by 1`,
        [SCHEMAS],
      )
    ).rows;
  /** Tables that a caller may touch without a policy and without being in SHARED, or that are SHARED and more. */
  const open = (all: Table[]): string[] =>
    all
      .filter(({ name, guarded, rights }) => !guarded && rights.length > 0 && rights.join(', ') !== SHARED[name])
      .map(({ name }) => name);
  /** Tables with owners that are in no list. */
  const unsaid = (all: Table[]): string[] =>
    all
      .filter(({ guarded, columns }) => !guarded && OWNER_COLUMNS.some((column) => columns.includes(column)))
      .filter(
        ({ name, rights }) => SHARED[name] === undefined && (PRODUCT_ONLY[name] === undefined || rights.length > 0),
      )
      .map(({ name }) => name);

  beforeAll(async () => {
    db = test.owner;
    tables = await readTables();
  });

  it('every table with an owner is under a policy, shared with a reason, or not for callers with a reason', () => {
    expect(unsaid(tables)).toEqual([]);
    expect(tables.filter(({ guarded }) => guarded).length).toBeGreaterThan(60);
    for (const name of [...Object.keys(PRODUCT_ONLY), ...Object.keys(SHARED)])
      expect(tables.map((table) => table.name)).toContain(name);
  });

  it('a caller may touch no table that is neither under a policy nor shared', () => {
    expect(open(tables)).toEqual([]);
  });

  it('a new table without either is detected', async () => {
    await db.query('create table authors.spec_diary (id int, org_id uuid)');
    try {
      expect(unsaid(await readTables())).toEqual(['authors.spec_diary']);
      await db.query('grant select on authors.spec_diary to portal_caller');
      expect(open(await readTables())).toEqual(['authors.spec_diary']);
    } finally {
      await db.query('drop table authors.spec_diary');
    }
  });

  it('the product’s own role passes every policy at no cost, and the role of callers passes none without a scope', async () => {
    const { rows } = await db.query<{ name: string; lacking: boolean; blank: boolean }>(
      `select c.oid::regclass::text as name,
         not exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname and p.roles = '{portal_app}' and p.qual = 'true' and p.cmd = 'ALL') as lacking,
         exists (select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname and p.roles && '{public}') as blank
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relrowsecurity and not c.relispartition`,
    );
    expect(rows.filter(({ lacking, blank }) => lacking || blank)).toEqual([]);
    const { rows: planned } = await db
      .query<Record<'QUERY PLAN', string>>(
        `begin; set local role portal_app; explain select * from billing.invoices where tenant_id = gen_random_uuid(); rollback`,
      )
      .then((results) => (results as unknown as { rows: Record<'QUERY PLAN', string>[] }[])[2]!);
    expect(planned.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/InitPlan|SubPlan|caller/);
  });

  it('neither role is an owner, a superuser, exempt from policies, or a member of the other', async () => {
    const { rows } = await db.query(
      `select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcanlogin as strong,
         exists (select from pg_class c where c.relowner = r.oid) as owns,
         exists (select from pg_auth_members m where m.member = r.oid) as member from pg_roles r where rolname = any($1) order by 1`,
      [ROLES],
    );
    expect(rows).toEqual(ROLES.map((rolname) => ({ rolname, strong: false, owns: false, member: false })));
  });

  it('a caller may use no function or view with its owner’s rights', async () => {
    const { rows } = await db.query(
      `select oid::regprocedure::text as name from pg_proc
       where prosecdef and prorettype <> 'trigger'::regtype and pronamespace::regnamespace::text = any($1) and has_function_privilege('portal_caller', oid, 'execute')
       union all
       select oid::regclass::text from pg_class where relkind in ('v', 'm') and relnamespace::regnamespace::text = any($1)
         and has_table_privilege('portal_caller', oid, 'select') and not coalesce(reloptions @> '{security_invoker=true}', false)`,
      [SCHEMAS],
    );
    expect(rows).toEqual([]);
    const { rows: parts } = await db.query(
      `select inhrelid::regclass::text as part from pg_inherits where has_table_privilege('portal_caller', inhrelid, 'select')`,
    );
    expect(parts).toEqual([]);
  });

  it('the scope is set in one place only', () => {
    const libs = path.resolve(__dirname, '../../libs');
    const files = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
    );
    const setting = files.filter((file) =>
      /set_config\s*\(\s*'(role|portal\.(?!request_key|traceparent))|\bset (local )?role\b/i.test(
        readFileSync(path.join(libs, file), 'utf8'),
      ),
    );
    expect(setting).toEqual(['platform/src/database/scope/scoped-query.ts']);
  });
});
