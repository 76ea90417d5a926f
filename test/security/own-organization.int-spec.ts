import type { Client, DatabaseError } from 'pg';
import { readSchemaFiles, schemaNames } from '../../apps/migrate/src/schema-files.js';
import { APP_ROLE } from '../../libs/platform/src/database/index.js';
import { OwnDatabase } from '../support/database/database.js';

interface Decision {
  table: string;
  trigger: string;
  actor: string;
  kind: string;
  named: string;
  definition: string;
}

/** Columns of ids that name things and not persons. */
const THINGS = new Set(
  `acts_for application_id base_revision_id carried_from change_id claimed_by closed_by_event counters credit_note_id delivery_id dispute_id drive_id
   dry_run_id endpoint_id event_id evidence_id export_id from_revision_id hold_id id install_id invoice_id item_id key_id lease_delivery
   lease_owner line_id listing_id live_revision_id message_id opened_by_event org_id override_id payment_id payout_account_id payout_id
   price_id proposal_id refund_id removal_id replaces reuses revision_id run_id scope_id segment_id source_id statement_id subject_id
   submission_id tenant_id thing_id to_revision_id venture_id approval_id organizations tenants`.split(/\s+/),
);

/** Columns that name persons and no decision about an organisation, by the reason. */
const NO_DECISION: Readonly<Record<string, string>> = {
  'about persons, and what they may do':
    'identity.* approvals.approvals.people authors.organization_members.user_id installs.host_operators.user_id',
  'an act of the author itself':
    'authors.agreement_signatures.signed_by authors.application_appeals.filed_by authors.applications.applicant_id authors.invitations.accepted_by authors.invitations.invited_by listings.appeals.filed_by listings.deprecations.announced_by listings.evidence.uploaded_by listings.submission_notes.written_by listings.submissions.submitted_by statements.tax_profiles.saved_by webhooks.endpoints.created_by',
  'an act of the tenant itself':
    'billing.billing_details.changed_by billing.card_pages.requested_by billing.payment_method_saves.requested_by installs.settings.changed_by installs.subprocessor_notices.objected_by installs.tenant_compliance.changed_by installs.upgrade_policies.changed_by installs.upgrade_prompts.answered_by',
  'a copy or a step of a decision that has its own row':
    'authors.application_appeals.refused_by authors.application_steps.actor_id listings.appeals.judges',
  'says something and decides nothing':
    'authors.application_messages.writer_id authors.documents.published_by payouts.payout_runs.prepared_by reconciliation.items.owner_id statements.exports.requested_by',
  'rings of keys are of a Drive or a tenant':
    'secrets.key_rings.owner_id secrets.signing_keys.owner_id secrets.tenant_rings.owner_id ledger.ledger_account.owner_id',
};

const ID = (n: number): string => `0190d000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ORG, SISTER, OTHER] = [ID(1), ID(2), ID(3)];
const SUBJECT: Readonly<Record<string, string>> = {
  organization: ORG,
  application: ID(10),
  submission: ID(11),
  organizations: `{${ORG}}`,
};
const subject = (kind: string): string => SUBJECT[kind] ?? ID(12);
const PERSONS: Readonly<Record<string, string>> = {
  'a member': ID(20),
  'who left 179 days ago': ID(21),
  'a member of an organisation with the same payee': ID(22),
  'who left 181 days ago': ID(23),
  'a member of another organisation': ID(24),
};
const OWN = Object.keys(PERSONS).slice(0, 3);

describe('nobody decides about an organisation of their own', () => {
  const database = OwnDatabase.forTests();
  let db: Client;
  let decisions: Decision[];

  beforeAll(async () => {
    db = database.owner;
    const { rows } = await db.query<{ table: string; trigger: string; args: string[]; definition: string }>(
      `select tgrelid::regclass::text as "table", tgname::text as trigger, pg_get_triggerdef(oid) as definition,
         string_to_array(trim(trailing chr(1) from replace(encode(tgargs, 'escape'), '\\000', chr(1))), chr(1)) as args
       from pg_trigger where tgfoid = 'authors.by_stranger'::regproc and not tgisinternal order by 1, 2`,
    );
    decisions = rows.map(({ args: [actor, kind, named], ...row }) => ({ ...row, actor, kind, named }) as Decision);
    // Only what the rule reads: neither other rules of these tables nor the rest of their columns.
    await db.query(`set session_replication_role = 'replica'`);
    await db.query(`do $$ declare c record; begin
      for c in select conrelid::regclass as t, conname from pg_constraint where contype = 'c' and connamespace::regnamespace::text in ('approvals', 'authors', 'listings', 'billing', 'payouts', 'reconciliation', 'statements') and conparentid = 0 loop
        execute format('alter table %s drop constraint %I', c.t, c.conname); end loop;
      for c in select a.attrelid::regclass as t, a.attname from pg_attribute a join pg_class r on r.oid = a.attrelid where a.attnotnull and a.attnum > 0 and a.attidentity = '' and a.attgenerated = '' and r.relkind = 'r' and not r.relispartition
          and relnamespace::regnamespace::text in ('authors', 'listings', 'billing', 'payouts', 'reconciliation', 'statements')
          and not exists (select from pg_index i where i.indrelid = r.oid and i.indisprimary and a.attnum = any (i.indkey)) loop
        execute format('alter table %s alter column %I drop not null', c.t, c.attname); end loop; end $$`);
    for (const [table, row] of [
      ['authors.applications', { id: ID(10), org_id: ORG }],
      ['listings.submissions', { id: ID(11), org_id: ORG }],
      ['listings.listings', { drive_id: ID(12), org_id: ORG }],
      ['listings.evidence', { id: ID(12), drive_id: ID(12) }],
      ['billing.disputes', { id: ID(12), invoice_id: ID(12) }],
      // Carried forward: the lines are those of the invoice before.
      ['billing.invoices', { id: ID(13), number_seq: 1, subtotal: 1 }],
      ['billing.invoices', { id: ID(12), number_seq: 2, subtotal: 1, carried_from: ID(13) }],
      ['billing.invoice_lines', { id: ID(14), invoice_id: ID(13), org_id: ORG }],
      ['authors.organizations', { id: ORG }],
      ['reconciliation.items', { id: ID(12), ref: `shared_bank:${ORG}:${ID(9)}` }],
      ['payouts.payouts', { id: ID(15), run_id: ID(12), org_id: ORG }],
      ['statements.tax_profiles', { org_id: ORG, version: 1, country: 'DE', tax_id: '12 / 345 / 67' }],
      ['statements.tax_profiles', { org_id: SISTER, version: 1, country: 'DE', tax_id: '1234567' }],
      ['statements.tax_profiles', { org_id: OTHER, version: 1, country: 'FR', tax_id: '1234567' }],
    ] as const)
      await db.query(
        `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row)
          .map((_, n) => `$${n + 1}`)
          .join()})`,
        Object.values(row),
      );
    for (const [n, [org, left]] of ([[ORG], [ORG, 179], [SISTER], [ORG, 181], [OTHER]] as const).entries())
      await db.query(
        `insert into authors.organization_members (org_id, user_id, joined_at, left_at)
         values ($1, $2, now() - interval '400 days', platform.portal_now() - make_interval(days => $3))`,
        [org, ID(20 + n), left ?? null],
      );
    await db.query(`set session_replication_role = 'origin'`);
  });

  it('every column that names a person is in the list of decisions, or is none for a reason', async () => {
    const { rows } = await db.query<{ column: string; name: string }>(
      `select c.oid::regclass::text || '.' || a.attname as column, a.attname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
         and c.relnamespace::regnamespace::text = any ($1)`,
      [schemaNames(readSchemaFiles())],
    );
    const decided = new Set(decisions.map(({ table, actor }) => `${table}.${actor}`));
    const reasons = Object.values(NO_DECISION).flatMap((text) => text.split(' '));
    const named = rows.filter(({ name }) => !THINGS.has(name)).map(({ column }) => column);
    const excused = (column: string): boolean => reasons.includes(column) || column.startsWith('identity.');
    expect(named.filter((column) => !decided.has(column) && !excused(column))).toEqual([]);
    expect(reasons.filter((one) => decided.has(one) || !(one === 'identity.*' || named.includes(one)))).toEqual([]);
  });

  it('every person who decides by name alone is in the audit trail', async () => {
    const { rows } = await db.query<{ column: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns c where column_name like '%\\_by\\_name'
         and not exists (select from information_schema.columns i where (i.table_schema, i.table_name) = (c.table_schema, c.table_name)
           and i.column_name in (replace(c.column_name, '_name', ''), replace(c.column_name, '_name', '_id')))`,
    );
    // The author withdraws its own departure, that of staff is withdrawn by staff; and writes the content of a listing.
    expect(rows.map(({ column }) => column)).toEqual([
      'authors.offboardings.withdrawn_by_name',
      'listings.contents.written_by_name',
    ]);
  });

  it('no phone number is stored that would have to be compared', async () => {
    const { rows } = await db.query(`select from information_schema.columns where column_name ~ 'phone'`);
    expect(rows).toEqual([]);
  });

  it('the database refuses every writer in every table of the list', async () => {
    expect(decisions.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const decision of decisions)
      for (const [who, person] of Object.entries(PERSONS)) {
        const refused = await attempt(decision, person);
        if ((refused === 'own_organization') !== OWN.includes(who))
          wrong.push(`${decision.table} ${decision.trigger} ${who}: ${refused}`);
      }
    expect(wrong).toEqual([]);
  });

  /** The name of the refusal of a row with nothing but what the rule reads. */
  async function attempt({ table, trigger, actor, kind, named, definition }: Decision, person: string) {
    const row: Record<string, unknown> = { [actor]: person, [named]: subject(kind) };
    for (const [, column, value] of definition.matchAll(/new\.(\w+) = (?:ANY \(ARRAY\[)?'(\w[\w.]*)'/gi))
      row[column!] = value;
    if (/new\.by_staff/i.test(definition)) row['by_staff'] = true;
    if (named === 'id' && kind === 'run') row['id'] = ID(12);
    await db.query('begin');
    try {
      await db.query(`alter table ${table} disable trigger user`);
      await db.query(`alter table ${table} enable trigger ${trigger}`);
      await db.query(`select set_config('role', '${APP_ROLE}', true), set_config('portal.actor', 'nobody', true)`);
      const columns = Object.keys(row);
      await db.query(
        `insert into ${table} (${columns.join()}) values (${columns.map((_, n) => `$${n + 1}`).join()})`,
        Object.values(row),
      );
      return 'nothing';
    } catch (error) {
      const { constraint, code } = error as DatabaseError;
      return constraint ?? code;
    } finally {
      await db.query('rollback');
    }
  }
});
