import type { Documentation } from './documentation.js';

/** C120 to C124, C133: address, connection, first call, paths. */
export const connectionDocs: Readonly<Record<string, Documentation>> = {
  C120: {
    cause: 'The Drive runs on its author’s own machine, or is served over plain http.',
    fix: 'Serve it over https at a public name before you submit it.',
    example: { wrong: 'http://drive.example.com/manifest', right: 'https://drive.example.com/manifest' },
  },
  C121: {
    cause: 'An old server or proxy still offers TLS 1.0 or 1.1.',
    fix: 'Allow TLS 1.2 and 1.3 only.',
    example: { wrong: 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2;', right: 'ssl_protocols TLSv1.2 TLSv1.3;' },
  },
  C122: {
    cause: 'The renewal is done by hand, or its timer fails and nobody is notified.',
    fix: 'Renew the certificate now, and let a timer renew it from then on.',
    example: { wrong: 'certbot certonly --manual', right: 'certbot renew' },
  },
  C123: {
    cause: 'The header is not sent, or with a max-age of 0.',
    fix: 'Send it with a max-age of a year on every answer.',
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
