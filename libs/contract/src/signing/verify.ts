import { timingSafeEqual } from 'node:crypto';
import { headerValue, type HeaderBag } from './headers.js';
import { MAX_PATH_LENGTH, type SigningKey } from './key.js';
import type { SignatureReason } from './reasons.js';

/** Maximum difference between the two clocks in milliseconds, in either direction, inclusive. */
export const MAX_SKEW_MS = 300_000;

/** Input of a verification. */
export interface VerifyInput {
  /** Request headers; names in any letter case. */
  readonly headers: HeaderBag;
  /** Raw request target as received: path and query string, not decoded (in Node: `req.url`). */
  readonly path: string;
  /** All currently valid keys; two during the 24-hour overlap of a rotation. */
  readonly keys: readonly SigningKey[];
  /** The verifier's own clock, Unix time in milliseconds. */
  readonly nowMs: number;
}

/** `keyIndex` is the index in `keys` of the matching key. */
export type VerifyResult =
  { readonly ok: true; readonly keyIndex: number } | { readonly ok: false; readonly reason: SignatureReason };

const SIGNATURE_LENGTH = 64;
const MAX_TIMESTAMP_DIGITS = 16;
const missing: VerifyResult = Object.freeze({ ok: false, reason: 'missing_signature_headers' });
const stale: VerifyResult = Object.freeze({ ok: false, reason: 'stale_timestamp' });
const bad: VerifyResult = Object.freeze({ ok: false, reason: 'bad_signature' });
const supplied = Buffer.alloc(SIGNATURE_LENGTH);
const expected = Buffer.alloc(SIGNATURE_LENGTH);

/** Unix milliseconds of a header value; -1 unless it is decimal digits only. */
function parseTimestamp(text: string): number {
  const length = text.length;
  if (length > MAX_TIMESTAMP_DIGITS) return -1;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Verifies a signed request in the contract's order (Authentication 5): both headers present, clock difference at most
 * 300000 ms, length, constant-time comparison. Never throws because of received data. A timestamp that is not decimal
 * digits is `stale_timestamp`; upper-case hex, a `sha256=` prefix and a path over 4096 characters are `bad_signature`.
 * Without keys nothing verifies.
 */
export function verify(input: VerifyInput): VerifyResult {
  const timestamp = headerValue(input.headers, 'x-platform-timestamp');
  const signature = headerValue(input.headers, 'x-platform-signature');
  if (!timestamp || !signature) return missing;

  const sentAtMs = parseTimestamp(timestamp);
  // Written so that a NaN clock is refused.
  if (sentAtMs < 0 || !(Math.abs(input.nowMs - sentAtMs) <= MAX_SKEW_MS)) return stale;

  if (signature.length !== SIGNATURE_LENGTH || input.path.length > MAX_PATH_LENGTH) return bad;
  // A non-ASCII character has more than one byte and never equals a hex digit.
  if (supplied.write(signature, 0, 'utf8') !== SIGNATURE_LENGTH) return bad;

  const message = `${timestamp}:${input.path}`;
  for (let i = 0; i < input.keys.length; i++) {
    expected.write(input.keys[i]!.hmacHex(message), 0, 'latin1');
    if (timingSafeEqual(expected, supplied)) return { ok: true, keyIndex: i };
  }
  return bad;
}
