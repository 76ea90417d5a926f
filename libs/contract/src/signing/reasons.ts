/** Canonical reasons of a refused signature, as spelled in the contract's reference (Errors). */
export type SignatureReason = 'missing_signature_headers' | 'stale_timestamp' | 'bad_signature';

/**
 * All spellings of a refusal in use, with the canonical reason. The contract lists two spellings of each ("a tester
 * should accept either"); `bad_timestamp` is sent by real Drives.
 */
export const signatureReasons: Readonly<Record<string, SignatureReason>> = Object.freeze({
  missing_signature_headers: 'missing_signature_headers',
  'missing-headers': 'missing_signature_headers',
  stale_timestamp: 'stale_timestamp',
  'timestamp-skew': 'stale_timestamp',
  bad_timestamp: 'stale_timestamp',
  bad_signature: 'bad_signature',
  'sig-length': 'bad_signature',
  'sig-mismatch': 'bad_signature',
});

/** The canonical reason of an `error` value; null for an unknown spelling. */
export function signatureReason(error: unknown): SignatureReason | null {
  return typeof error === 'string' && Object.hasOwn(signatureReasons, error) ? signatureReasons[error]! : null;
}

/** True when the `error` of a 401 says that the signature did not match: only then another key may help. */
export function isSignatureMismatch(error: unknown): boolean {
  return signatureReason(error) === 'bad_signature';
}
