/** Limits for received JSON. All are inclusive. */
export interface JsonLimits {
  /** Size of the text in bytes. */
  readonly maxBytes: number;
  /** Nesting of arrays and objects; a bare scalar has depth 0. */
  readonly maxDepth: number;
  /** Values of every kind, containers included. */
  readonly maxNodes: number;
  readonly maxKeysPerObject: number;
  readonly maxItemsPerArray: number;
  /** Length of one string or key in UTF-16 code units after unescaping. */
  readonly maxStringLength: number;
  /** Length of a number as written. */
  readonly maxNumberLength: number;
  /** A number of which a double would lose digits, or that is too long, is kept as its text instead of being refused. */
  readonly inexactNumbers?: 'text';
}

/** Limits for responses of a Drive. */
export const DEFAULT_JSON_LIMITS: JsonLimits = Object.freeze({
  maxBytes: 256 * 1024,
  maxDepth: 32,
  maxNodes: 20_000,
  maxKeysPerObject: 2_000,
  maxItemsPerArray: 20_000,
  maxStringLength: 64 * 1024,
  maxNumberLength: 64,
});

/** Keys that can access an object's prototype; no valid document needs them. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
