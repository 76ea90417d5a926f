/**
 * An error that the product can return: a permanent code, its HTTP status and its message. Called, it makes one:
 * `throw installsErrors.install_not_found()`.
 */
export interface ErrorDef {
  (options?: AppErrorOptions): AppError;
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** An error in one part of a request: JSON pointer into the body (or `/query/...`), a stable code, a message. */
export interface ErrorDetail {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

const catalogue = new Map<string, ErrorDef>();

/** Every error defined so far, sorted by code; docs/errors.md is generated from it. */
export function errorCatalogue(): ErrorDef[] {
  return [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/**
 * Declares a feature's errors. Keys are the codes (snake_case).
 * @throws Error when a code is already defined.
 */
export function defineErrors<K extends string>(
  defs: Record<K, readonly [status: number, message: string]>,
): Record<K, ErrorDef> {
  const out = {} as Record<K, ErrorDef>;
  for (const code of Object.keys(defs) as K[]) {
    const [status, message] = defs[code];
    const known = catalogue.get(code);
    if (known && (known.status !== status || known.message !== message))
      throw new Error(`error code ${code} is defined twice`);
    const def: ErrorDef = Object.assign((options?: AppErrorOptions) => new AppError(def, options), {
      code,
      status,
      message,
    });
    catalogue.set(code, def);
    out[code] = def;
  }
  return out;
}

interface AppErrorOptions {
  /** Replaces the catalogue's message by a more precise one; must not contain secrets, SQL or paths. */
  message?: string;
  details?: ErrorDetail[];
  cause?: unknown;
  /** Milliseconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfterMs?: number;
}

/** An error of the catalogue. The error filter converts it to the failure envelope. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly retryAfterMs: number | undefined;

  constructor(def: Pick<ErrorDef, 'code' | 'status' | 'message'>, options: AppErrorOptions = {}) {
    super(options.message ?? def.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = def.code;
    this.status = def.status;
    this.details = options.details ?? [];
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** @returns `value`. @throws AppError `missing` when there is none */
export function required<T extends object | null | undefined>(value: T, missing: ErrorDef): NonNullable<T> {
  if (value === null || value === undefined) throw new AppError(missing);
  return value;
}
