import type { TransportFailure, TransportResponse } from './transport.js';

const SHOWN_BYTES = 200;
const MAIL = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi;
/** Base64 text with all three kinds of characters; paths of that length rarely look like it. */
const BASE64 = /(?<![\w+/-])(?=[\w+/-]{0,200}\d)(?=[\w+/-]{0,200}[a-z])(?=[\w+/-]{0,200}[A-Z])[\w+/-]{40,}={0,2}/g;
/** Mixed letters and digits, as long as keys, digests and tokens. */
const LONG_RANDOM = /(?<![\w-])(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[a-z])[\w-]{32,}/gi;
const NAMED_SECRET = /((?:token|secret|password|passwd|key|signature)\s?[=:]\s?)[^\s"'&<>,;]{4,}/gi;
/** Control characters, and those that affect the text around them, such as a change of direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const SECRET_MEMBER = /("[^"]*(?:token|secret|password|passwd|key|signature)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*/gi;

const FAILURES: Readonly<Record<string, string>> = {
  dns: 'The name does not resolve.',
  tls: 'The TLS handshake failed: certificate, name or protocol version.',
  tls_expired: 'The certificate is not valid at this time: it has expired, or does not hold yet.',
  tls_name: 'The certificate is for another host name.',
  tls_untrusted: 'The certificate is signed by nobody whom browsers trust, or the chain lacks the intermediate one.',
  tls_version: 'The server speaks no TLS 1.2 or newer.',
  connect: 'Nothing answers at that address.',
  timeout: 'The answer took too long.',
  too_large: 'The answer is too large.',
  address_policy: 'The address is not allowed.',
  protocol: 'The answer is not proper HTTP.',
  url: 'The address is not allowed in this form.',
  budget: 'This run has sent as many requests as it may; the rest was not tried.',
};

/** Why there was no response, as a sentence. */
export function failureText(failure: TransportFailure): string {
  return FAILURES[failure.failure] ?? `There was no answer (${failure.failure}).`;
}

function bounded(text: string, length: number): string {
  // Cut between characters, because half a surrogate pair is not text.
  return text.length > length ? `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}...` : text;
}

/** Masks tokens, keys, signatures and email addresses with stars. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(SECRET_MEMBER, '$1***')
    .replaceAll(BEARER, '$1 ***')
    .replaceAll(NAMED_SECRET, '$1***')
    .replaceAll(MAIL, '***@***')
    .replaceAll(BASE64, '***')
    .replaceAll(LONG_RANDOM, '***');
}

/** Makes text from a Drive safe to show: no email addresses, only printable characters, limited length. */
export function shownText(text: string, length: number): string {
  return bounded(
    text
      .slice(0, length * 4)
      .replaceAll(MAIL, '***@***')
      .replaceAll(UNPRINTABLE, ' '),
    length,
  );
}

/** Status and first bytes of a response on one line, secrets masked, control characters replaced. */
export function receivedText(answer: TransportResponse | TransportFailure): string {
  if ('failure' in answer) return `no answer: ${answer.failure}`;
  const window = SHOWN_BYTES * 4;
  const text = new TextDecoder().decode(answer.body.subarray(0, window));
  // The last word of a cut may be the start of a key, too short to be recognised.
  const whole = answer.body.length > window ? text.replace(/[\w.+/=~-]+$/, '') : text;
  const shown = bounded(withoutSecrets(whole).replaceAll(UNPRINTABLE, ' ').trim(), SHOWN_BYTES);
  return shown === '' ? `${answer.status} with an empty body` : `${answer.status} ${shown}`;
}
