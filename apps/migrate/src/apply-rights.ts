import { createHash } from 'node:crypto';
import { APP_ROLE, CALLER_ROLE } from '@portal/platform/database';
import type { QueryRunner } from 'typeorm';

/** Creates the product's roles where they do not exist. Roles belong to the whole cluster, so another run may be first. */
export async function ensureRoles(q: QueryRunner): Promise<void> {
  for (const role of [APP_ROLE, CALLER_ROLE]) {
    await q.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await q.query(
      `do $$ begin execute format('grant ${role} to %I', current_user); exception when unique_violation then null; end $$`,
    );
  }
}

/**
 * Makes the role that `url` logs in as, for api and worker, or gives it the password of `url`: it owns nothing and has no
 * right of its own, but may switch to the product's roles.
 * @throws Error when it is the role that migrates
 */
export async function ensureLogin(q: QueryRunner, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const [known] = (await q.query('select $1 = any (array[current_user, session_user]::text[]) as own', [name])) as [
    { own: boolean },
  ];
  if (known.own) throw new Error('PORTAL_DATABASE_URL names the role that migrates: api and worker need another one.');
  // A statement about roles takes no parameters.
  await q.query(`select set_config('login.name', $1, false), set_config('login.password', $2, false)`, [name, secret]);
  await q.query(`do $$ declare
    name constant text := current_setting('login.name');
    verb constant text := case when exists (select from pg_roles where rolname = name) then 'alter' else 'create' end;
  begin
    execute format('%s role %I login noinherit password %L', verb, name, current_setting('login.password'));
    execute format('grant ${APP_ROLE}, ${CALLER_ROLE} to %I', name);
  end $$`);
}

/** Words of `db/policies.sql` with their SQL, in the order in which they are replaced. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /\bown_drive\(([\w.]+)\)/g,
    'exists (select from authors.drive_reservations own where own.id = $1 and owned(own.org_id))',
  ],
  [
    /\bown_install\(([\w.]+)\)/g,
    // With "offset" it is answered row by row: a set of all installs of a large tenant, for a page of fifty events, is not made.
    'exists (select from installs.installs own where own.id = $1 and owned(own.tenant_id) offset 0)',
  ],
  [
    /\blisted\(([\w.]+)\)/g,
    'exists (select from listings.listings shown where shown.drive_id = $1 and shown.listed_at is not null)',
  ],
  [/\breached\(([\w.]+), ([\w.]+)\)/g, 'exists (select from $1 parent where parent.id = $2)'],
  [/\bowned\(([\w.]+)\)/g, '$1 = any ((select platform.caller_owners())::uuid[])'],
  [/\bself\(([\w.]+)\)/g, '$1 = (select platform.caller_person())'],
];

const KINDS = { reads: 'for select', writes: 'for all', adds: 'for insert' } as const;

interface CallerPolicy {
  place: string;
  kind: keyof typeof KINDS;
  condition: string;
}

/** The statements of the policies that the query `sql` lists, by table. */
async function policiesByTable(q: QueryRunner, sql: string): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const { place, kind, condition } of (await q.query(sql)) as CallerPolicy[]) {
    const expression = FORMS.reduce((text, [form, meaning]) => text.replace(form, meaning), condition);
    const statement = `create policy caller_${kind} on ${place} ${KINDS[kind]} to ${CALLER_ROLE}
      ${kind === 'adds' ? 'with check' : 'using'} (${expression})`;
    tables.set(place, [...(tables.get(place) ?? []), statement]);
  }
  return tables;
}

/** Current policies of each table, as the catalogue prints them. */
const POLICIES = `select polrelid::regclass::text as table, array_agg(polname::text) as names,
    max(obj_description(p.oid, 'pg_policy')) filter (where polname = 'product') as applied,
    md5(string_agg(concat_ws('|', relrowsecurity, polname, polcmd, polpermissive, polroles::regrole[],
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), ';' order by polname)) as state
  from pg_policy p join pg_class c on c.oid = polrelid group by polrelid`;

interface TablePolicies {
  table: string;
  names: string[];
  applied: string | null;
  state: string;
}

/**
 * Row-level security of authors, tenants and persons (decision 8), within the transaction of `q`.
 * The comment of a table's policy for the product contains the digests of the applied policies and of the catalogue's
 * version of it: a table whose policies are as they are written is not touched, so nothing waits for a lock, and one
 * whose policies somebody changed gets its own again.
 */
export async function applyPolicies(q: QueryRunner, sql: string): Promise<void> {
  const wanted = await policiesByTable(q, sql);
  const read = async (): Promise<Map<string, TablePolicies>> =>
    new Map(((await q.query(POLICIES)) as TablePolicies[]).map((row) => [row.table, row]));
  const known = await read();
  const written = new Map<string, string>();
  for (const table of new Set([...wanted.keys(), ...known.keys()])) {
    const [statements, before] = [wanted.get(table), known.get(table)];
    const digest = createHash('sha256')
      .update([APP_ROLE, ...(statements ?? [])].join(';'))
      .digest('hex');
    if (statements && before && before.applied === `${digest} ${before.state}`) continue;
    for (const name of before?.names ?? []) await q.query(`drop policy ${name} on ${table}`);
    await q.query(`alter table ${table} ${statements ? 'enable' : 'disable'} row level security`);
    if (!statements) continue;
    await q.query(`create policy product on ${table} to ${APP_ROLE} using (true)`);
    for (const statement of statements) await q.query(statement);
    written.set(table, digest);
  }
  if (written.size === 0) return;
  const now = await read();
  for (const [table, digest] of written)
    await q.query(`comment on policy product on ${table} is '${digest} ${now.get(table)!.state}'`);
}
