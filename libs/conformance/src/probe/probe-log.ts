import type { ConformanceMode } from '../check.js';
import type { TransportFailure, TransportRequest, TransportResponse } from './transport.js';

/** Most requests that one run sends to a Drive, by mode. A good Drive needs a fraction; most of it
 * is for finding out by which recipe a Drive signs that refuses correct signatures. */
export const PROBE_BUDGET: Readonly<Record<ConformanceMode, number>> = {
  schema: 2,
  public: 60,
  full: 250,
  lifecycle: 400,
};

/** Requests that no search for a recipe may use up. */
const RESERVE = 30;
/** As many, and those of a whole lifecycle with its clean-up, when every install got an id of its own. */
const LIFECYCLE_RESERVE = 150;

/** One request that was sent, for the Drive's author to find in their own log. */
export interface LoggedProbe {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** What was sent, in words. */
  readonly sent: string;
  /** Status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly failure: string | null;
  /** How long it took, or was waited; null when the transport does not tell. */
  readonly ms: number | null;
}

/** What one run sent, within its budget. */
export class ProbeLog {
  private readonly list: LoggedProbe[] = [];
  private taken = 0;
  private readonly budget: number;
  private readonly reserve: number;

  constructor(mode: ConformanceMode) {
    this.budget = PROBE_BUDGET[mode];
    this.reserve = mode === 'lifecycle' ? LIFECYCLE_RESERVE : RESERVE;
  }

  get entries(): readonly LoggedProbe[] {
    return this.list;
  }

  /** False once the budget is used up. */
  take(): boolean {
    this.taken += 1;
    return this.taken <= this.budget;
  }

  /** Whether a search may send so many more and leave enough for the checks to come, and for ending every install. */
  affords(count: number): boolean {
    return this.taken + count <= this.budget - this.reserve;
  }

  add(request: TransportRequest, sent: string, answer: TransportResponse | TransportFailure): void {
    const { pathname, search } = new URL(request.url);
    const failed = 'failure' in answer;
    this.list.push({
      method: request.method,
      path: pathname + search,
      sent,
      status: failed ? null : answer.status,
      failure: failed ? answer.failure : null,
      ms: answer.durationMs === undefined ? null : Math.round(answer.durationMs),
    });
  }
}
