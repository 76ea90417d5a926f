import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';

/** Calls that may be made at once after an idle time, so that single calls never wait. */
const BURST = 5;

/**
 * Rate limiter for calls to the provider, shared by all processes. One row holds the earliest time of the next call. A
 * call advances it by one interval and waits until its slot. So slots are in order, and slowing down applies to all
 * processes.
 */
@Injectable()
export class CallPace {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Waits for a slot. Must not be called inside a transaction. */
  async wait(name: string): Promise<void> {
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

  /** Delays the next slot until at least `ms` from now, after the provider has answered 429. */
  async slowDown(name: string, ms: number): Promise<void> {
    await this.database.query(
      `update stripe_gateway.call_pace set next_at = greatest(next_at, clock_timestamp() + $2::float8 * interval '1 millisecond') where name = $1`,
      [name, ms],
    );
  }
}
