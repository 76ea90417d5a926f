import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import { Config } from '../config/config.js';
import { bypassRowSecurity } from '../database/scope/data-scope.js';
import { Database } from '../database/database.js';
import { SchemaVersion, type SchemaState } from '../database/schema/schema-version.js';
import { ClockOffset, isOff } from './clock-offset.js';
import { QUEUE_SCHEMA } from '../jobs/queue-schema.js';
import { Stopping } from '../process/stopping.js';

export type PartState = SchemaState | 'unreachable' | 'stopping' | 'off';
export type Part = 'database' | 'migrations' | 'queue' | 'process' | 'clock';

/**
 * Requests work without the queue: background work waits in the database (decision 15). They also work with a clock that
 * is off, since the database's decides; what the process signs is refused, and that of all of them may be right.
 */
const NEEDED: Readonly<Record<Part, boolean>> = {
  process: true,
  database: true,
  migrations: true,
  queue: false,
  clock: false,
};
const DATABASE_MS = 2_000;
/** Neither requests nor readiness checks wait for the queue. */
const QUEUE_MS = 500;

/** Whether this process can serve requests, and which parts are degraded. */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private redis: Redis | undefined;
  private checking: Promise<Record<Part, PartState>> | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly schema: SchemaVersion,
    private readonly stopping: Stopping,
    private readonly offset: ClockOffset,
  ) {}

  /** Who asks meanwhile shares the answer: however many ask, and nobody limits them, one check is under way. */
  check(): Promise<Record<Part, PartState>> {
    return (this.checking ??= this.checked().finally(() => (this.checking = undefined)));
  }

  private async checked(): Promise<Record<Part, PartState>> {
    const queue = this.queue();
    let clock: PartState = 'unreachable';
    const asked = this.offset.seconds().then((seconds) => (clock = isOff(seconds) ? 'off' : 'ok'));
    const database = await within(
      asked.then(() => 'ok'),
      DATABASE_MS,
    );
    const migrations = database === 'ok' ? await this.migrations() : 'unreachable';
    return { process: this.stopping.begun ? 'stopping' : 'ok', database, migrations, queue: await queue, clock };
  }

  /** Those of `states` that keep the process from serving requests. */
  static missing(states: Readonly<Record<Part, PartState>>): [Part, PartState][] {
    return (Object.entries(states) as [Part, PartState][]).filter(([part, state]) => NEEDED[part] && state !== 'ok');
  }

  /** Adds a gauge per part, evaluated when it is read. */
  addTo(register: Registry): void {
    const check = (): Promise<Record<Part, PartState>> => bypassRowSecurity(() => this.check());
    new Gauge({
      name: 'portal_part_ready',
      help: '1 while the part of this process is ready',
      labelNames: ['part'],
      registers: [register],
      async collect() {
        for (const [part, state] of Object.entries(await check())) this.set({ part }, state === 'ok' ? 1 : 0);
      },
    });
  }

  /** Why a part is not ready, as a sentence. */
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
    return within(
      this.schema.compare().then(({ state }) => state),
      DATABASE_MS,
    );
  }

  private async queue(): Promise<PartState> {
    if (this.config.redisUrl === undefined) {
      const found = this.database.query<{ found: boolean }>('select to_regnamespace($1) is not null as found', [
        QUEUE_SCHEMA,
      ]);
      return within(
        found.then(([row]) => (row?.found ? 'ok' : 'not_migrated')),
        DATABASE_MS,
      );
    }
    if (!this.redis) {
      const { Redis } = await import('ioredis');
      this.redis = new Redis(this.config.redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
      this.redis.on('error', () => undefined);
    }
    return within(this.redis.ping(), QUEUE_MS);
  }
}

/** The state that `check` resolves to, `ok` by default; `unreachable` when it fails or times out. */
async function within(check: Promise<unknown>, ms: number): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('unreachable'), ms);
  });
  const state = check.then(
    (found): PartState => (found === 'not_migrated' || found === 'outdated' ? found : 'ok'),
    (): PartState => 'unreachable',
  );
  return Promise.race([state, late]).finally(() => clearTimeout(timer));
}
