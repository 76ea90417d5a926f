import { parseUrl } from '../text/parse-url.js';
import type { RuleReport } from './rule.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// A URL parser drops tabs and line ends and changes backslashes; other readers of the same text do not.
const MISREAD = /[\s\\\p{Cc}]/u;
// A parsed host may still contain characters of a template placeholder such as {HOST}.
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Reads an absolute http or https URL without credentials. Anything else gives the reason, which completes "This". */
export function readWebAddress(text: string): { readonly url: URL } | { readonly refusal: string } {
  if (MISREAD.test(text)) return { refusal: 'has a blank, a backslash or a control character' };
  if (!/^https?:\/\/[^/]/i.test(text)) return { refusal: 'is not an absolute web address' };
  const url = parseUrl(text);
  if (url && (url.username !== '' || url.password !== '')) return { refusal: 'has a user name or a password in it' };
  return url && HOST.test(url.hostname) ? { url } : { refusal: 'has no valid host name or port' };
}

/** The same for callers that need no reason: null for anything else. */
export function parseWebAddress(text: string): URL | null {
  const read = readWebAddress(text);
  return 'url' in read ? read.url : null;
}

/** True for names of an author's own machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

/** Checks a URL in a manifest: absolute, optionally https, and not on the author's own machine. */
export function checkWebAddress(report: RuleReport, pointer: string, text: string, needsHttps = false): void {
  const read = readWebAddress(text);
  if ('refusal' in read) {
    report.error(
      'url_invalid',
      pointer,
      `This ${read.refusal}.`,
      'Write https://, the host name and the path only.',
      text,
    );
    return;
  }
  const { url } = read;
  const loopback = isLoopbackHost(url.hostname);
  if (needsHttps && url.protocol !== 'https:' && !(loopback && report.options.allowLoopback)) {
    report.error('url_not_https', pointer, 'This address must be https.', 'Serve it over https.', text);
  } else if (loopback) {
    report.warn(
      'url_local',
      pointer,
      'This address only works on the author’s own machine.',
      'Use a public address before you submit.',
      text,
    );
  }
}
