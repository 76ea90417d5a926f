const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Origins whose pages may call the API: that of PUBLIC_URL, whatever Host header a proxy sends. A portal on loopback
 * can be reached by each name of loopback.
 */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(url.hostname)) return new Set([url.origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${url.protocol}//${name}:${url.port}`).origin));
}

/** The portal's origin as a visitor's browser has it. @param host the Host header of the visitor's request. */
export function visitedOrigin(publicUrl: string, host: string | undefined): string {
  const { protocol, origin } = new URL(publicUrl);
  const visited = `${protocol}//${host ?? ''}`;
  return ownOrigins(publicUrl).has(visited) ? visited : origin;
}

/**
 * An address of somebody else's under a host name that is not the portal's, because cookies ignore ports: on loopback
 * another name of loopback; null where there is none.
 * @param portal its origin, as the visitor's browser has it.
 */
export function apartFrom(portal: string, address: string): string | null {
  const url = new URL(address);
  const nameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');
  if (nameOf(url) !== nameOf(new URL(portal))) return url.href;
  if (!LOOPBACK_NAMES.includes(url.hostname)) return null;
  url.hostname = LOOPBACK_NAMES.find((name) => name !== url.hostname)!;
  return url.href;
}
