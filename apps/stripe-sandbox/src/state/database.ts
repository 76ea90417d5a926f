import pg from 'pg';
import { schemaSql, schemaVersion } from './schema.js';

/** One open transaction. `now` is the emulated instant at its start. */
export interface Tx {
  readonly now: Date;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
}

const schemaLock = 7_320_011;

/** The sandbox's own schema in PostgreSQL, and transactions on it. */
export class SandboxDatabase {
  private readonly pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 8, application_name: 'stripe-sandbox' });
    // A connection lost while idle is replaced on the next use; one lost while in use fails the query that it runs. Both
    // say so by an event as well, which ends the process when nobody listens.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Makes the schema if it is not there. Safe when several processes start at once, and for a role that may only use it. */
  async prepare(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [schemaLock]);
      const { rows } = await client.query<{ present: boolean }>(
        `select to_regclass('stripe_sandbox.schema_version') is not null as present`,
      );
      if (!rows[0]?.present) await client.query(schemaSql);
      const found = await client.query<{ version: number }>('select version from stripe_sandbox.schema_version');
      if (found.rows[0]?.version !== schemaVersion) {
        throw new Error(`schema stripe_sandbox is of another version than ${schemaVersion}; drop it to start afresh`);
      }
      await client.query('commit');
    } catch (caught) {
      await client.query('rollback').catch(() => undefined);
      throw caught;
    } finally {
      client.release();
    }
  }

  /** Runs `work` in a transaction: committed when it resolves, rolled back when it throws. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const clock = await client.query<{ now: Date }>('select stripe_sandbox.now() as now');
      const now = clock.rows[0]?.now ?? new Date(Number.NaN);
      const result = await work({
        now,
        query: async <Row>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as Row[],
      });
      await client.query('commit');
      return result;
    } catch (caught) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw caught;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
