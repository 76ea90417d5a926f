import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { Observable, takeUntil, timer, type Subscriber } from 'rxjs';
import { Database } from '../database/database.js';
import { SYSTEM_SCOPE, withScope } from '../database/data-scope.js';
import type { Tx } from '../database/tx.js';

const POLL_MS = 300;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
/** A viewer who may no longer see the row is refused at the next reconnect. */
const OPEN_MS = 60_000;

interface Row {
  stream: string;
  seq: string;
  type: string;
  data: object;
}

interface Watcher {
  readonly stream: string;
  readonly subscriber: Subscriber<MessageEvent>;
  /** The last event that was sent. */
  after: bigint;
  quietSince: number;
}

/**
 * Live progress for browsers. Rows are appended in the transaction of the work; a browser reads them as server-sent
 * events and resumes after the last one it received.
 */
@Injectable()
export class LiveFeed implements OnModuleDestroy {
  private readonly watchers = new Set<Watcher>();
  private polling = false;

  constructor(private readonly database: Database) {}

  /** An event of `type` `done` ends the stream. */
  async append(tx: Tx, stream: string, type: string, data: object): Promise<void> {
    await tx.query('insert into platform.live_events (stream, type, data) values ($1, $2, $3)', [
      stream,
      type,
      JSON.stringify(data),
    ]);
  }

  /** Deletes events of streams whose names start with `prefix` from before `before`, by the wall clock. */
  async forget(tx: Tx, prefix: string, before: Date): Promise<void> {
    await tx.query('delete from platform.live_events where starts_with(stream, $1) and at < $2', [prefix, before]);
  }

  /**
   * Server-sent events of `stream` with sequence numbers above `lastEventId` (`Last-Event-ID`; absent = from the
   * start). Ends after a `done` event, or after `openMs`: the browser then reconnects and is authorised again. Every
   * api process reads the table itself, once for all its viewers.
   */
  sse(stream: string, lastEventId?: string, openMs = OPEN_MS): Observable<MessageEvent> {
    return this.follow(stream, lastEventId).pipe(takeUntil(timer(openMs)));
  }

  onModuleDestroy(): void {
    this.end();
  }

  /** Ends every stream; browsers reconnect to another process and resume. */
  end(): void {
    for (const { subscriber } of [...this.watchers]) subscriber.complete();
  }

  private follow(stream: string, lastEventId?: string): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      const after = /^\d{1,18}$/.test(lastEventId ?? '') ? BigInt(lastEventId!) : 0n;
      const watcher = { stream, subscriber, after, quietSince: Date.now() };
      this.watchers.add(watcher);
      // Rows of all viewers: access was checked before they were admitted.
      if (!this.polling) void withScope(SYSTEM_SCOPE, () => this.poll());
      return () => this.watchers.delete(watcher);
    });
  }

  private async poll(): Promise<void> {
    this.polling = true;
    while (this.watchers.size > 0) {
      // A viewer that joined meanwhile may need earlier events.
      const asking = [...this.watchers];
      const rows = await this.news(asking).catch(() => []);
      for (const watcher of asking) push(watcher, rows);
      if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.polling = false;
  }

  /** Events after the last one that any viewer of a stream has received; a limited number per stream at a time. */
  private news(watchers: readonly Watcher[]): Promise<Row[]> {
    const positions = new Map<string, bigint>();
    for (const { stream, after } of watchers) {
      const least = positions.get(stream);
      if (least === undefined || after < least) positions.set(stream, after);
    }
    return this.database.query<Row>(
      `select e.stream, e.seq, e.type, e.data from unnest($1::text[], $2::bigint[]) as w (stream, seen)
       cross join lateral (select stream, seq, type, data from platform.live_events
         where stream = w.stream and seq > w.seen order by seq limit 200) e
       order by e.seq`,
      [[...positions.keys()], [...positions.values()].map(String)],
    );
  }
}

function push(watcher: Watcher, rows: readonly Row[]): void {
  const { stream, subscriber } = watcher;
  for (const { stream: of, seq, type, data } of rows) {
    if (subscriber.closed) return;
    if (of !== stream || BigInt(seq) <= watcher.after) continue;
    watcher.after = BigInt(seq);
    watcher.quietSince = Date.now();
    subscriber.next({ id: seq, type, data, retry: RETRY_MS });
    if (type === 'done') subscriber.complete();
  }
  if (subscriber.closed || Date.now() - watcher.quietSince <= HEARTBEAT_MS) return;
  subscriber.next({ type: 'heartbeat', data: {} });
  watcher.quietSince = Date.now();
}
