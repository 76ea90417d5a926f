import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { reproduceLine } from '../signing/reproduce.js';
import type { TlsFacts, TransportResponse } from '../probe/transport.js';

const endpoints = checksOf('endpoints', 'public');

const DAY_MS = 86_400_000;
/** Free certificates are renewed a month before they expire; later means that the renewal does not work. */
const SOON_DAYS = 14;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const OLD = new Set(['SSLv3', 'TLSv1', 'TLSv1.1']);

function answered(context: CheckContext): TransportResponse | undefined {
  return context.answer && !('failure' in context.answer) ? context.answer : undefined;
}

/** Loopback addresses and plain http have no TLS to check. */
function isPublicTls(context: CheckContext): boolean {
  const { protocol, hostname } = new URL(context.input.manifestUrl);
  return protocol === 'https:' && !LOOPBACK.test(hostname);
}

function report(context: CheckContext, words: Parameters<CheckContext['report']>[0]): void {
  const { manifestUrl } = context.input;
  context.report({
    ...words,
    endpoint: `GET ${new URL(manifestUrl).pathname}`,
    reproduce: reproduceLine('GET', manifestUrl, { kind: 'none' }),
  });
}

const secureAddress = endpoints.error(
  'C120',
  'secure_address',
  'What the service does 2; Limits: icon',
  async (context) => {
    const { protocol, hostname } = new URL(context.input.manifestUrl);
    if (!answered(context) || (protocol !== 'https:' && protocol !== 'http:')) return false;
    if (isPublicTls(context)) return true;
    const own = context.input.allowLoopback === true;
    const expected = 'a public https address';
    report(context, {
      level: own ? 'info' : 'error',
      expected,
      received: `${protocol}//${hostname}`,
      cause: LOOPBACK.test(hostname)
        ? 'This is your own machine, so TLS and certificate were not checked; the host cannot reach it.'
        : 'The Drive answers over plain http: everybody on the way can read signatures and tokens.',
    });
    return true;
  },
);

/** A check of the transport's TLS data; skipped when there is none. */
const tlsCheck = (
  check: Pick<Check, 'id' | 'level' | 'rule' | 'clause'>,
  judge: (context: CheckContext, tls: TlsFacts) => boolean,
): Check =>
  endpoints[check.level](check.id, check.rule, check.clause, async (context) => {
    const answer = answered(context);
    if (answer && !isPublicTls(context)) return NOTHING_TO_CHECK;
    return answer?.tls !== undefined && judge(context, answer.tls);
  });

const version = tlsCheck(
  { id: 'C121', level: 'error', rule: 'tls_version', clause: 'compliance: encryption_in_transit' },
  (context, { protocol }) => {
    if (protocol === null) return false;
    if (OLD.has(protocol))
      report(context, {
        expected: 'TLSv1.2 or newer',
        received: protocol.slice(0, 20),
        cause: `The server settles on ${protocol.slice(0, 20)}, which can be broken.`,
      });
    return true;
  },
);

const expiry = tlsCheck(
  { id: 'C122', level: 'error', rule: 'certificate_expiry', clause: 'compliance: encryption_in_transit' },
  (context, { validToMs }) => {
    if (validToMs === null) return false;
    const leftDays = Math.floor((validToMs - context.input.now()) / DAY_MS);
    const received = `valid until ${new Date(validToMs).toISOString()}`;
    if (leftDays < 0)
      report(context, { expected: 'a certificate that is valid', received, cause: 'The certificate has expired.' });
    else if (leftDays < SOON_DAYS)
      report(context, {
        level: 'warning',
        expected: `a certificate that is valid for ${SOON_DAYS} days or more`,
        received,
        cause: `The certificate ends in ${leftDays} days: its renewal does not work, and then nothing reaches the Drive.`,
      });
    return true;
  },
);

const hsts = tlsCheck(
  { id: 'C123', level: 'info', rule: 'hsts', clause: 'compliance: encryption_in_transit' },
  (context) => {
    const header = answered(context)!.headers['strict-transport-security'];
    const seconds = Number(/\bmax-age\s*=\s*"?(\d+)/i.exec(header ?? '')?.[1] ?? 0);
    if (seconds === 0)
      report(context, {
        expected: 'strict-transport-security: max-age=31536000',
        received: header === undefined ? 'no such header' : `strict-transport-security: ${header.slice(0, 80)}`,
        cause: 'Nothing makes browsers come back over https only.',
      });
    return true;
  },
);

/** C120 to C123: the address and the connection. */
export const connectionChecks: readonly Check[] = [secureAddress, version, expiry, hsts];
