import { createPostgresBackend, Queue, Worker, type ConnectionOptions, type Processor } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { QuietClient } from '../database/connection/quiet-client.js';
import { KEEP_ALIVE, serverOptions } from '../database/connection/connection-settings.js';
import { APP_ROLE } from '../database/connection/data-source.js';
import type { Config } from '../config/config.js';
import { QUEUE_SCHEMA } from './queue-schema.js';

/** Our part of BullMQ's interface, the same for both backends. */
export interface QueueBackend {
  readonly kind: 'postgres' | 'redis';
  queue(name: string): Queue;
  worker(name: string, process: Processor, concurrency: number): Worker;
  close(): Promise<void>;
}

/** Jobs contain only ids and are deleted when they end; the database keeps the state. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
/** The same in every process, because the recovery of a dead worker's job waits for this period. */
const STALLED_INTERVAL_MS = 5_000;
/** How long a worker that lost its connection waits before it asks for the next job. */
const RETRY_MS = 1_000;
const WORKER_OPTIONS = { autorun: false, stalledInterval: STALLED_INTERVAL_MS, runRetryDelay: RETRY_MS } as const;

/** Redis when `REDIS_URL` is set, else PostgreSQL. */
export function createQueueBackend(config: Config): QueueBackend {
  return config.redisUrl === undefined ? onPostgres(config) : onRedis(config.redisUrl);
}

function onPostgres({ databaseUrl, workerLeaseMs }: Config): QueueBackend {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    Client: QuietClient,
    ...KEEP_ALIVE,
    application_name: 'drive-portal-queue',
    options: serverOptions([`search_path=${QUEUE_SCHEMA}`, `role=${APP_ROLE}`], workerLeaseMs),
  });
  // Each queue and each worker adds a listener.
  pool.setMaxListeners(50);
  pool.on('error', () => undefined);
  return {
    kind: 'postgres',
    queue: (name) =>
      new Queue(name, { connection: pool, defaultJobOptions: JOB_OPTIONS }, createPostgresBackend) as unknown as Queue,
    worker: (name, process, concurrency) =>
      new Worker(
        name,
        process,
        { connection: pool, concurrency, ...WORKER_OPTIONS },
        createPostgresBackend,
      ) as unknown as Worker,
    close: () => pool.end(),
  };
}

function onRedis(url: string): QueueBackend {
  const connection = new Redis(url, { maxRetriesPerRequest: null, keepAlive: KEEP_ALIVE.keepAliveInitialDelayMillis });
  connection.on('error', () => undefined);
  const options = { connection: connection as unknown as ConnectionOptions };
  return {
    kind: 'redis',
    queue: (name) => new Queue(name, { ...options, defaultJobOptions: JOB_OPTIONS }),
    worker: (name, process, concurrency) => new Worker(name, process, { ...options, concurrency, ...WORKER_OPTIONS }),
    close: async () => {
      connection.disconnect();
    },
  };
}
