import { Client } from 'pg';
import type { Logger } from 'pino';
import { APP_ROLE } from '../database/data-source.js';
import { WORKER_LOCK_CLASS } from '../events/deliveries.js';
import { OUTBOX_CHANNEL } from '../events/outbox.js';

const RECONNECT_MS = 500;
const CONNECT_MS = 10_000;

/**
 * One connection by which the others know that this worker lives: it holds an advisory lock on the worker's number, and
 * PostgreSQL lets go of it the moment the process dies. The same connection listens for new outbox events.
 */
export class WorkerLiveness {
  private client: Client | undefined;
  private stopped = false;
  private reconnecting: Promise<void> | undefined;
  private hurry: () => void = () => undefined;
  /** Names this process in `platform.deliveries.claimed_by`. */
  workerNo = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly onWake: () => void,
    private readonly log: Logger,
  ) {}

  /** @throws when the database does not answer; a connection lost later is made again until `stop`. */
  async start(): Promise<void> {
    this.client = await this.connect();
  }

  /** Comes back when nothing tries to connect any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.hurry();
    await this.reconnecting;
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'drive-portal-presence',
      options: `-c role=${APP_ROLE}`,
    });
    let over = false;
    client.on('error', () => undefined);
    client.on('notification', this.onWake);
    // One that ends before it was of use is the concern of whoever connects: a second loop here would double with
    // every failure until the server has no connection left.
    client.on('end', () => {
      over = true;
      if (this.client === client) this.reconnecting = this.reconnect();
    });
    try {
      await client.connect();
      if (this.workerNo === 0) {
        const { rows } = await client.query<{ no: string }>("select nextval('platform.worker_no') as no");
        this.workerNo = Number(rows[0]!.no);
      }
      await client.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, this.workerNo]);
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      if (over) throw new Error('the connection ended while it was made');
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
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
