/** What one worker uses a second while nothing is due: ms of CPU, of itself and of PostgreSQL, and commits. */
export interface Idle {
  readonly workerMs: number;
  readonly databaseMs: number;
  readonly commits: number;
}
export interface Reading {
  readonly secondsEach: number;
  readonly workerMs: number;
  readonly databaseMs: number;
  readonly commitsEach: number;
  readonly idle: Idle;
  readonly bytesEach: number;
}
export interface Measured {
  readonly places: number;
  readonly points: readonly {
    readonly workers: number;
    readonly rate: number;
    readonly rss: number;
    readonly load: number;
  }[];
  readonly idle: Idle;
  readonly sweep: {
    readonly workerMs: number;
    readonly databaseMs: number;
    readonly commitsEach: number;
    readonly installs: number;
    readonly drives: number;
    readonly seconds: number;
    readonly bytes: number;
  };
  readonly manifests: { readonly drives: number; readonly seconds: number };
}
export function readRate(of: {
  readonly workers: number;
  readonly places: number;
  readonly secondsEach: number;
  readonly workerMs: number;
  readonly idle: Pick<Idle, 'workerMs'>;
}): number;
export function perReading(measured: Measured): Reading;
export function plan(
  size: {
    readonly installs: number;
    readonly drives: number;
    readonly mix: readonly { readonly share: number; readonly everyS: number }[];
  },
  each: Reading,
): {
  readonly perSecond: number;
  readonly workers: number;
  readonly databaseCores: number;
  readonly commitsPerSecond: number;
  readonly gibibytes: number;
  readonly manifestsPerSecond: number;
};
export function tables(measured: Measured): string;
export function withTables(page: string, measured: Measured): string;
