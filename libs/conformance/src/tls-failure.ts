/** Reasons as Node and OpenSSL name them; the most telling first. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED|NOT_YET_VALID/, 'tls_expired'],
  [/ALTNAME/, 'tls_name'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_VERSION|NO_PROTOCOLS/, 'tls_version'],
  [/SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|UNTRUSTED|CERT_SIGNATURE/, 'tls_untrusted'],
];

/** What exactly failed, of an error that a transport knows to be one of TLS: one of the reasons of `TransportFailure`. */
export function tlsFailure(error: unknown): string {
  const code = String((error as { code?: unknown } | null | undefined)?.code ?? '');
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'tls';
}
