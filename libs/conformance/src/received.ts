import type { TransportFailure, TransportResponse } from './transport.js';

const SHOWN_BYTES = 200;
const SECRET_MEMBER = /("[^"]*(?:token|secret|password|passwd|key|signature)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*/gi;

const FAILURES: Readonly<Record<string, string>> = {
  dns: 'The name does not resolve.',
  tls: 'The TLS handshake failed: certificate, name or protocol version.',
  connect: 'Nothing answers at that address.',
  timeout: 'The answer took too long.',
  too_large: 'The answer is too large.',
  address_policy: 'The address is not allowed.',
  protocol: 'The answer is not proper HTTP.',
  url: 'The address is not allowed in this form.',
  budget: 'This run has sent as many requests as it may; the rest was not tried.',
};

/** Why there was no answer, in a sentence. */
export function failureText(failure: TransportFailure): string {
  return FAILURES[failure.failure] ?? `There was no answer (${failure.failure}).`;
}

/** Status and first bytes of an answer on one line, secrets masked, control characters replaced. */
export function receivedText(answer: TransportResponse | TransportFailure): string {
  if ('failure' in answer) return `no answer: ${answer.failure}`;
  const text = new TextDecoder().decode(answer.body.subarray(0, SHOWN_BYTES * 4));
  const masked = text
    .replaceAll(SECRET_MEMBER, '$1***')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  const shown = masked.length > SHOWN_BYTES ? `${masked.slice(0, SHOWN_BYTES)}...` : masked;
  return shown === '' ? `${answer.status} with an empty body` : `${answer.status} ${shown}`;
}
