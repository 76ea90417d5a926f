import { failure, prepareKey } from '@portal/contract';
import { inGroup, type Switch } from './switch.js';

const TEN_MINUTES_MS = 600_000;
const FIVE_MINUTES_MS = 300_000;
const ONE_MINUTE_MS = 60_000;

const make = inGroup('signatures');
const gate = (name: string, title: string, breaks: string, verdict: NonNullable<Switch['verdict']>): Switch =>
  make(name, title, breaks, { verdict });
const refusal = (name: string, title: string, breaks: string, answer: NonNullable<Switch['answer']>): Switch =>
  make(name, title, breaks, {
    answer: (given, incoming) => (given.status === 401 ? answer(given, incoming) : given),
  });

/** Faults of verifying and refusing requests. */
export function signatureSwitches(): Switch[] {
  return [
    gate('metrics-open', 'Metrics are open to everybody', 'C50', (right, { endpoint }) =>
      endpoint === 'metrics' ? null : right,
    ),
    refusal('forbidden', 'Refusals have status 403 instead of 401', 'C50', (answer) => ({
      ...answer,
      status: 403,
    })),
    gate('timestamp-not-needed', 'A signature without a timestamp is let in', 'C51', (right, { call: { headers } }) =>
      headers['x-platform-signature'] !== undefined && headers['x-platform-timestamp'] === undefined ? null : right,
    ),
    gate('signature-not-needed', 'A timestamp without a signature is let in', 'C52', (right, { call: { headers } }) =>
      headers['x-platform-timestamp'] !== undefined && headers['x-platform-signature'] === undefined ? null : right,
    ),
    gate('short-signature', 'A signature that is too short is let in', 'C54', (right, { call }) =>
      String(call.headers['x-platform-signature'] ?? '').length === 62 ? null : right,
    ),
    gate('any-signature', 'Any signature of the right length is let in', 'C55', (right, { call }) =>
      right === 'bad_signature' && /^[0-9a-f]{64}$/.test(String(call.headers['x-platform-signature'])) ? null : right,
    ),
    gate('empty-secret', 'A signature by the empty secret is let in', 'C56', (right, { call }) => {
      // HMAC pads a key with zeros, so one zero byte signs like the empty key, which the library refuses to prepare.
      const empty = prepareKey(new Uint8Array(1));
      const { headers, target } = call;
      return empty.hmacHex(`${String(headers['x-platform-timestamp'])}:${target}`) === headers['x-platform-signature']
        ? null
        : right;
    }),
    refusal('error-object', 'The error of a refusal is an object', 'C57', (answer) => ({
      ...answer,
      body: { ok: false, error: { code: 'unauthorized' } },
    })),
    refusal('reason-unknown', 'A refusal gives a reason that nobody knows', 'C58', (answer) => ({
      ...answer,
      body: failure('denied'),
    })),
    gate('wrong-secret', 'The Drive has another secret', 'C60 C61 C62', (right) => right ?? 'bad_signature'),
    gate('query-dropped', 'The query is cut off before verifying', 'C61 C62 C68', (right, { call, verifies }) => {
      const { pathname, search } = call.url;
      if (search === '' || (right !== null && right !== 'bad_signature')) return right;
      return verifies({ path: pathname }) ? null : 'bad_signature';
    }),
    gate(
      'query-sorted',
      'The query is parsed and re-encoded before verifying',
      'C67 C68',
      (right, { call, verifies }) => {
        const { pathname, search, searchParams } = call.url;
        if (search === '' || (right !== null && right !== 'bad_signature')) return right;
        return verifies({ path: `${pathname}?${searchParams.toString()}` }) ? null : 'bad_signature';
      },
    ),
    gate('old-accepted', 'A request of any age is accepted', 'C63', (right, { ageMs, verifies }) =>
      right === 'stale_timestamp' && ageMs > 0 && verifies() ? null : right,
    ),
    gate('future-accepted', 'A request from the far future is accepted', 'C71', (right, { ageMs, verifies }) =>
      right === 'stale_timestamp' && ageMs < -FIVE_MINUTES_MS && verifies() ? null : right,
    ),
    gate('ahead-refused', 'A clock that is a little ahead is refused', 'C69', (right, { ageMs }) =>
      ageMs < -ONE_MINUTE_MS ? 'stale_timestamp' : right,
    ),
    gate('one-minute', 'A request older than one minute is refused', 'C70', (right, { ageMs }) =>
      ageMs > ONE_MINUTE_MS ? 'stale_timestamp' : right,
    ),
    gate('upper-case-accepted', 'Upper-case hex is accepted', 'C72', (right, { ageMs, verifies }) =>
      right === 'bad_signature' && ageMs < FIVE_MINUTES_MS && verifies({ signature: (text) => text.toLowerCase() })
        ? null
        : right,
    ),
    gate('prefix-accepted', 'A signature with sha256= before it is accepted', 'C73', (right, { verifies }) =>
      right === 'bad_signature' && verifies({ signature: (text) => text.replace('sha256=', '') }) ? null : right,
    ),
    gate('tail-accepted', 'Text behind a signature is ignored', 'C74', (right, { verifies }) =>
      right === 'bad_signature' && verifies({ signature: (text) => text.slice(0, 64) }) ? null : right,
    ),
    gate('nan-accepted', 'A timestamp that is no number is accepted', 'C75', (right, { call }) =>
      call.headers['x-platform-timestamp'] === 'NaN' ? null : right,
    ),
    gate('header-case', 'The headers are looked up in one letter case', 'C76', (right, { call }) =>
      call.rawNames.includes('X-PLATFORM-TIMESTAMP') ? 'missing_signature_headers' : right,
    ),
    refusal('clock-behind', 'The clock is ten minutes behind', 'C117', (answer, { call }) => ({
      ...answer,
      headers: { ...answer.headers, date: new Date(call.receivedAt - TEN_MINUTES_MS).toUTCString() },
    })),
    refusal('shows-signature', 'A refusal shows the signature that was expected', 'C118', (answer) => ({
      ...answer,
      body: { ...(answer.body as object), expected: '5e'.repeat(32) },
    })),
    refusal('shows-stack', 'A refusal shows a stack trace', 'C119', (answer, { endpoint }) =>
      endpoint === 'metrics'
        ? {
            ...answer,
            body: { ...(answer.body as object), stack: 'Error: no\n    at verify (/srv/app/verify.js:12:7)' },
          }
        : answer,
    ),
  ];
}
