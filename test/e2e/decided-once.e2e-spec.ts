import { Client, type DatabaseError } from 'pg';
import { readSchemaFiles, schemaNames } from '../../apps/migrate/src/schema-files.js';
import { CHANGEABLE } from '../support/database/changeable.js';
import type { TestDatabase } from '../support/database/database.js';
import { createStoryDatabase } from '../support/database/story-database.js';

interface Column {
  table: string;
  name: string;
  type: string;
  /** The values that the table takes, where a CHECK lists them. */
  values: string[];
}
interface Place {
  tableoid: string;
  ctid: string;
}

const ID = '00000000-0000-4000-8000-0000000000aa';
const person = (demo: string): string => `(select id from identity.users where demo_person = '${demo}')`;
const actor = (demo: string): string => `select set_config('portal.actor', ${person(demo)}::text, true)`;

/** An approval that one person proposed as they liked, and another one approved. */
const approved = (kind: string, payload: string, roles: string, first: string, second: string): string[] => [
  actor(first),
  `insert into approvals.approvals (id, kind, subject_id, title, roles, payload, reason, proposed_by, proposed_by_name, expires_at)
   values ('${ID}', '${kind}', 'x', 'x', '{${roles}}', ${payload}, 'because', ${person(first)}, 'x', now() + interval '1 year')`,
  actor(second),
  `update approvals.approvals set state = 'approved', decided_by = ${person(second)}, decided_by_name = 'y', decided_at = now()
   where id operator(pg_catalog.=) '${ID}'`,
];
const admin = (demo: string): string => `jsonb_build_object('user_id', ${person(demo)}, 'role', 'admin')`;

/** A posting of 99 from the author of the row that it is about. */
const posting = (kind: string, source: string, key: string, to: string): string =>
  `select ledger.post(jsonb_agg(jsonb_build_object('key', ${key}, 'kind', '${kind}', 'source_type', '${source}', 'source_id', s.id,
     'effective_at', platform.portal_now(), 'currency', 'usd', 'code', l.code, 'owner_id', l.owner::uuid, 'amount', l.amount)))
   from payouts.${source}s s, lateral (values ('author_payable', s.org_id::text, 99), (${to}, -99)) l (code, owner, amount)`;

const PAYOUT = `insert into payouts.payouts (id, run_id, org_id, currency, balance, amount, carry, state, reason, payout_account_id, provider_account_id, transfer_group)
  select '${ID}', r.id, gen_random_uuid(), 'usd', 100, 100, 0, 'computed', 'x', a.id, 'acct_forged', 'x' from payouts.payout_runs r, payouts.payout_accounts a limit 1`;
const CHARGE = `insert into billing.payments (id, invoice_id, n, idempotency_key, customer_id, payment_method_id, currency, state, amount)
  select '${ID}', i.id, 9, 'x', c.customer_id, c.payment_method_id, i.currency, 'sending', i.amount_due`;
const UNPAID = [`delete from billing.payments`, `update billing.invoices set state = 'open', paid_at = null`];
const SEGMENT = `insert into billing.install_segments (id, install_id, tenant_id, venture_id, drive_id, org_id, tenant_name, venture_name, drive_name, price_id, amount,
     currency, split_rule_id, author_bps, started_at, opened_by_event)
   select '${ID}', install_id, tenant_id, venture_id, drive_id, org_id, 'x', 'x', 'x', '${ID}', 99900, currency, split_rule_id, 9999, '2031-01-01', '${ID}'
   from billing.install_segments where ended_at is not null and org_id is not null limit 1`;
const feeInvoice = (
  tax: number,
): string => `with n as (update billing.invoice_counter set last_number = last_number + 1 returning last_number)
  insert into billing.invoices (id, kind, number_seq, tenant_id, tenant_name, month, currency, subtotal, tax, tax_details)
  select '${ID}', 'listing_fee', n.last_number, '${ID}', 'x', p.month, 'usd', 100, ${tax}, '{}' from n, billing.periods p limit 1`;
const HOLD = `insert into payouts.payout_holds (id, org_id, kind, basis_points, reason, starts_at, made_by_name)
  select '${ID}', org_id, 'manual', 1, 'because', now(), 'x' from payouts.payout_accounts limit 1`;
const UNSEALED = `insert into platform.audit_unsealed select max(seq) + 1 from platform.audit_log`;
const MEMBERSHIP = `insert into identity.role_grants (id, user_id, role, scope_id, member_role) select '${ID}', ${person('finance-approver')}, 'author', org_id, 'read_only' from payouts.payout_accounts`;

/** Ways to money, to power or into the past that the database refuses: the rule, the steps, and what is there before. */
const WAYS: readonly [name: string, rule: string, steps: string[], given?: string[]][] = [
  [
    'two reviewers make an admin',
    'approvals_role',
    approved('role', admin('author'), 'reviewer', 'reviewer', 'second-reviewer'),
  ],
  [
    'an admin proposes themselves',
    'approvals_not_about_oneself',
    approved('role', admin('admin'), 'admin', 'admin', 'second-admin'),
  ],
  [
    'an operator of their own makes all ids equal',
    'approvals_role',
    [
      `create function bullmq.same(uuid, uuid) returns boolean language sql immutable as 'select true'`,
      `create operator bullmq.= (leftarg = uuid, rightarg = uuid, function = bullmq.same)`,
      `set local search_path = bullmq, pg_catalog`,
      ...approved('role', admin('reviewer'), 'admin', 'operator', 'author'),
    ],
  ],
  [
    'the preparer of a run approves it as somebody else',
    'decisions_own_actor',
    [
      actor('finance-preparer'),
      `insert into payouts.payout_approvals (run_id, user_id, user_name, input_hash, computation)
       select id, ${person('finance-approver')}, 'x', input_hash, computation from payouts.payout_runs`,
    ],
    [`delete from payouts.payout_approvals`, `update payouts.payout_runs set state = 'computed'`],
  ],
  ['a payout joins a run that was approved', 'payouts_of_run', [PAYOUT]],
  [
    'a payout goes to the account of somebody else',
    'payouts_of_run',
    [PAYOUT],
    [`update payouts.payout_runs set state = 'computing'`],
  ],
  [
    'more is set aside than was approved',
    'ledger_second_person',
    [posting('payout_reserve', 'payout', `'po:' || s.id || ':reserve2'`, `'payout_clearing', null`)],
  ],
  [
    'one author is held for the good of another',
    'ledger_posting_accounts',
    [posting('payout_hold', 'payout_hold', `'hold:' || s.id || ':x'`, `'author_reserve', '${ID}'`)],
    [
      `insert into payouts.payout_holds (id, org_id, kind, basis_points, reason, starts_at, made_by_name)
       select '${ID}', org_id, 'manual', 1, 'because', now(), 'x' from payouts.payout_accounts`,
    ],
  ],
  [
    'ten times the invoice is charged',
    'payments_as_agreed',
    [`${CHARGE} * 10 from billing.invoices i join billing.tenant_customers c using (tenant_id)`],
    UNPAID,
  ],
  [
    'the card of another tenant is charged',
    'payments_as_agreed',
    [`${CHARGE} from billing.invoices i join billing.tenant_customers c on c.tenant_id <> i.tenant_id limit 1`],
    UNPAID,
  ],
  [
    'an invoice is written without its month',
    'invoices_forward',
    [
      `insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
       select '${ID}', 99, tenant_id, 'x', month, 'eur', 1 from billing.invoices limit 1`,
    ],
  ],
  ['a segment has another share than its rule', 'install_segments_as_agreed', [SEGMENT]],
  ['an invoice of listing fees has no fee', 'invoices_as_agreed', [feeInvoice(0)]],
  [
    'an invoice is paid without a payment',
    'invoices_as_agreed',
    [`update billing.invoices set state = 'paid', paid_at = now()`],
    UNPAID,
  ],
  ['a draft has more tax than what it asks for', 'invoices_tax_fits', [feeInvoice(101)]],
  [
    'a hold is ended by nobody of finance',
    'decisions_role',
    [
      actor('reviewer'),
      `update payouts.payout_holds set ends_at = now(), ended_by = ${person('reviewer')}, ended_by_name = 'x'`,
    ],
    [HOLD],
  ],
  [
    'a hold is released and keeps its amounts',
    'payout_holds_released',
    [`update payouts.payout_holds set ends_at = now(), released_at = now()`],
    [
      HOLD,
      `insert into payouts.held_amounts (hold_id, month, currency, org_id, payout_id, amount)
       select '${ID}', '2026-01', currency, org_id, id, 1 from payouts.payouts limit 1`,
    ],
  ],
  ['an audit row is never sealed', 'audit_unsealed_sealed', [`delete from platform.audit_unsealed`], [UNSEALED]],
  [
    'a month that is not over is closed',
    'closed_periods_frozen',
    [`insert into ledger.closed_periods (period, as_of_tx) values ('2999-01-01', 1)`],
  ],
  [
    'a price ends by itself',
    'prices_approved',
    [`update listings.prices set valid_to = valid_from + interval '1 second' where valid_to is null`],
  ],
  [
    'a membership goes without a trace',
    'role_grants_membership_kept',
    [`delete from identity.role_grants where id = '${ID}'`],
    [MEMBERSHIP],
  ],
  [
    'a token of an organisation is of finance',
    'api_tokens_staff_reads',
    [
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, expires_at, owner, org_id, access)
       select '${ID}', ${person('author')}, 'x', repeat('0', 64), 'x', '[{"role": "finance"}]', now() + interval '1 day', 'organization', '${ID}', 'write'`,
    ],
  ],
  ['the last admins are removed', 'users_keep_admin', [`delete from identity.role_grants where role = 'admin'`]],
  [
    'a session that was ended goes on',
    'sessions_pinned',
    [`update identity.sessions set revoked_at = null`],
    [`update identity.sessions set revoked_at = now()`],
  ],
  ['numbers of the books start again', '42501', [`select setval('ledger.ledger_tx_id_seq', 1)`]],
  [
    'a balance is made up',
    '42501',
    [
      `insert into ledger.account_snapshot (account_id, as_of_tx, debits, credits) select id, 1, 0, 1 from ledger.ledger_account`,
    ],
  ],
];

/** Rows of one table that are tried, as different as their states are. */
const ROWS = 12;

/**
 * Whoever holds the role of the api, on a portal in which the story was run: every column of every table, on rows of every state.
 * What can be changed is in `CHANGEABLE`, each line with its reason, and in db/grants.sql as work in progress.
 */
describe('what was decided, agreed to or proved stays, whoever writes as the api', () => {
  let database: TestDatabase;
  let db: Client;
  let columns: Column[];
  let worked: string[];

  beforeAll(async () => {
    ({ database } = await createStoryDatabase());
    db = new Client({ connectionString: database.url });
    await db.connect();
    ({ rows: columns } = await db.query<Column>(
      `select c.oid::regclass::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type,
         coalesce((select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''', 'g') m)
           from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ANY' limit 1), '{}') as values
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and c.relnamespace::regnamespace::text = any($1) order by 1, a.attnum`,
      [schemaNames(readSchemaFiles())],
    ));
    const { rows } = await db.query<{ table: string }>(
      `select name as "table" from unnest($1::text[]) name where has_table_privilege('portal_app', name, 'update')`,
      [[...new Set(columns.map(({ table }) => table))]],
    );
    worked = rows.map(({ table }) => table);
  }, 600_000);
  afterAll(async () => {
    await db?.end();
    await database?.drop();
  });

  /** Whether a statement takes effect; nothing of it stays. */
  async function succeeds(sql: string, params: unknown[]): Promise<boolean> {
    await db.query('savepoint one');
    try {
      const { rowCount } = await db.query(sql, params);
      await db.query('set constraints all immediate');
      return (rowCount ?? 0) > 0;
    } catch {
      return false;
    } finally {
      await db.query('rollback to one');
    }
  }

  async function places(table: string): Promise<Place[]> {
    const state = columns.find((one) => one.table === table && ['state', 'phase', 'status'].includes(one.name));
    const { rows } = await db.query<Place>(
      `select tableoid, ctid::text from (select tableoid, ctid, row_number() over (partition by ${state?.name ?? '1'}) as n from ${table}) x
       order by n limit ${ROWS}`,
    );
    return rows;
  }

  /** Other values for a column: SQL that may name it. */
  function others({ name, type, values }: Column): string[] {
    const given = values.map((value) => `'${value}'`);
    if (given.length > 0) return [...given, 'null'];
    if (type === 'uuid') return ['gen_random_uuid()', 'null'];
    if (type === 'boolean') return [`not ${name}`];
    if (/^(integer|bigint|numeric|double|smallint)/.test(type)) return [`coalesce(${name}, 0) + 1`, '0', 'null'];
    if (/^(timestamp|date)/.test(type))
      return [`coalesce(${name}, now()) - interval '1 day'`, `coalesce(${name}, now()) + interval '1 day'`, 'null'];
    if (type === 'bytea') return [`'\\x00'`];
    if (/^json/.test(type)) return [`'{"forged": true}'`, `'[]'`];
    if (type.endsWith('[]')) return [`'{forged}'`, `'{}'`];
    return [`'forged'`, `coalesce(${name}, '') || 'x'`, 'null'];
  }

  it('no column of any table can be changed on real rows but those in the list', async () => {
    const changed: Record<string, string[]> = {};
    let tried = 0;
    await db.query('begin');
    await db.query('set local role portal_app');
    for (const table of new Set(columns.map((column) => column.table))) {
      if (worked.includes(table)) continue;
      const found = new Set<string>();
      for (const { tableoid, ctid } of await places(table)) {
        const where = `where tableoid = $1 and ctid = $2::text::tid`;
        if (await succeeds(`delete from ${table} ${where}`, [tableoid, ctid])) found.add('-');
        for (const column of columns.filter((one) => one.table === table && !found.has(one.name)))
          for (const value of others(column)) {
            const sql = `update ${table} set ${column.name} = ${value} ${where} and ${column.name} is distinct from ${value}`;
            tried += 1;
            if (!(await succeeds(sql, [tableoid, ctid]))) continue;
            found.add(column.name);
            break;
          }
      }
      if (found.size > 0) changed[table] = [...found].sort();
    }
    await db.query('rollback');
    expect(tried).toBeGreaterThan(5_000);
    const known = (table: string) => Object.values(CHANGEABLE).flatMap((tables) => tables[table]?.split(' ') ?? []);
    const more = Object.entries(changed).flatMap(([table, names]) => {
      const left = names.filter((name) => !known(table).includes(name));
      return left.length > 0 ? [`${table}: ${left.join(' ')}`] : [];
    });
    expect(more).toEqual([]);
  }, 300_000);

  it('the list names nothing outside of the rights of the api', async () => {
    const named = Object.values(CHANGEABLE).flatMap((tables) =>
      Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => ({ table, name }))),
    );
    const { rows } = await db.query(
      `select x."table", x.name from jsonb_to_recordset($1) as x("table" text, name text)
       where not case x.name when '-' then has_table_privilege('portal_app', x."table", 'delete')
         else has_column_privilege('portal_app', x."table", x.name, 'update') end or x."table" = any ($2)`,
      [JSON.stringify(named), worked],
    );
    expect(rows).toEqual([]);
  });

  it('a table that may change as a whole has no column that must stay', async () => {
    const { rows } = await db.query(
      `select tgrelid::regclass::text as "table", tgname as name from pg_trigger
       where tgrelid::regclass::text = any ($1) and tgname in ('append_only', 'as_made', 'kept', 'frozen', 'set_once')`,
      [worked],
    );
    expect(rows).toEqual([]);
  });

  it.each<[string, string, string?]>([
    ['the finance role through a demo person', `update identity.users set demo_person = 'zz', password_hash = null`],
    [
      'an entry of somebody else, long ago',
      `insert into platform.audit_log (id, at, actor_kind, actor_id, actor_name, actor_role, action, subject_type, subject_id)
       select gen_random_uuid(), now() - interval '1 year', 'user', id, name, 'admin', 'x.y', 'x', 'y' from identity.users limit 1`,
    ],
    [
      'a paid invoice posted again',
      `insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, expected_entries)
       select kind, 'pay:ch_again', source_type, source_id, platform.portal_now(), 2 from ledger.ledger_tx where kind = 'invoice_paid' limit 1`,
    ],
    [
      'a second ready payout account',
      `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state, active)
       select gen_random_uuid(), org_id, country, 'acct_forged', 'ready', false from payouts.payout_accounts limit 1`,
    ],
    ['a sandbox that becomes production', `update platform.deployment set mode = 'production'`],
    [
      'a declined upgrade that becomes accepted',
      `update installs.upgrade_prompts set state = 'accepted'`,
      `update installs.upgrade_prompts set state = 'declined', remind_at = null where outcome = 'consent'`,
    ],
    [
      'a membership that ends later',
      "update authors.organization_members set left_at = left_at + interval '1 day'",
      "update authors.organization_members set left_at = joined_at + interval '1 hour'",
    ],
    [
      'a recovery code that was used',
      'update identity.recovery_codes set used_at = null',
      `insert into identity.recovery_codes (user_id, selector, code_hash, used_at) select id, 'AAAA', '$argon2id$x', now() from identity.users limit 1`,
    ],
    [
      'the end of a share, moved again',
      `update billing.split_rules set valid_to = valid_to + interval '1 month'`,
      `update billing.split_rules set valid_to = now() + interval '10 years' where valid_to is null`,
    ],
  ])('%s is refused', async (_name, sql, given = '') => {
    await db.query('begin');
    if (given !== '') {
      await db.query(`set local session_replication_role = 'replica'`);
      expect((await db.query(given)).rowCount).toBeGreaterThan(0);
      await db.query(`set local session_replication_role = 'origin'`);
    }
    await db.query('set local role portal_app');
    expect(await succeeds(sql, [])).toBe(false);
    await db.query('rollback');
  });

  it.each(WAYS)('no way: %s (%s)', async (_name, rule, steps, given = []) => {
    await db.query('begin');
    await db.query(`set local session_replication_role = 'replica'`);
    for (const sql of given) expect((await db.query(sql)).rowCount).toBeGreaterThan(0);
    await db.query(`set local session_replication_role = 'origin'`);
    await db.query(`select set_config('role', 'portal_app', true), set_config('portal.actor', 'nobody', true)`);
    const outcome = await (async () => {
      for (const sql of [...steps, 'set constraints all immediate']) await db.query(sql);
      return 'done';
    })().catch((error: DatabaseError) => error.constraint ?? error.code);
    await db.query('rollback');
    expect(outcome).toBe(rule);
  });
});
