import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';

/** Counters of tries; each statement stands for itself, so that a refused request has counted too. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  /** Counts one try; the window begins with the first and ends `seconds` later. Inside a transaction with `tx`. */
  async count(
    rule: string,
    key: string,
    seconds: number,
    tx: Pick<Tx, 'query'> = this.database,
  ): Promise<{ points: number; endsInMs: number }> {
    const [row] = await tx.query<{ points: number; ends_in: number }>(
      `insert into identity.attempts as a (rule, key, points, ends_at)
       values ($1, $2, 1, clock_timestamp() + $3 * interval '1 second')
       on conflict (rule, key) do update set
         points = case when a.ends_at <= clock_timestamp() then 1 else least(a.points + 1, 1000000) end,
         ends_at = case when a.ends_at <= clock_timestamp() then excluded.ends_at else a.ends_at end
       returning points, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ends_in`,
      [rule, key, seconds],
    );
    return { points: row!.points, endsInMs: Math.max(0, row!.ends_in) };
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
}
