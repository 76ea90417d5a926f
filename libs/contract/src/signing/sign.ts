import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from './headers.js';
import { MAX_PATH_LENGTH, prepareKey, SigningKey } from './key.js';

/** The signed text. */
export interface SignInput {
  /** The shared secret, or preferably a key prepared once with `prepareKey`. */
  readonly secret: string | SigningKey;
  /** Unix time in milliseconds (not seconds). */
  readonly timestampMs: number;
  /** Request target as sent: path and query string, with the id inserted and nothing decoded. */
  readonly path: string;
}

/**
 * Signs one request: HMAC-SHA256 over exactly `<timestamp>:<path>`, as 64 lower-case hex digits
 * (contract: Authentication 1 to 3). Method, body and other headers are not signed.
 * @throws InvalidSecretError for an empty secret, RangeError for a timestamp that is not a whole number of
 * milliseconds or a path that is empty, relative or longer than 4096.
 */
export function sign(input: SignInput): string {
  const { timestampMs, path } = input;
  if (!Number.isSafeInteger(timestampMs) || timestampMs < 0) {
    throw new RangeError('timestampMs must be a whole number of milliseconds since 1970.');
  }
  if (path.charCodeAt(0) !== 47) throw new RangeError('path must start with "/": sign the request target, not a URL.');
  if (path.length > MAX_PATH_LENGTH) throw new RangeError(`path is longer than ${MAX_PATH_LENGTH} characters.`);
  const key = input.secret instanceof SigningKey ? input.secret : prepareKey(input.secret);
  return key.hmacHex(`${timestampMs}:${path}`);
}

/** Signs one request and returns the two headers to send (contract: Authentication 2). Errors as `sign`. */
export function signatureHeaders(input: SignInput): Record<typeof TIMESTAMP_HEADER | typeof SIGNATURE_HEADER, string> {
  const signature = sign(input);
  return { [TIMESTAMP_HEADER]: String(input.timestampMs), [SIGNATURE_HEADER]: signature };
}
