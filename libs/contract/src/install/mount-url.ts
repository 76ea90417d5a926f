import { isLoopbackHost, parseWebAddress } from '../manifest/web-address.js';

/**
 * Why the host never opens an address that a Drive gave at install, as a sentence; null when it does. Only https on the
 * Drive's own origin is opened (contract: base_url is the Drive's own origin); plain http on loopback, where a Drive is
 * while it is made.
 * @param origin where the Drive is now.
 */
export function mountUrlRefusal(mountUrl: string, origin: string): string | null {
  const url = parseWebAddress(mountUrl);
  if (!url) return 'It is not an absolute web address.';
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) return 'It is not https.';
  return url.origin === origin ? null : `It leads to ${url.origin}, not to ${origin}.`;
}
