import { Client } from 'pg';

const allowed = new Set<string>();

/**
 * Lets a test book something that did not happen, such as a payment of an invoice that does not exist: in this database the kind
 * is posted for any source, under any key and over any account. Only the owner of the tables can do so.
 */
export async function allowMadeUp(databaseUrl: string, kind: string, sourceType: string): Promise<void> {
  const once = [databaseUrl, kind, sourceType].join(' ');
  if (allowed.has(once)) return;
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    await owner.query(`set session_replication_role = 'replica'`);
    await owner.query(
      `insert into ledger.posting_kinds (kind, source_type, key_form, debits, credits, decided_by)
       select $1, $2, '*', array_agg(code), array_agg(code), 'portal' from ledger.account_code
       on conflict (kind) do update set source_type = excluded.source_type, source_table = null, key_form = '*',
         debits = excluded.debits, credits = excluded.credits`,
      [kind, sourceType],
    );
  } finally {
    await owner.end();
  }
  allowed.add(once);
}
