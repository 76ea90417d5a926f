/** Bounds on JSON from strangers. All are inclusive: a document exactly at a limit is accepted. */
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
  /** Length of one number as written. */
  readonly maxNumberLength: number;
}

/** What a Drive may answer with. */
export const DEFAULT_JSON_LIMITS: JsonLimits = Object.freeze({
  maxBytes: 256 * 1024,
  maxDepth: 32,
  maxNodes: 20_000,
  maxKeysPerObject: 2_000,
  maxItemsPerArray: 20_000,
  maxStringLength: 64 * 1024,
  maxNumberLength: 64,
});

/** Keys that can reach into an object's prototype; no honest document needs them. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
