import type { Client } from 'pg';
import type { Logger } from 'pino';
import { KEEP_ALIVE, serverOptions } from '../database/connection/connection-settings.js';
import { QuietClient } from '../database/connection/quiet-client.js';
import { APP_ROLE } from '../database/connection/data-source.js';
import { OUTBOX_CHANNEL } from '../events/outbox.js';

const RECONNECT_MS = 500;
const CONNECT_MS = 10_000;
/** Namespace of the advisory locks of workers, also in db/platform/functions/worker_lock_held.sql. */
const WORKER_LOCK_CLASS = 0x64727631;
/** Renewals per lease; a response is waited for as long as two of them. */
const BEATS = 6;

/** The number of this worker, and whether it may still work. */
export interface WorkerLease {
  readonly no: number;
  /** Aborted once other workers have taken over: running work starts nothing new. */
  readonly lost: AbortSignal;
}

/**
 * One connection that shows that this worker is alive. It holds an advisory lock on the worker's number, which
 * PostgreSQL releases when the process dies, and renews the worker's lease, which expires when the machine vanishes or
 * the process hangs. A worker that has lost its lease continues with a new number. The same connection listens for new
 * outbox events.
 */
export class WorkerLiveness {
  private client: Client | undefined;
  private stopped = false;
  private reconnecting: Promise<void> | undefined;
  private hurry: () => void = () => undefined;
  private beats: NodeJS.Timeout | undefined;
  private beating = false;
  private held: { readonly no: number; readonly end: AbortController } | undefined;

  /** @param leaseMs how long others leave the work of a silent worker alone */
  constructor(
    private readonly databaseUrl: string,
    private readonly leaseMs: number,
    private readonly onWake: () => void,
    private readonly log: Logger,
  ) {}

  /** @throws Error before `start` has returned */
  get lease(): WorkerLease {
    if (!this.held) throw new Error('the worker has no number yet');
    return { no: this.held.no, lost: this.held.end.signal };
  }

  /** @throws when the database does not answer; a connection that is lost later is reopened until `stop`. */
  async start(): Promise<void> {
    this.client = await this.connect();
    this.beats = setInterval(() => void this.beat(), this.leaseMs / BEATS);
  }

  /** Returns when no connection attempt is pending. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.beats);
    this.hurry();
    await this.reconnecting;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new QuietClient({
      connectionString: this.databaseUrl,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: (this.leaseMs / BEATS) * 2,
      application_name: 'drive-portal-presence',
      options: serverOptions([`role=${APP_ROLE}`]),
    });
    let over = false;
    client.on('notification', this.onWake);
    // A connection that ends before it was used is handled by whoever opened it: a second loop here would double with
    // every failure until the server has no connections left.
    client.on('end', () => {
      over = true;
      if (this.client === client) this.reconnecting = this.reconnect();
    });
    try {
      await client.connect();
      if (!this.held || !(await this.resume(client, this.held.no))) await this.enter(client);
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      if (over) throw new Error('the connection ended while it was made');
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Continues with the same number; false when others have taken over its work, or a broken connection still holds its
   * lock.
   */
  private async resume(client: Client, no: number): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      WORKER_LOCK_CLASS,
      no,
    ]);
    return rows[0]!.locked && (await this.renew(client, no));
  }

  /** Takes a new number: the lock first, because a worker without one counts as dead. */
  private async enter(client: Client): Promise<void> {
    const { rows } = await client.query<{ no: string }>("select nextval('platform.worker_no') as no");
    const no = Number(rows[0]!.no);
    await client.query('select pg_advisory_unlock_all()');
    await client.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, no]);
    await client.query(
      `insert into platform.workers (no, lease_until) values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')`,
      [no, this.leaseMs],
    );
    const before = this.held;
    this.held = { no, end: new AbortController() };
    if (!before) return;
    this.log.error({ worker: before.no, new_worker: no }, 'the worker has lost its lease: others do its work');
    before.end.abort();
  }

  /** False when the worker was declared lost. */
  private async renew(client: Client, no: number): Promise<boolean> {
    const { rowCount } = await client.query(
      `update platform.workers set lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond' where no = $1 and lost_at is null`,
      [no, this.leaseMs],
    );
    return rowCount === 1;
  }

  private async beat(): Promise<void> {
    const { client, held } = this;
    if (!client || !held || this.beating) return;
    this.beating = true;
    try {
      if (!(await this.renew(client, held.no))) await this.enter(client);
    } catch (error) {
      this.log.warn({ err: error }, 'the lease of the worker was not renewed');
      // The next connection shows whether it is half open or slow. A connection that does not answer is not closed
      // properly.
      if (this.client === client) await client.end().catch(() => undefined);
    } finally {
      this.beating = false;
    }
  }

  private async reconnect(): Promise<void> {
    this.client = undefined;
    while (!this.stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RECONNECT_MS);
        this.hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (this.stopped) return;
      try {
        const client = await this.connect();
        if (!this.stopped) this.client = client;
        else await client.end().catch(() => undefined);
        return;
      } catch (error) {
        this.log.warn({ err: error }, 'database not reachable, trying again');
      }
    }
  }
}
