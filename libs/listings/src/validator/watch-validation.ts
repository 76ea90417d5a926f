import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { LiveFeed } from '@portal/platform/events';
import { callerKey } from '@portal/platform/http';
import { finalize, Observable, of, Subject, takeUntil } from 'rxjs';
import { listingsErrors } from '../errors.js';
import { failureText, Validations, type ValidationEnd } from './validations.js';
import { validationStream } from './validation-progress.js';
import { doneWith } from './validation-runs.js';
import { WAIT_MS } from './validator-threads.js';

/** Streams that are open at a time, for one caller and for all; each reads the database several times a second. */
const PER_CALLER = 6;
const ALTOGETHER = 120;

/** Streams of runs of the public validator, for anybody, but not for any number of them. */
@Injectable()
export class WatchValidation implements OnModuleDestroy {
  private readonly watching = new Map<string, number>();
  private total = 0;
  private readonly stopping = new Subject<void>();

  constructor(
    private readonly validations: Validations,
    private readonly live: LiveFeed,
    private readonly config: Config,
  ) {}

  /** @throws AppError `validation_not_found` (404), `too_many_watchers` (429) */
  async assertOpen(id: string, ip: string): Promise<void> {
    await this.validations.end(id);
    if (this.isFull(callerKey(ip))) throw new AppError(listingsErrors.too_many_watchers, { retryAfterMs: 10_000 });
  }

  /**
   * `queued`, `started`, `progress` and `done` of the run, behind `lastEventId`; of a run that is over only `done`. Ends by
   * itself when a run can no longer be going on; whoever comes back then is told how it ended.
   */
  async stream(id: string, ip: string, lastEventId?: string): Promise<Observable<MessageEvent>> {
    const end = await this.validations.end(id);
    if (end.state !== 'open') return ended(end);
    const longestMs = WAIT_MS + this.config.validatorRuns.seconds * 1_000 + 20_000;
    const caller = callerKey(ip);
    return new Observable((subscriber) => {
      // Of many who were let in at the same moment these come too late; a browser asks again and is then refused.
      if (this.isFull(caller)) return subscriber.complete();
      this.total += 1;
      this.watching.set(caller, (this.watching.get(caller) ?? 0) + 1);
      return this.live
        .sse(validationStream(id), lastEventId, longestMs)
        .pipe(
          takeUntil(this.stopping),
          finalize(() => this.leave(caller)),
        )
        .subscribe(subscriber);
    });
  }

  /** A stopping process waits for no watcher; another one goes on with them. */
  onModuleDestroy(): void {
    this.stopping.next();
  }

  private isFull(caller: string): boolean {
    return this.total >= ALTOGETHER || (this.watching.get(caller) ?? 0) >= PER_CALLER;
  }

  private leave(caller: string): void {
    this.total -= 1;
    const left = this.watching.get(caller)! - 1;
    if (left > 0) this.watching.set(caller, left);
    else this.watching.delete(caller);
  }
}

function ended(end: Exclude<ValidationEnd, { state: 'open' }>): Observable<MessageEvent> {
  const data =
    end.state === 'finished'
      ? doneWith(end)
      : { state: 'failed', error: end.failure, message: failureText(end.failure) };
  return of({ type: 'done', data });
}
