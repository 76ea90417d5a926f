import type { QueueName } from '../events/event-processor.js';
import type { QueueProgress } from '../events/deliveries.js';

/** Tolerance for differences between clocks and for jobs that overtake each other. */
const SLACK_MS = 10_000;

/**
 * Progress of this worker in its lanes. In a lane at full load, a delivery counts as lost only when a later one has
 * been handled.
 */
export class QueueLoad {
  private readonly active = new Map<QueueName, number>();
  private readonly full = new Set<QueueName>();
  private readonly newest = new Map<QueueName, number>();

  constructor(private readonly places: Readonly<Record<QueueName, number>>) {}

  /** `handedOverAt`: when the job was created, milliseconds; undefined for a prioritised one. */
  begin(lane: QueueName, handedOverAt: number | undefined): void {
    const active = (this.active.get(lane) ?? 0) + 1;
    this.active.set(lane, active);
    if (active >= this.places[lane]) this.full.add(lane);
    if (handedOverAt !== undefined) this.newest.set(lane, Math.max(handedOverAt, this.newest.get(lane) ?? 0));
  }

  end(lane: QueueName): void {
    this.active.set(lane, (this.active.get(lane) ?? 1) - 1);
  }

  /** For lanes that were full since the last call: up to when their deliveries have been handled. */
  progress(): QueueProgress {
    const progress: QueueProgress = {};
    for (const lane of this.full) {
      progress[lane] = new Date(Math.max(0, (this.newest.get(lane) ?? 0) - SLACK_MS));
      if ((this.active.get(lane) ?? 0) < this.places[lane]) this.full.delete(lane);
    }
    return progress;
  }
}
