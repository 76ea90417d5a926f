import { Injectable, type MessageEvent } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { LiveFeed } from '@portal/platform/events';
import { of, type Observable } from 'rxjs';
import { failureText, Validations, type ValidationEnd } from './validations.js';
import { validationStream } from './validation-progress.js';
import { doneWith } from './validation-runs.js';
import { WAIT_MS } from './validator-threads.js';

/** Streams of runs of the public validator, for anybody. */
@Injectable()
export class WatchValidation {
  constructor(
    private readonly validations: Validations,
    private readonly live: LiveFeed,
    private readonly config: Config,
  ) {}

  /**
   * `queued`, `started`, `progress` and `done` of the run, behind `lastEventId`; of a run that is over only `done`. Ends by
   * itself when a run can no longer be active; a viewer who returns then gets its end.
   */
  async stream(id: string, lastEventId?: string): Promise<Observable<MessageEvent>> {
    const end = await this.validations.end(id);
    if (end.state === 'finished' || end.state === 'failed') return ended(end);
    const longestMs = WAIT_MS + this.config.validatorRuns.seconds * 1_000 + 20_000;
    return this.live.sse(validationStream(id), lastEventId, longestMs);
  }
}

function ended(end: Extract<ValidationEnd, { state: 'finished' | 'failed' }>): Observable<MessageEvent> {
  const data =
    end.state === 'finished'
      ? doneWith(end)
      : { state: 'failed', error: end.failure, message: failureText(end.failure) };
  return of({ type: 'done', data });
}
