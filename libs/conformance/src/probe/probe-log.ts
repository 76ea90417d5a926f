import type { ConformanceMode } from '../input.js';
import type { TransportFailure, TransportRequest, TransportResponse } from './transport.js';

/**
 * Maximum number of requests per run, by mode. A correct Drive needs a fraction; most of it is for finding the recipe
 * of a Drive that refuses correct signatures.
 */
export const PROBE_BUDGET: Readonly<Record<ConformanceMode, number>> = {
  schema: 2,
  public: 60,
  full: 250,
  lifecycle: 400,
};

/** Requests reserved for checks, which no search may use up. */
const RESERVE = 30;
/** The same plus those of a whole lifecycle with its clean-up. */
const LIFECYCLE_RESERVE = 150;

/** A request that was sent, for the author to find in the Drive's log. */
export interface LoggedProbe {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Description of the request. */
  readonly sent: string;
  /** Status of the response; null when there was none. */
  readonly status: number | null;
  /** Why there was no response; null when there was one. */
  readonly failure: string | null;
  /** Duration; null when the transport does not report it. */
  readonly ms: number | null;
}

/** The requests of one run, within its budget. */
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

  /**
   * Whether a search may send this many more and leave enough for the remaining checks and for ending every install.
   */
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
