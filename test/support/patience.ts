/**
 * How long a test waits for what must come, milliseconds. Only to end what hangs: a machine that does much else takes its
 * time, and how long it takes says nothing about the product.
 */
export const PATIENCE_MS = 300_000;
