import type { Documentation } from './documentation.js';

/** Why there was no response: cause and fix of every failure of a transport. */
export const fetchDocs: Readonly<Record<string, Documentation>> = {
  url: {
    cause: 'It has no https, or holds a user name, an encoded host or characters that do not belong in an address.',
    fix: 'Submit https://<host>/<path> in lower case.',
  },
  address_policy: {
    cause: 'It is an IP address, a private or local network, a local name, or another port than 443.',
    fix: 'Serve at a public host name on port 443; on your own machine use drive validate.',
  },
  dns: {
    cause: 'The record is new and not known everywhere yet, is misspelled, or exists inside your network only.',
    fix: 'Publish an A or AAAA record, and wait for its time to live.',
  },
  connect: {
    cause: 'Nothing listens on port 443, a firewall lets nobody in, or the process ended while it answered.',
    fix: 'Open port 443 to everybody and look for the request in your log.',
  },
  tls: {
    cause: 'The certificate is out of date, for another name, self-signed, or comes without its chain.',
    fix: 'Serve a certificate of a public authority with its chain, over TLS 1.2 or newer.',
  },
  tls_expired: {
    cause: 'The certificate ran out, or the clock of the machine that made it is wrong.',
    fix: 'Renew the certificate, and let it be renewed by itself from now on.',
  },
  tls_name: {
    cause: 'The certificate names other hosts, often the default one of the server or the platform.',
    fix: 'Add this host name to the certificate, or serve the right one for it (SNI).',
  },
  tls_untrusted: {
    cause: 'The certificate is self-signed, or the server leaves out the intermediate certificate.',
    fix: 'Serve the full chain of a certificate of a public authority.',
  },
  tls_version: {
    cause: 'The server speaks only versions of TLS that are given up.',
    fix: 'Switch on TLS 1.2 and 1.3.',
  },
  timeout: {
    cause: 'The Drive sleeps and takes long to wake, or waits for something of its own.',
    fix: 'Keep it awake, and answer the public endpoints from memory.',
  },
  too_large: {
    cause: 'The answer is no manifest, or has grown without a bound.',
    fix: 'Answer with the manifest only, and page long lists.',
  },
  protocol: {
    cause: 'Something else than a web server listens there, or a proxy mixes two answers.',
    fix: 'Answer plain HTTP/1.1 with one content-length.',
  },
  budget: {
    cause: 'Earlier probes used up what one run may send.',
    fix: 'Mend the findings above and run the check again.',
  },
};
