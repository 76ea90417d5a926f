import { Injectable, type MessageEvent } from '@nestjs/common';
import { Observable, takeUntil, timer } from 'rxjs';
import { Database } from '../database/database.js';
import type { Tx } from '../database/tx.js';

const POLL_MS = 300;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
/** Whoever may no longer see the row is refused when the browser comes again. */
const OPEN_MS = 60_000;

interface Row {
  seq: string;
  type: string;
  data: object;
}

/**
 * Progress that people can watch. Rows are appended with the work that they describe; a browser reads them as
 * server-sent events and, after a break, goes on behind the last one it saw.
 */
@Injectable()
export class LiveFeed {
  constructor(private readonly database: Database) {}

  /** `type` `done` closes the stream for its watchers. */
  async append(tx: Tx, stream: string, type: string, data: object): Promise<void> {
    await tx.query('insert into platform.live_events (stream, type, data) values ($1, $2, $3)', [
      stream,
      type,
      JSON.stringify(data),
    ]);
  }

  /** Removes what streams whose names start with `prefix` told before `before`, by the wall clock. */
  async forget(tx: Tx, prefix: string, before: Date): Promise<void> {
    await tx.query('delete from platform.live_events where starts_with(stream, $1) and at < $2', [prefix, before]);
  }

  /**
   * Server-sent events of `stream` with sequence numbers above `lastEventId` (`Last-Event-ID`; absent = from the start).
   * Ends after a `done` event, or when it was open for `openMs`: a browser asks again, behind the last it saw, and is let
   * in or refused anew. Every API process reads the table itself, so it does not matter which one is asked.
   */
  sse(stream: string, lastEventId?: string, openMs = OPEN_MS): Observable<MessageEvent> {
    return this.follow(stream, lastEventId).pipe(takeUntil(timer(openMs)));
  }

  private follow(stream: string, lastEventId?: string): Observable<MessageEvent> {
    return new Observable((subscriber) => {
      let after = /^\d{1,18}$/.test(lastEventId ?? '') ? BigInt(lastEventId!) : 0n;
      let open = true;
      let quietSince = Date.now();
      const round = async (): Promise<void> => {
        while (open) {
          const rows = await this.database
            .query<Row>(
              'select seq, type, data from platform.live_events where stream = $1 and seq > $2 order by seq limit 500',
              [stream, after.toString()],
            )
            .catch(() => [] as Row[]);
          for (const row of rows) {
            if (!open) return;
            after = BigInt(row.seq);
            subscriber.next({ id: row.seq, type: row.type, data: row.data, retry: RETRY_MS });
            quietSince = Date.now();
            if (row.type === 'done') {
              subscriber.complete();
              return;
            }
          }
          if (Date.now() - quietSince > HEARTBEAT_MS) {
            subscriber.next({ type: 'heartbeat', data: {} });
            quietSince = Date.now();
          }
          if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
      };
      void round();
      return () => {
        open = false;
      };
    });
  }
}
