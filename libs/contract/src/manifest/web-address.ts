import type { RuleReport } from './rule.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// A URL parser drops tabs and line ends and changes backslashes; other readers of the same text do not.
const MISREAD = /[\s\\\p{Cc}]/u;
// A parsed host may still contain characters of a template placeholder such as {HOST}.
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Parses an absolute http or https URL without credentials; null for anything else. */
export function parseWebAddress(text: string): URL | null {
  if (MISREAD.test(text) || !/^https?:\/\/[^/]/i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.username === '' && url.password === '' && HOST.test(url.hostname) ? url : null;
  } catch {
    return null;
  }
}

/** True for names of an author's own machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

/** Checks a URL in a manifest: absolute, optionally https, and not on the author's own machine. */
export function checkWebAddress(report: RuleReport, pointer: string, text: string, needsHttps = false): void {
  const url = parseWebAddress(text);
  if (!url) {
    report.error(
      'url_invalid',
      pointer,
      'This is not an absolute web address.',
      'Write the whole address, https://...',
      text,
    );
    return;
  }
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
