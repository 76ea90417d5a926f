import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { Config } from '../../config/config.js';
import { sha256Hex } from '../../crypto/sealed-box.js';
import { Database } from '../../database/database.js';
import { LOGGER } from '../../logging/logger.js';

/** `points` per `seconds` for each key. The name is part of the key and must be the same in every process. */
export interface RateLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

interface Counters {
  readonly shared: RateLimiterAbstract;
  /** Counts while the shared store is unavailable. */
  readonly own: RateLimiterMemory;
}

/** Minimum interval between log lines while the store is unavailable, ms. */
const WARN_EVERY_MS = 30_000;

/**
 * Rate limits shared by all processes: in Redis if there is one, otherwise in PostgreSQL. While the store is
 * unavailable each process counts on its own, so a limit is never off; N processes then allow N times as much, and the
 * log says so.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly counters = new Map<string, Promise<Counters>>();
  private redis: Redis | undefined;
  private warnedAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Counts one for `key`. Returns null when it is within the limit, otherwise the ms until the next one is allowed. */
  async take(limit: RateLimit, key: string): Promise<number | null> {
    const known = this.counters.get(limit.name) ?? this.open(limit);
    this.counters.set(limit.name, known);
    const { shared, own } = await known;
    // Hashed, because keys contain people's addresses and the store only needs to distinguish them.
    const hashed = sha256Hex(key).slice(0, 32);
    try {
      return await consume(shared, hashed);
    } catch (error) {
      this.warn(error);
      return consume(own, hashed);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis?.disconnect();
  }

  private async open({ name, points, seconds }: RateLimit): Promise<Counters> {
    const { RateLimiterMemory: Memory, RateLimiterPostgres, RateLimiterRedis } = await import('rate-limiter-flexible');
    // A key over its limit is refused from memory until its time is over, so a flood costs no statements.
    const rule = { keyPrefix: name, points, duration: seconds, inMemoryBlockOnConsumed: points + 1 };
    const own = new Memory({ keyPrefix: name, points, duration: seconds });
    if (this.config.redisUrl !== undefined)
      return { own, shared: new RateLimiterRedis({ ...rule, storeClient: await this.connect(this.config.redisUrl) }) };
    const shared = new RateLimiterPostgres({
      ...rule,
      storeClient: { query: (statement: { text: string; values: unknown[] }) => this.query(statement) },
      storeType: 'pool',
      schemaName: 'platform',
      tableName: 'rate_limits',
      tableCreated: true,
    });
    return { own, shared };
  }

  private async query({ text, values }: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }> {
    return { rows: await this.database.query(text, values) };
  }

  private async connect(url: string): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    this.redis ??= new Client(url, { maxRetriesPerRequest: 1, connectTimeout: 2_000, commandTimeout: 1_000 });
    this.redis.on('error', () => undefined);
    return this.redis;
  }

  private warn(error: unknown): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn({ err: error }, 'the shared rate limits are unavailable: this process counts by itself');
  }
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    const { msBeforeNext } = refused as { msBeforeNext?: unknown };
    if (typeof msBeforeNext !== 'number') throw refused;
    return Math.max(1, msBeforeNext);
  }
}
