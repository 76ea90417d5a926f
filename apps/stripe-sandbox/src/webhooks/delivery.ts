import { request } from 'undici';
import type { JsonObject } from '../json.js';
import type { Database } from '../state/database.js';
import { viewEvent } from '../state/events.js';
import { wallNowMs } from '../system.js';
import { signatureOf } from './signature.js';

export interface Listener {
  url: string;
  secret: string;
}

interface Due {
  id: string;
  body: JsonObject;
  attempts: number;
}

const batch = 10;
const leaseMs = 30_000;
const timeoutMs = 10_000;
const idleMs = 1_000;
const backoffMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 3_600_000];

/**
 * Sends events to the listener until it answers 2xx. What is due stands in the database, so nothing is lost when this
 * process or the listener dies; a crash between sending and noting it sends the event again, as the real API may.
 */
export class Delivery {
  private stopped = false;
  private wake: (() => void) | undefined;
  private loop: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
    private readonly onFailure: (failure: unknown) => void,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  /** Something was written: look now instead of after the pause. */
  nudge(): void {
    this.wake?.();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.nudge();
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      let sent = 0;
      try {
        sent = await this.round();
      } catch (caught) {
        this.onFailure(caught);
      }
      if (sent < batch && !this.stopped) await this.pause();
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), idleMs);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    });
  }

  private async round(): Promise<number> {
    const due = await this.claim();
    for (const event of due) {
      if (this.stopped) break;
      await this.note(event, await this.send(event));
    }
    return due.length;
  }

  private claim(): Promise<Due[]> {
    return this.database.transaction((tx) =>
      tx.query<Due>(
        `update stripe_sandbox.events e set attempts = attempts + 1,
                next_attempt_wall_at = clock_timestamp() + $2 * interval '1 millisecond'
          where id in (select id from stripe_sandbox.events
                        where wanted and delivered_wall_at is null and next_attempt_wall_at <= clock_timestamp()
                        order by seq limit $1 for update skip locked)
          returning id, body, attempts`,
        [batch, leaseMs],
      ),
    );
  }

  private async send(event: Due): Promise<{ delivered: boolean; answer: string }> {
    const body = JSON.stringify(viewEvent({ body: event.body, wanted: true, delivered: false }));
    try {
      const answer = await request(this.listener.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, this.listener.secret, wallNowMs()),
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      await answer.body.dump();
      return { delivered: answer.statusCode >= 200 && answer.statusCode < 300, answer: String(answer.statusCode) };
    } catch (caught) {
      const code = (caught as { code?: string }).code;
      return { delivered: false, answer: code ?? (caught instanceof Error ? caught.message : 'failed') };
    }
  }

  private async note(event: Due, result: { delivered: boolean; answer: string }): Promise<void> {
    const delay = backoffMs[Math.min(event.attempts, backoffMs.length) - 1] ?? 1_000;
    await this.database.transaction((tx) =>
      tx.query(
        `update stripe_sandbox.events set last_answer = $2,
                delivered_wall_at = case when $3 then clock_timestamp() end,
                next_attempt_wall_at = clock_timestamp() + $4 * interval '1 millisecond'
          where id = $1`,
        [event.id, result.answer, result.delivered, delay],
      ),
    );
  }
}
