// @ts-check
// Whether a request comes from the host: Drive Platform Contract v1, Authentication.
import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_SKEW_MS = 300_000;

/**
 * Verifies in the contract's order. The signed text is "<timestamp>:<path with query>", exactly as received.
 * @param {Record<string, string | string[] | undefined>} headers names in lower case, as Node gives them
 * @param {string} target the request target as it came (request.url), nothing decoded
 * @param {readonly string[]} secrets all that are valid now: two while a rotation lasts
 * @param {number} nowMs Unix milliseconds
 * @returns {string | null} the reason of the refusal, or null
 */
export function refusal(headers, target, secrets, nowMs) {
  const timestamp = String(headers['x-platform-timestamp'] ?? '');
  const signature = String(headers['x-platform-signature'] ?? '');
  if (timestamp === '' || signature === '') return 'missing_signature_headers';
  if (!/^\d{1,16}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > MAX_SKEW_MS) return 'stale_timestamp';
  // Buffer.from stops at the first character that is not hex, so the form is checked before.
  if (!/^[0-9a-f]{64}$/.test(signature)) return 'bad_signature';
  const supplied = Buffer.from(signature, 'hex');
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}:${target}`).digest();
    if (timingSafeEqual(expected, supplied)) return null;
  }
  return 'bad_signature';
}
