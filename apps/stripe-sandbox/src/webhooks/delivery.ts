import { request } from 'undici';
import type { JsonObject } from '../json.js';
import type { SandboxDatabase } from '../state/database.js';
import { viewEvent, waitingSql } from '../state/events.js';
import { wallNowMs } from '../system.js';
import { signatureOf } from './signature.js';

interface Due {
  id: string;
  copy: number;
  endpoint: string;
  url: string;
  secret: string;
  body: JsonObject;
  waiting: number;
  attempts: number;
}

const batch = 10;
const leaseMs = 30_000;
const timeoutMs = 10_000;
const idleMs = 1_000;
const backoffMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 3_600_000];

/**
 * Sends events to their endpoints until they answer 2xx. Due deliveries are in the database, so nothing is lost when
 * this process or a listener dies; a crash between sending and noting it sends the event again, as the real API may.
 */
export class Delivery {
  private stopped = false;
  private wake: (() => void) | undefined;
  private loop: Promise<void> | undefined;

  constructor(
    private readonly database: SandboxDatabase,
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

  private async claim(): Promise<Due[]> {
    const claimed = await this.database.transaction((tx) =>
      tx.query<Due & { place: string }>(
        `with r as (select withhold, newest_first from stripe_sandbox.delivery_rules),
              due as (
                select d.seq, d.event_id, d.endpoint_id, d.copy
                  from stripe_sandbox.deliveries d
                  join stripe_sandbox.events e on e.id = d.event_id
                  join stripe_sandbox.webhook_endpoints w on w.id = d.endpoint_id
                  cross join r
                 where d.delivered_wall_at is null and d.next_attempt_wall_at <= clock_timestamp() and w.enabled
                   and not exists (select 1 from unnest(r.withhold) p
                                    where e.type = p or (p like '%*' and starts_with(e.type, rtrim(p, '*'))))
                 order by case when r.newest_first then -d.seq else d.seq end
                 limit $1 for update of d skip locked)
         update stripe_sandbox.deliveries d
            set attempts = d.attempts + 1,
                next_attempt_wall_at = clock_timestamp() + $2 * interval '1 millisecond'
           from due, r, stripe_sandbox.events e, stripe_sandbox.webhook_endpoints w
          where (d.event_id, d.endpoint_id, d.copy) = (due.event_id, due.endpoint_id, due.copy)
            and e.id = d.event_id and w.id = d.endpoint_id
          returning d.event_id as id, d.copy, d.endpoint_id as endpoint, w.url, w.secret, e.body,
                    ${waitingSql} as waiting, d.attempts, case when r.newest_first then -d.seq else d.seq end as place`,
        [batch, leaseMs],
      ),
    );
    // An update returns its rows in no order of its own.
    return claimed.sort((a, b) => Number(a.place) - Number(b.place));
  }

  private async send(due: Due): Promise<{ delivered: boolean; answer: string }> {
    const body = JSON.stringify(viewEvent(due));
    try {
      const answer = await request(due.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, due.secret, wallNowMs()),
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

  private async note(due: Due, result: { delivered: boolean; answer: string }): Promise<void> {
    const delay = backoffMs[Math.min(due.attempts, backoffMs.length) - 1] ?? 1_000;
    await this.database.transaction((tx) =>
      tx.query(
        `update stripe_sandbox.deliveries set last_answer = $4,
                delivered_wall_at = case when $5 then clock_timestamp() end,
                next_attempt_wall_at = clock_timestamp() + $6 * interval '1 millisecond'
          where event_id = $1 and endpoint_id = $2 and copy = $3`,
        [due.id, due.endpoint, due.copy, result.answer, result.delivered, delay],
      ),
    );
  }
}
