const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Origins whose pages may act here: that of PUBLIC_URL, whatever a proxy made of the Host header. A portal on loopback is
 * reached under each name of loopback.
 */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(url.hostname)) return new Set([url.origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${url.protocol}//${name}:${url.port}`).origin));
}
