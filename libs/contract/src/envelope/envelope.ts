/** Response envelope of a success (contract: Response envelope). */
export interface SuccessEnvelope<T = Record<string, unknown>> {
  readonly ok: true;
  readonly data: T;
  readonly meta: {
    /** Names the response or Drive version, for example `v1` or a semver (contract: Versioning 6). */
    readonly version: string;
    /** ISO 8601 timestamp. */
    readonly generated_at: string;
  };
}

/** Response envelope of a failure (contract: Response envelope). */
export interface FailureEnvelope {
  readonly ok: false;
  /** The reason. */
  readonly error: string;
}

/** Either envelope. */
export type Envelope<T = Record<string, unknown>> = SuccessEnvelope<T> | FailureEnvelope;

/**
 * Builds the success envelope.
 * @param meta.version defaults to `v1`.
 * @param meta.generatedAt time of the response; written as ISO 8601 UTC with milliseconds.
 */
export function success<T extends object>(
  data: T,
  meta: { readonly version?: string; readonly generatedAt: Date },
): SuccessEnvelope<T> {
  return { ok: true, data, meta: { version: meta.version ?? 'v1', generated_at: meta.generatedAt.toISOString() } };
}

/**
 * Builds the failure envelope.
 * @throws RangeError for an empty reason.
 */
export function failure(error: string): FailureEnvelope {
  if (error === '') throw new RangeError('A failure needs a reason.');
  return { ok: false, error };
}
