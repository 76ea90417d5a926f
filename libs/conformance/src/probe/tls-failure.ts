/** Reasons as Node and OpenSSL name them; the most specific first. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED|NOT_YET_VALID/, 'tls_expired'],
  [/ALTNAME/, 'tls_name'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_VERSION|NO_PROTOCOLS/, 'tls_version'],
  [/SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|UNTRUSTED|CERT_SIGNATURE/, 'tls_untrusted'],
];

/** Classifies a TLS error as one of the reasons of `TransportFailure`. */
export function tlsFailure(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  // An alert of the other side is EPROTO and says what it is in its message only.
  const text = `${String(code)} ${String(message).toUpperCase().replaceAll(' ', '_')}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'tls';
}
