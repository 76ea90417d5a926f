import type { QueueName } from '../events/event-processor.js';
import type { QueueProgress } from '../events/deliveries.js';

/** Clocks of the processes and of the database may differ by so much, and jobs overtake each other a little. */
const SLACK_MS = 10_000;

/**
 * How far this worker has come in its lanes. A lane whose every place was taken has more than it can do: a delivery there
 * is lost only when one that was handed over later has had its turn.
 */
export class QueueLoad {
  private readonly active = new Map<QueueName, number>();
  private readonly full = new Set<QueueName>();
  private readonly newest = new Map<QueueName, number>();

  constructor(private readonly places: Readonly<Record<QueueName, number>>) {}

  /** `handedOverAt`: when the job was made, milliseconds; undefined for one that was let past the others. */
  begin(lane: QueueName, handedOverAt: number | undefined): void {
    const active = (this.active.get(lane) ?? 0) + 1;
    this.active.set(lane, active);
    if (active >= this.places[lane]) this.full.add(lane);
    if (handedOverAt !== undefined) this.newest.set(lane, Math.max(handedOverAt, this.newest.get(lane) ?? 0));
  }

  end(lane: QueueName): void {
    this.active.set(lane, (this.active.get(lane) ?? 1) - 1);
  }

  /** Of the lanes that were full since the last call: up to when their deliveries have had their turn. */
  progress(): QueueProgress {
    const progress: QueueProgress = {};
    for (const lane of this.full) {
      progress[lane] = new Date(Math.max(0, (this.newest.get(lane) ?? 0) - SLACK_MS));
      if ((this.active.get(lane) ?? 0) < this.places[lane]) this.full.delete(lane);
    }
    return progress;
  }
}
