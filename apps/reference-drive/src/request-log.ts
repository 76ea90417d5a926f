/** One platform request as the console lists it. */
export interface LoggedRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** null when the connection was cut on purpose. */
  readonly status: number | null;
  /** The reason of a refusal. */
  readonly error: string | null;
}

const KEPT = 100;

/** The last platform requests, newest first; in memory only. */
export class RequestLog {
  private readonly rows: LoggedRequest[] = [];

  add(row: LoggedRequest): void {
    this.rows.unshift(row);
    this.rows.length = Math.min(this.rows.length, KEPT);
  }

  list(): readonly LoggedRequest[] {
    return this.rows;
  }
}
