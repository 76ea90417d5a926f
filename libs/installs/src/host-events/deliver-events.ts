import { Inject, Injectable } from '@nestjs/common';
import { Clock, Random } from '@portal/kernel';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { ReceiverBreaker, receiverRound } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { DeliveriesRepository, type ClaimedQueue, type WaitingDelivery } from './deliveries.repository.js';
import { nextAttemptMs } from './domain/delivery-plan.js';
import { SendEvent, type Receiver } from './send-event.js';

const AT_A_TIME = 50;
/** Time for one install, ms; with one more call it stays below the claim of its queue. */
const SENDING_MS = 20_000;

/**
 * Sends pending events, at least once: each install's events one after the other in the order in which they came,
 * several installs concurrently. A failing one delays those behind it until its attempts are used up.
 */
@Injectable()
export class DeliverEvents {
  /** Breaker of the endpoint for events; answers of other endpoints do not count. */
  private readonly breaker = new ReceiverBreaker();

  constructor(
    private readonly transactor: Transactor,
    private readonly deliveries: DeliveriesRepository,
    private readonly send: SendEvent,
    private readonly clock: Clock,
    private readonly random: Random,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Until nothing is due. @param stopping begins nothing new once it is aborted */
  async execute(stopping?: AbortSignal): Promise<void> {
    const now = (): number => this.clock.wallNow().getTime();
    await receiverRound({
      claim: (leaveAlone) => this.deliveries.claim(leaveAlone),
      whose: ({ driveId }) => driveId,
      work: (queue: ClaimedQueue) => this.work(queue, stopping),
      breaker: this.breaker,
      now,
      stopping,
    });
  }

  private async work(queue: ClaimedQueue, stopping?: AbortSignal): Promise<boolean> {
    try {
      return await this.sendUntil(queue, stopping);
    } catch (error) {
      this.log.warn({ err: error, install_id: queue.installId }, 'events not delivered');
      return true;
    }
  }

  /** Runs until nothing waits, an event must be deferred, or time is over. False when the Drive did not answer. */
  private async sendUntil(queue: ClaimedQueue, stopping?: AbortSignal): Promise<boolean> {
    const receiver = await this.send.receiver(queue.installId);
    const until = performance.now() + SENDING_MS;
    const isOver = (): boolean => stopping?.aborted === true || performance.now() > until;
    for (let waiting = await this.next(queue, receiver); waiting.length > 0; waiting = await this.next(queue, receiver))
      for (const delivery of waiting) {
        const { goOn, answered } = await this.deliver(queue, receiver!, delivery, isOver);
        if (!goOn) return answered;
      }
    return true;
  }

  /** Pending deliveries, oldest first. Without any, or when nothing is sent any more, the queue is released. */
  private next(queue: ClaimedQueue, receiver: Receiver | undefined): Promise<WaitingDelivery[]> {
    return this.transactor.run(async (tx) => {
      if (!(await this.deliveries.holds(tx, queue))) return [];
      const found = receiver ? await this.deliveries.waiting(tx, queue.installId, AT_A_TIME) : [];
      if (found.length > 0) return found;
      if (!receiver) await this.deliveries.cancel(tx, queue.installId, 'The install no longer receives events.');
      await this.deliveries.release(tx, queue.installId, null);
      return [];
    });
  }

  private async deliver(
    queue: ClaimedQueue,
    receiver: Receiver,
    delivery: WaitingDelivery,
    isOver: () => boolean,
  ): Promise<{ goOn: boolean; answered: boolean }> {
    failpoint('delivery.before_send');
    const attempt = await this.send.execute(receiver, delivery);
    failpoint('delivery.sent');
    const chance = this.random.bytes(1)[0]! / 255;
    const goOn = await this.transactor.run(async (tx) => {
      // Another worker has the queue by now: the event was sent, and is sent again.
      if (!(await this.deliveries.holds(tx, queue))) return false;
      const noted = await this.deliveries.attempted(tx, delivery.id, attempt);
      const isPing = delivery.eventId === null;
      const waitMs =
        noted && attempt.outcome === 'failed' && !isPing ? nextAttemptMs(noted.attempts, noted.waitedMs, chance) : null;
      if (waitMs === null)
        await this.deliveries.end(tx, delivery.id, attempt.outcome === 'delivered' ? 'delivered' : 'failed');
      if (waitMs === null && !isOver()) return true;
      await this.deliveries.release(tx, queue.installId, waitMs);
      return false;
    });
    return { goOn, answered: attempt.status !== null };
  }
}
