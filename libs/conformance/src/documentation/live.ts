import type { Documentation } from './documentation.js';

const MISSING: Documentation = {
  cause:
    'Nothing is at the path of the manifest, a web page answers in its place, or it fails on a call without a signature.',
  fix: 'Implement all seven endpoints, or correct the path in the manifest; check the signature before anything else.',
};

const VERIFY =
  'Verify in the contract’s order before anything else: headers, time, length, constant-time comparison. Refuse with 401.';

/** The signature that is right is refused. */
const OTHER_SIGNATURE: Documentation = {
  cause: 'The Drive has another secret, or signs something other than timestamp, colon and path with query.',
  fix: 'Sign "<timestamp>:<path with query>" exactly as the request came, with the secret as it was shown.',
  example: {
    wrong: 'hmac(secret, `${timestamp}.${req.path}`)',
    right: 'hmac(secret, `${timestamp}:${req.originalUrl}`)',
  },
};

/** C40 to C79, C117 to C119, C157: public endpoints, presence, refusals, signatures, service. */
export const liveDocs: Readonly<Record<string, Documentation>> = {
  C40: {
    cause: 'Health requires the signature, or answers bare data.',
    fix: 'Answer 200 with { ok, data, meta } and check no signature.',
  },
  C41: {
    cause: 'It wants a signature, or it builds another manifest on every call.',
    fix: 'Serve one manifest, and change it only with its version.',
  },
  C42: {
    cause: 'A middleware verifies whatever signature it sees, on public paths too.',
    fix: 'Mount the verification on gated paths only.',
  },
  C43: MISSING,
  C44: MISSING,
  C45: MISSING,
  C46: MISSING,
  C47: MISSING,
  C50: { cause: 'The endpoint is open, or refuses with another status.', fix: VERIFY },
  C51: { cause: 'Only the signature header is looked for.', fix: VERIFY },
  C52: { cause: 'Only the timestamp header is looked for.', fix: VERIFY },
  C53: { cause: 'The age of the timestamp is not checked.', fix: VERIFY },
  C54: {
    cause: 'A prefix is compared, or a comparison of unequal lengths fails and is ignored.',
    fix: 'Compare the lengths first.',
  },
  C55: { cause: 'The signature is not compared with the expected one.', fix: VERIFY },
  C56: {
    cause: 'PLATFORM_AGENT_SECRET is not set, so everybody can sign.',
    fix: 'Refuse to start without the secret.',
  },
  C57: {
    cause: 'The error is an object or a page instead of one text.',
    fix: 'Answer { "ok": false, "error": "<reason>" }.',
  },
  C58: {
    cause: 'The reason has a spelling of its own; a rotation of keys cannot tell that another key would help.',
    fix: 'Use missing_signature_headers, stale_timestamp and bad_signature.',
  },
  C60: OTHER_SIGNATURE,
  C61: OTHER_SIGNATURE,
  C62: OTHER_SIGNATURE,
  C63: {
    cause: 'The age of the timestamp is not checked: an old request can be replayed for ever.',
    fix: 'Refuse when the difference to your clock is more than 300000 ms.',
  },
  C64: {
    cause: 'The time is in seconds, the list has another name, or a kind is not in events_emitted.',
    fix: 'Answer { "events": [{ "type", "payload", "ts" }] } with ts in milliseconds.',
  },
  C65: {
    cause: 'The manifest says free, the billing summary does not.',
    fix: 'Answer plan "free" and amount_cents 0, or change the tier.',
  },
  C66: {
    cause: 'This run had no key of the Drive, so only refusals were tried.',
    fix: 'Validate in the portal, or with the drive command and PLATFORM_AGENT_SECRET set.',
  },
  C67: {
    cause: 'The query is sorted, decoded or re-encoded before it is signed.',
    fix: 'Sign "<timestamp>:<path with query>" exactly as the request came, with the secret as it was shown.',
  },
  C68: {
    cause: 'The Drive accepted a request that was signed in a wrong way; the finding names the way.',
    fix: 'Do what the finding says; the recipe that was found never lets a Drive pass.',
  },
  C69: {
    cause: 'Only the past is allowed for, or a shorter time.',
    fix: 'Compare the absolute difference with 300000 ms: Math.abs(Date.now() - timestamp) > 300000.',
  },
  C70: {
    cause: 'A shorter time is allowed, often one minute.',
    fix: 'Accept everything up to 300000 ms of difference, in milliseconds.',
  },
  C71: {
    cause: 'The difference is compared without its absolute value.',
    fix: 'Compare the absolute difference: Math.abs(Date.now() - timestamp) > 300000.',
  },
  C72: {
    cause: 'The header is decoded or changed to lower case before it is compared.',
    fix: 'Compare the header’s characters with the lower-case hex digits, without changing their case.',
  },
  C73: { cause: '"sha256=" is cut off before the comparison.', fix: 'Cut nothing off the header.' },
  C74: {
    cause: 'Decoding hex stops at the first bad digit, so the rest is never seen.',
    fix: 'Compare the length of the header with 64 before decoding it.',
  },
  C75: {
    cause: 'Every comparison with NaN is false, so it passes the age check.',
    fix: 'Refuse a timestamp that is not decimal digits before comparing it.',
  },
  C76: {
    cause: 'They are looked up in one spelling only.',
    fix: 'Look headers up in lower case, as Node, WSGI and Rack give them.',
  },
  C77: {
    cause: 'The Drive does slow work before it answers.',
    fix: 'Answer from what is at hand, and do slow work in the background.',
  },
  C78: {
    cause: 'Its data has other members than the reference Drive’s.',
    fix: 'Answer { "status": "ok", "uptime_s": 42 }.',
  },
  C79: {
    cause: 'It has another size or format, or a web page answers at its address.',
    fix: 'Export it again, and serve the image itself.',
  },
  C157: {
    cause:
      'X-Frame-Options, or frame-ancestors of the Content-Security-Policy, forbids frames of the host, or the page leads to another origin.',
    fix: 'Name the origin of the host in frame-ancestors of the pages in routes_exposed, and send no X-Frame-Options with them.',
    example: {
      wrong: 'x-frame-options: SAMEORIGIN',
      right: 'content-security-policy: frame-ancestors https://portal.example.com',
    },
  },
  C117: {
    cause: 'The machine’s clock is not set by NTP, or a container was paused: fresh requests look stale.',
    fix: 'Set the clock by NTP. Do not make the window wider.',
  },
  C118: {
    cause: 'A message for debugging shows the expected signature to whoever asks.',
    fix: 'Answer the reason only; log the rest where others cannot read it.',
  },
  C119: {
    cause: 'The framework’s development mode is on, or nobody catches the error.',
    fix: 'Catch errors in one place, answer a short reason, and log the rest.',
  },
};
