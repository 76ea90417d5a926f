import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';

/** Counters of tries; each statement stands for itself, so that a refused request has counted too. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts a try whose time has come, and says when the next one may follow. Of tries at once, as many are counted as
   * follow each other without a wait. Inside a transaction with `tx`.
   * @param waits seconds after the first, the second try and so on
   * @returns 0 when it was counted, else the ms until the next one will be
   */
  async take(
    rule: string,
    key: string,
    waits: readonly number[],
    windowSeconds: number,
    tx: Pick<Tx, 'query'> = this.database,
  ): Promise<number> {
    const counted = await tx.query(
      `insert into identity.attempts as a (rule, key, points, free_at, ends_at)
       values ($1, $2, 1, clock_timestamp() + ($3::int[])[1] * interval '1 second', clock_timestamp() + $4 * interval '1 second')
       on conflict (rule, key) do update set
         points = case when a.ends_at <= clock_timestamp() then 1 else least(a.points + 1, 1000000) end,
         free_at = case when a.ends_at <= clock_timestamp() then excluded.free_at
           else clock_timestamp() + ($3::int[])[least(a.points + 1, cardinality($3::int[]))] * interval '1 second' end,
         ends_at = case when a.ends_at <= clock_timestamp() then excluded.ends_at else a.ends_at end
         where least(a.free_at, a.ends_at) <= clock_timestamp()
       returning 1`,
      [rule, key, waits, windowSeconds],
    );
    return counted.length > 0 ? 0 : this.waitMs(rule, key, tx);
  }

  /**
   * A place in time for a key: the first try waits, the one after the wait is let through, and waits again. A wait that
   * has begun gets no longer, whatever others do.
   * @returns 0 when the try is let through, else the ms until the next one will be
   */
  async turn(rule: string, key: string, waitSeconds: number): Promise<number> {
    const [taken] = await this.database.query<{ points: number }>(
      `insert into identity.attempts as a (rule, key, points, free_at, ends_at)
       values ($1, $2, 0, clock_timestamp() + $3 * interval '1 second', clock_timestamp() + $3 * interval '1 second' + interval '1 day')
       on conflict (rule, key) do update set points = least(a.points + 1, 1000000), free_at = excluded.free_at, ends_at = excluded.ends_at
         where a.free_at <= clock_timestamp()
       returning points`,
      [rule, key, waitSeconds],
    );
    return taken && taken.points > 0 ? 0 : this.waitMs(rule, key);
  }

  /** Counts one, whatever was before; the window begins with the first and ends `seconds` later. Inside a transaction with `tx`. */
  async count(rule: string, key: string, seconds: number, tx: Pick<Tx, 'query'> = this.database): Promise<number> {
    const [row] = await tx.query<{ points: number }>(
      `insert into identity.attempts as a (rule, key, points, ends_at)
       values ($1, $2, 1, clock_timestamp() + $3 * interval '1 second')
       on conflict (rule, key) do update set
         points = case when a.ends_at <= clock_timestamp() then 1 else least(a.points + 1, 1000000) end,
         ends_at = case when a.ends_at <= clock_timestamp() then excluded.ends_at else a.ends_at end
       returning points`,
      [rule, key, seconds],
    );
    return row!.points;
  }

  async giveBack(rule: string, key: string): Promise<void> {
    await this.database.query(
      'update identity.attempts set points = greatest(points - 1, 0) where rule = $1 and key = $2',
      [rule, key],
    );
  }

  async forget(rule: string, key: string): Promise<void> {
    await this.database.query('delete from identity.attempts where rule = $1 and key = $2', [rule, key]);
  }

  /** Forgets what was tried at an account under these rules, by whomever: their keys begin with it. */
  async forgetAll(tx: Tx, rules: readonly string[], account: string): Promise<void> {
    await tx.query('delete from identity.attempts where rule = any($1) and starts_with(key, $2)', [rules, account]);
  }

  private async waitMs(rule: string, key: string, tx: Pick<Tx, 'query'> = this.database): Promise<number> {
    const [row] = await tx.query<{ ms: number }>(
      `select extract(epoch from least(free_at, ends_at) - clock_timestamp())::float8 * 1000 as ms
       from identity.attempts where rule = $1 and key = $2`,
      [rule, key],
    );
    return Math.max(1, row?.ms ?? 0);
  }
}
