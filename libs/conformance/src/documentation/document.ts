import { manifestRules } from '@portal/contract';
import type { Documentation } from './documentation.js';

/** One per manifest rule, from the rule itself. */
export const ruleDocs: Readonly<Record<string, Documentation>> = Object.fromEntries(
  manifestRules.map(({ doc: { number, cause, fix, example } }) => [
    number,
    { cause, fix, ...(example === undefined ? {} : { example }) },
  ]),
);

/**
 * C01 to C06: from the address to an object of a known shape. C112 to C115 and C139: for the reviewer of the listing.
 * C120 to C124 and C133: address, connection, first call, paths.
 */
export const documentDocs: Readonly<Record<string, Documentation>> = {
  C01: {
    cause:
      'The name does not resolve, the certificate is not valid, or the Drive sleeps or is not reachable from outside.',
    fix: 'Serve the manifest at a public https address that answers within five seconds.',
  },
  C02: {
    cause: 'The manifest is behind authentication, redirects, or is not at this address.',
    fix: 'Serve it at exactly this address with status 200, and check no signature there.',
  },
  C03: {
    cause: 'The type is left to a default of the framework or of the file server.',
    fix: 'Answer with content-type: application/json.',
    example: { wrong: 'content-type: text/plain', right: 'content-type: application/json' },
  },
  C04: {
    cause:
      'A trailing comma, a comment, a duplicate key, a byte order mark; or a web page: a login, a tunnel’s notice or a single-page app’s fallback.',
    fix: 'Write the file with a JSON serializer, in UTF-8, and route its path to the server.',
    example: { wrong: '{ "ok": true, "ok": true }', right: '{ "ok": true }' },
  },
  C05: {
    cause: 'The manifest is served bare; the contract calls that malformed.',
    fix: 'Wrap it in ok, data and meta.',
    example: {
      wrong: '{ "schema_version": 1 }',
      right:
        '{ "ok": true, "data": { "schema_version": 1 }, "meta": { "version": "v1", "generated_at": "2026-01-01T00:00:00Z" } }',
    },
  },
  C06: {
    cause: 'Members of the flat and of the structured shape are mixed.',
    fix: 'Keep either name, description and category at the top, or schema_version, drive and endpoints.',
  },
  C112: {
    cause: 'The name, the tagline, a page or the form names a provider or its product.',
    fix: 'Say what your Drive does for people, not whose model it runs on.',
  },
  C113: {
    cause: 'A field of config_schema reads like a password, secret, key or token, or is declared as one.',
    fix: 'A Drive may keep no operator credential beyond its scoped token. Ask for a permission, or connect on your own pages.',
  },
  C114: {
    cause: 'The snippet loads a third-party tracker.',
    fix: 'Leave trackers out of what runs inside the host; they may read operator data.',
  },
  C115: {
    cause: 'A path begins like one of the host’s.',
    fix: 'Put all routes under one first segment that is your Drive’s id.',
  },
  C139: {
    cause:
      'A name, description or label of the form holds line breaks, control, direction or invisible characters, or a word with letters of two scripts.',
    fix: 'Write it with the letters and signs of its language only, on one line.',
  },
  C120: {
    cause: 'The Drive runs on its author’s own machine, or is served over plain http.',
    fix: 'Serve the Drive over https at a public name before you submit it.',
    example: { wrong: 'http://drive.example.com/manifest', right: 'https://drive.example.com/manifest' },
  },
  C121: {
    cause: 'An old server or proxy still offers TLS 1.0 or 1.1.',
    fix: 'Allow TLS 1.2 and 1.3 only: ssl_protocols TLSv1.2 TLSv1.3 in nginx.',
    example: { wrong: 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2;', right: 'ssl_protocols TLSv1.2 TLSv1.3;' },
  },
  C122: {
    cause: 'The renewal is done by hand, or its timer fails and nobody is notified.',
    fix: 'Renew it now, and let a timer renew it from then on: certbot renew, or the renewal of your host.',
    example: { wrong: 'certbot certonly --manual', right: 'certbot renew' },
  },
  C123: {
    cause: 'The header is not sent, or with a max-age of 0.',
    fix: 'Send strict-transport-security with a max-age of a year on every answer.',
    example: { wrong: 'strict-transport-security: max-age=0', right: 'strict-transport-security: max-age=31536000' },
  },
  C124: {
    cause: 'The host lets the Drive sleep when nobody calls it, and wakes it with the first call.',
    fix: 'Keep one instance awake, or let a timer call health every few minutes.',
    example: { wrong: 'min_machines_running = 0', right: 'min_machines_running = 1' },
  },
  C133: {
    cause: 'Two endpoints were given one path; the signature covers the path and not the method.',
    fix: 'Give each endpoint a path of its own.',
    example: {
      wrong: '"metrics": "/api/data", "events": "/api/data"',
      right: '"metrics": "/api/metrics", "events": "/api/events"',
    },
  },
};
