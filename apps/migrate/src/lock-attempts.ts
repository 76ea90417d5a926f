import type { QueryRunner } from 'typeorm';
import type { LockWaits } from './lock-waits.js';

/**
 * How long a migration waits for locks. While it waits for a table, everybody who comes later waits behind it, also readers:
 * so it waits `waitMs` at a time and then lets others pass for `pauseMs`, at most `tries` times.
 */
export interface LockLimits {
  readonly waitMs: number;
  readonly pauseMs: number;
  readonly tries: number;
}

/** Nobody waits longer than a second for a migration that waits itself; after five minutes a person has to look. */
export const LOCK_LIMITS: LockLimits = { waitMs: 1_000, pauseMs: 4_000, tries: 60 };

/** lock_not_available, deadlock_detected: somebody else was there first. */
const LOCKED_OUT = ['55P03', '40P01'];

const LOCK_TIMEOUT = `select set_config('lock_timeout', $1, false)`;

/** The cause, whether TypeORM or the error that names the file wraps it. */
function isLockedOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError, cause } = error as Error & { code?: string; driverError?: { code?: string } };
  return LOCKED_OUT.includes(driverError?.code ?? code ?? '') || isLockedOut(cause);
}

/** Gives steps of a migration as many attempts as `limits` allows, and logs each that a lock has ended. */
export class LockAttempts {
  constructor(
    private readonly limits: LockLimits,
    private readonly waits: LockWaits,
    private readonly log: (text: string) => void,
  ) {}

  /**
   * Sets the timeouts of a session: no limit for a statement, since building an index or validating a constraint takes
   * as long as the table is large, and `waitMs` for a lock.
   */
  async limit(query: (sql: string, values?: string[]) => Promise<unknown>, session: number): Promise<void> {
    this.waits.watch(session);
    await query('set statement_timeout = 0');
    await query(LOCK_TIMEOUT, [String(this.limits.waitMs)]);
  }

  /**
   * Runs `work`, which leaves nothing behind or can be repeated when it fails, again while others hold the locks that
   * it needs.
   * @throws Error that names `what`, the lock and who held it, after the last try; anything else at once
   */
  async run<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { tries, waitMs, pauseMs } = this.limits;
    for (let n = 1; ; n += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isLockedOut(error)) throw error;
        const waited = `waited ${waitMs / 1000} s for ${this.waits.takeLast()}`;
        if (n === tries)
          throw new Error(
            `${what} ${waited}. Gave up after ${tries} tries: end that transaction and run migrate again; what was done stays.`,
            { cause: error },
          );
        this.log(`${what} ${waited}. Lets others pass, then tries again (${n + 1} of ${tries}).`);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /**
   * As `runner`, but `... concurrently` waits for locks without a limit: it waits for transactions that are older than
   * itself while nobody waits behind it, and a timeout would leave an invalid index.
   */
  patientWithConcurrently(runner: QueryRunner): QueryRunner {
    const query = async (...[sql, ...more]: Parameters<QueryRunner['query']>): Promise<unknown> => {
      if (!/\bconcurrently\b/i.test(sql)) return runner.query(sql, ...more);
      await runner.query('set lock_timeout = 0');
      try {
        return await runner.query(sql, ...more);
      } finally {
        await runner.query(LOCK_TIMEOUT, [String(this.limits.waitMs)]);
      }
    };
    return Object.create(runner, { query: { value: query } }) as QueryRunner;
  }
}
