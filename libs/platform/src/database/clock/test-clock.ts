import { Injectable } from '@nestjs/common';
import { AppError, defineErrors, Random } from '@portal/kernel';
import { PortalClock } from './portal-clock.js';
import type { Tx } from '../transaction/tx.js';
import { Transactor } from '../transactor.js';
import type { Actor } from '../../access/actor.js';

const sandboxErrors = defineErrors({
  clock_leased: [409, 'Somebody else is moving the test clock. Wait until they are done.'],
  clock_backwards: [400, 'The test clock only moves forward.'],
});

const MAX_STEP_MS = 400 * 86_400_000;

/**
 * The sandbox's test clock: business time is ahead of the wall clock by an offset that only grows. Running a story
 * takes a lease, so that two stories do not move the same clock.
 */
@Injectable()
export class TestClock {
  constructor(
    private readonly transactor: Transactor,
    private readonly clock: PortalClock,
    private readonly random: Random,
  ) {}

  /**
   * Takes or renews the lease for `ttlMs` milliseconds.
   * @throws AppError `clock_leased`
   */
  async lease(ttlMs: number, token?: string): Promise<{ lease: string; endsAt: Date }> {
    return this.transactor.run(async (tx) => {
      await this.assertFree(tx, token);
      const lease = token ?? Buffer.from(this.random.bytes(18)).toString('base64url');
      const [row] = await tx.query<{ ends: Date }>(
        `update platform.test_clock set lease = $1, lease_ends_at = clock_timestamp() + $2 * interval '1 millisecond' returning lease_ends_at as ends`,
        [lease, ttlMs],
      );
      return { lease, endsAt: row!.ends };
    });
  }

  async release(token: string): Promise<void> {
    await this.transactor.run((tx) =>
      tx.query('update platform.test_clock set lease = null, lease_ends_at = null where lease = $1', [token]),
    );
  }

  /**
   * Advances business time to an instant or by a number of milliseconds. Returns the new offset in milliseconds.
   * @throws AppError `clock_backwards`, `clock_leased`
   */
  async advance(to: { ms: number } | { instant: Date }, actor: Actor, lease?: string) {
    const moved = await this.transactor.run(async (tx) => {
      await this.assertFree(tx, lease);
      const stepMs = 'ms' in to ? to.ms : to.instant.getTime() - tx.now.getTime();
      if (!(stepMs >= 0 && stepMs <= MAX_STEP_MS))
        throw new AppError(sandboxErrors.clock_backwards, {
          message: 'The test clock moves forward only, by 400 days at most.',
        });
      const [row] = await tx.query<{ offset_ms: string }>(
        'update platform.test_clock set offset_ms = offset_ms + $1 returning offset_ms',
        [Math.round(stepMs)],
      );
      await tx.audit(actor, 'test_clock.advanced', ['test_clock', 'sandbox'], {
        after: { offset_ms: row!.offset_ms },
      });
      const offsetMs = Number(row!.offset_ms);
      return { now: new Date(tx.now.getTime() + stepMs), offsetMs, movedMs: stepMs };
    });
    await this.clock.refresh();
    return moved;
  }

  private async assertFree(tx: Tx, token: string | undefined): Promise<void> {
    const [held] = await tx.query(
      'select 1 from platform.test_clock where lease is not null and lease_ends_at > clock_timestamp() and lease is distinct from $1',
      [token ?? null],
    );
    if (held) throw new AppError(sandboxErrors.clock_leased, { retryAfterMs: 2_000 });
    await tx.query('select 1 from platform.test_clock for update');
  }
}
