import { expect } from '@jest/globals';
import type { Client } from 'pg';
import { Person } from '../http/person.js';
import type { ReadyPortal } from '../browser/portal.js';

/** A version of the agreement that everybody can read and nobody signed. */
export const UNSIGNED_VERSION = '2099-01';

/**
 * Real rows of the story's author and operator, by the noun before them in an address. Missing ones are made
 * here: by the author's own calls where there are any, else directly in the database.
 */
export async function readForeignRows(db: Client, ready: ReadyPortal): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const one = async (name: string, sql: string, params: unknown[] = []): Promise<string> => {
    const { rows } = await db.query<{ id: string }>(`${sql} limit 1`, params);
    expect([name, rows.length]).toEqual([name, 1]);
    ids.set(name, rows[0]!.id);
    return rows[0]!.id;
  };
  const slug = await one('slug', `select slug as id from authors.drive_reservations where slug like 'story-%'`);
  const suffix = slug.slice('story-'.length);
  const email = `story-${suffix}@authors.example`;
  const author = await Person.signIn(ready.url, email, `Draft-${suffix}-horse-battery`);

  const org = await one('org', 'select org_id as id from authors.drive_reservations where slug = $1', [slug]);
  const drive = await one('drives', 'select id from authors.drive_reservations where org_id = $1', [org]);
  ids.set('organizations', org);
  ids.set('holding', drive);
  await one('applications', 'select id from authors.applications where org_id = $1', [org]);
  await one('submissions', 'select id from listings.submissions where org_id = $1', [org]);
  await one('revision', 'select id from listings.revisions where drive_id = $1', [drive]);
  await one('signed copies', 'select version as id from authors.agreement_signatures where org_id = $1', [org]);
  await one('members', 'select user_id as id from authors.organization_members where org_id = $1', [org]);
  await one('keys', `select id from secrets.signing_keys where (scope, owner_id) = ('drive', $1)`, [drive]);
  await one('statements', 'select id from payouts.payouts where org_id = $1', [org]);
  await one('payout-runs', 'select run_id as id from payouts.payouts where org_id = $1', [org]);
  const install = await one('installs', 'select id from installs.installs where org_id = $1', [org]);
  const tenant = await one('tenants', 'select tenant_id as id from installs.installs where id = $1', [install]);
  await one('venture', 'select venture_id as id from installs.installs where id = $1', [install]);
  await one('invoices', 'select id from billing.invoices where tenant_id = $1', [tenant]);
  // The story's Drive names no list of subprocessors, so nobody was notified of a change.
  await one(
    'subprocessor-notices',
    `with made as (insert into installs.subprocessor_notices (id, change_id, drive_id, org_id, tenant_id, noticed_at, object_until)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, platform.portal_now(), platform.portal_now() + interval '30 days') returning id)
     select id from made`,
    [drive, org, tenant],
  );
  await one('deliveries', `select event_id || '.' || consumer as id from platform.deliveries`);
  await one('schedules', `select job as id from platform.job_schedules where job = 'platform.seal-audit'`);

  await author.must('POST', '/api/v1/author/invitations', { email: 'guest@members.example', member_role: 'read_only' });
  await one('invitations', 'select id from authors.invitations where org_id = $1', [org]);
  const token = { name: 'of the story', member_role: 'read_only', access: 'read' };
  await author.must('POST', '/api/v1/author/api-tokens', token);
  await one(
    'api-tokens of the organisation',
    `select id from identity.api_tokens where owner = 'organization' and org_id = $1`,
    [org],
  );
  await author.must('POST', '/api/v1/api-tokens', { name: 'of a person', roles: [{ role: 'author', scope_id: org }] });
  const person = await one('person', 'select id from identity.users where email = $1', [email]);
  await one('api-tokens', `select id from identity.api_tokens where owner = 'person' and user_id = $1`, [person]);
  await one('sessions', 'select id from identity.sessions where user_id = $1', [person]);
  await one('notifications', 'select id from identity.notifications where user_id = $1', [person]);
  await author.must('POST', '/api/v1/author/webhooks', {
    url: `${ready.reference_drive_url}/hooks`,
    event_types: ['payout.settled'],
  });
  const webhook = await one('webhooks', 'select id from webhooks.endpoints where org_id = $1', [org]);
  await one('messages', 'select id from webhooks.messages where endpoint_id = $1', [webhook]);
  // The story's Drive claims nothing, and its author is paid by the host: neither has a call that makes one.
  await one(
    'evidence',
    `with made as (insert into listings.evidence (id, drive_id, claim, file_name, media_type, size_bytes, sha256, content, valid_until, uploaded_by, uploaded_by_name)
       select gen_random_uuid(), $1, 'baa', 'agreement-of-the-story.pdf', 'application/pdf', octet_length(c), encode(sha256(c), 'hex'), c,
         platform.portal_now() + interval '90 days', $2, 'Ada of the story' from (values ('%PDF-1.4 of the story'::bytea)) v (c) returning id)
     select id from made`,
    [drive, person],
  );
  await one(
    'pictures',
    `with made as (insert into listings.pictures (drive_id, org_id, digest, width, height, content)
       select $1, $2, encode(sha256(c), 'hex'), 400, 300, c from (values ('RIFF of the story'::bytea)) v (c) returning digest as id)
     select id from made`,
    [drive, org],
  );
  // Nothing of the story was refused: only without its trigger does the table take an appeal.
  await db.query('alter table listings.appeals disable trigger of_refusal');
  await one(
    'appeals',
    `with made as (insert into listings.appeals (id, drive_id, org_id, submission_id, text, filed_by, filed_by_name, judges)
       select gen_random_uuid(), drive_id, org_id, id, 'An appeal of the story, against nothing.', $2, 'Ada of the story', array[id]
       from listings.submissions where org_id = $1 limit 1 returning id)
     select id from made`,
    [org, person],
  );
  await db.query('alter table listings.appeals enable trigger of_refusal');
  await one(
    'invoices of the author',
    `with made as (insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal)
       select gen_random_uuid(), number_seq + 1000000, $1, 'Works of the story', month, currency, 1900 from billing.invoices
       order by number_seq desc limit 1 returning id)
     select id from made`,
    [org],
  );
  await db.query(
    `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at, sign_until)
     select $1, ordinal + 1, text, digest, summary, '2099-01-01T00:00:00Z', '2099-02-01T00:00:00Z' from authors.agreement_versions
     order by ordinal desc limit 1`,
    [UNSIGNED_VERSION],
  );
  return ids;
}

/**
 * Rows of another author and another tenant, by the same nouns: the parent of somebody else's row in an address. The
 * author is not approved, so its Drive and webhook are made directly in the database.
 */
export async function makeOwnParents(
  db: Client,
  ready: ReadyPortal,
  { email, tenant }: { email: string; tenant: string },
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string }>(
    `insert into authors.drive_reservations (id, org_id, application_id, slug, name)
     select gen_random_uuid(), a.org_id, a.id, 'other-works', 'Other Works' from authors.applications a
     join authors.organization_members m on m.org_id = a.org_id join identity.users u on u.id = m.user_id
     where u.email = $1 returning id`,
    [email],
  );
  const webhook = await db.query<{ id: string }>(
    `insert into webhooks.endpoints (id, org_id, url, description, event_types, created_at)
     select gen_random_uuid(), org_id, $2, '', array['payout.settled'], now() from authors.drive_reservations where id = $1 returning id`,
    [rows[0]!.id, `${ready.reference_drive_url}/hooks`],
  );
  return new Map([
    ['drives', rows[0]!.id],
    ['webhooks', webhook.rows[0]!.id],
    ['tenants', tenant],
  ]);
}
