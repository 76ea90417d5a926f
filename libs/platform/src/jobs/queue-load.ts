import type { QueueName } from '../events/event-processor.js';
import type { QueueProgress } from '../events/deliveries.js';

/** Tolerance for differences between clocks and for jobs that overtake each other. */
const SLACK_MS = 10_000;

/**
 * Progress of this worker in its queues. In a queue at full load, a delivery counts as lost only when a later one has
 * been handled.
 */
export class QueueLoad {
  private readonly active = new Map<QueueName, number>();
  private readonly full = new Set<QueueName>();
  private readonly newest = new Map<QueueName, number>();

  constructor(private readonly places: Readonly<Record<QueueName, number>>) {}

  /** `handedOverAt`: when the job was created, milliseconds; undefined for a prioritised one. */
  begin(queue: QueueName, handedOverAt: number | undefined): void {
    const active = (this.active.get(queue) ?? 0) + 1;
    this.active.set(queue, active);
    if (active >= this.places[queue]) this.full.add(queue);
    if (handedOverAt !== undefined) this.newest.set(queue, Math.max(handedOverAt, this.newest.get(queue) ?? 0));
  }

  end(queue: QueueName): void {
    this.active.set(queue, (this.active.get(queue) ?? 1) - 1);
  }

  /** For queues that were full since the last call: up to when their deliveries have been handled. */
  progress(): QueueProgress {
    const progress: QueueProgress = {};
    for (const queue of this.full) {
      progress[queue] = new Date(Math.max(0, (this.newest.get(queue) ?? 0) - SLACK_MS));
      if ((this.active.get(queue) ?? 0) < this.places[queue]) this.full.delete(queue);
    }
    return progress;
  }
}
