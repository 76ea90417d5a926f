import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { SchemaVersion, type SchemaState } from '../database/schema-version.js';
import { QUEUE_SCHEMA } from '../jobs/queue-schema.js';

export type PartState = SchemaState | 'unreachable';

/** Whether this process can do its work now. */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private redis: Redis | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly schema: SchemaVersion,
  ) {}

  async check(): Promise<Record<'database' | 'migrations' | 'queue', PartState>> {
    const database = await within(this.database.query('select 1 as one').then(() => 'ok' as const));
    if (database !== 'ok') return { database, migrations: 'unreachable', queue: 'unreachable' };
    const [migrations, queue] = await Promise.all([this.migrations(), this.queue()]);
    return { database, migrations, queue };
  }

  /** Why a part is not ready, in a sentence. */
  async explain(part: string): Promise<string> {
    const text = `${part} is not ready`;
    if (part !== 'migrations') return text;
    return this.schema.compare().then(
      ({ sentence }) => sentence || text,
      () => text,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis?.disconnect();
  }

  private async migrations(): Promise<PartState> {
    return within(this.schema.compare().then(({ state }) => state));
  }

  private async queue(): Promise<PartState> {
    if (this.config.redisUrl === undefined) {
      const found = this.database.query<{ found: boolean }>('select to_regnamespace($1) is not null as found', [
        QUEUE_SCHEMA,
      ]);
      return within(found.then(([row]) => (row?.found ? 'ok' : 'not_migrated')));
    }
    if (!this.redis) {
      const { Redis } = await import('ioredis');
      this.redis = new Redis(this.config.redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
      this.redis.on('error', () => undefined);
    }
    return within(this.redis.ping().then(() => 'ok' as const));
  }
}

async function within(check: Promise<PartState>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('unreachable'), 2_000);
  });
  return Promise.race([check.catch((): PartState => 'unreachable'), late]).finally(() => clearTimeout(timer));
}
