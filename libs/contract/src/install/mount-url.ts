import { isLoopbackHost, parseWebAddress, readWebAddress } from '../manifest/web-address.js';

/**
 * Why the host does not open a URL that a Drive returned at install, as a sentence; null when it does. Only https on
 * the Drive's own origin is opened (contract: base_url is the Drive's own origin), or on the origin named in its
 * reviewed manifest; plain http on loopback, for development.
 * @param origin the Drive's current origin.
 * @param named `install_returns.host_origin`, if the manifest has one.
 */
export function mountUrlRefusal(mountUrl: string, origin: string, named: string | null = null): string | null {
  const read = readWebAddress(mountUrl);
  if ('refusal' in read) return `It ${read.refusal}.`;
  const { url } = read;
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) return 'It is not https.';
  if (url.origin === origin || (named !== null && url.origin === parseWebAddress(named)?.origin)) return null;
  return `It leads to ${url.origin}, not to ${origin}.`;
}
