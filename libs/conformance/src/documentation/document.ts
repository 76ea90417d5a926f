import type { Documentation } from './documentation.js';

/** C01 to C06: from the address to an object of a known shape. */
export const documentDocs: Readonly<Record<string, Documentation>> = {
  C01: {
    cause:
      'The name does not resolve, the certificate is not valid, or the Drive sleeps or is not reachable from outside.',
    fix: 'Serve the manifest at a public https address that answers within five seconds.',
  },
  C02: {
    cause: 'The manifest stands behind authentication, redirects, or is not at this address.',
    fix: 'Serve it at exactly this address with status 200, and check no signature there.',
  },
  C03: {
    cause: 'The type is left to a default of the framework or of the file server.',
    fix: 'Answer with content-type: application/json.',
    example: { wrong: 'content-type: text/plain', right: 'content-type: application/json' },
  },
  C04: {
    cause:
      'A trailing comma, a comment, a key that stands twice, a byte order mark; or a web page: a login, a tunnel’s notice or a single-page app’s fallback.',
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
};
