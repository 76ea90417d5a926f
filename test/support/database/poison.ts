import type { Client } from 'pg';

/** Sets `window.hurt` if any part of it is taken for more than text. */
const SCRIPTS =
  '</textarea></title><script>window.hurt=1</script><img src=x onerror="window.hurt=2"><svg onload="window.hurt=3"></svg>';
/** Reorders, hides and controls its neighbouring text. */
const HIDDEN = '\u202eneerg\u2066\u200b\u0007';
const TEMPLATES = '{{constructor.constructor("window.hurt=4")()}}${window.hurt=5}';
const LINK = 'javascript:window.hurt=6//https://evil.example/';
const VERY_LONG = 'W'.repeat(6_000);

/** From the worst to one that fits almost anywhere; a column gets the first that its own rules accept. */
const TEXTS = [
  `${SCRIPTS}${HIDDEN}${TEMPLATES}${VERY_LONG}`,
  `${SCRIPTS}${HIDDEN}${TEMPLATES}`,
  `${SCRIPTS}${HIDDEN}`,
  '<svg onload=window.hurt=7>\u202e',
  '<svg/onload=hurt()>',
  'null',
];
const LINKS = [`${LINK}${SCRIPTS}`, LINK, `https://evil.example/${SCRIPTS}`, ...TEXTS];

/** Names of fields that contain somebody's words, in columns and in the documents that are stored as JSON. */
const WORDS =
  /(^|_)(name|reason|note|notes|title|description|tagline|answer|subject|detail|failure|problem|label|headline|message|summary|founder_name|legal_entity|address|line1|line2|city|postal_code|user_agent|last_error|last_problem|residency|file_name|contact|security_contact|github|text|quarantine|unit|category|category_name|requested_by)$/;
/** Words by the sort of text that is kept there, not by the name. */
const ALSO = new Set(['platform.mail_messages.body']);
const ADDRESSES =
  /(^|_)(website|url|homepage|docs_url|docsUrl|support_url|status_page|subprocessors_url|subprocessorsUrl|mount_url)$/;
/** Fields by which pages are found, comparison values, and fields that no page shows. */
const LEFT = new Set([
  'identity.users.email',
  'listings.revisions.manifest_url',
  'listings.submissions.manifest_url',
  'listings.listings.category',
  'platform.audit_seals.subject',
  'billing.policies.value',
]);

/**
 * Fields that statements are sealed over: a changed one is not shown at all (409). Its words come in before it is
 * sealed.
 */
const SEALED = /^(ledger|statements)\.|^billing\.(install_segments|invoice_lines|line_adjustments)/;

/** A document with every word in it replaced; numbers, codes and ids stay. */
function poisonedJson(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ADDRESSES.test(name) ? LINK : WORDS.test(name) ? TEXTS[1] : value;
  if (Array.isArray(value)) return value.map((one) => poisonedJson(one, name));
  if (typeof value !== 'object' || value === null) return value;
  // Somebody's words by a key of the data.
  const member = name === 'permission_reasons' ? 'reason' : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisonedJson(one, member ?? key)]));
}

/**
 * Writes hostile text over everything that people, authors, Drives and servers may have said, bypassing all guards of
 * the product: a text refused at one place today may enter at another tomorrow. Rules of the tables hold all the same.
 * Returns the columns that took it.
 */
export async function poison(db: Client, schemas: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.query<{ at: string; name: string; type: string; filled: boolean }>(
    `select c.table_schema || '.' || c.table_name as at, c.column_name as name, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema = any($1) and c.data_type in ('text', 'jsonb', 'json') and c.is_generated = 'NEVER' order by 1, 2`,
    [schemas],
  );
  const taken: string[] = [];
  // Rows that may only grow, and derived rows, are protected by triggers; not here.
  await db.query('set session_replication_role = replica');
  for (const { at, name, type } of columns) {
    if (LEFT.has(`${at}.${name}`) || SEALED.test(at)) continue;
    const took = type === 'text' ? await words(db, at, name) : await documents(db, at, name, type);
    if (took) taken.push(`${at}.${name}`);
  }
  await db.query('set session_replication_role = origin');
  return taken;
}

async function words(db: Client, at: string, name: string): Promise<boolean> {
  const texts = ADDRESSES.test(name) ? LINKS : WORDS.test(name) || ALSO.has(`${at}.${name}`) ? TEXTS : [];
  for (const text of texts) {
    const result = await db
      .query(`update ${at} set ${name} = $1 where ${name} is not null and ${name} <> ''`, [text])
      .catch(() => null);
    if (result) return (result.rowCount ?? 0) > 0;
  }
  return false;
}

async function documents(db: Client, at: string, name: string, type: string): Promise<boolean> {
  const { rows } = await db.query<{ place: string; value: unknown }>(
    `select ctid::text as place, ${name} as value from ${at} where ${name} is not null order by ctid limit 500`,
  );
  let changed = false;
  for (const { place, value } of rows) {
    const poisoned = JSON.stringify(poisonedJson(value, name));
    if (poisoned === JSON.stringify(value)) continue;
    const result = await db
      .query(`update ${at} set ${name} = $1::${type} where ctid = $2::tid`, [poisoned, place])
      .catch(() => null);
    changed ||= (result?.rowCount ?? 0) > 0;
  }
  return changed;
}
