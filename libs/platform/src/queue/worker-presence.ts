import { Client } from 'pg';
import type { Logger } from 'pino';
import { APP_ROLE } from '../database/data-source.js';
import { WORKER_LOCK_CLASS } from '../outbox/deliveries.js';
import { OUTBOX_CHANNEL } from '../outbox/outbox.js';

const RECONNECT_MS = 500;

/**
 * One connection by which the others know that this worker lives: it holds an advisory lock on the worker's number, and
 * PostgreSQL lets go of it the moment the process dies. The same connection listens for new outbox events.
 */
export class WorkerPresence {
  private client: Client | undefined;
  private stopped = false;
  /** Names this process in `platform.deliveries.claimed_by`. */
  workerNo = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly onWake: () => void,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      application_name: 'drive-portal-presence',
      options: `-c role=${APP_ROLE}`,
    });
    client.on('error', () => undefined);
    client.on('notification', this.onWake);
    client.on('end', () => void this.reconnect(client));
    await client.connect();
    if (this.workerNo === 0) {
      const { rows } = await client.query<{ no: string }>("select nextval('platform.worker_no') as no");
      this.workerNo = Number(rows[0]!.no);
    }
    await client.query('select pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, this.workerNo]);
    await client.query(`listen ${OUTBOX_CHANNEL}`);
    this.client = client;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async reconnect(from: Client): Promise<void> {
    if (this.stopped || (this.client !== undefined && this.client !== from)) return;
    this.client = undefined;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      if (this.stopped) return;
      try {
        await this.start();
        return;
      } catch (error) {
        this.log.warn({ err: error }, 'database not reachable, trying again');
      }
    }
  }
}
