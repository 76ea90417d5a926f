import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { ReceiverBreaker, MAX_CONCURRENT_PER_DRIVE } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { CallPlansRepository, type CallTry } from '../install/plan/call-plans.repository.js';
import { CallKinds } from './call-kinds.js';

const AT_ONCE = 16;

/**
 * Makes the calls about installs that are due. Several workers share them: each claims rows and skips those that
 * another one is claiming. A Drive that hangs has at most two at a time, so that the others' come in turn.
 */
@Injectable()
export class MakeDueCalls {
  constructor(
    private readonly transactor: Transactor,
    private readonly plans: CallPlansRepository,
    private readonly kinds: CallKinds,
    private readonly breaker: ReceiverBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Until nothing is due. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    await this.transactor.run((tx) => this.plans.giveToAttention(tx));
    const busy = new Map<string, number>();
    const running = new Set<Promise<void>>();
    while (!stopping?.aborted) {
      const claimed =
        running.size >= AT_ONCE
          ? []
          : await this.plans.claimDue({
              limit: AT_ONCE - running.size,
              ofOneDrive: MAX_CONCURRENT_PER_DRIVE,
              leaveAlone: [...this.breaker.open(this.now()), ...busy.keys()],
            });
      for (const call of claimed) {
        busy.set(call.driveId, (busy.get(call.driveId) ?? 0) + 1);
        const made = this.make(call).finally(() => {
          const left = busy.get(call.driveId)! - 1;
          if (left > 0) busy.set(call.driveId, left);
          else busy.delete(call.driveId);
          running.delete(made);
        });
        running.add(made);
      }
      if (claimed.length > 0) continue;
      if (running.size === 0) break;
      await Promise.race(running);
    }
    await Promise.all(running);
  }

  private async make(call: CallTry): Promise<void> {
    let answered = true;
    try {
      answered = await this.kinds.attempt(call);
    } catch (error) {
      // Its claim runs out, and it is tried again.
      this.log.error({ err: error, install_id: call.installId, call: call.kind }, 'call about an install failed');
    } finally {
      this.breaker.note(call.driveId, answered, this.now());
    }
  }

  private now(): number {
    return this.clock.wallNow().getTime();
  }
}
