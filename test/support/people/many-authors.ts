import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** An author with an account that the processor pays to. */
export interface ManyAuthor {
  orgId: string;
  accountId: string;
}

/** Authors with verified accounts on both sides, made by one statement each: for runs of hundreds and thousands. */
export async function manyAuthors(databaseUrl: string, sandboxUrl: string, count: number): Promise<ManyAuthor[]> {
  const authors = Array.from({ length: count }, (_, at) => ({ orgId: randomUUID(), accountId: `acct_many${at}` }));
  const rows = JSON.stringify(authors);
  await run(
    databaseUrl,
    `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state)
     select gen_random_uuid(), x."orgId", 'US', x."accountId", 'ready' from jsonb_to_recordset($1::jsonb) as x("orgId" uuid, "accountId" text)`,
    rows,
  );
  await run(
    sandboxUrl,
    `insert into stripe_sandbox.objects (id, kind, account, created_at, data)
     select x."accountId", 'v2.core.account', 'acct_platform', now(), jsonb_build_object('id', x."accountId", 'object', 'v2.core.account', 'closed', false,
       'livemode', false, 'created', now(), 'dashboard', 'express', 'applied_configurations', jsonb_build_array('recipient'), 'metadata', '{}'::jsonb,
       'identity', jsonb_build_object('country', 'us', 'entity_type', 'company'), 'requirements', jsonb_build_object('entries', '[]'::jsonb),
       'configuration', '{"recipient":{"applied":true,"capabilities":{"stripe_balance":{"stripe_transfers":{"requested":true,"status":"active","status_details":[]}}}}}'::jsonb)
     from jsonb_to_recordset($1::jsonb) as x("accountId" text)`,
    rows,
  );
  return authors;
}

async function run(url: string, statement: string, rows: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, [rows]);
  } finally {
    await client.end();
  }
}
