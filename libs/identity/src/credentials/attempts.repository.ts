import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';

/** Counters of attempts. Each statement runs on its own, so that refused requests are counted as well. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt if it is allowed now, and returns when the next one is. Of simultaneous attempts, as many are
   * counted as may follow each other without a wait. Runs inside the transaction if `tx` is given.
   * @param waits seconds after the first, the second attempt and so on
   * @returns 0 when it was counted, otherwise the ms until the next one will be
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
   * A slot in time for a key: the first attempt starts a wait, the first one after the wait is let through and starts
   * another. Others cannot extend a wait that has started.
   * @returns 0 when the attempt is let through, otherwise the ms until the next one will be
   */
  async waitForSlot(rule: string, key: string, waitSeconds: number): Promise<number> {
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

  /**
   * Counts an attempt without checking a limit. The window starts with the first attempt and lasts `seconds`. Runs
   * inside the transaction if `tx` is given.
   */
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

  async reset(rule: string, key: string): Promise<void> {
    await this.database.query('delete from identity.attempts where rule = $1 and key = $2', [rule, key]);
  }

  /** Deletes all counts of an account under these rules, from any caller: their keys start with it. */
  async resetAll(tx: Tx, rules: readonly string[], account: string): Promise<void> {
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
