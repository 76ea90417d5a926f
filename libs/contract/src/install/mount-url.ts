import { isLoopbackHost, parseWebAddress } from '../manifest/web-address.js';

/**
 * Why the host never opens an address that a Drive gave at install, as a sentence; null when it does. Only https on the
 * Drive's own origin is opened (contract: base_url is the Drive's own origin), or on the one that its reviewed manifest
 * names; plain http on loopback, where a Drive is while it is made.
 * @param origin where the Drive is now.
 * @param named `install_returns.host_origin`, where the manifest has one.
 */
export function mountUrlRefusal(mountUrl: string, origin: string, named: string | null = null): string | null {
  const url = parseWebAddress(mountUrl);
  if (!url) return 'It is not an absolute web address.';
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) return 'It is not https.';
  if (url.origin === origin || (named !== null && url.origin === parseWebAddress(named)?.origin)) return null;
  return `It leads to ${url.origin}, not to ${origin}.`;
}
