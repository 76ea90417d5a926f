import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';

/** Turns that may be taken at once after a quiet time, so that single calls never wait. */
const BURST = 5;

/**
 * Keeps all processes together under the provider's limit of calls. One row says when the next call may leave; whoever
 * moves it on by one interval has that turn and waits until then. So turns are given out in order, and a slow-down is one
 * for everybody.
 */
@Injectable()
export class CallPace {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Waits for a turn. Never inside a transaction. */
  async turn(name: string): Promise<void> {
    const seconds = 1 / this.config.stripe.callsPerSecond;
    const [row] = await this.database.query<{ wait: string }>(
      `insert into stripe_gateway.call_pace as p (name, next_at) values ($1, clock_timestamp() - $2::float8 * interval '1 second')
       on conflict (name) do update set next_at = greatest(p.next_at, clock_timestamp() - $2::float8 * interval '1 second') + $3::float8 * interval '1 second'
       returning extract(epoch from p.next_at - clock_timestamp()) as wait`,
      [name, seconds * BURST, seconds],
    );
    const waitMs = Number(row!.wait) * 1_000;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** Nobody's next turn comes before `ms` from now: the provider has said that it is too much. */
  async slowDown(name: string, ms: number): Promise<void> {
    await this.database.query(
      `update stripe_gateway.call_pace set next_at = greatest(next_at, clock_timestamp() + $2::float8 * interval '1 millisecond') where name = $1`,
      [name, ms],
    );
  }
}
