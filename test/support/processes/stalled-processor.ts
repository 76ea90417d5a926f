import { Client } from 'pg';

/**
 * The payment sandbox accepts writes and processes none of them for as long as `work` lasts; a request keeps its
 * idempotency key meanwhile. `held` resolves once a request is stalled.
 */
export async function whileStalled<T>(
  sandboxDatabaseUrl: string,
  work: (held: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: sandboxDatabaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table stripe_sandbox.idempotency_keys');
    return await work(async () => {
      const waiting = `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
      while ((await client.query(waiting)).rows.length === 0);
    });
  } finally {
    await client.end();
  }
}
